import { codeableConcept, meta, reference } from '@phr/fhir/datatypes';
import { isObject, list, lenientObject, text } from '@phr/fhir/json';
import { hasCode } from '@phr/fhir/reading';
import { isOwnEntry } from '@phr/fhir/source';

/** A complete DiagnosticReport from the server, so that an update preserves everything. */
export interface LabReport {
  readonly id: string;
  readonly version?: string;
  /** HL7 table 0074 says LAB. */
  readonly isLaboratory: boolean;
  readonly isWithdrawn: boolean;
  /** Entered by the patient (D-45). */
  readonly isOwn: boolean;
  readonly codes: readonly string[];
  readonly resource: { readonly [element: string]: unknown };
}

const wire = lenientObject({
  id: text,
  status: text,
  meta,
  category: list(codeableConcept),
  code: codeableConcept,
  performer: list(reference),
});

/** Parses a DiagnosticReport for adding a result; undefined without an id. */
export function readLabReport(resource: unknown): LabReport | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || !isObject(resource)) return undefined;
  const version = raw.meta?.versionId;
  return {
    id: raw.id,
    resource,
    ...(version === undefined ? {} : { version }),
    isLaboratory: raw.category?.some((category) => hasCode(category, 'LAB')) === true,
    isOwn: isOwnEntry(raw),
    isWithdrawn: raw.status === 'entered-in-error' || raw.status === 'cancelled',
    codes: (raw.code?.coding ?? []).flatMap(({ code }) => code ?? []),
  };
}
