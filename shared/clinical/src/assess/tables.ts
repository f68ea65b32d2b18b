import { ADULT_AGE, NEWS2_AGE } from '../age-limits.ts';
import type { VitalKey } from '../codings.ts';
import { mgPerDlOf } from '../glucose.ts';
import type { Flag } from '../levels.ts';
import type { PartKey } from '../parts.ts';
import type { Age } from './age.ts';
import type { Step } from './bands.ts';
import type { Who } from './verdict.ts';

/**
 * The product's tables: clinical thresholds of the specification (table T7) with the changes of R-26. No code outside
 * this folder may contain these numbers (ADR 0065). Scales are read upwards and have no gaps.
 */
export interface Table {
  /** The bands exactly as in the specification. */
  readonly bands: readonly Step[];
  /**
   * The levels shown: never milder than the band, and worse where a low or extreme value must not look harmless (D-29,
   * D-32, R-26).
   */
  readonly shown: readonly Step[];
  /** Population of the table. */
  readonly who?: Who;
}

/** A printed reference range, and which sides are flagged. */
export interface Reference {
  readonly low?: number;
  readonly high?: number;
  readonly flags: readonly Flag[];
}

const level = (name: Step['level'], edge: Omit<Step, 'level'> = {}): Step => ({ level: name, ...edge });

/** mmHg, adults. 180+ and 110+ stay in the top tier (D-28). */
const SYSTOLIC: readonly Step[] = [
  level('target', { below: 120 }),
  level('veryMild', { below: 130 }),
  level('mild', { below: 140 }),
  level('dangerous', { below: 160 }),
  level('veryDangerous'),
];
const DIASTOLIC: readonly Step[] = [
  level('target', { below: 80 }),
  level('veryMild', { below: 85 }),
  level('mild', { below: 90 }),
  level('dangerous', { below: 100 }),
  level('veryDangerous'),
];

/** %, at any age; half-open, so that 94.5 is mild (D-33). Up to 92 is shown very dangerous. */
const SPO2: readonly Step[] = [
  level('veryDangerous', { below: 80 }),
  level('dangerous', { below: 90 }),
  level('mild', { below: 95 }),
  level('veryMild', { below: 98 }),
  level('target'),
];
const SPO2_SHOWN: readonly Step[] = [level('veryDangerous', { upTo: 92 }), ...SPO2.slice(2)];

/** Beats per minute; outside the target, the steps of NEWS2 (Royal College of Physicians, 2017; D-34). */
const HEART_RATE: readonly Step[] = [
  level('veryDangerous', { below: 40 }),
  level('dangerous', { below: 41 }),
  level('mild', { below: 51 }),
  level('target', { upTo: 90 }),
  level('mild', { upTo: 110 }),
  level('dangerous', { upTo: 130 }),
  level('veryDangerous'),
];

/** kg/m², adults: the Asian cut-offs of WHO (2004), half-open by D-35. */
const BMI: readonly Step[] = [
  level('veryMild', { below: 18.5 }),
  level('target', { below: 23 }),
  level('mild', { below: 25 }),
  level('dangerous', { below: 30 }),
  level('veryDangerous'),
];

/** Names of the five glucose bands; D-36 maps them to levels (low glucose is the more urgent side). */
export const GLUCOSE_BANDS = ['veryLow', 'low', 'target', 'high', 'veryHigh'] as const;
export type GlucoseBand = (typeof GLUCOSE_BANDS)[number];

const glucose = (low: number, target: number, high: number, veryHigh: number): readonly Step<GlucoseBand>[] => [
  { name: 'veryLow', level: 'veryDangerous', below: low },
  { name: 'low', level: 'dangerous', below: target },
  { name: 'target', level: 'target', upTo: high },
  { name: 'high', level: 'mild', upTo: veryHigh },
  { name: 'veryHigh', level: 'dangerous' },
];
/** By UCUM code; a value is banded in its stored unit, never after conversion (D-36). */
export const GLUCOSE: ReadonlyMap<string, readonly Step<GlucoseBand>[]> = new Map([
  ['mmol/L', glucose(3, 3.9, 10, 13.9)],
  ['mg/dL', glucose(54, 70, 180, 250)],
]);
/** From here glucose is shown as very dangerous. */
const GLUCOSE_EXTREME: ReadonlyMap<string, number> = new Map([
  ['mmol/L', 33.3],
  ['mg/dL', 600],
]);

/** Above this a temperature is always flagged high, at every age, in degrees Celsius. */
const TEMPERATURE_HIGH = 37.5;

/** Target by completed years: up to 10, 11 to 65 (also if unknown), 66 and over (D-32). Degrees Celsius. */
function temperatureTarget(years: number | undefined): { readonly low: number; readonly high: number } {
  if (years === undefined) return { low: 36.8, high: 37.8 };
  if (years <= 10) return { low: 36.4, high: 37.7 };
  return years <= 65 ? { low: 36.8, high: 37.8 } : { low: 35.8, high: 37.1 };
}

/** NEWS2 steps outside the target, one step more cautious for fever under 16 years (D-32). */
function temperature(years: number | undefined): readonly Step[] {
  const target = temperatureTarget(years);
  const child = years !== undefined && years < NEWS2_AGE;
  return [
    level('veryDangerous', { below: 35.1 }),
    // the target for the oldest starts inside this step and takes precedence
    level('mild', { below: Math.min(36.1, target.low) }),
    ...(target.low > 36.1 ? [level('veryMild', { below: target.low, name: 'usual' })] : []),
    level('target', { upTo: target.high }),
    level('veryMild', { upTo: 38 }),
    level(child ? 'dangerous' : 'mild', { upTo: 39 }),
    level(child ? 'veryDangerous' : 'dangerous'),
  ];
}

