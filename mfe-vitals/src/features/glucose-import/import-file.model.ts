import type { GlucoseUnit } from '@phr/clinical/glucose';
import type { Meal } from '@phr/clinical/meal';
import { roundHalfUp } from '@phr/clinical/numbers';
import { extremesOf } from '@phr/clinical/statistics';
import * as plainDate from '@phr/time/plain-date';
import { momentOf } from '@phr/time/zone';
import { csvRows, type CsvRow } from './csv-rows.model.ts';

/** A reading of a file. */
export interface ImportedReading {
  /** Instant in milliseconds. */
  readonly at: number;
  readonly value: number;
  readonly unit: GlucoseUnit;
  /** Set where the meter told only that a value lies beyond what it measures (LO, HI). */
  readonly comparator?: '<' | '>';
  readonly meal?: Meal;
  readonly note?: string;
}

/** Why a line is no reading; each is the end of a text key `import.fault.<name>`. */
export type LineFault = 'date' | 'value' | 'zero' | 'sensorError' | 'future';

/** Why a whole file is refused; each is the end of a text key `import.refused.<name>`. */
export type FileFault = 'empty' | 'unknownFormat' | 'noReadings';

export type DayOrder = 'dayFirst' | 'monthFirst' | 'yearFirst';

export interface ImportedFile {
  readonly format: 'LibreView' | 'Glooko' | 'Nightscout' | 'CSV';
  readonly readings: readonly ImportedReading[];
  readonly problems: readonly { readonly line: number; readonly fault: LineFault }[];
  /** Rows that hold something else: notes, food, insulin, empty lines. */
  readonly others: number;
  /** The same reading twice in the file. */
  readonly doubles: number;
  /** How written dates were read; `isSure` is false when another order would have been possible as well. */
  readonly order?: { readonly order: DayOrder; readonly isSure: boolean };
  /** False when times carried no zone and were taken as those of this device. */
  readonly hasZone: boolean;
}

export type ReadFile =
  | { readonly ok: true; readonly file: ImportedFile }
  | { readonly ok: false; readonly fault: FileFault };

/** Limits of FreeStyle Libre sensors, below and above which a meter shows LO and HI. Source: its user manual (40 and 500 mg/dL). */
const LIMITS: Readonly<Record<GlucoseUnit, { readonly low: number; readonly high: number }>> = {
  'mg/dL': { low: 40, high: 500 },
  'mmol/L': { low: 2.2, high: 27.8 },
};
/** Receivers write codes of their state in the place of a value in mg/dL: up to 12 none of them is glucose. */
const HIGHEST_SENSOR_CODE = 12;
/** No meter tells more decimals; further digits are noise of a conversion. */
const DECIMALS = 2;

interface Row {
  readonly line: number;
  readonly date: string | number;
  readonly value: string;
  readonly unit: GlucoseUnit;
  readonly meal?: Meal | undefined;
  readonly note?: string | undefined;
  readonly isSensorCode?: boolean;
}

interface Rows {
  readonly format: ImportedFile['format'];
  readonly rows: readonly Row[];
  readonly others: number;
  /** Cells above the table, which may hold a date that tells the order of day and month. */
  readonly title?: readonly string[];
}

/**
 * Reads a file of a glucose meter: LibreView, Glooko, Nightscout or oref0 entries, or any CSV with a time and a glucose column.
 * @param zone IANA zone of times without one
 * @param now readings later than this are no readings
 * @param order how dates such as 03-04-2026 are read; found out when not given
 */
