import { millivoltsPer } from '@phr/clinical/ecg';
import { clockOf, tableOf, type CsvTable } from './csv-table.model.ts';
import { placesOf, type Places } from './csv-times.model.ts';
import { withDistinctNames, EcgRefused, type ImportedEcg, knownLead, leadName, NO_ECG } from './imported.model.ts';

const MOST_SECONDS = 3600;
const RATES = { least: 50, most: 4000 } as const;
/** Maximum for skin electrodes, including offset: larger numbers have another unit or are counts. */
const MOST_MILLIVOLTS = 100;
const TIME = /^(?:elapsed|time|timestamp|t|thời gian|seconds?|s|sec|giây|ms|milliseconds?)(?![a-z])/i;
const COUNTER = /^(?:samples?|index|idx|n|no|nr|#|stt|mẫu|thứ tự|số thứ tự|frame)(?![a-zà-ỹ])/i;
/** Axes of a motion sensor; Frank leads with these letters have a unit. */
const AXIS = /^[xyz]$/i;
const NAMED_ECG = /^(?:ecg|ekg|lead|chuyển đạo|điện tim)(?![a-z])/i;

/** Units selectable for a table, with their sign. */
export const CSV_UNITS = ['mV', 'uV', 'V'] as const;

/** Input for a table that lacks unit or rate. */
export interface CsvChoice {
  /** Samples a second. */
  readonly rate?: number | undefined;
  readonly unit?: (typeof CSV_UNITS)[number] | undefined;
}

interface Column {
  readonly index: number;
  /** Without its unit. */
  readonly name: string;
  readonly unit?: string;
}

/**
 * Reads an ECG table: one value per line, or a column per lead with a header line. A time column gives the rate, and
 * jumps in it are gaps; otherwise the person enters the rate. Units are in headers, '(uV)'; never guessed from
 * magnitude.
 * @param choice used where the table says nothing
 * @throws EcgRefused
 */
export function readEcgCsv(text: string, choice: CsvChoice = {}): ImportedEcg {
  const table = tableOf(text);
  const columns = columnsOf(table);
  const time = columns.find(({ name }) => TIME.test(name)) ?? clockColumn(table);
  const counter = columns.find(({ name }) => COUNTER.test(name)) ?? risingColumn(table);
  const leads = leadsAmong(columns.filter(({ index }) => index !== time?.index && index !== counter?.index));
  if (leads.length === 0) throw refusalOf(columns);
  const values = leads.map((column) => valuesOf(table, column, millivoltsPer(column.unit ?? choice.unit ?? 'mV') ?? 1));
  const { rate: said, day, time: clock } = table.head;
  const { rate = said ?? choice.rate, places, gaps } = placed(table, time, counter);
  const isKnown = rate !== undefined && rate >= RATES.least && rate <= RATES.most;
  const sampling = isKnown ? rate : choice.rate;
  if (sampling === undefined || !(sampling >= RATES.least && sampling <= RATES.most))
    throw new EcgRefused('rateMissing');
  const length = (places.at(-1) ?? -1) + 1;
  if (length / sampling > MOST_SECONDS) throw new EcgRefused('tooLong');
  const unitMissing = leads.some(({ unit }) => unit === undefined);
  return {
    rate: sampling,
    leads: withDistinctNames(
      leads.map((column, index) => ({
        name: column.name === '' ? (leads.length === 1 ? 'II' : `ECG ${column.index + 1}`) : leadName(column.name),
        signal: spread(values[index] ?? new Float32Array(), places),
      })),
    ),
    leftOut: columns
      .filter((column) => !leads.includes(column) && column.index !== time?.index && column.name !== '')
      .map(({ name }) => name),
    ...(day === undefined || clock === undefined ? {} : { day, time: clock }),
    ...(gaps === 0 ? {} : { gaps }),
    ...(unitMissing ? { unitMissing } : {}),
  };
}

/** Longer names are rejected, to bound the parsing time of malicious files. */
const LONGEST_NAME = 200;

/** Columns with units: in the line below the names, in brackets, or at the end of the name. */
function columnsOf({ names, units, rows }: CsvTable): readonly Column[] {
  return (names ?? rows[0] ?? []).map((sent, index): Column => {
    const written = sent.slice(0, LONGEST_NAME);
    if (names === undefined) return { index, name: '' };
    if (millivoltsPer(written) !== undefined) return { index, name: '', unit: written };
    const unit = units?.[index];
    if (unit !== undefined && unit !== '') return { index, name: written, unit };
    const [, before = written, bracketed] = /^(.*?)\s*[[(]([^\])]*)[\])]$/.exec(written) ?? [];
    if (bracketed !== undefined && bracketed.trim() !== '' && knownLead(bracketed) === undefined)
      return { index, name: before, unit: bracketed.trim() };
    const [, name, last = ''] = /^(.+?)[\s_/,]+(\S+)$/.exec(written) ?? [];
    return name !== undefined && millivoltsPer(last) !== undefined
      ? { index, name, unit: last }
      : { index, name: written };
  });
}

