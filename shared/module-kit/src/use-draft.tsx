import type { Draft, DraftHandle, DraftPort, NavigationPort } from '@phr/contract/host-api';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useHost, usePatient } from './host.tsx';

export interface DraftOptions<T> {
  /** Name of the form, unique in its module. */
  readonly form: string;
  /** Initial content of the form; called once. */
  readonly initial: () => T;
  /** Parses a stored value; undefined if this version of the form cannot use it. */
  readonly parse: (value: unknown) => T | undefined;
  /** Guards against leaving with unsaved input (default); if false the draft is just kept. */
  readonly guards?: boolean;
}

export interface DraftState<T> {
  readonly value: T;
  /** Updates the value from the previous one. */
  readonly change: (next: (before: T) => T) => void;
  /** True if the form differs from its initial content. */
  readonly isDirty: boolean;
  /** An earlier draft to offer; undefined without one, and once the person has chosen or typed. */
  readonly offer?: { readonly savedAt: string; readonly take: () => void; readonly drop: () => void };
  /** The form was sent or stored elsewhere: deletes its draft and removes the guard. */
  readonly done: () => void;
}

/**
 * Form state that is never lost (UX-33): stored on each change, as an unloading page has no time, offered when the form
 * reopens, and deleted when sent, discarded or signed out. Per person; remount for another one.
 */
export function useDraft<T>(options: DraftOptions<T>): DraftState<T> {
  return useDraftOf(useHost(), usePatient().viewed?.id, options);
}

/** Dependencies of drafts. */
export interface DraftPorts {
  readonly drafts: DraftPort;
  readonly navigation: Pick<NavigationPort, 'guard'>;
}

/** The same outside a module, for a host's own screens. */
export function useDraftOf<T>(
  { drafts, navigation }: DraftPorts,
  personId: string | undefined,
  { form, initial, parse, guards = true }: DraftOptions<T>,
): DraftState<T> {
  const [first] = useState(initial);
  const [value, setValue] = useState(first);
  const [kept, setKept] = useState<{ readonly savedAt: string; readonly value: T }>();
  const [handle] = useState<DraftHandle>(() => drafts.open(form, personId));
  const latest = useRef({ value: first, touched: false, isDone: false });
  const isDirty = JSON.stringify(value) !== JSON.stringify(first);

  const forget = useCallback(() => {
    latest.current.isDone = true;
    handle.remove();
  }, [handle]);

  const change = useCallback(
    (next: (before: T) => T) => {
      const made = next(latest.current.value);
      latest.current = { value: made, touched: true, isDone: false };
      setValue(made);
      setKept(undefined);
      handle.write(made);
    },
    [handle],
  );

  const [read] = useState(() => parse);
  useEffect(() => {
    let stopped = false;
    void handle.read().then((draft: Draft | undefined) => {
      if (stopped || draft === undefined || latest.current.touched) return;
      const found = read(draft.value);
      if (found !== undefined) setKept({ savedAt: draft.savedAt, value: found });
    });
    return () => {
      stopped = true;
    };
  }, [handle, read]);

  useEffect(() => {
    if (!guards) return undefined;
    return navigation.guard(
      () => !latest.current.isDone && JSON.stringify(latest.current.value) !== JSON.stringify(first),
      forget,
    );
  }, [guards, navigation, forget, first]);

  return {
    value,
    change,
    isDirty,
    done: forget,
    ...(kept === undefined
      ? {}
      : {
          offer: {
            savedAt: kept.savedAt,
            take: () => change(() => kept.value),
            drop: () => {
              setKept(undefined);
              handle.remove();
            },
          },
        }),
  };
}
