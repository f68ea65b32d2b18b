import { roundHalfUp } from '../numbers.ts';
import { codeOfUnit, own, unitOf, type Unit } from '../units.ts';
import type { Limits, Measure, PartKey, Slip } from './define-vital.ts';
import { partOf, vital, type VitalKey } from './index.ts';
import { acceptedAs } from './units.ts';

/** Why a value is not accepted as is; each completes a text key `unlikely.<name>`. */
export type Reason =
  /** Not a unit of this vital. */
  | 'unit'
  | 'notNumeric'
  | 'notWhole'
  /** Beyond physical limits. */
  | 'tooLow'
  | 'tooHigh'
  /** Possible, but rare. */
  | 'unusuallyLow'
  | 'unusuallyHigh';

/** What was probably meant: "110 mg/dL (6.1 mmol/L)". */
export interface Suggestion {
  readonly value: number;
  /** UCUM code. */
  readonly unit: string;
  /** The same in the written unit, if different. */
  readonly shown?: { readonly value: number; readonly unit: Unit };
}

/** Outcome of a value: accepted, confirmed first, or refused. */
export type Plausibility =
  | { readonly fate: 'take'; readonly reason?: undefined; readonly suggest?: undefined }
  | { readonly fate: 'ask' | 'refuse'; readonly reason: Reason; readonly suggest?: Suggestion };

/**
 * Whether a living person can have this value. Never throws.
 * @param unit written unit: UCUM code or common spelling
 */
export function checkPlausible(key: VitalKey, part: PartKey, value: number, unit: string | undefined): Plausibility {
  if (!Number.isFinite(value)) return { fate: 'refuse', reason: 'notNumeric' };
  const accepted = acceptedAs(key, part, unit);
  const measure = partOf(key, part).measures.find((one) => one.unit.code === accepted?.unit.code);
  if (accepted === undefined || measure === undefined) return { fate: 'refuse', reason: 'unit' };
  const { conversion } = accepted;
  const storedValue = conversion === undefined ? value : roundHalfUp(conversion.of(value), conversion.decimals);
  const refused = brokenLimit(measure.refuse, storedValue);
  const reason = refused ?? outside(measure, storedValue);
  if (reason === undefined) return { fate: 'take' };
  const suggest = conversion === undefined ? suggestionFor(key, part, measure, value) : undefined;
  return { fate: refused === undefined ? 'ask' : 'refuse', reason, ...(suggest === undefined ? {} : { suggest }) };
}

/**
 * True for a value that is refused or looks like another unit. For inputs without a person to ask (a hub's meter, a
 * service); merely rare values are accepted.
 */
export function isMistaken(key: VitalKey, part: PartKey, value: number, unit: string | undefined): boolean {
  const { fate, suggest } = checkPlausible(key, part, value, unit);
  return fate === 'refuse' || suggest !== undefined;
}

/** The rule a number breaks; undefined within the limits. */
export function brokenLimit(
  { whole, above = -Infinity, below = Infinity, from = -Infinity, upTo = Infinity }: Limits,
  value: number,
): 'notWhole' | 'tooLow' | 'tooHigh' | undefined {
  if (value <= above || value < from) return 'tooLow';
  if (value >= below || value > upTo) return 'tooHigh';
  return whole === true && !Number.isInteger(value) ? 'notWhole' : undefined;
}

function outside({ ask: [low, high] }: Measure, value: number): 'unusuallyLow' | 'unusuallyHigh' | undefined {
  return value < low ? 'unusuallyLow' : value > high ? 'unusuallyHigh' : undefined;
}

function suggestionFor(key: VitalKey, part: PartKey, measure: Measure, value: number): Suggestion | undefined {
  const slip = measure.slips?.find(({ from, upTo }) => value >= from && value <= upTo);
  const suggest = slip && meant(key, measure, slip, value);
  return suggest !== undefined && checkPlausible(key, part, suggest.value, suggest.unit).fate === 'take'
    ? suggest
    : undefined;
}

function meant(key: VitalKey, { unit, decimals }: Measure, slip: Slip, value: number): Suggestion {
  if (slip.unit === undefined)
    return { value: roundHalfUp(value * 10 ** (slip.places ?? 0), decimals), unit: unit.code };
  const conversion = slip.conversion ?? own(vital(key).accept, codeOfUnit(slip.unit));
  return {
    value,
    unit: slip.unit,
    ...(conversion === undefined
      ? {}
      : { shown: { value: roundHalfUp(conversion.of(value), conversion.decimals), unit: conversion.to } }),
  };
}

/** Printed sign of any unit, including those never stored. */
export function signOfUnit(code: string): string {
  return unitOf(code)?.sign ?? own(SIGNS, code) ?? code;
}

const SIGNS: Readonly<Record<string, string>> = { '[degF]': '°F' };

/** The previous measurement a change is compared with. */
export interface Before {
  readonly value: number;
  /** Days since then. */
  readonly days?: number;
  /** Completed years at the new reading, if known. */
  readonly age?: number;
}

/** True if the change from the previous reading needs confirmation. Both values in the same stored unit. */
export function isJump(key: VitalKey, part: PartKey, value: number, { value: last, days, age }: Before): boolean {
  const { jump } = partOf(key, part);
  if (jump === undefined || !(last > 0)) return false;
  if (jump.withinDays !== undefined && days !== undefined && days > jump.withinDays) return false;
  if (jump.fromAge !== undefined && (age === undefined || age < jump.fromAge)) return false;
  const step = Math.abs(value - last);
  return step > (jump.by ?? Infinity) || step / last > (jump.share ?? Infinity);
}
