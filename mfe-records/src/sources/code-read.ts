import { createStore } from '@phr/contract/store';
import type { Read } from '@phr/module-kit/signal-source';

/**
 * Code that a source needs as soon as there is something to tell: loaded then, and never by a person whose record has nothing of the kind.
 * @param of what was read decides whether it is needed
 */
export function codeRead<Code>(
  of: readonly Pick<Read<unknown>, 'subscribe'>[],
  isNeeded: () => boolean,
  load: () => Promise<Code>,
): Read<Code> {
  const state = createStore<{ readonly status: 'idle' | 'loading' | 'failed' | 'ready'; readonly code?: Code }>({
    status: 'idle',
  });
  const start = (): void => {
    state.set({ status: 'loading' });
    load().then(
      (code) => state.set({ status: 'ready', code }),
      () => state.set({ status: 'failed' }),
    );
  };
  const look = (): void => {
    if (isNeeded() && state.get().status === 'idle') start();
  };
  return {
    status() {
      const { status } = state.get();
      return status === 'idle' ? (isNeeded() ? 'loading' : 'ready') : status;
    },
    data: () => state.get().code,
    at: () => undefined,
    subscribe(listener) {
      const stops = [...of.map(({ subscribe }) => subscribe(look)), state.subscribe(listener)];
      look();
      return () => {
        for (const stop of stops) stop();
      };
    },
    refresh() {
      if (state.get().status === 'failed') start();
    },
  };
}
