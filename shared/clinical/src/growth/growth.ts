import { restrictedZScore, zScore } from './lms.ts';
import { type Indicator, lmsAt, type Sex, STANDING_DAYS } from './tables.ts';

/** How a child's length was taken, where it is known. */
export type Posture = 'lying' | 'standing';

/** A pregnancy of so many days is complete; before 37 weeks a birth is preterm. */
const TERM_DAYS = 40 * 7;
const PRETERM_DAYS = 37 * 7;
/** Gestations that are believed, in days: 22 to 44 weeks. */
const BELIEVED = [22 * 7, 44 * 7] as const;
/** A child that stands before nine months is not believed to have: WHO's packages leave such a length as it is. */
const NEVER_STANDING_DAYS = 9 * 30.4375;
/** A child is shorter standing than lying, by so many cm (WHO Child Growth Standards, 2006). */
const STANDING_LOSS = 0.7;

/**
 * The age that a chart counts from the day on which the child was expected, in days; undefined for a child born at term, with an unknown gestation, or past
 * its second birthday. Below 0 the child would not be born yet, and no table fits.
 */
export function correctedAge(ageDays: number, gestationDays: number | undefined): number | undefined {
  if (gestationDays === undefined || gestationDays < BELIEVED[0] || gestationDays >= PRETERM_DAYS) return undefined;
  return ageDays < STANDING_DAYS ? ageDays - (TERM_DAYS - gestationDays) : undefined;
}

/** Whether a gestation, in days, can be that of a child who was born. */
export const isGestation = (days: number): boolean => days >= BELIEVED[0] && days <= BELIEVED[1];

/**
 * The length that the table of an age means: lying to the second birthday, standing after it; a length that was taken otherwise is changed by 0.7 cm.
 * @param cm length or height in cm
 */
export function comparableHeight(cm: number, ageDays: number, posture: Posture | undefined): number {
  if (ageDays < STANDING_DAYS)
    return posture === 'standing' && ageDays >= NEVER_STANDING_DAYS ? cm + STANDING_LOSS : cm;
  return posture === 'lying' ? cm - STANDING_LOSS : cm;
}

/**
 * Where a value lies among healthy children of the same age and sex, in standard deviations from the median. Weight and body mass index by WHO's restricted
 * method. Undefined where WHO has no table for the age, or for a value that is none.
 * @param ageDays the corrected age, where there is one
 * @param value cm, kg or kg/m²; lengths by `comparableHeight`
 */
export function growthScore(indicator: Indicator, sex: Sex, ageDays: number, value: number): number | undefined {
  const lms = value > 0 ? lmsAt(indicator, sex, ageDays) : undefined;
  if (lms === undefined) return undefined;
  return indicator === 'weight' || indicator === 'bmi' ? restrictedZScore(value, lms) : zScore(value, lms);
}

/**
 * How many of 100 children of the same age and sex have less, by the normal distribution: Abramowitz and Stegun, Handbook of Mathematical Functions (1964),
 * 26.2.17, wrong by less than 0.00001 %.
 */
export function shareBelow(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const series = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series.reduceRight((sum, factor) => (sum + factor) * t, 0);
  return 100 * (z > 0 ? 1 - tail : tail);
}
