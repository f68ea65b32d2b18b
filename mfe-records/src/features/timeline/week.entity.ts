import type { Locale } from '@phr/contract/locale';
import { isVitalKey, type VitalKey } from '@phr/clinical/codings';
import { type GlucoseUnit, inUnit, isGlucoseUnit } from '@phr/clinical/glucose';
import { namesOf, vital } from '@phr/clinical/vitals/index';
import { formatNumber, unitWords } from '@phr/fhir/quantities';
import { lenientObject, list, number, text } from '@phr/fhir/json';
import { mondayOf } from '@phr/time/plain-date';

/** A week's readings of one vital in one unit, aggregated. */
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

/** Groups a vital's days into weeks, newest first. Unreadable days are dropped; undefined if it is not a list of days. */
export function readWeeks(body: unknown, name: string): readonly Week[] | undefined {
  if (!Array.isArray(body) || !isVitalKey(name)) return undefined;
  const weeks = new Map<string, Week>();
  for (const entry of body) {
    const { day = '', unit, count = 0, parts: told = [] } = DAY(entry) ?? {};
    const parts = told.flatMap(({ key, low, high }) =>
      key === undefined || low === undefined || high === undefined ? [] : [{ key, low, high }],
    );
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || unit === undefined || count < 1 || parts.length === 0) continue;
    const monday = mondayOf(day);
    const week: Week = { vital: name, unit, monday, lastDay: day, count, parts };
    const known = weeks.get(`${monday} ${unit}`);
    weeks.set(`${monday} ${unit}`, known === undefined ? week : together(known, week));
  }
  return [...weeks.values()].sort((a, b) => (a.lastDay < b.lastDay ? 1 : -1));
}

/** Weeks with glucose in the one unit that the person reads: what two meters wrote in two units is one line. */
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

/** Two parts of one week as one: what only one of them has stays. */
function together(a: Week, b: Week): Week {
  const parts = new Map(a.parts.map((part) => [part.key, part]));
  for (const { key, low, high } of b.parts) {
    const known = parts.get(key);
    parts.set(key, { key, low: Math.min(low, known?.low ?? low), high: Math.max(high, known?.high ?? high) });
  }
  return {
    ...a,
    count: a.count + b.count,
    lastDay: a.lastDay > b.lastDay ? a.lastDay : b.lastDay,
    parts: [...parts.values()],
  };
}

/** The name of the week's vital. */
export const vitalName = (week: Week, locale: Locale): string => namesOf(week.vital)[locale];

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

/**
 * "118/76–146/92 mmHg": a week's extremes; a question mark for a component without readings, a single number if both
 * are equal.
 */
export function extremesWords({ vital: name, parts, unit }: Week, locale: Locale): string {
  const found = vital(name).parts.map(({ key }) => parts.find((part) => part.key === key));
  const [low, high] = (['low', 'high'] as const).map((end) =>
    found.map((part) => (part === undefined ? '?' : formatNumber(part[end], locale))).join('/'),
  );
  const unitName = unitWords({ code: unit, system: 'http://unitsofmeasure.org' }, locale);
  return `${low === high ? low : `${low}–${high}`} ${unitName}`.trim();
}
