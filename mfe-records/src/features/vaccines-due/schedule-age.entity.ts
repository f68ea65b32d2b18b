import { ageInYears } from '@phr/time/age';

/** The schedule is one of children. */
const GROWN_YEARS = 18;

/** Whether the schedule covers a person of this birth date (YYYY-MM-DD or a prefix) on a day. */
export function isOfScheduleAge(birthDate: string | undefined, today: string): boolean {
  const years = ageInYears(birthDate, today);
  return years !== undefined && years < GROWN_YEARS;
}
