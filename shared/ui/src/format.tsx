/**
 * Dates, numbers, money, sizes and names as people read them. Every function answers with something that can be shown: what cannot be
 * read becomes "Không rõ" / "Unknown", never "Invalid Date". Zones are IANA names; the device's own by default.
 */
import { unitKeyOf, type UnitKey } from './units.tsx';

export type Locale = 'vi-VN' | 'en-US';

const UNKNOWN: Readonly<Record<Locale, string>> = { 'vi-VN': 'Không rõ', 'en-US': 'Unknown' };
const NO_BREAK_SPACE = '\u00a0';

type Moment = string | number | Date;

/** A calendar date of FHIR (YYYY, YYYY-MM or YYYY-MM-DD) as DD/MM/YYYY, MM/YYYY or YYYY. Never shifted by a zone. */
export function formatDate(date: string | undefined, locale: Locale): string {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date ?? '');
  if (parts === null || !isRealDate(parts[1], parts[2], parts[3])) return UNKNOWN[locale];
  return [parts[3], parts[2], parts[1]].filter((part) => part !== undefined).join('/');
}

/** An instant as `HH:mm DD/MM/YYYY`. */
export function formatInstant(moment: Moment | undefined, locale: Locale, zone?: string): string {
  const shown = partsOf(moment, zone);
  return shown === undefined
    ? UNKNOWN[locale]
    : `${shown.hour}:${shown.minute} ${shown.day}/${shown.month}/${shown.year}`;
}

/** The time of an instant as `HH:mm`. */
export function formatTime(moment: Moment | undefined, locale: Locale, zone?: string): string {
  const shown = partsOf(moment, zone);
  return shown === undefined ? UNKNOWN[locale] : `${shown.hour}:${shown.minute}`;
}

/** A dateTime of FHIR: an instant when it has a time, a calendar date otherwise. */
export function formatDateTime(dateTime: string | undefined, locale: Locale, zone?: string): string {
  return dateTime?.includes('T') === true ? formatInstant(dateTime, locale, zone) : formatDate(dateTime, locale);
}

/** The calendar day (YYYY-MM-DD) on which an instant falls; undefined when it cannot be read. Lists are grouped by this day. */
export function dayOf(moment: Moment | undefined, zone?: string): string | undefined {
  const shown = partsOf(moment, zone);
  return shown === undefined ? undefined : `${shown.year}-${shown.month}-${shown.day}`;
}

export interface DayOptions {
  readonly zone?: string | undefined;
  /** The present instant; the clock's by default. */
  readonly now?: Moment | undefined;
}

/** The day of an instant: "hôm nay", "hôm qua" (or "today", "yesterday"), else DD/MM/YYYY. */
export function formatDay(
  moment: Moment | undefined,
  locale: Locale,
  { zone, now = Date.now() }: DayOptions = {},
): string {
  const day = dayOf(moment, zone);
  const today = dayOf(now, zone);
  if (day === undefined || today === undefined) return UNKNOWN[locale];
  const apart = (Date.parse(day) - Date.parse(today)) / 86_400_000;
  // Engines differ in the case of the Vietnamese words.
  if (apart === 0 || apart === -1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(apart, 'day').toLocaleLowerCase(locale);
  return formatDate(day, locale);
}

/** Time and day of an instant in one phrase: "07:42 hôm nay", "07:42 23/11/2026". */
export function formatMoment(moment: Moment | undefined, locale: Locale, options: DayOptions = {}): string {
  if (partsOf(moment, options.zone) === undefined) return UNKNOWN[locale];
  return `${formatTime(moment, locale, options.zone)} ${formatDay(moment, locale, options)}`;
}

/** The weekday of a calendar date (YYYY-MM-DD): "Thứ Năm" / "Thursday". */
export function formatWeekday(date: string | undefined, locale: Locale): string {
  if (formatDate(date, locale) === UNKNOWN[locale] || date?.length !== 10) return UNKNOWN[locale];
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date));
}

