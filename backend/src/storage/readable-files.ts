import { mayRead, reaches, readable, type Actor } from '../fhir/actor.ts';
import { ruleOf, TYPES } from '../fhir/resource-types.ts';
import type { Repository } from '../fhir/repository.ts';
import type { Sql } from '../platform.ts';

interface Row {
  readonly type: string;
  readonly id: string;
  readonly patient_id: string;
  readonly content: string;
  readonly [column: string]: unknown;
}

const TYPES_OF_RECORD = Object.keys(TYPES).filter((type) => ruleOf(type)?.scope === 'patient');

/** Where the entries of records are: in our database, or on another server. */
export interface Records {
  readonly sql: Sql;
  readonly foreign?: Repository | undefined;
}

/**
 * True when the actor may read a file, whose key begins with the id of the patient. A right to the whole record opens all of its files; a right to a part opens
 * those that are named by an entry of that part. The metadata of a DICOM file belong to it.
 */
export async function mayReadFile({ sql, foreign }: Records, actor: Actor, key: string): Promise<boolean> {
  const patientId = key.slice(0, key.indexOf('/'));
  if (reaches(actor, patientId)) return true;
  const types = TYPES_OF_RECORD.filter((type) => readable(actor, patientId, type) !== undefined);
  if (types.length === 0) return false;
  const names = [key, key.replace(/\.json$/, '.dcm')].map((name) => JSON.stringify(name));
  if (foreign !== undefined) return isNamed(foreign, actor, patientId, types, names);
  const rows = await sql.query<Row>(
    `select type, id, patient_id, content from fhir_resource where patient_id = $1 and type = any($2::text[]) and not deleted and (strpos(content, $3) > 0 or strpos(content, $4) > 0)`,
    [patientId, types, ...names]);
  return rows.some((row) => {
    const rule = ruleOf(row.type);
    return rule !== undefined && mayRead(actor, rule, row);
  });
}

/** The same among the entries that another server lets the actor's search find. */
async function isNamed(repository: Repository, actor: Actor, patientId: string, types: readonly string[], names: readonly string[]): Promise<boolean> {
  for (const type of types) {
    for (let next: Readonly<Record<string, string>> | undefined = {}; next !== undefined;) {
      const page = await repository.search(actor, type, { _count: '200', ...next }, { patientId });
      if (page.items.some(({ content }) => names.some((name) => content.includes(name)))) return true;
      next = page.next;
    }
  }
  return false;
}
