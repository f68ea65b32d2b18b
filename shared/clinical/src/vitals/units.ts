import { codeOfUnit, own, unitOf, type Unit } from '../units.ts';
import type { Conversion } from '../units.ts';
import type { PartKey } from './define-vital.ts';
import { partOf, vital, type VitalKey } from './index.ts';

/** How a written unit maps to a stored one: unchanged (`conversion` absent) or converted. */
export interface Accepted {
  readonly unit: Unit;
  readonly conversion?: Conversion;
}

/**
 * The stored unit of a written one (UCUM code or common spelling); undefined if this vital is not measured in it: such
 * a value is displayed as written, never judged or drawn.
 */
export function acceptedAs(key: VitalKey, part: PartKey, written: string | undefined): Accepted | undefined {
  if (written === undefined) return undefined;
  const storedUnit = unitOf(written);
  if (storedUnit !== undefined && partOf(key, part).measures.some(({ unit }) => unit.code === storedUnit.code))
    return { unit: storedUnit };
  const conversion = own(vital(key).accept, codeOfUnit(written));
  return conversion === undefined ? undefined : { unit: conversion.to, conversion };
}
