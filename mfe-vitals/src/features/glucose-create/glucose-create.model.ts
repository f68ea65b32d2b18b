import { MEAL_CONTEXT, isMeal, mealCoding, type Meal } from '@phr/clinical/meal';
import { inUnit, type GlucoseUnit } from '@phr/clinical/glucose';
import { MG_PER_DL, MMOL_PER_L } from '@phr/clinical/units';
import { isEntered, readValue, unlikely } from '@phr/clinical/validation';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { valueReading, type NewReading, type Occasion } from '../record/new-reading.model.ts';
import { checkOccasion, faultMessage, type OccasionForm } from '../record/record.model.ts';

/** What stands in the fields, as typed. `meal` is empty while nothing is chosen. */
export type GlucoseForm = Readonly<Record<'glucose' | 'unit' | 'meal', string>>;

/** A form that can be saved: the value in the unit of the meter, never converted (D-36). */
export interface GlucoseEntry {
  readonly value: number;
  readonly unit: GlucoseUnit;
  readonly meal?: Meal;
  readonly measuredAt: number;
  readonly note?: string;
}

/** Checks what was typed. @param zone IANA zone in which date and time were typed */
export function checkGlucose(form: GlucoseForm & OccasionForm, now: number, zone: string): ParseResult<GlucoseEntry> {
  const faults: FieldError[] = [];
  const read = readValue('glucose', form.glucose, true);
  if (!read.ok)
    faults.push({
      field: 'glucose',
      message: read.fault.fault === 'required' ? 'glu.err.required' : faultMessage('glucose', read.fault),
    });
  const { measuredAt, note, faults: occasionFaults } = checkOccasion(form, now, zone);
  faults.push(...occasionFaults);
  if (faults.length > 0 || !read.ok || !isEntered(read.value) || measuredAt === undefined) return { ok: false, faults };
  return {
    ok: true,
    entry: {
      value: read.value,
      unit: form.unit === 'mg/dL' ? 'mg/dL' : 'mmol/L',
      ...(isMeal(form.meal) ? { meal: form.meal } : {}),
      measuredAt,
      ...(note === undefined ? {} : { note }),
    },
  };
}

/** True for a possible but unlikely value, also one typed in the other unit (UX-31). @param previous the last reading, in its own unit */
export function isUnlikely(
  { value, unit }: Pick<GlucoseEntry, 'value' | 'unit'>,
  previous?: Pick<GlucoseEntry, 'value' | 'unit'>,
): boolean {
  const inMmol = (one: Pick<GlucoseEntry, 'value' | 'unit'>): number => inUnit(one.value, one.unit, 'mmol/L');
  return (
    unlikely('glucose', inMmol({ value, unit }), previous === undefined ? undefined : inMmol(previous)) !== undefined
  );
}

/** The observation of an entry; the meal is a component of it. */
export function glucoseReading({ value, unit, meal }: GlucoseEntry, occasion: Occasion): readonly NewReading[] {
  const component =
    meal === undefined
      ? undefined
      : [{ code: { coding: [MEAL_CONTEXT] }, valueCodeableConcept: { coding: [mealCoding(meal)] } }];
  return [valueReading(occasion, 'glucoses', value, unit === 'mg/dL' ? MG_PER_DL : MMOL_PER_L, component)];
}
