import { createStore } from '@phr/contract/store';
import type { Signal } from '@phr/contract/today';
import { add } from '@phr/time/plain-date';
import { dayOf, deviceZone, startOfDay } from '@phr/time/zone';
import { eachMinute } from '@phr/ui/use-now';
import { useEffect, useState } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { type Feeds, openFeeds } from './feeds.model.ts';
import { storeDismissed, readDismissed } from './dismissed.port.ts';
import { INBOX, isScreenOf, SHELL, sourcesOf } from './signal-sources.model.ts';
import { isLoading, type DismissedSignals, dismissedUntil, type SourceState, shownSignals } from './today.model.ts';

const NOTHING = createStore<readonly SourceState[]>([]);
/** How long the other sources are waited for after the first answer. */
const GATHER_MS = 1_000;

export interface Today {
  readonly sources: readonly SourceState[];
  readonly signals: readonly Signal[];
  readonly dismissSignal: (signal: Signal) => void;
  /** Shows a dismissed signal again. */
  readonly restore: (signal: Signal) => void;
  readonly act: Feeds['act'];
  readonly retry: () => void;
}

/** Signals from all modules and the shell about one person while the screen is open. */
export function useToday(patientId: string): Today {
  const shell = useShell();
  const known = useStore(shell.offer);
  const [clock] = useState(() => createStore(new Date()));
  const [feeds] = useState(() => createStore<Feeds | undefined>(undefined));
  const [away, setAway] = useState(() => readDismissed(patientId, Date.now()));
  const now = useStore(clock).getTime();

  useEffect(() => eachMinute(() => clock.set(new Date())), [clock]);
  useEffect(() => {
    const opened = openFeeds(sourcesOf(shell, known), {
      patientId,
      scope: 'today',
      now: clock,
      isScreen: isScreenOf(shell),
    });
    feeds.set(opened);
    return opened.stop;
  }, [shell, known, patientId, clock, feeds]);

  const opened = useStore(feeds);
  const sources = useStore(opened?.state ?? NOTHING);
  const zone = deviceZone();
  const today = dayOf(now, zone);
  const isGathering = useGathering(sources);
  const changeAway = (next: DismissedSignals): void => {
    storeDismissed(patientId, next);
    setAway(next);
  };
  const signals = shownSignals(
    sources.flatMap(({ signals: told }) => (isGathering ? told.filter(({ kind }) => kind === 'danger') : told)),
    away,
    { now, today: startOfDay(today, zone) },
  );
  return {
    sources,
    signals,
    dismissSignal(signal) {
      const entry = {
        kind: signal.kind,
        at: Date.now(),
        until: dismissedUntil(signal, Date.now(), startOfDay(add(today, { days: 1 }), zone)),
      };
      changeAway({ ...away, [signal.id]: entry });
      // mark inbox entries about the same thing as read, for the bell and other devices too
      const inboxSignals = sources.find(({ key }) => key === INBOX)?.signals ?? [];
      for (const { id, sources: about } of inboxSignals)
        if (about.some((one) => signal.sources.includes(one))) opened?.act(id, 'read', '').catch(() => undefined);
    },
    restore({ id }) {
      changeAway(Object.fromEntries(Object.entries(away).filter(([key]) => key !== id)));
    },
    act: async (...told) => opened?.act(...told),
    retry: () => opened?.retry(),
  };
}

/**
 * True while first responses are gathered, so that rows appear together; never delays a danger, and is time-limited.
 */
function useGathering(sources: readonly SourceState[]): boolean {
  const [isOver, setOver] = useState(false);
  const hasBegun = sources.some(({ key, status }) => !key.startsWith(SHELL) && status !== 'loading');
  useEffect(() => {
    if (!hasBegun) return undefined;
    const timer = setTimeout(() => setOver(true), GATHER_MS);
    return () => clearTimeout(timer);
  }, [hasBegun]);
  return isLoading(sources) && !isOver;
}
