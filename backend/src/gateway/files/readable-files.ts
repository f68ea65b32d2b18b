import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { mayRead, canAccess, readable } from '../../access/policy.ts';
import { ruleOf, TYPES } from '../../fhir/resource-types.ts';
import type { Repository } from '../../records/repository.ts';
import type { Sql, ModuleScope } from '../../kit/platform.ts';

interface Row {
  readonly type: string;
  readonly id: string;
  readonly patient_id: string;
  readonly content: string;
  readonly [column: string]: unknown;
}

const TYPES_OF_RECORD = Object.keys(TYPES).filter((type) => ruleOf(type)?.scope === 'patient');

/** Location of entries: our database, or another server. */
export interface Records {
  readonly sql: Sql;
  readonly foreign?: Repository | undefined;
}

/**
 * True if the actor may read all of these files; their keys start with the patient's id. A right to the whole record
 * opens all of its files; a right to a part opens files referenced by entries of that part. A DICOM file's metadata
 * belong to it. A module's scope opens only files referenced by entries of its declared types and by no others: entries
 * that the page can write itself must not open other entries' files.
 */
export async function mayReadFiles(
  records: Records,
  actor: Actor,
  keys: readonly string[],
  scope?: ModuleScope,
): Promise<boolean> {
  const isOpen = (type: string): boolean => scope === undefined || scope.may('read', type);
  const keysByPatient = Map.groupBy(
    keys.filter((key) => scope !== undefined || !canAccess(actor, patientOf(key))),
    patientOf,
  );
  for (const [patientId, ofPatient] of keysByPatient) {
    const types = TYPES_OF_RECORD.filter((type) => isOpen(type) && readable(actor, patientId, type) !== undefined);
    if (
      types.length === 0 ||
      (await namedIn(records, actor, patientId, types, ofPatient)).size < new Set(ofPatient).size
    )
      return false;
    if (scope === undefined) continue;
    if (
      (
        await namedIn(
          records,
          SYSTEM_ACTOR,
          patientId,
          TYPES_OF_RECORD.filter((type) => !isOpen(type)),
          ofPatient,
        )
      ).size > 0
    )
      return false;
  }
  return true;
}

/** Keys referenced by entries of these types that the actor may read. */
async function namedIn(
  { sql, foreign }: Records,
  actor: Actor,
  patientId: string,
  types: readonly string[],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (foreign !== undefined) return namedThere(foreign, actor, patientId, types, keys);
  // entries referencing any of the record's files: scanned once, however many keys are given
  const rows = await sql.query<Row>(
    `select type, id, patient_id, content from fhir_resource where patient_id = $1 and type = any($2::text[]) and not deleted and strpos(content, $3) > 0`,
    [patientId, types, `"${patientId}/`],
  );
  const named = new Set<string>();
  for (const row of rows) {
    const found = keys.filter((key) => !named.has(key) && namesOf(key).some((name) => row.content.includes(name)));
    const rule = ruleOf(row.type);
    if (found.length > 0 && rule !== undefined && mayRead(actor, rule, row)) for (const key of found) named.add(key);
  }
  return named;
}

/** The same over another server's search results visible to the actor, read once. */
async function namedThere(
  repository: Repository,
  actor: Actor,
  patientId: string,
  types: readonly string[],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const type of types) {
    for (let next: Readonly<Record<string, string>> | undefined = {}; next !== undefined; ) {
      const page = await repository.search(actor, type, { _count: '200', ...next }, { patientId });
      for (const key of keys)
        if (page.items.some(({ content }) => namesOf(key).some((name) => content.includes(name)))) named.add(key);
      if (keys.every((key) => named.has(key))) return named;
      next = page.next;
    }
  }
  return named;
}

/** The id with which a key begins. */
export function patientOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/** How a file is named in JSON text. */
function namesOf(key: string): readonly [string, string] {
  return [JSON.stringify(key), JSON.stringify(key.replace(/\.json$/, '.dcm'))];
}
