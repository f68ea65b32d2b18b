import file from '../../data/advice.json' with { type: 'json' };
import { perLocale } from '@phr/i18n/localized';
import type { VitalKey } from '../codings.ts';
import type { Level } from '../levels.ts';
import type { PartKey } from '../parts.ts';
import { adviceIn, mayShow, signatureOf, type AdviceTexts } from './advice-texts.ts';
import { isPressing, worse } from './assess.ts';
import { AT, goalOf, judged } from './sample.test-support.ts';
import type { AssessInput } from './verdict.ts';

const texts = file as AdviceTexts;
const NOW = Date.parse(AT);
const said = (
  vital: VitalKey,
  value: number,
  years = 40,
  more: Partial<AssessInput> & { readonly unit?: string; readonly part?: PartKey } = {},
) => {
  const { part = vital === 'bloodPressures' ? 'systolic' : 'value', ...rest } = more;
  const { advice } = judged(vital, { [part]: value }, years, rest);
  return advice === undefined ? undefined : `${advice.id} ${advice.urgency}`;
};

test.each([
  [
    'glucoses',
    [2.9, 3, 3.8, 3.9, 13.9, 14, 33.2, 33.3],
    [
      'glu.veryLow now',
      'glu.low today',
      'glu.low today',
      undefined,
      undefined,
      'glu.high today',
      'glu.high today',
      'glu.extreme now',
    ],
  ],
  [
    'ketones',
    [0.5, 0.6, 1.5, 1.6, 2.9, 3],
    [undefined, 'ket.some soon', 'ket.some soon', 'ket.high today', 'ket.high today', 'ket.veryHigh now'],
  ],
  [
    'bloodPressures',
    [80, 81, 89, 90, 159, 160, 179, 180],
    [
      'bp.low today',
      'bp.low soon',
      'bp.low soon',
      undefined,
      undefined,
      'bp.high soon',
      'bp.high soon',
      'bp.crisis today',
    ],
  ],
  ['spo2s', [92, 93, 94, 95], ['spo2.low now', 'spo2.low today', 'spo2.low today', undefined]],
  [
    'temperatures',
    [35, 35.1, 39, 39.1, 40.9, 41],
    ['temp.cold today', undefined, undefined, 'temp.fever soon', 'temp.fever soon', 'temp.fever now'],
  ],
  ['heartRates', [39, 40, 130, 131], ['hr today', undefined, undefined, 'hr today']],
  ['respiratoryRates', [8, 9, 24, 25], ['rr today', undefined, undefined, 'rr today']],
] as const)('%s: what is advised to an adult below, at and above each line', (vital, values, expected) => {
  expect(values.map((value) => said(vital, value))).toEqual(expected);
});

test('the diastolic lines, and the top tier at any age', () => {
  const of = (value: number, years = 40) => said('bloodPressures', value, years, { part: 'diastolic' });
  expect([40, 59, 60, 99, 100, 110].map((value) => of(value))).toEqual([
    'bp.low today',
    'bp.low soon',
    undefined,
    undefined,
    'bp.high soon',
    'bp.crisis today',
  ]);
  expect([105, 110].map((value) => of(value, 10))).toEqual([undefined, 'bp.crisis today']);
});

test('low sugar gets sugar, children by their weight, a baby a doctor; never five minutes of rest', () => {
  expect([11, 12, 1].map((years) => said('glucoses', 3.5, years))).toEqual([
    'glu.child today',
    'glu.low today',
    'glu.child today',
  ]);
  expect(said('glucoses', 3.5, 0, { person: { birthDate: '2026-01-01' } })).toBe('glu.infant now');
  expect(said('glucoses', 53, 40, { unit: 'mg/dL' })).toBe('glu.veryLow now');
  const words = texts.rules.filter(({ id }) => id.startsWith('glu.')).map((rule) => rule.words['vi-VN'] ?? '');
  for (const one of words) expect(one).not.toMatch(/nghỉ/);
  expect(words[0]).toMatch(/15 g đường/);
});

test('pregnancy, rest and a goal change what is advised', () => {
  const pregnant = (value: number) =>
    said('bloodPressures', value, 30, { person: { birthDate: '1996-01-01', pregnant: 'yes' } });
  expect([139, 140, 159, 160].map(pregnant)).toEqual([
    undefined,
    'bp.pregnant today',
    'bp.pregnant today',
    'bp.pregnantCrisis now',
  ]);
  expect(said('heartRates', 140, 40, { context: { rest: false } })).toBeUndefined();
  const goals = [goalOf('59408-5', { detailRange: { low: { value: 88, code: '%' }, high: { value: 92, code: '%' } } })];
  expect([87, 88].map((value) => said('spo2s', value, 70, { goals }))).toEqual(['spo2.low now', undefined]);
});

