import { checkPlausible } from '@phr/clinical/vitals/plausible';
import { isGlucoseUnit, mmolPerLOf, type GlucoseUnit } from '@phr/clinical/glucose';
import type { Meal } from '@phr/clinical/meal';
import { roundHalfUp } from '@phr/clinical/numbers';
import { measuringLimitIn, LIMITS, type Maker } from './columns.model.ts';
import { csvRows, separatorsOf } from './csv-rows.model.ts';
import {
  createClock,
  dayIn,
  orderOf,
  writtenTime,
  type DayOrder,
  type FoundOrder,
  type ResolvedTime,
  type WrittenTime,
} from './file-times.model.ts';
import { agrees } from './agreement.model.ts';
import { entryRows, tableRows, type FilePerson, type RawFile, type RawRow, type RawValue } from './table-rows.model.ts';

export type { DayOrder };

/** A number with its unit. */
export interface GlucoseAmount {
  readonly value: number;
  readonly unit: GlucoseUnit;
}

/** A reading of a file. */
export interface ImportedReading {
  /** Instant in milliseconds. */
  readonly at: number;
  /** Absent if the meter only reported out of range, and its limits are unknown. */
  readonly amount?: GlucoseAmount;
  /** Set for out-of-range readings (LO, HI). */
  readonly comparator?: '<' | '>';
  readonly meal?: Meal;
  readonly note?: string;
  /** Device and its own number of the reading. */
  readonly record?: string;
}

/** Why a line is not a reading; each completes a text key `import.fault.<name>`. */
export type LineFault = 'date' | 'cells' | 'value' | 'zero' | 'sensorError' | 'future' | 'impossible';

/** Why a reading needs confirmation; each completes a text key `import.ask.<name>`. */
export type Question = 'unlikely' | 'differ';

/** Why a whole file is rejected; each completes a text key `import.refused.<name>`. */
export type FileFault = 'empty' | 'unknownFormat' | 'noReadings';

export interface RefusedLine {
  readonly line: number;
  readonly fault: LineFault;
  readonly amount?: GlucoseAmount;
}

export interface ReadingToConfirm {
  readonly line: number;
  readonly question: Question;
  readonly reading: ImportedReading;
  /** The row's other column. */
  readonly other?: GlucoseAmount;
}

export interface ImportedFile {
  readonly format: RawFile['format'];
  /** Imported unless the person decides otherwise. */
  readonly readings: readonly ImportedReading[];
  readonly asked: readonly ReadingToConfirm[];
  readonly problems: readonly RefusedLine[];
  /** Rows of other kinds: notes, food, insulin, control solution, empty lines. */
  readonly others: number;
  /** The same reading twice in the file. */
  readonly doubles: number;
  /** Three values of a file without unit; the person must choose one before readings exist. */
  readonly withoutUnit?: readonly string[];
  /** Values likely in the other unit: count, stated unit, and the other one. */
  readonly otherUnit?: { readonly count: number; readonly told: GlucoseUnit; readonly likely: GlucoseUnit };
  /** Readings in a repeated hour that cannot be resolved. */
  readonly undecided: number;
  /** How written dates were read. */
  readonly order?: FoundOrder;
  /** False if times had no zone and the chosen one was used. */
  readonly hasZone: boolean;
  /** Person named in the file. */
  readonly person?: FilePerson;
}

export type ReadFile =
  | { readonly ok: true; readonly file: ImportedFile }
  | { readonly ok: false; readonly fault: FileFault };

/** Parsing options, including the person's answers. */
export interface Reading {
  /** IANA zone of times without one. */
  readonly zone: string;
  /** Readings later than this are no readings. */
  readonly now: number;
  /** Day-month order of dates such as 03-04-2026; detected by default. */
  readonly order?: DayOrder | undefined;
  /** Unit of values without one. */
  readonly unit?: GlucoseUnit | undefined;
  /** True if values likely in the other unit really are. */
  readonly inOther?: boolean | undefined;
}

/** Receivers write status codes in place of mg/dL values; none up to 12 is glucose. */
const HIGHEST_SENSOR_CODE = 12;
/** Earlier than any meter with memory: seconds taken for milliseconds, or a clock never set. */
const EARLIEST = Date.UTC(1990, 0, 1);
/** Maximum decimals of meters; more are conversion noise. */
const DECIMALS = 2;
/** Values that are shown of a file without a unit. */
const SAMPLES = 3;

/**
 * Parses a glucose meter's file: manufacturers' exports, Nightscout or oref0 entries, or any CSV with a time and a
 * glucose column.
 */
