import { number, lenientObject, text } from '@phr/fhir/json';

/** A time in which what a device measures belongs to one patient (MON-01). */
export interface MeasureSession {
  readonly id: string;
  readonly mac: string;
  readonly minsTimeout: number;
  readonly startedAt: string;
}

const wire = lenientObject({ id: text, mac: text, minsTimeout: number, startedAt: text });

/** Reads the answer of start-session; undefined for another lenientObject. */
export function readMeasureSession(value: unknown): MeasureSession | undefined {
  const raw = wire(value);
  if (raw?.id === undefined || raw.mac === undefined || raw.minsTimeout === undefined || raw.startedAt === undefined)
    return undefined;
  return { id: raw.id, mac: raw.mac, minsTimeout: raw.minsTimeout, startedAt: raw.startedAt };
}

const MINUTE_MS = 60_000;

/** Milliseconds that a session has lasted by the clock of this device; undefined when its time is over. A clock behind the server's has seen none of it. */
export function ageOf(
  { minsTimeout, startedAt }: Pick<MeasureSession, 'minsTimeout' | 'startedAt'>,
  now: number,
): number | undefined {
  const age = Math.max(0, now - Date.parse(startedAt));
  return age < minsTimeout * MINUTE_MS ? age : undefined;
}
