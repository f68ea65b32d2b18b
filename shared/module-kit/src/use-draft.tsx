import type { Draft, DraftHandle, DraftPort, NavigationPort } from '@phr/contract/host-api';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useHost, usePatient } from './host.tsx';

export interface DraftOptions<T> {
  /** Name of the form, unique in its module. */
  readonly form: string;
  /** What the form holds before anything is typed; asked once. */
  readonly initial: () => T;
  /** Reads a kept value at the edge; undefined for one that this version of the form cannot take. */
  readonly parse: (value: unknown) => T | undefined;
  /** Asks before the person leaves with something typed (on by default); with false the draft is simply kept. */
  readonly guards?: boolean;
}

export interface DraftState<T> {
  readonly value: T;
  /** Makes the new value from the one before. */
  readonly change: (next: (before: T) => T) => void;
  /** Something differs from what the form held at first. */
  readonly isDirty: boolean;
  /** A draft from before, to be offered; undefined without one and once the person has chosen or typed. */
  readonly offer?: { readonly savedAt: string; readonly take: () => void; readonly drop: () => void };
  /** The form is sent or kept elsewhere: its draft goes, and leaving asks nothing. */
  readonly done: () => void;
}

/**
 * The state of a form that nothing typed is lost from (UX-33): kept at each change, since a page that goes has no time for it any more, offered when the
 * form opens again, gone when sent, discarded or signed out. A form belongs to one person; remount it for another one.
 */
export function useDraft<T>(options: DraftOptions<T>): DraftState<T> {
  return useDraftOf(useHost(), usePatient().viewed?.id, options);
}

/** What drafts need of their surroundings. */
export interface DraftPorts {
  readonly drafts: DraftPort;
  readonly navigation: Pick<NavigationPort, 'guard'>;
}

/** The same outside a module, for the screens of a host. */
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
