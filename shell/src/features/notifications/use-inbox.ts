import { isAppError } from '@phr/contract/app-error';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { isNotOffered } from '../../services/not-offered.ts';
import { type Entry, fetchInbox, type InboxPage, markRead } from './inbox.api.ts';

/** 'missing': the server has no inbox. */
export type InboxState = 'loading' | 'ready' | 'failed' | 'missing';

/** Inbox pages loaded so far; reloaded when the server reports more. Loaded pages survive a failure. */
export function useInbox() {
  const { client, notifications } = useShell();
  const unread = useStore(notifications.unread);
  const [pages, setPages] = useState<readonly InboxPage[]>([]);
  const [state, setState] = useState<InboxState>('loading');
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const reading = useRef<AbortController>(undefined);

  const read = useCallback(
    (before?: string) => {
      reading.current?.abort();
      const control = new AbortController();
      reading.current = control;
      setBusy(true);
      setFailed(false);
      fetchInbox(client, before, control.signal)
        .then(
          (page) => {
            if (control.signal.aborted) return;
            setPages((known) => (before === undefined ? [page] : [...known, page]));
            setState('ready');
          },
          (error: unknown) => {
            if (control.signal.aborted) return;
            if (!isAppError(error)) throw error;
            setFailed(true);
            setState((known) => (known === 'ready' ? known : isNotOffered(error) ? 'missing' : 'failed'));
          },
        )
        .finally(() => {
          if (!control.signal.aborted) setBusy(false);
        });
    },
    [client],
  );

  const known = useRef<number>(undefined);
  useEffect(() => {
    const grown = known.current === undefined || (unread ?? 0) > known.current;
    known.current = unread ?? known.current ?? 0;
    if (grown) read();
  }, [read, unread]);
  useEffect(() => () => reading.current?.abort(), []);

  /** Marks entries optimistically, then at the server; failures show as unread again after the next load. */
  const mark = (which: readonly Entry[] | 'all'): void => {
    const ids = which === 'all' ? which : which.map(({ id }) => id);
    setPages((all) =>
      all.map((page) => ({
        ...page,
        entries: page.entries.map((one) => (ids === 'all' || ids.includes(one.id) ? { ...one, isRead: true } : one)),
      })),
    );
    markRead(client, ids).then(
      (count) => {
        if (count !== undefined) notifications.unread.set(count);
      },
      () => read(),
    );
  };

  return {
    state,
    failed,
    busy,
    entries: pages.flatMap(({ entries }) => entries),
    thingOf: (key: string) => pages.map(({ things }) => things.get(key)).find((thing) => thing !== undefined),
    next: pages.at(-1)?.next,
    read,
    mark,
  };
}
