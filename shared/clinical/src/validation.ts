import { decimalsOf, parseDecimal } from './numbers.ts';

/** Fields of the vital-sign forms. */
export type VitalField =
  | 'systolic'
  | 'diastolic'
  | 'pulse'
  | 'respiratoryRate'
  | 'temperature'
  | 'spo2'
  | 'weight'
  | 'height'
  | 'glucose'
  | 'ketone'
  | 'uricAcid'
  | 'cholesterol';

/** Why a typed value cannot be saved. */
export type ValueFault =
  | { readonly fault: 'notNumeric' }
  | { readonly fault: 'required' }
  | { readonly fault: 'notInteger' }
  | { readonly fault: 'notPositive' }
  | { readonly fault: 'tooManyDecimals'; readonly decimals: number }
  /** The value must lie between both edges; `included` says whether the edges themselves are allowed. */
  | { readonly fault: 'outOfRange'; readonly low: number; readonly high: number; readonly included: boolean };

/** Limits of one field. Source: validation rules of the specification (VIT-16 to VIT-22); nothing else is refused (D-44). */
interface Limits {
  readonly integer?: true;
  readonly decimals?: number;
  readonly above?: number;
  readonly below?: number;
  readonly from?: number;
  readonly upTo?: number;
}

const LIMITS: Readonly<Record<VitalField, Limits>> = {
  systolic: { integer: true, above: 0 },
  diastolic: { integer: true, above: 0 },
  pulse: { above: 10, below: 250 },
  respiratoryRate: { above: 0 },
  temperature: { above: 0 },
  spo2: { from: 0, upTo: 100 },
  weight: { above: 0, below: 300, decimals: 1 },
  height: { above: 0 },
  glucose: { above: 0 },
  ketone: { above: 0 },
  uricAcid: { above: 0 },
  cholesterol: { above: 0 },
};

/** The first rule that a number breaks; undefined when it may be saved. */
export function faultOf(field: VitalField, value: number): ValueFault | undefined {
  const { integer, decimals, above, below, from, upTo } = LIMITS[field];
  if (!Number.isFinite(value)) return { fault: 'notNumeric' };
  if (above === 0 && value <= 0) return { fault: 'notPositive' };
  if (integer === true && !Number.isInteger(value)) return { fault: 'notInteger' };
  if (from !== undefined && upTo !== undefined && (value < from || value > upTo))
    return { fault: 'outOfRange', low: from, high: upTo, included: true };
  if (above !== undefined && below !== undefined && (value <= above || value >= below))
    return { fault: 'outOfRange', low: above, high: below, included: false };
  if (decimals !== undefined && decimalsOf(value) > decimals) return { fault: 'tooManyDecimals', decimals };
  return undefined;
}

export type ParsedValue =
  | { readonly ok: true; readonly value: number | undefined }
  | { readonly ok: false; readonly fault: ValueFault };

/**
 * Reads and checks what was typed; comma and dot both mean decimal (UX-30). An empty field is not entered, which is fine unless it is required.
 * A saturation of 0 passes and is later treated as not entered (D-43).
 */
export function readValue(field: VitalField, text: string, required = field === 'height'): ParsedValue {
  if (text.trim() === '')
    return required ? { ok: false, fault: { fault: 'required' } } : { ok: true, value: undefined };
  const value = parseDecimal(text);
  if (value === undefined) return { ok: false, fault: { fault: 'notNumeric' } };
  const fault = faultOf(field, value);
  return fault === undefined ? { ok: true, value } : { ok: false, fault };
}

/** True when a reading goes into the bundle: only values above 0 do (VIT-23). */
export function isEntered(value: number | undefined): value is number {
  return value !== undefined && value > 0;
}

/** True when a blood pressure goes into the bundle: only with both values positive (VIT-24). */
export function isBloodPressureEntered(systolic: number | undefined, diastolic: number | undefined): boolean {
  return isEntered(systolic) && isEntered(diastolic);
}

/**
 * Values outside are possible but rare, so the form asks once whether they are right (UX-31). Chosen wide: they catch slips of the finger
 * (36 for 63, 366 for 36,6) and are no clinical limits. Glucose in mmol/L.
 */
const USUAL: Readonly<Record<VitalField, readonly [low: number, high: number]>> = {
  systolic: [60, 260],
  diastolic: [30, 160],
  pulse: [30, 220],
  respiratoryRate: [6, 60],
  temperature: [34, 42],
  spo2: [70, 100],
  weight: [2, 200],
  height: [40, 220],
  glucose: [1.5, 33.3],
  ketone: [0, 10],
  uricAcid: [50, 1200],
  cholesterol: [1, 15],
};

/** A jump of more than this share from the last reading is asked about (UX-31). */
const UNUSUAL_JUMP = 0.3;

/** Why a possible value is asked about once more; undefined when it is usual. */
export type Unlikely = 'outsideUsual' | 'jump';

/** @param previous the last reading of the same field in the same unit, if any */
export function unlikely(field: VitalField, value: number, previous?: number): Unlikely | undefined {
  const [low, high] = USUAL[field];
  if (value < low || value > high) return 'outsideUsual';
  if (previous !== undefined && previous > 0 && Math.abs(value - previous) / previous > UNUSUAL_JUMP) return 'jump';
  return undefined;
}

/** A systolic value that is not above the diastolic one is most likely swapped: asked about, not refused. */
export function looksSwapped(systolic: number, diastolic: number): boolean {
  return systolic <= diastolic;
}
