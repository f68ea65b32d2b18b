import { worst, type Level } from '@phr/clinical/levels';
import type { Period } from '@phr/time/period';
import { dayOf } from '@phr/time/zone';
import type { Point } from '../chart/series.model.ts';

/** A day with readings and its worst level; absent if nothing judges the vital. */
export interface CalendarDay {
  readonly day: string;
  readonly level?: Level;
}

/** The days of a period that have readings, in order. */
export function calendarDays(points: readonly Point[], zone: string): readonly CalendarDay[] {
  const days = new Map<string, Level | undefined>();
  for (const { at, values } of points) {
    const day = dayOf(at, zone);
    days.set(day, worst(days.get(day), ...values.map(({ level }) => level)));
  }
  return [...days].map(([day, level]) => (level === undefined ? { day } : { day, level }));
}

/** Colours of the current mode, read from the design tokens. */
export interface CalendarColors {
  readonly text: string;
  readonly grid: string;
  readonly surface: string;
  readonly plain: string;
  readonly marks: Readonly<Record<Level, string>>;
}

/** The badges' shapes (UX-10): colour is never the only cue. */
const OCTAGON = 'path://M-0.414,-1L0.414,-1L1,-0.414L1,0.414L0.414,1L-0.414,1L-1,0.414L-1,-0.414Z';
const SYMBOLS: Readonly<Record<Level, string>> = {
  target: 'circle',
  veryMild: 'roundRect',
  mild: 'diamond',
  dangerous: 'triangle',
  veryDangerous: OCTAGON,
};

/**
 * Chart library options of a calendar; pure, for testing without a browser.
 * @param weekdays names from Sunday on
 */
export function calendarOption(
  days: readonly CalendarDay[],
  { firstDay, lastDay }: Period,
  colors: CalendarColors,
  weekdays: readonly string[],
  months: readonly string[],
) {
  return {
    animation: false,
    calendar: {
      range: [firstDay, lastDay],
      top: 28,
      left: 44,
      right: 8,
      bottom: 8,
      cellSize: ['auto', 'auto'],
      dayLabel: { firstDay: 1, nameMap: weekdays, color: colors.text, fontSize: 12 },
      monthLabel: { nameMap: months, color: colors.text, fontSize: 12 },
      yearLabel: { show: false },
      itemStyle: { color: colors.surface, borderColor: colors.grid, borderWidth: 1 },
      splitLine: { lineStyle: { color: colors.text, width: 1 } },
    },
    series: [
      {
        type: 'scatter',
        coordinateSystem: 'calendar',
        silent: true,
        symbolSize: 10,
        data: days.map(({ day, level }) => ({
          value: [day, 1],
          symbol: level === undefined ? 'circle' : SYMBOLS[level],
          itemStyle: { color: level === undefined ? colors.plain : colors.marks[level] },
        })),
      },
    ],
  };
}
