import type { VitalKey } from '@phr/clinical/codings';
import { observation, type Observation } from '@phr/fhir/observation';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useEffect, useMemo, useState } from 'react';
import { readingOf, type Reading } from '../readings/reading.model.ts';
import { useReadingContext } from '../readings/use-language.ts';

/** A live reading, with its arrival on the monotonic clock. */
export interface Live {
  readonly reading: Reading;
  readonly arrivedAt: number;
}

/** Unjudged live readings: goals may load later. */
interface Arrived {
  readonly observation: Observation;
  readonly instant: number | undefined;
  readonly arrivedAt: number;
  /** Arrival time of day in milliseconds, as a screen may stay open for days. */
  readonly now: number;
}

const NONE: ReadonlyMap<VitalKey, Arrived> = new Map();
const TICK_MS = 1000;

/** Each index's last live reading since the screen opened; `now` ticks each second on the same clock. */
export function useLiveReadings(): { readonly live: ReadonlyMap<VitalKey, Live>; readonly now: number } {
  const { topics } = useHost();
  const patientId = usePatient().viewed?.id;
  const context = useReadingContext(0);
  const [arrived, setArrived] = useState(NONE);
  const [now, setNow] = useState(() => performance.now());

  useEffect(
    () =>
      topics.subscribe('vital-sign', (event) => {
        // Another person's value never lands on this screen.
        if (event.patientId !== patientId) return;
        const read = observation(event.observation);
        const moment = Date.now();
        const reading = read && readingOf(read, { zone: 'UTC', now: moment });
        if (!reading) return;
        const { vitalKey, instant } = reading;
        const arrivedAt = performance.now();
        setNow(arrivedAt);
        setArrived((before) => {
          // a hub that was offline sends old readings late: they must not replace newer ones
          const known = before.get(vitalKey)?.instant;
          return known !== undefined && (instant ?? 0) < known
            ? before
            : new Map(before).set(vitalKey, { observation: read, instant, arrivedAt, now: moment });
        });
      }),
    [topics, patientId],
  );

  const live = useMemo(() => {
    const judged = new Map<VitalKey, Live>();
    for (const [vitalKey, { observation: one, arrivedAt, now: moment }] of arrived) {
      const reading = readingOf(one, { ...context, now: moment });
      if (reading !== undefined) judged.set(vitalKey, { reading, arrivedAt });
    }
    return judged;
  }, [arrived, context]);

  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return { live, now };
}
