import { ageInYears } from '@phr/time/age';
import * as plainDate from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import type { Person } from './verdict.ts';

/** How old a person was at a reading; what is not known exactly enough is absent. */
export interface Age {
  /** Completed years. */
  readonly years?: number;
  /** Completed days, of a full birth date. */
  readonly days?: number;
  readonly isUnder3Months: boolean;
  readonly isUnder6Months: boolean;
}

/** The day of a reading in a zone: that of its instant, or the written date. @param at FHIR date or dateTime */
export function dayAt(at: string | undefined, zone: string): string | undefined {
  if (at === undefined) return undefined;
  if (!at.includes('T')) return at;
  const instant = Date.parse(at);
  return Number.isNaN(instant) ? undefined : dayOf(instant, zone);
}

/** The last age that was asked for: a sensor's readings of one day ask for the same a hundred times. */
let last: { readonly birthDate: string | undefined; readonly day: string | undefined; readonly age: Age } | undefined;

/** Age on a day: rules for small children add calendar months to the birth date. @param day YYYY-MM-DD, or less of it */
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

/** The person as they were on a day: pregnant on the days of which the record says so. @param day YYYY-MM-DD, or less of it */
export function personOn(person: Person, day: string | undefined): Person {
  const { pregnancies = [], ...rest } = person;
  const isPregnant =
    day?.length === 10 && person.pregnant === undefined && pregnancies.some(({ from, to }) => from <= day && day <= to);
  return isPregnant ? { ...rest, pregnant: 'yes' } : person;
}
