import * as fc from 'fast-check';
import type { VitalKey } from '../codings.ts';
import { LEVELS } from '../levels.ts';
import { assess } from './assess.ts';
import { ownGoals } from './chart-scale.ts';
import { AT, goalOf, judged, ZONE } from './sample.test-support.ts';
import type { AssessInput, Measured } from './verdict.ts';

const pressure = (systolic: number, diastolic: number, more: Partial<AssessInput> = {}) =>
  judged('bloodPressures', { systolic, diastolic }, 68, more);
const below130 = goalOf('8480-6', { detailQuantity: { value: 130, comparator: '<', unit: 'mmHg', code: 'mm[Hg]' } });
const saturation8892 = goalOf('59408-5', {
  detailRange: { low: { value: 88, unit: '%', code: '%' }, high: { value: 92, unit: '%', code: '%' } },
});
const spo2 = (value: number, goals = [saturation8892]) => judged('spo2s', { value }, 68, { goals });
const FACILITY = { kind: 'facility', name: 'Bệnh viện Chợ Rẫy' } as const;
const coded = (code: string) => ({ interpretation: [{ coding: [{ code }] }] });

test('[VIT-57] the case table: the same value has the same level, side and range everywhere', () => {
  expect(judged('glucoses', { value: 3.5 })).toMatchObject({
    level: 'dangerous',
    side: 'low',
    range: { low: { value: 3.9 }, high: { value: 10 }, whose: 'product' },
  });
  const seven = judged('glucoses', { value: 7 });
  expect(seven).toMatchObject({ level: 'target', flag: 'H', outsideWritten: { side: 'high', low: 3.1, high: 6.2 } });
  expect([seven.side, seven.direction]).toEqual([undefined, undefined]);
  expect(pressure(121, 79)).toMatchObject({ level: 'veryMild', side: 'slightlyHigh', flag: 'N' });
  expect(judged('spo2s', { value: 96 })).toMatchObject({
    level: 'veryMild',
    side: 'slightlyLow',
    range: { low: { value: 98, included: true } },
  });
  expect(pressure(144, 85, { goals: [below130] })).toMatchObject({
    level: 'dangerous',
    side: 'high',
    range: { high: { value: 130, included: false }, whose: 'goal', by: 'BS. Lê Thu Hà', since: '2026-10-01' },
    trace: { judge: 'goal', goalId: 'g1' },
  });
});

test('a goal of a clinician judges: inside is the target, outside at least very mild', () => {
  const of = (systolic: number, comparator = '<') =>
    pressure(systolic, 70, {
      goals: [goalOf('8480-6', { detailQuantity: { value: 130, comparator, code: 'mm[Hg]' } })],
    }).parts.systolic?.level;
  expect([125, 129, 130, 135, 144, 165].map((value) => of(value))).toEqual([
    'target',
    'target',
    'mild',
    'mild',
    'dangerous',
    'veryDangerous',
  ]);
  expect([130, 131].map((value) => of(value, '<='))).toEqual(['target', 'mild']);
});

test('a goal that names one side says nothing about the other: 85 under a goal below 130 stays low', () => {
  const low = pressure(85, 70, { goals: [below130] });
  expect(low.parts.systolic).toMatchObject({ level: 'veryMild', flag: 'L' });
  // and the range beside it is the one that judged
  expect(low).toMatchObject({ range: { whose: 'product', low: { value: 90 } }, trace: { judge: 'product' } });
});

test('a stricter goal makes a value on target very mild, a milder one never hides what is very dangerous', () => {
  const goal = (high: number) => [
    goalOf('8480-6', { detailRange: { low: { value: 100, code: 'mm[Hg]' }, high: { value: high, code: 'mm[Hg]' } } }),
  ];
  expect(pressure(118, 70, { goals: goal(110) })).toMatchObject({ level: 'veryMild', side: 'slightlyHigh' });
  expect(pressure(150, 70, { goals: goal(150) }).level).toBe('target');
  expect(pressure(165, 70, { goals: goal(170) })).toMatchObject({
    level: 'veryDangerous',
    trace: { judge: 'product' },
  });
});

