import type { Locale } from '@phr/contract/locale';
import { DAY_MS } from '@phr/time/plain-date';

/** For whom, when and in which words signals are told. */
export interface Situation {
  readonly patientId: string;
  readonly now: Date;
  readonly locale: Locale;
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
}

/** A moment so many days after another, ISO 8601. */
export const daysAfter = (moment: Date | number, days: number): string =>
  new Date(new Date(moment).getTime() + days * DAY_MS).toISOString();

/** Until when something holds that ends by being done, not by a time: the source tells it anew before. */
export const nextLook = (now: Date): string => daysAfter(now, 1);
