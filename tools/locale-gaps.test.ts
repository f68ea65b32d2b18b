import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LOCALES } from '@phr/contract/locale';
import { textFaults } from '@phr/testing/text-faults';
import { addLocale, fileIn, modelFiles, readTexts } from './locale-add.ts';
import { ROOT } from './workspace.ts';

/** A month is a number in Vietnamese and a name in English. */
const OTHER_PLACES = ['chart.month'];

/** Texts of the whole workspace that are missing in some languages, file by file. */
function gaps(locales: readonly string[], root = ROOT): readonly string[] {
  return modelFiles(root).flatMap((model) => {
    const texts = Object.fromEntries(locales.map((locale) => [locale, readTexts(root, fileIn(model, locale)) ?? {}]));
    return textFaults(texts, { otherPlaces: OTHER_PLACES }).map((fault) => `${path.dirname(model)}: ${fault}`);
  });
}

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'locales-'));
  for (const model of modelFiles()) {
    for (const file of LOCALES.map((locale) => fileIn(model, locale)))
      cpSync(path.join(ROOT, file), path.join(root, file));
  }
});
afterEach(() => rmSync(root, { recursive: true }));

test('[I18N-02] every text of the house is there in every language', () => {
  expect(modelFiles().length).toBeGreaterThan(8);
  expect(gaps(LOCALES)).toEqual([]);
});

test('each gap of a further language is named: first every text, then those without words', () => {
  const locales = [...LOCALES, 'pl-PL'];
  const missing = gaps(locales, root);
  const count = modelFiles(root).reduce((sum, file) => sum + Object.keys(readTexts(root, file) ?? {}).length, 0);
  expect(missing.filter((fault) => fault.endsWith('is missing in pl-PL')).length).toBeGreaterThan(count);
  expect(missing).toContain('shell/src/locales: nav.language is missing in pl-PL');
  // a language with more plural forms than the others needs all of them
  expect(missing).toContain('shell/src/locales: otp.resendIn_few is missing in pl-PL');

  addLocale('pl-PL', root);
  const empty = gaps(locales, root);
  expect(empty).toHaveLength(missing.length);
  expect(empty.every((fault) => fault.endsWith('is empty in pl-PL'))).toBe(true);

  const [file = ''] = modelFiles(root);
  const place = path.join(root, fileIn(file, 'pl-PL'));
  const texts: Record<string, string> = JSON.parse(readFileSync(place, 'utf8'));
  const [key = ''] = Object.keys(texts);
  writeFileSync(place, JSON.stringify({ ...texts, [key]: 'słowa' }));
  expect(gaps(locales, root).length).toBe(empty.length - 1);
  addLocale('pl-PL', root);
  expect(readTexts(root, fileIn(file, 'pl-PL'))?.[key]).toBe('słowa');
});

test('a further language is loaded where the others are', () => {
  const file = 'mfe-devices/src/module.ts';
  cpSync(path.join(ROOT, file), path.join(root, file));
  expect(addLocale('pl-PL', root)).toContain(file);
  expect(readFileSync(path.join(root, file), 'utf8')).toMatch(/'pl-PL': \(\) => import\('\.\/locales\/pl-PL\.json'/);
  expect(addLocale('pl-PL', root)).not.toContain(file);
});