test('children: fever by age in days and months', () => {
  const fever = (birthDate: string, value: number) => said('temperatures', value, 0, { person: { birthDate } });
  expect([fever('2026-08-28', 38), fever('2026-08-27', 38)]).toEqual(['temp.baby now', undefined]);
  // on the day of birth, and cold until the 28th day
  expect([fever('2026-11-27', 38), fever('2026-11-27', 35.9)]).toEqual(['temp.baby now', 'temp.baby now']);
  expect([fever('2026-10-31', 35.9), fever('2026-10-30', 35.9)]).toEqual(['temp.baby now', undefined]);
  expect([fever('2026-11-28', 38), fever('2026-11', 38)]).toEqual([undefined, undefined]);
  expect([fever('2026-05-28', 39), fever('2026-05-27', 39)]).toEqual(['temp.infant today', 'temp.fever soon']);
  expect([38, 38.1, 39.1].map((value) => said('temperatures', value, 8))).toEqual([
    undefined,
    'temp.fever soon',
    'temp.fever today',
  ]);
});

// 1st and 99th centile at rest: Fleming et al., Lancet 2011
test.each([
  [0, 93, 160],
  [1, 82, 150],
  [2, 70, 140],
  [4, 70, 140],
  [5, 59, 131],
  [8, 52, 115],
  [12, 43, 108],
])('the pulse of a child of %i years is told below %i and above %i', (years, low, high) => {
  expect([low - 1, low, high, high + 1].map((value) => said('heartRates', value, years))).toEqual([
    'hr today',
    undefined,
    undefined,
    'hr today',
  ]);
});

test('only what was measured within a day asks, and "soon" only where the value is very dangerous', () => {
  const of = (systolic: number, hours: number) =>
    isPressing(judged('bloodPressures', { systolic }), NOW - hours * 3_600_000, NOW);
  expect([of(185, 1), of(185, 23.99), of(185, 24.01), of(165, 1), of(88, 1), of(150, 1)]).toEqual([
    true,
    true,
    false,
    true,
    false,
    false,
  ]);
});

test('every advice has words in each language and a source, and nothing that must never be said', () => {
  const ids = new Set(texts.rules.map(({ id }) => id));
  expect(ids.size).toBe(21);
  for (const { words, source, when } of texts.rules) {
    expect([source, when].every((text) => text.length > 3)).toBe(true);
    for (const locale of Object.keys(perLocale((locale) => locale))) {
      const text = words[locale] ?? '';
      expect(text.length).toBeGreaterThan(5);
      // no reassurance, no diagnosis, no dose, no blame; the emergency number comes from the settings
      expect(text).not.toMatch(
        /bình thường|yên tâm|normal|reassur|chẩn đoán|diagnos|liều|dose|lỗi của|your fault|115/i,
      );
      // every number carries a unit
      expect(text.replaceAll('{number}', '')).not.toMatch(/(?<![\d,.])\d+[,.]\d+(?! (mmol|%|°|g )|\d)/);
    }
  }
});

