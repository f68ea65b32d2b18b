import type { Locale } from '@phr/contract/locale';
import { DAY_MS } from '@phr/time/plain-date';

/** Person, time and texts of signals. */
export interface Situation {
  readonly patientId: string;
  readonly now: Date;
  readonly locale: Locale;
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
}

/** An instant some days after another, ISO 8601. */
export const daysAfter = (moment: Date | number, days: number): string =>
  new Date(new Date(moment).getTime() + days * DAY_MS).toISOString();

/** Expiry of a signal that ends by action rather than time: renewed before then. */
export const nextLook = (now: Date): string => daysAfter(now, 1);