test('a goal of 88 to 92 makes a saturation of 89 the target; under 88 help is asked for', () => {
  expect([79, 87, 88, 89, 92, 93, 97].map((value) => spo2(value).level)).toEqual([
    'veryDangerous',
    'veryDangerous',
    'target',
    'target',
    'target',
    'mild',
    'veryMild',
  ]);
  expect([89, 87].map((value) => spo2(value).advice?.urgency)).toEqual([undefined, 'now']);
  expect(judged('spo2s', { value: 89 })).toMatchObject({ band: 'dangerous', level: 'veryDangerous' });
});

test.each([
  ['proposed', { lifecycleStatus: 'proposed' }],
  ['completed', { lifecycleStatus: 'completed' }],
  ["the person's own", { expressedBy: { reference: 'Patient/p1' } }],
  ['of nobody', { expressedBy: {} }],
  ['not begun', { startDate: '2026-12-01' }],
  ['older than two years', { startDate: '2024-11-26' }],
  ['without a date', { startDate: undefined as unknown as string }],
])('a goal that is %s does not judge', (_, more) => {
  const goal = goalOf('8480-6', { detailQuantity: { value: 130, comparator: '<', code: 'mm[Hg]' } }, more);
  expect(pressure(144, 85, { goals: [goal] }).trace.judge).toBe('product');
});

test.each([
  ['accepted', { lifecycleStatus: 'accepted' }],
  ['of an organization', { expressedBy: { reference: 'https://emr.example/fhir/Organization/7' } }],
  ['of a role', { expressedBy: { reference: 'PractitionerRole/1' } }],
  ['by its type', { expressedBy: { type: 'Practitioner' } }],
  ['by its Provenance', { expressedBy: {}, author: { reference: 'Practitioner/2' } }],
  ['two years old', { startDate: '2024-11-27' }],
  ['dated by its status', { startDate: undefined as unknown as string, statusDate: '2026-01-01' }],
])('a goal that is %s judges', (_, more) => {
  const goal = goalOf('8480-6', { detailQuantity: { value: 130, comparator: '<', code: 'mm[Hg]' } }, more);
  expect(pressure(125, 70, { goals: [goal] }).parts.systolic?.level).toBe('target');
});

test('a goal holds for a year after its due date; the newest one wins', () => {
  const due = (dueDate: string) =>
    goalOf(
      '8480-6',
      { detailQuantity: { value: 130, comparator: '<', code: 'mm[Hg]' }, dueDate },
      { startDate: '2020-01-01' },
    );
  expect(pressure(125, 70, { goals: [due('2025-11-27')] }).level).toBe('target');
  expect(pressure(125, 70, { goals: [due('2025-11-26')] }).level).toBe('veryMild');
  const older = goalOf(
    '8480-6',
    { detailQuantity: { value: 150, comparator: '<', code: 'mm[Hg]' } },
    { startDate: '2026-01-01', id: 'old' },
  );
  expect(pressure(144, 85, { goals: [older, below130] }).range?.high?.value).toBe(130);
});

test('a bare number is an upper edge for pressure, cholesterol and uric acid only', () => {
  const bare = (code: string, value: number, unit: string) => goalOf(code, { detailQuantity: { value, code: unit } });
  expect(judged('cholesterols', { value: 5.3 }, 68, { goals: [bare('14647-2', 5, 'mmol/L')] })).toMatchObject({
    level: 'mild',
    side: 'high',
  });
  expect(judged('weights', { value: 70 }, 68, { goals: [bare('29463-7', 60, 'kg')] }).notJudged).toBe('noRange');
});

test("a facility's own word judges its result; very dangerous by the tables stays", () => {
  const of = (value: number, code: string) =>
    judged('glucoses', { value }, 68, { origin: FACILITY, said: coded(code) });
  expect(of(7.2, 'H')).toMatchObject({ level: 'mild', said: 'high', side: 'high', trace: { judge: 'facility' } });
  expect(of(5, 'N')).toMatchObject({ level: 'target', said: 'within' });
  expect(of(5, 'HH')).toMatchObject({ level: 'veryDangerous', said: 'veryHigh' });
  expect(of(2.5, 'N').level).toBe('veryDangerous');
  expect(of(8, 'XYZ')).toMatchObject({ said: 'other' });
  expect(of(8, 'XYZ').level).toBeUndefined();
});

