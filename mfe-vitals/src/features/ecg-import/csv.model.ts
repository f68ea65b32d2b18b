import { EcgRefused, type ImportedEcg, leadName } from './imported.model.ts';

const MOST_SECONDS = 3600;
/** No electrode on the skin gives more, offset included: larger numbers are in another unit, or count something else. */
const MOST_MILLIVOLTS = 100;
const TIME = /^(?:time|t|thời gian|seconds?|s|sec|ms|milliseconds?)\b/i;

/**
 * An ECG as a table of millivolts: one value a line, or a column for each lead with a first line of names. A column of times gives the
 * rate; without one the person says it.
 * @param rate samples a second; what a time column says wins
 * @throws EcgRefused
 */
export function readEcgCsv(text: string, rate: number | undefined): ImportedEcg {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [head] = lines;
  if (head === undefined) throw new EcgRefused('empty');
  const separator = [';', '\t', ','].find((sign) => head.includes(sign)) ?? ',';
  // With ';' between the columns a comma is the sign of decimals.
  const numberOf = (cell: string): number =>
    cell === '' ? Number.NaN : Number(separator === ',' ? cell : cell.replace(',', '.'));
  const cellsOf = (line: string): string[] =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const first = cellsOf(head);
  const hasNames = first.some((cell) => cell !== '' && Number.isNaN(numberOf(cell)));
  const rows = lines.slice(hasNames ? 1 : 0).map((line, index) => {
    const cells = cellsOf(line);
    if (
      cells.length !== first.length ||
      cells.some((cell) => cell !== '' && !/^nan$/i.test(cell) && Number.isNaN(numberOf(cell)))
    )
      throw new EcgRefused('notNumbers', String(index + (hasNames ? 2 : 1)));
    return cells.map(numberOf);
  });
  if (rows.length === 0) throw new EcgRefused('empty');

  const timeColumn = hasNames ? first.findIndex((name) => TIME.test(name)) : -1;
  const sampling =
    timeColumn < 0
      ? rate
      : rateOfTimes(
          rows.map((row) => row[timeColumn] ?? Number.NaN),
          first[timeColumn] ?? '',
        );
  if (sampling === undefined || !(sampling >= 50 && sampling <= 4000)) throw new EcgRefused('rateMissing');
  if (rows.length / sampling > MOST_SECONDS) throw new EcgRefused('tooLong');
  const leads = first.flatMap((name, column) =>
    column === timeColumn
      ? []
      : [
          {
            name: hasNames
              ? leadName(name.replace(/\s*[[(]?mv[\])]?$/i, ''))
              : first.length === 1
                ? 'II'
                : `ECG ${column + 1}`,
            signal: Float32Array.from(rows, (row) => row[column] ?? Number.NaN),
          },
        ],
  );
  if (leads.length === 0) throw new EcgRefused('noEcg');
  if (leads.some(({ signal }) => signal.some((value) => Math.abs(value) > MOST_MILLIVOLTS)))
    throw new EcgRefused('notMillivolts');
  return { leads, rate: sampling, leftOut: [] };
}

function rateOfTimes(times: readonly number[], name: string): number | undefined {
  const [first, last] = [times[0] ?? Number.NaN, times.at(-1) ?? Number.NaN];
  const span = (last - first) / (/^(?:ms|millisec)|\bms\b/i.test(name) ? 1000 : 1);
  const rate = (times.length - 1) / span;
  return Number.isFinite(rate) && rate > 0 ? Math.round(rate * 100) / 100 : undefined;
}
