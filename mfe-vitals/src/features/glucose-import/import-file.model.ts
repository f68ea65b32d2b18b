import { checkPlausible } from '@phr/clinical/vitals/plausible';
import { isGlucoseUnit, mmolPerLOf, type GlucoseUnit } from '@phr/clinical/glucose';
import type { Meal } from '@phr/clinical/meal';
import { roundHalfUp } from '@phr/clinical/numbers';
import { beyondIn, LIMITS, type Maker } from './columns.model.ts';
import { csvRows, separatorsOf } from './csv-rows.model.ts';
import {
  createClock,
  dayIn,
  orderOf,
  writtenTime,
  type DayOrder,
  type FoundOrder,
  type FoundTime,
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
  /** Absent where the meter told only that a value lies beyond what it measures, and its limits are not known. */
  readonly amount?: GlucoseAmount;
  /** Set where the meter told only that a value lies beyond what it measures (LO, HI). */
  readonly comparator?: '<' | '>';
  readonly meal?: Meal;
  readonly note?: string;
  /** Device and its own number of the reading. */
  readonly record?: string;
}

/** Why a line is no reading; each is the end of a text key `import.fault.<name>`. */
export type LineFault = 'date' | 'cells' | 'value' | 'zero' | 'sensorError' | 'future' | 'impossible';

/** Why a reading is stored only when the person says so; each is the end of a text key `import.ask.<name>`. */
export type Question = 'unlikely' | 'differ';

/** Why a whole file is refused; each is the end of a text key `import.refused.<name>`. */
export type FileFault = 'empty' | 'unknownFormat' | 'noReadings';

export interface RefusedLine {
  readonly line: number;
  readonly fault: LineFault;
  readonly amount?: GlucoseAmount;
}

export interface AskedReading {
  readonly line: number;
  readonly question: Question;
  readonly reading: ImportedReading;
  /** What another column of the row says. */
  readonly other?: GlucoseAmount;
}

export interface ImportedFile {
  readonly format: RawFile['format'];
  /** Taken when the person says nothing else. */
  readonly readings: readonly ImportedReading[];
  readonly asked: readonly AskedReading[];
  readonly problems: readonly RefusedLine[];
  /** Rows that hold something else: notes, food, insulin, control solutions, empty lines. */
  readonly others: number;
  /** The same reading twice in the file. */
  readonly doubles: number;
  /** Three values of a file that tells no unit; the person says which one it is before there are readings. */
  readonly withoutUnit?: readonly string[];
  /** Values that are likely in the other unit only: how many, the unit as told, and the other one. */
  readonly otherUnit?: { readonly count: number; readonly told: GlucoseUnit; readonly likely: GlucoseUnit };
  /** Readings in an hour that the clock repeats, of which nothing tells the pass. */
  readonly undecided: number;
  /** How written dates were read. */
  readonly order?: FoundOrder;
  /** False when times carried no zone and were taken as those of the chosen one. */
  readonly hasZone: boolean;
  /** Whom the file says it is about. */
  readonly person?: FilePerson;
}

export type ReadFile =
  | { readonly ok: true; readonly file: ImportedFile }
  | { readonly ok: false; readonly fault: FileFault };

/** How a file is read, and what the person said about it. */
export interface Reading {
  /** IANA zone of times without one. */
  readonly zone: string;
  /** Readings later than this are no readings. */
  readonly now: number;
  /** How dates such as 03-04-2026 are read; found out when not given. */
  readonly order?: DayOrder | undefined;
  /** Unit of values for which the file tells none. */
  readonly unit?: GlucoseUnit | undefined;
  /** True when values that are likely in the other unit only are in that one. */
  readonly inOther?: boolean | undefined;
}

/** Receivers write codes of their state in the place of a value in mg/dL: up to 12 none of them is glucose. */
const HIGHEST_SENSOR_CODE = 12;
/** No meter kept its readings before: such times are seconds that were taken as milliseconds, or a clock that was never set. */
const EARLIEST = Date.UTC(1990, 0, 1);
/** No meter tells more decimals; further digits are noise of a conversion. */
const DECIMALS = 2;
/** Values that are shown of a file without a unit. */
const SAMPLES = 3;

/** Reads a file of a glucose meter: exports of makers, Nightscout or oref0 entries, or any CSV with a time and a glucose column. */
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

/** The first way of cutting a text into cells in which it has a heading. */
function tableIn(text: string): RawFile | undefined {
  for (const separator of separatorsOf(text)) {
    const found = tableRows(csvRows(text, separator));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Minutes east of UTC of a written time: its own, else those of its column. */
function offsetAt(row: RawRow | undefined, written: WrittenTime): number | undefined {
  return written.offset ?? row?.offset;
}

/** The instant of each row; undefined where the date does not exist. Local times are walked in the order in which they were measured. */
function instantsOf(
  rows: readonly RawRow[],
  times: readonly (WrittenTime | undefined)[],
  order: DayOrder,
  zone: string,
): readonly (FoundTime | undefined)[] {
  const locals = rows.map((row, index) => {
    const written = times[index];
    const day = written === undefined ? undefined : dayIn(written, order);
    return written === undefined || day === undefined
      ? undefined
      : { day, time: written.time, offset: offsetAt(row, written), series: row.series, place: row.zone ?? zone };
  });
  const found: (FoundTime | undefined)[] = rows.map(({ date }) =>
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

/** Which rows are readings, which are asked about and which are none, each double once. */
function sortedOut(raw: RawFile, found: readonly (FoundTime | undefined)[], how: Reading): Sorted {
  const readings: ImportedReading[] = [];
  const questions: AskedReading[] = [];
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

/** What makes a reading the same one: the device's own number, else second, value and unit. Another value of the same minute is another reading. */
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

/** What a value tells; 'unit' when its number means nothing without one, 'value' when it is none. */
function amountOf(
  { text, unit }: RawValue,
  chosen: GlucoseUnit | undefined,
  maker: Maker | undefined,
): Told | 'unit' | 'value' {
  const { unit: name, factor } = unit ?? { unit: chosen, factor: 1 };
  const beyond = beyondIn(text);
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
