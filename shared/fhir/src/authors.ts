import { isObject } from './json.ts';

/** Where clinical content names who did, ordered, wrote down or said it. Places, payers and bookings are not among them. */
const AUTHORS: Readonly<Record<string, readonly string[]>> = {
  AllergyIntolerance: ['recorder', 'asserter'],
  CarePlan: ['author', 'contributor'],
  Claim: ['enterer', 'provider', 'careTeam.provider'],
  Composition: ['author', 'attester.party', 'custodian'],
  Condition: ['recorder', 'asserter'],
  DiagnosticReport: ['performer', 'resultsInterpreter'],
  DocumentReference: ['author', 'authenticator', 'custodian'],
  Encounter: ['participant.individual'],
  ExplanationOfBenefit: ['enterer', 'provider', 'careTeam.provider'],
  Goal: ['expressedBy'],
  ImagingStudy: ['referrer', 'interpreter', 'series.performer.actor'],
  Immunization: ['performer.actor'],
  Media: ['operator'],
  MedicationAdministration: ['performer.actor'],
  MedicationDispense: ['performer.actor'],
  MedicationRequest: ['requester', 'performer', 'recorder', 'reportedReference'],
  MedicationStatement: ['informationSource'],
  Observation: ['performer'],
  Procedure: ['performer.actor', 'performer.onBehalfOf', 'recorder', 'asserter'],
  QuestionnaireResponse: ['author', 'source'],
  RiskAssessment: ['performer'],
  ServiceRequest: ['requester'],
};

/** A place of a resource that names somebody as author. */
export interface Author {
  /** Names of elements and places in lists that lead to it. */
  readonly steps: readonly (string | number)[];
  /** A Reference, where the resource is as it should be. */
  readonly value: unknown;
}

/** Every place of a resource, and of what it contains, that names who did, ordered, wrote down or said it. */
export function authorsIn(resource: { readonly [element: string]: unknown }): readonly Author[] {
  const found: Author[] = [];
  const add = (value: unknown, path: readonly string[], steps: readonly (string | number)[]): void => {
    if (Array.isArray(value)) {
      value.forEach((member, index) => { add(member, path, [...steps, index]); });
      return;
    }
    const [step, ...rest] = path;
    if (step === undefined) found.push({ steps, value });
    else if (isObject(value) && value[step] !== undefined) add(value[step], rest, [...steps, step]);
  };
  const addAll = (part: unknown, steps: readonly (string | number)[]): void => {
    const type = isObject(part) ? String(part['resourceType']) : '';
    for (const path of Object.hasOwn(AUTHORS, type) ? AUTHORS[type] ?? [] : []) add(part, path.split('.'), steps);
    add(part, ['note', 'authorReference'], steps);
  };
  addAll(resource, []);
  const { contained } = resource;
  if (Array.isArray(contained)) contained.forEach((part, index) => { addAll(part, ['contained', index]); });
  return found;
}
