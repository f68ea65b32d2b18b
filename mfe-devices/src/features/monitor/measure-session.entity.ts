import { number, lenientObject, text } from '@phr/fhir/json';

/** A period in which a device's measurements belong to one patient (MON-01). */
export interface MeasureSession {
  readonly id: string;
  readonly mac: string;
  readonly minsTimeout: number;
  readonly startedAt: string;
}

const wire = lenientObject({ id: text, mac: text, minsTimeout: number, startedAt: text });

/** Parses the response of start-session; undefined for other shapes. */
export function readMeasureSession(value: unknown): MeasureSession | undefined {
  const raw = wire(value);
  if (raw?.id === undefined || raw.mac === undefined || raw.minsTimeout === undefined || raw.startedAt === undefined)
    return undefined;
  return { id: raw.id, mac: raw.mac, minsTimeout: raw.minsTimeout, startedAt: raw.startedAt };
}

const MINUTE_MS = 60_000;

/**
 * Milliseconds elapsed in a session by this device's clock; undefined once over. Zero if the clock is behind the
 * server's.
 */
export function ageOf(
  { minsTimeout, startedAt }: Pick<MeasureSession, 'minsTimeout' | 'startedAt'>,
  now: number,
): number | undefined {
  const age = Math.max(0, now - Date.parse(startedAt));
  return age < minsTimeout * MINUTE_MS ? age : undefined;
}
