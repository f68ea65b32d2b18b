import { createStore } from '@phr/contract/store';
import type { Read, Teller } from '@phr/module-kit/signal-source';

/**
 * A source whose rules load once there are rows of its kind; otherwise neither their code nor their data is loaded.
 * @param load rejects if the code cannot be loaded
 * @param isWanted true if the rules have signals even without rows
 */
export function whenAny(first: Read<readonly unknown[]>, load: () => Promise<Teller>, isWanted = false): Teller {
  const state = createStore<Teller | 'idle' | 'loading' | 'failed'>('idle');
  const rules = (): Teller | undefined => {
    const now = state.get();
    return typeof now === 'object' ? now : undefined;
  };
  const isNeeded = (): boolean => isWanted || (first.data()?.length ?? 0) > 0;
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
