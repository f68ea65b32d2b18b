import { add } from './plain-date.ts';
import { startOfDay } from './zone.ts';

/** Consecutive calendar days in a zone. */
export interface Period {
  readonly firstDay: string;
  readonly lastDay: string;
  /** First instant, in milliseconds since 1970. */
  readonly start: number;
  /** End instant, exclusive. */
  readonly end: number;
}

/**
 * The period between two calendar days, inclusive.
 * @throws RangeError for an invalid day or zone
 */
export function periodOf(firstDay: string, lastDay: string, zone: string): Period {
  return { firstDay, lastDay, start: startOfDay(firstDay, zone), end: startOfDay(add(lastDay, { days: 1 }), zone) };
}
