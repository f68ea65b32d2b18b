import { type ModalityValues, lookUp } from './modality-values.ts';
import type { Curve } from './picture.ts';

const SIGMOID_MAX = 65_535;

/** Grey of modality values through a curve, from 0 to its largest output. Padding is black. */
export function alongCurve(
  { values, filler }: ModalityValues,
  curve: Curve,
  isInverted: boolean,
): { readonly values: Uint16Array; readonly min: number; readonly max: number } {
  const max = curve.kind === 'table' ? 2 ** curve.lut.bits - 1 : SIGMOID_MAX;
  const black = isInverted ? max : 0;
  const grey = greyOf(curve);
  const out = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    out[at] = value === filler ? black : grey(value);
  }
  return { values: out, min: 0, max };
}

function greyOf(curve: Curve): (value: number) => number {
  if (curve.kind === 'table') return (value) => lookUp(curve.lut, value);
  const { center, width } = curve;
  return (value) => Math.round(SIGMOID_MAX / (1 + Math.exp((-4 * (value - center)) / width)));
}
