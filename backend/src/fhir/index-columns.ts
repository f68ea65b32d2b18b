import { dateBounds } from '@phr/fhir/dates';
import { fold } from '@phr/fhir/fold';
import { isObject } from '@phr/fhir/json';
import { ruleOf, type Parameter } from './resource-types.ts';
import { parseReference, valuesAt, type Resource } from './resource.ts';

/** What searches ask for, taken out of a resource. */
export interface IndexColumns {
  readonly patientId: string | undefined;
  /** First and last instant; undefined when the resource has no date. */
  readonly date: { readonly start: Date; readonly end: Date } | undefined;
  readonly tokens: readonly string[];
  readonly identifiers: readonly string[];
  readonly fold: string;
}

/** Calendar dates have no zone; for ordering and searching they lie in the zone of the facilities. */
export const FACILITY_ZONE_MINUTES = 420;

/** Index columns of a resource. Reads odd data without throwing; what cannot be read cannot be found by it. */
export function indexColumns(resource: Resource): IndexColumns {
  const rule = ruleOf(resource.resourceType);
  const tokens = Object.entries(rule?.parameters ?? {})
    .filter(([, parameter]) => parameter.kind !== 'date')
    .flatMap(([name, parameter]) => tokenValues(resource, parameter).map((value) => `${name}=${value}`));
  return {
    patientId: patientsOf(resource)[0],
    date: rule?.date.map((path) => boundsOf(valuesAt(resource, path)[0])).find((bounds) => bounds !== undefined),
    tokens: [...new Set(tokens)],
    identifiers: [...new Set(valuesAt(resource, 'identifier').flatMap(identifierTokens))],
    fold: fold((rule?.fold ?? []).flatMap((path) => valuesAt(resource, path)).filter((value) => typeof value === 'string').join(' ')),
  };
}

/** Ids of the persons that a resource belongs to, the owner of the record first. */
export function patientsOf(resource: Resource): readonly string[] {
  if (resource.resourceType === 'Patient') return resource.id === undefined ? [] : [resource.id];
  const rule = ruleOf(resource.resourceType);
  const references = (rule?.patient ?? []).flatMap((path) => valuesAt(resource, `${path}.reference`));
  const ids = references.flatMap((reference) => {
    const target = typeof reference === 'string' ? parseReference(reference) : undefined;
    return target?.type === 'Patient' ? [target.id] : [];
  });
  return [...new Set(ids)];
}

/** 'system|value' of an identifier as it is stored and looked for. */
export function identifierKey(system: string | undefined, value: string): string {
  return `${system ?? ''}|${value}`;
}

function identifierTokens(value: unknown): readonly string[] {
  if (!isObject(value) || typeof value['value'] !== 'string') return [];
  return [identifierKey(typeof value['system'] === 'string' ? value['system'] : undefined, value['value'])];
}

function tokenValues(resource: Resource, parameter: Parameter): readonly string[] {
  const values = parameter.paths.flatMap((path) => valuesAt(resource, path));
  if (parameter.kind === 'token') return values.flatMap(codeTokens);
  if (parameter.kind === 'string') return values.filter((value) => typeof value === 'string').map(fold);
  // a canonical address (Questionnaire|version) counts as a reference to it
  return values.flatMap((value) => (isObject(value) ? [value['reference']] : [value])).filter((value) => typeof value === 'string')
    .map((value) => value.replace(/\|.*$/, ''));
}

/** A code, boolean, Coding, CodeableConcept or Identifier as 'code' and 'system|code'. */
function codeTokens(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'boolean') return [String(value)];
  if (!isObject(value)) return [];
  if (Array.isArray(value['coding'])) return value['coding'].flatMap(codeTokens);
  const code = typeof value['code'] === 'string' ? value['code'] : value['value'];
  if (typeof code !== 'string') return [];
  return typeof value['system'] === 'string' ? [code, `${value['system']}|${code}`] : [code];
}

function boundsOf(value: unknown): { readonly start: Date; readonly end: Date } | undefined {
  if (typeof value === 'string') return dateBounds(value, FACILITY_ZONE_MINUTES);
  if (!isObject(value)) return undefined;
  const start = typeof value['start'] === 'string' ? dateBounds(value['start'], FACILITY_ZONE_MINUTES)?.start : undefined;
  const end = typeof value['end'] === 'string' ? dateBounds(value['end'], FACILITY_ZONE_MINUTES)?.end : undefined;
  // an open period has not ended yet
  if (start !== undefined) return { start, end: end ?? new Date('9999-12-31T00:00:00Z') };
  return end === undefined ? undefined : { start: end, end };
}