/** Name of the device's zone, e.g. 'Asia/Ho_Chi_Minh'. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Units whose number of decimals is fixed by the product (UX-15): [fewest, most]. Other units keep up to three. */
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

/** A number in the notation of the language, with the decimals of its unit (UCUM or written): "36,6" in Vietnamese, "36.6" in English. */
export function formatNumber(value: number | undefined, locale: Locale, unit = ''): string {
  if (value === undefined || !Number.isFinite(value)) return UNKNOWN[locale];
  const key = unitKeyOf(unit);
  const [fewest, most] = (key && DECIMALS[key]) ?? [0, 3];
  return new Intl.NumberFormat(locale, { minimumFractionDigits: fewest, maximumFractionDigits: most }).format(value);
}

/** A number and its written unit, kept on one line by a no-break space: "36,6 °C". */
export function formatQuantity(value: number | undefined, unit: string, locale: Locale): string {
  if (value === undefined || !Number.isFinite(value)) return UNKNOWN[locale];
  return `${formatNumber(value, locale, unit)}${NO_BREAK_SPACE}${unit}`;
}

/** An amount of dong, the same in both languages: "150.000 VND", "1.500 VND" (R-14, D-90). */
export function formatMoney(amount: number | undefined, locale: Locale): string {
  if (amount === undefined || !Number.isFinite(amount)) return UNKNOWN[locale];
  return new Intl.NumberFormat('it-IT', {
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
  // 1023.95 KiB would read "1,024.0 KiB".
  while (step < SIZE_UNITS.length - 1 && Number(size.toFixed(1)) >= 1024) {
    size /= 1024;
    step += 1;
  }
  const digits = step === 0 ? 0 : 1;
  const shown = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    size,
  );
  return `${shown}${NO_BREAK_SPACE}${SIZE_UNITS[step] ?? ''}`;
}

/** A Vietnamese mobile number as 0 and three groups of three, "0912 345 678"; any other number as it came (D-21). */
export function formatPhone(phone: string | undefined, locale: Locale): string {
  if (phone === undefined || phone.trim() === '') return UNKNOWN[locale];
  const digits = phone.replace(/[\s.()-]/g, '').replace(/^\+/, '');
  const national = /^(?:84|0)(\d{9})$/.exec(digits)?.[1] ?? (/^\d{9}$/.test(digits) ? digits : undefined);
  return national === undefined ? phone : `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
}

/** At most `length` visible characters and "…"; marks of one letter stay together (D-85). */
export function truncate(text: string, length = 25): string {
  const letters = [...new Intl.Segmenter('vi', { granularity: 'grapheme' }).segment(text)];
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, length)
        .map((letter) => letter.segment)
        .join('')
        .trimEnd()}…`;
}

/** Which greeting suits a local time: before 12:00 morning, from 18:01 evening, hello in between (D-84). */
export function greetingKey(moment: Moment, zone?: string): 'greeting.morning' | 'greeting.hello' | 'greeting.evening' {
  const shown = partsOf(moment, zone);
  const minutes = shown === undefined ? 720 : Number(shown.hour) * 60 + Number(shown.minute);
  if (minutes < 12 * 60) return 'greeting.morning';
  return minutes > 18 * 60 ? 'greeting.evening' : 'greeting.hello';
}

interface ShownParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
}

function partsOf(moment: Moment | undefined, zone: string | undefined): ShownParts | undefined {
  // A date without a time is no instant: read as one it would move by the zone.
  if (moment === undefined || (typeof moment === 'string' && !moment.includes('T'))) return undefined;
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return undefined;
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(date)
      .map((part) => [part.type, part.value]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    year: get('year').padStart(4, '0'),
    month: get('month'),
    day: get('day'),
    hour: get('hour'),
    minute: get('minute'),
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are costly to make and lists ask for hundreds. */
function formatterOf(zone: string | undefined): Intl.DateTimeFormat {
  const key = zone ?? deviceZone();
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: key,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(key, made);
  return made;
}

function isRealDate(year: string | undefined, month = '01', day = '01'): boolean {
  const iso = `${year ?? ''}-${month}-${day}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
}
