import { stepOf } from './bands.ts';
import type { Step } from './bands.ts';
import type { Assessment } from './levels.ts';

/** Oxygen saturation in %. Source: clinical thresholds of the specification; half-open, so that 94.5 is mild (D-33). */
export const SPO2_SCALE: readonly Step[] = [
  { level: 'veryDangerous', below: 80 },
  { level: 'dangerous', below: 90 },
  { level: 'mild', below: 95 },
  { level: 'veryMild', below: 98 },
  { level: 'target' },
];

/** Written reference range in %; only its lower edge flags, because 100 % is not abnormal (D-33). */
export const SPO2_REFERENCE = { low: 95, high: 99 } as const;

/** Level and flag of an oxygen saturation in %, at any age. */
export function assessSpo2(percent: number): Assessment {
  const level = stepOf(SPO2_SCALE, percent)?.level;
  if (level === undefined) return { adultsOnly: false };
  return { level, shownAs: level, flag: percent < SPO2_REFERENCE.low ? 'L' : 'N', adultsOnly: false };
}
