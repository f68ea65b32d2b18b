import { latestSeries, seriesMean, SERIES_GAP_MS, SITTING_GAP_MS, usedOfSeries } from './blood-pressure-series.ts';

test('[VIT-04] the mean of three readings leaves the first out', () => {
  expect(
    seriesMean([
      { systolic: 150, diastolic: 95, pulse: 90 },
      { systolic: 131, diastolic: 84, pulse: 70 },
      { systolic: 128, diastolic: 81 },
    ]),
  ).toEqual({ systolic: 130, diastolic: 83, pulse: 70 });
  expect(
    seriesMean([
      { systolic: 140, diastolic: 90 },
      { systolic: 130, diastolic: 80 },
    ]),
  ).toEqual({ systolic: 135, diastolic: 85 });
  expect(seriesMean([{ systolic: 140, diastolic: 90 }])).toBeUndefined();
  expect(seriesMean([])).toBeUndefined();
});

test('what was measured minutes before a sitting is no first of three: it counts', () => {
  const [at, minute] = [Date.parse('2026-11-25T07:00:00+07:00'), 60_000];
  const series = (first: number) => [
    { at, systolic: 128, diastolic: 82 },
    { at: at + first, systolic: 140, diastolic: 88 },
    { at: at + first + 2 * minute, systolic: 136, diastolic: 86 },
  ];
  expect(seriesMean(series(10 * minute))).toEqual({ systolic: 135, diastolic: 85 });
  expect(seriesMean(series(2 * minute))).toEqual({ systolic: 138, diastolic: 87 });
  expect([SITTING_GAP_MS, SITTING_GAP_MS + 1].map((first) => usedOfSeries(series(first)).length)).toEqual([2, 3]);
});

test('a morning and an evening series are two', () => {
  const [morning, evening] = [Date.parse('2026-11-25T07:00:00+07:00'), Date.parse('2026-11-25T19:00:00+07:00')];
  const times = [evening + 240_000, evening + 120_000, evening, morning + 60_000, morning].map((at) => ({ at }));
  expect(latestSeries(times)).toEqual([{ at: evening }, { at: evening + 120_000 }, { at: evening + 240_000 }]);
  expect(latestSeries([{ at: evening + SERIES_GAP_MS }, { at: evening }])).toHaveLength(2);
  expect(latestSeries([{ at: evening + SERIES_GAP_MS + 1 }, { at: evening }])).toHaveLength(1);
  expect(latestSeries([])).toEqual([]);
  expect([SERIES_GAP_MS, SITTING_GAP_MS]).toEqual([600_000, 300_000]);
});
