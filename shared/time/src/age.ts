import { daysInMonth, parse, parsePartial, until } from './plain-date.ts';

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Parses YYYY, YYYY-MM or YYYY-MM-DD (ignoring a time); missing parts become the last possible day. */
function lastPossibleDay(text: string): CalendarDay | undefined {
  const date = parsePartial(text.replace(/T.*$/, ''));
  if (date === undefined) return undefined;
  const { year, month } = { month: 12, ...date };
  return { day: daysInMonth(year, month), ...date, month };
}

/**
 * Completed years on a calendar day. A partial birth date counts as its last possible day, so that no one is treated as
 * an adult too early.
 * @param birthDate YYYY-MM-DD, YYYY-MM or YYYY
 * @param onDay YYYY-MM-DD in the person's zone (D-31: the day of the reading, not today)
 * @returns undefined if the birth date is unknown, malformed or after the day
 */
export function ageInYears(birthDate: string | undefined, onDay: string): number | undefined {
  const born = birthDate === undefined ? undefined : lastPossibleDay(birthDate);
  const at = lastPossibleDay(onDay);
  if (born === undefined || at === undefined) return undefined;
  const birthdayPassed = at.month > born.month || (at.month === born.month && at.day >= born.day);
  const years = at.year - born.year - (birthdayPassed ? 0 : 1);
  if (years >= 0) return years;
  // born in the year (or month) of the reading, with only that known: age 0, not "in the future"
  return birthDate !== undefined && birthDate.length < 10 && onDay.startsWith(birthDate) ? 0 : undefined;
}

/** Mean month: 365.25 / 12 days (specification: "about 30.4"; D-31). */
const DAYS_PER_MONTH = 30.4375;

/**
 * Completed months on a calendar day, for children under 24 months. Undefined unless both are full dates and the birth
 * date is not after the day.
 */
export function ageInMonths(birthDate: string | undefined, onDay: string): number | undefined {
  const [born, day] = [parse(birthDate ?? ''), parse(onDay)];
  if (born === undefined || day === undefined || day < born) return undefined;
  return Math.floor(until(born, day) / DAYS_PER_MONTH);
}
