import type { VitalKey } from '@phr/clinical/codings';
import { observation, type Observation } from '@phr/fhir/observation';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useEffect, useMemo, useState } from 'react';
import { readingOf, type Reading } from '../readings/reading.model.ts';
import { useReadingContext } from '../readings/use-language.ts';

/** A reading that came while the screen was open, with the time of its arrival on this device's steady clock. */
export interface Live {
  readonly reading: Reading;
  readonly arrivedAt: number;
}

/** What came, before it is judged: goals may be known later than a reading. */
interface Arrived {
  readonly observation: Observation;
  readonly instant: number | undefined;
  readonly arrivedAt: number;
  /** The time of day of its arrival, in milliseconds. A screen that was left open for days is not in the past. */
  readonly now: number;
}

const NONE: ReadonlyMap<VitalKey, Arrived> = new Map();
const TICK_MS = 1000;

/** The last reading of each index that the server told of since the screen opened; `now` moves each second on the same clock. */
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
          // A hub that was away sends older readings late: they do not take the place of a newer one.
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
