import { EcgRefused } from './imported.model.ts';

/** Header of a file. */
export interface CsvHead {
  /** Samples a second. */
  readonly rate?: number;
  readonly day?: string;
  readonly time?: string;
}

/** The cells of a text table. */
export interface CsvTable {
  readonly head: CsvHead;
  /** Names of the columns; absent in a table of numbers alone. */
  readonly names?: readonly string[];
  /** Units in a line of their own below the names. */
  readonly units?: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Number of the first row's line in the file. */
  readonly firstLine: number;
  /** Number in a cell, NaN if empty; undefined for anything else. */
  readonly numberOf: (cell: string) => number | undefined;
}

/**
 * Splits a table at the separator found in its first line, dropping comments (#).
 * @throws EcgRefused for an empty text
 */
export function tableOf(text: string): CsvTable {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [head] = lines;
  if (head === undefined) throw new EcgRefused('empty');
  const begun = columnOf(lines);
  if (begun !== undefined) return begun;
  const separator = isDecimalComma(lines) ? ';' : ([';', '\t', ','].find((sign) => head.includes(sign)) ?? ',');
  const numberOf = (cell: string): number | undefined => {
    if (cell === '' || /^nan$/i.test(cell)) return Number.NaN;
    // with ';' as separator, a comma is the decimal mark
    const number = Number(separator === ',' ? cell : cell.replace(',', '.'));
    return Number.isNaN(number) ? undefined : number;
  };
  const cellsOf = (line: string): string[] =>
    line.split(separator).map((cell) => cell.trim().replace(/^(["'])(.*)\1$/, '$2'));
  const isNumber = (cell: string) => cell !== '' && numberOf(cell) !== undefined;
  const [first = [], second = []] = lines.slice(0, 2).map(cellsOf);
  const hasNames = first.some((cell) => cell !== '' && !isNumber(cell) && clockOf(cell) === undefined);
  const hasUnits = hasNames && second.length === first.length && !second.some(isNumber) && second.some(isUnit);
  const begin = (hasNames ? 1 : 0) + (hasUnits ? 1 : 0);
  if (lines.length === begin) throw new EcgRefused('empty');
  return {
    head: {},
    ...(hasNames ? { names: first } : {}),
    ...(hasUnits ? { units: second } : {}),
    rows: lines.slice(begin).map((line, index) => {
      const cells = cellsOf(line);
      if (cells.length !== first.length) throw new EcgRefused('notNumbers', String(index + begin + 1));
      return cells;
    }),
    firstLine: begin + 1,
    numberOf,
  };
}

/** One number per line with decimal comma: one digit before it, and equally many after it in each line. */
function isDecimalComma(lines: readonly string[]): boolean {
  const decimals = new Set(lines.map((line) => /^-?\d,(\d{2,})$/.exec(line)?.[1]?.length));
  return decimals.size === 1 && !decimals.has(undefined);
}

/**
 * A column of numbers below key-value lines, "Sample Rate,512 hertz" or "Unit,µV", as written by watches; undefined for
 * other tables. Personal data is not read.
 */
function columnOf(lines: readonly string[]): CsvTable | undefined {
  const begin = lines.findIndex((line) => /^-?[\d.]+$/.test(line));
  const said = lines.slice(0, Math.max(0, begin)).map((line) => /^(\p{L}[^,]*),\s*"?(.*?)"?$/u.exec(line));
  if (said.length < 2 || said.includes(null)) return undefined;
  const of = (name: RegExp) => said.find((line) => name.test(line?.[1]?.trim() ?? ''))?.[2];
  const rate = Number.parseFloat(of(/^sampl(?:e|ing) rate$/i) ?? '');
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(of(/^recorded date$/i) ?? '') ?? [];
  const unit = of(/^unit$/i);
  return {
    head: {
      ...(rate > 0 ? { rate } : {}),
      ...(day === undefined || time === undefined ? {} : { day, time }),
    },
    names: [of(/^lead$/i) ?? 'ECG'],
    ...(unit === undefined ? {} : { units: [unit] }),
    rows: lines.slice(begin).map((line) => [line]),
    firstLine: begin + 1,
    numberOf: (cell) => (Number.isNaN(Number(cell)) ? undefined : Number(cell)),
  };
}

const isUnit = (cell: string) => cell !== '' && !/\d/.test(cell);

/**
 * Seconds of a time of day or elapsed time, '0:00.003' or '08:05:00.250', or of a full date; undefined for anything
 * else.
 */
export function clockOf(cell: string): number | undefined {
  const written = /^\[?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\]?$/.exec(cell);
  if (written) return Number(written[1] ?? 0) * 3600 + Number(written[2]) * 60 + Number(written[3]);
  const date = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(cell) ? Date.parse(cell.replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(date) ? undefined : date / 1000;
}
