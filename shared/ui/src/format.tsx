/**
 * Formats dates, numbers, money, sizes and names for display. All functions return displayable text: unreadable input
 * becomes "Không rõ" / "Unknown", never "Invalid Date". Zones are IANA names; default is the device's.
 */
import type { Locale } from '@phr/contract/host-api';
import { dateTimeFormat, numberFormat, relativeTimeFormat } from '@phr/i18n/intl';
import * as plainDate from '@phr/time/plain-date';
import { clockOf, dayOf as dayInZone, deviceZone, minuteOfDay } from '@phr/time/zone';
import { unitKeyOf, type UnitKey } from './units.tsx';

/** Re-exported for released modules. */
export { deviceZone };

const UNKNOWN: Readonly<Record<Locale, string>> = { 'vi-VN': 'Không rõ', 'en-US': 'Unknown' };
const NO_BREAK_SPACE = '\u00a0';

type Moment = string | number | Date;

/** A FHIR calendar date (YYYY, YYYY-MM or YYYY-MM-DD) as DD/MM/YYYY, MM/YYYY or YYYY. Never shifted by a zone. */
export function formatDate(date: string | undefined, locale: Locale): string {
  const known = plainDate.parsePartial(date ?? '');
  return known === undefined || date === undefined ? UNKNOWN[locale] : date.split('-').reverse().join('/');
}

/** An instant as `HH:mm DD/MM/YYYY`. */
export function formatInstant(moment: Moment | undefined, locale: Locale, zone = deviceZone()): string {
  const at = millisecondsOf(moment);
  if (at === undefined) return UNKNOWN[locale];
  const { year, month, day } = clockOf(at, zone);
  return `${formatTime(at, locale, zone)} ${two(day)}/${two(month)}/${String(year).padStart(4, '0')}`;
}

/** The time of an instant as `HH:mm`. */
export function formatTime(moment: Moment | undefined, locale: Locale, zone = deviceZone()): string {
  const at = millisecondsOf(moment);
  if (at === undefined) return UNKNOWN[locale];
  const { hour, minute } = clockOf(at, zone);
  return `${two(hour)}:${two(minute)}`;
}

/** A FHIR dateTime: as instant if it has a time, otherwise as calendar date. */
export function formatDateTime(dateTime: string | undefined, locale: Locale, zone?: string): string {
  return dateTime?.includes('T') === true ? formatInstant(dateTime, locale, zone) : formatDate(dateTime, locale);
}

/** The local day (YYYY-MM-DD) of an instant; undefined if unreadable. Used for grouping lists. */
export function dayOf(moment: Moment | undefined, zone = deviceZone()): string | undefined {
  const at = millisecondsOf(moment);
  return at === undefined ? undefined : dayInZone(at, zone);
}

export interface DayOptions {
  readonly zone?: string | undefined;
  /** The current time; defaults to the clock. */
  readonly now?: Moment | undefined;
}

/** Day of an instant: "hôm nay", "hôm qua" (or "today", "yesterday"), else DD/MM/YYYY. */
export function formatDay(
  moment: Moment | undefined,
  locale: Locale,
  { zone = deviceZone(), now = Date.now() }: DayOptions = {},
): string {
  const [day, today] = [dayOf(moment, zone), dayOf(now, zone)];
  if (day === undefined || today === undefined) return UNKNOWN[locale];
  const near = [today, plainDate.add(today, { days: -1 })].indexOf(day);
  if (near === -1) return formatDate(day, locale);
  // engines differ in the case of the Vietnamese words
  return relativeTimeFormat(locale, { numeric: 'auto' })
    .format(0 - near, 'day')
    .toLocaleLowerCase(locale);
}

/** Time and day of an instant: "07:42 hôm nay", "07:42 23/11/2026". */
export function formatMoment(moment: Moment | undefined, locale: Locale, options: DayOptions = {}): string {
  if (millisecondsOf(moment) === undefined) return UNKNOWN[locale];
  return `${formatTime(moment, locale, options.zone)} ${formatDay(moment, locale, options)}`;
}

/**
 * An age in its largest fitting unit: "45 ngày trước", "3 tháng trước", "2 years ago".
 * @param days whole days, at least one
 */
export function formatAge(days: number, locale: Locale): string {
  const [count, unit] =
    days < 60
      ? [days, 'day' as const]
      : days < 730
        ? [days / 30.4375, 'month' as const]
        : [days / 365.25, 'year' as const];
  return relativeTimeFormat(locale).format(-Math.floor(count), unit);
}

/** The weekday of a calendar date (YYYY-MM-DD): "Thứ Năm" / "Thursday". */
export function formatWeekday(date: string | undefined, locale: Locale): string {
  if (date === undefined || plainDate.parse(date) === undefined) return UNKNOWN[locale];
  return dateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date));
}

