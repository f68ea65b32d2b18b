import { createStore } from '@phr/contract/store';
import type { Signal, SignalSource, SignalState } from '@phr/contract/today';
import type { Offer } from '@phr/loader/resolve';
import { add } from '@phr/time/plain-date';
import { dayOf, deviceZone, startOfDay } from '@phr/time/zone';
import { useEffect, useState } from 'react';
import { type Shell, useShell, useStore } from '../../core/shell.tsx';
import { sourcesFor } from './dashboard.model.ts';
import { type Feeds, type NamedSource, openFeeds } from './feeds.model.ts';
import { ownSignals } from './own-signals.model.ts';
import { keepPutAway, readPutAway } from './put-away.port.ts';
import { putAwayUntil, type SourceState, shownSignals } from './today.model.ts';

const NOTHING = createStore<readonly SourceState[]>([]);
const MINUTE_MS = 60_000;

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

  useEffect(() => {
    const timer = setInterval(() => clock.set(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, [clock]);
  useEffect(() => {
    const opened = openFeeds(sourcesOf(shell, known), {
      patientId,
      now: clock,
      isScreen: (screen) => shell.routes.get().routes.some((route) => route.screen === screen),
    });
    feeds.set(opened);
    return opened.stop;
  }, [shell, known, patientId, clock, feeds]);

  const opened = useStore(feeds);
  const sources = useStore(opened?.state ?? NOTHING);
  const zone = deviceZone();
  const today = dayOf(now, zone);
  const signals = shownSignals(
    sources.flatMap(({ signals: told }) => told),
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
    },
    act: async (...told) => opened?.act(...told),
    retry: () => opened?.retry(),
  };
}

/** The sources that modules announce, and the shell's own. */
function sourcesOf(shell: Shell, offer: Offer): readonly NamedSource[] {
  return [
    ...sourcesFor(offer).map(({ module, slot, text }) => ({
      key: `${module}/${slot}`,
      text,
      open: async () => (await shell.modules.get(module)).instance.sources?.signals?.[slot],
    })),
    {
      key: 'shell',
      text: { [shell.texts.get().locale]: shell.texts.get().t('today.record') },
      open: async () => ownSource(shell),
    },
  ];
}

/** The shell as a source like any other. */
function ownSource({ patients, outbox, texts }: Shell): SignalSource {
  return ({ patientId, now }) => {
    const tell = (): SignalState => ({
      status: 'ready',
      signals: ownSignals(
        patientId,
        {
          person: patients.state.get().details.find(({ id }) => id === patientId),
          isMain: patients.context.get().main?.id === patientId,
          user: patients.user.get(),
          waiting: outbox.waiting.get(),
        },
        now.get(),
        texts.get().t,
      ),
    });
    const state = createStore(tell());
    const stops = [patients.state, patients.user, outbox.waiting, texts, now].map(({ subscribe }) =>
      subscribe(() => state.set(tell())),
    );
    return {
      state,
      act: async () => undefined,
      refresh: () => state.set(tell()),
      stop() {
        for (const stop of stops) stop();
      },
    };
  };
}
