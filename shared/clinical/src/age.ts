/** Days of a month of the Gregorian calendar. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Reads YYYY, YYYY-MM or YYYY-MM-DD (a time after it is ignored); a missing part becomes the last possible one. */
function lastPossibleDay(date: string): CalendarDay | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*)?$/.exec(date);
  if (match === null) return undefined;
  const year = Number(match[1]);
  const month = match[2] === undefined ? 12 : Number(match[2]);
  if (month < 1 || month > 12) return undefined;
  const last = daysIn(year, month);
  const day = match[3] === undefined ? last : Number(match[3]);
  return day < 1 || day > last ? undefined : { year, month, day };
}

/**
 * Completed years at a calendar day. A partial birth date counts as its last possible day, so that nobody is taken for an adult too early.
 * @param birthDate YYYY-MM-DD, YYYY-MM or YYYY
 * @param onDay YYYY-MM-DD in the person's zone (D-31: the day of the reading, not today)
 * @returns undefined when the birth date is unknown, malformed or after the day
 */
export function ageInYears(birthDate: string | undefined, onDay: string): number | undefined {
  const born = birthDate === undefined ? undefined : lastPossibleDay(birthDate);
  const at = lastPossibleDay(onDay);
  if (born === undefined || at === undefined) return undefined;
  const birthdayPassed = at.month > born.month || (at.month === born.month && at.day >= born.day);
  const years = at.year - born.year - (birthdayPassed ? 0 : 1);
  if (years >= 0) return years;
  // Born in the year (or month) of the reading with only that part known: age 0, not "in the future".
  return birthDate !== undefined && birthDate.length < 10 && onDay.startsWith(birthDate) ? 0 : undefined;
}

/** Mean length of a month: 365.25 / 12 days (specification: "about 30.4"; D-31). */
const DAYS_PER_MONTH = 30.4375;

/** Completed months at a calendar day, for children under 24 months. Undefined unless the birth date is a full one, not after the day. */
export function ageInMonths(birthDate: string | undefined, onDay: string): number | undefined {
  if (birthDate === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(birthDate)) return undefined;
  const born = lastPossibleDay(birthDate);
  const at = lastPossibleDay(onDay);
  if (born === undefined || at === undefined) return undefined;
  const days = (Date.UTC(at.year, at.month - 1, at.day) - Date.UTC(born.year, born.month - 1, born.day)) / 86_400_000;
  return days < 0 ? undefined : Math.floor(days / DAYS_PER_MONTH);
}

/** From this age the adult bands of blood pressure and BMI apply (D-31). */
export const ADULT_AGE = 18;
/** From this age the NEWS2 steps of temperature and heart rate apply (Royal College of Physicians, NEWS2; D-32, D-34). */
export const NEWS2_AGE = 16;
