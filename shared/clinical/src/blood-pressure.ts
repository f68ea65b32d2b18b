import { ADULT_AGE } from './age-limits.ts';
import { stepOf } from './bands.ts';
import type { Step } from './bands.ts';
import { worst } from './levels.ts';
import type { Assessment, Flag, Level } from './levels.ts';

/** Adult bands in mmHg. Source: clinical thresholds of the specification; 180+ and 110+ stay in the top tier (D-28). */
export const SYSTOLIC_SCALE: readonly Step[] = [
  { level: 'target', below: 120 },
  { level: 'veryMild', below: 130 },
  { level: 'mild', below: 140 },
  { level: 'dangerous', below: 160 },
  { level: 'veryDangerous' },
];
export const DIASTOLIC_SCALE: readonly Step[] = [
  { level: 'target', below: 80 },
  { level: 'veryMild', below: 85 },
  { level: 'mild', below: 90 },
  { level: 'dangerous', below: 100 },
  { level: 'veryDangerous' },
];

/** Reference range in mmHg: low under `low`, high over `high`. Source: clinical thresholds of the specification. */
export const SYSTOLIC_REFERENCE = { low: 90, high: 129 } as const;
export const DIASTOLIC_REFERENCE = { low: 60, high: 84 } as const;

function flagOf(value: number, reference: { readonly low: number; readonly high: number }): Flag {
  if (value < reference.low) return 'L';
  return value > reference.high ? 'H' : 'N';
}

/** Interpretation of a systolic value in mmHg, at any age. */
export function systolicFlag(systolic: number): Flag {
  return flagOf(systolic, SYSTOLIC_REFERENCE);
}

/** Interpretation of a diastolic value in mmHg, at any age. */
export function diastolicFlag(diastolic: number): Flag {
  return flagOf(diastolic, DIASTOLIC_REFERENCE);
}

/** A low value is inside the target band, yet green could keep somebody from seeking help: it is shown yellow (D-29). */
function shownAs(level: Level | undefined, flag: Flag): Level | undefined {
  return flag === 'L' ? worst(level, 'veryMild') : level;
}

function assess(value: number, scale: readonly Step[], flag: Flag, age: number | undefined): Assessment {
  if (age === undefined || age < ADULT_AGE) return { flag, adultsOnly: true };
  const level = stepOf(scale, value)?.level;
  const shown = shownAs(level, flag);
  return {
    ...(level === undefined ? {} : { level }),
    ...(shown === undefined ? {} : { shownAs: shown }),
    flag,
    adultsOnly: false,
  };
}

/** @param age completed years at the reading; under 18 or unknown gives no band (D-31) */
export function assessSystolic(systolic: number, age: number | undefined): Assessment {
  return assess(systolic, SYSTOLIC_SCALE, systolicFlag(systolic), age);
}

/** @param age completed years at the reading; under 18 or unknown gives no band (D-31) */
export function assessDiastolic(diastolic: number, age: number | undefined): Assessment {
  return assess(diastolic, DIASTOLIC_SCALE, diastolicFlag(diastolic), age);
}

export interface BloodPressureAssessment {
  /** The worse of both parts (D-30). Its flag is high when one part is high, else low when one is low. */
  readonly pair: Assessment;
  /** Each number keeps its own colour. */
  readonly systolic: Assessment;
  readonly diastolic: Assessment;
}

/** Level, colour and interpretation of a reading in mmHg. @param age completed years at the reading */
export function assessBloodPressure(
  systolic: number,
  diastolic: number,
  age: number | undefined,
): BloodPressureAssessment {
  const upper = assessSystolic(systolic, age);
  const lower = assessDiastolic(diastolic, age);
  const level = worst(upper.level, lower.level);
  const shown = worst(upper.shownAs, lower.shownAs);
  const flags = [upper.flag, lower.flag];
  const flag: Flag = flags.includes('H') ? 'H' : flags.includes('L') ? 'L' : 'N';
  return {
    pair: {
      ...(level === undefined ? {} : { level }),
      ...(shown === undefined ? {} : { shownAs: shown }),
      flag,
      adultsOnly: upper.adultsOnly,
    },
    systolic: upper,
    diastolic: lower,
  };
}
