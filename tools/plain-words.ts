// Writes or checks the files generated from shared/fhir/data/plain-words.tsv: the rows that identify a result, their
// names in each language, and the everyday names of LOINC codes. Usage: node tools/plain-words.ts [--write]
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES, type Locale } from '@phr/contract/locale';
import type { ResultRow, ResultUnit, ResultWords } from '@phr/fhir/plain-words/rows';
import { ROOT } from './workspace.ts';

const TABLE = 'shared/fhir/data/plain-words.tsv';
const GENERATED = 'shared/fhir/src/plain-words/generated';
/** How the table's columns name a language. */
const COLUMN: Readonly<Record<Locale, string>> = { 'vi-VN': 'vi', 'en-US': 'en' };
/** What a clinician signs. */
const TEXTS = ['name', 'what', 'low', 'high'] as const;

/** A line of the table by its columns. */
export type Line = Readonly<Record<string, string>>;

/** The table's lines; every cell is plain text without quotes or tabs. */
export async function readTable(): Promise<readonly Line[]> {
  const text = await readFile(path.join(ROOT, TABLE), 'utf8');
  const [head = [], ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

/** The texts that a signature covers: a text that was changed later is not signed. */
export function textsHash(line: Line): string {
  const texts = TEXTS.flatMap((text) => LOCALES.map((locale) => line[`${text}_${COLUMN[locale]}`] ?? ''));
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12);
}

/** Whether a clinician has signed exactly these texts: "signed: role, date, version, hash". */
export function isSigned(line: Line): boolean {
  const review = line['review'] ?? '';
  return review.startsWith('signed: ') && review.endsWith(`, ${textsHash(line)}`);
}

const listed = (cell: string | undefined, separator: string): string[] =>
  (cell ?? '').split(separator).flatMap((item) => item.trim() || []);

/** 'mg/dL (mg/dL) × 0.02586', '{INR} × 1', 'ng/mL (ng/mL) no conversion'. */
function unitOf(text: string): ResultUnit {
  const [, code = '', printed, factor] = /^(\S+)(?: \(([^)]*)\))?(?: × ([\d.]+))?/.exec(text) ?? [];
  return {
    code,
    ...(printed === undefined ? {} : { printed }),
    ...(factor === undefined ? {} : { factor: Number(factor) }),
  };
}

function rowOf(line: Line): ResultRow {
  const { key = '', group = '', kind, mild_word: mild, sensitivity } = line;
  return {
    key,
    group,
    kind: kind as ResultRow['kind'],
    loinc: listed(line['loinc'], ';'),
    units: listed(line['units'], ';').map(unitOf),
    printed: listed(line['name_vi_lab'], '|'),
    mayBeSlight: mild === 'yes',
    ...(sensitivity === '' ? {} : { sensitivity: sensitivity as 'care' | 'private' }),
  };
}

function wordsOf(line: Line, locale: Locale): ResultWords {
  const [name = '', what = '', low = '', high = ''] = TEXTS.map((text) => line[`${text}_${COLUMN[locale]}`]);
  return {
    name,
    plural: line['en_verb'] === 'are',
    what,
    low,
    high,
    usual: line['range_adult'] ?? '',
    signed: isSigned(line),
  };
}

/** Everyday names by code; codes of vital signs have separate names. */
function namesOf(lines: readonly Line[]): readonly (readonly [string, string, string])[] {
  return lines
    .filter(({ kind, loinc }) => kind !== 'vital' && loinc !== '')
    .map((line) => [listed(line['loinc'], ';').join(' '), line['name_vi'] ?? '', line['name_en'] ?? '']);
}

/** Every generated file as it should be now, by its path. */
export async function plainWordsFiles(): Promise<ReadonlyMap<string, string>> {
  const lines = await readTable();
  const contents: readonly (readonly [string, unknown])[] = [
    ['rows', lines.map(rowOf)],
    ['names', namesOf(lines)],
    ...LOCALES.map(
      (locale) =>
        [`words.${locale}`, Object.fromEntries(lines.map((line) => [line['key'], wordsOf(line, locale)]))] as const,
    ),
  ];
  return new Map(contents.map(([name, value]) => [`${GENERATED}/${name}.json`, `${JSON.stringify(value)}\n`]));
}

/** Why the generated files do not match the table; undefined when they do. */
export async function plainWordsFault(): Promise<string | undefined> {
  const old: string[] = [];
  for (const [file, text] of await plainWordsFiles())
    if ((await readFile(path.join(ROOT, file), 'utf8').catch(() => '')) !== text) old.push(file);
  return old.length === 0 ? undefined : `${old.join(', ')}: run node tools/plain-words.ts --write`;
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--write'))
    for (const [file, text] of await plainWordsFiles()) await writeFile(path.join(ROOT, file), text);
  const fault = await plainWordsFault();
  if (fault !== undefined) {
    console.error(fault);
    process.exitCode = 1;
  }
}
