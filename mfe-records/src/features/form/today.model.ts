import { dayOf, deviceZone } from '@phr/time/zone';

/** The calendar day on this device now, YYYY-MM-DD. */
export function today(): string {
  return dayOf(Date.now(), deviceZone());
}
