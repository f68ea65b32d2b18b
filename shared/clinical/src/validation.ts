import { decimalsOf, parseDecimal } from './numbers.ts';
import type { Unit } from './units.ts';
import type { Measure } from './vitals/define-vital.ts';
import { VITALS, type VitalField, type VitalKey, type VitalPart } from './vitals/index.ts';
import { brokenLimit, checkPlausible, isJump, type Before, type Reason, type Suggestion } from './vitals/plausible.ts';

export type { VitalField };

/** Why a typed value is rejected. */
export type ValueFault =
  | { readonly fault: 'notNumeric' }
  | { readonly fault: 'required' }
  | { readonly fault: 'notInteger' }
  | { readonly fault: 'notPositive' }
  | { readonly fault: 'tooManyDecimals'; readonly decimals: number }
  /** The value must lie between the edges; `included` says whether the upper one is allowed. */
  | { readonly fault: 'outOfRange'; readonly low: number; readonly high: number; readonly included: boolean };

/**
 * The vital and part of a form field.
 * @throws RangeError for a field of no vital.
 */
export function placeOfField(field: VitalField): { readonly key: VitalKey; readonly part: VitalPart } {
  for (const { key, parts } of VITALS) {
    const part = parts.find((one) => one.field === field);
    if (part !== undefined) return { key, part };
  }
  throw new RangeError(`No vital has the field ${field}`);
}

/** A field's rules in a unit (UCUM code); those of the default unit if it is not measured in that one. */
function measureOf({ measures }: VitalPart, unit: string | undefined): Measure {
  return measures.find((one) => one.unit.code === unit) ?? measures[0];
}

/**
 * The first rule a number breaks; undefined if it may be saved. Limits: the definitions of the vitals (VIT-16 to
 * VIT-22, R-27).
 * @param unit UCUM code of a stored unit; defaults to the field's first
 */
export function faultOf(field: VitalField, value: number, unit?: string): ValueFault | undefined {
  if (!Number.isFinite(value)) return { fault: 'notNumeric' };
  const { part } = placeOfField(field);
  const { refuse } = measureOf(part, unit);
  const { above, below, from, upTo } = refuse;
  const broken = brokenLimit(refuse, value);
  if (broken === 'notWhole') return { fault: 'notInteger' };
  if (broken !== undefined)
    return above === 0 && value <= 0
      ? { fault: 'notPositive' }
      : {
          fault: 'outOfRange',
          low: from ?? above ?? -Infinity,
          high: upTo ?? below ?? Infinity,
          included: upTo !== undefined,
        };
  if (part.typedDecimals !== undefined && decimalsOf(value) > part.typedDecimals)
    return { fault: 'tooManyDecimals', decimals: part.typedDecimals };
  return undefined;
}

export type ParsedValue =
  | { readonly ok: true; readonly value: number | undefined }
  | { readonly ok: false; readonly fault: ValueFault };

/**
 * Parses and validates input; comma and dot are both decimal marks (UX-30). An empty field is fine unless required. An
 * SpO2 of 0 passes and is later treated as not entered (D-43).
 * @param unit UCUM code of the typed unit; defaults to the field's first
 */
export function readValue(field: VitalField, text: string, required = field === 'height', unit?: string): ParsedValue {
  if (text.trim() === '')
    return required ? { ok: false, fault: { fault: 'required' } } : { ok: true, value: undefined };
  const value = parseDecimal(text);
  if (value === undefined) return { ok: false, fault: { fault: 'notNumeric' } };
  const fault = faultOf(field, value, unit);
  return fault === undefined ? { ok: true, value } : { ok: false, fault };
}

/** Why a valid value needs confirmation (UX-31). */
export interface Question {
  readonly field: VitalField;
  readonly value: number;
  /** Unit it was typed in. */
  readonly unit: Unit;
  readonly reason: Reason | 'jump';
  /** What was probably meant. */
  readonly suggest?: Suggestion;
  /** The previous reading it jumps from. */
  readonly last?: number;
}

/**
 * The confirmation a typed value needs; undefined if it is usual.
 * @param unit UCUM code of a stored unit; defaults to the field's first
 * @param before the previous reading of the field in the same unit, if any
 */
export function questionAbout(field: VitalField, value: number, unit?: string, before?: Before): Question | undefined {
  const { key, part } = placeOfField(field);
  const storedUnit = measureOf(part, unit).unit;
  const { reason, suggest } = checkPlausible(key, part.key, value, storedUnit.code);
  const confirmation = { field, value, unit: storedUnit };
  if (reason !== undefined) return { ...confirmation, reason, ...(suggest === undefined ? {} : { suggest }) };
  return before !== undefined && isJump(key, part.key, value, before)
    ? { ...confirmation, reason: 'jump', last: before.value }
    : undefined;
}

/** A systolic value not above the diastolic one is probably swapped: needs confirmation, not refused. */
export function looksSwapped(systolic: number, diastolic: number): boolean {
  return systolic <= diastolic;
}
