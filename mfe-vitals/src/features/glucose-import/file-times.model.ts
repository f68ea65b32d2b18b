import { normalizeText } from '@phr/fhir/normalize-text';
import { extremesOf } from '@phr/clinical/statistics';
import * as plainDate from '@phr/time/plain-date';
import { momentOf, momentsOf } from '@phr/time/zone';

export type DayOrder = 'dayFirst' | 'monthFirst' | 'yearFirst';

/** A date and time as a file writes them. */
export interface WrittenTime {
  /** In written order; a four-digit first part is the year. */
  readonly parts: readonly [string, string, string];
  /** HH:mm:ss, 24 hours. */
  readonly time: string;
  /** Minutes east of UTC, when written. */
  readonly offset?: number;
}

const CLOCK =
  /(?:^|[T\s,])(\d{1,2})\s?[:hH]\s?(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?\s?m\b\.?|SA\b|CH\b)?\s*(Z\b|(?:UTC|GMT)(?![+-])|(?:UTC|GMT)?[+-]\d{2}:?\d{2})?(?=$|[\s,])/i;
const MONTHS = [
  /^jan/,
  /^fe[bv]/,
  /^ma(?:r|e?rz)/,
  /^a[pv]r/,
  /^ma[iy]/,
  /^jui?n/,
  /^jui?l/,
  /^a(?:ug|out)/,
  /^sep/,
  /^o[ck]t/,
  /^nov/,
  /^de[cz]/,
];

/** Parses a text with date and time, in either order; a 60th second becomes the 59th. Undefined for anything else. */
export function writtenTime(text: string): WrittenTime | undefined {
  const clock = CLOCK.exec(text.trim());
  if (clock === null) return undefined;
  const [whole, hour = '', minute = '', second = '00', half, zone] = clock;
  const parts = datePartsOf(text.trim().replace(whole, ' '));
  const isAfternoon = half !== undefined && /^(?:p|ch)/i.test(half);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (parts === undefined || hours > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const seconds = second === '60' ? '59' : second;
  return {
    parts,
    time: `${String(hours).padStart(2, '0')}:${minute}:${seconds}`,
    ...(zone === undefined ? {} : { offset: offsetOf(zone) }),
  };
}

/** Minutes east of UTC of 'Z', 'UTC', '+07:00', '-0700' or 'UTC+07:00'. */
export function offsetOf(zone: string): number {
  const match = /([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (match === null) return 0;
  const size = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -size : size;
}

/** Day, month and year in written order: digits, or a month name in English, German, French or Vietnamese. */
function datePartsOf(text: string): WrittenTime['parts'] | undefined {
  const plain = text.replace(/[\s,T]+$|^[\s,]+/g, '');
  const [, first = '', second = '', third = ''] = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/.exec(plain) ?? [];
  if (first !== '') return [first, second, third];
  const words = normalizeText(plain).replace(/,/g, ' ');
  const spoken =
    /^(\d{1,2})\.?\s+(?:thg|thang)\s*(\d{1,2})\s+(\d{4})$/.exec(words) ??
    /^(\d{1,2})[.\s-]*([a-z]+)[.\s-]*(\d{4})$/.exec(words);
  const american = /^([a-z]+)\.?\s+(\d{1,2})\s+(\d{4})$/.exec(words);
  const [day, name, year] =
    spoken === null ? [american?.[2], american?.[1], american?.[3]] : [spoken[1], spoken[2], spoken[3]];
  if (day === undefined || name === undefined || year === undefined) return undefined;
  const month = /^\d+$/.test(name) ? Number(name) : MONTHS.findIndex((pattern) => pattern.test(name)) + 1;
  return month === 0 ? undefined : [year, String(month), day];
}

/** Whether the first number may be the year: four digits, or two if the last has not four. */
const mayBeYear = ({ parts: [first, , third] }: WrittenTime): boolean =>
  first.length === 4 || (first.length === 2 && third.length < 3);

/** The day of a parsed time; undefined if it does not exist. */
export function dayIn(written: WrittenTime, order: DayOrder): string | undefined {
  const [first, second, third] = written.parts;
  if (order === 'yearFirst' && !mayBeYear(written)) return undefined;
  const [year, month, day] =
    first.length === 4 || order === 'yearFirst'
      ? [first, second, third]
      : order === 'monthFirst'
        ? [third, first, second]
        : [third, second, first];
  const full = year.length === 2 ? `20${year}` : year;
  return plainDate.parse(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** An instant, and whether it is ambiguous because of a repeated hour. */
export interface ResolvedTime {
  readonly at: number;
  readonly isUndecided?: true;
}

/**
 * Resolves a series of local times in measuring order: after a step back within a repeated hour, its second pass
 * applies.
 */
export function createClock(zone: string): (day: string, time: string) => ResolvedTime {
  let last = '';
  let repeatedDay = '';
  return (day, time) => {
    const moments = momentsOf(day, time, zone);
    const [first = momentOf(day, time, zone), second] = moments;
    const local = `${day} ${time}`;
    if (second === undefined) {
      last = local;
      return { at: first };
    }
    if (local < last && day === last.slice(0, 10)) repeatedDay = day;
    last = local;
    return repeatedDay === day ? { at: second } : { at: first, isUndecided: true };
  };
}

/** How the dates of a file are read. */
export interface FoundOrder {
  readonly order: DayOrder;
  /** False when another order would have been possible as well. */
  readonly isSure: boolean;
  /** Set if years have two digits and may come first. */
  readonly mayBeYearFirst?: true;
}

/**
 * Day-month order: from the file's title; else the order in which most dates exist; if equal, the one that makes the
 * readings span less time, as meters are read out for days or weeks. Only if undecided the person is asked.
 */
export function orderOf(written: readonly WrittenTime[], title: readonly string[], zone: string): FoundOrder {
  if (written.every(({ parts: [first] }) => first.length === 4)) return { order: 'yearFirst', isSure: true };
  const hint = title.map((cell) => /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}\b/.exec(cell)).find((match) => match !== null);
  if (Number(hint?.[1]) > 12) return { order: 'dayFirst', isSure: true };
  if (Number(hint?.[2]) > 12) return { order: 'monthFirst', isSure: true };
  const orders: readonly DayOrder[] = ['dayFirst', 'monthFirst', 'yearFirst'];
  const read = orders.map((order) => ({ order, ...daysIn(written, order, zone) }));
  const most = Math.max(...read.map(({ count }) => count));
  const possible = read.filter(({ count }) => count === most);
  const [nearest] = possible.toSorted((a, b) => a.span - b.span);
  return {
    order: nearest?.order ?? 'dayFirst',
    isSure: possible.length === 1,
    ...(possible.length > 1 && possible.some(({ order }) => order === 'yearFirst') ? { mayBeYearFirst: true } : {}),
  };
}

/** Number of dates that exist in an order, and their span in milliseconds. */
function daysIn(written: readonly WrittenTime[], order: DayOrder, zone: string): { count: number; span: number } {
  const days = written
    .map((one) => dayIn(one, order))
    .filter((day) => day !== undefined)
    .map((day) => momentOf(day, '00:00', zone));
  const extremes = extremesOf(days);
  return { count: days.length, span: extremes === undefined ? 0 : extremes.highest - extremes.lowest };
}
