import { inUnit, type GlucoseUnit } from '@phr/clinical/glucose';

/** Tolerance between two columns of one reading, each rounded from the same number. */
const AGREE_MMOL = 0.3;

/** True if two numbers mean the same glucose value. */
export function agrees(
  a: { readonly value: number; readonly unit: GlucoseUnit },
  b: { readonly value: number; readonly unit: GlucoseUnit },
): boolean {
  return Math.abs(inUnit(a.value, a.unit, 'mmol/L') - inUnit(b.value, b.unit, 'mmol/L')) <= AGREE_MMOL + 1e-9;
}
