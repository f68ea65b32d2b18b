// Writes shared/clinical/data/growth-tables.json from the tables in WHO's R packages anthro and anthroplus. Usage: node
// tools/growth-tables.ts <data-raw/growthstandards of anthro> <data-raw/growthstandards of anthroplus>
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './workspace.ts';

const TARGET = 'shared/clinical/data/growth-tables.json';
const SEXES = { male: '1', female: '2' } as const;
/** Factor that makes the published numbers whole: they have four decimals, S has five. */
const FACTORS = { l: 10_000, m: 10_000, s: 100_000 } as const;

/** One published file: its measure, and whether its ages are days or months. */
const FILES = [
  { indicator: 'height', from: 'anthro', file: 'lenanthro.txt', age: 'day' },
  { indicator: 'weight', from: 'anthro', file: 'weianthro.txt', age: 'day' },
  { indicator: 'bmi', from: 'anthro', file: 'bmianthro.txt', age: 'day' },
  { indicator: 'head', from: 'anthro', file: 'hcanthro.txt', age: 'day' },
  { indicator: 'height', from: 'anthroplus', file: 'hfawho2007.txt', age: 'month' },
  { indicator: 'weight', from: 'anthroplus', file: 'wfawho2007.txt', age: 'month' },
  { indicator: 'bmi', from: 'anthroplus', file: 'bfawho2007.txt', age: 'month' },
] as const;

type Row = Readonly<Record<string, string>>;

function rowsOf(text: string): readonly Row[] {
  const [head = [], ...lines] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

/**
 * Whole numbers, each as its difference from the previous one, which keeps the file small. Throws for a number with
 * more decimals.
 */
function packed(rows: readonly Row[], column: keyof typeof FACTORS): string {
  let before = 0;
  return rows
    .map((row) => {
      const exact = Number(row[column]) * FACTORS[column];
      const whole = Math.round(exact);
      if (!(Math.abs(exact - whole) < 1e-6)) throw new Error(`${column} ${row[column]} has more decimals`);
      const step = whole - before;
      before = whole;
      return step;
    })
    .join(' ');
}

function tableOf(rows: readonly Row[], of: { readonly indicator: string; readonly age: string; readonly sex: string }) {
  const first = Number(rows[0]?.['age']);
  rows.forEach((row, at) => {
    if (Number(row['age']) !== first + at) throw new Error(`${of.indicator}: the ages have a gap at ${row['age']}`);
  });
  return { ...of, first, count: rows.length, l: packed(rows, 'l'), m: packed(rows, 'm'), s: packed(rows, 's') };
}

const [anthro = '', anthroplus = ''] = process.argv.slice(2);
const folders = { anthro, anthroplus };
const read = await Promise.all(
  FILES.map(async ({ from, file, ...of }) => {
    const text = await readFile(path.join(folders[from], file), 'utf8');
    const rows = rowsOf(text);
    return {
      source: { package: from, file, sha256: createHash('sha256').update(text).digest('hex') },
      tables: Object.entries(SEXES).map(([sex, code]) =>
        tableOf(
          rows.filter((row) => row['sex'] === code),
          { ...of, sex },
        ),
      ),
    };
  }),
);
const head = {
  title:
    'WHO Child Growth Standards (2006, birth to 5 years) and WHO Growth Reference (2007, 5 to 19 years): LMS by age and sex',
  publisher: 'World Health Organization',
  editions: [
    {
      package: 'anthro',
      version: '1.1.0.9000',
      commit: 'b776d8a',
      address: 'https://github.com/WorldHealthOrganization/anthro',
    },
    {
      package: 'anthroplus',
      version: '1.0.0.9000',
      commit: '799a7de',
      address: 'https://github.com/WorldHealthOrganization/anthroplus',
    },
  ],
  licence:
    'The packages are published by WHO under GPL-3. Only the numbers of their tables stand here, unchanged; none of their code.',
  conversion:
    'tools/growth-tables.ts: L and M × 10,000 and S × 100,000 are whole numbers, each written as the difference to the one before. Nothing is rounded, added or left out.',
};
await writeFile(
  path.join(ROOT, TARGET),
  `${JSON.stringify({ ...head, files: read.map(({ source }) => source), tables: read.flatMap(({ tables }) => tables) }, null, 2)}\n`,
);
