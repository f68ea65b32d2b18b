import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VITALS } from '@phr/clinical/vitals/index';
import type { Locale } from '@phr/contract/host-api';
import { LOCALES } from '@phr/contract/locale';
import { textFaults } from '@phr/testing/text-faults';
import uiVi from '@phr/ui/locales/vi-VN' with { type: 'json' };
import manifest from '../../module.json' with { type: 'json' };
import { unitTextOf } from '../features/vital/vital.model.ts';
import screensEn from './en-US.json' with { type: 'json' };
import fixEn from './fix.en-US.json' with { type: 'json' };
import fixVi from './fix.vi-VN.json' with { type: 'json' };
import growthEn from './growth.en-US.json' with { type: 'json' };
import growthVi from './growth.vi-VN.json' with { type: 'json' };
import importEn from './import.en-US.json' with { type: 'json' };
import importVi from './import.vi-VN.json' with { type: 'json' };
import slotEn from './slot.en-US.json' with { type: 'json' };
import slotVi from './slot.vi-VN.json' with { type: 'json' };
import screensVi from './vi-VN.json' with { type: 'json' };

const vi = { ...slotVi, ...screensVi };
const en = { ...slotEn, ...screensEn };

const own: Readonly<Record<string, string>> = vi;
const english: Readonly<Record<string, string>> = en;
const known: Readonly<Record<string, string>> = { ...uiVi, ...vi, ...importVi, ...fixVi, ...growthVi };
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

test('[I18N-02] the texts of corrections are complete in both languages and are written nowhere else', () => {
  expect(
    textFaults({ 'vi-VN': fixVi, 'en-US': fixEn } satisfies Record<Locale, object>, {
      shared: { ...uiVi, ...vi },
    }),
  ).toEqual([]);
});

test('[I18N-02] the texts of an import are complete in both languages and are written nowhere else', () => {
  expect(
    textFaults({ 'vi-VN': importVi, 'en-US': importEn } satisfies Record<Locale, object>, {
      shared: { ...uiVi, ...vi },
    }),
  ).toEqual([]);
});

test('[I18N-02] the texts of growth are complete in both languages and are written nowhere else', () => {
  expect(
    textFaults({ 'vi-VN': growthVi, 'en-US': growthEn } satisfies Record<Locale, object>, {
      shared: { ...uiVi, ...vi },
    }),
  ).toEqual([]);
});

test('no text of the slot is written a second time', () => {
  expect(Object.keys(slotVi).filter((key) => key in screensVi)).toEqual([]);
  expect(Object.keys(slotEn).filter((key) => key in screensEn)).toEqual([]);
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

test('[ROUTE-38] every vital key is a vital with a name, a unit and words for what is special about it', () => {
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
