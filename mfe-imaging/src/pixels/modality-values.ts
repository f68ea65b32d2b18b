import type { Lut, Modality, Picture, Samples } from './picture.ts';

type Values = Picture['values'];
type Padding = readonly [low: number, high: number];

/** Modality values, with the range of non-padding values. */
export interface ModalityValues {
  readonly values: Values;
  readonly min: number;
  readonly max: number;
  /** Value representing padding in `values`; absent if there is none. */
  readonly filler?: number;
}

interface Options {
  readonly modality: Modality;
  readonly padding?: Padding;
  readonly isInverted: boolean;
}

/**
 * Converts stored to modality values (PS3.3 C.11.1): integers in the smallest fitting type, others as floats. Padding
 * is excluded from `min` and `max` and mapped beyond all other values, on the dark side. May return a view of `stored`.
 */
export function modalityValues(stored: Samples, { modality, padding, isInverted }: Options): ModalityValues {
  const ends = padding ? endsBeside(stored, padding) : endsOf(stored);
  const { min, max } = transformedEnds(stored, modality, ends, padding);
  if (!ends.hasPadding && isIdentity(modality) && isDrawable(stored)) return { values: stored, min, max };
  const isWhole = modality.kind === 'table' || [modality.slope, modality.intercept, min, max].every(Number.isInteger);
  const needs = { min, max, isWhole: isWhole && !isFloat(stored), hasPadding: ends.hasPadding };
  const values = cellsFor(stored.length, needs);
  transform(stored, modality, values);
  if (!padding || !ends.hasPadding) return { values, min, max };
  const filler = fillerOf(values, { min, max, isInverted });
  fill(stored, padding, values, filler);
  return { values, min, max, filler };
}

/** Separate loops per case: they run over millions of values. */
function transform(stored: Samples, modality: Modality, out: Values): void {
  if (modality.kind === 'table') {
    for (let at = 0; at < stored.length; at += 1) out[at] = lookUp(modality.lut, stored[at] ?? 0);
    return;
  }
  const { slope, intercept } = modality;
  for (let at = 0; at < stored.length; at += 1) out[at] = (stored[at] ?? 0) * slope + intercept;
}

function fill(stored: Samples, [low, high]: Padding, out: Values, filler: number): void {
  for (let at = 0; at < stored.length; at += 1) {
    const value = stored[at] ?? 0;
    if (value >= low && value <= high) out[at] = filler;
  }
}

const isIdentity = (modality: Modality): boolean =>
  modality.kind === 'linear' && modality.slope === 1 && modality.intercept === 0;
const isFloat = (samples: Samples): boolean => samples instanceof Float32Array || samples instanceof Float64Array;
/** Array types the renderer accepts directly. */
const isDrawable = (samples: Samples): samples is Values =>
  samples instanceof Uint8Array ||
  samples instanceof Uint16Array ||
  samples instanceof Int16Array ||
  samples instanceof Float32Array;

interface Ends {
  readonly min: number;
  readonly max: number;
  readonly hasPadding: boolean;
}

function endsOf(stored: Samples): Ends {
  // starting with a value keeps the comparison integer, twice as fast; NaN floats are ignored
  const [first = 0] = stored;
  let min = isFloat(stored) ? Number.POSITIVE_INFINITY : first;
  let max = isFloat(stored) ? Number.NEGATIVE_INFINITY : first;
  for (let at = 0; at < stored.length; at += 1) {
    const value = stored[at] ?? 0;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max, hasPadding: false };
}

function endsBeside(stored: Samples, [low, high]: Padding): Ends {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let hasPadding = false;
  for (let at = 0; at < stored.length; at += 1) {
    const value = stored[at] ?? 0;
    if (value >= low && value <= high) hasPadding = true;
    else {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return { min, max, hasPadding };
}

/** LUT entry of a value; clamped at both ends. */
export function lookUp({ first, entries }: Lut, value: number): number {
  const place = Math.min(Math.max(Math.round(value) - first, 0), entries.length - 1);
  return entries[place] ?? 0;
}

/** A picture of only padding has the single value zero. */
function transformedEnds(
  stored: Samples,
  modality: Modality,
  ends: Ends,
  padding: Padding | undefined,
): { readonly min: number; readonly max: number } {
  if (ends.max < ends.min) return { min: 0, max: 0 };
  if (modality.kind === 'linear') {
    // a negative slope swaps the ends
    const transformed = [ends.min, ends.max].map((end) => end * modality.slope + modality.intercept);
    return { min: Math.min(...transformed), max: Math.max(...transformed) };
  }
  const [low, high] = padding ?? [1, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < stored.length; at += 1) {
    const value = stored[at] ?? 0;
    if (value >= low && value <= high) continue;
    const out = lookUp(modality.lut, value);
    if (out < min) min = out;
    if (out > max) max = out;
  }
  return { min, max };
}

interface CellNeeds {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  readonly hasPadding: boolean;
}

function cellsFor(length: number, { min, max, isWhole, hasPadding }: CellNeeds): Values {
  if (!isWhole) return new Float32Array(length);
  // padding needs room on either side
  const room = hasPadding ? 1 : 0;
  if (min - room >= -32_768 && max + room <= 32_767) return new Int16Array(length);
  return !hasPadding && min >= 0 && max <= 65_535 ? new Uint16Array(length) : new Float32Array(length);
}

const FAR = 10_000;

function fillerOf(
  values: Values,
  { min, max, isInverted }: { readonly min: number; readonly max: number; readonly isInverted: boolean },
): number {
  if (values instanceof Int16Array) return isInverted ? 32_767 : -32_768;
  const away = FAR * (max - min || 1);
  return isInverted ? max + away : min - away;
}
