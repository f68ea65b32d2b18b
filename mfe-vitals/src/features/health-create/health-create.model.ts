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

/** One vital that this form records. Blood pressure and glucose have forms of their own. */
export interface HealthField {
  readonly field: HealthFieldName;
  readonly vitalKey: VitalKey;
  readonly unit: Unit;
}

/** In the order of the form: what is felt at once stands before what a test tells. */
const ORDER: readonly Group[] = ['cardio', 'body', 'metabolic'];

export const HEALTH_FIELDS: readonly HealthField[] = ORDER.flatMap((group) =>
  VITALS.filter((one) => one.group === group && one.form?.screen === 'health-create'),
).map(({ key, parts: [{ field, measures }] }) => ({
  // the list names the fields of this form by the type
  field: field as HealthFieldName,
  vitalKey: key,
  unit: measures[0].unit,
}));

/** What stands in the fields, as typed. */
export type HealthForm = Readonly<Record<HealthFieldName, string>>;

export const EMPTY_HEALTH_FORM: HealthForm = Object.fromEntries(
  HEALTH_FIELDS.map(({ field }) => [field, '']),
) as HealthForm;

/** A stored reading as it stands in its field. */
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

/** The fields with those of the index for which the form was opened first. */
export function fieldsFor(name: string | null): {
  readonly first: readonly HealthField[];
  readonly others: readonly HealthField[];
} {
  const wanted = HEALTH_FIELDS.filter(({ vitalKey }) => vitalKey === name);
  return wanted.length === 0
    ? { first: HEALTH_FIELDS, others: [] }
    : { first: wanted, others: HEALTH_FIELDS.filter((field) => !wanted.includes(field)) };
}

/** The visit in which the readings were taken, as the address names it; undefined for none and for what is no id of FHIR. */
export function encounterIn(search: URLSearchParams): string | undefined {
  const id = search.get('encounterId');
  return id !== null && /^[A-Za-z0-9\-.]{1,64}$/.test(id) ? id : undefined;
}

/**
 * Checks what was typed. Limits: VIT-16 to VIT-22; height is required where the form was opened for it.
 * @param zone IANA zone in which date and time were typed
 * @param name vital key for which the form was opened
 * @param locale in which numbers of messages are written
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

/** What is asked once about the values (UX-31). @param before the last value of a vital in the unit of the form, if known */
export function questionsAbout(
  { values }: HealthEntry,
  before: (field: HealthField) => Before | undefined,
): readonly Question[] {
  return values.flatMap(({ field, value }) => questionAbout(field.field, value, field.unit.code, before(field)) ?? []);
}

/** One observation for each value, and the body mass index when weight and height were measured together (D-42). */
export function healthReadings({ values }: HealthEntry, occasion: Occasion): readonly NewReading[] {
  const of = (name: HealthField['field']): number | undefined =>
    values.find(({ field }) => field.field === name)?.value;
  const bmi = bmiOf(of('weight'), of('height'));
  // A note is said once, of the first value.
  const { note: _note, ...plain } = occasion;
  return [
    ...values.map(({ field, value }, index) =>
      valueReading(index === 0 ? occasion : plain, field.vitalKey, value, field.unit),
    ),
    ...(bmi === undefined ? [] : [valueReading(plain, 'bmis', bmi, KG_PER_M2)]),
  ];
}
