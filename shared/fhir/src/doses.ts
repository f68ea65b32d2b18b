import { sha256Of } from './imports.ts';
import { add, until } from '@phr/time/plain-date';
import { dayOf, momentOf } from '@phr/time/zone';
import { timesOn, type DosePlan } from './dose-plan.ts';

// Planned doses are computed, never stored; only taken or skipped ones are (MedicationAdministration). They are matched
// by planned local time, which is the same for two carers and across zones.

/** System of a recorded dose's identifier: '<statement id>/<YYYY-MM-DDTHH:mm>'. */
export const DOSE_SYSTEM = 'https://phr.example/dose';

/** A planned dose. */
export interface Slot {
  readonly statementId: string;
  /** YYYY-MM-DDTHH:mm, local time of the person; an event in place of an unknown hour: YYYY-MM-DDTEVE. */
  readonly local: string;
}

/** Identifier of the record of a planned dose. */
export function doseIdentifier({ statementId, local }: Slot) {
  return { system: DOSE_SYSTEM, value: `${statementId}/${local}` };
}

const SLOT = /^([A-Za-z0-9.-]{1,64})\/(\d{4}-\d\d-\d\dT(?:\d\d:\d\d|[A-Z]{1,4}(?:\.[a-z]{1,5})?(?:-\d)?))$/;

/** Parses such an identifier; undefined for any other. */
export function slotOf({ system, value }: { readonly system?: string; readonly value?: string }): Slot | undefined {
  const found = system === DOSE_SYSTEM ? SLOT.exec(value ?? '') : null;
  const [, statementId, local] = found ?? [];
  return statementId === undefined || local === undefined ? undefined : { statementId, local };
}

/**
 * Deterministic UUID (RFC 9562, version 8) of a dose, so that it is recorded once even if two devices create it
 * independently.
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

/**
 * Planned doses of a day, in order.
 * @param day YYYY-MM-DD
 */
export function slotsOn(statementId: string, plan: DosePlan, day: string): readonly Slot[] {
  return timesOn(plan, day).map((time) => ({ statementId, local: `${day}T${time}` }));
}

/** When a planned dose is due, in milliseconds, by the zone's local time. */
export function dueAt({ local }: Pick<Slot, 'local'>, zone: string): number {
  return momentOf(local.slice(0, 10), local.slice(11), zone);
}

const MINUTE_MS = 60_000;
/** A dose is due from an hour before to two hours after its time (home.md S7, a product decision). */
const EARLY_MS = 60 * MINUTE_MS;
const LATE_MS = 120 * MINUTE_MS;

/** State of an unrecorded planned dose: before its time, due now, or past. */
export type Due = 'later' | 'due' | 'past';

export function dueState(slot: Slot, now: number, zone: string): Due {
  const { from, until } = dueWindow(dueAt(slot, zone));
  return now < from ? 'later' : now <= until ? 'due' : 'past';
}

/** Interval in which something planned counts as due, in milliseconds. */
export function dueWindow(at: number): { readonly from: number; readonly until: number } {
  return { from: at - EARLY_MS, until: at + LATE_MS };
}

/** Parts of a day: morning until 11:00, noon until 17:00, evening. */
export type DayPart = 'morning' | 'noon' | 'evening';

export function dayPartOf({ local }: Pick<Slot, 'local'>): DayPart {
  const time = local.slice(11);
  return time < '11:00' ? 'morning' : time < '17:00' ? 'noon' : 'evening';
}

const EVENT_PARTS: readonly (readonly [DayPart, readonly string[]])[] = [
  ['morning', ['MORN', 'MORN.early', 'MORN.late', 'WAKE', 'CM', 'ACM', 'PCM']],
  ['noon', ['NOON', 'AFT', 'AFT.early', 'AFT.late', 'CD', 'ACD', 'PCD']],
  ['evening', ['EVE', 'EVE.early', 'EVE.late', 'NIGHT', 'HS', 'PHS', 'CV', 'ACV', 'PCV']],
];

/** Part of the day of a dose planned by an event; 'any' for a meal of any time. */
export function eventPartOf({ local }: Pick<Slot, 'local'>): DayPart | 'any' {
  const event = local.slice(11).split('-')[0] ?? '';
  return EVENT_PARTS.find(([, events]) => events.includes(event))?.[0] ?? 'any';
}

/** A counted stock of a medicine. */
export interface Stock {
  /** Units (such as tablets), at least 0. */
  readonly count: number;
  /** Time of the count, in milliseconds. */
  readonly at: number;
  /** Units per dose, above 0. */
  readonly perDose: number;
}

/** Horizon in days. */
const FAR = 366;

/**
 * Approximate days a stock lasts from today. Each planned time since the count used one dose unless recorded as
 * skipped, so unrecorded doses make it end earlier rather than later. Undefined if the plan ends first, or beyond a
 * year.
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
  /** If a dose is still due today, today counts as a day. */
  const isOpen = timesOn(plan, today).some((time) => dueAt({ local: `${today}T${time}` }, zone) > now);
  let left = count;
  let lasts = 0;
  for (let day = first; until(today, day) <= FAR; day = add(day, { days: 1 })) {
    for (const time of timesOn(plan, day)) {
      const local = `${day}T${time}`;
      const moment = dueAt({ local }, zone);
      if (moment <= at || skipped.has(local)) continue;
      // rounding of half tablets
      if (left + 1e-9 < perDose) return lasts;
      left -= perDose;
      if (moment > now) lasts = until(today, day) + (isOpen ? 1 : 0);
    }
    if (plan.end !== undefined && day > plan.end) return undefined;
  }
  return undefined;
}
