import { until } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import type { Encounter } from '../encounters/encounter.entity.ts';
import type { Medicine } from '../medicines/medicine.entity.ts';
import type { Visit } from './visit.entity.ts';

const HOUR_MS = 60 * 60_000;
/** Assumed duration of a visit without end. */
const USUAL_HOURS = 1;
/** Margin after the end during which a visit may still be going on. */
const LATE_HOURS = 3;
const OFF = ['cancelled', 'noshow', 'entered-in-error'];
const COMING = ['booked', 'pending', 'proposed', 'waitlist'];

/** Phase of a visit: before, same day, after; `off` if it does not take place. */
export type Phase = 'before' | 'at' | 'after' | 'off';

/** @param now current time in milliseconds; days are in the facility's zone */
export function phaseOf({ status, start, end, zone }: Visit, now: number): Phase {
  if (OFF.includes(status)) return 'off';
  if (status === 'fulfilled') return 'after';
  if (start === undefined) return 'before';
  const over = end === undefined ? Date.parse(start) + USUAL_HOURS * HOUR_MS : Date.parse(end);
  if (now >= over + LATE_HOURS * HOUR_MS) return 'after';
  return now >= Date.parse(start) || dayOf(Date.parse(start), zone) === dayOf(now, zone) ? 'at' : 'before';
}

/** Time until a visit: days, or hours on its day; undefined once started. */
export function timeLeft(
  { start, zone }: Visit,
  now: number,
): { readonly days: number } | { readonly hours: number } | undefined {
  if (start === undefined || Date.parse(start) <= now) return undefined;
  const days = until(dayOf(now, zone), dayOf(Date.parse(start), zone));
  return days > 0 ? { days } : { hours: Math.floor((Date.parse(start) - now) / HOUR_MS) };
}

/** The nearest appointment that is still to come. */
export function nextVisit(visits: readonly Visit[], now: number): Visit | undefined {
  return visits
    .filter(({ status, start }) => COMING.includes(status) && start !== undefined && Date.parse(start) > now)
    .toSorted((a, b) => Date.parse(a.start ?? '') - Date.parse(b.start ?? ''))[0];
}

/** The facility's notes from the day of a visit. */
export function encountersOn(encounters: readonly Encounter[], { start, zone }: Visit): readonly Encounter[] {
  const day = start === undefined ? undefined : dayOf(Date.parse(start), zone);
  return encounters.filter(
    ({ periodStart, isOwn, status }) =>
      day !== undefined && isOwn !== true && status !== 'entered-in-error' && dayIn(periodStart, zone) === day,
  );
}

/** Medicines that were stopped on the day of a visit or since. */
export function stoppedSince(medicines: readonly Medicine[], { start, zone }: Visit): readonly Medicine[] {
  if (start === undefined) return [];
  const day = dayOf(Date.parse(start), zone);
  return medicines.filter(({ standing, version }) => {
    const period: unknown = version.resource['effectivePeriod'];
    const end = typeof period === 'object' && period !== null && 'end' in period ? period.end : undefined;
    const last = typeof end === 'string' ? dayIn(end, zone) : undefined;
    return standing === 'past' && last !== undefined && last >= day;
  });
}

/** Calendar day of a FHIR date, or of an instant in the facility's zone. */
const dayIn = (value: string | undefined, zone: string): string | undefined =>
  value?.includes('T') === true ? dayOf(Date.parse(value), zone) : value;
