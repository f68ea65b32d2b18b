import { isObject } from './json.ts';

/**
 * Elements that name who performed, ordered, recorded or asserted clinical content. Places, payers and bookings are
 * excluded.
 */
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

const NOTE = ['note', 'authorReference'];
/** The same as lists of steps. */
const PATHS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  Object.entries(AUTHORS).map(([type, paths]) => [type, [...paths.map((path) => path.split('.')), NOTE]]),
);
const OTHERS = [NOTE];

/** An element that names an author. */
export interface Author {
  /** Element names and list indexes that lead to it. */
  readonly steps: readonly (string | number)[];
  /** A Reference, in a valid resource. */
  readonly value: unknown;
}

/** Every author element of a resource and of its contained resources. */
export function authorsIn(resource: { readonly [element: string]: unknown }): readonly Author[] {
  const found: Author[] = [];
  const add = (value: unknown, path: readonly string[], taken: number, steps: readonly (string | number)[]): void => {
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) add(value[index], path, taken, [...steps, index]);
      return;
    }
    const step = path[taken];
    if (step === undefined) found.push({ steps, value });
    else if (isObject(value) && value[step] !== undefined) add(value[step], path, taken + 1, [...steps, step]);
  };
  const addAll = (part: unknown, steps: readonly (string | number)[]): void => {
    const type = isObject(part) ? String(part['resourceType']) : '';
    for (const path of PATHS.get(type) ?? OTHERS) add(part, path, 0, steps);
  };
  addAll(resource, []);
  const { contained } = resource;
  if (Array.isArray(contained))
    contained.forEach((part, index) => {
      addAll(part, ['contained', index]);
    });
  return found;
}
