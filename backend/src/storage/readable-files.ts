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
 * True when the actor may read all of these files, whose keys begin with the id of the patient. A right to the whole record opens all of its files; a right to a part
 * opens those that are named by an entry of that part. The metadata of a DICOM file belong to it.
 */
export async function mayReadFiles({ sql, foreign }: Records, actor: Actor, keys: readonly string[]): Promise<boolean> {
  const ofPart = Map.groupBy(keys.filter((key) => !reaches(actor, patientOf(key))), patientOf);
  for (const [patientId, asked] of ofPart) {
    const types = TYPES_OF_RECORD.filter((type) => readable(actor, patientId, type) !== undefined);
    if (types.length === 0) return false;
    if (foreign !== undefined && !await areNamed(foreign, actor, patientId, types, asked)) return false;
    if (foreign === undefined) for (const key of asked) if (!await isNamed(sql, actor, patientId, types, key)) return false;
  }
  return true;
}

async function isNamed(sql: Sql, actor: Actor, patientId: string, types: readonly string[], key: string): Promise<boolean> {
  const rows = await sql.query<Row>(
    `select type, id, patient_id, content from fhir_resource where patient_id = $1 and type = any($2::text[]) and not deleted and (strpos(content, $3) > 0 or strpos(content, $4) > 0)`,
    [patientId, types, ...namesOf(key)]);
  return rows.some((row) => {
    const rule = ruleOf(row.type);
    return rule !== undefined && mayRead(actor, rule, row);
  });
}

/** The same for several files among the entries that another server lets the actor's search find: the part is read through once. */
async function areNamed(repository: Repository, actor: Actor, patientId: string, types: readonly string[], keys: readonly string[]): Promise<boolean> {
  const missing = new Set(keys);
  for (const type of types) {
    for (let next: Readonly<Record<string, string>> | undefined = {}; next !== undefined;) {
      const page = await repository.search(actor, type, { _count: '200', ...next }, { patientId });
      for (const key of missing) if (page.items.some(({ content }) => namesOf(key).some((name) => content.includes(name)))) missing.delete(key);
      if (missing.size === 0) return true;
      next = page.next;
    }
  }
  return false;
}

function patientOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/** How a file is named in JSON text. */
function namesOf(key: string): readonly [string, string] {
  return [JSON.stringify(key), JSON.stringify(key.replace(/\.json$/, '.dcm'))];
}
