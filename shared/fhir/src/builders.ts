import type { CodeableConcept, Coding, Period, Quantity, Range, Reference, SampledData } from './datatypes.ts';
import { FORM_ID_SYSTEM } from './identifiers.ts';

/** Categories of an observation. */
export type ObservationCategory = 'vital-signs' | 'procedure' | 'laboratory' | 'imaging' | 'social-history' | 'survey';

export interface ComponentInput {
  readonly code: CodeableConcept;
  readonly valueQuantity?: Quantity;
  readonly valueString?: string;
  readonly valueDateTime?: string;
  readonly valueCodeableConcept?: CodeableConcept;
  readonly valueSampledData?: SampledData;
  readonly interpretation?: readonly CodeableConcept[];
  readonly referenceRange?: readonly (Range & { readonly text?: string })[];
}

/** A form's data for a new reading. */
export interface ObservationInput extends Omit<ComponentInput, 'code'> {
  readonly patientId: string;
  readonly category: ObservationCategory;
  /** Codings in the order they are written, LOINC first. */
  readonly codings: readonly Coding[];
  readonly codeText?: string;
  /** Instant with offset, or a period. */
  readonly effective: string | Period;
  readonly issued: string;
  /** Free-text performer; without it the patient is the performer. */
  readonly place?: string;
  readonly encounterId?: string;
  readonly bodySite?: Coding;
  readonly component?: readonly ComponentInput[];
  readonly note?: string;
  /** Id generated when the form opened (R-02). */
  readonly formId: string;
}

/** An observation as the app writes it (FHIR R4; minimum of the service catalogue). */
export interface NewObservation {
  readonly resourceType: 'Observation';
  readonly status: 'final';
  readonly [element: string]: unknown;
}

/** A resource in a transaction. */
export interface TransactionEntry {
  readonly fullUrl: string;
  readonly resource: { readonly resourceType: string; readonly [element: string]: unknown };
  readonly request: {
    readonly method: 'POST' | 'PUT';
    readonly url: string;
    readonly ifNoneExist?: string;
    readonly ifMatch?: string;
  };
}

const CATEGORY_SYSTEM = 'http://terminology.hl7.org/CodeSystem/observation-category';
const INTERPRETATION_SYSTEM = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';

/** Builds a new observation, omitting empty texts and absent parts. */
export function newObservation(input: ObservationInput): NewObservation {
  const {
    patientId,
    category,
    codings,
    codeText,
    effective,
    issued,
    place,
    encounterId,
    bodySite,
    component,
    note,
    formId,
    ...value
  } = input;
  const patient: Reference = { reference: `Patient/${patientId}` };
  return {
    resourceType: 'Observation',
    identifier: [formIdentifier(formId)],
    status: 'final',
    category: [{ coding: [{ system: CATEGORY_SYSTEM, code: category }] }],
    code: { coding: codings, ...(codeText === undefined ? {} : { text: codeText }) },
    subject: patient,
    performer: [place === undefined || place.trim() === '' ? patient : { display: place.trim() }],
    ...(typeof effective === 'string' ? { effectiveDateTime: effective } : { effectivePeriod: effective }),
    issued,
    ...value,
    ...(encounterId === undefined ? {} : { encounter: { reference: `Encounter/${encounterId}` } }),
    ...(bodySite === undefined ? {} : { bodySite: { coding: [bodySite] } }),
    ...(component === undefined || component.length === 0 ? {} : { component }),
    ...(note === undefined || note.trim() === '' ? {} : { note: [{ text: note.trim() }] }),
  };
}

/** L, N, H, NEG or POS as an interpretation. */
export function interpretation(code: 'L' | 'N' | 'H' | 'NEG' | 'POS'): CodeableConcept {
  return { coding: [{ system: INTERPRETATION_SYSTEM, code }] };
}

/** Identifier that makes a repeated save idempotent. `formId` is a UUID. */
export function formIdentifier(formId: string): { readonly system: string; readonly value: string } {
  return { system: FORM_ID_SYSTEM, value: `urn:uuid:${formId}` };
}

/** Condition for an idempotent create, for `ifNoneExist` or the If-None-Exist header. */
export function ifNoneExist(formId: string): string {
  return `identifier=${encodeURIComponent(FORM_ID_SYSTEM)}|${encodeURIComponent(`urn:uuid:${formId}`)}`;
}

/** A transaction entry that creates a resource once. Other entries refer to it as `urn:uuid:<formId>`. */
export function createEntry(resource: TransactionEntry['resource'], formId: string): TransactionEntry {
  return {
    fullUrl: `urn:uuid:${formId}`,
    resource,
    request: { method: 'POST', url: resource.resourceType, ifNoneExist: ifNoneExist(formId) },
  };
}

/**
 * A transaction entry that updates an existing resource; with a version, the server rejects it after a concurrent
 * change.
 */
export function updateEntry(
  resource: TransactionEntry['resource'] & { readonly id: string },
  version?: string,
): TransactionEntry {
  return {
    fullUrl: `urn:uuid:${resource.id}`,
    resource,
    request: {
      method: 'PUT',
      url: `${resource.resourceType}/${resource.id}`,
      ...(version === undefined ? {} : { ifMatch: `W/"${version}"` }),
    },
  };
}

/** The six allowed transaction entries: new observations, new reports, and reports that gain a result. */
const TOGETHER = /^(?:POST (?:Observation|DiagnosticReport)|PUT DiagnosticReport\/[^/]+)$/;

/**
 * Builds an all-or-nothing transaction (D-114).
 * @throws TypeError for any other kind of entry, which must not be sent to the record server's root (CLI-11).
 */
export function transaction(entry: readonly TransactionEntry[]): {
  readonly resourceType: 'Bundle';
  readonly type: 'transaction';
  readonly entry: readonly TransactionEntry[];
} {
  const other = entry.find(({ request: { method, url } }) => !TOGETHER.test(`${method} ${url}`));
  if (other !== undefined) throw new TypeError(`${other.request.method} ${other.request.url} is sent alone`);
  return { resourceType: 'Bundle', type: 'transaction', entry };
}