test('a draft is shown where all texts are, else never; nobody signs for the clinician', () => {
  expect([texts.status, texts.reviewer]).toEqual(['draft', null]);
  expect((['all', 'signed', 'off', undefined] as const).map((setting) => mayShow(texts, setting))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const signed: AdviceTexts = {
    ...texts,
    status: 'approved',
    reviewer: { name: 'x', licence: 'x', date: '2026-01-01' },
  };
  expect((['all', 'signed', 'off'] as const).map((setting) => mayShow(signed, setting))).toEqual([true, true, false]);
});

test('texts are a draft until they are approved and somebody has signed', () => {
  const reviewer = { name: 'x' };
  const of = (status: string, by: unknown) => signatureOf({ status, reviewer: by }, 'all')?.isDraft;
  expect([of('draft', null), of('draft', reviewer), of('approved', null), of('approved', reviewer)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(signatureOf({ status: 'approved', reviewer }, 'signed')).toEqual({ isDraft: false });
  expect(signatureOf({ status: 'approved', reviewer }, undefined)).toEqual({ isDraft: false });
  expect(signatureOf({ status: 'approved', reviewer }, 'off')).toBeUndefined();
});

describe('a file of advice', () => {
  const rule = {
    id: 'glu.low',
    when: 'below 3.9',
    source: 's',
    words: { 'vi-VN': 'a', 'en-US': 'b', 'fr-FR': ' ' },
    signs: { 'vi-VN': ['c'], 'en-US': ['d'] },
    again: 15,
  };
  const signed = {
    version: 2,
    status: 'approved',
    reviewer: { name: 'x', licence: 'y', date: 'z', more: 1 },
    rules: [rule],
  };
  const fileOf = (more: object, inRule: object = {}) =>
    adviceIn({ ...signed, rules: [{ ...rule, ...inRule }], ...more });

  test('is read with what it says and no more', () => {
    expect(fileOf({})).toEqual({
      version: 2,
      status: 'approved',
      reviewer: { name: 'x', licence: 'y', date: 'z' },
      rules: [{ ...rule, words: { 'vi-VN': 'a', 'en-US': 'b' } }],
    });
    expect(fileOf({}, { signs: undefined, again: 0 })?.rules).toEqual([
      { id: rule.id, when: rule.when, source: rule.source, words: { 'vi-VN': 'a', 'en-US': 'b' } },
    ]);
  });

  test.each([{ reviewer: null }, { reviewer: { name: 'x', licence: '', date: 'z' } }, { reviewer: { name: 'x' } }])(
    'has no reviewer who is not named in full: %j',
    (more) => {
      expect(fileOf(more)?.reviewer).toBeNull();
    },
  );

  test.each<[object, object]>([
    [{ version: '2' }, {}],
    [{ status: 'signed' }, {}],
    [{ rules: {} }, {}],
    [{ rules: [] }, {}],
    [{ rules: [rule, null] }, {}],
    [{}, { id: ' ' }],
    [{}, { when: undefined }],
    [{}, { source: 5 }],
    [{}, { words: { 'vi-VN': 'a' } }],
    [{}, { words: { 'vi-VN': 'a', 'en-US': ' ' } }],
    [{}, { signs: {} }],
    [{}, { signs: { 'vi-VN': ['c'], 'en-US': [] } }],
    [{}, { signs: { 'vi-VN': ['c'], 'en-US': ['d', ''] } }],
    [{}, { signs: { 'vi-VN': ['c'], 'en-US': 'd' } }],
  ])('is not read at all when a part is unreadable: %j %j', (more, inRule) => {
    expect(fileOf(more, inRule)).toBeUndefined();
  });
});

test('a pregnancy counts on its days only', () => {
  const person = { birthDate: '1995-01-01', pregnancies: [{ from: '2026-11-01', to: '2026-11-27' }] };
  const at = (day: string) =>
    judged('bloodPressures', { systolic: 142, diastolic: 88 }, 31, {
      person,
      at: `${day}T08:00:00+07:00`,
      now: Date.parse('2026-12-31'),
    });
  expect(['2026-10-31', '2026-11-01', '2026-11-27', '2026-11-28'].map((day) => at(day).advice?.id)).toEqual([
    undefined,
    'bp.pregnant',
    'bp.pregnant',
    undefined,
  ]);
});

test('of two verdicts the worse one counts, the first of equal ones, and any before none', () => {
  const of = (level?: Level) => (level === undefined ? {} : { level });
  const [mild, dangerous, again, open] = [of('mild'), of('dangerous'), of('dangerous'), of()];
  expect(worse(mild, dangerous)).toBe(dangerous);
  expect(worse(dangerous, mild)).toBe(dangerous);
  expect(worse(dangerous, again)).toBe(dangerous);
  expect(worse(open, mild)).toBe(mild);
  expect(worse(mild, open)).toBe(mild);
  expect(worse(open, undefined)).toBe(open);
  expect(worse(undefined, mild)).toBe(mild);
  expect(worse(undefined, undefined)).toBeUndefined();
});

/** Every value from which on something else is advised, in steps of the meter. */
function changes(
  [from, to, step]: readonly [number, number, number],
  adviceOf: (value: number) => string | undefined,
): readonly string[] {
  let last: string | undefined = 'none yet';
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) =>
    Number((from + at * step).toFixed(1)),
  ).flatMap((value) => {
    const advice = adviceOf(value);
    if (advice === last) return [];
    last = advice;
    return [`${value} ${advice ?? '–'}`];
  });
}

test('where what is advised changes, in each unit and at each age', () => {
  const mgOf = (years: number) => changes([20, 700, 1], (value) => said('glucoses', value, years, { unit: 'mg/dL' }));
  const mmolOf = (years: number) => changes([1, 40, 0.1], (value) => said('glucoses', value, years));
  const feverOf = (birthDate: string) =>
    changes([34, 42, 0.1], (value) => said('temperatures', value, 0, { person: { birthDate } }));
  const pressureOf = (part: PartKey, years: number, more: object = {}) =>
    changes([30, 260, 1], (value) => said('bloodPressures', value, years, { part, ...more }));
  const pregnant = { person: { birthDate: '1995-01-01', pregnant: 'yes' } } as const;
  const goals = [goalOf('59408-5', { detailRange: { low: { value: 85, code: '%' }, high: { value: 92, code: '%' } } })];
  expect(mgOf(40)).toEqual([
    '20 glu.veryLow now',
    '54 glu.low today',
    '70 –',
    '251 glu.high today',
    '600 glu.extreme now',
  ]);
  expect(mgOf(8)).toEqual([
    '20 glu.child now',
    '54 glu.child today',
    '70 –',
    '251 glu.high today',
    '600 glu.extreme now',
  ]);
  expect(mmolOf(40)).toEqual([
    '1 glu.veryLow now',
    '3 glu.low today',
    '3.9 –',
    '14 glu.high today',
    '33.3 glu.extreme now',
  ]);
  expect(pressureOf('systolic', 40)).toEqual([
    '30 bp.low today',
    '81 bp.low soon',
    '90 –',
    '160 bp.high soon',
    '180 bp.crisis today',
  ]);
  expect(pressureOf('diastolic', 40)).toEqual([
    '30 bp.low today',
    '41 bp.low soon',
    '60 –',
    '100 bp.high soon',
    '110 bp.crisis today',
  ]);
  expect(pressureOf('systolic', 17)).toEqual(['30 –', '180 bp.crisis today']);
  expect(pressureOf('systolic', 31, pregnant)).toEqual([
    '30 bp.low today',
    '81 bp.low soon',
    '90 –',
    '140 bp.pregnant today',
    '160 bp.pregnantCrisis now',
  ]);
  expect(pressureOf('diastolic', 31, pregnant)).toEqual([
    '30 bp.low today',
    '41 bp.low soon',
    '60 –',
    '90 bp.pregnant today',
    '110 bp.pregnantCrisis now',
  ]);
  expect(changes([70, 100, 1], (value) => said('spo2s', value))).toEqual([
    '70 spo2.low now',
    '93 spo2.low today',
    '95 –',
  ]);
  expect(changes([70, 100, 1], (value) => said('spo2s', value, 40, { goals }))).toEqual(['70 spo2.low now', '85 –']);
  expect(feverOf('2026-11-20')).toEqual(['34 temp.baby now', '36 –', '38 temp.baby now']);
  expect(feverOf('2026-09-20')).toEqual(['34 temp.cold today', '35.1 –', '38 temp.baby now']);
  expect(feverOf('2026-07-20')).toEqual([
    '34 temp.cold today',
    '35.1 –',
    '38.1 temp.fever soon',
    '39 temp.infant today',
    '41 temp.fever now',
  ]);
  expect(feverOf('2011-01-01')).toEqual([
    '34 temp.cold today',
    '35.1 –',
    '38.1 temp.fever soon',
    '39.1 temp.fever today',
    '41 temp.fever now',
  ]);
  expect(feverOf('1986-01-01')).toEqual(['34 temp.cold today', '35.1 –', '39.1 temp.fever soon', '41 temp.fever now']);
  expect(changes([5, 70, 1], (value) => said('respiratoryRates', value, 15))).toEqual(['5 –', '61 rr now']);
  expect(changes([5, 70, 1], (value) => said('respiratoryRates', value, 16))).toEqual([
    '5 rr today',
    '9 –',
    '25 rr today',
  ]);
  expect(changes([30, 200, 1], (value) => said('heartRates', value, 15))).toEqual([
    '30 hr today',
    '43 –',
    '109 hr today',
  ]);
  expect(changes([30, 200, 1], (value) => said('heartRates', value, 16))).toEqual([
    '30 hr today',
    '40 –',
    '131 hr today',
  ]);
  expect(changes([0, 5, 0.1], (value) => said('ketones', value))).toEqual([
    '0 –',
    '0.6 ket.some soon',
    '1.6 ket.high today',
    '3 ket.veryHigh now',
  ]);
});
