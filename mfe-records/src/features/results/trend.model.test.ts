import { factorBetween } from '@phr/clinical/ucum';
import { resultOf, type Test } from '../reports/results.test-support.ts';
import { chartOf, seriesOf } from './trend.model.ts';

const factor = (_result: unknown, from: string, to: string) => factorBetween(from, to);
const series = (...tests: readonly Test[]) =>
  seriesOf(
    tests.map((test, index) => resultOf({ id: `o${index}`, ...test })),
    factor,
    'vi-VN',
  );

test('units that become the newest one are one line, oldest first; others stand apart', () => {
  const found = series(
    { value: 13, unit: 'g/dL', at: '2025-01-01' },
    { value: 112, at: '2026-11-21', low: 120, high: 160 },
    { value: 8, unit: 'mmol/L', at: '2024-01-01' },
  );
  expect(found.map(({ unit, points }) => [unit, points.map(({ words, isConverted }) => [words, isConverted])])).toEqual(
    [
      [
        'g/L',
        [
          ['130', true],
          ['112', false],
        ],
      ],
      ['mmol/L', [['8', false]]],
    ],
  );
});

test('points lie by their day and value, beside the range of the newest', () => {
  const [line] = series({ value: 160, at: '2026-01-01' }, { value: 120, at: '2026-11-21', low: 120, high: 200 });
  expect(line && chartOf(line)).toEqual({
    least: 120,
    most: 200,
    points: [
      { x: 0, y: 50, isOpen: false },
      { x: 100, y: 100, isOpen: false },
    ],
    band: { top: 0, bottom: 100 },
  });
});

test('one value, or values of one time, are no course', () => {
  const [one] = series({ value: 112 });
  const [same] = series({ value: 112 }, { value: 113 });
  expect([one && chartOf(one), same && chartOf(same)]).toEqual([undefined, undefined]);
});
