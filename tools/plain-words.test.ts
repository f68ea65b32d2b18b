import { checkDigitOf } from '../shared/clinical/src/loinc-check-digit.test-support.ts';
import { LOCALES } from '@phr/contract/locale';
import { normalizeText } from '@phr/fhir/normalize-text';
import { isSigned, plainWordsFault, readTable, textsHash, type Line } from './plain-words.ts';

let lines: readonly Line[];
beforeAll(async () => {
  lines = await readTable();
});

const TEXT_COLUMNS = ['what', 'low', 'high'].flatMap((text) => [`${text}_vi`, `${text}_en`]);
const cellsOf = (columns: readonly string[]) =>
  lines.flatMap((line) =>
    columns.map((column) => ({ where: `${line['key']} ${column}`, text: line[column] ?? '', line })),
  );
const faults = (cells: ReturnType<typeof cellsOf>, isFine: (text: string, line: Line) => boolean): string[] =>
  cells.filter(({ text, line }) => text !== '' && !isFine(text, line)).map(({ where }) => where);

test('the generated files are those of the table', async () => {
  expect(await plainWordsFault()).toBeUndefined();
});

test('each row has all columns, a key of its own, and clean text', () => {
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  expect(lines.filter((line) => Object.keys(line).length !== 24)).toEqual([]);
  const all = cellsOf(Object.keys(lines[0] ?? {}));
  expect(
    faults(all, (text) => text === text.normalize('NFC') && !/ {2}|\t/.test(text) && text === text.trim()),
  ).toEqual([]);
});

test('a LOINC code stands in one row, and its check digit is right', () => {
  const codes = lines.flatMap(({ loinc = '' }) => loinc.split(';').flatMap((code) => code.trim() || []));
  const twice = codes.filter((code, at) => codes.indexOf(code) !== at);
  // the rhythm of an ECG, which is distinguished by its value
  expect(twice).toEqual(['8884-9']);
  expect(codes.filter((code) => checkDigitOf(code.slice(0, -2)) !== Number(code.at(-1)))).toEqual([]);
});

test('texts are short, whole sentences, in both languages or in none', () => {
  expect(faults(cellsOf(['what_vi', 'what_en']), (text) => text.length <= 140 && text.endsWith('.'))).toEqual([]);
  const reasons = cellsOf(TEXT_COLUMNS.slice(2));
  expect(faults(reasons, (text) => text.length <= 160 && text.endsWith('.'))).toEqual([]);
  for (const text of ['what', 'low', 'high', 'name'])
    expect(lines.filter((line) => (line[`${text}_vi`] === '') !== (line[`${text}_en`] === ''))).toEqual([]);
});

test('no text says that somebody has a disease, is certain, or frightens', () => {
  const cells = cellsOf(TEXT_COLUMNS);
  const never = /bạn bị|chắc chắn|nguy hiểm|tử vong|you have\b|certainly|dangerous/i;
  expect(faults(cells, (text) => !never.test(text))).toEqual([]);
  const cancer = /(?:chưa đủ để kết luận|không có nghĩa là) ung thư|(?:not enough to tell|does not mean) cancer/gi;
  expect(faults(cells, (text) => !/ung thư|\bcancer\b/i.test(text.replaceAll(cancer, '')))).toEqual([]);
});

test('what is low or high names a next step', () => {
  const numbers = lines.filter(({ kind }) => kind === 'qn');
  const without = numbers.flatMap((line) =>
    ['low_vi', 'high_vi', 'low_en', 'high_en']
      .filter((column) => (line[column] ?? '') !== '' && !/bác sĩ|doctor/i.test(line[column] ?? ''))
      .map((column) => `${line['key']} ${column}`),
  );
  expect(without.filter((where) => !where.startsWith('hbsab high'))).toEqual([]);
});

test('names can be subjects of a sentence', () => {
  expect(faults(cellsOf(['name_vi', 'name_en']), (text) => text.length <= 45 && !/[()]/.test(text))).toEqual([]);
});

test('synonyms are written as a search compares them', () => {
  expect(faults(cellsOf(['synonyms_no_diacritics']), (text) => text === normalizeText(text))).toEqual([]);
});

test('factors of units are those of chemistry', () => {
  const factor = (key: string, unit: string): number => {
    const units = lines.find((line) => line['key'] === key)?.['units'] ?? '';
    return Number(
      new RegExp(`(?:^|; )${unit.replaceAll(/[/*[\]]/g, '\\$&')} \\([^)]*\\) × ([\\d.]+)`).exec(units)?.[1],
    );
  };
  expect(factor('crea', 'mg/dL')).toBeCloseTo(88.4, 1);
  expect(100 * factor('glu', 'mg/dL')).toBeCloseTo(5.55, 1);
  expect(60 * factor('urea', 'mg/dL')).toBeCloseTo(10, 1);
  // urea nitrogen is less than half of urea by mass: the two must never share a row
  expect(factor('bun', 'mg/dL') / factor('urea', 'mg/dL')).toBeCloseTo(2.14, 2);
});

test('a text that changes loses its signature', () => {
  const [line = {}] = lines;
  expect(isSigned(line)).toBe(false);
  const signed = { ...line, review: `signed: haematologist, 2027-01-01, 1, ${textsHash(line)}` };
  expect(isSigned(signed)).toBe(true);
  for (const column of ['what_vi', 'high_en']) expect(isSigned({ ...signed, [column]: 'x' })).toBe(false);
  expect(LOCALES).toHaveLength(2);
});
