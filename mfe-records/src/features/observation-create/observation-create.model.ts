import { LOINC, type Coding } from '@phr/clinical/codings';
import type { Locale } from '@phr/contract/host-api';
import { correctedObservation } from '@phr/fhir/corrected-observation';
import { type ComponentInput, newObservation, type NewObservation } from '@phr/fhir/builders';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import type { StoredResource } from '@phr/module-kit/correction';
import { formatDate } from '@phr/ui/format';
import { parseDecimal, writeDecimal } from '@phr/ui/parse-input';
import { localSystem } from '../form/local-codes.model.ts';
import { readDay, readText, storedDay } from '../form/form.model.ts';
import type { DynamicField, DynamicForm, StoredObservation } from './dynamic-form.entity.ts';

/** Form fields by key; `code` selects the form. */
export interface ObservationForm {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A form that can be saved. */
export interface ObservationEntry {
  readonly form: DynamicForm;
  /** Parsed values by key: texts, days (YYYY-MM-DD), option codes. */
  readonly texts: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, number>>;
}

// Generic results and their codings (D-62): a local code, and LOINC if one concept matches.
const CODINGS: Readonly<Record<string, readonly Coding[]>> = {
  'blood-formula': [
    { system: LOINC, code: '58410-2', display: 'CBC panel - Blood by Automated count' },
    { system: localSystem('result'), code: 'blood-formula', display: 'Blood formula' },
  ],
  'chest-xray': [{ system: localSystem('result'), code: 'chest-xray', display: 'Chest X-ray' }],
  'basic-ecg': [{ system: localSystem('result'), code: 'basic-ecg', display: 'Basic ECG' }],
};

/** Codings of a form's result: known ones as decided, LOINC numbers as such, others as our own codes. */
export function codingsOf({ code, title }: Pick<DynamicForm, 'code' | 'title'>): readonly Coding[] {
  return CODINGS[code] ?? [{ system: /^\d{1,7}-\d$/.test(code) ? LOINC : localSystem('result'), code, display: title }];
}

/**
 * Validates the input.
 * @param today the person's calendar day
 */
export function checkObservation(
  { code, values }: ObservationForm,
  forms: readonly DynamicForm[],
  today: string,
): ParseResult<ObservationEntry> {
  const form = forms.find((one) => one.code === code);
  if (form === undefined) return { ok: false, faults: [{ field: 'code', message: 'obs.err.type' }] };
  const faults: FieldError[] = [];
  const texts: Record<string, string> = {};
  const numbers: Record<string, number> = {};
  for (const field of form.fields) {
    const typed = values[field.key] ?? '';
    if (field.type === 'number' && typed.trim() !== '') {
      const value = parseDecimal(typed);
      if (value === undefined) faults.push({ field: field.key, message: 'field.numberInvalid' });
      else numbers[field.key] = value;
      continue;
    }
    const { value, faults: wrong } = readField(field, typed, today);
    faults.push(...wrong);
    if (value !== undefined) texts[field.key] = value;
    else if (field.required && wrong.length === 0) faults.push({ field: field.key, message: 'obs.err.required' });
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, entry: { form, texts, numbers } };
}

function readField(field: DynamicField, typed: string, today: string) {
  if (field.type === 'date') return readDay(field.key, typed, today);
  const read = readText(field.key, typed);
  if (field.type !== 'choice' || read.value === undefined || field.options.some(({ code }) => code === read.value))
    return read;
  return { faults: [{ field: field.key, message: 'obs.err.required' }] };
}

/** What a save needs to know. */
export interface ObservationOccasion {
  readonly patientId: string;
  readonly encounterId: string | undefined;
  readonly today: string;
  readonly issued: string;
  readonly formId: string;
}

/** Keys that map to observation elements; other fields become labelled components. */
const ELEMENTS = new Set(['effectiveDateTime', 'valueString', 'valueQuantity', 'interpretation', 'performer']);

/** The observation of an entry: text as typed, a typed place as performer (OBS-02). */
export function observationOf(
  { form, texts, numbers }: ObservationEntry,
  { patientId, encounterId, today, issued, formId }: ObservationOccasion,
): NewObservation {
  const field = (key: string) => form.fields.find((one) => one.key === key);
  const quantityOf = (key: string) => ({
    value: numbers[key] ?? 0,
    ...(field(key)?.unit === undefined ? {} : { unit: field(key)?.unit ?? '' }),
  });
  const optionOf = (key: string) => field(key)?.options.find(({ code }) => code === texts[key]);
  const chosen = optionOf('interpretation');
  const component = form.fields
    .filter(({ key }) => !ELEMENTS.has(key))
    .flatMap(({ key, label, type }): readonly ComponentInput[] => {
      if (numbers[key] !== undefined) return [{ code: { text: label }, valueQuantity: quantityOf(key) }];
      const option = optionOf(key);
      if (option !== undefined)
        return [
          {
            code: { text: label },
            valueCodeableConcept: {
              coding: [option],
              ...(option.display === undefined ? {} : { text: option.display }),
            },
          },
        ];
      if (texts[key] === undefined) return [];
      return [
        { code: { text: label }, ...(type === 'date' ? { valueDateTime: texts[key] } : { valueString: texts[key] }) },
      ];
    });
  return newObservation({
    patientId,
    category: form.category,
    formId,
    codings: codingsOf(form),
    codeText: form.title,
    effective: texts['effectiveDateTime'] ?? today,
    issued,
    component,
    ...(texts['performer'] === undefined ? {} : { place: texts['performer'] }),
    ...(texts['valueString'] === undefined ? {} : { valueString: texts['valueString'] }),
    ...(numbers['valueQuantity'] === undefined ? {} : { valueQuantity: quantityOf('valueQuantity') }),
    ...(chosen === undefined ? {} : { interpretation: [{ coding: [chosen] }] }),
    ...(encounterId === undefined ? {} : { encounterId }),
  });
}

/** The form of a stored result; undefined if the service no longer defines it. */
export function formFor({ raw }: StoredObservation, forms: readonly DynamicForm[]): DynamicForm | undefined {
  const codes = new Set((raw.code?.coding ?? []).map(({ code }) => code));
  return forms.find((form) => codingsOf(form).some(({ code }) => codes.has(code)));
}

/** A stored result as form fields. */
export function valuesOf({ raw }: StoredObservation, form: DynamicForm, locale: Locale): ObservationForm {
  const shown = ({ key, label, type }: DynamicField): string => {
    const part = raw.component?.find(({ code }) => code?.text === label);
    switch (key) {
      case 'effectiveDateTime':
        return dayIn(raw.effectiveDateTime, locale);
      case 'valueString':
        return raw.valueString ?? '';
      case 'valueQuantity':
        return numberIn(raw.valueQuantity?.value, locale);
      case 'interpretation':
        return raw.interpretation?.[0]?.coding?.[0]?.code ?? '';
      case 'performer':
        return raw.performer?.find(({ reference }) => reference === undefined)?.display ?? '';
      default:
        if (type === 'number') return numberIn(part?.valueQuantity?.value, locale);
        if (type === 'date') return dayIn(part?.valueDateTime, locale);
        return part?.valueCodeableConcept?.coding?.[0]?.code ?? part?.valueString ?? '';
    }
  };
  return { code: form.code, values: Object.fromEntries(form.fields.map((field) => [field.key, shown(field)])) };
}

function dayIn(date: string | undefined, locale: Locale): string {
  const day = storedDay(date);
  return day === undefined ? '' : formatDate(day, locale);
}

const numberIn = (value: number | undefined, locale: Locale): string =>
  value === undefined ? '' : writeDecimal(value, locale);

/** Applies the form to the stored result; other parts are preserved. */
export function correctedObservationOf(
  entry: ObservationEntry,
  stored: StoredObservation,
  occasion: Omit<ObservationOccasion, 'formId' | 'encounterId'>,
): StoredResource {
  const next = observationOf(entry, { ...occasion, encounterId: undefined, formId: stored.id });
  const labels = new Set(entry.form.fields.map(({ label }) => label));
  const others = (stored.raw.component ?? []).filter(({ code }) => !labels.has(code?.text ?? ''));
  const made: readonly unknown[] = Array.isArray(next['component']) ? next['component'] : [];
  const component = [...made, ...others];
  return correctedObservation(
    stored.resource,
    { ...next, ...(component.length > 0 && { component }) },
    // the time is not asked for here: keep it if the day is unchanged
    ['code', 'note', 'bodySite', 'referenceRange', ...(isSameDay(entry, stored) ? ['effectiveDateTime'] : [])],
  );
}

const isSameDay = ({ texts }: ObservationEntry, { raw }: StoredObservation): boolean =>
  texts['effectiveDateTime'] === storedDay(raw.effectiveDateTime);

/** Restores a draft. */
export function observationFormOf(kept: unknown, first: ObservationForm): ObservationForm | undefined {
  if (typeof kept !== 'object' || kept === null || !('code' in kept) || typeof kept.code !== 'string') return undefined;
  const values =
    'values' in kept && typeof kept.values === 'object' && kept.values !== null ? Object.entries(kept.values) : [];
  return {
    code: kept.code,
    values: {
      ...first.values,
      ...Object.fromEntries(values.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    },
  };
}
