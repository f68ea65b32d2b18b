import { ruleOf } from './resource-types.ts';
import type { RawQuery, SearchQuery } from './search-query.ts';

/** Name of the parameter for the person, where it is not `patient`. */
const PERSON: Readonly<Record<string, string>> = { Group: 'member', Coverage: 'beneficiary' };
/** Where a directory is searched by a part of a name. */
const NAME: Readonly<Record<string, string>> = { PractitionerRole: 'practitioner.name', Questionnaire: 'title' };
/** Ours only: asked in another way, or done here. */
const OURS = new Set(['_assoc', '_ilike', 'page', '_cursor', '_total', '_count', '_format', '_pretty']);

/**
 * A checked search in the words of any FHIR R4 server: `GET /Patient/{id}/X` is X?patient=, `_ilike` is name:contains, and a calendar day becomes the instants at
 * which it begins and ends in the caller's zone. A page is cut from the first rows, as servers have no common parameter for it.
 */
export function foreignQuery(type: string, raw: RawQuery, query: SearchQuery, patientId: string | undefined): string {
  const result = new URLSearchParams();
  if (patientId !== undefined) result.append(PERSON[type] ?? 'patient', `Patient/${patientId}`);
  const parameters = ruleOf(type)?.parameters ?? {};
  let date = 0;
  for (const [name, given] of Object.entries(raw)) {
    for (const value of given === undefined ? [] : typeof given === 'string' ? [given] : given) {
      if (OURS.has(name)) continue;
      const read = parameters[name]?.kind === 'date' ? query.dates[date++] : undefined;
      if (read === undefined) result.append(name, value);
      else result.append(name, `${read.prefix}${(read.prefix === 'le' || read.prefix === 'gt' ? read.end : read.start).toISOString()}`);
    }
  }
  const words = raw['_ilike'];
  if (typeof words === 'string' && words.trim() !== '') result.append(`${NAME[type] ?? 'name'}:contains`, words.trim());
  result.append('_count', String(query.page === undefined ? query.count : query.offset + query.count));
  if (query.total) result.append('_total', 'accurate');
  return result.toString();
}
