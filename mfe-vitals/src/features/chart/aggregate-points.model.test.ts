import { dayOf } from '@phr/time/zone';
import fc from 'fast-check';
import { assess } from '@phr/clinical/assess/assess';
import type { Goal } from '@phr/clinical/assess/verdict';
import { dayValues } from '@phr/clinical/day-values';
import { chartPeriod } from '@phr/clinical/periods';
import { worstOf } from '../period/picture.model.ts';
import { readDays, type DayAggregate } from '../readings/days.api.ts';
import { readingsOf } from '../readings/reading.model.ts';
import { bloodPressure, parsed, rawValue, single } from '../readings/samples.test-support.ts';
import { countOf, dayPoints, pointsOf, summaryOf, type Point } from './series.model.ts';
import { aggregatePoints } from './aggregate-points.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const context = { birthDate: '1958-06-02', zone: ZONE, now: Date.parse('2026-11-25T23:00:00+07:00') };
const month = chartPeriod('30d', '2026-11-25', ZONE);

/** Day aggregates as received from the server. */
function told(
  points: readonly Point[],
  by: typeof context & { readonly goals?: readonly Goal[] } = context,
): readonly DayAggregate[] {
  const days = [...new Set(points.map(({ at }) => dayOf(at, ZONE)))];
  const answer = days.flatMap((day) => {
    const groups = points
      .filter(({ at }) => dayOf(at, ZONE) === day)
      .map(({ at, readings: [reading] }) => ({
        count: 1,
        first: at,
        last: at,
        numbers:
          reading?.parts.map(({ amount }) =>
            amount.kind === 'measured' ? { value: amount.value, code: amount.unit.code } : undefined,
          ) ?? [],
      }));
    const vital = points[0]?.readings[0]?.vitalKey ?? 'glucoses';
    return dayValues(vital, groups, (measured) =>
      assess({ ...by, vital, measured, at: day, person: by, origin: { kind: 'person' } }),
    ).map((figures) => ({
      ...figures,
      day,
      first: new Date(figures.first).toISOString(),
      last: new Date(figures.last).toISOString(),
    }));
  });
  return readDays(JSON.parse(JSON.stringify(answer))) ?? fail();
}
function fail(): never {
  throw new Error('The answer is not understood');
}

/** The displayed parts of a point, without its readings. */
const shown = (points: readonly Point[]) =>
  points.map((point) => ({
    day: dayOf(point.at, ZONE),
    count: countOf(point),
    worst: worstOf(point)?.level,
    values: point.values.map(({ key, value, low = value, high = value, level }) => ({
      key,
      value: Number(value.toFixed(9)),
      low,
      high,
      level,
    })),
  }));
const at = (minutes: number) => new Date(month.start + minutes * 60_000).toISOString();
const minutes = fc.integer({ min: 0, max: 30 * 1440 - 60 });

test('the days that a server tells are drawn as those that are counted here, with the same sentence', () => {
  const glucose = fc
    .record({ at: minutes, tenths: fc.integer({ min: 10, max: 333 }) })
    .map((one) => single('glucoses', one.tenths / 10, at(one.at)));
  const pressure = fc
    .record({ at: minutes, upper: fc.integer({ min: 60, max: 240 }), lower: fc.integer({ min: 30, max: 140 }) })
    .map((one) => bloodPressure(one.upper, one.lower, at(one.at)));
  for (const [vitalKey, reading] of [
    ['glucoses', glucose],
    ['bloodPressures', pressure],
  ] as const) {
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 60 }), (observations) => {
        const points = pointsOf(readingsOf(observations, context), month, 'mmol/L');
        const drawn = aggregatePoints(told(points), [], vitalKey, 'mmol/L', context);
        const counted = dayPoints(points, ZONE);
        expect(shown(drawn).map(({ worst: _, ...rest }) => rest)).toEqual(
          shown(counted).map(({ worst: _, ...rest }) => rest),
        );
        // of two readings of one level on both sides of the target, either may be shown
        expect(shown(drawn).map(({ worst }) => worst)).toEqual(shown(counted).map(({ worst }) => worst));
        const [ours, theirs] = [summaryOf(points) ?? fail(), summaryOf(drawn) ?? fail()];
        expect({ ...theirs, parts: theirs.parts.map(({ mean: _, ...part }) => part) }).toEqual({
          ...ours,
          parts: ours.parts.map(({ mean: _, ...part }) => part),
        });
        for (const [index, { mean }] of theirs.parts.entries())
          expect(mean).toBeCloseTo(ours.parts[index]?.mean ?? NaN, 6);
      }),
      { numRuns: 60 },
    );
  }
});