/**
 * Adds the cells of R-26: fever in a young baby, a cold newborn, and 41 °C at any age are very dangerous; above 37.5 °C
 * nothing is green (D-32).
 */
function temperatureShown({ years, days, isUnder3Months }: Age): readonly Step[] {
  if (isUnder3Months)
    return [
      level('veryDangerous', { below: days !== undefined && days < 28 ? 36 : 35.1 }),
      level('mild', { below: 36.1 }),
      level('veryMild', { below: temperatureTarget(0).low, name: 'usual' }),
      level('target', { upTo: TEMPERATURE_HIGH }),
      level('veryMild', { below: 38 }),
      level('veryDangerous'),
    ];
  const shown = temperature(years).flatMap((step): Step[] =>
    step.level === 'target' && step.upTo !== undefined && step.upTo > TEMPERATURE_HIGH
      ? [{ ...step, upTo: TEMPERATURE_HIGH }, level('veryMild', { upTo: step.upTo })]
      : [step],
  );
  return shown.at(-1)?.level === 'veryDangerous'
    ? shown
    : [...shown.slice(0, -1), level('dangerous', { below: 41 }), level('veryDangerous')];
}

/** Why a vital with tables has none for this person. */
export type NoTable = 'adultsOnly' | 'from16';

const KNOWN = new WeakMap<Age, Map<string, Table | NoTable | undefined>>();

/** `madeTable`, memoized by age. */
export function tableOf(
  vital: VitalKey,
  part: PartKey,
  unit: string | undefined,
  age: Age,
): Table | NoTable | undefined {
  const known = KNOWN.get(age) ?? new Map<string, Table | NoTable | undefined>();
  KNOWN.set(age, known);
  const name = `${vital} ${part} ${unit ?? ''}`;
  if (!known.has(name)) known.set(name, madeTable(vital, part, unit, age));
  return known.get(name);
}

/** The table for a part of a vital at an age; undefined for vitals without bands (D-40) and for other units. */
function madeTable(vital: VitalKey, part: PartKey, unit: string | undefined, age: Age): Table | NoTable | undefined {
  const { years } = age;
  const isAdult = years !== undefined && years >= ADULT_AGE;
  switch (vital) {
    case 'bloodPressures': {
      if (!isAdult) return 'adultsOnly';
      const [bands, low, veryLow] = part === 'diastolic' ? [DIASTOLIC, 60, 40] : [SYSTOLIC, 90, 80];
      return {
        bands,
        shown: [level('dangerous', { upTo: veryLow }), level('veryMild', { below: low }), ...bands],
        who: 'adults',
      };
    }
    case 'heartRates':
      if (years !== undefined && years < NEWS2_AGE) return 'from16';
      return { bands: HEART_RATE, shown: HEART_RATE, who: 'from16' };
    case 'temperatures':
      return { bands: temperature(years), shown: temperatureShown(age), who: whoOfTemperature(years) };
    case 'spo2s':
      return { bands: SPO2, shown: SPO2_SHOWN };
    case 'bmis':
      return isAdult ? { bands: BMI, shown: BMI, who: 'adults' } : 'adultsOnly';
    case 'glucoses': {
      const bands = GLUCOSE.get(unit ?? '');
      if (bands === undefined) return undefined;
      const extreme = GLUCOSE_EXTREME.get(unit ?? '') ?? Infinity;
      return { bands, shown: [...bands.slice(0, -1), level('dangerous', { below: extreme }), level('veryDangerous')] };
    }
    default:
      return undefined;
  }
}

function whoOfTemperature(years: number | undefined): Who {
  if (years === undefined) return '11to65';
  return years <= 10 ? 'upTo10' : years <= 65 ? '11to65' : 'from66';
}

const LOW_HIGH: readonly Flag[] = ['L', 'N', 'H'];

/** The specification's printed reference, the same at every age. */
export function referenceOf(vital: VitalKey, part: PartKey, unit: string | undefined): Reference | undefined {
  switch (vital) {
    case 'bloodPressures':
      return part === 'diastolic' ? { low: 60, high: 84, flags: LOW_HIGH } : { low: 90, high: 129, flags: LOW_HIGH };
    case 'temperatures':
      return { high: TEMPERATURE_HIGH, flags: ['H'] };
    case 'spo2s':
      // 100 % is not abnormal: only the lower edge flags (D-33)
      return { low: 95, high: 99, flags: ['L', 'N'] };
    case 'glucoses':
      if (unit === 'mg/dL') return { low: mgPerDlOf(3.1), high: mgPerDlOf(6.2), flags: LOW_HIGH };
      return unit === 'mmol/L' ? { low: 3.1, high: 6.2, flags: LOW_HIGH } : undefined;
    default:
      return undefined;
  }
}

/** Low, normal or high by the printed reference, if it covers that side. */
export function flagOf(reference: Reference | undefined, value: number): Flag | undefined {
  if (reference === undefined) return undefined;
  const { low, high, flags } = reference;
  const isLow = low !== undefined && value < low;
  const isHigh = high !== undefined && value > high && flags.includes('H');
  const flag: Flag = isLow ? 'L' : isHigh ? 'H' : 'N';
  return flags.includes(flag) ? flag : undefined;
}