test("a facility's word about a pair judges the pair, with its own side", () => {
  const of = (code: string) =>
    judged('bloodPressures', { systolic: 105, diastolic: 70 }, 68, { origin: FACILITY, said: coded(code) });
  expect(of('L')).toMatchObject({ level: 'mild', direction: 'low', side: 'low', trace: { judge: 'facility' } });
  expect(of('H')).toMatchObject({ level: 'mild', direction: 'high', side: 'high' });
  expect(of('A').direction).toBeUndefined();
});

test('the same word beside a reading of the person says nothing (R-22)', () => {
  expect(judged('glucoses', { value: 7.2 }, 68, { said: coded('H') })).toMatchObject({
    level: 'target',
    trace: { judge: 'product' },
  });
});

const lab = (value: number, more: Partial<AssessInput> = {}, unit = 'mmol/L') =>
  assess({
    vital: { code: { coding: [{ system: 'http://loinc.org', code: '2823-3' }] } },
    measured: [{ part: 'value', value, unit }],
    at: AT,
    zone: ZONE,
    now: Date.parse(AT),
    person: { birthDate: '1980-01-01', sex: 'female' },
    origin: { kind: 'unknown' },
    said: { ranges: [{ low: { value: 3.5, unit: 'mmol/L' }, high: { value: 5.1, unit: 'mmol/L' } }] },
    ...more,
  });

test('a potassium of 6.9 beside 3.5 to 5.1 is high without any flag of the laboratory', () => {
  expect(lab(6.9)).toMatchObject({ level: 'mild', flag: 'H', said: 'high', range: { whose: 'facility' } });
  expect([3.4, 3.5, 5.1, 5.2].map((value) => lab(value).said)).toEqual(['low', 'within', 'within', 'high']);
  expect(lab(6.9, {}, 'mg/dL')).toMatchObject({ notJudged: 'noRange' });
  expect(lab(6.9, { said: coded('N') }).doubts).toEqual([]);
  expect(lab(6.9, { said: { ...coded('N'), ranges: [{ high: { value: 5.1, unit: 'mmol/L' } }] } })).toMatchObject({
    said: 'within',
    doubts: ['saidAgainstRange'],
  });
});

test('of several ranges the one of the sex, age and kind judges; two that fit judge nothing', () => {
  const range = (high: number, more: object) => ({ high: { value: high, unit: 'mmol/L' }, ...more });
  const sex = (code: string) => ({ appliesTo: [{ coding: [{ code }] }] });
  expect(lab(5.4, { said: { ranges: [range(5.1, sex('male')), range(5.5, sex('female'))] } }).said).toBe('within');
  expect(lab(5.4, { said: { ranges: [range(5.1, {}), range(5.5, {})] } }).notJudged).toBe('noRange');
  const aged = (low: number, high: number) => ({
    age: { low: { value: low, code: 'a' }, high: { value: high, code: 'a' } },
  });
  expect(lab(5.4, { said: { ranges: [range(5.1, aged(0, 17)), range(5.5, aged(18, 99))] } }).said).toBe('within');
  const kind = (code: string) => ({ type: { coding: [{ code }] } });
  expect(lab(5.4, { said: { ranges: [range(5.1, kind('normal')), range(5.5, kind('therapeutic'))] } }).said).toBe(
    'high',
  );
});

test('a configured range judges a vital without bands', () => {
  const of = (value: number) => judged('ketones', { value }, 68, { configured: [{ high: 0.6 }] });
  expect(of(0.5)).toMatchObject({ level: 'target', range: { whose: 'configured' } });
  expect(of(0.7)).toMatchObject({ level: 'mild', side: 'high' });
  expect(judged('ketones', { value: 3 })).toMatchObject({ notJudged: 'noRange', advice: { urgency: 'now' } });
});

