import path from 'node:path';
import { LOCALES } from '@phr/contract/locale';
import { LOCALE_NAMES } from '@phr/i18n/locale';
import { marked, mockModule, pseudoTexts, speakPseudo, unmarkedWords } from '@phr/testing/pseudo-locale';
import { modelFiles } from './locale-add.ts';
import { ROOT } from './workspace.ts';

// Texts in text files, and texts in code marked as `localized`.
speakPseudo(import.meta.jest, [...new Set(modelFiles().map((file) => path.dirname(file)))]);
const { perLocale } = await import('@phr/i18n/localized');
mockModule(import.meta.jest, '@phr/i18n/localized', () => ({
  perLocale,
  localized: (vi: string, en: string) => ({ 'vi-VN': marked(vi), 'en-US': marked(en) }),
}));

const { loadTexts } = await import('../shell/src/core/texts.tsx');
const { createModuleTexts } = await import('@phr/module-kit/i18n');
const { createFakeHost } = await import('@phr/testing/fake-host');
const { describe: tell } = await import('@phr/fhir/describe');
const { noteSignature } = await import('@phr/fhir/note-words');
const { formatRange } = await import('@phr/fhir/quantities');
const { refusalWords } = await import('@phr/fhir/import-words');
const { textsOf } = await import('../backend/src/identity/texts.ts');
const { signInPage } = await import('../backend/src/identity/pages.ts');
const { readConfig } = await import('../backend/src/kit/config.ts');

test("the shell's texts and the shared ones, their places and plural forms", async () => {
  const en = await loadTexts('en-US');
  expect(en.t('signout.waiting', { n: 1 })).toBe('⟦1 entry has not been sent⟧');
  expect(en.t('signout.waiting', { n: 2 })).toBe('⟦2 entries have not been sent⟧');
  const vi = await loadTexts('vi-VN');
  expect(vi.t('otp.resendIn', { seconds: 1 })).toBe('⟦Gửi lại mã sau 1 giây⟧');
  expect(vi.find('common.save')).toBe('⟦Lưu⟧');
  for (const texts of [en.ui, vi.ui]) expect(Object.values(texts).flatMap(unmarkedWords)).toEqual([]);
});

test("a module's texts, by i18next", async () => {
  const place = path.join(ROOT, 'mfe-devices/src/locales/vi-VN.json');
  const load = async () => ({ default: pseudoTexts(place) });
  const { settings } = createFakeHost({});
  const { i18n, ready } = createModuleTexts(settings, { 'vi-VN': load, 'en-US': load }, (error) => {
    throw error;
  });
  await ready;
  expect(i18n.t('common.save')).toBe('⟦Lưu⟧');
  expect(i18n.t('range.above', { n: 5 })).toMatch(/^⟦.*5.*⟧$/);
  expect(unmarkedWords(i18n.t('screen.add-device'))).toEqual([]);
});

const RESOURCES: readonly object[] = [
  {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '85354-9' }] },
    bodySite: { coding: [{ system: 'http://snomed.info/sct', code: '368209003' }] },
    valueQuantity: { value: 72, unit: 'beats/minute', code: '/min' },
    referenceRange: [{ low: { value: 60 } }],
    effectivePeriod: { start: '2026-11-01' },
  },
  {
    resourceType: 'Condition',
    clinicalStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }],
    },
    onsetAge: { value: 52, code: 'a' },
  },
  {
    resourceType: 'MedicationRequest',
    status: 'active',
    dosageInstruction: [{ timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } } }],
  },
  { resourceType: 'NothingKnown', status: 'odd' },
];

test.each(LOCALES)('any resource in words, and what is said of notes, ranges and files, in %s', (locale) => {
  for (const resource of RESOURCES) {
    const { title, subtitle = '', when = '', status = '', lines } = tell(resource, locale);
    const shown = [title, subtitle, when, status, ...lines.flatMap(({ label, value }) => [label, value])];
    expect(title).toMatch(/^⟦.+⟧$/);
    // an unknown status code is shown as it was sent
    expect(shown.flatMap(unmarkedWords).filter((word) => word !== 'odd')).toEqual([]);
  }
  const said = [
    noteSignature({ text: 'x', name: 'Ánh' }, locale),
    noteSignature({ text: 'x' }, locale, { id: '1', name: 'Ánh' }),
    formatRange({ low: { value: 1 } }, locale),
    formatRange({ high: { value: 1 } }, locale),
    refusalWords({ kind: 'refused', reason: 'empty', where: ['entry[3] Observation'], notes: [] }, locale),
  ];
  expect(said.flatMap((text = '') => unmarkedWords(text)).filter((word) => word !== 'entry')).toEqual([]);
});

test.each(LOCALES)('the pages of the identity service, in %s', (locale) => {
  const t = textsOf(locale);
  expect(t('locked', { minutes: 5 })).toMatch(/^⟦.* 5 .*⟧$/);
  const errors = [{ field: 'userName', key: 'phoneMissing' }] as const;
  const page = signInPage(
    { config: readConfig({}), locale, switchTo: '/interaction/x' },
    '/interaction/x',
    { userName: '', shared: 'no', ofApp: true },
    errors,
  );
  const shown = page.replace(/^.*<title>|<[^>]*>/gs, '\n');
  // languages have their own names, and only their codes where there is little room
  expect(new Set(unmarkedWords(shown))).toEqual(
    new Set([
      ...Object.values(LOCALE_NAMES).flatMap((name) => name.split(' ')),
      ...LOCALES.map((each) => each.slice(0, 2).toUpperCase()),
    ]),
  );
});
