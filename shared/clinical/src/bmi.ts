import type { PlainDate } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import { roundHalfUp } from './numbers.ts';

/** Body mass index in kg/m², two decimals, half up (D-42); undefined unless both values are positive. */
export function bmiOf(weightKg: number | undefined, heightCm: number | undefined): number | undefined {
  if (weightKg === undefined || heightCm === undefined || !(weightKg > 0) || !(heightCm > 0)) return undefined;
  const bmi = roundHalfUp((weightKg * 10_000) / (heightCm * heightCm), 2);
  return Number.isFinite(bmi) ? bmi : undefined;
}

/** A value with its instant (ISO 8601 with offset). */
export interface TimedValue {
  readonly value: number;
  readonly at: string;
}

export interface DayBmi {
  /** Local day in the person's zone. */
  readonly day: PlainDate;
  readonly value: number;
  /** The later of the two instants. */
  readonly at: string;
}

function latestByDay(readings: readonly TimedValue[], zone: string): ReadonlyMap<PlainDate, TimedValue> {
  const days = new Map<PlainDate, TimedValue>();
  for (const reading of readings) {
    const instant = Date.parse(reading.at);
    if (Number.isNaN(instant)) continue;
    const day = dayOf(instant, zone);
    const known = days.get(day);
    if (known === undefined || Date.parse(known.at) <= instant) days.set(day, reading);
  }
  return days;
}

/**
 * Body mass index of each local day with both a weight and a height, from the latest of each (D-42). A height is never
 * carried over to another day.
 * @param weights in kg
 * @param heights in cm
 * @param zone IANA zone of the person
 * @returns oldest day first
 */
export function sameDayBmis(
  weights: readonly TimedValue[],
  heights: readonly TimedValue[],
  zone: string,
): readonly DayBmi[] {
  const heightOf = latestByDay(heights, zone);
  const result: DayBmi[] = [];
  for (const [day, weight] of latestByDay(weights, zone)) {
    const height = heightOf.get(day);
    const value = bmiOf(weight.value, height?.value);
    if (height === undefined || value === undefined) continue;
    result.push({ day, value, at: Date.parse(weight.at) >= Date.parse(height.at) ? weight.at : height.at });
  }
  return result.toSorted((a, b) => a.day.localeCompare(b.day));
}
