import type { Locale } from '@phr/contract/locale';
import { isVitalKey, type VitalKey } from '@phr/clinical/codings';
import { type GlucoseUnit, inUnit, isGlucoseUnit } from '@phr/clinical/glucose';
import { namesOf } from '@phr/clinical/vitals/index';
import { formatNumber, unitWords } from '@phr/fhir/quantities';
import { lenientObject, list, number, text } from '@phr/fhir/json';
import { mondayOf } from '@phr/time/plain-date';

/** What a week of readings of one vital in one unit came to. */
export interface Week {
  readonly vital: VitalKey;
  /** UCUM code. */
  readonly unit: string;
  /** YYYY-MM-DD of its Monday, and of its last day with a reading. */
  readonly monday: string;
  readonly lastDay: string;
  readonly count: number;
  /** Lowest and highest of each part, e.g. of both pressures. */
  readonly parts: readonly Extremes[];
}

interface Extremes {
  readonly key: string;
  readonly low: number;
  readonly high: number;
}

const DAY = lenientObject({
  day: text,
  unit: text,
  count: number,
  parts: list(lenientObject({ key: text, low: number, high: number })),
});

/**
 * Groups a vital's days into weeks, newest first. Unreadable days are dropped; undefined if it is not a list of days.
 */
export function readWeeks(body: unknown, vital: string): readonly Week[] | undefined {
  if (!Array.isArray(body) || !isVitalKey(vital)) return undefined;
  const weeks = new Map<string, Week>();
  for (const entry of body) {
    const { day = '', unit, count = 0, parts: told = [] } = DAY(entry) ?? {};
    const parts = told.flatMap(({ key, low, high }) =>
      key === undefined || low === undefined || high === undefined ? [] : [{ key, low, high }],
    );
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || unit === undefined || count < 1 || parts.length === 0) continue;
    const monday = mondayOf(day);
    const known = weeks.get(`${monday} ${unit}`);
    weeks.set(`${monday} ${unit}`, {
      vital,
      unit,
      monday,
      lastDay: known === undefined || day > known.lastDay ? day : known.lastDay,
      count: count + (known?.count ?? 0),
      parts: parts.map((part) => widened(part, known)),
    });
  }
  return [...weeks.values()].sort((a, b) => (a.lastDay < b.lastDay ? 1 : -1));
}

function widened(part: Extremes, known: Week | undefined): Extremes {
  const before = known?.parts.find(({ key }) => key === part.key);
  return before === undefined
    ? part
    : { key: part.key, low: Math.min(part.low, before.low), high: Math.max(part.high, before.high) };
}

/** Weeks with glucose in the display unit, merging meters with different units. */
export function inReadUnit(weeks: readonly Week[], glucoseUnit: GlucoseUnit): readonly Week[] {
  const weekList: Week[] = [];
  for (const week of weeks) {
    const read = week.vital === 'glucoses' ? converted(week, glucoseUnit) : week;
    const at = weekList.findIndex(
      ({ vital, unit, monday }) => vital === read.vital && unit === read.unit && monday === read.monday,
    );
    const known = weekList[at];
    if (known === undefined) weekList.push(read);
    else weekList[at] = together(known, read);
  }
  return weekList;
}

function converted(week: Week, wanted: GlucoseUnit): Week {
  const { unit } = week;
  if (!isGlucoseUnit(unit)) return week;
  const parts = week.parts.map(({ key, low, high }) => ({
    key,
    low: inUnit(low, unit, wanted),
    high: inUnit(high, unit, wanted),
  }));
  return { ...week, unit: wanted, parts };
}

function together(a: Week, b: Week): Week {
  return {
    ...a,
    count: a.count + b.count,
    lastDay: a.lastDay > b.lastDay ? a.lastDay : b.lastDay,
    parts: b.parts.map((part) => widened(part, a)),
  };
}

/** The name of the week's vital. */
export const vitalName = ({ vital }: Week, locale: Locale): string => namesOf(vital)[locale];

/** Weeks of all vitals by their common Monday, newest first. */
export function byMonday(weeks: readonly Week[]): readonly (readonly [Week, ...Week[]])[] {
  const mondays = new Map<string, [Week, ...Week[]]>();
  for (const week of weeks) {
    const known = mondays.get(week.monday);
    if (known === undefined) mondays.set(week.monday, [week]);
    else known.push(week);
  }
  return [...mondays.values()].sort(([a], [b]) => (a.monday < b.monday ? 1 : -1));
}

/** "118/76–146/92 mmHg": a week's extremes; one number if equal. */
export function extremesWords({ parts, unit }: Week, locale: Locale): string {
  const [low, high] = (['low', 'high'] as const).map((end) =>
    parts.map((part) => formatNumber(part[end], locale)).join('/'),
  );
  const unitName = unitWords({ code: unit, system: 'http://unitsofmeasure.org' }, locale);
  return `${low === high ? low : `${low}–${high}`} ${unitName}`.trim();
}
