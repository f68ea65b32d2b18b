import { dateBounds } from '@phr/fhir/dates';
import { normalizeText } from '@phr/fhir/normalize-text';
import { isObject } from '@phr/fhir/json';
import { FACILITY_ZONE_MINUTES } from '../kit/facility-zone.ts';
import { isSearchKey } from './official-numbers.ts';
import { ruleOf, TYPES, type Parameter } from './resource-types.ts';
import { parseReference, valuesAt, type Resource } from './resource.ts';

/** What searches ask for, taken out of a resource. */
export interface IndexColumns {
  /** Ids of the persons a resource belongs to, the record's owner first. */
  readonly patients: readonly string[];
  readonly patientId: string | undefined;
  /** First and last instant; undefined without a date. */
  readonly date: { readonly start: Date; readonly end: Date } | undefined;
  readonly tokens: readonly string[];
  readonly identifiers: readonly string[];
  readonly fold: string;
}

/** Indexed parts of each type: person paths, and token parameters. */
const READ = new Map(
  Object.entries(TYPES).map(([type, { patient, parameters }]) => [
    type,
    {
      patients: patient.map((path) => `${path}.reference`),
      tokens: Object.entries(parameters)
        .filter(([, { kind }]) => kind !== 'date')
        .map(([name, parameter]) => ({ prefix: `${name}=`, parameter })),
    },
  ]),
);

/** Index columns of a resource. Never throws on odd data; unreadable values are not searchable. */
export function indexColumns(resource: Resource): IndexColumns {
  const rule = ruleOf(resource.resourceType);
  const tokens: string[] = [];
  for (const { prefix, parameter } of READ.get(resource.resourceType)?.tokens ?? []) {
    for (const path of parameter.paths)
      for (const value of valuesAt(resource, path)) addTokens(value, parameter, prefix, tokens);
  }
  const patients = patientsOf(resource);
  const words =
    rule === undefined || rule.fold.length === 0
      ? ''
      : normalizeText(
          rule.fold
            .flatMap((path) => valuesAt(resource, path))
            .filter((value) => typeof value === 'string')
            .join(' '),
        );
  return {
    patients,
    patientId: patients[0],
    date: dateOf(resource, rule?.date ?? []),
    tokens: unique(tokens),
    identifiers: unique(valuesAt(resource, 'identifier').flatMap(identifierTokens)),
    fold: words,
  };
}

/** Ids of the persons a resource belongs to, the record's owner first. */
export function patientsOf(resource: Resource): readonly string[] {
  if (resource.resourceType === 'Patient') return resource.id === undefined ? [] : [resource.id];
  const ids: string[] = [];
  for (const path of READ.get(resource.resourceType)?.patients ?? []) {
    for (const reference of valuesAt(resource, path)) {
      const target = typeof reference === 'string' ? parseReference(reference) : undefined;
      if (target?.type === 'Patient') ids.push(target.id);
    }
  }
  return unique(ids);
}

/** up to this many, pairwise comparison is faster than building a set */
const FEW = 12;

/** Each value once, in the order of the first ones. */
function unique(values: readonly string[]): readonly string[] {
  if (values.length > FEW) return [...new Set(values)];
  return values.length < 2 ? values : values.filter((value, index) => values.indexOf(value) === index);
}

/** An identifier's 'system|value', as stored and searched. */
export function identifierKey(system: string | undefined, value: string): string {
  return `${system ?? ''}|${value}`;
}

function identifierTokens(value: unknown): readonly string[] {
  if (!isObject(value) || typeof value['value'] !== 'string' || !isSearchKey(value)) return [];
  return [identifierKey(typeof value['system'] === 'string' ? value['system'] : undefined, value['value'])];
}

/** `prefix` is 'parameter='. */
function addTokens(value: unknown, parameter: Parameter, prefix: string, tokens: string[]): void {
  if (parameter.kind === 'token') addCodes(value, prefix, tokens);
  else if (parameter.kind === 'string') {
    if (typeof value === 'string') tokens.push(prefix + normalizeText(value));
  } else {
    const reference = isObject(value) ? value['reference'] : value;
    // canonical URLs (Questionnaire|version) count as references
    if (typeof reference === 'string') tokens.push(prefix + withoutVersion(reference));
  }
}

/** A code, boolean, Coding, CodeableConcept or Identifier as tokens 'code' and 'system|code'. */
function addCodes(value: unknown, prefix: string, tokens: string[]): void {
  if (typeof value === 'string' || typeof value === 'boolean') tokens.push(`${prefix}${value}`);
  if (!isObject(value)) return;
  if (Array.isArray(value['coding'])) {
    for (const coding of value['coding']) addCodes(coding, prefix, tokens);
    return;
  }
  const code = typeof value['code'] === 'string' ? value['code'] : value['value'];
  if (typeof code !== 'string') return;
  tokens.push(prefix + code);
  if (typeof value['system'] === 'string') tokens.push(`${prefix}${value['system']}|${code}`);
}

function dateOf(resource: Resource, paths: readonly string[]): IndexColumns['date'] {
  for (const path of paths) {
    const bounds = boundsOf(valuesAt(resource, path)[0]);
    if (bounds !== undefined) return bounds;
  }
  return undefined;
}

function boundsOf(value: unknown): { readonly start: Date; readonly end: Date } | undefined {
  if (typeof value === 'string') return dateBounds(value, FACILITY_ZONE_MINUTES);
  if (!isObject(value)) return undefined;
  const start =
    typeof value['start'] === 'string' ? dateBounds(value['start'], FACILITY_ZONE_MINUTES)?.start : undefined;
  const end = typeof value['end'] === 'string' ? dateBounds(value['end'], FACILITY_ZONE_MINUTES)?.end : undefined;
  // an open period has not ended yet
  if (start !== undefined) return { start, end: end ?? new Date('9999-12-31T00:00:00Z') };
  return end === undefined ? undefined : { start: end, end };
}

/** A canonical address without '|version'. */
export function withoutVersion(canonical: string): string {
  const bar = canonical.indexOf('|');
  return bar < 0 ? canonical : canonical.slice(0, bar);
}
