import { NEWS2_AGE } from './age-limits.ts';
import { stepOf } from './bands.ts';
import type { Step } from './bands.ts';
import type { Assessment } from './levels.ts';

/**
 * Beats per minute. Target and both ends: clinical thresholds of the specification; between them the steps of NEWS2
 * (Royal College of Physicians, 2017; D-34). Values between two whole numbers fall to the more cautious side.
 */
export const HEART_RATE_SCALE: readonly Step[] = [
  { level: 'veryDangerous', below: 40 },
  { level: 'dangerous', below: 41 },
  { level: 'mild', below: 51 },
  { level: 'target', upTo: 90 },
  { level: 'mild', upTo: 110 },
  { level: 'dangerous', upTo: 130 },
  { level: 'veryDangerous' },
];

/** Target in beats per minute. */
export const HEART_RATE_TARGET = { low: 51, high: 90 } as const;

/**
 * Level of a heart rate in beats per minute. Under 16 years only target and very dangerous are said, with the note for adults;
 * an unknown age counts as adult (D-34 names only "below 16 years").
 * @param age completed years at the reading, if known
 */
export function assessHeartRate(beats: number, age: number | undefined): Assessment {
  const level = stepOf(HEART_RATE_SCALE, beats)?.level;
  if (level === undefined) return { adultsOnly: false };
  if (age !== undefined && age < NEWS2_AGE && level !== 'target' && level !== 'veryDangerous')
    return { adultsOnly: true };
  return { level, shownAs: level, adultsOnly: false };
}