export function readGlucoseFile(text: string, zone: string, now: number, order?: DayOrder): ReadFile {
  if (text.trim() === '') return { ok: false, fault: 'empty' };
  const found = /^\s*[[{]/.test(text.replace(/^\uFEFF/, '')) ? jsonRows(text) : csvGlucoseRows(csvRows(text));
  if (found === undefined) return { ok: false, fault: 'unknownFormat' };

  const dates = found.rows.map(({ date }) => date);
  const guessed = order === undefined ? orderOf(dates, found.title ?? [], zone) : { order, isSure: true };
  const readings: ImportedReading[] = [];
  const problems: { line: number; fault: LineFault }[] = [];
  const seen = new Set<string>();
  let doubles = 0;
  for (const row of found.rows) {
    const read = readRow(row, guessed.order, zone, now);
    if (typeof read === 'string') {
      problems.push({ line: row.line, fault: read });
      continue;
    }
    const key = `${read.at} ${read.comparator ?? ''}${read.value}`;
    if (seen.has(key)) doubles += 1;
    else readings.push(read);
    seen.add(key);
  }
  if (readings.length === 0 && problems.length === 0) return { ok: false, fault: 'noReadings' };
  readings.sort((a, b) => a.at - b.at);
  const isWritten = dates.some((date) => typeof date === 'string' && !hasOffset(date));
  return {
    ok: true,
    file: {
      format: found.format,
      readings,
      problems,
      others: found.others,
      doubles,
      ...(isWritten ? { order: guessed } : {}),
      hasZone: !isWritten,
    },
  };
}

function readRow(
  { date, value, unit, meal, note, isSensorCode }: Row,
  order: DayOrder,
  zone: string,
  now: number,
): ImportedReading | LineFault {
  const at = typeof date === 'number' ? date : instantIn(date, order, zone);
  if (at === undefined || !Number.isFinite(at)) return 'date';
  if (at > now) return 'future';
  const more = {
    at,
    unit,
    ...(meal === undefined ? {} : { meal }),
    ...(note === undefined || note === '' ? {} : { note }),
  };
  const bound = /^(lo|low|hi|high)$/i.exec(value)?.[1]?.toLowerCase();
  if (bound !== undefined)
    return bound.startsWith('lo')
      ? { ...more, value: LIMITS[unit].low, comparator: '<' }
      : { ...more, value: LIMITS[unit].high, comparator: '>' };
  if (!/^\d+(?:[.,]\d+)?$/.test(value)) return 'value';
  const number = roundHalfUp(Number(value.replace(',', '.')), DECIMALS);
  if (number === 0) return 'zero';
  return isSensorCode === true && number <= HIGHEST_SENSOR_CODE ? 'sensorError' : { ...more, value: number };
}

const MEALS: readonly (readonly [RegExp, Meal])[] = [
  [/fasting/i, 'fasting'],
  [/pre|before (?!bed)/i, 'preMeal'],
  [/post|after/i, 'postMeal'],
  [/bed/i, 'bedtime'],
];
const mealIn = (text: string | undefined): Meal | undefined => MEALS.find(([words]) => words.test(text ?? ''))?.[1];

/** The glucose rows of a table; undefined for a table without a time or a glucose column. */
function csvGlucoseRows(table: readonly CsvRow[]): Rows | undefined {
  const head = table.findIndex(
    ({ cells }) => cells.some((cell) => TIME.test(cell)) && cells.some((cell) => GLUCOSE.test(cell)),
  );
  const columns = table[head]?.cells;
  if (columns === undefined) return undefined;
  const column = (pattern: RegExp): number => columns.findIndex((cell) => pattern.test(cell));
  const time = column(TIME);
  // A simulator writes the true value beside the one of the sensor; the sensor's is what a person has.
  const sensor = column(/^cgm$/i);
  const values = sensor === -1 ? columns.flatMap((cell, index) => (GLUCOSE.test(cell) ? [index] : [])) : [sensor];
  const [context, notes] = [column(/^context$|meal/i), column(/^notes?$/i)];
  const isLibre = column(/^record type$/i) !== -1;
  // Without a unit in the header the numbers tell: no living person has 40 mmol/L as a rule, nor 20 mg/dL.
  const unit =
    unitIn(values.map((index) => columns[index]).join(' ')) ??
    unitOfNumbers(table.slice(head + 1).map(({ cells }) => cells[values[0] ?? -1]));
  const rows: Row[] = [];
  let others = 0;
  for (const { line, cells } of table.slice(head + 1)) {
    const value = values.map((index) => cells[index] ?? '').find((cell) => cell !== '');
    if (value === undefined) {
      others += 1;
      continue;
    }
    rows.push({ line, date: cells[time] ?? '', value, unit, meal: mealIn(cells[context]), note: cells[notes] });
  }
  return {
    format: isLibre ? 'LibreView' : /trend|reading type/i.test(columns.join(' ')) ? 'Glooko' : 'CSV',
    rows,
    others,
    title: table.slice(0, head).flatMap(({ cells }) => cells),
  };
}

const TIME = /time/i;
/** Columns that hold glucose: those of LibreView name the way it was measured. Ketones and insulin are something else. */
const GLUCOSE = /^(?!.*(?:trend|ketone|insulin)).*(?:glucose|^cgm$|^bg$)/i;
const unitIn = (text: string): GlucoseUnit | undefined =>
  /mmol/i.test(text) ? 'mmol/L' : /mg\s*\/?\s*dl/i.test(text) ? 'mg/dL' : undefined;

function unitOfNumbers(cells: readonly (string | undefined)[]): GlucoseUnit {
  const numbers = cells
    .map((cell) => Number((cell ?? '').replace(',', '.')))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
  return (numbers[Math.floor(numbers.length / 2)] ?? 0) > 33 ? 'mg/dL' : 'mmol/L';
}

/** Entries of Nightscout and oref0: values in mg/dL, times as milliseconds or text with offset. Undefined for any other JSON. */
function jsonRows(text: string): Rows | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return undefined;
  const rows: Row[] = [];
  let others = 0;
  parsed.forEach((entry: unknown, index) => {
    const read = typeof entry === 'object' && entry !== null ? entryRow(entry, index + 1) : undefined;
    if (read === undefined) others += 1;
    else rows.push(read);
  });
  return rows.length === 0 ? undefined : { format: 'Nightscout', rows, others };
}

function entryRow(entry: object, line: number): Row | undefined {
  const of = (name: string): unknown => (Object.hasOwn(entry, name) ? Reflect.get(entry, name) : undefined);
  const value = of('sgv') ?? of('glucose') ?? of('mbg');
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const [date, text] = [of('date'), of('dateString')];
  return {
    line,
    date: typeof date === 'number' ? date : typeof text === 'string' ? text : '',
    value: String(value),
    unit: 'mg/dL',
    isSensorCode: of('mbg') === undefined,
  };
}

interface Written {
  readonly parts: readonly [string, string, string];
  readonly time: string;
}

const hasOffset = (date: string): boolean => /T?\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/.test(date);

/** A written date in three parts and its time, 24 hours. */
function writtenIn(date: string): Written | undefined {
  const match = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})[ T,]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([AP]M)?$/i.exec(
    date.trim(),
  );
  const [, first = '', second = '', third = '', hour = '', minute = '', half] = match ?? [];
  if (match === null) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return hours > 23 || Number(minute) > 59
    ? undefined
    : { parts: [first, second, third], time: `${String(hours).padStart(2, '0')}:${minute}` };
}

