import { inUnit, type GlucoseUnit } from '@phr/clinical/glucose';

/** What becomes of a value: taken, asked about, or refused. */
export interface Plausibility {
  readonly fate: 'take' | 'ask' | 'refuse';
  readonly reason?: 'unlikely' | 'impossible';
  /** The same number in the unit in which it is likely. */
  readonly suggest?: { readonly value: number; readonly unit: GlucoseUnit };
}

interface Limits {
  /** Outside of these the person is asked. */
  readonly likely: readonly [number, number];
  /** Above this nobody was ever measured. */
  readonly highest: number;
}

/** Limits of glucose; chosen, beyond what meters show (20 to 600 mg/dL) and beyond any recorded survival (2,656 mg/dL; Guinness World Records 2008). */
const GLUCOSE: Readonly<Record<GlucoseUnit, Limits>> = {
  'mmol/L': { likely: [1.5, 33.3], highest: 150 },
  'mg/dL': { likely: [27, 600], highest: 2_700 },
};

/** Whether a value can be what it says it is. A number that is likely in the other unit only is offered in that one. */
export function checkPlausible(_vital: 'glucoses', _part: 'value', value: number, unit: GlucoseUnit): Plausibility {
  const { highest } = GLUCOSE[unit];
  if (isLikely(value, unit)) return { fate: 'take' };
  const other = unit === 'mmol/L' ? 'mg/dL' : 'mmol/L';
  const suggest = isLikely(value, other) ? { suggest: { value, unit: other } as const } : {};
  return value <= 0 || value > highest
    ? { fate: 'refuse', reason: 'impossible', ...suggest }
    : { fate: 'ask', reason: 'unlikely', ...suggest };
}

function isLikely(value: number, unit: GlucoseUnit): boolean {
  const [lowest, highest] = GLUCOSE[unit].likely;
  return value >= lowest && value <= highest;
}

/** How far two columns of one reading may lie apart: both were rounded from one number. */
const AGREE_MMOL = 0.3;

/** True for two numbers that tell the same glucose. */
export function agrees(
  a: { readonly value: number; readonly unit: GlucoseUnit },
  b: { readonly value: number; readonly unit: GlucoseUnit },
): boolean {
  return Math.abs(inUnit(a.value, a.unit, 'mmol/L') - inUnit(b.value, b.unit, 'mmol/L')) <= AGREE_MMOL + 1e-9;
}
