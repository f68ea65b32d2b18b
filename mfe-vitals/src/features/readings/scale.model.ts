import { assess } from '@phr/clinical/assess/assess';
import { chartScale, ownGoals, type ScaleOfPart } from '@phr/clinical/assess/chart-scale';
import type { Comparator, WholeVerdict } from '@phr/clinical/assess/verdict';
import { vitalOf, type VitalKey } from '@phr/clinical/codings';
import type { GlucoseUnit } from '@phr/clinical/glucose';
import type { PartKey } from '@phr/clinical/parts';
import type { ReadingContext } from './reading.model.ts';

/** A vital's scale for a person on a day, in the display unit, by the same judge as readings. */
export function scaleOf(
  vitalKey: VitalKey,
  glucoseUnit: GlucoseUnit,
  day: string | undefined,
  { goals, configured, ...person }: Omit<ReadingContext, 'now' | 'zone'>,
): readonly ScaleOfPart[] {
  const unit = unitOn(vitalKey, glucoseUnit);
  const ranges = configured?.get(vitalKey);
  return chartScale(vitalKey, {
    unit,
    day,
    person,
    ...(goals === undefined ? {} : { goals }),
    ...(ranges === undefined ? {} : { configured: ranges }),
  });
}

/** The person's own targets for a vital on a day, for charts and text; they do not judge. */
export function ownGoalsOf(
  vitalKey: VitalKey,
  glucoseUnit: GlucoseUnit,
  day: string | undefined,
  { goals = [] }: Pick<ReadingContext, 'goals'>,
): ReturnType<typeof ownGoals> {
  return ownGoals(vitalKey, { goals, day, unit: unitOn(vitalKey, glucoseUnit) });
}

/** UCUM code of the unit in which a vital is read. */
function unitOn(vitalKey: VitalKey, glucoseUnit: GlucoseUnit): string {
  const { units, components } = vitalOf(vitalKey);
  return vitalKey === 'glucoses' ? glucoseUnit : ((units[0] ?? components[0]?.unit)?.code ?? '');
}

/**
 * Verdict on numbers with only a day, such as a day's extremes.
 * @param day YYYY-MM-DD
 */
export function verdictOn(
  day: string,
  vitalKey: VitalKey,
  unitCode: string,
  numbers: readonly (readonly [part: PartKey, value: number, comparator?: Comparator | undefined])[],
  { zone, now, goals, configured, ...person }: ReadingContext,
): WholeVerdict {
  const ranges = configured?.get(vitalKey);
  return assess({
    vital: vitalKey,
    measured: numbers.map(([part, value, comparator]) => ({
      part,
      value,
      unit: unitCode,
      ...(comparator === undefined ? {} : { comparator }),
    })),
    at: day,
    zone,
    now,
    origin: { kind: 'person' },
    person,
    ...(goals === undefined ? {} : { goals }),
    ...(ranges === undefined ? {} : { configured: ranges }),
  });
}
