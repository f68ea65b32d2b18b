import { isObject } from '@phr/fhir/json';
import { TYPES } from '../src/fhir/resource-types.ts';
import type { Resource } from '../src/fhir/resource.ts';

const text = { text: 'x' };
const coded = (code: string) => ({ coding: [{ code }] });
const at = '2026-01-01T08:00:00+07:00';

/** What R4 requires of a type besides its person. */
const MORE: Readonly<Record<string, object>> = {
  Patient: { name: [{ text: 'NGƯỜI THỬ' }], birthDate: '1985-03-12' },
  Group: { type: 'person', actual: true, code: coded('OTHER') },
  Observation: { status: 'final', code: text, effectiveDateTime: at },
  DiagnosticReport: { status: 'final', code: text, effectiveDateTime: at },
  Condition: { code: text, recordedDate: at },
  Encounter: { status: 'finished', class: { code: 'AMB' } },
  Procedure: { status: 'completed', code: text },
  Immunization: { status: 'completed', vaccineCode: text, occurrenceDateTime: at },
  ImmunizationRecommendation: { date: at, recommendation: [{ vaccineCode: [text], forecastStatus: text }] },
  AllergyIntolerance: { code: text },
  MedicationRequest: { status: 'active', intent: 'order', medicationCodeableConcept: text },
  MedicationStatement: { status: 'active', medicationCodeableConcept: text },
  MedicationDispense: { status: 'completed', medicationCodeableConcept: text },
  MedicationAdministration: { status: 'completed', medicationCodeableConcept: text, effectiveDateTime: at },
  ServiceRequest: { status: 'active', intent: 'order', code: text },
  Media: { status: 'completed', content: { title: 'x' } },
  ImagingStudy: { status: 'available', started: at },
  DocumentReference: { status: 'current', content: [{ attachment: { title: 'x' } }] },
  Provenance: { recorded: at, agent: [{ who: { display: 'x' } }] },
  Composition: { status: 'final', type: text, date: at, title: 'x', author: [{ display: 'x' }] },
  CarePlan: { status: 'active', intent: 'plan' },
  Goal: { lifecycleStatus: 'active', description: text },
  FamilyMemberHistory: { status: 'completed', relationship: coded('MTH') },
  RiskAssessment: { status: 'final' },
  QuestionnaireResponse: { status: 'completed', questionnaire: 'https://phr.example/form' },
  Claim: {
    status: 'active',
    use: 'claim',
    type: text,
    created: at,
    provider: { display: 'x' },
    priority: text,
    insurance: [],
  },
  ExplanationOfBenefit: {
    status: 'active',
    use: 'claim',
    type: text,
    created: at,
    insurer: { display: 'x' },
    provider: { display: 'x' },
    outcome: 'complete',
    insurance: [],
  },
  Coverage: { status: 'active', payor: [{ display: 'x' }] },
  Account: { status: 'active' },
  Consent: {
    status: 'proposed',
    scope: coded('patient-privacy'),
    category: [coded('59284-0')],
    policyRule: coded('OPTIN'),
  },
  Task: { status: 'requested', intent: 'order', groupIdentifier: { value: 'request_link_profile' } },
  DeviceUseStatement: { status: 'active', device: { display: 'x' } },
  Organization: { name: 'x' },
  Practitioner: { name: [{ text: 'x' }] },
  HealthcareService: { name: 'x' },
  Location: { name: 'x' },
  Medication: { code: text },
  Endpoint: {
    status: 'active',
    connectionType: { code: 'dicom-wado-rs' },
    payloadType: [text],
    address: 'https://pacs.example',
  },
  Schedule: { actor: [{ display: 'x' }] },
  Slot: { schedule: { display: 'x' }, status: 'free', start: at, end: '2026-01-01T08:30:00+07:00' },
  Questionnaire: { status: 'active', title: 'x' },
};
/** Types whose identifier is a single one and not a list. */
const ONE_IDENTIFIER = new Set(['Composition', 'QuestionnaireResponse']);

/** A valid resource of a type in a person's record. */
export function sampleFor(type: string, patientId: string, identifier?: string): Resource {
  const subject = { reference: `Patient/${patientId}` };
  const [place] = TYPES[type]?.patient ?? [];
  const person =
    place === undefined
      ? {}
      : type === 'Appointment'
        ? { status: 'proposed', participant: [{ actor: subject, status: 'accepted' }] }
        : type === 'Group'
          ? { member: [{ entity: subject }] }
          : { [place]: type === 'Account' || type === 'Provenance' ? [subject] : subject };
  // R4 gives a Provenance no identifier
  const named =
    identifier === undefined || type === 'Provenance' ? undefined : { system: SYSTEM_OF_TEST, value: identifier };
  return {
    resourceType: type,
    ...MORE[type],
    ...person,
    ...(named === undefined ? {} : { identifier: ONE_IDENTIFIER.has(type) ? named : [named] }),
  };
}

export const SYSTEM_OF_TEST = 'https://phr.example/rights-test';

/** The path of inline targets, by the reference that they replace. */
export function inlineTypes(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (one: unknown): void => {
    if (Array.isArray(one)) one.forEach(walk);
    if (!isObject(one)) return;
    if (typeof one['reference'] === 'string' && isObject(one['resource']))
      found.add(String(one['resource']['resourceType']));
    Object.values(one).forEach(walk);
  };
  walk(value);
  return found;
}
