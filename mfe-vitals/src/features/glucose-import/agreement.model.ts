import { inUnit, type GlucoseUnit } from '@phr/clinical/glucose';

/** How far two columns of one reading may lie apart: both were rounded from one number. */
const AGREE_MMOL = 0.3;

/** True for two numbers that tell the same glucose. */
export function agrees(
  a: { readonly value: number; readonly unit: GlucoseUnit },
  b: { readonly value: number; readonly unit: GlucoseUnit },
): boolean {
  return Math.abs(inUnit(a.value, a.unit, 'mmol/L') - inUnit(b.value, b.unit, 'mmol/L')) <= AGREE_MMOL + 1e-9;
}
