import { chartPeriod } from '@phr/clinical/periods';
import { readingsOf } from '../readings/reading.model.ts';
import { bloodPressure, parsed, rawBloodPressure, rawValue, single } from '../readings/samples.test-support.ts';
import {
  dayPoints,
  drawnPoints,
  lineSegments,
  MOST_POINTS,
  pointsOf,
  summaryOf,
  thinned,
  valueAxis,
  type Point,
} from './series.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const context = { birthDate: '1958-06-02', zone: ZONE, now: Date.parse('2026-11-25T10:00:00+07:00') };
const period = chartPeriod('7d', '2026-11-25', ZONE);

test("[VIT-50] a period's points are its timed readings, oldest first, between local midnights", () => {
  const readings = readingsOf(
    [
      bloodPressure(128, 82, '2026-11-25T08:15:00+07:00'),
      bloodPressure(130, 84, '2026-11-19T00:00:00+07:00'),
      bloodPressure(131, 84, '2026-11-18T23:59:59+07:00'),
      bloodPressure(132, 84, '2026-11-21'),
      parsed(rawBloodPressure(300, 84, '2026-11-20T08:00:00+07:00', { status: 'entered-in-error' })),
    ],
    context,
  );
  expect(pointsOf(readings, period, 'mmol/L').map(({ values }) => values.map(({ value }) => value))).toEqual([
    [130, 84],
    [128, 82],
  ]);
});

test('each number of a blood pressure keeps its own level', () => {
  const [point] = pointsOf(
    readingsOf([bloodPressure(118, 95, '2026-11-25T08:15:00+07:00')], context),
    period,
    'mmol/L',
  );
  expect(point?.values).toEqual([
    { key: 'systolic', value: 118, level: 'target' },
    { key: 'diastolic', value: 95, level: 'dangerous' },
  ]);
});

test('glucose is drawn in the unit that the person reads', () => {
  const readings = readingsOf(
    [
      parsed(
        rawValue('glucoses', 1, '2026-11-25T08:15:00+07:00', {
          valueQuantity: { value: 180, unit: 'mg/dL', code: 'mg/dL' },
        }),
      ),
      single('glucoses', 6, '2026-11-24T08:15:00+07:00'),
    ],
    context,
  );
  expect(pointsOf(readings, period, 'mmol/L').map(({ values }) => values[0]?.value)).toEqual([6, 10]);
  expect(pointsOf(readings, period, 'mg/dL').map(({ values }) => values[0]?.value)).toEqual([108, 180]);
});

test('the summary counts, tells lowest and highest of each part, and what lies outside target', () => {
  const readings = readingsOf(
    [
      bloodPressure(162, 98, '2026-11-25T08:15:00+07:00'),
      bloodPressure(118, 76, '2026-11-24T08:15:00+07:00'),
      bloodPressure(85, 55, '2026-11-23T08:15:00+07:00'),
    ],
    context,
  );
  expect(summaryOf(pointsOf(readings, period, 'mmol/L'))).toEqual({
    count: 3,
    parts: [
      { key: 'systolic', lowest: 85, mean: expect.closeTo(365 / 3, 6) as number, highest: 162 },
      { key: 'diastolic', lowest: 55, mean: expect.closeTo(229 / 3, 6) as number, highest: 98 },
    ],
    outside: 2,
  });
  expect(summaryOf([])).toBeUndefined();
  expect(
    summaryOf(pointsOf(readingsOf([single('weights', 58, '2026-11-25T08:15:00+07:00')], context), period, 'mmol/L')),
  ).not.toHaveProperty('outside');
});

const [sample] = pointsOf(readingsOf([single('weights', 58, '2026-11-25T08:15:00+07:00')], context), period, 'mmol/L');
const many = (count: number, value: (index: number) => number): readonly Point[] =>
  Array.from({ length: count }, (_, index) => ({
    ...(sample ?? fail()),
    at: index * 60_000,
    values: [{ key: 'value' as const, value: value(index) }],
  }));
function fail(): never {
  throw new Error('No sample');
}

describe('lines', () => {
  const HOUR = 3_600_000;
  const joined = (hours: readonly number[], days: number) =>
    lineSegments(
      hours.map((hour) => hour * HOUR),
      { start: 0, end: days * 24 * HOUR },
    );

  test('readings at their usual distance are one line; a pause of more than three times that is open', () => {
    expect(joined([8, 32, 56, 128, 152], 30)).toEqual([[0, 1, 2, 3, 4]]);
    expect(joined([8, 32, 56, 129, 153], 30)).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
  });

  test('no line bridges more than a quarter of the period, however rare the readings are', () => {
    expect(joined([0, 42], 7)).toEqual([[0, 1]]);
    expect(joined([0, 43], 7)).toEqual([]);
    expect(joined([0, 24 * 180], 365)).toEqual([]);
  });

  test('joins sensor readings within half an hour, across a missing one; a lone point is no line', () => {
    expect(joined([0, 5 / 60, 10 / 60, 35 / 60, 40 / 60, 80 / 60], 1)).toEqual([[0, 1, 2, 3, 4]]);
    expect([joined([], 7), joined([5], 7)]).toEqual([[], []]);
  });
});

