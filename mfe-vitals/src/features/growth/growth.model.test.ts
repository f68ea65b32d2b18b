import { observation } from '@phr/fhir/observation';
import { add } from '@phr/time/plain-date';
import { rawValue } from '../readings/samples.test-support.ts';
import { readGrowthMeasure } from './growth-measure.entity.ts';
import { childOf, curvesOf, firstStage, growthPoints, pointsIn, stagesOf } from './growth.model.ts';
import { ageWords, scoreWords, valueWords } from './growth.words.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const TODAY = '2026-11-30';
const raw = (code: string, value: number, unit: string, at: string | undefined, more: object = {}) => ({
  resourceType: 'Observation',
  id: `${code} ${at} ${value}`,
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code }] },
  effectiveDateTime: at,
  valueQuantity: { value, code: unit, unit },
  ...more,
});
const read = (...resources: readonly object[]) =>
  resources.flatMap((one) => {
    const parsed = observation(one);
    return (parsed && readGrowthMeasure(parsed, ZONE)) ?? [];
  });
const born = (day: string) => add(day, {});
const BOY = { sex: 'male', birthDate: born('2026-01-01') } as const;

describe('a measurement', () => {
  test('is read in the unit of its table: grams, inches, millimetres; a birth weight is of the birthday', () => {
    const measures = read(
      raw('8339-4', 3150, 'g', undefined),
      raw('8302-2', 20, '[in_i]', '2026-02-01'),
      raw('9843-4', 350, 'mm', '2026-01-01T08:00:00+07:00'),
    );
    expect(measures).toMatchObject([
      { kind: 'weight', value: 3.15, isAtBirth: true },
      { kind: 'height', value: 50.8, day: '2026-02-01' },
      { kind: 'head', value: 35, day: '2026-01-01' },
    ]);
    expect(growthPoints('weight', BOY, measures, TODAY)).toMatchObject([
      { day: '2026-01-01', ageDays: 0, value: 3.15 },
    ]);
  });

  test('that is void, doubted, without a number or without a unit of its kind is none', () => {
    expect(
      read(
        rawValue('weights', 5, '2026-03-01', { status: 'entered-in-error' }),
        rawValue('weights', 5, '2026-03-01', { status: 'cancelled' }),
        raw('29463-7', 5, 'L', '2026-03-01'),
        raw('29463-7', 5, 'kg', '2026-03-01', { valueQuantity: { value: 5, code: 'kg', comparator: '<' } }),
        raw('29463-7', 0, 'kg', '2026-03-01'),
        raw('29463-7', 5, 'kg', '2026-03-01', { modifierExtension: [{ url: 'urn:x', valueBoolean: true }] }),
      ),
    ).toEqual([]);
  });

  test('without a day, before the birth or of tomorrow is not drawn', () => {
    const measures = read(
      raw('29463-7', 5, 'kg', '2026-03'),
      raw('29463-7', 5, 'kg', '2025-12-31'),
      raw('29463-7', 5, 'kg', '2026-12-01'),
    );
    expect(measures).toHaveLength(3);
    expect(growthPoints('weight', BOY, measures, TODAY)).toEqual([]);
  });

  test('tells how a length was taken by its code or its method', () => {
    const [lying, standing, unknown] = read(
      raw('8306-3', 70, 'cm', '2026-10-20'),
      raw('8302-2', 70, 'cm', '2026-10-20', { method: { coding: [{ code: '10904000' }] } }),
      raw('8302-2', 70, 'cm', '2026-10-20'),
    );
    expect([lying?.posture, standing?.posture, unknown?.posture]).toEqual(['lying', 'standing', undefined]);
    const z = (measure: typeof lying) => growthPoints('height', BOY, measure ? [measure] : [], TODAY)[0]?.z ?? 0;
    expect(z(lying)).toBe(z(unknown));
    expect(z(standing)).toBeGreaterThan(z(unknown) + 0.2);
  });
});

describe('a body mass index', () => {
  test('is worked out of the last weight and height of a day, and of nothing else', () => {
    const measures = read(
      raw('29463-7', 8, 'kg', '2026-09-01T08:00:00+07:00'),
      raw('29463-7', 8.1, 'kg', '2026-09-01T18:00:00+07:00'),
      raw('8302-2', 70, 'cm', '2026-09-01'),
      raw('29463-7', 9, 'kg', '2026-10-01'),
      raw('39156-5', 17.5, 'kg/m2', '2026-11-01'),
      raw('39156-5', 99, 'kg/m2', '2026-09-01'),
    );
    expect(growthPoints('bmi', BOY, measures, TODAY).map(({ day, value }) => [day, value])).toEqual([
      ['2026-09-01', 16.53],
      ['2026-11-01', 17.5],
    ]);
  });
});

