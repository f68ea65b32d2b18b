import { FhirError } from '../fhir/fhir-error.ts';
import type { Actor } from '../fhir/actor.ts';
import type { Repository, Stored } from './repository.ts';
import { ruleOf } from '../fhir/resource-types.ts';
import { parseReference } from '../fhir/resource.ts';
import type { ExportQuery } from '../fhir/export-query.ts';

/** How far places and people are followed from the record: role, its practitioner and facility, and their parent. */
const STEPS = 3;

/**
 * A person's whole record as the text of a searchset Bundle, streamed: first the record, then referenced places, people
 * and medications.
 * @throws FhirError 403 before the first piece unless the caller keeps this record. A later failure truncates the text,
 * so that it never looks complete.
 */
export async function everything(
  repository: Repository,
  actor: Actor,
  patientId: string,
  query: ExportQuery,
  base: string,
): Promise<AsyncIterable<string>> {
  const entries = await repository.everything(actor, patientId, query);
  return bundle();

  async function* bundle(): AsyncGenerator<string> {
    yield `{"resourceType":"Bundle","type":"searchset","timestamp":"${new Date().toISOString()}","link":[{"relation":"self","url":${JSON.stringify(`${base}/Patient/${patientId}/$everything`)}}],"entry":[`;
    const named = new Set<string>();
    let separator = '';
    for await (const { type, id, content } of entries) {
      for (const name of directoryNames(content)) named.add(name);
      yield `${separator}${entryOf(type, id, content, 'match')}`;
      separator = ',';
    }
    let wanted = [...named];
    for (let step = 0; step < STEPS && wanted.length > 0; step += 1) {
      const found: string[] = [];
      for (const name of wanted) {
        const target = parseReference(name);
        const stored = target === undefined ? undefined : await readIfThere(target.type, target.id);
        if (stored === undefined) continue;
        yield `${separator}${entryOf(stored.type, stored.id, stored.content, 'include')}`;
        separator = ',';
        found.push(...directoryNames(stored.content).filter((other) => !named.has(other)));
      }
      wanted = [...new Set(found)];
      for (const name of wanted) named.add(name);
    }
    yield ']}';
  }

  function entryOf(type: string, id: string, content: string, mode: 'match' | 'include'): string {
    return `{"fullUrl":${JSON.stringify(`${base}/${type}/${id}`)},"resource":${content},"search":{"mode":"${mode}"}}`;
  }

  /** referenced places may be deleted or missing */
  async function readIfThere(type: string, id: string): Promise<Stored | undefined> {
    try {
      return await repository.read(actor, type, id);
    } catch (error) {
      if (error instanceof FhirError && error.statusCode < 500) return undefined;
      throw error;
    }
  }
}

/** Directory references in stored JSON text. */
function directoryNames(content: string): readonly string[] {
  return [...content.matchAll(/"reference":"(([A-Z][A-Za-z]{0,63})\/[A-Za-z0-9.-]{1,64})/g)].flatMap(
    ([, name = '', type = '']) => (ruleOf(type)?.scope === 'directory' ? [name] : []),
  );
}
