import { glucoseUnitOf, inUnit, type GlucoseUnit } from '@phr/clinical/glucose';
import type { PartKey } from '@phr/clinical/parts';
import { glucoseTrend, trendOf, type Trend } from '@phr/clinical/trend';
import { numberIn, type Reading } from './reading.model.ts';

/** Change from the previous value, and the part concerned. */
export interface Change {
  readonly part: PartKey;
  /** Latest minus previous, in the unit that is shown. */
  readonly difference: number;
  /**
   * Change in percent of the previous value, one decimal; in the stored unit, or mmol/L for glucose in two units. None
   * for blood pressure.
   */
  readonly percent?: number;
}

/**
 * Compares the latest reading with the previous one (D-41): for blood pressure systolic, or diastolic if systolic is
 * equal (D-30). Undefined if a number is missing or units differ.
 */
export function changeOf(latest: Reading, previous: Reading | undefined, glucoseUnit: GlucoseUnit): Change | undefined {
  if (previous === undefined) return undefined;
  const changes = latest.parts
    .map(({ key }): Change | undefined => {
      const [now, before] = [shownNumber(latest, key, glucoseUnit), shownNumber(previous, key, glucoseUnit)];
      const difference = now === undefined ? undefined : trendOf(now, before)?.difference;
      // Percent of a percentage would be read as points.
      const percent =
        key === 'value' && latest.vitalKey !== 'spo2s' ? storedTrend(latest, previous)?.percent : undefined;
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
  return latest.vitalKey === 'glucoses'
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
  return value === undefined || amount?.kind !== 'measured' || reading.vitalKey !== 'glucoses'
    ? value
    : inUnit(value, glucoseUnitOf(amount.unit.code), glucoseUnit);
}
