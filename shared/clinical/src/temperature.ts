import { NEWS2_AGE } from './age-limits.ts';
import { stepOf } from './bands.ts';
import type { Step } from './bands.ts';
import { worst } from './levels.ts';
import type { Assessment } from './levels.ts';

/** Above this the flag 'high' is always shown, at every age, in degrees Celsius. Source: clinical thresholds of the specification. */
export const TEMPERATURE_HIGH = 37.5;

/** Target by completed years: up to 10, 11 to 65 (also when unknown), 66 and more. Source: clinical thresholds of the specification, edges by D-32. */
export function temperatureTarget(age: number | undefined): { readonly low: number; readonly high: number } {
  if (age === undefined) return { low: 36.8, high: 37.8 };
  if (age <= 10) return { low: 36.4, high: 37.7 };
  return age <= 65 ? { low: 36.8, high: 37.8 } : { low: 35.8, high: 37.1 };
}

/**
 * Scale in degrees Celsius for an age: the target of the specification, outside it the steps of NEWS2 (Royal College of Physicians, 2017),
 * one step more cautious for fever under 16 years (D-32). Values between two written tenths fall to the more cautious side.
 */
export function temperatureScale(age: number | undefined): readonly Step[] {
  const target = temperatureTarget(age);
  const child = age !== undefined && age < NEWS2_AGE;
  const below: readonly Step[] = [
    { level: 'veryDangerous', below: 35.1 },
    // The target of the oldest begins inside this step, and the target wins.
    { level: 'mild', below: Math.min(36.1, target.low) },
  ];
  const between: readonly Step[] = target.low > 36.1 ? [{ level: 'veryMild', below: target.low }] : [];
  return [
    ...below,
    ...between,
    { level: 'target', upTo: target.high },
    { level: 'veryMild', upTo: 38 },
    { level: child ? 'dangerous' : 'mild', upTo: 39 },
    { level: child ? 'veryDangerous' : 'dangerous' },
  ];
}

/** Level, colour and flag of a body temperature in degrees Celsius. @param age completed years at the reading, if known */
export function assessTemperature(celsius: number, age: number | undefined): Assessment {
  const level = stepOf(temperatureScale(age), celsius)?.level;
  if (level === undefined) return { adultsOnly: false };
  if (celsius <= TEMPERATURE_HIGH) return { level, shownAs: level, adultsOnly: false };
  return { level, shownAs: worst(level, 'veryMild') ?? level, flag: 'H', adultsOnly: false };
}
