import type { ComponentCoding, StoreKey } from './codings.ts';
import { roundHalfUp } from './numbers.ts';
import type { Unit } from './units.ts';
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
