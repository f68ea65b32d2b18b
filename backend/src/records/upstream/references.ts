import { isObject } from '@phr/fhir/json';
import type { Actor } from '../../fhir/actor.ts';
import { mayRead } from '../../access/policy.ts';
import { FhirError } from '../../fhir/fhir-error.ts';
import type { UpstreamReader } from './reader.ts';
import { isRawNumber } from '../../kit/content/json-text.ts';
import { relativeReference } from '../../fhir/own-address.ts';
import { ruleOf } from '../../fhir/resource-types.ts';
import { eachElement, parseReference, pathOf, type Resource } from '../../fhir/resource.ts';
import { requestedIdentifier, refuseManySearches } from '../postgres/write/condition.ts';
import type { Write } from '../../fhir/write-request.ts';

const REFERENCE_ELEMENTS = new Set(['reference', 'url', 'valueUri', 'valueUrl']);

/** The resource with references changed by `names`. */
export function renamed(resource: Resource, names: ReadonlyMap<string, string>): Resource {
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return REFERENCE_ELEMENTS.has(key) ? (names.get(value) ?? value) : value;
    if (Array.isArray(value)) return value.map((member) => walk(member, key));
    return isObject(value) && !isRawNumber(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, name)]))
      : value;
  };
  return walk(resource, '') as Resource;
}

/**
 * Makes our absolute references relative (except to bundle entries) and resolves conditional references
 * ('Organization?identifier=system|value') with the actor's rights, as upstream would search everyone's.
 * @throws FhirError 400 for other searches, 412 unless exactly one matches
 */
export async function resolveConditional(
  reader: Pick<UpstreamReader, 'lookup'>,
  actor: Actor,
  writes: readonly Write[],
): Promise<readonly Write[]> {
  const searches = new Map<string, string>();
  const names = new Map<string, string>();
  const entries = new Set(
    writes.flatMap(({ method, fullUrl }) => (method === 'POST' && fullUrl !== undefined ? [fullUrl] : [])),
  );
  for (const { resource, expression } of writes) {
    eachElement(resource, (element, key, _holder, steps) => {
      if (key !== 'reference' || typeof element !== 'string' || entries.has(element)) return;
      if (element.includes('?')) {
        if (!searches.has(element)) searches.set(element, `${expression}.${pathOf(steps)}`);
        refuseManySearches(searches.size, () => searches.get(element) ?? expression);
      } else if (relativeReference(element) !== element) names.set(element, relativeReference(element));
    });
  }
  if (searches.size === 0 && names.size === 0) return writes;
  for (const [text, expression] of searches) {
    const own = relativeReference(text);
    // a resource URL may have a query
    if (parseReference(own) !== undefined) {
      names.set(text, own);
      continue;
    }
    const [, type = '', query = ''] = /^([A-Z][A-Za-z]{0,63})\?(.+)$/.exec(own) ?? [];
    const key = requestedIdentifier(query, () => expression);
    const rule = ruleOf(type);
    const found =
      rule === undefined
        ? []
        : (await reader.lookup(type, 'identifier', key)).filter((one) => mayRead(actor, rule, one));
    const [only] = found;
    if (only === undefined || found.length > 1) {
      throw new FhirError(412, {
        code: 'multiple-matches',
        diagnostics: `${text.slice(0, 120)} finds ${found.length === 0 ? 'nothing' : 'more than one resource'}`,
        expression,
      });
    }
    names.set(text, `${type}/${only.id}`);
  }
  return writes.map((write) =>
    write.resource === undefined ? write : { ...write, resource: renamed(write.resource, names) },
  );
}
