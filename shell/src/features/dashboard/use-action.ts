import type { Signal, SignalAction } from '@phr/contract/today';
import { useEffect, useRef, useState } from 'react';
import type { Feeds } from './feeds.model.ts';

interface Begun {
  readonly action: SignalAction;
  /** The same for all attempts of one click, so that retries are safe. */
  readonly key: string;
  readonly state: 'undoable' | 'doing' | 'failed';
}

export interface ActionState {
  readonly begun: Begun | undefined;
  readonly begin: (action: SignalAction) => void;
  readonly undo: () => void;
  readonly retry: () => void;
}

/**
 * An action executed in place: it can be undone for the declared time, and runs after that or when the person leaves.
 */
export function useAction({ id }: Signal, act: Feeds['act']): ActionState {
  const [begun, setBegun] = useState<Begun>();
  /** Set while undo is possible. */
  const open = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly one: Pick<Begun, 'action' | 'key'> }>(
    undefined,
  );

  const close = () => {
    clearTimeout(open.current?.timer);
    const one = open.current?.one;
    open.current = undefined;
    return one;
  };
  const perform = (one: Pick<Begun, 'action' | 'key'>) => {
    setBegun({ ...one, state: 'doing' });
    act(id, one.action.id, one.key).then(
      () => setBegun(undefined),
      () => setBegun({ ...one, state: 'failed' }),
    );
  };
  const settle = useRef(() => {});
  useEffect(() => {
    settle.current = () => {
      const one = close();
      if (one !== undefined) perform(one);
    };
  });
  // leaving does not undo
  useEffect(() => () => settle.current(), []);
  return {
    begun,
    begin(action) {
      const one = { action, key: crypto.randomUUID() };
      if (action.undoMs === undefined) {
        perform(one);
        return;
      }
      setBegun({ ...one, state: 'undoable' });
      open.current = { one, timer: setTimeout(() => settle.current(), action.undoMs) };
    },
    undo() {
      close();
      setBegun(undefined);
    },
    retry() {
      if (begun !== undefined) perform(begun);
    },
  };
}