export function readGlucoseFile(text: string, how: Reading): ReadFile {
  if (text.trim() === '') return { ok: false, fault: 'empty' };
  const raw = /^\s*[[{]/.test(text.replace(/^\uFEFF/, '')) ? entryRows(text) : tableIn(text);
  if (raw === undefined) return { ok: false, fault: 'unknownFormat' };
  const times = raw.rows.map(({ date }) => (typeof date === 'number' ? undefined : writtenTime(date)));
  const written = times.filter(
    (one, index) =>
      one !== undefined && offsetAt(raw.rows[index], one) === undefined && raw.rows[index]?.zone === undefined,
  );
  const local = written.filter((one) => one !== undefined);
  const dated = times.filter((one) => one !== undefined);
  const likely = orderOf(dated, raw.title ?? [], how.zone);
  const order: FoundOrder = how.order === undefined ? likely : { ...likely, order: how.order, isSure: true };
  const found = instantsOf(raw.rows, times, order.order, how.zone);
  const sorted = sortedOut(raw, found, how);
  if (sorted.readings.length + sorted.asked.length + sorted.problems.length === 0 && sorted.withoutUnit === undefined)
    return { ok: false, fault: 'noReadings' };
  return {
    ok: true,
    file: {
      format: raw.format,
      ...sorted,
      others: raw.others,
      ...(local.length > 0 || order.order !== 'yearFirst' ? { order } : {}),
      hasZone: local.length === 0,
      ...(raw.person === undefined ? {} : { person: raw.person }),
    },
  };
}

/** The first separator that yields a heading. */
function tableIn(text: string): RawFile | undefined {
  for (const separator of separatorsOf(text)) {
    const found = tableRows(csvRows(text, separator));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Minutes east of UTC of a time: its own, else its column's. */
function offsetAt(row: RawRow | undefined, written: WrittenTime): number | undefined {
  return written.offset ?? row?.offset;
}

/** Instant of each row; undefined for an impossible date. Local times are resolved in measuring order. */
function instantsOf(
  rows: readonly RawRow[],
  times: readonly (WrittenTime | undefined)[],
  order: DayOrder,
  zone: string,
): readonly (ResolvedTime | undefined)[] {
  const locals = rows.map((row, index) => {
    const written = times[index];
    const day = written === undefined ? undefined : dayIn(written, order);
    return written === undefined || day === undefined
      ? undefined
      : { day, time: written.time, offset: offsetAt(row, written), series: row.series, place: row.zone ?? zone };
  });
  const found: (ResolvedTime | undefined)[] = rows.map(({ date }) =>
    typeof date === 'number' && Number.isFinite(date) ? { at: date } : undefined,
  );
  const clocks = new Map<string, ReturnType<typeof createClock>>();
  const places = locals.map((_, index) => index);
  for (const index of isNewestFirst(locals.flatMap((one) => (one === undefined ? [] : [`${one.day} ${one.time}`])))
    ? places.reverse()
    : places) {
    const local = locals[index];
    if (local === undefined) continue;
    const { day, time, offset, series, place } = local;
    if (offset !== undefined) {
      found[index] = { at: Date.parse(`${day}T${time}Z`) - offset * 60_000 };
      continue;
    }
    const key = `${place} ${series}`;
    const clock = clocks.get(key) ?? createClock(place);
    clocks.set(key, clock);
    found[index] = clock(day, time);
  }
  return found;
}

function isNewestFirst(times: readonly string[]): boolean {
  let forward = 0;
  times.forEach((time, index) => {
    const before = times[index - 1];
    if (before !== undefined && before !== time) forward += before < time ? 1 : -1;
  });
  return forward < 0;
}

type Sorted = Pick<
  ImportedFile,
  'readings' | 'asked' | 'problems' | 'doubles' | 'undecided' | 'withoutUnit' | 'otherUnit'
>;

/** Sorts rows into readings, questions and others, deduplicated. */
function sortedOut(raw: RawFile, found: readonly (ResolvedTime | undefined)[], how: Reading): Sorted {
  const readings: ImportedReading[] = [];
  const questions: ReadingToConfirm[] = [];
  const problems: RefusedLine[] = [];
  const samples: string[] = [];
  const seen = new Set<string>();
  let [doubles, undecided, unitless] = [0, 0, 0];
  const likely = new Map<GlucoseUnit, number>();
  raw.rows.forEach((row, index) => {
    const time = found[index];
    const read = readRow(row, time?.at, raw.maker, how);
    if (read.fate === 'unit') {
      unitless += 1;
      if (samples.length < SAMPLES) samples.push(row.values[0]?.text ?? '');
      return;
    }
    if (read.likely !== undefined) likely.set(read.likely, (likely.get(read.likely) ?? 0) + 1);
    if (read.fate === 'refuse') {
      const { fault, amount } = read;
      problems.push({ line: row.line, fault, ...(amount === undefined ? {} : { amount }) });
      return;
    }
    const key = keyOf(read.reading);
    if (seen.has(key)) {
      doubles += 1;
      return;
    }
    seen.add(key);
    if (time?.isUndecided === true) undecided += 1;
    if (read.fate === 'take') readings.push(read.reading);
    else
      questions.push({
        line: row.line,
        question: read.question,
        reading: read.reading,
        ...(read.other ? { other: read.other } : {}),
      });
  });
  const [other] = likely;
  readings.sort((a, b) => a.at - b.at);
  return {
    readings,
    asked: questions,
    problems,
    doubles,
    undecided,
    ...(unitless === 0 ? {} : { withoutUnit: samples }),
    ...(other === undefined
      ? {}
      : { otherUnit: { count: other[1], likely: other[0], told: other[0] === 'mg/dL' ? 'mmol/L' : 'mg/dL' } }),
  };
}

/**
 * Identity of a reading: device record number, else second, value and unit. A different value in the same minute is
 * another reading.
 */
export function keyOf({ at, amount, comparator, record }: ImportedReading): string {
  return record ?? `${Math.floor(at / 1000)} ${comparator ?? ''}${amount?.value ?? ''} ${amount?.unit ?? ''}`;
}

type ReadRow =
  | { readonly fate: 'unit'; readonly likely?: undefined }
  | { readonly fate: 'take'; readonly reading: ImportedReading; readonly likely?: GlucoseUnit }
  | {
      readonly fate: 'ask';
      readonly reading: ImportedReading;
      readonly question: Question;
      readonly other?: GlucoseAmount;
      readonly likely?: GlucoseUnit;
    }
  | {
      readonly fate: 'refuse';
      readonly fault: LineFault;
      readonly amount?: GlucoseAmount;
      readonly likely?: GlucoseUnit;
    };

function readRow(row: RawRow, at: number | undefined, maker: Maker | undefined, how: Reading): ReadRow {
  if (at === undefined || !(at > EARLIEST)) return { fate: 'refuse', fault: 'date' };
  if (at > how.now) return { fate: 'refuse', fault: 'future' };
  if (row.isTorn === true) return { fate: 'refuse', fault: 'cells' };
  const [first, ...others] = row.values.map((value) => amountOf(value, how.unit, maker));
  if (first === undefined || first === 'value') return { fate: 'refuse', fault: 'value' };
  if (first === 'unit') return { fate: 'unit' };
  const { comparator, amount } = first;
  const more = {
    at,
    ...(comparator === undefined ? {} : { comparator }),
    ...(row.meal === undefined ? {} : { meal: row.meal }),
    ...(row.note === undefined || row.note === '' ? {} : { note: row.note }),
    ...(row.record === undefined ? {} : { record: row.record }),
  };
  if (amount === undefined) return { fate: 'take', reading: more };
  if (amount.value === 0) return { fate: 'refuse', fault: 'zero' };
  // eslint-disable-next-line phr/one-judge -- a code of the sensor, no reading
  if (row.isSensorCode === true && amount.value <= HIGHEST_SENSOR_CODE) return { fate: 'refuse', fault: 'sensorError' };
  const other = others
    .flatMap((one) => (typeof one === 'object' && one.amount !== undefined ? [one.amount] : []))
    .find((one) => !agrees(amount, one));
  if (other !== undefined) return { fate: 'ask', question: 'differ', reading: { ...more, amount }, other };
  const { fate, suggest: meant } = checkPlausible('glucoses', 'value', amount.value, amount.unit);
  const suggest =
    meant !== undefined && isGlucoseUnit(meant.unit) ? { value: meant.value, unit: meant.unit } : undefined;
  const likely = suggest === undefined ? {} : { likely: suggest.unit };
  if (suggest !== undefined && how.inOther === true)
    return { fate: 'take', reading: { ...more, amount: suggest }, ...likely };
  if (fate === 'refuse') return { fate, fault: 'impossible', amount, ...likely };
  return fate === 'ask'
    ? { fate, question: 'unlikely', reading: { ...more, amount }, ...likely }
    : { fate, reading: { ...more, amount } };
}

interface Told {
  readonly amount?: GlucoseAmount;
  readonly comparator?: '<' | '>';
}

/** The value; 'unit' if meaningless without one, 'value' if invalid. */
function amountOf(
  { text, unit }: RawValue,
  chosen: GlucoseUnit | undefined,
  maker: Maker | undefined,
): Told | 'unit' | 'value' {
  const { unit: name, factor } = unit ?? { unit: chosen, factor: 1 };
  const beyond = measuringLimitIn(text);
  if (beyond !== undefined) {
    const comparator = beyond === 'low' ? '<' : '>';
    if (maker === undefined) return { comparator };
    if (name === undefined) return 'unit';
    const limit = LIMITS[maker][beyond];
    return { comparator, amount: { value: name === 'mg/dL' ? limit : mmolPerLOf(limit), unit: name } };
  }
  const [, sign, digits] = /^([<>]?)\s*(\d+(?:[.,]\d+)?)$/.exec(text) ?? [];
  if (digits === undefined) return 'value';
  if (name === undefined) return 'unit';
  const value = roundHalfUp(Number(digits.replace(',', '.')) * factor, DECIMALS);
  return { amount: { value, unit: name }, ...(sign === '<' || sign === '>' ? { comparator: sign } : {}) };
}
