import { isMeal, type Meal, mealComponent } from '@phr/clinical/meal';
import { glucoseUnitOf, type GlucoseUnit } from '@phr/clinical/glucose';
import { MG_PER_DL, MMOL_PER_L } from '@phr/clinical/units';
import { questionAbout, readValue, type Question } from '@phr/clinical/validation';
import { isEntered } from '@phr/clinical/entered';
import type { Locale } from '@phr/contract/host-api';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import type { Reading } from '../readings/reading.model.ts';
import { typedIn } from '../record/correction.model.ts';
import { valueReading, type NewReading, type Occasion } from '../record/new-reading.model.ts';
import { checkOccasion, valueError, type OccasionForm } from '../record/record.model.ts';

/** Fields as typed. `meal` is empty if nothing is chosen. */
export type GlucoseForm = Readonly<Record<'glucose' | 'unit' | 'meal', string>>;

/** A valid entry: the value in the meter's unit, never converted (D-36). */
export interface GlucoseEntry {
  readonly value: number;
  readonly unit: GlucoseUnit;
  readonly meal?: Meal;
  readonly measuredAt: number;
  readonly note?: string;
}

/**
 * Validates the input.
 * @param zone IANA zone of the typed date and time
 */
export function checkGlucose(
  form: GlucoseForm & OccasionForm,
  now: number,
  zone: string,
  locale?: Locale,
): ParseResult<GlucoseEntry> {
  const faults: FieldError[] = [];
  const unit = glucoseUnitOf(form.unit);
  const read = readValue('glucose', form.glucose, true, unit);
  if (!read.ok)
    faults.push(
      read.fault.fault === 'required'
        ? { field: 'glucose', message: 'glu.err.required' }
        : valueError('glucose', form.glucose, read.fault, { unit, ...(locale && { locale }) }),
    );
  const { measuredAt, note, faults: occasionFaults } = checkOccasion(form, now, zone);
  faults.push(...occasionFaults);
  if (faults.length > 0 || !read.ok || !isEntered(read.value) || measuredAt === undefined) return { ok: false, faults };
  return {
    ok: true,
    entry: {
      value: read.value,
      unit,
      ...(isMeal(form.meal) ? { meal: form.meal } : {}),
      measuredAt,
      ...(note === undefined ? {} : { note }),
    },
  };
}

/** A stored value as form fields, in its typed unit. */
export function formOf(reading: Reading, locale: Locale): GlucoseForm {
  const amount = reading.parts[0]?.amount;
  const unit = amount?.kind === 'measured' && amount.unit.code === MG_PER_DL.code ? 'mg/dL' : 'mmol/L';
  return { glucose: typedIn(reading, 'value', locale), unit, meal: reading.meal ?? '' };
}

/** Confirmations for the value, also if it looks like the other unit (UX-31, R-27). */
export function questionsOf({ value, unit }: Pick<GlucoseEntry, 'value' | 'unit'>): readonly Question[] {
  const question = questionAbout('glucose', value, unit);
  return question === undefined ? [] : [question];
}

/** The observation of an entry; the meal is a component of it. */
export function glucoseReading({ value, unit, meal }: GlucoseEntry, occasion: Occasion): readonly NewReading[] {
  const component = meal === undefined ? undefined : [mealComponent(meal)];
  return [valueReading(occasion, 'glucoses', value, unit === 'mg/dL' ? MG_PER_DL : MMOL_PER_L, component)];
}
