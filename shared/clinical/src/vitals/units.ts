import { codeOfUnit, own, unitOf, type Unit } from '../units.ts';
import type { Conversion } from '../units.ts';
import type { PartKey } from './define-vital.ts';
import { partOf, vital, type VitalKey } from './index.ts';

/** How a written unit becomes one in which the part is kept: unchanged (`conversion` absent) or converted. */
export interface Accepted {
  readonly unit: Unit;
  readonly conversion?: Conversion;
}

/**
 * The kept unit behind a written one (UCUM code or as people spell it); undefined for a unit in which this vital is not measured: such a
 * value is shown as it was written, and nobody judges or draws it.
 */
export function acceptedAs(key: VitalKey, part: PartKey, written: string | undefined): Accepted | undefined {
  if (written === undefined) return undefined;
  const storedUnit = unitOf(written);
  if (storedUnit !== undefined && partOf(key, part).measures.some(({ unit }) => unit.code === storedUnit.code))
    return { unit: storedUnit };
  const conversion = own(vital(key).accept, codeOfUnit(written));
  return conversion === undefined ? undefined : { unit: conversion.to, conversion };
}
