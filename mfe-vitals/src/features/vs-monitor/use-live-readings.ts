import type { StoreKey } from '@phr/clinical/codings';
import { observation } from '@phr/fhir/observation';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useEffect, useState } from 'react';
import { readingOf, type Reading } from '../readings/reading.model.ts';
import { useReadingContext } from '../readings/use-language.ts';

/** A reading that came while the screen was open, with the time of its arrival on this device's steady clock. */
export interface Live {
  readonly reading: Reading;
  readonly arrivedAt: number;
}

const NONE: ReadonlyMap<StoreKey, Live> = new Map();
const TICK_MS = 1000;

/** The last reading of each index that the server told of since the screen opened; `now` moves each second on the same clock. */
export function useLiveReadings(): { readonly live: ReadonlyMap<StoreKey, Live>; readonly now: number } {
  const { topics } = useHost();
  const patientId = usePatient().viewed?.id;
  const context = useReadingContext(0);
  const [live, setLive] = useState(NONE);
  const [now, setNow] = useState(() => performance.now());

  useEffect(
    () =>
      topics.subscribe('vital-sign', (event) => {
        // Another person's value never lands on this screen.
        if (event.patientId !== patientId) return;
        const read = observation(event.observation);
        // A screen that was left open for days is not in the past.
        const reading = read && readingOf(read, { ...context, now: Date.now() });
        if (!reading) return;
        const arrivedAt = performance.now();
        setNow(arrivedAt);
        setLive((before) => {
          // A hub that was away sends older readings late: they do not take the place of a newer one.
          const known = before.get(reading.storeKey)?.reading.instant;
          return known !== undefined && (reading.instant ?? 0) < known
            ? before
            : new Map(before).set(reading.storeKey, { reading, arrivedAt });
        });
      }),
    [topics, patientId, context],
  );

  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return { live, now };
}
