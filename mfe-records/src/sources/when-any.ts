import { createStore } from '@phr/contract/store';
import type { Read, Teller } from '@phr/module-kit/signal-source';

/**
 * A source whose rules load once the first answer shows that they are needed: a record without such rows loads neither
 * their code nor their other data, and the code does not delay values that arrive with that answer.
 * @param load rejects if the code could not be loaded
 * @param isWanted true if the rules have something to tell even without a row
 */
export function whenAny(first: Read<readonly unknown[]>, load: () => Promise<Teller>, isWanted = false): Teller {
  const state = createStore<Teller | 'idle' | 'loading' | 'failed'>('idle');
  const rules = (): Teller | undefined => {
    const now = state.get();
    return typeof now === 'object' ? now : undefined;
  };
  const isNeeded = (): boolean => {
    const rows = first.data();
    if (rows === undefined) return isWanted && first.status() === 'failed';
    return isWanted || rows.length > 0;
  };
  const look = (): void => {
    if (!isNeeded() || (state.get() !== 'idle' && state.get() !== 'failed')) return;
    state.set('loading');
    load().then(state.set, () => state.set('failed'));
  };
  const rest: Read<unknown> = {
    status() {
      const all = rules()?.reads.map(({ status }) => status());
      if (all !== undefined) return all.find((one) => one !== 'ready') ?? 'ready';
      return state.get() === 'failed' ? 'failed' : isNeeded() ? 'loading' : 'ready';
    },
    data: () => undefined,
    at: () => undefined,
    subscribe(listener) {
      const stops = [first.subscribe(look)];
      const follow = (): void => {
        for (const one of [...(rules()?.reads ?? []), ...(rules()?.follows ?? [])]) stops.push(one.subscribe(listener));
        listener();
      };
      stops.push(state.subscribe(follow));
      look();
      return () => {
        for (const stop of stops) stop();
      };
    },
    refresh() {
      for (const { refresh } of rules()?.reads ?? []) refresh();
      look();
    },
  };
  return {
    reads: [first, rest],
    tell: (now, words) => rules()?.tell(now, words) ?? [],
    act: async (...told) => rules()?.act?.(...told),
  };
}
