import { restrictedZScore, zScore } from './lms.ts';
import { type Indicator, lmsAt, type Sex, STANDING_DAYS } from './tables.ts';

/** How a child's length was measured, if known. */
export type Posture = 'lying' | 'standing';

/** A pregnancy of this many days is full term; before 37 weeks a birth is preterm. */
const TERM_DAYS = 40 * 7;
const PRETERM_DAYS = 37 * 7;
/** Plausible gestations in days: 22 to 44 weeks. */
const BELIEVED = [22 * 7, 44 * 7] as const;
/** Before nine months "standing" is implausible: as in WHO's packages such a length is not adjusted. */
const NEVER_STANDING_DAYS = 9 * 30.4375;
/** Standing height is less than lying length by this many cm (WHO Child Growth Standards, 2006). */
const STANDING_LOSS = 0.7;

/**
 * Age corrected for prematurity, in days from the expected date of birth; undefined for a term child, an unknown
 * gestation, or after the second birthday. Negative before the expected date, where no table applies.
 */
export function correctedAge(ageDays: number, gestationDays: number | undefined): number | undefined {
  if (gestationDays === undefined || gestationDays < BELIEVED[0] || gestationDays >= PRETERM_DAYS) return undefined;
  return ageDays < STANDING_DAYS ? ageDays - (TERM_DAYS - gestationDays) : undefined;
}

/** Whether a gestation in days is plausible for a live birth. */
export const isGestation = (days: number): boolean => days >= BELIEVED[0] && days <= BELIEVED[1];

/**
 * Length as the age's table expects it: lying until the second birthday, standing after; otherwise adjusted by 0.7 cm.
 * @param cm length or height in cm
 */
export function comparableHeight(cm: number, ageDays: number, posture: Posture | undefined): number {
  if (ageDays < STANDING_DAYS)
    return posture === 'standing' && ageDays >= NEVER_STANDING_DAYS ? cm + STANDING_LOSS : cm;
  return posture === 'lying' ? cm - STANDING_LOSS : cm;
}

/**
 * Z-score among healthy children of the same age and sex. Weight and body mass index use WHO's restricted method.
 * Undefined if WHO has no table for the age, or for an invalid value.
 * @param ageDays corrected age, if there is one
 * @param value cm, kg or kg/m²; lengths from `comparableHeight`
 */
export function growthScore(indicator: Indicator, sex: Sex, ageDays: number, value: number): number | undefined {
  const lms = value > 0 ? lmsAt(indicator, sex, ageDays) : undefined;
  if (lms === undefined) return undefined;
  return indicator === 'weight' || indicator === 'bmi' ? restrictedZScore(value, lms) : zScore(value, lms);
}

/**
 * Percentage of children below a z-score, by the normal distribution: Abramowitz and Stegun, Handbook of Mathematical
 * Functions (1964), 26.2.17, error below 0.00001 %.
 */
export function shareBelow(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const series = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series.reduceRight((sum, factor) => (sum + factor) * t, 0);
  return 100 * (z > 0 ? 1 - tail : tail);
}
