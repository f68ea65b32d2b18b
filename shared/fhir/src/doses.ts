import { sha256Of } from './imports.ts';
import { add, until } from '@phr/time/plain-date';
import { dayOf, momentOf } from '@phr/time/zone';
import { timesOn, type DosePlan } from './dose-plan.ts';

// Planned doses are computed and never stored; what is stored is that one was taken or skipped (MedicationAdministration). Both find each other by the
// planned time on the clock, the same for two carers and in two zones.

/** System of the identifier of a recorded dose: '<id of the statement>/<YYYY-MM-DDTHH:mm>'. */
export const DOSE_SYSTEM = 'https://phr.example/dose';

/** A planned dose. */
export interface Slot {
  readonly statementId: string;
  /** YYYY-MM-DDTHH:mm on the clock of the person. */
  readonly local: string;
}

/** The identifier of what is recorded of a planned dose. */
export function doseIdentifier({ statementId, local }: Slot) {
  return { system: DOSE_SYSTEM, value: `${statementId}/${local}` };
}

/** The planned dose that an identifier names; undefined for any other identifier. */
export function slotOf({ system, value }: { readonly system?: string; readonly value?: string }): Slot | undefined {
  const found =
    system === DOSE_SYSTEM ? /^([A-Za-z0-9.-]{1,64})\/(\d{4}-\d\d-\d\dT\d\d:\d\d)$/.exec(value ?? '') : null;
  const [, statementId, local] = found ?? [];
  return statementId === undefined || local === undefined ? undefined : { statementId, local };
}

/**
 * The UUID by which a record of this dose is created once, whoever creates it: made from its name alone (RFC 9562, version 8), so that two
 * devices that know nothing of each other ask for the same.
 */
export async function doseKey({ statementId, local }: Slot): Promise<string> {
  const hex = await sha256Of(new TextEncoder().encode(`dose|${statementId}/${local}`));
  const variant = ((Number.parseInt(hex.charAt(16), 16) % 4) + 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The planned doses of a day, in order. @param day YYYY-MM-DD */
export function slotsOn(statementId: string, plan: DosePlan, day: string): readonly Slot[] {
  return timesOn(plan, day).map((time) => ({ statementId, local: `${day}T${time}` }));
}

/** When a planned dose is due, in milliseconds: what the clock of the zone shows then. */
export function dueAt({ local }: Pick<Slot, 'local'>, zone: string): number {
  return momentOf(local.slice(0, 10), local.slice(11), zone);
}

const MINUTE_MS = 60_000;
/** From an hour before until two hours after its time a dose is due (home.md S7, a choice of the product). */
const EARLY_MS = 60 * MINUTE_MS;
const LATE_MS = 120 * MINUTE_MS;

/** Where a planned dose stands of which nothing is recorded: before its time, due now, or past. */
export type Due = 'later' | 'due' | 'past';

export function dueState(slot: Slot, now: number, zone: string): Due {
  const { from, until } = dueWindow(dueAt(slot, zone));
  return now < from ? 'later' : now <= until ? 'due' : 'past';
}

/** From when until when something planned counts as due, milliseconds. */
export function dueWindow(at: number): { readonly from: number; readonly until: number } {
  return { from: at - EARLY_MS, until: at + LATE_MS };
}

/** Parts of a day: morning until 11:00, noon until 17:00, evening. */
export type DayPart = 'morning' | 'noon' | 'evening';

export function dayPartOf({ local }: Pick<Slot, 'local'>): DayPart {
  const time = local.slice(11);
  return time < '11:00' ? 'morning' : time < '17:00' ? 'noon' : 'evening';
}

/** What was there of a medicine when it was counted. */
export interface Stock {
  /** Units (tablets), at least 0. */
  readonly count: number;
  /** When it was counted, milliseconds. */
  readonly at: number;
  /** Units of one dose, above 0. */
  readonly perDose: number;
}

/** Longest time that is looked ahead, in days. */
const FAR = 366;

/**
 * How many days a stock lasts from today, about: each planned time since it was counted took one dose unless it is recorded as skipped, so that an
 * unrecorded one makes it end earlier rather than later. Undefined for a plan that ends before the stock does, and beyond a year.
 * @param skipped local times of doses recorded as not taken
 */
export function daysOfStock(
  plan: DosePlan,
  { count, at, perDose }: Stock,
  skipped: ReadonlySet<string>,
  now: number,
  zone: string,
): number | undefined {
  const today = dayOf(now, zone);
  const first = dayOf(at, zone);
  if (perDose <= 0 || until(first, today) > 2 * FAR) return undefined;
  /** A dose is still to come today: today counts as a day. */
  const isOpen = timesOn(plan, today).some((time) => dueAt({ local: `${today}T${time}` }, zone) > now);
  let left = count;
  let lasts = 0;
  for (let day = first; until(today, day) <= FAR; day = add(day, { days: 1 })) {
    for (const time of timesOn(plan, day)) {
      const local = `${day}T${time}`;
      const moment = dueAt({ local }, zone);
      if (moment <= at || skipped.has(local)) continue;
      // floats of half tablets
      if (left + 1e-9 < perDose) return lasts;
      left -= perDose;
      if (moment > now) lasts = until(today, day) + (isOpen ? 1 : 0);
    }
    if (plan.end !== undefined && day > plan.end) return undefined;
  }
  return undefined;
}
