import { formIdentifier } from '@phr/fhir/builders';
import { SNOMED } from '@phr/clinical/codings';
import type { ParseResult } from '@phr/module-kit/checked-form';
import { type Chosen, codeableOf } from '../concepts/concept.entity.ts';
import { readDay, readText } from '../form/form.model.ts';

/** What stands in the form. */
export interface ConditionForm {
  readonly disease: string;
  /** 'system|code' of a disease of the catalogue, '' of a typed one. */
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
  readonly recordedDate?: string;
  readonly status: Status;
  readonly severity?: Severity;
}

/** Checks the form: a disease is needed, chosen or typed; the date is not in the future (D-60). @param today calendar day of the person */
export function checkCondition(form: ConditionForm, today: string): ParseResult<ConditionEntry> {
  const disease = readText('disease', form.disease, 200);
  const day = readDay('recordedDate', form.recordedDate, today);
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

/** The Condition as the record keeps it, recorded by the person. @param formId UUID by which a repeat is recognised */
export function newCondition(
  { disease, recordedDate, status, severity }: ConditionEntry,
  patientId: string,
  formId: string,
) {
  const patient = { reference: `Patient/${patientId}` };
  return {
    resourceType: 'Condition',
    identifier: [formIdentifier(formId)],
    clinicalStatus: { coding: [{ system: CLINICAL, code: status }] },
    category: [{ coding: [{ system: CATEGORY, code: 'problem-list-item' }] }],
    ...(severity === undefined ? {} : { severity: { coding: [{ system: SNOMED, code: SEVERITY_CODES[severity] }] } }),
    code: codeableOf(disease),
    subject: patient,
    recorder: patient,
    ...(recordedDate === undefined ? {} : { recordedDate }),
  } as const;
}
