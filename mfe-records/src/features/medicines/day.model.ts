import { add } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import {
  daysOfStock,
  dayPartOf,
  dueAt,
  dueState,
  eventPartOf,
  slotsOn,
  type DayPart,
  type Due,
  type Slot,
} from '@phr/fhir/doses';
import type { Dose } from './dose.entity.ts';
import type { Medicine, PlannedMedicine } from './medicine.entity.ts';

/** A dose of a day by a part of the day alone, and what is recorded of it. */
export interface EventDose extends Slot {
  readonly medicine: Medicine;
  readonly dose?: Dose;
}

/** A planned dose and what is recorded of it. */
export interface PlannedDose extends EventDose {
  readonly medicine: PlannedMedicine;
  /** HH:mm. */
  readonly time: string;
  /** When it is due, milliseconds. */
  readonly due: number;
  readonly state: Due;
}

/** Entries of a day, at a time or in a part of the day. */
export type DayDose = PlannedDose | (EventDose & { readonly time?: undefined; readonly state?: undefined });

const keyOf = ({ statementId, local }: Slot): string => `${statementId}/${local}`;

/**
 * Planned doses of a day, by time and name.
 * @param day YYYY-MM-DD
 * @param recorded stored and queued records
 */
export function dosesOn(
  day: string,
  medicines: readonly PlannedMedicine[],
  recorded: readonly Dose[],
  now: number,
  zone: string,
): readonly PlannedDose[] {
  const known = new Map(recorded.map((dose) => [keyOf(dose), dose]));
  return medicines
    .flatMap((medicine) =>
      slotsOn(medicine.id, medicine.plan, day).map((slot): PlannedDose => {
        const dose = known.get(keyOf(slot));
        return {
          ...slot,
          medicine,
          time: slot.local.slice(11),
          due: dueAt(slot, zone),
          state: dueState(slot, now, zone),
          ...(dose === undefined ? {} : { dose }),
        };
      }),
    )
    .filter((planned) => !isBefore(planned))
    .sort((a, b) => a.due - b.due || a.medicine.title.localeCompare(b.medicine.title));
}

/** times already past when confirmed were never planned */
function isBefore({ medicine: { confirmed = '' }, due, dose }: PlannedDose): boolean {
  return dose === undefined && due < Date.parse(confirmed);
}

/** Doses of a day whose timing names a part of it and no hour, by name. @param day YYYY-MM-DD */
export function eventDosesOn(
  day: string,
  medicines: readonly Medicine[],
  recorded: readonly Dose[],
): readonly EventDose[] {
  const known = new Map(recorded.map((dose) => [keyOf(dose), dose]));
  return medicines
    .filter(({ standing, isAsNeeded }) => standing === 'current' && !isAsNeeded)
    .flatMap((medicine) =>
      (medicine.events === undefined ? [] : slotsOn(medicine.id, medicine.events, day)).map((slot): EventDose => {
        const dose = known.get(keyOf(slot));
        return { ...slot, medicine, ...(dose === undefined ? {} : { dose }) };
      }),
    )
    .sort((a, b) => a.medicine.title.localeCompare(b.medicine.title));
}

const partOf = (dose: DayDose): DayPart | 'any' => (dose.time === undefined ? eventPartOf(dose) : dayPartOf(dose));

/** Doses of a day by its parts, in each those with an hour first; parts without a dose are left out. */
export function byPart(doses: readonly DayDose[]): readonly { part: DayPart | 'any'; doses: readonly DayDose[] }[] {
  return (['morning', 'noon', 'evening', 'any'] as const)
    .map((part) => ({ part, doses: doses.filter((dose) => partOf(dose) === part) }))
    .filter(({ doses: some }) => some.length > 0);
}

/** Doses due now, including yesterday's and tomorrow's near midnight (S7). */
export function dueDoses(
  medicines: readonly PlannedMedicine[],
  recorded: readonly Dose[],
  now: number,
  zone: string,
): readonly PlannedDose[] {
  const today = dayOf(now, zone);
  return [-1, 0, 1]
    .flatMap((days) => dosesOn(add(today, { days }), medicines, recorded, now, zone))
    .filter(({ state, dose }) => state === 'due' && dose === undefined);
}

/** Today's unrecorded doses whose time has passed (S8). */
export function unrecordedDoses(
  medicines: readonly PlannedMedicine[],
  recorded: readonly Dose[],
  now: number,
  zone: string,
): readonly PlannedDose[] {
  return dosesOn(dayOf(now, zone), medicines, recorded, now, zone).filter(
    ({ state, dose }) => state === 'past' && dose === undefined,
  );
}

/** Approximate days a stock lasts; undefined if not counted, or lasting to the end of the plan. */
export function stockDays(
  { id, plan, stock }: PlannedMedicine,
  recorded: readonly Dose[],
  now: number,
  zone: string,
): number | undefined {
  if (stock === undefined) return undefined;
  const skipped = new Set(
    recorded.filter(({ statementId, isTaken }) => statementId === id && !isTaken).map(({ local }) => local),
  );
  return daysOfStock(plan, { ...stock, at: Date.parse(stock.at) }, skipped, now, zone);
}
