import { ECG_VALUES, vitalOf, type ComponentCoding, type StoreKey } from './codings.ts';
import { roundHalfUp } from './numbers.ts';
import { conversionTo, PER_MINUTE, unitOf, type Unit } from './units.ts';

/** One number of a reading: a blood pressure has two, everything else one. */
export type PartKey = 'value' | 'systolic' | 'diastolic';

/** Where the numbers of a vital stand: in these components of the observation, or (`coding` absent) in the observation itself. */
export function partsOf(storeKey: StoreKey): readonly { readonly key: PartKey; readonly coding?: ComponentCoding }[] {
  if (storeKey === 'bloodPressures')
    return vitalOf(storeKey).components.map((coding) => ({
      key: coding.key === 'systolic' ? 'systolic' : 'diastolic',
      coding,
    }));
  const rate = storeKey === 'ecgs' ? ECG_VALUES.find(({ key }) => key === 'heartRate') : undefined;
  return [{ key: 'value', ...(rate === undefined ? {} : { coding: rate }) }];
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
  const unit = unitOf(code) ?? unitOf(printed);
  const allowed =
    storeKey === 'bloodPressures'
      ? vitalOf(storeKey).components.map((part) => part.unit)
      : storeKey === 'ecgs'
        ? [PER_MINUTE]
        : vitalOf(storeKey).units;
  if (unit !== undefined && allowed.some((one) => one.code === unit.code)) return { value, unit, isConverted: false };
  const conversion = conversionTo(allowed, code) ?? conversionTo(allowed, printed);
  return conversion === undefined
    ? undefined
    : { value: roundHalfUp(conversion.of(value), conversion.decimals), unit: conversion.to, isConverted: true };
}