test('what was taken back, is not there yet, of the future or modified is not judged', () => {
  const of = (more: Partial<AssessInput>) => pressure(170, 100, more).notJudged;
  for (const status of ['entered-in-error', 'cancelled', 'unknown', 'registered']) expect(of({ status })).toBe('void');
  expect(of({ isModified: true })).toBe('modifier');
  expect(of({ now: Date.parse(AT) - 11 * 60_000 })).toBe('future');
  expect(of({ now: Date.parse(AT) - 9 * 60_000 })).toBeUndefined();
  expect(of({ at: '2026-11-28' })).toBe('future');
  expect(of({ measured: [] })).toBe('absent');
  expect(pressure(170, 100, { status: 'preliminary' })).toMatchObject({
    level: 'veryDangerous',
    doubts: ['preliminary'],
  });
  expect(pressure(170, 100, { status: 'corrected' }).doubts).toEqual(['amended']);
});

test('"below 60" and the like have the mildest level that they may be, and none where it may be the target', () => {
  const of = (vital: VitalKey, value: number, comparator: Measured['comparator'], unit: string) =>
    judged(vital, {}, 68, { measured: [{ part: 'value', value, unit, comparator: comparator ?? '<' }] });
  expect(of('spo2s', 90, '<', '%')).toMatchObject({ level: 'veryDangerous' });
  expect(of('glucoses', 3.9, '<', 'mmol/L')).toMatchObject({
    level: 'dangerous',
    atLeast: true,
    advice: { id: 'glu.veryLow' },
  });
  expect(of('glucoses', 13.9, '>', 'mmol/L')).toMatchObject({ level: 'dangerous', atLeast: true });
  expect(of('heartRates', 60, '<', '/min')).toMatchObject({ notJudged: 'comparator' });
  expect(of('heartRates', 39, '>', '/min')).toMatchObject({ notJudged: 'comparator' });
});

test('shown very dangerous beyond the band: low pressure, extreme sugar, low saturation, 41 °C', () => {
  const told = (vital: VitalKey, value: number, years = 68) => {
    const { band, level } = judged(vital, { [vital === 'bloodPressures' ? 'systolic' : 'value']: value }, years);
    return [band, level];
  };
  expect([80, 81].map((value) => told('bloodPressures', value))).toEqual([
    ['target', 'dangerous'],
    ['target', 'veryMild'],
  ]);
  expect(judged('bloodPressures', { diastolic: 40 })).toMatchObject({ band: 'target', level: 'dangerous' });
  expect([33.2, 33.3].map((value) => told('glucoses', value))).toEqual([
    ['dangerous', 'dangerous'],
    ['dangerous', 'veryDangerous'],
  ]);
  expect([92, 93].map((value) => told('spo2s', value))).toEqual([
    ['mild', 'veryDangerous'],
    ['mild', 'mild'],
  ]);
  expect([40.9, 41].map((value) => told('temperatures', value))).toEqual([
    ['dangerous', 'dangerous'],
    ['dangerous', 'veryDangerous'],
  ]);
});

const RANGES: readonly (readonly [VitalKey, 'systolic' | 'diastolic' | 'value', string, number, number])[] = [
  ['bloodPressures', 'systolic', 'mm[Hg]', 40, 260],
  ['bloodPressures', 'diastolic', 'mm[Hg]', 20, 160],
  ['temperatures', 'value', 'Cel', 33, 43],
  ['spo2s', 'value', '%', 60, 100],
  ['heartRates', 'value', '/min', 20, 230],
  ['bmis', 'value', 'kg/m2', 10, 50],
  ['glucoses', 'value', 'mmol/L', 0.5, 40],
  ['glucoses', 'value', 'mg/dL', 10, 700],
];

