import { bmiOf } from '@phr/clinical/bmi';
import { comparableHeight, correctedAge, growthScore, isGestation } from '@phr/clinical/growth/growth';
import { valueAt } from '@phr/clinical/growth/lms';
import {
  type Indicator,
  LAST_DAYS,
  lmsAt,
  MONTH_DAYS,
  SCHOOL_DAYS,
  type Sex,
  STANDING_DAYS,
} from '@phr/clinical/growth/tables';
import type { PatientSummary } from '@phr/contract/host-api';
import { add, parse, type PlainDate, until } from '@phr/time/plain-date';
import type { Frame } from '../chart/picture.port.ts';
import type { GrowthMeasure } from './growth-measure.entity.ts';

/** A child with growth curves. */
export interface Child {
  readonly sex: Sex;
  /** YYYY-MM-DD. */
  readonly birthDate: PlainDate;
  /** Gestation in days, if recorded. */
  readonly gestation?: number;
}

/** Why there are no curves; each completes a text key `growth.no.<name>`. */
export type NoCurves = 'birthDate' | 'sex' | 'adult';

/** A calendar age: whole months, and total days; negative before the expected date of birth. */
export interface Age {
  readonly months: number;
  readonly days: number;
}

/** One measurement among the curves. */
export interface GrowthPoint {
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly ageDays: number;
  /** The usual age; for a preterm child also the corrected one. */
  readonly age: Age;
  readonly correctedAge?: Age;
  /** Age used for the tables: corrected for a preterm child. No table below 0. */
  readonly tableDays: number;
  readonly value: number;
  /** Absent if WHO has no table for the age. */
  readonly z?: number;
}

/** Age range of a chart; each completes a text key `growth.stage.<name>`. */
export const STAGES = ['baby', 'young', 'school', 'youth'] as const;
export type Stage = (typeof STAGES)[number];

const SPANS: Readonly<Record<Stage, readonly [start: number, end: number]>> = {
  baby: [0, STANDING_DAYS],
  young: [0, SCHOOL_DAYS],
  school: [SCHOOL_DAYS, 120 * MONTH_DAYS],
  youth: [SCHOOL_DAYS, 228 * MONTH_DAYS],
};
/** Days between curve points, and months between axis marks. */
const STEPS: Readonly<Record<Stage, { readonly days: number; readonly months: number }>> = {
  baby: { days: 7, months: 3 },
  young: { days: MONTH_DAYS / 2, months: 12 },
  school: { days: MONTH_DAYS, months: 12 },
  youth: { days: MONTH_DAYS, months: 24 },
};

/**
 * The child on screen, or why there are no curves: they require a full birth date and a binary sex, and end at 19
 * years.
 * @param today YYYY-MM-DD
 */
export function childOf(
  { birthDate, gender }: Pick<PatientSummary, 'birthDate' | 'gender'>,
  measures: readonly GrowthMeasure[],
  today: string,
): Child | NoCurves {
  const born = parse(birthDate ?? '');
  if (born === undefined || born > today) return 'birthDate';
  if (until(born, today) > LAST_DAYS.height) return 'adult';
  if (gender !== 'male' && gender !== 'female') return 'sex';
  // the record may contain the person's own pregnancies: only entries from the first two years concern the birth
  const gestation = measures.find(
    ({ kind, value, day }) =>
      kind === 'gestation' && isGestation(value) && (day === undefined || until(born, day) < STANDING_DAYS),
  )?.value;
  return { sex: gender, birthDate: born, ...(gestation === undefined ? {} : { gestation }) };
}

/** Measurements of an indicator, oldest first, without those undated, before birth or after today. */
export function growthPoints(
  indicator: Indicator,
  child: Child,
  measures: readonly GrowthMeasure[],
  today: string,
): readonly GrowthPoint[] {
  return measuredAs(indicator, child, measures)
    .filter(({ day }) => day >= child.birthDate && day <= today)
    .map(({ id, day, value, compared }): GrowthPoint => {
      const ageDays = until(child.birthDate, day);
      const corrected = correctedAge(ageDays, child.gestation);
      const tableDays = corrected ?? ageDays;
      const z = growthScore(indicator, child.sex, tableDays, compared(tableDays));
      return {
        id,
        day,
        ageDays,
        age: ageAt(child.birthDate, day),
        tableDays,
        value,
        ...(corrected === undefined
          ? {}
          : { correctedAge: ageAt(add(child.birthDate, { days: ageDays - corrected }), day) }),
        ...(z === undefined ? {} : { z }),
      };
    });
}

/** The age at a day by the calendar. */
function ageAt(from: PlainDate, day: string): Age {
  const days = until(from, day);
  let months = Math.max(0, Math.floor(days / 31));
  while (add(from, { months: months + 1 }) <= day) months += 1;
  return { months, days };
}

interface Measured {
  readonly id: string;
  readonly day: string;
  readonly value: number;
  /** The value that the table of an age means. */
  readonly compared: (tableDays: number) => number;
}

