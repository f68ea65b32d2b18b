import fc from 'fast-check';
import { assess } from './assess/assess.ts';
import type { VitalKey } from './codings.ts';
import { dayValues, type DayJudge, type EqualReadings } from './day-values.ts';
import { quantileOf, meanOf } from './statistics.ts';

const AT = Date.parse('2026-03-02T08:00:00+07:00');
/** Judges like `assess`, for a person born in that year. */
const judge =
  (vital: VitalKey, born = '1958'): DayJudge =>
  (measured) =>
    assess({
      vital,
      measured,
      at: '2026-03-02',
      zone: 'UTC',
      now: AT,
      person: { birthDate: born },
      origin: { kind: 'person' },
    });
const group = (value: number, count = 1, code = 'mmol/L', at = AT): EqualReadings => ({
  numbers: [{ value, code }],
  count,
  first: at,
  last: at,
});

test('figures of a day are those of its single readings, however they are grouped', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ tenths: fc.integer({ min: 1, max: 333 }), count: fc.integer({ min: 1, max: 6 }) }), {
        minLength: 1,
        maxLength: 40,
      }),
      (groups) => {
        const single = groups
          .flatMap(({ tenths, count }) => Array.from({ length: count }, () => tenths / 10))
          .sort((a, b) => a - b);
        const [day] = dayValues(
          'glucoses',
          groups.map(({ tenths, count }) => group(tenths / 10, count)),
          judge('glucoses'),
        );
        expect(day?.count).toBe(single.length);
        expect(day?.parts[0]).toMatchObject({ low: single[0], high: single.at(-1) });
        expect(day?.parts[0]?.mean).toBeCloseTo(meanOf(single) ?? NaN, 9);
        expect(day?.parts[0]?.median).toBeCloseTo(quantileOf(single, 0.5) ?? NaN, 9);
        const levels = new Map<string, number>();
        for (const value of single) {
          const level = judge('glucoses')([{ part: 'value', value, unit: 'mmol/L' }], group(value)).level ?? '';
          levels.set(level, (levels.get(level) ?? 0) + 1);
        }
        expect(new Map(Object.entries(day?.levels ?? {}))).toEqual(levels);
      },
    ),
  );
});

test('of 4, 4 and 10 the mean is 6 and the median 4', () => {
  const [day] = dayValues('glucoses', [group(4, 2), group(10)], judge('glucoses'));
  expect(day?.parts[0]).toMatchObject({ low: 4, high: 10, mean: 6, median: 4 });
});

test('units stay apart, and a number without one is left out', () => {
  const days = dayValues(
    'glucoses',
    [
      group(6),
      group(180, 2, 'mg/dL'),
      { numbers: [{ value: 7 }], count: 5, first: AT, last: AT },
      { numbers: [undefined], count: 1, first: AT, last: AT },
    ],
    judge('glucoses'),
  );
  expect(days.map(({ unit, count }) => [unit, count])).toEqual([
    ['mmol/L', 1],
    ['mg/dL', 2],
  ]);
});

test('a pair counts when both numbers are there; its parts keep their own worst level', () => {
  const pair = (systolic: number | undefined, diastolic: number): EqualReadings => ({
    numbers: [
      systolic === undefined ? undefined : { value: systolic, code: 'mm[Hg]' },
      { value: diastolic, unit: 'mmHg' },
    ],
    count: 1,
    first: AT,
    last: AT,
  });
  const [day] = dayValues(
    'bloodPressures',
    [pair(118, 95), pair(112, 72), pair(undefined, 130)],
    judge('bloodPressures'),
  );
  expect(day).toMatchObject({
    count: 2,
    levels: { target: 1, dangerous: 1 },
    parts: [
      { key: 'systolic', level: 'target' },
      { key: 'diastolic', level: 'dangerous' },
    ],
  });
  expect(dayValues('bloodPressures', [pair(118, 95)], judge('bloodPressures', '2016'))[0]).toMatchObject({
    levels: {},
  });
});

test('first and last reading of the day are told, not those of one group', () => {
  expect(
    dayValues(
      'weights',
      [group(58, 1, 'kg', AT), group(58.2, 1, 'kg', AT + 3_600_000), group(57.9, 1, 'kg', AT - 60_000)],
      judge('weights'),
    ),
  ).toEqual([expect.objectContaining({ first: AT - 60_000, last: AT + 3_600_000, levels: {} })]);
});
