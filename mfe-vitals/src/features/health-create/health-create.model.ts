import { bmiOf } from '@phr/clinical/bmi';
import { KG_PER_M2, type Unit } from '@phr/clinical/units';
import { questionAbout, readValue, type Question } from '@phr/clinical/validation';
import { isEntered } from '@phr/clinical/entered';
import type { Group } from '@phr/clinical/vitals/define-vital';
import { VITALS, type HealthFieldName, type VitalKey } from '@phr/clinical/vitals/index';
import type { Before } from '@phr/clinical/vitals/plausible';
import type { Locale } from '@phr/contract/host-api';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import type { Reading } from '../readings/reading.model.ts';
import { typedIn } from '../record/correction.model.ts';
import { valueReading, type NewReading, type Occasion } from '../record/new-reading.model.ts';
import { checkOccasion, valueError, type OccasionForm } from '../record/record.model.ts';

/** A vital recorded by this form. Blood pressure and glucose have their own. */
export interface HealthField {
  readonly field: HealthFieldName;
  readonly vitalKey: VitalKey;
  readonly unit: Unit;
}

/** Form order: acute symptoms before test results. */
const ORDER: readonly Group[] = ['cardio', 'body', 'metabolic'];

export const HEALTH_FIELDS: readonly HealthField[] = ORDER.flatMap((group) =>
  VITALS.filter((one) => one.group === group && one.form?.screen === 'health-create'),
).map(({ key, parts: [{ field, measures }] }) => ({
  // the list names the fields of this form by the type
  field: field as HealthFieldName,
  vitalKey: key,
  unit: measures[0].unit,
}));

/** Fields as typed. */
export type HealthForm = Readonly<Record<HealthFieldName, string>>;

export const EMPTY_HEALTH_FORM: HealthForm = Object.fromEntries(
  HEALTH_FIELDS.map(({ field }) => [field, '']),
) as HealthForm;

/** A stored reading as a form field. */
export function formOf(reading: Reading, locale: Locale): HealthForm {
  const field = HEALTH_FIELDS.find(({ vitalKey }) => vitalKey === reading.vitalKey);
  return field === undefined
    ? EMPTY_HEALTH_FORM
    : { ...EMPTY_HEALTH_FORM, [field.field]: typedIn(reading, 'value', locale) };
}

export interface HealthEntry {
  /** Values above 0, in the order of the form (VIT-23). */
  readonly values: readonly { readonly field: HealthField; readonly value: number }[];
  readonly measuredAt: number;
  readonly note?: string;
}

/** The fields, with the requested index first. */
export function fieldsFor(name: string | null): {
  readonly first: readonly HealthField[];
  readonly others: readonly HealthField[];
} {
  const wanted = HEALTH_FIELDS.filter(({ vitalKey }) => vitalKey === name);
  return wanted.length === 0
    ? { first: HEALTH_FIELDS, others: [] }
    : { first: wanted, others: HEALTH_FIELDS.filter((field) => !wanted.includes(field)) };
}

/** Encounter id from the URL; undefined if missing or invalid. */
export function encounterIn(search: URLSearchParams): string | undefined {
  const id = search.get('encounterId');
  return id !== null && /^[A-Za-z0-9\-.]{1,64}$/.test(id) ? id : undefined;
}

/**
 * Validates the input. Limits: VIT-16 to VIT-22; height is required if the form was opened for it.
 * @param zone IANA zone of the typed date and time
 * @param name vital key the form was opened for
 * @param locale locale of numbers in messages
 */
export function checkHealth(
  form: HealthForm & OccasionForm,
  now: number,
  zone: string,
  name: string | null,
  locale?: Locale,
): ParseResult<HealthEntry> {
  const faults: FieldError[] = [];
  const values = HEALTH_FIELDS.flatMap((field) => {
    const read = readValue(field.field, form[field.field], field.field === 'height' && name === 'heights');
    if (!read.ok) faults.push(valueError(field.field, form[field.field], read.fault, { ...(locale && { locale }) }));
    return read.ok && isEntered(read.value) ? [{ field, value: read.value }] : [];
  });
  const { measuredAt, note, faults: occasionFaults } = checkOccasion(form, now, zone);
  if (faults.length === 0 && values.length === 0)
    faults.push({ field: fieldsFor(name).first[0]?.field ?? '', message: 'vit.err.none' });
  faults.push(...occasionFaults);
  if (faults.length > 0 || measuredAt === undefined) return { ok: false, faults };
  return { ok: true, entry: { values, measuredAt, ...(note === undefined ? {} : { note }) } };
}

/**
 * Confirmations for the values (UX-31).
 * @param before previous value of a vital in the form's unit, if known
 */
export function questionsAbout(
  { values }: HealthEntry,
  before: (field: HealthField) => Before | undefined,
): readonly Question[] {
  return values.flatMap(({ field, value }) => questionAbout(field.field, value, field.unit.code, before(field)) ?? []);
}

/** One observation per value, plus the body mass index if weight and height were entered together (D-42). */
export function healthReadings({ values }: HealthEntry, occasion: Occasion): readonly NewReading[] {
  const of = (name: HealthField['field']): number | undefined =>
    values.find(({ field }) => field.field === name)?.value;
  const bmi = bmiOf(of('weight'), of('height'));
  // store the note once, with the first value
  const { note: _note, ...plain } = occasion;
  return [
    ...values.map(({ field, value }, index) =>
      valueReading(index === 0 ? occasion : plain, field.vitalKey, value, field.unit),
    ),
    ...(bmi === undefined ? [] : [valueReading(plain, 'bmis', bmi, KG_PER_M2)]),
  ];
}
