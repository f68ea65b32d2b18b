import type { VitalKey } from '../codings.ts';
import { AT, goalOf, measured, ZONE } from './sample.test-support.ts';
import { LEVEL_SYSTEM, writeObservation, type OwnReading } from './write.ts';

const written = (vital: VitalKey, numbers: Parameters<typeof measured>[1], more: Partial<OwnReading> = {}) =>
  writeObservation({
    vital,
    measured: measured(vital, numbers),
    at: AT,
    zone: ZONE,
    person: { birthDate: '1958-06-02' },
    ...more,
  });
const codes = (word: ReturnType<typeof written>['value']) =>
  word?.interpretation?.flatMap(({ coding = [] }) => coding.map(({ code }) => code));
const ranges = (word: ReturnType<typeof written>['value']) =>
  word?.referenceRange?.map(({ low, high, type }) => [type.coding?.[0]?.code, low?.value, high?.value]);

test('a low sugar is written with its level and without the word normal', () => {
  const { value } = written('glucoses', { value: 3.5 });
  expect(codes(value)).toEqual(['dangerous']);
  expect(ranges(value)).toEqual([
    ['normal', 3.1, 6.2],
    ['recommended', 3.9, 10],
  ]);
  expect(value?.interpretation?.[0]?.coding?.[0]).toMatchObject({ system: LEVEL_SYSTEM, display: 'Dangerous' });
  expect(codes(written('glucoses', { value: 7 }).value)).toEqual(['H', 'target']);
  expect(codes(written('glucoses', { value: 5 }).value)).toEqual(['N', 'target']);
});

test('[VIT-30][VIT-31] each part of a pressure has its word; a goal is written as the range of treatment', () => {
  const { systolic, diastolic } = written('bloodPressures', { systolic: 121, diastolic: 79 });
  expect([codes(systolic), codes(diastolic)]).toEqual([
    ['N', 'veryMild'],
    ['N', 'target'],
  ]);
  expect(ranges(systolic)).toEqual([
    ['normal', 90, 129],
    ['recommended', undefined, 119],
  ]);
  const goals = [goalOf('8480-6', { detailQuantity: { value: 130, comparator: '<', code: 'mm[Hg]' } })];
  const withGoal = written('bloodPressures', { systolic: 144, diastolic: 85 }, { goals });
  expect(codes(withGoal.systolic)).toEqual(['H', 'dangerous']);
  expect(ranges(withGoal.systolic)?.at(-1)).toEqual(['treatment', undefined, 129]);
});

test('a saturation keeps its reference, a child the interpretation alone, a weight has nothing', () => {
  expect(codes(written('spo2s', { value: 96 }).value)).toEqual(['N', 'veryMild']);
  expect(ranges(written('spo2s', { value: 96 }).value)?.[0]).toEqual(['normal', 95, 99]);
  const child = written('bloodPressures', { systolic: 131 }, { person: { birthDate: '2016-01-01' } });
  expect([codes(child.systolic), ranges(child.systolic)]).toEqual([['H'], [['normal', 90, 129]]]);
  expect(written('weights', { value: 60 }).value).toEqual({});
});

test('ranges that exclude an edge end one step of the meter before it, in the words of others', () => {
  const { value } = written('bmis', { value: 24 });
  expect(ranges(value)).toEqual([['recommended', 18.5, 22.99]]);
  expect(value?.referenceRange?.[0]?.high).toEqual({
    value: 22.99,
    unit: 'kg/m²',
    system: 'http://unitsofmeasure.org',
    code: 'kg/m2',
  });
  const goal = (target: object) => [goalOf('15074-8', { detailQuantity: { code: 'mmol/L', ...target } })];
  const treatment = (target: object) =>
    ranges(written('glucoses', { value: 5 }, { goals: goal(target) }).value)?.at(-1);
  expect([
    treatment({ value: 8, comparator: '<' }),
    treatment({ value: 4, comparator: '>' }),
    treatment({ value: 4, comparator: '>=' }),
  ]).toEqual([
    ['treatment', undefined, 7.9],
    ['treatment', 4.1, undefined],
    ['treatment', 4, undefined],
  ]);
});