describe('a preterm child', () => {
  const weeks = (value: number, at?: string) => read(raw('11884-4', value, 'wk', at));
  const child = (measures: ReturnType<typeof read>) =>
    childOf({ birthDate: '2026-01-01', gender: 'female' }, measures, TODAY);

  test('is placed by its corrected age, before its due date nowhere', () => {
    const preterm = child(weeks(32));
    if (typeof preterm === 'string') throw new Error(preterm);
    const [early, later] = growthPoints(
      'weight',
      preterm,
      read(raw('29463-7', 2.1, 'kg', '2026-01-20'), raw('29463-7', 4, 'kg', '2026-05-01')),
      TODAY,
    );
    expect(early).toMatchObject({ ageDays: 19, tableDays: 19 - 56, correctedAge: { days: -37 } });
    expect(early).not.toHaveProperty('z');
    expect(later).toMatchObject({
      ageDays: 120,
      age: { months: 4 },
      tableDays: 64,
      correctedAge: { months: 2, days: 64 },
    });
    expect(later?.z).toBeGreaterThan(-3);
  });

  test('is one by its own birth: a pregnancy of the person and a number that is none do not count', () => {
    expect(child(weeks(32))).toMatchObject({ gestation: 224 });
    expect(child(weeks(32, '2028-05-01'))).not.toHaveProperty('gestation');
    expect(child(weeks(8))).not.toHaveProperty('gestation');
    expect(child(read(raw('18185-9', 230, 'd', '2026-01-01')))).toMatchObject({ gestation: 230 });
  });
});

test('there are no curves without a whole birth date, without one of two sexes, and for an adult', () => {
  const of = (birthDate: string | undefined, gender: 'male' | 'other' | undefined) =>
    childOf({ ...(birthDate && { birthDate }), ...(gender && { gender }) }, [], TODAY);
  expect(of('2026', 'male')).toBe('birthDate');
  expect(of(undefined, 'male')).toBe('birthDate');
  expect(of('2027-01-01', 'male')).toBe('birthDate');
  expect(of('2020-01-01', 'other')).toBe('sex');
  expect(of('2020-01-01', undefined)).toBe('sex');
  expect(of('2007-11-29', 'male')).toBe('adult');
  expect(of('2007-12-01', 'male')).toMatchObject({ sex: 'male' });
});

test('a chart begins where the newest measurement is, and offers what was reached', () => {
  const years = (count: number) => Math.round(count * 365.25);
  expect(stagesOf('height', years(1))).toEqual(['baby', 'young']);
  expect(stagesOf('height', years(8))).toEqual(['baby', 'young', 'school']);
  expect(stagesOf('height', years(12))).toEqual(['baby', 'young', 'school', 'youth']);
  expect(stagesOf('weight', years(12))).toEqual(['baby', 'young', 'school']);
  expect(stagesOf('head', years(8))).toEqual(['baby', 'young']);
  expect(firstStage('height', [], years(1))).toBe('baby');
  expect(firstStage('height', [], years(3))).toBe('young');
  expect(firstStage('bmi', [], years(8))).toBe('school');
  expect(firstStage('bmi', [], years(12))).toBe('youth');
  expect(firstStage('weight', [], years(12))).toBe('school');
  expect(firstStage('head', [], years(8))).toBe('young');
  const old = growthPoints(
    'height',
    { ...BOY, birthDate: born('2018-01-01') },
    read(raw('8302-2', 75, 'cm', '2019-01-01')),
    TODAY,
  );
  expect(firstStage('height', old, years(8))).toBe('baby');
});

test('curves go to the last age of their table, and hold only the points among them', () => {
  const points = growthPoints(
    'weight',
    { sex: 'male', birthDate: born('2014-01-01') },
    read(raw('29463-7', 40, 'kg', '2022-01-01'), raw('29463-7', 50, 'kg', '2026-01-01')),
    TODAY,
  );
  const curves = curvesOf('weight', 'male', 'school', points);
  expect(curves.span.end / 30.4375).toBe(120);
  expect(curves.curves.map(({ z }) => z)).toEqual([-3, -2, 0, 2, 3]);
  for (const { places } of curves.curves) expect(places.at(-1)?.at).toBe(curves.span.end);
  expect(pointsIn(points, curves).map(({ value }) => value)).toEqual([40]);
  expect(curvesOf('bmi', 'male', 'youth', []).curves).toHaveLength(7);
  expect(curvesOf('height', 'male', 'youth', []).axis).toEqual({ min: 80, max: 200, step: 20 });
});

test('numbers and ages are told as people read them', () => {
  expect(valueWords('weight', 3.15, 'vi-VN')).toBe('3,15\u00a0kg');
  expect(valueWords('weight', 26.44, 'en-US')).toBe('26.4\u00a0kg');
  expect([scoreWords(-1.204, 'vi-VN'), scoreWords(0.5, 'en-US'), scoreWords(0.001, 'en-US')]).toEqual([
    '−1,20',
    '+0.50',
    '0.00',
  ]);
  const t = (key: string, values?: object) => `${key.replace('growth.', '')} ${Object.values(values ?? {}).join()}`;
  const ages = [
    [0, -3],
    [0, 12],
    [1, 40],
    [24, 740],
    [75, 2290],
  ] as const;
  expect(ages.map(([months, days]) => ageWords({ months, days }, { t }))).toEqual([
    'beforeTerm 3',
    'days 12',
    'months 1',
    'years 2',
    'years 6 months 3',
  ]);
});