/** In a table without names a first column of clock times. */
const clockColumn = ({ names, rows }: CsvTable): Column | undefined =>
  names === undefined && clockOf(rows[0]?.[0] ?? '') !== undefined ? { index: 0, name: '' } : undefined;

/** Without header: a first column rising in equal steps is time or sample numbers, in an unknown unit. */
function risingColumn({ names, rows, numberOf }: CsvTable): Column | undefined {
  if (names !== undefined || (rows[0]?.length ?? 0) < 2 || rows.length < 3) return undefined;
  const numbers = rows.map((row) => numberOf(row[0] ?? '') ?? Number.NaN);
  const step = ((numbers.at(-1) ?? Number.NaN) - (numbers[0] ?? Number.NaN)) / (rows.length - 1);
  const isEven = numbers.every((number, at) => Math.abs(number - ((numbers[0] ?? Number.NaN) + at * step)) <= step);
  return step > 0 && isEven ? { index: 0, name: '' } : undefined;
}

/** The lead columns. If some are recognizable by name or voltage, no others are used. */
function leadsAmong(columns: readonly Column[]): readonly Column[] {
  const possible = columns.filter(
    ({ name, unit }) => !NO_ECG.test(name) && (unit === undefined || millivoltsPer(unit) !== undefined),
  );
  const certain = possible.filter(
    ({ name, unit }) => unit !== undefined || knownLead(name) !== undefined || NAMED_ECG.test(name),
  );
  return certain.length > 0 ? certain : possible.filter(({ name }) => !AXIS.test(name));
}

/** Why no column is a lead; names a lead with a non-voltage unit. */
function refusalOf(columns: readonly Column[]): EcgRefused {
  const lead = columns.find(
    ({ name, unit }) => unit !== undefined && (knownLead(name) !== undefined || NAMED_ECG.test(name)),
  );
  return lead?.unit === undefined ? new EcgRefused('noEcg') : new EcgRefused('unit', lead.unit);
}

/** Row positions: by time, by number, or consecutive. */
function placed(table: CsvTable, time: Column | undefined, counter: Column | undefined): Places {
  const { rows, numberOf, firstLine } = table;
  const column = time ?? counter;
  const inOrder: Places = { places: Float64Array.from(rows.keys()), gaps: 0 };
  if (column === undefined || rows.length < 2) return inOrder;
  const written = rows.map((row) => row[column.index] ?? '');
  if (time === undefined) return counted(written.map(numberOf)) ?? inOrder;
  const times = Float64Array.from(written, (cell, index) => {
    const seconds = clockOf(cell) ?? numberOf(cell);
    if (seconds === undefined || Number.isNaN(seconds)) throw new EcgRefused('notNumbers', String(index + firstLine));
    return seconds;
  });
  const isClock = clockOf(written[0] ?? '') !== undefined;
  const decimals = written.reduce((most, cell) => Math.max(most, /[.,](\d+)/.exec(cell)?.[1]?.length ?? 0), 0);
  const { rate, ...rest } = placesOf(times, 10 ** -decimals, firstLine);
  return rate === undefined ? rest : { ...rest, rate: Math.round(rate * (isClock ? 1 : perSecond(time)) * 100) / 100 };
}

/** Positions from a sample number column; undefined if not ascending. */
function counted(numbers: readonly (number | undefined)[]): Places | undefined {
  const rises = numbers.every((number, at) => at === 0 || (number ?? 0) > (numbers[at - 1] ?? Number.NaN));
  if (!rises) return undefined;
  const { rate: _rate, ...rest } = placesOf(
    Float64Array.from(numbers, (number) => number ?? 0),
    0,
    1,
  );
  return rest;
}

/** A time column's units per second; seconds by default. */
function perSecond({ name, unit = name }: Column): number {
  if (/(?:^|[\s_])(?:ms|msec|milliseconds?|mili giây)$/i.test(unit)) return 1000;
  return /(?:^|[\s_])(?:us|µs|μs|microseconds?)$/i.test(unit) ? 1_000_000 : 1;
}

/**
 * Millivolts of each row.
 * @throws EcgRefused for invalid numbers or implausible voltages
 */
function valuesOf({ rows, numberOf, firstLine }: CsvTable, { index }: Column, scale: number): Float32Array {
  return Float32Array.from(rows, (row, at) => {
    const written = numberOf(row[index] ?? '');
    if (written === undefined) throw new EcgRefused('notNumbers', String(at + firstLine));
    if (Math.abs(written * scale) > MOST_MILLIVOLTS) throw new EcgRefused('notMillivolts');
    return written * scale;
  });
}

/** Places values at their positions, NaN where samples are missing. */
function spread(values: Float32Array, places: Float64Array): Float32Array {
  const signal = new Float32Array((places.at(-1) ?? -1) + 1).fill(Number.NaN);
  values.forEach((value, at) => {
    signal[places[at] ?? at] = value;
  });
  return signal;
}
