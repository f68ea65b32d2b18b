/** Tolerant parsing of typed text. All functions return undefined for unreadable input. */
import type { Locale } from '@phr/contract/locale';
import * as plainDate from '@phr/time/plain-date';

/** A decimal number with comma or dot: "36,6" and "36.6" are both 36.6. Rejects grouping, exponents and units. */
export function parseDecimal(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : undefined;
}

/** A number as typed, with the locale's decimal mark; the exact inverse of `parseDecimal`. */
export function writeDecimal(value: number, locale: Locale): string {
  return value.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 20 });
}

/** A pair of numbers, as shown by a blood pressure meter: "120/80". */
export function parsePair(typed: string): readonly [string, string] | undefined {
  const parts = /^\s*(\d+(?:[.,]\d+)?)\s*[/\\-]\s*(\d+(?:[.,]\d+)?)\s*$/.exec(typed);
  return parts?.[1] === undefined || parts[2] === undefined ? undefined : [parts[1], parts[2]];
}

/** Result of parsing a date: empty, unreadable, a non-existent day, or a calendar date. */
export type TypedDate =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'impossible' }
  | { readonly kind: 'date'; readonly date: string };

/**
 * Day, month, year, with any common separator or none: 1/2/2026, 01-02-2026, 01.02.2026, 01022026. Returns YYYY-MM-DD.
 */
export function parseDateInput(typed: string): TypedDate {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const parts =
    /^(\d{1,2})\s*[/.\- ]\s*(\d{1,2})\s*[/.\- ]\s*(\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (parts === null) return { kind: 'unreadable' };
  const [, day = '', month = '', year = ''] = parts;
  const date = plainDate.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return date === undefined ? { kind: 'impossible' } : { kind: 'date', date };
}

/** The same, also accepting a month (3/2019, 03-2019) or year (2019) alone. Returns YYYY-MM-DD, YYYY-MM or YYYY. */
export function parsePartialDateInput(typed: string): TypedDate {
  const parts = /^(?:(\d{1,2})\s*[/.\- ]\s*)?(\d{4})$/.exec(typed.trim());
  if (parts === null) return parseDateInput(typed);
  const [, month, year = ''] = parts;
  const date = month === undefined ? year : `${year}-${month.padStart(2, '0')}`;
  return plainDate.parsePartial(date) === undefined ? { kind: 'impossible' } : { kind: 'date', date };
}

/** A 24-hour time: 8:15, 08:15, 8h15, 8.15, 0815. Returns HH:mm. */
export function parseTimeInput(typed: string): string | undefined {
  const text = typed.trim();
  const parts = /^(\d{1,2})\s*[:.hg]\s*(\d{2})$/i.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const [hour, minute] = [Number(parts[1]), Number(parts[2])];
  return hour < 24 && minute < 60 ? `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` : undefined;
}
