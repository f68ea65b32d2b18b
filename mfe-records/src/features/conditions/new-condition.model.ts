import { formIdentifier } from '@phr/fhir/builders';
import { SNOMED } from '@phr/clinical/codings';
import type { ParseResult } from '@phr/module-kit/checked-form';
import { mayChange } from '@phr/fhir/transitions';
import type { StoredResource } from '@phr/module-kit/correction';
import { type Chosen, codeableOf } from '../concepts/concept.entity.ts';
import { defined } from '@phr/fhir/reading';
import type { StoredCondition } from './condition.entity.ts';
import { readPartialDay, readText } from '../form/form.model.ts';

/** Form fields. */
export interface ConditionForm {
  readonly disease: string;
  /** 'system|code' of a catalogue disease, '' for free text. */
  readonly diseaseToken: string;
  readonly recordedDate: string;
  readonly status: string;
  readonly severity: string;
}

export const STATUSES = ['active', 'relapse', 'remission', 'resolved'] as const;
export const SEVERITIES = ['mild', 'moderate', 'serious'] as const;
type Status = (typeof STATUSES)[number];
type Severity = (typeof SEVERITIES)[number];

/** A disease that can be saved. */
export interface ConditionEntry {
  readonly disease: Chosen;
  /** YYYY-MM-DD, YYYY-MM or YYYY. */
  readonly recordedDate?: string;
  readonly status: Status;
  readonly severity?: Severity;
}

/**
 * Validates the form: a disease is required; the date must not be in the future (D-60).
 * @param today the person's calendar day
 */
export function checkCondition(form: ConditionForm, today: string): ParseResult<ConditionEntry> {
  const disease = readText('disease', form.disease, 200);
  const day = readPartialDay('recordedDate', form.recordedDate, today);
  const faults = [
    ...(disease.value === undefined && disease.faults.length === 0
      ? [{ field: 'disease', message: 'cond.err.disease' }]
      : disease.faults),
    ...day.faults,
  ];
  if (faults.length > 0 || disease.value === undefined) return { ok: false, faults };
  const severity = SEVERITIES.find((one) => one === form.severity);
  return {
    ok: true,
    entry: {
      disease: { words: disease.value, token: form.diseaseToken },
      status: STATUSES.find((one) => one === form.status) ?? 'active',
      ...(day.value === undefined ? {} : { recordedDate: day.value }),
      ...(severity === undefined ? {} : { severity }),
    },
  };
}

const CLINICAL = 'http://terminology.hl7.org/CodeSystem/condition-clinical';
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/condition-category';
/** SNOMED CT codes of the severities (D-60). */
const SEVERITY_CODES: Readonly<Record<Severity, string>> = {
  mild: '255604002',
  moderate: '6736007',
  serious: '24484000',
};

/**
 * Builds the Condition, recorded by the person.
 * @param formId UUID that makes retries idempotent
 */
export function newCondition(
  { disease, recordedDate, status, severity }: ConditionEntry,
  patientId: string,
  formId: string,
) {
  const patient = { reference: `Patient/${patientId}` };
  return {
    resourceType: 'Condition',
    identifier: [formIdentifier(formId)],
    clinicalStatus: statusOf(status),
    category: [{ coding: [{ system: CATEGORY, code: 'problem-list-item' }] }],
    ...(severity === undefined ? {} : { severity: severityOf(severity) }),
    code: codeableOf(disease),
    subject: patient,
    recorder: patient,
    ...(recordedDate === undefined ? {} : { recordedDate }),
  } as const;
}

const statusOf = (status: Status) => ({ coding: [{ system: CLINICAL, code: status }] });
const severityOf = (severity: Severity) => ({ coding: [{ system: SNOMED, code: SEVERITY_CODES[severity] }] });

/** Statuses a stored disease may change to (table T3), including the current one. */
export function statusesAfter(stored: string | undefined): readonly Status[] {
  return STATUSES.filter((status) => mayChange('Condition', stored, status, 'patient') || status === stored);
}

/** Maps FHIR statuses to the form's: recurrence and inactive are synonyms (D-60). */
export function statusNamed(code: string | undefined): Status {
  const named = code === 'recurrence' ? 'relapse' : code === 'inactive' ? 'resolved' : code;
  return STATUSES.find((status) => status === named) ?? 'active';
}

/** Maps a severity to the form's; '' if missing or unknown. */
export function severityNamed(code: string | undefined): Severity | '' {
  return SEVERITIES.find((severity) => SEVERITY_CODES[severity] === code) ?? '';
}

/** Applies changes to the stored disease; everything not shown or not edited stays as sent. */
export function correctedCondition(entry: ConditionEntry, stored: StoredCondition): StoredResource {
  const { disease, recordedDate, status, severity } = entry;
  const { severity: _severity, recordedDate: _date, ...kept } = stored.resource;
  const isSameSeverity = (severity ?? '') === severityNamed(stored.severity);
  return {
    ...kept,
    ...(disease.words === stored.disease.words && disease.token === stored.disease.token
      ? {}
      : { code: codeableOf(disease) }),
    ...(status === statusNamed(stored.status) ? {} : { clinicalStatus: statusOf(status) }),
    ...(isSameSeverity
      ? defined({ severity: stored.resource['severity'] })
      : severity === undefined
        ? {}
        : { severity: severityOf(severity) }),
    ...(recordedDate === stored.recordedDate
      ? defined({ recordedDate: stored.resource['recordedDate'] })
      : defined({ recordedDate })),
  };
}
