import { isObject } from '@phr/fhir/json';
import type { Sql } from '../../../kit/platform.ts';
import type { Actor } from '../../../fhir/actor.ts';
import { mayRead } from '../../../access/policy.ts';
import { mayReference, readElements } from '../../../fhir/elements.ts';
import { FhirError, invalid } from '../../../fhir/fhir-error.ts';
import { indexColumns } from '../../../fhir/index-columns.ts';
import { isRawNumber } from '../../../kit/content/json-text.ts';
import { relativeReference } from '../../../fhir/own-address.ts';
import { ruleOf } from '../../../fhir/resource-types.ts';
import { eachElement, pathOf, type Resource } from '../../../fhir/resource.ts';
import type { Turns } from '../../../kit/turns.ts';
import { requestedIdentifier, refuseManySearches } from './condition.ts';
import type { Draft } from './draft.ts';

/** First location of a reference in the request. Traverses the whole resource: only for error messages. */
export function jsonPath({ write, resource }: Draft, reference: string): string {
  let path = '';
  eachElement(resource, (element, key, _holder, steps) => {
    if (path === '' && key === 'reference' && element === reference) path = pathOf(steps);
  });
  return `${write.expression}.${path}`;
}

/**
 * Resolves conditional references, e.g. 'Organization?identifier=system|value'.
 * @throws FhirError 412 unless exactly one matches
 */
export async function resolveConditional(drafts: readonly Draft[], actor: Actor, sql: Sql): Promise<void> {
  const searches = searchesIn(drafts);
  if (searches.size === 0) return;
  const keys = new Set([...searches.values()].map(({ key }) => key));
  const rows = await sql.query<{ type: string; id: string; patient_id: string | null; identifiers: string[] }>(
    'select type, id, patient_id, identifiers from fhir_resource where identifiers && $1::text[] and not deleted',
    [[...keys]],
  );
  const names = new Map<string, string>();
  const byKey = rowsByIdentifier(rows, keys);
  for (const [text, { type, key, draft }] of searches) {
    const rule = ruleOf(type);
    const found =
      rule === undefined ? [] : (byKey.get(`${type} ${key}`) ?? []).filter((row) => mayRead(actor, rule, row));
    const [only] = found;
    if (only === undefined || found.length > 1) {
      const diagnostics = `${text.slice(0, 120)} finds ${found.length === 0 ? 'nothing' : 'more than one resource'}`;
      throw new FhirError(412, { code: 'multiple-matches', diagnostics, expression: jsonPath(draft, text) });
    }
    names.set(text, `${type}/${only.id}`);
  }
  for (const draft of drafts) rename(draft, names);
}

/**
 * Distinct conditional references, each with its first draft.
 * @throws FhirError 413 for too many
 */
function searchesIn(
  drafts: readonly Draft[],
): ReadonlyMap<string, { readonly type: string; readonly key: string; readonly draft: Draft }> {
  const searches = new Map<string, { readonly type: string; readonly key: string; readonly draft: Draft }>();
  for (const draft of drafts) {
    for (const text of draft.elements.references) {
      const match =
        text.includes('?') && !searches.has(text)
          ? /^([A-Z][A-Za-z]{0,63})\?(.+)$/.exec(relativeReference(text))
          : null;
      if (match?.[1] === undefined || match[2] === undefined) continue;
      const place = (): string => jsonPath(draft, text);
      searches.set(text, { type: match[1], key: requestedIdentifier(match[2], place), draft });
      refuseManySearches(searches.size, place);
    }
  }
  return searches;
}

/** Rows indexed by 'Type key' of each wanted identifier. */
export function rowsByIdentifier<Row extends { readonly type: string; readonly identifiers: readonly string[] }>(
  rows: readonly Row[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    for (const identifier of row.identifiers) {
      if (!wanted.has(identifier)) continue;
      const key = `${row.type} ${identifier}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, [row]);
      else known.push(row);
    }
  }
  return found;
}

/**
 * Resolves entry names (`fullUrl`, 'resource:n'), makes own URLs relative, and extracts index columns, yielding to
 * others.
 * @throws FhirError 400 for an unknown name
 */
export async function resolveReferences(drafts: readonly Draft[], turns: Turns): Promise<void> {
  const names = new Map<string, string>();
  drafts.forEach((draft, index) => {
    const target = `${draft.write.type}/${draft.id}`;
    names.set(`resource:${index}`, target);
    const { fullUrl } = draft.write;
    if (fullUrl === undefined) return;
    names.set(fullUrl, target);
    // inside a bundle with addresses, 'Patient/1' means the entry at that address
    const relative = /^https?:\/\/.*\/([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})$/.exec(fullUrl)?.[1];
    if (relative !== undefined && draft.write.method === 'POST') names.set(relative, target);
  });
  for (const draft of drafts) {
    for (const text of draft.elements.references) {
      const own = names.has(text) ? text : relativeReference(text);
      if (own !== text) names.set(text, names.get(own) ?? own);
    }
    rename(draft, names);
    const lost = draft.elements.references.find((text) => text.startsWith('urn:') || text.startsWith('resource:'));
    if (lost !== undefined) throw invalid(`${lost.slice(0, 80)} is not in this bundle`, jsonPath(draft, lost));
    if (draft.resource !== undefined) draft.columns = indexColumns(draft.resource);
    if (turns.due()) await turns.give();
  }
}

/** Sets a draft's references to their targets' final names. */
export function rename(draft: Draft, names: ReadonlyMap<string, string>): void {
  const {
    resource,
    elements: { references, addresses, inline },
  } = draft;
  const isNamed = (text: string): boolean => names.has(text);
  if (resource === undefined || !(inline || references.some(isNamed) || addresses.some(isNamed))) return;
  draft.resource = renamed(resource, names);
  draft.elements = readElements(draft.resource, draft.write.expression);
}

/** Replaces references by `names` and strips inlined targets. */
function renamed(resource: Resource, names: ReadonlyMap<string, string>): Resource {
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return mayReference(key) ? (names.get(value) ?? value) : value;
    if (Array.isArray(value)) return value.map((member) => walk(member, key));
    if (!isObject(value) || isRawNumber(value)) return value;
    const inline = typeof value['reference'] === 'string';
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) =>
        inline && name === 'resource' ? [] : [[name, walk(member, name)]],
      ),
    );
  };
  return { ...(walk(resource, '') as Resource), id: resource['id'] as string };
}
