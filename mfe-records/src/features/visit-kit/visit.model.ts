import { until } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import type { Encounter } from '../encounters/encounter.entity.ts';
import type { Medicine } from '../medicines/medicine.entity.ts';
import type { Visit } from './visit.entity.ts';

const HOUR_MS = 60 * 60_000;
/** A visit whose end nobody said. */
const USUAL_HOURS = 1;
/** People wait: so long after its end a visit may still go on. */
const LATE_HOURS = 3;
const OFF = ['cancelled', 'noshow', 'entered-in-error'];
const COMING = ['booked', 'pending', 'proposed', 'waitlist'];

/** Where somebody stands with a visit: getting ready, on its day, afterwards; `off` when it does not take place. */
export type Phase = 'before' | 'at' | 'after' | 'off';

/** @param now the present instant, milliseconds; days are counted on the facility's clock */
export function phaseOf({ status, start, end, zone }: Visit, now: number): Phase {
  if (OFF.includes(status)) return 'off';
  if (status === 'fulfilled') return 'after';
  if (start === undefined) return 'before';
  const over = end === undefined ? Date.parse(start) + USUAL_HOURS * HOUR_MS : Date.parse(end);
  if (now >= over + LATE_HOURS * HOUR_MS) return 'after';
  return now >= Date.parse(start) || dayOf(Date.parse(start), zone) === dayOf(now, zone) ? 'at' : 'before';
}

/** How long it is until a visit: days, on its own day hours; undefined when it has begun. */
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

/** What the facility wrote down of the day of a visit. */
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

/** The calendar day of a FHIR date, or of an instant on a facility's clock. */
const dayIn = (value: string | undefined, zone: string): string | undefined =>
  value?.includes('T') === true ? dayOf(Date.parse(value), zone) : value;
