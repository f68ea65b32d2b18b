import { NEWS2_AGE, ADULT_AGE } from '../age-limits.ts';
import type { VitalKey } from '../codings.ts';
import { isGlucoseUnit } from '../glucose.ts';
import type { PartKey } from '../parts.ts';
import type { Age } from './age.ts';
import type { Person, Urgency, Verdict } from './verdict.ts';

/**
 * Advice ids. Limits come from the design table and the sources cited in `data/advice.json`; a clinician must sign each
 * text before it is shown as reviewed (R-S7). Advice depends on the value only, not on who judged it.
 */
export type AdviceId =
  | 'glu.low'
  | 'glu.veryLow'
  | 'glu.child'
  | 'glu.infant'
  | 'glu.high'
  | 'glu.extreme'
  | 'ket.some'
  | 'ket.high'
  | 'ket.veryHigh'
  | 'bp.crisis'
  | 'bp.high'
  | 'bp.low'
  | 'bp.pregnant'
  | 'bp.pregnantCrisis'
  | 'spo2.low'
  | 'temp.baby'
  | 'temp.infant'
  | 'temp.fever'
  | 'temp.cold'
  | 'hr'
  | 'rr';

type Advice = NonNullable<Verdict['advice']>;
const say = (id: AdviceId, urgency: Urgency): Advice => ({ id, urgency });

/** Facts other than the number that advice depends on. */
export interface AdviceContext {
  readonly unit: string;
  readonly age: Age;
  readonly person: Person;
  readonly rest?: boolean | undefined;
  /** Lower edge of a clinician's goal; used for SpO2 only. */
  readonly goalLow?: number | undefined;
}

/** The advice for one number; undefined if none is needed. */
export function adviceFor(vital: VitalKey, part: PartKey, value: number, context: AdviceContext): Advice | undefined {
  switch (vital) {
    case 'glucoses':
      return glucose(value, context);
    case 'ketones':
      if (value < 0.6) return undefined;
      return value <= 1.5 ? say('ket.some', 'soon') : value < 3 ? say('ket.high', 'today') : say('ket.veryHigh', 'now');
    case 'bloodPressures':
      return part === 'diastolic' ? pressure(value, DIASTOLIC, context) : pressure(value, SYSTOLIC, context);
    case 'spo2s':
      return saturation(value, context.goalLow);
    case 'temperatures':
      return temperature(value, context.age);
    case 'heartRates':
      return context.rest === false || !isUnusualRate(value, context.age) ? undefined : say('hr', 'today');
    case 'respiratoryRates':
      return breathing(value, context.age);
    default:
      return undefined;
  }
}

function glucose(value: number, { unit, age: { years } }: AdviceContext): Advice | undefined {
  if (!isGlucoseUnit(unit)) return undefined;
  const [veryLow, low, high, extreme] = unit === 'mg/dL' ? [54, 70, 250, 600] : [3, 3.9, 13.9, 33.3];
  if (value < low) {
    const urgency = value < veryLow ? 'now' : 'today';
    if (years !== undefined && years < 1) return say('glu.infant', 'now');
    if (years !== undefined && years < 12) return say('glu.child', urgency);
    return say(value < veryLow ? 'glu.veryLow' : 'glu.low', urgency);
  }
  if (value >= extreme) return say('glu.extreme', 'now');
  return value > high ? say('glu.high', 'today') : undefined;
}

interface PressureLimits {
  readonly crisis: number;
  readonly high: number;
  readonly veryLow: number;
  readonly low: number;
  readonly pregnant: number;
  readonly pregnantCrisis: number;
}
const SYSTOLIC: PressureLimits = { crisis: 180, high: 160, veryLow: 80, low: 90, pregnant: 140, pregnantCrisis: 160 };
const DIASTOLIC: PressureLimits = { crisis: 110, high: 100, veryLow: 40, low: 60, pregnant: 90, pregnantCrisis: 110 };

function pressure(
  value: number,
  limits: PressureLimits,
  { age: { years }, person }: AdviceContext,
): Advice | undefined {
  if (person.pregnant === 'yes' && value >= limits.pregnant)
    return value >= limits.pregnantCrisis ? say('bp.pregnantCrisis', 'now') : say('bp.pregnant', 'today');
  if (value >= limits.crisis) return say('bp.crisis', 'today');
  if (years === undefined || years < ADULT_AGE) return undefined;
  if (value >= limits.high) return say('bp.high', 'soon');
  if (value <= limits.veryLow) return say('bp.low', 'today');
  return value < limits.low ? say('bp.low', 'soon') : undefined;
}

function saturation(value: number, goalLow: number | undefined): Advice | undefined {
  const [now, today] =
    goalLow === undefined ? [value <= 92, value < 95] : [value < Math.min(88, goalLow), value < goalLow];
  return now ? say('spo2.low', 'now') : today ? say('spo2.low', 'today') : undefined;
}

function temperature(value: number, { years, days, isUnder3Months, isUnder6Months }: Age): Advice | undefined {
  if (isUnder3Months && value >= 38) return say('temp.baby', 'now');
  if (days !== undefined && days < 28 && value < 36) return say('temp.baby', 'now');
  if (value >= 41) return say('temp.fever', 'now');
  if (isUnder6Months && value >= 39) return say('temp.infant', 'today');
  const isChild = years !== undefined && years < NEWS2_AGE;
  if (value > 39) return say('temp.fever', isChild ? 'today' : 'soon');
  if (isChild && value > 38) return say('temp.fever', 'soon');
  return value < 35.1 ? say('temp.cold', 'today') : undefined;
}

/** 1st and 99th centile of resting heart rate, from completed years on. Source: Fleming et al., Lancet 2011. */
const CENTILES: readonly (readonly [from: number, low: number, high: number])[] = [
  [0, 93, 160],
  [1, 82, 150],
  [2, 70, 140],
  [5, 59, 131],
  [8, 52, 115],
  [12, 43, 108],
];

function isUnusualRate(value: number, { years }: Age): boolean {
  if (years === undefined || years >= NEWS2_AGE) return value < 40 || value > 130;
  const [, low, high] = CENTILES.findLast(([from]) => years >= from) ?? [0, 40, 130];
  return value < low || value > high;
}

function breathing(value: number, { years }: Age): Advice | undefined {
  if (years !== undefined && years < NEWS2_AGE) return value > 60 ? say('rr', 'now') : undefined;
  return value <= 8 || value >= 25 ? say('rr', 'today') : undefined;
}

const URGENCIES: readonly (Urgency | undefined)[] = [undefined, 'soon', 'today', 'now'];

/** The more urgent of the two; the first if equal. */
export function moreUrgent(a: Advice | undefined, b: Advice | undefined): Advice | undefined {
  return URGENCIES.indexOf(b?.urgency) > URGENCIES.indexOf(a?.urgency) ? b : a;
}
