import { ageInYears } from '@phr/time/age';

/** The schedule is one of children. */
const GROWN_YEARS = 18;

/** Whether the schedule is about somebody of this birth date (YYYY-MM-DD or less of it) at a day. */
export function isOfScheduleAge(birthDate: string | undefined, today: string): boolean {
  const years = ageInYears(birthDate, today);
  return years !== undefined && years < GROWN_YEARS;
}
