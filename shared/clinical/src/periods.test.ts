import * as plainDate from '@phr/time/plain-date';
import * as fc from 'fast-check';
import { axisUnit, CHART_RANGES, chartPeriod, shiftAnchor } from './periods.ts';
import type { ChartRange } from './periods.ts';

const VIETNAM = 'Asia/Ho_Chi_Minh';
const zone = fc.constantFrom(
  VIETNAM,
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'UTC',
);
const day = fc.integer({ min: 0, max: 9000 }).map((count) => plainDate.add('2015-01-01', { days: count }));

test('[VIT-45] the unit of the axis is hour, day or month', () => {
  expect(CHART_RANGES.map(axisUnit)).toEqual(['hour', 'day', 'day', 'month', 'day', 'day', 'day']);
});

test('[VIT-46] each chart range gives its days', () => {
  const days = (range: ChartRange): string => {
    const { firstDay, lastDay } = chartPeriod(range, '2026-02-11', VIETNAM);
    return `${firstDay} ${lastDay}`;
  };
  expect(CHART_RANGES.map(days)).toEqual([
    '2026-02-11 2026-02-11',
    '2026-02-09 2026-02-15',
    '2026-02-01 2026-02-28',
    '2026-01-01 2026-12-31',
    '2026-02-05 2026-02-11',
    '2026-01-29 2026-02-11',
    '2026-01-13 2026-02-11',
  ]);
});

test('[VIT-46] the next period begins where this one ends', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CHART_RANGES), day, zone, (range, anchor, place) => {
      const here = chartPeriod(range, anchor, place);
      const next = chartPeriod(range, shiftAnchor(range, anchor, 1), place);
      expect(next.start).toBe(here.end);
      expect(chartPeriod(range, shiftAnchor(range, shiftAnchor(range, anchor, 1), -1), place)).toEqual(here);
    }),
  );
});
