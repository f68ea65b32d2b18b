import { NEWS2_AGE } from '@phr/clinical/age-limits';
import type { Band } from '@phr/clinical/bands';
import type { StoreKey } from '@phr/clinical/codings';
import { inUnit, type GlucoseUnit } from '@phr/clinical/glucose';
import { compareLevels, type Level } from '@phr/clinical/levels';
import { chartBands } from '@phr/clinical/ranges';
import { assessParts, type PartKey } from '@phr/clinical/parts';
import { glucoseTrend, trendOf, type Trend } from '@phr/clinical/trend';
import type { Unit } from '@phr/clinical/units';
import { ageInYears } from '@phr/time/age';
import { dayOf } from '@phr/time/zone';
import { nearestTo } from './amount.model.ts';
import { numberIn, type Part, type Reading, type ReadingContext } from './reading.model.ts';

/** On which side of the target a value lies. */
export type Direction = 'high' | 'low';

/** The level that is shown for a reading, and which way it lies; undefined when nothing judges it. */
export interface Judgement {
  readonly level: Level;
  readonly direction?: Direction;
}

/** Age at a reading: what was normal then is judged by what the person was then (D-31). */
export function ageAt(reading: Reading, context: ReadingContext): number | undefined {
  const day =
    reading.instant === undefined ? (reading.measuredAt ?? '').slice(0, 10) : dayOf(reading.instant, context.zone);
  return ageInYears(context.birthDate, day);
}

/** Level and direction of a whole reading. */
export function judgementOf(
  reading: Pick<Reading, 'storeKey' | 'parts' | 'assessment'>,
  age: number | undefined,
): Judgement | undefined {
  const level = reading.assessment?.shownAs;
  if (level === undefined) return undefined;
  const directions = reading.parts.map((part) => directionOf(reading.storeKey, part, age));
  const direction = directions.includes('high') ? 'high' : directions.includes('low') ? 'low' : undefined;
  return level === 'target' || direction === undefined ? { level } : { level, direction };
}

/**
 * The worst of a day's readings, of which only lowest and highest numbers are known: a level never becomes better further away from the target (D-28),
 * and the worse part of a blood pressure decides (D-30).
 */
export function extremeJudgement(
  storeKey: StoreKey,
  unit: Unit,
  parts: readonly { readonly key: PartKey; readonly low: number; readonly high: number }[],
  age: number | undefined,
): Judgement | undefined {
  const [high, low] = (['high', 'low'] as const).map((side) => {
    const { parts: judged, whole } = assessParts(
      storeKey,
      Object.fromEntries(parts.map((part) => [part.key, part[side]])),
      unit.code,
      age,
    );
    const amounts = parts.map(({ key, [side]: value }): Part => {
      const assessment = judged[key];
      return { key, amount: { kind: 'measured', value, unit }, ...(assessment === undefined ? {} : { assessment }) };
    });
    return judgementOf({ storeKey, parts: amounts, ...(whole === undefined ? {} : { assessment: whole }) }, age);
  });
  return worse(high, low);
}

/** The worse of two judgements; the first when both are the same level. */
export function worse(a: Judgement | undefined, b: Judgement | undefined): Judgement | undefined {
  return a === undefined || (b !== undefined && compareLevels(b.level, a.level) > 0) ? b : a;
}

function directionOf(storeKey: StoreKey, part: Part, age: number | undefined): Direction | undefined {
  const { amount, assessment } = part;
  if (amount.kind !== 'measured' || assessment?.shownAs === undefined) return undefined;
  const target = targetBand(storeKey, part.key, age, glucoseUnitOf(amount.unit.code));
  const value = nearestTo(amount);
  if (target?.high !== undefined && (target.highIncluded ? value > target.high : value >= target.high)) return 'high';
  if (target?.low !== undefined && (target.lowIncluded ? value < target.low : value <= target.low)) return 'low';
  return assessment.flag === 'H' ? 'high' : assessment.flag === 'L' ? 'low' : undefined;
}

/** The unit of a glucose amount by its UCUM code. */
export const glucoseUnitOf = (code: string): GlucoseUnit => (code === 'mg/dL' ? 'mg/dL' : 'mmol/L');