test('a day in two units is told in the unit that the person reads, each level judged in its own', () => {
  const mass = (value: number) =>
    parsed(rawValue('glucoses', 1, at(60), { valueQuantity: { value, unit: 'mg/dL', code: 'mg/dL' } }));
  const days = told(pointsOf(readingsOf([mass(252), single('glucoses', 6, at(120))], context), month, 'mmol/L'));
  expect(days.map(({ unit, count }) => [unit.code, count])).toEqual([
    ['mg/dL', 1],
    ['mmol/L', 1],
  ]);
  const [day, ...more] = aggregatePoints(days, [], 'glucoses', 'mmol/L', context);
  expect(more).toEqual([]);
  // 252 mg/dL is 13.986 mmol/L: the mean uses that, and is rounded for display
  expect(day?.values).toEqual([{ key: 'value', value: 9.993, low: 6, high: 14, level: 'dangerous' }]);
  expect(day?.aggregate).toMatchObject({ count: 2, outside: 1, verdict: { level: 'dangerous', direction: 'high' } });
});

test('a reading that waits on this device is a part of its day at once', () => {
  const server = told(
    pointsOf(readingsOf([single('weights', 58, at(60)), single('weights', 60, at(90))], context), month, 'mmol/L'),
  );
  const here = pointsOf(readingsOf([single('weights', 65, at(100))], context), month, 'mmol/L');
  const [day] = aggregatePoints(server, here, 'weights', 'mmol/L', context);
  expect(day?.values).toEqual([{ key: 'value', value: 61, low: 58, high: 65 }]);
  expect([countOf(day ?? fail()), day?.readings.length]).toEqual([3, 1]);
});

test('an answer that is not wholly understood is none: half a year of days would look like a year', () => {
  const day = {
    day: '2026-11-24',
    unit: 'mmol/L',
    count: 2,
    first: '2026-11-24T01:00:00Z',
    last: '2026-11-24T02:00:00Z',
    parts: [{ key: 'value', low: 5, high: 7, mean: 6, median: 6 }],
    levels: { target: 2, odd: 1 },
  };
  expect(readDays([day])).toEqual([
    expect.objectContaining({
      count: 2,
      levels: { target: 2 },
      parts: [expect.objectContaining({ key: 'value', low: 5, high: 7, mean: 6 })],
    }),
  ]);
  for (const wrong of [
    { ...day, unit: 'furlong' },
    { ...day, count: 0 },
    { ...day, first: 'soon' },
    { ...day, parts: [{ key: 'value', low: '5' }] },
    { ...day, day: '24/11' },
    null,
  ])
    expect(readDays([day, wrong])).toBeUndefined();
  for (const wrong of [undefined, {}, { resourceType: 'Bundle' }, 'ok']) expect(readDays(wrong)).toBeUndefined();
  expect(readDays([])).toEqual([]);
});

test("days under a doctor's goal are judged by it; an earlier server does not know how many lie outside", () => {
  const goal = {
    lifecycleStatus: 'active',
    startDate: '2026-01-01',
    expressedBy: { reference: 'Practitioner/1' },
    target: [
      { measure: { coding: [{ code: '8480-6' }] }, detailQuantity: { value: 140, comparator: '<', code: 'mm[Hg]' } },
    ],
  };
  const readings = readingsOf(
    [bloodPressure(135, 79, '2026-11-24T08:00:00+07:00'), bloodPressure(131, 78, '2026-11-24T20:00:00+07:00')],
    context,
  );
  const points = pointsOf(readings, month, 'mmol/L');
  const judged = { ...context, goals: [goal] };
  const drawn = (days: readonly DayAggregate[], by: typeof context) => {
    const [point] = aggregatePoints(days, [], 'bloodPressures', 'mmol/L', by);
    return [point?.values.map(({ level }) => level), point?.aggregate?.outside, worstOf(point ?? fail())?.level];
  };
  expect(drawn(told(points), context)).toEqual([['mild', 'target'], 2, 'mild']);
  expect(drawn(told(points, judged), judged)).toEqual([['target', 'target'], 0, 'target']);
  const earlier = told(points).map(({ verdict: _, ...day }): DayAggregate => day);
  expect(drawn(earlier, context)).toEqual([['mild', 'target'], 2, 'mild']);
  expect(drawn(earlier, judged)).toEqual([['target', 'target'], undefined, 'target']);
});
