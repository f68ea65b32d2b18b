import { ageInYears } from '@phr/time/age';
import * as plainDate from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import type { Person } from './verdict.ts';

/** A person's age at a reading; fields are absent when the birth date is not exact enough. */
export interface Age {
  /** Completed years. */
  readonly years?: number;
  /** Completed days; only from a full birth date. */
  readonly days?: number;
  readonly isUnder3Months: boolean;
  readonly isUnder6Months: boolean;
}

/**
 * Local day of a reading: from its instant in the zone, or the written date.
 * @param at FHIR date or dateTime
 */
export function dayAt(at: string | undefined, zone: string): string | undefined {
  if (at === undefined) return undefined;
  if (!at.includes('T')) return at;
  const instant = Date.parse(at);
  return Number.isNaN(instant) ? undefined : dayOf(instant, zone);
}

/** One-entry cache: a day of sensor readings asks for the same age hundreds of times. */
let last: { readonly birthDate: string | undefined; readonly day: string | undefined; readonly age: Age } | undefined;

/**
 * Age on a day; rules for small children add calendar months to the birth date.
 * @param day YYYY-MM-DD, or a prefix of it
 */
export function ageOn(birthDate: string | undefined, day: string | undefined): Age {
  if (last === undefined || last.birthDate !== birthDate || last.day !== day)
    last = { birthDate, day, age: countedAge(birthDate, day) };
  return last.age;
}

function countedAge(birthDate: string | undefined, day: string | undefined): Age {
  const years = day === undefined ? undefined : ageInYears(birthDate, day);
  const born = plainDate.parse(birthDate ?? '');
  const on = plainDate.parse(day ?? '');
  const isKnown = born !== undefined && on !== undefined && on >= born;
  const isUnder = (months: number): boolean => isKnown && on < plainDate.add(born, { months });
  return {
    ...(years === undefined ? {} : { years }),
    ...(isKnown ? { days: plainDate.until(born, on) } : {}),
    isUnder3Months: isUnder(3),
    isUnder6Months: isUnder(6),
  };
}

/**
 * The person with `pregnant` resolved for a day.
 * @param day YYYY-MM-DD, or a prefix of it
 */
export function personOn(person: Person, day: string | undefined): Person {
  const { pregnancies = [], ...rest } = person;
  const isPregnant =
    day?.length === 10 && person.pregnant === undefined && pregnancies.some(({ from, to }) => from <= day && day <= to);
  return isPregnant ? { ...rest, pregnant: 'yes' } : person;
}
