import { dayOf, deviceZone } from '@phr/clinical/periods';

/** The calendar day on this device now, YYYY-MM-DD. */
export function today(): string {
  return dayOf(Date.now(), deviceZone());
}
