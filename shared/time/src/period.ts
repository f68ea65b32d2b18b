import { add } from './plain-date.ts';
import { startOfDay } from './zone.ts';

/** Calendar days one after the other, in a zone. */
export interface Period {
  readonly firstDay: string;
  readonly lastDay: string;
  /** First moment, in milliseconds since 1970. */
  readonly start: number;
  /** First moment after the period. */
  readonly end: number;
}

/** The period from one calendar day to another, both included. @throws RangeError when a text is no day or the zone unknown */
export function periodOf(firstDay: string, lastDay: string, zone: string): Period {
  return { firstDay, lastDay, start: startOfDay(firstDay, zone), end: startOfDay(add(lastDay, { days: 1 }), zone) };
}
