import { assessVital } from './assess.ts';
import { assessBloodPressure, assessDiastolic, assessSystolic } from './blood-pressure.ts';
import type { ComponentCoding, StoreKey } from './codings.ts';
import type { Assessment } from './levels.ts';
import { roundHalfUp } from './numbers.ts';
import type { Unit } from './units.ts';
import { isEntered } from './entered.ts';
import type { PartKey } from './vitals/define-vital.ts';
import { vital } from './vitals/index.ts';
import { acceptedAs } from './vitals/units.ts';

export type { PartKey };

/** Where the numbers of a vital stand: in these components of the observation, or (`coding` absent) in the observation itself. */
export function partsOf(storeKey: StoreKey): readonly { readonly key: PartKey; readonly coding?: ComponentCoding }[] {
  return vital(storeKey).parts.map(({ key, component }) => ({
    key,
    ...(component === undefined ? {} : { coding: component }),
  }));
}

/** A number with the unit that somebody wrote beside it (FHIR Quantity). */
export interface WrittenNumber {
  readonly value: number;
  /** UCUM code. */
  readonly code?: string | undefined;
  /** Printed unit. */
  readonly unit?: string | undefined;
}

export interface NumberInUnit {
  readonly value: number;
  readonly unit: Unit;
  /** True when it was written in a customary unit or another size and was calculated. */
  readonly isConverted: boolean;
}

/** A written number in a unit of this vital; undefined when its unit is missing or none of this vital: nobody judges or draws it then. */
export function numberOf(storeKey: StoreKey, { value, code, unit: printed }: WrittenNumber): NumberInUnit | undefined {
  const [{ key }] = vital(storeKey).parts;
  const accepted = acceptedAs(storeKey, key, code) ?? acceptedAs(storeKey, key, printed);
  if (accepted === undefined) return undefined;
  const { unit, conversion } = accepted;
  return conversion === undefined
    ? { value, unit, isConverted: false }
    : { value: roundHalfUp(conversion.of(value), conversion.decimals), unit, isConverted: true };
}

/** What is said about each number of a reading, and about the whole. */
export interface PartsAssessment {
  readonly parts: Readonly<Partial<Record<PartKey, Assessment>>>;
  readonly whole: Assessment | undefined;
}

/**
 * Judges the numbers of a reading. The worse part of a blood pressure decides (D-30); one of which a number is missing is judged by the other.
 * @param unitCode UCUM code of the value; only glucose has two
 * @param age completed years at the reading, if known
 */
export function assessParts(
  storeKey: StoreKey,
  numbers: Readonly<Partial<Record<PartKey, number>>>,
  unitCode: string | undefined,
  age: number | undefined,
): PartsAssessment {
  const of = (key: PartKey): number | undefined => (isEntered(numbers[key]) ? numbers[key] : undefined);
  if (storeKey === 'bloodPressures') {
    const [systolic, diastolic] = [of('systolic'), of('diastolic')];
    const upper = systolic === undefined ? undefined : assessSystolic(systolic, age);
    const lower = diastolic === undefined ? undefined : assessDiastolic(diastolic, age);
    const whole =
      systolic !== undefined && diastolic !== undefined
        ? assessBloodPressure(systolic, diastolic, age).pair
        : (upper ?? lower);
    return {
      parts: {
        ...(upper === undefined ? {} : { systolic: upper }),
        ...(lower === undefined ? {} : { diastolic: lower }),
      },
      whole,
    };
  }
  const value = of('value');
  const whole = value === undefined || unitCode === undefined ? undefined : assessVital(storeKey, value, unitCode, age);
  return { parts: whole === undefined ? {} : { value: whole }, whole };
}
