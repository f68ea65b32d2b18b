import { decimalsOf, parseDecimal } from './numbers.ts';
import type { Unit } from './units.ts';
import type { Measure } from './vitals/define-vital.ts';
import { VITALS, type VitalField, type VitalKey, type VitalPart } from './vitals/index.ts';
import { brokenLimit, checkPlausible, isJump, type Before, type Reason, type Suggestion } from './vitals/plausible.ts';

export type { VitalField };

/** Why a typed value cannot be saved. */
export type ValueFault =
  | { readonly fault: 'notNumeric' }
  | { readonly fault: 'required' }
  | { readonly fault: 'notInteger' }
  | { readonly fault: 'notPositive' }
  | { readonly fault: 'tooManyDecimals'; readonly decimals: number }
  /** The value must lie between both edges; `included` says whether the upper one is allowed. */
  | { readonly fault: 'outOfRange'; readonly low: number; readonly high: number; readonly included: boolean };

/** Where a form's field stands: the vital, and its part. Throws RangeError for a field of no vital. */
export function placeOfField(field: VitalField): { readonly key: VitalKey; readonly part: VitalPart } {
  for (const { key, parts } of VITALS) {
    const part = parts.find((one) => one.field === field);
    if (part !== undefined) return { key, part };
  }
  throw new RangeError(`No vital has the field ${field}`);
}

/** What a field takes in a unit (UCUM code); in the default one where it is not measured in that. */
function measureOf({ measures }: VitalPart, unit: string | undefined): Measure {
  return measures.find((one) => one.unit.code === unit) ?? measures[0];
}

/**
 * The first rule that a number breaks; undefined when it may be saved. Limits: the definitions of the vitals (VIT-16 to VIT-22, R-27).
 * @param unit UCUM code of a kept unit; the field's first one when absent
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
 * Reads and checks what was typed; comma and dot both mean decimal (UX-30). An empty field is not entered, which is fine unless it is required.
 * A saturation of 0 passes and is later treated as not entered (D-43).
 * @param unit UCUM code in which it was typed; the field's first one when absent
 */
export function readValue(field: VitalField, text: string, required = field === 'height', unit?: string): ParsedValue {
  if (text.trim() === '')
    return required ? { ok: false, fault: { fault: 'required' } } : { ok: true, value: undefined };
  const value = parseDecimal(text);
  if (value === undefined) return { ok: false, fault: { fault: 'notNumeric' } };
  const fault = faultOf(field, value, unit);
  return fault === undefined ? { ok: true, value } : { ok: false, fault };
}

/** Why a value that may be saved is asked about once more (UX-31). */
export interface Question {
  readonly field: VitalField;
  readonly value: number;
  /** The unit in which it was typed. */
  readonly unit: Unit;
  readonly reason: Reason | 'jump';
  /** What was more likely meant. */
  readonly suggest?: Suggestion;
  /** The last reading, from which it jumps. */
  readonly last?: number;
}

/**
 * What is asked about a typed value; undefined when it is usual.
 * @param unit UCUM code of a kept unit; the field's first one when absent
 * @param before the last reading of the same field in the same unit, if any
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

/** A systolic value that is not above the diastolic one is most likely swapped: asked about, not refused. */
export function looksSwapped(systolic: number, diastolic: number): boolean {
  return systolic <= diastolic;
}