/** The band that is the target of a part; undefined where no bands exist for this vital or age. */
export function targetBand(
  storeKey: StoreKey,
  part: PartKey,
  age: number | undefined,
  glucoseUnit: GlucoseUnit,
): Band | undefined {
  return chartBands(storeKey, { ...(age === undefined ? {} : { age }), glucoseUnit })
    .find((line) => line.part === part)
    ?.bands.find(({ level }) => level === 'target');
}

/** A target ready for words: the edges, and the text key that says for whom (`who.<name>`). */
export interface Target {
  readonly bands: readonly Band[];
  readonly who?: 'adults' | 'from16' | 'upTo10' | '11to65' | 'from66';
}

/** The target that judges a reading of this vital; undefined without bands. A blood pressure has two edges. */
export function targetOf(storeKey: StoreKey, age: number | undefined, glucoseUnit: GlucoseUnit): Target | undefined {
  const parts: readonly PartKey[] = storeKey === 'bloodPressures' ? ['systolic', 'diastolic'] : ['value'];
  const bands = parts.map((part) => targetBand(storeKey, part, age, glucoseUnit)).filter((band) => band !== undefined);
  if (bands.length === 0) return undefined;
  const who = whom(storeKey, age);
  return who === undefined ? { bands } : { bands, who };
}

function whom(storeKey: StoreKey, age: number | undefined): Target['who'] {
  switch (storeKey) {
    case 'bloodPressures':
    case 'bmis':
      return 'adults';
    case 'heartRates':
      return age !== undefined && age < NEWS2_AGE ? undefined : 'from16';
    case 'temperatures':
      return age === undefined ? '11to65' : age <= 10 ? 'upTo10' : age <= 65 ? '11to65' : 'from66';
    default:
      return undefined;
  }
}

/** How the latest value differs from the one before, and in which part that is told. */
export interface Change {
  readonly part: PartKey;
  /** Latest minus previous, in the unit that is shown. */
  readonly difference: number;
  /** The change as a share of the previous value, one decimal; in the stored unit, of glucose in two units in mmol/L. None of a blood pressure. */
  readonly percent?: number;
}

/**
 * The latest reading against the one before (D-41). Of a blood pressure the systolic part is told, the diastolic one when the systolic is
 * equal (D-30). Undefined when one of them has no number or the units differ.
 */
export function changeOf(latest: Reading, previous: Reading | undefined, glucoseUnit: GlucoseUnit): Change | undefined {
  if (previous === undefined) return undefined;
  const changes = latest.parts
    .map(({ key }): Change | undefined => {
      const [now, before] = [shownNumber(latest, key, glucoseUnit), shownNumber(previous, key, glucoseUnit)];
      const difference = now === undefined ? undefined : trendOf(now, before)?.difference;
      // Percent of a percentage would be read as points.
      const percent =
        key === 'value' && latest.storeKey !== 'spo2s' ? storedTrend(latest, previous)?.percent : undefined;
      return difference === undefined
        ? undefined
        : { part: key, difference, ...(percent === undefined ? {} : { percent }) };
    })
    .filter((change) => change !== undefined);
  return changes.find(({ difference }) => difference !== 0) ?? changes[0];
}

function storedTrend(latest: Reading, previous: Reading): Trend | undefined {
  const [now, before] = [numberIn(latest, 'value'), numberIn(previous, 'value')];
  if (now === undefined || before === undefined) return undefined;
  return latest.storeKey === 'glucoses'
    ? glucoseTrend(
        { value: now, unit: storedGlucoseUnit(latest) },
        { value: before, unit: storedGlucoseUnit(previous) },
      )
    : trendOf(now, before);
}

function storedGlucoseUnit({ parts: [part] }: Reading): GlucoseUnit {
  return glucoseUnitOf(part?.amount.kind === 'measured' ? part.amount.unit.code : '');
}

/** The number of a part in the unit that the person reads. */
export function shownNumber(reading: Reading, key: PartKey, glucoseUnit: GlucoseUnit): number | undefined {
  const value = numberIn(reading, key);
  const amount = reading.parts.find((part) => part.key === key)?.amount;
  return value === undefined || amount?.kind !== 'measured' || reading.storeKey !== 'glucoses'
    ? value
    : inUnit(value, glucoseUnitOf(amount.unit.code), glucoseUnit);
}
