/** Periods of the vitals screens: presets of lists, ranges of charts. */
import { periodOf, type Period } from '@phr/time/period';
import * as plainDate from '@phr/time/plain-date';

/**
 * Presets of the vitals lists, in menu order; each completes a text key `preset.<name>` (or `range.<name>` for 7, 14
 * and 30 days).
 */
export const PRESETS = [
  'today',
  'yesterday',
  '2daysAgo',
  'thisWeek',
  'lastWeek',
  '2weeksAgo',
  '7d',
  '14d',
  '30d',
] as const;
export type Preset = (typeof PRESETS)[number];

/** Range buttons of a chart (D-88); each completes a text key `range.<name>`. */
export const CHART_RANGES = ['day', 'week', 'month', 'year', '7d', '14d', '30d'] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

/** Unit of the x axis: hour for a day, day for weeks, months and 7 to 30 days, month for a year (D-88). */
export function axisUnit(range: ChartRange): 'hour' | 'day' | 'month' {
  if (range === 'day') return 'hour';
  return range === 'year' ? 'month' : 'day';
}

const LENGTH_IN_DAYS = { '7d': 7, '14d': 14, '30d': 30 } as const;

/**
 * The period of a chart.
 * @param anchorDay any day of the calendar day, week, month or year; the last day of 7, 14 or 30 days
 */
export function chartPeriod(range: ChartRange, anchorDay: string, zone: string): Period {
  switch (range) {
    case 'day':
      return periodOf(anchorDay, anchorDay, zone);
    case 'week': {
      const monday = plainDate.mondayOf(anchorDay);
      return periodOf(monday, plainDate.add(monday, { days: 6 }), zone);
    }
    case 'month': {
      const first = `${anchorDay.slice(0, 7)}-01`;
      return periodOf(first, plainDate.add(first, { months: 1, days: -1 }), zone);
    }
    case 'year':
      return periodOf(`${anchorDay.slice(0, 4)}-01-01`, `${anchorDay.slice(0, 4)}-12-31`, zone);
    case '7d':
    case '14d':
    case '30d':
      return periodOf(plainDate.add(anchorDay, { days: 1 - LENGTH_IN_DAYS[range] }), anchorDay, zone);
  }
}

/** The anchor of the next (1) or previous (-1) period of a chart. */
export function shiftAnchor(range: ChartRange, anchorDay: string, step: 1 | -1): string {
  switch (range) {
    case 'day':
      return plainDate.add(anchorDay, { days: step });
    case 'week':
      return plainDate.add(anchorDay, { days: 7 * step });
    case 'month':
      return plainDate.add(anchorDay, { months: step });
    case 'year':
      return plainDate.add(anchorDay, { months: 12 * step });
    case '7d':
    case '14d':
    case '30d':
      return plainDate.add(anchorDay, { days: LENGTH_IN_DAYS[range] * step });
  }
}