function measuredAs(
  indicator: Indicator,
  { birthDate }: Child,
  measures: readonly GrowthMeasure[],
): readonly Measured[] {
  const dated = measures
    .map((one) => ({ ...one, day: one.isAtBirth ? birthDate : one.day }))
    .filter((one): one is GrowthMeasure & { readonly day: string } => one.day !== undefined)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.instant - b.instant));
  const datedMeasures = dated
    .filter(({ kind }) => kind === indicator)
    .map(
      ({ id, day, value, posture }): Measured => ({
        id,
        day,
        value,
        compared: (tableDays) => (indicator === 'height' ? comparableHeight(value, tableDays, posture) : value),
      }),
    );
  if (indicator !== 'bmi') return datedMeasures;
  const computed = bmisByDay(dated);
  // the computed one is more precise, and knows the posture
  return [...datedMeasures.filter(({ day }) => !computed.some((one) => one.day === day)), ...computed].toSorted(
    (a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0),
  );
}

/**
 * Body mass index of each day with weight and height, from the latest of each. A height is never carried over (D-42).
 */
function bmisByDay(dated: readonly (GrowthMeasure & { readonly day: string })[]): readonly Measured[] {
  const latest = (kind: GrowthMeasure['kind']) =>
    new Map(dated.filter((one) => one.kind === kind).map((one) => [one.day, one]));
  const heights = latest('height');
  return [...latest('weight').values()].flatMap((weight): readonly Measured[] => {
    const height = heights.get(weight.day);
    const value = bmiOf(weight.value, height?.value);
    if (height === undefined || value === undefined) return [];
    const compared = (tableDays: number) =>
      weight.value / (comparableHeight(height.value, tableDays, height.posture) / 100) ** 2;
    return [{ id: `${weight.id} ${height.id}`, day: weight.day, value, compared }];
  });
}

/** From which age on, in days, a part of childhood is offered. */
const OFFERED: Readonly<Record<Stage, number>> = {
  baby: 0,
  young: 0,
  school: SCHOOL_DAYS,
  youth: 120 * MONTH_DAYS,
};

/** Age ranges with curves for an indicator that the child has reached. */
export function stagesOf(indicator: Indicator, ageDays: number): readonly Stage[] {
  const reached = Math.min(ageDays, LAST_DAYS[indicator]);
  return STAGES.filter((stage) => (stage === 'youth' ? reached > OFFERED.youth : reached >= OFFERED[stage]));
}

/** Initial range: the first containing the newest measurement, else today's. */
export function firstStage(indicator: Indicator, points: readonly GrowthPoint[], ageDays: number): Stage {
  const days = points.at(-1)?.tableDays ?? ageDays;
  const offered = stagesOf(indicator, ageDays);
  return offered.find((stage) => days <= SPANS[stage][1]) ?? offered.at(-1) ?? 'baby';
}

export interface Curve {
  /** Standard deviations from the median. */
  readonly z: number;
  readonly places: readonly { readonly at: number; readonly value: number }[];
}

/** Everything that a chart draws but its points. */
export interface Curves {
  readonly curves: readonly Curve[];
  readonly span: { readonly start: number; readonly end: number };
  readonly axis: Frame['axis'];
  /** Months at which the axis is marked. */
  readonly months: readonly number[];
}

/** Axis steps, and the maximum number of them. */
const AXIS_STEPS = [1, 2, 5, 10, 20];
const MOST_STEPS = 8;

/** A tight axis: the curves are close to each other. */
function axisOf(numbers: readonly number[]): Curves['axis'] {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const step = AXIS_STEPS.find((one) => (high - low) / one <= MOST_STEPS) ?? 50;
  return { min: Math.floor(low / step) * step, max: Math.ceil(high / step) * step, step };
}

/** Z-scores drawn on WHO's charts; for body mass index from 5 years also ±1, where overweight begins. */
const LINES = [-3, -2, 0, 2, 3];
const MORE_LINES = [-3, -2, -1, 0, 1, 2, 3];

/** The curves of a part of childhood, over an axis that holds the points, too. */
export function curvesOf(indicator: Indicator, sex: Sex, stage: Stage, points: readonly GrowthPoint[]): Curves {
  const [start, whole] = SPANS[stage];
  const end = Math.min(whole, LAST_DAYS[indicator]);
  const { days, months } = STEPS[stage];
  const ages = Array.from({ length: Math.ceil((end - start) / days) + 1 }, (_, at) => Math.min(start + at * days, end));
  const rows = ages.flatMap((at) => {
    const lms = lmsAt(indicator, sex, at);
    return lms === undefined ? [] : [{ at, lms }];
  });
  const lines = indicator === 'bmi' && start === SCHOOL_DAYS ? MORE_LINES : LINES;
  const curves = lines.map((z) => ({ z, places: rows.map(({ at, lms }) => ({ at, value: valueAt(z, lms) })) }));
  const numbers = [...curves.flatMap(({ places }) => places), ...points].map(({ value }) => value);
  const first = Math.round(start / MONTH_DAYS);
  return {
    curves,
    span: { start, end },
    axis: axisOf(numbers),
    months: Array.from({ length: Math.floor(end / MONTH_DAYS / months) + 1 }, (_, at) => at * months).filter(
      (month) => month >= first,
    ),
  };
}

/** The points that lie on a chart: those with a place among its curves. */
export const pointsIn = (points: readonly GrowthPoint[], { span }: Curves): readonly GrowthPoint[] =>
  points.filter(({ tableDays, z }) => z !== undefined && tableDays >= span.start && tableDays <= span.end);