function dayIn({ parts: [first, second, third] }: Written, order: DayOrder): string | undefined {
  const [year, month, day] =
    first.length === 4
      ? [first, second, third]
      : order === 'monthFirst'
        ? [third, first, second]
        : [third, second, first];
  const full = year.length === 2 ? `20${year}` : year;
  return plainDate.parse(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function instantIn(date: string, order: DayOrder, zone: string): number | undefined {
  if (hasOffset(date)) {
    const at = Date.parse(date.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
    return Number.isNaN(at) ? undefined : at;
  }
  const written = writtenIn(date);
  const day = written === undefined ? undefined : dayIn(written, order);
  return written === undefined || day === undefined ? undefined : momentOf(day, written.time, zone);
}

/**
 * Whether day or month comes first: as the title of the file has it; else the order in which most dates exist; when both read all of them,
 * the one that lays the readings closer together, since a meter is read out for days or weeks. Only then the person is asked to look.
 */
function orderOf(
  dates: readonly (string | number)[],
  title: readonly string[],
  zone: string,
): { readonly order: DayOrder; readonly isSure: boolean } {
  const written = dates
    .flatMap((date) => (typeof date === 'string' && !hasOffset(date) ? [writtenIn(date)] : []))
    .filter((one) => one !== undefined);
  if (written.every(({ parts: [first] }) => first.length === 4)) return { order: 'yearFirst', isSure: true };
  const hint = title.map((cell) => /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}\b/.exec(cell)).find((match) => match !== null);
  if (Number(hint?.[1]) > 12) return { order: 'dayFirst', isSure: true };
  if (Number(hint?.[2]) > 12) return { order: 'monthFirst', isSure: true };
  const read = (order: DayOrder): readonly number[] =>
    written
      .map((one) => dayIn(one, order))
      .filter((day) => day !== undefined)
      .map((day) => momentOf(day, '00:00', zone));
  const [dayFirst, monthFirst] = [read('dayFirst'), read('monthFirst')];
  if (dayFirst.length !== monthFirst.length)
    return { order: dayFirst.length > monthFirst.length ? 'dayFirst' : 'monthFirst', isSure: true };
  const span = (times: readonly number[]): number => {
    const extremes = extremesOf(times);
    return extremes === undefined ? 0 : extremes.highest - extremes.lowest;
  };
  return { order: span(monthFirst) < span(dayFirst) ? 'monthFirst' : 'dayFirst', isSure: false };
}