test('whoever judges, nothing milder than very dangerous is shown where the band or the advice says so', () => {
  const reading = fc.constantFrom(...RANGES).chain(([vital, part, unit, low, high]) =>
    fc.record({
      vital: fc.constant(vital),
      measured: fc.double({ min: low, max: high, noNaN: true }).map((value) => [{ part, unit, value }]),
    }),
  );
  const goal = fc
    .tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom('<', '>', '<=', '>='))
    .map(([value, comparator]) =>
      ['8480-6', '8462-4', '8310-5', '8867-4', '39156-5', '15074-8'].map((code) =>
        goalOf(code, { detailQuantity: { value, comparator, unit: '' } }),
      ),
    );
  const input = fc.record({
    reading,
    goals: fc.option(goal, { nil: [] }),
    birthDate: fc.constantFrom('1958-01-01', '2010-01-01', '2023-01-01', '2026-10-20'),
    origin: fc.constantFrom('person' as const, 'facility' as const),
    code: fc.constantFrom('N', 'H', 'L', 'HH'),
  });
  fc.assert(
    fc.property(input, ({ reading: { vital, measured }, goals, birthDate, origin, code }) => {
      const verdict = assess({
        vital,
        measured,
        at: AT,
        zone: ZONE,
        now: Date.parse(AT),
        person: { birthDate },
        origin: { kind: origin },
        said: coded(code),
        goals,
      });
      const isFloor = verdict.band === 'veryDangerous' || verdict.advice?.urgency === 'now';
      if (isFloor && verdict.level !== undefined) expect(verdict.level).toBe('veryDangerous');
      if (verdict.level !== undefined) expect(LEVELS).toContain(verdict.level);
    }),
  );
});

test('it never throws, whatever a record holds', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), fc.double(), (odd, text, value) => {
      const input = {
        vital: 'glucoses',
        measured: [{ part: 'value', value, unit: text }],
        at: text,
        zone: ZONE,
        now: 0,
        person: { birthDate: text },
        origin: { kind: 'facility' },
        said: { interpretation: [{ text }], ranges: [{ type: { text } }] },
        goals: [{ target: [{ dueDate: text, detailQuantity: { value, unit: text } }], startDate: text }],
        status: text,
        context: odd,
      } as unknown as AssessInput;
      expect(() => assess(input)).not.toThrow();
    }),
  );
});

test('a goal for what is no vital judges a result with its code and unit, and no other', () => {
  const goals = [goalOf('4548-4', { detailQuantity: { value: 7, comparator: '<', unit: '%', code: '%' } })];
  const hba1c = (value: number, unit = '%', code = '4548-4', system = 'http://loinc.org') =>
    judged('glucoses', { value }, 68, { vital: { code: { coding: [{ system, code }] } }, unit, goals });
  expect(hba1c(6.8)).toMatchObject({ level: 'target', trace: { judge: 'goal' } });
  expect(hba1c(7.4)).toMatchObject({ level: 'mild', side: 'high', range: { by: 'BS. Lê Thu Hà' } });
  expect(hba1c(57, 'mmol/mol').notJudged).toBe('noRange');
  expect(hba1c(7.4, '%', '4549-2').notJudged).toBe('noRange');
  expect(hba1c(7.4, '%', '4548-4', 'http://snomed.info/sct').notJudged).toBe('noRange');
});

test('a configured range with a unit holds in that unit only', () => {
  const waist = (unit: string) =>
    judged('weights', { value: 98 }, 68, {
      vital: { code: { coding: [{ code: '8280-0' }] } },
      unit,
      configured: [{ unit: 'cm', high: 90 }],
    });
  expect(waist('cm')).toMatchObject({ level: 'mild', side: 'high', trace: { judge: 'configured' } });
  expect(waist('[in_i]').notJudged).toBe('noRange');
});

test("the person's own goal is told as theirs and judges nothing; one of nobody is told as nobody's", () => {
  const own = (more: object) =>
    goalOf('15074-8', { detailQuantity: { value: 7, comparator: '<', code: 'mmol/L' } }, more);
  const query = { unit: 'mmol/L', day: '2026-11-27' };
  const hers = own({ expressedBy: { reference: 'Patient/p' } });
  expect(ownGoals('glucoses', { ...query, goals: [hers] })).toEqual([
    { part: 'value', range: expect.objectContaining({ high: { value: 7, included: false } }) as unknown },
  ]);
  expect(judged('glucoses', { value: 8 }, 68, { goals: [hers] })).toMatchObject({
    level: 'target',
    trace: { judge: 'product' },
  });
  for (const other of [
    own({}),
    own({ expressedBy: undefined }),
    own({ expressedBy: { reference: 'Patient/p' }, lifecycleStatus: 'cancelled' }),
  ])
    expect(ownGoals('glucoses', { ...query, goals: [other] })).toEqual([]);
  expect(
    ownGoals('glucoses', { ...query, goals: [own({ expressedBy: undefined, author: { type: 'Patient' } })] }),
  ).toHaveLength(1);
});
