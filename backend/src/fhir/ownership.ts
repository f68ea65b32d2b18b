import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@phr/fhir/json';
import { identifier as readIdentifier } from '@phr/fhir/datatypes';
import { kindOf } from '@phr/fhir/identifiers';
import { FhirError, notDeletable } from './fhir-error.ts';
import { isRawNumber } from './json-text.ts';
import { parseReference, valuesAt, type Resource } from './resource.ts';

const PROFESSIONAL = new Set(['Organization', 'Practitioner', 'PractitionerRole']);
const PERFORMERS = ['performer', 'performer.actor', 'asserter', 'recorder'];

/**
 * True for what the patient entered: no performer is an organisation or a professional (D-45). A typed place (display only) is no performer of that
 * kind. Checked for deletes, and for changes of results, immunizations and conditions.
 */
export function enteredByPatient(resource: Resource): boolean {
  const contained = new Map<string, unknown>(valuesAt(resource, 'contained').flatMap((value) => (isObject(value) ? [[`#${String(value['id'])}`, value['resourceType']] as const] : [])));
  return !PERFORMERS.flatMap((path) => valuesAt(resource, path)).some((performer) => {
    if (!isObject(performer)) return false;
    const reference = typeof performer['reference'] === 'string' ? performer['reference'] : '';
    const type = performer['type'] ?? contained.get(reference) ?? parseReference(reference)?.type;
    return typeof type === 'string' && PROFESSIONAL.has(type);
  });
}

/**
 * What is stored when a person updates a resource: the elements that belong to the server stay as they are, and things that only a provider may
 * change are refused. Throws FhirError 403 or 422.
 */
export function personsUpdate(stored: Resource, sent: Resource, expression: string): Resource {
  switch (sent.resourceType) {
    case 'Patient': return keepServerElements(stored, sent);
    case 'Consent': return onlyChanging(stored, sent, ['status', 'dateTime'], expression);
    case 'DiagnosticReport': return enteredByPatient(stored) ? sent : addingResults(stored, sent, expression);
    case 'Condition':
    case 'Immunization':
      if (!enteredByPatient(stored)) throw notDeletable(expression);
      return sent;
    default: return sent;
  }
}

/** A person's new Patient: internal and hospital ids, links and the managing organisation are given by the server. */
export function personsPatient(sent: Resource): Resource {
  return keepServerElements({ resourceType: 'Patient' }, sent);
}

const SERVER_ELEMENTS = ['link', 'managingOrganization', 'active', 'deceasedBoolean', 'deceasedDateTime', 'generalPractitioner'];

function keepServerElements(stored: Resource, sent: Resource): Resource {
  const result: Record<string, unknown> = { ...sent };
  for (const element of SERVER_ELEMENTS) {
    if (stored[element] === undefined) delete result[element];
    else result[element] = stored[element];
  }
  const official = valuesAt(stored, 'identifier').filter(isOfficial);
  const own = valuesAt(sent, 'identifier').filter((identifier) => !isOfficial(identifier));
  if (official.length + own.length > 0) result['identifier'] = [...official, ...own];
  else delete result['identifier'];
  return { ...result, resourceType: sent.resourceType };
}

/** PI comes from the server and MA from a hospital; a patient cannot invent them (D-25). */
function isOfficial(value: unknown): boolean {
  const identifier = readIdentifier(value);
  const kind = identifier === undefined ? undefined : kindOf(identifier);
  return kind === 'PI' || kind === 'MA';
}

function onlyChanging(stored: Resource, sent: Resource, elements: readonly string[], expression: string): Resource {
  // 5.40 and 5.4 are one number here
  const strip = (resource: Resource): unknown => JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(resource).filter(([key]) => key !== 'meta' && key !== 'id' && !elements.includes(key)))));
  if (!isDeepStrictEqual(strip(stored), strip(sent))) {
    throw new FhirError(422, { code: 'business-rule', diagnostics: `Only ${elements.join(' and ')} can be changed`, expression });
  }
  return sent;
}

/** A hospital's report may get further results of the patient and nothing else. */
function addingResults(stored: Resource, sent: Resource, expression: string): Resource {
  const kept = new Set(valuesAt(sent, 'result').map(orderedText));
  if (!valuesAt(stored, 'result').every((result) => kept.has(orderedText(result)))) throw notDeletable(expression);
  return onlyChanging(stored, sent, ['result'], expression);
}

/** JSON text with the names of each object in one order: the same for equal values. */
function orderedText(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (isObject(member) && !isRawNumber(member) ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1))) : member));
}
