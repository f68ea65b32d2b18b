import { relativeReference } from '../../fhir/own-address.ts';
import { ruleOf } from '../../fhir/resource-types.ts';
import type { RawQuery, SearchQuery } from '../../fhir/search-query.ts';

/** The person parameter's name, if not `patient`. */
export const PERSON: Readonly<Record<string, string>> = { Group: 'member', Coverage: 'beneficiary' };
/** R4 name of a type's date parameter, if not `date`; types without one sort by last change. */
const DATE: Readonly<Record<string, string | undefined>> = {
  Condition: 'recorded-date',
  MedicationRequest: 'authoredon',
  MedicationStatement: 'effective',
  MedicationDispense: 'whenhandedover',
  MedicationAdministration: 'effective-time',
  ServiceRequest: 'authored',
  Media: 'created',
  ImagingStudy: 'started',
  Goal: 'start-date',
  QuestionnaireResponse: 'authored',
  Claim: 'created',
  ExplanationOfBenefit: 'created',
  Coverage: undefined,
  Account: 'period',
  Task: 'authored-on',
  Provenance: 'recorded',
  DeviceUseStatement: undefined,
  Slot: 'start',
};
/** Parameters of ours that FHIR R4 does not have for the type. */
export const OURS_ONLY: Readonly<Record<string, readonly string[]>> = {
  Immunization: ['encounter'],
  AllergyIntolerance: ['encounter'],
};
/** Queried differently, or evaluated here. */
const OURS = new Set([
  '_assoc',
  '_ilike',
  'page',
  '_cursor',
  '_total',
  '_count',
  '_sort',
  '_format',
  '_pretty',
  '_summary',
]);
/** Servers refuse a larger page, or cut it. */
const MOST_ROWS = 1_000;

/**
 * Translates a search to universally supported FHIR R4: `GET /Patient/{id}/X` becomes X?patient=, days become instants
 * in the caller's zone, sort is explicit. Optional features (`_ilike`, modifiers, not-equal dates) are omitted: the
 * result is a superset, narrowed by `fits`.
 */
export function upstreamQuery(type: string, raw: RawQuery, query: SearchQuery, patientId: string | undefined): string {
  const result = new URLSearchParams();
  if (type === 'Patient') result.append('_id', patientId ?? '');
  else if (patientId !== undefined) result.append(PERSON[type] ?? 'patient', `Patient/${patientId}`);
  const parameters = ruleOf(type)?.parameters ?? {};
  let date = 0;
  for (const [name, given] of Object.entries(raw)) {
    for (const value of given === undefined ? [] : typeof given === 'string' ? [given] : given) {
      const parameter = parameters[name];
      if (parameter?.kind === 'date') for (const bound of boundsOf(query.dates[date++])) result.append(name, bound);
      else if (
        OURS.has(name) ||
        (type === 'Patient' && name === '_id') ||
        name.includes(':') ||
        OURS_ONLY[type]?.includes(name) === true
      )
        continue;
      // an id without type is ambiguous
      else if (parameter?.kind === 'reference')
        result.append(
          name,
          value
            .split(',')
            .map((item) => (/[/:]/.test(item) ? relativeReference(item) : `${parameter.target}/${item}`))
            .join(','),
        );
      else result.append(name, value);
    }
  }
  result.append('_sort', sortOf(type, query.sort));
  // words are matched here, with as few pages as possible
  result.append(
    '_count',
    String(query.contains.length > 0 && query.count > 0 ? MOST_ROWS : Math.min(query.offset + query.count, MOST_ROWS)),
  );
  if (query.total) result.append('_total', 'accurate');
  return result.toString();
}

/** What FHIR R4 calls an order of ours. */
export function sortOf(type: string, { key, descending }: SearchQuery['sort']): string {
  const date = type in DATE ? DATE[type] : 'date';
  return `${descending ? '-' : ''}${key === 'id' ? '_id' : key === 'lastUpdated' ? '_lastUpdated' : (date ?? '_lastUpdated')}`;
}

function boundsOf(condition: SearchQuery['dates'][number] | undefined): readonly string[] {
  if (condition === undefined) return [];
  const [start, end] = [condition.start.toISOString(), condition.end.toISOString()];
  switch (condition.prefix) {
    case 'eq':
      return [`ge${start}`, `le${end}`];
    case 'ne':
      return [];
    case 'gt':
    case 'le':
      return [`${condition.prefix}${end}`];
    case 'ge':
    case 'lt':
      return [`${condition.prefix}${start}`];
  }
}
