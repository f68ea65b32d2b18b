import { createStore } from '@phr/contract/store';
import type { Signal } from '@phr/contract/today';
import { add } from '@phr/time/plain-date';
import { dayOf, deviceZone, startOfDay } from '@phr/time/zone';
import { eachMinute } from '@phr/ui/use-now';
import { useEffect, useState } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { type Feeds, openFeeds } from './feeds.model.ts';
import { keepPutAway, readPutAway } from './put-away.port.ts';
import { INBOX, isScreenOf, SHELL, sourcesOf } from './signal-sources.model.ts';
import { isLoading, putAwayUntil, type SourceState, shownSignals } from './today.model.ts';

const NOTHING = createStore<readonly SourceState[]>([]);
/** How long the other sources are waited for after the first answer. */
const GATHER_MS = 1_000;

export interface Today {
  readonly sources: readonly SourceState[];
  readonly signals: readonly Signal[];
  readonly putAway: (signal: Signal) => void;
  readonly act: Feeds['act'];
  readonly retry: () => void;
}

/** What all modules and the shell tell about one person, from the opening of the screen to its end. */
export function useToday(patientId: string): Today {
  const shell = useShell();
  const known = useStore(shell.offer);
  const [clock] = useState(() => createStore(new Date()));
  const [feeds] = useState(() => createStore<Feeds | undefined>(undefined));
  const [away, setAway] = useState(() => readPutAway(patientId, Date.now()));
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
  const signals = shownSignals(
    sources.flatMap(({ signals: told }) => (isGathering ? told.filter(({ kind }) => kind === 'danger') : told)),
    away,
    { now, today: startOfDay(today, zone) },
  );
  return {
    sources,
    signals,
    putAway(signal) {
      const entry = {
        kind: signal.kind,
        at: Date.now(),
        until: putAwayUntil(signal, Date.now(), startOfDay(add(today, { days: 1 }), zone)),
      };
      const next = { ...away, [signal.id]: entry };
      keepPutAway(patientId, next);
      setAway(next);
      // what the inbox tells of the same is read with it, by the bell and on other devices, too
      const told = sources.find(({ key }) => key === INBOX)?.signals ?? [];
      for (const { id, sources: about } of told)
        if (about.some((one) => signal.sources.includes(one))) opened?.act(id, 'read', '').catch(() => undefined);
    },
    act: async (...told) => opened?.act(...told),
    retry: () => opened?.retry(),
  };
}

/** True while the first answers are gathered, so that rows come together and not one above the other; never of a danger, and not for long. */
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
