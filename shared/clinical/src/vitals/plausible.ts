import { roundHalfUp } from '../numbers.ts';
import { codeOfUnit, own, unitOf, type Unit } from '../units.ts';
import type { Limits, Measure, PartKey, Slip } from './define-vital.ts';
import { partOf, vital, type VitalKey } from './index.ts';
import { acceptedAs } from './units.ts';

/** Why a value is not taken just so. Each is the end of a text key `unlikely.<name>`. */
export type Reason =
  /** The unit is none in which this vital is measured. */
  | 'unit'
  | 'notNumeric'
  | 'notWhole'
  /** Beyond what can be. */
  | 'tooLow'
  | 'tooHigh'
  /** Possible, but rare. */
  | 'unusuallyLow'
  | 'unusuallyHigh';

/** What the person more likely meant: "110 mg/dL (6.1 mmol/L)". */
export interface Suggestion {
  readonly value: number;
  /** UCUM code. */
  readonly unit: string;
  /** The same in the unit that was written, where that is another one. */
  readonly shown?: { readonly value: number; readonly unit: Unit };
}

/** What becomes of a value: it is taken, asked about once, or refused. */
export type Plausibility =
  | { readonly fate: 'take'; readonly reason?: undefined; readonly suggest?: undefined }
  | { readonly fate: 'ask' | 'refuse'; readonly reason: Reason; readonly suggest?: Suggestion };

/**
 * Whether a value can be one of a living person. Never throws for a value or unit of any kind.
 * @param unit in which the value was written: UCUM code or as people spell it
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
 * True for a value that is refused, or that reads like one of another unit. For edges where nobody can be asked: a hub's meter, a service. What is
 * only rare is taken there as it was measured.
 */
export function isMistaken(key: VitalKey, part: PartKey, value: number, unit: string | undefined): boolean {
  const { fate, suggest } = checkPlausible(key, part, value, unit);
  return fate === 'refuse' || suggest !== undefined;
}

/** The rule that a number breaks; undefined when it is within the limits. */
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

/** The printed sign of a unit, also of one in which nothing is kept. */
export function signOfUnit(code: string): string {
  return unitOf(code)?.sign ?? own(SIGNS, code) ?? code;
}

const SIGNS: Readonly<Record<string, string>> = { '[degF]': '°F' };

/** What was measured before, against which a step is noticed. */
export interface Before {
  readonly value: number;
  /** How many days before. */
  readonly days?: number;
  /** Completed years of the person at the new reading, if known. */
  readonly age?: number;
}

/** True for a step from the last reading that is asked about. Both values in the same kept unit. */
export function isJump(key: VitalKey, part: PartKey, value: number, { value: last, days, age }: Before): boolean {
  const { jump } = partOf(key, part);
  if (jump === undefined || !(last > 0)) return false;
  if (jump.withinDays !== undefined && days !== undefined && days > jump.withinDays) return false;
  if (jump.fromAge !== undefined && (age === undefined || age < jump.fromAge)) return false;
  const step = Math.abs(value - last);
  return step > (jump.by ?? Infinity) || step / last > (jump.share ?? Infinity);
}
