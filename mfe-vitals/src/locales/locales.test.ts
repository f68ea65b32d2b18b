import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VITALS } from '@phr/clinical/vitals/index';
import type { Locale } from '@phr/contract/host-api';
import { LOCALES } from '@phr/contract/locale';
import { textFaults } from '@phr/testing/text-faults';
import uiVi from '@phr/ui/locales/vi-VN' with { type: 'json' };
import manifest from '../../module.json' with { type: 'json' };
import { unitTextOf } from '../features/vital/vital.model.ts';
import en from './en-US.json' with { type: 'json' };
import vi from './vi-VN.json' with { type: 'json' };

const own: Readonly<Record<string, string>> = vi;
const english: Readonly<Record<string, string>> = en;
const known: Readonly<Record<string, string>> = { ...uiVi, ...vi };
test('[I18N-02] both languages are complete, no shared text is written again, and every screen has a title', () => {
  // A month is a number in Vietnamese and a name in English.
  expect(
    textFaults({ 'vi-VN': vi, 'en-US': en } satisfies Record<Locale, object>, {
      otherPlaces: ['chart.month'],
      shared: uiVi,
      screens: manifest.routes.map(({ screen }) => screen),
    }),
  ).toEqual([]);
});

test('every literal text key in the sources has a text', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('dev'),
  );
  const keys = sources.flatMap((name) =>
    [...readFileSync(path.join(root, name), 'utf8').matchAll(/\bt\('([\w.-]+)'/g)].map(([, key]) => key ?? ''),
  );
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.filter((key) => known[key] === undefined)).toEqual([]);
});

test('[ROUTE-38] every store key is a vital with a name, a unit and words for what is special about it', () => {
  for (const { key, names, help } of VITALS) {
    for (const locale of LOCALES) expect(names[locale]).toMatch(/\S/);
    for (const text of [unitTextOf(key), ...(help === undefined ? [] : [`help.${help}`])])
      expect(known[text]).toBeDefined();
  }
});

test('a help text has at most 240 characters in either language', () => {
  for (const texts of [own, english])
    for (const [key, text] of Object.entries(texts))
      if (key.startsWith('help.')) expect(text.length).toBeLessThanOrEqual(240);
});
