import type { ComponentCoding, VitalKey } from './codings.ts';
import { roundHalfUp } from './numbers.ts';
import { unitOf, type Unit } from './units.ts';
import type { PartKey } from './vitals/define-vital.ts';
import { vital } from './vitals/index.ts';
import { acceptedAs, type Accepted } from './vitals/units.ts';

export type { PartKey };

/** Location of a vital's numbers: these components, or (`coding` absent) the observation itself. */
export function partsOf(vitalKey: VitalKey): readonly { readonly key: PartKey; readonly coding?: ComponentCoding }[] {
  return vital(vitalKey).parts.map(({ key, component }) => ({
    key,
    ...(component === undefined ? {} : { coding: component }),
  }));
}

/** A number with the unit written beside it (FHIR Quantity). */
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
  /** True if converted from a customary unit or another magnitude. */
  readonly isConverted: boolean;
}

/**
 * A written number in a unit of this vital; undefined if its unit is missing, foreign to this vital, or contradictory:
 * such a number is neither judged nor drawn.
 */
export function numberOf(vitalKey: VitalKey, written: WrittenNumber): NumberInUnit | undefined {
  const number = exactNumberOf(vitalKey, written);
  if (number === undefined) return undefined;
  const { decimals, ...rest } = number;
  return decimals === undefined ? rest : { ...rest, value: roundHalfUp(rest.value, decimals) };
}

/** The same without rounding to `decimals`, for edges that values are compared with. */
export function exactNumberOf(
  vitalKey: VitalKey,
  { value, code, unit: printed }: WrittenNumber,
): (NumberInUnit & { readonly decimals?: number }) | undefined {
  if (contradicts(vitalKey, code, printed)) return undefined;
  const accepted = accept(vitalKey, code) ?? accept(vitalKey, printed);
  if (accepted === undefined) return undefined;
  const { unit, conversion } = accepted;
  return conversion === undefined
    ? { value, unit, isConverted: false }
    : { value: conversion.of(value), unit, isConverted: true, decimals: conversion.decimals };
}

/** True if a unit's code and printed unit differ (mg/dL printed as mmol/L). An unknown spelling contradicts nothing. */
export function contradicts(vitalKey: VitalKey, code: string | undefined, printed: string | undefined): boolean {
  if (code === undefined || printed === undefined || code === printed) return false;
  const [coded, written] = [accept(vitalKey, code), accept(vitalKey, printed)];
  if (coded === undefined || written === undefined)
    return coded !== written && unitOf(coded === undefined ? code : printed) !== undefined;
  return coded.unit !== written.unit || coded.conversion !== written.conversion;
}

const accept = (vitalKey: VitalKey, written: string | undefined): Accepted | undefined =>
  acceptedAs(vitalKey, vital(vitalKey).parts[0].key, written);
