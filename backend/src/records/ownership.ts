import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@phr/fhir/json';
import { isTyped } from '@phr/fhir/correctable';
import { isOwn, type Origin } from './authorship.ts';
import { FhirError, notDeletable } from '../fhir/fhir-error.ts';
import { isRawNumber } from '../kit/content/json-text.ts';
import { asSelfReported, isIssued, provenKind, personalKindOf } from '../fhir/official-numbers.ts';
import { valuesAt, type Resource } from '../fhir/resource.ts';

/**
 * Result of a person's update: server-owned elements are kept, provider-only changes rejected.
 * @throws FhirError 403 or 422
 */
export function personsUpdate(stored: Resource, origin: Origin, sent: Resource, expression: string): Resource {
  switch (sent.resourceType) {
    case 'Patient':
      return keepServerElements(stored, sent);
    case 'Consent':
      return onlyChanging(stored, sent, ['status', 'dateTime'], expression);
    case 'DiagnosticReport':
      return isOwn(origin) ? sent : addingResults(stored, sent, expression);
    case 'Observation':
      // meter and file data are never rewritten: delete wrong ones, or add a note
      if (!isOwn(origin) || origin.source === 'device' || !isTyped(stored)) throw notDeletable(expression);
      return sent;
    case 'AllergyIntolerance':
    case 'MedicationStatement':
      // imported entries keep what their file says
      if (!isOwn(origin) || !isTyped(stored)) throw notDeletable(expression);
      return sent;
    case 'MedicationAdministration':
      if (!isOwn(origin)) throw notDeletable(expression);
      return mistaken(stored, sent, expression);
    case 'Condition':
    case 'Coverage':
    case 'Immunization':
      if (!isOwn(origin)) throw notDeletable(expression);
      return sent;
    default:
      return sent;
  }
}

/** A person's new Patient: internal and hospital ids, links and managing organisation come from the server. */
export function personsPatient(sent: Resource): Resource {
  return keepServerElements({ resourceType: 'Patient' }, sent);
}

const SERVER_ELEMENTS = [
  'link',
  'managingOrganization',
  'active',
  'deceasedBoolean',
  'deceasedDateTime',
  'generalPractitioner',
];

function keepServerElements(stored: Resource, sent: Resource): Resource {
  const result: Record<string, unknown> = { ...sent };
  for (const element of SERVER_ELEMENTS) {
    if (stored[element] === undefined) delete result[element];
    else result[element] = stored[element];
  }
  const official = valuesAt(stored, 'identifier').filter(
    (identifier) => isIssued(identifier) || provenKind(identifier) !== undefined,
  );
  const proven = new Set(official.map(provenKind));
  const isProven = (identifier: unknown): boolean =>
    personalKindOf(identifier) !== undefined && proven.has(personalKindOf(identifier));
  // issuer-confirmed numbers cannot be restated, nor others' numbers invented (D-25)
  const own = valuesAt(sent, 'identifier')
    .filter((identifier) => !isIssued(identifier) && !isProven(identifier))
    .map(asSelfReported);
  if (official.length + own.length > 0) result['identifier'] = [...official, ...own];
  else delete result['identifier'];
  return { ...result, resourceType: sent.resourceType };
}

function onlyChanging(stored: Resource, sent: Resource, elements: readonly string[], expression: string): Resource {
  // 5.40 and 5.4 are one number here
  const strip = (resource: Resource): unknown =>
    JSON.parse(
      JSON.stringify(
        Object.fromEntries(
          Object.entries(resource).filter(([key]) => key !== 'meta' && key !== 'id' && !elements.includes(key)),
        ),
      ),
    );
  if (!isDeepStrictEqual(strip(stored), strip(sent))) {
    throw new FhirError(422, {
      code: 'business-rule',
      diagnostics: `Only ${elements.join(' and ')} can be changed`,
      expression,
    });
  }
  return sent;
}

/** A recorded dose cannot change, except to be marked as erroneous, which frees its planned time's identifier. */
function mistaken(stored: Resource, sent: Resource, expression: string): Resource {
  const isMistake = sent['status'] === 'entered-in-error';
  if (!isMistake && sent['status'] !== stored['status'])
    throw new FhirError(422, {
      code: 'business-rule',
      diagnostics: 'A dose can only be marked as entered in error',
      expression: `${expression}.status`,
    });
  return onlyChanging(stored, sent, isMistake ? ['status', 'identifier'] : ['status'], expression);
}

/** Patients may add results to a hospital's report, and nothing else. */
function addingResults(stored: Resource, sent: Resource, expression: string): Resource {
  const sentResults = new Set(valuesAt(sent, 'result').map(orderedText));
  if (!valuesAt(stored, 'result').every((result) => sentResults.has(orderedText(result))))
    throw notDeletable(expression);
  return onlyChanging(stored, sent, ['result'], expression);
}

/** Canonical JSON with sorted keys, for comparing values. */
function orderedText(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isObject(member) && !isRawNumber(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
