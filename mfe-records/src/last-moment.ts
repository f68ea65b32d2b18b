import { dateBounds } from '@phr/fhir/dates';

/** Last millisecond of a date on this device's clock; a day counts as a whole. Undefined without a date. */
export function lastMoment(date: string | undefined): number | undefined {
  return date === undefined ? undefined : dateBounds(date, -new Date(date).getTimezoneOffset())?.end.getTime();
}
