import {
  axisUnit,
  CHART_RANGES,
  chartPeriod,
  PRESETS,
  shiftAnchor,
  type ChartRange,
  type Preset,
} from '@phr/clinical/periods';
import type { Period } from '@phr/time/period';
import * as plainDate from '@phr/time/plain-date';
import { dayOf, momentOf, startOfDay } from '@phr/time/zone';

/** The period in the URL: `?range=30d&at=2026-11-25`. */
export interface ChosenPeriod {
  readonly range: ChartRange;
  /** A calendar day inside the period. */
  readonly anchorDay: string;
}

export const DEFAULT_RANGE: ChartRange = '30d';

/** Parses the period from the URL; unreadable parts become the screen's default range, ending today. */
export function readPeriod(
  search: URLSearchParams,
  now: number,
  zone: string,
  usual: ChartRange = DEFAULT_RANGE,
): ChosenPeriod {
  const today = dayOf(now, zone);
  const named = search.get('range');
  const range = CHART_RANGES.find((one) => one === named) ?? usual;
  const at = search.get('at');
  return { range, anchorDay: at !== null && plainDate.parse(at) !== undefined && at <= today ? at : today };
}

/** Writes the period to a URL, omitting defaults. */
export function writePeriod(
  search: URLSearchParams,
  { range, anchorDay }: ChosenPeriod,
  now: number,
  zone: string,
  usual: ChartRange = DEFAULT_RANGE,
): URLSearchParams {
  const next = new URLSearchParams(search);
  if (range === usual) next.delete('range');
  else next.set('range', range);
  if (anchorDay === dayOf(now, zone)) next.delete('at');
  else next.set('at', anchorDay);
  return next;
}

/** The previous or next period; undefined if in the future. */
export function neighbour(chosen: ChosenPeriod, step: 1 | -1, now: number, zone: string): ChosenPeriod | undefined {
  const today = dayOf(now, zone);
  if (step === 1 && chartPeriod(chosen.range, chosen.anchorDay, zone).lastDay >= today) return undefined;
  const moved = shiftAnchor(chosen.range, chosen.anchorDay, step);
  return { range: chosen.range, anchorDay: moved > today ? today : moved };
}

/** The period of a preset (D-89): a name for a range and a day, so both selections share URLs. */
export function presetChoice(preset: Preset, now: number, zone: string): ChosenPeriod {
  const today = dayOf(now, zone);
  switch (preset) {
    case 'today':
      return { range: 'day', anchorDay: today };
    case 'yesterday':
      return { range: 'day', anchorDay: plainDate.add(today, { days: -1 }) };
    case '2daysAgo':
      return { range: 'day', anchorDay: plainDate.add(today, { days: -2 }) };
    case 'thisWeek':
      return { range: 'week', anchorDay: today };
    case 'lastWeek':
      return { range: 'week', anchorDay: plainDate.add(today, { days: -7 }) };
    case '2weeksAgo':
      return { range: 'week', anchorDay: plainDate.add(today, { days: -14 }) };
    case '7d':
    case '14d':
    case '30d':
      return { range: preset, anchorDay: today };
  }
}

/** The preset of a period; undefined if none matches. */
export function presetOf(chosen: ChosenPeriod, now: number, zone: string): Preset | undefined {
  const { start, end } = chartPeriod(chosen.range, chosen.anchorDay, zone);
  return PRESETS.find((preset) => {
    const { range, anchorDay } = presetChoice(preset, now, zone);
    const named = chartPeriod(range, anchorDay, zone);
    return range === chosen.range && named.start === start && named.end === end;
  });
}

/** Instants of time axis marks, and the unit of their labels. */
export function axisMarks(
  range: ChartRange,
  period: Period,
  zone: string,
): { readonly unit: 'hour' | 'day' | 'month'; readonly at: readonly number[] } {
  const unit = axisUnit(range);
  if (unit === 'hour') {
    // on days of 23 or 25 hours, marks follow the clock rather than elapsed hours
    const marks = ['04', '08', '12', '16', '20'].map((hour) => momentOf(period.firstDay, `${hour}:00`, zone));
    return { unit, at: [period.start, ...marks, period.end] };
  }
  const days: string[] = [];
  for (let day = period.firstDay; day <= period.lastDay; day = plainDate.add(day, { days: 1 })) days.push(day);
  const kept =
    unit === 'month'
      ? days.filter((day) => day.endsWith('-01'))
      : days.length <= 7
        ? days
        : days.length <= 14
          ? days.filter((_, index) => index % 2 === 0)
          : days.filter((day) => plainDate.mondayOf(day) === day);
  return { unit, at: kept.map((day) => startOfDay(day, zone)) };
}