/** Units with a fixed number of decimals (UX-15): [min, max]. Others have up to three. */
const DECIMALS: Readonly<Partial<Record<UnitKey, readonly [number, number]>>> = {
  mmHg: [0, 0],
  celsius: [1, 1],
  mmolL: [1, 1],
  mgdL: [0, 0],
  kgm2: [2, 2],
  kg: [0, 1],
  cm: [0, 1],
  percent: [0, 0],
  perMin: [0, 0],
  bpm: [0, 0],
  ms: [0, 0],
};

/**
 * A number in the locale's notation, with its unit's decimals (UCUM or printed): "36,6" in Vietnamese, "36.6" in
 * English.
 */
export function formatNumber(value: number | undefined, locale: Locale, unit = ''): string {
  if (value === undefined || !Number.isFinite(value)) return UNKNOWN[locale];
  const key = unitKeyOf(unit);
  const [fewest, most] = (key && DECIMALS[key]) ?? [0, 3];
  return numberFormat(locale, { minimumFractionDigits: fewest, maximumFractionDigits: most }).format(value);
}

/** A number and its printed unit, joined by a no-break space: "36,6 °C". */
export function formatQuantity(value: number | undefined, unit: string, locale: Locale): string {
  if (value === undefined || !Number.isFinite(value)) return UNKNOWN[locale];
  return `${formatNumber(value, locale, unit)}${NO_BREAK_SPACE}${unit}`;
}

/** An amount in dong, identical in both languages: "150.000 VND", "1.500 VND" (R-14, D-90). */
export function formatMoney(amount: number | undefined, locale: Locale): string {
  if (amount === undefined || !Number.isFinite(amount)) return UNKNOWN[locale];
  return numberFormat('it-IT', {
    style: 'currency',
    currency: 'VND',
    currencyDisplay: 'code',
    useGrouping: 'always',
  }).format(amount);
}

const SIZE_UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

/** A size in bytes in binary units, one decimal from KiB on: "1,5 MiB" (D-91). */
export function formatFileSize(bytes: number | undefined, locale: Locale): string {
  if (bytes === undefined || !Number.isFinite(bytes) || bytes < 0) return UNKNOWN[locale];
  let size = bytes;
  let step = 0;
  // 1023.95 KiB would round to "1,024.0 KiB"
  while (step < SIZE_UNITS.length - 1 && Number(size.toFixed(1)) >= 1024) {
    size /= 1024;
    step += 1;
  }
  const digits = step === 0 ? 0 : 1;
  const shown = numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(size);
  return `${shown}${NO_BREAK_SPACE}${SIZE_UNITS[step] ?? ''}`;
}

/** A Vietnamese mobile number as "0912 345 678"; other numbers unchanged (D-21). */
export function formatPhone(phone: string | undefined, locale: Locale): string {
  if (phone === undefined || phone.trim() === '') return UNKNOWN[locale];
  const digits = phone.replace(/[\s.()-]/g, '').replace(/^\+/, '');
  const national = /^(?:84|0)(\d{9})$/.exec(digits)?.[1] ?? (/^\d{9}$/.test(digits) ? digits : undefined);
  return national === undefined ? phone : `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
}

/** At most `length` graphemes plus "…" (D-85). */
export function truncate(text: string, length = 25): string {
  // graphemes are at least one code unit long
  if (text.length <= length) return text;
  const letters = [...new Intl.Segmenter('vi', { granularity: 'grapheme' }).segment(text)];
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, length)
        .map((letter) => letter.segment)
        .join('')
        .trimEnd()}…`;
}

/** Greeting for a local time: morning before 12:00, evening from 18:01, hello in between (D-84). */
export function greetingKey(
  moment: Moment,
  zone = deviceZone(),
): 'greeting.morning' | 'greeting.hello' | 'greeting.evening' {
  const at = millisecondsOf(moment);
  const minutes = at === undefined ? 12 * 60 : minuteOfDay(at, zone);
  if (minutes < 12 * 60) return 'greeting.morning';
  return minutes > 18 * 60 ? 'greeting.evening' : 'greeting.hello';
}

/** Milliseconds since 1970; undefined if not an instant. */
function millisecondsOf(moment: Moment | undefined): number | undefined {
  // a date without time is not an instant: parsed as one it would shift by the zone
  if (moment === undefined || (typeof moment === 'string' && !moment.includes('T'))) return undefined;
  const at = new Date(moment).getTime();
  return Number.isNaN(at) ? undefined : at;
}

const two = (value: number): string => String(value).padStart(2, '0');
