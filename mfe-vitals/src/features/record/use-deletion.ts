import { errorNotice } from '@phr/http/error-notice';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reading } from '../readings/reading.model.ts';
import { changedWith, deleteWhole } from './deletion.port.ts';

/** How long a deletion can be taken back (UX-35). */
export const UNDO_MS = 10_000;

/** State of a deletion; absent if none. */
export type DeletionState =
  | { readonly step: 'undoable' }
  | { readonly step: 'gone' }
  | { readonly step: 'failed'; readonly message: string };

export interface Deletion {
  readonly states: ReadonlyMap<string, DeletionState>;
  /** Readings to be deleted unless undone. */
  readonly hidden: ReadonlySet<string>;
  /** Hides a reading; it is deleted on the server after the undo time or on leaving the screen. */
  remove(reading: Reading): void;
  undo(id: string): void;
}

/** Deletion with undo. Nothing is sent while undo is possible: closing the tab keeps the reading. */
export function useDeletion(): Deletion {
  const { request, topics, notify } = useHost();
  const { t } = useTranslation();
  const patientId = usePatient().viewed?.id ?? '';
  const [states, setStates] = useState<ReadonlyMap<string, DeletionState>>(new Map());
  const waiting = useRef(
    new Map<
      string,
      { readonly reading: Reading; readonly patientId: string; readonly timer: ReturnType<typeof setTimeout> }
    >(),
  );

  const setState = useCallback(
    (id: string, state: DeletionState | undefined) =>
      setStates((before) => {
        const next = new Map(before);
        if (state === undefined) next.delete(id);
        else next.set(id, state);
        return next;
      }),
    [],
  );

  const commit = useCallback(
    async (reading: Reading, patientId: string) => {
      waiting.current.delete(reading.id);
      try {
        await deleteWhole(request, patientId, reading);
        setState(reading.id, { step: 'gone' });
        topics.publish('observation.changed', { patientId, codes: changedWith(reading) });
      } catch (error) {
        const notice = errorNotice(error, t);
        setState(reading.id, { step: 'failed', message: notice.title });
        notify.show(notice);
      }
    },
    [request, topics, notify, t, setState],
  );

  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  }, [commit]);
  useEffect(() => {
    const left = waiting.current;
    return () => {
      for (const { reading, patientId: of, timer } of left.values()) {
        clearTimeout(timer);
        void latestCommit.current(reading, of);
      }
    };
  }, []);

  return useMemo(
    () => ({
      states,
      hidden: new Set([...states].filter(([, { step }]) => step !== 'failed').map(([id]) => id)),
      remove(reading) {
        setState(reading.id, { step: 'undoable' });
        waiting.current.set(reading.id, {
          reading,
          patientId,
          timer: setTimeout(() => void commit(reading, patientId), UNDO_MS),
        });
      },
      undo(id) {
        clearTimeout(waiting.current.get(id)?.timer);
        waiting.current.delete(id);
        setState(id, undefined);
      },
    }),
    [states, commit, setState, patientId],
  );
}