test('10,000 points become at most 400 and keep every peak of their stretch, the first and the last', () => {
  const points = many(10_000, (index) => (index === 5_003 ? 400 : index === 7_777 ? 1 : 100 + Math.sin(index)));
  const drawn = thinned(points);
  expect(drawn.length).toBeLessThanOrEqual(MOST_POINTS);
  expect(drawn.length).toBeGreaterThan(300);
  const values = drawn.map(({ values: [first] }) => first?.value);
  expect(values).toEqual(expect.arrayContaining([400, 1]));
  expect([drawn[0], drawn.at(-1)]).toEqual([points[0], points.at(-1)]);
  expect(drawn.map(({ at }) => at)).toEqual(drawn.map(({ at }) => at).toSorted((a, b) => a - b));
});

test('few points, and many at the same instant, come through', () => {
  expect(thinned(many(400, () => 1))).toHaveLength(400);
  expect(thinned(many(500, () => 1).map((point) => ({ ...point, at: 0 }))).length).toBeLessThanOrEqual(MOST_POINTS);
});

test('the axis holds all points, the target when it is near, and ends on round numbers', () => {
  expect(
    valueAxis(
      many(2, (index) => [118, 162][index] ?? 0),
      [120],
    ),
  ).toEqual({ min: 110, max: 170, step: 10 });
  const temperature = valueAxis(
    many(2, (index) => [36.6, 37.4][index] ?? 0),
    [37.1],
  );
  expect(temperature.min).toBeLessThan(36.6);
  expect(temperature.max).toBeGreaterThan(37.4);
  expect(temperature.step).toBe(0.2);
  expect(String(temperature.max)).toMatch(/^\d+(\.\d)?$/);
  const one = valueAxis(
    many(1, () => 58),
    [],
  );
  expect(one.min).toBeLessThan(58);
  expect(one.max).toBeGreaterThan(58);
});

test("beyond 14 days a point is a day's mean, extremes and worst level; a single reading stays itself", () => {
  const month = chartPeriod('30d', '2026-11-25', ZONE);
  const readings = readingsOf(
    [
      single('glucoses', 2.5, '2026-11-24T06:00:00+07:00'),
      single('glucoses', 5.5, '2026-11-24T23:59:00+07:00'),
      single('glucoses', 7, '2026-11-24T12:00:00+07:00'),
      single('glucoses', 6, '2026-11-25T00:00:00+07:00'),
    ],
    context,
  );
  const [day, one] = drawnPoints(pointsOf(readings, month, 'mmol/L'), month, ZONE);
  expect(day?.values).toEqual([{ key: 'value', value: 5, low: 2.5, high: 7, level: 'veryDangerous' }]);
  expect(day?.readings).toHaveLength(3);
  expect(one?.values).toEqual([{ key: 'value', value: 6, level: 'target' }]);
  const fortnight = chartPeriod('14d', '2026-11-25', ZONE);
  expect(drawnPoints(pointsOf(readings, fortnight, 'mmol/L'), fortnight, ZONE)).toHaveLength(4);
});

test('days are those of the person: an hour that is skipped or repeated moves no reading to another day', () => {
  const at = (iso: string) => Date.parse(iso);
  const day = (iso: string) =>
    dayPoints(
      [
        { ...(sample ?? fail()), at: at(iso) },
        { ...(sample ?? fail()), at: at('2026-10-25T23:30:00+01:00') },
      ],
      'Europe/Berlin',
    ).length;
  // 25 October 2026 has 25 hours in Berlin.
  expect([
    day('2026-10-25T00:30:00+02:00'),
    day('2026-10-25T02:30:00+01:00'),
    day('2026-10-24T23:30:00+02:00'),
    day('2026-10-26T00:30:00+01:00'),
  ]).toEqual([1, 1, 2, 2]);
});

test('100,000 points of a year are drawn as days', () => {
  const year = chartPeriod('year', '2026-06-01', ZONE);
  const points = many(100_000, (index) => 5 + Math.sin(index / 100)).map((point) => ({
    ...point,
    at: year.start + (point.at / 60_000) * 315_000,
  }));
  const drawn = drawnPoints(points, year, ZONE);
  expect(drawn.length).toBeLessThanOrEqual(MOST_POINTS);
  expect(drawn.reduce((sum, { readings }) => sum + readings.length, 0)).toBe(100_000);
});
