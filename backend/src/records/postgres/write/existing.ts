import type { Sql } from '../../../kit/platform.ts';
import type { Actor } from '../../../fhir/actor.ts';
import { canAccess } from '../../../access/policy.ts';
import { FhirError } from '../../../fhir/fhir-error.ts';
import { indexColumns } from '../../../fhir/index-columns.ts';
import { conditionKey } from './condition.ts';
import type { Draft, Row } from './draft.ts';
import { rename, rowsByIdentifier } from './references.ts';

/**
 * Resolves conditional creates (`ifNoneExist`); matches are not written.
 * @throws FhirError 412 for several matches
 */
export async function findExisting(drafts: readonly Draft[], actor: Actor, sql: Sql): Promise<void> {
  const conditional = drafts.filter(({ write }) => write.method === 'POST' && write.ifNoneExist !== undefined);
  if (conditional.length === 0) return;
  // concurrent identical forms: the second waits here and finds the first
  const locks = [
    ...new Set(
      conditional.map(({ columns, write }) =>
        write.type === 'Patient' ? actor.userId : (columns?.patientId ?? write.type),
      ),
    ),
  ].sort();
  for (const lock of locks) await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [lock]);
  // people and places first, as others are searched in their records
  const isBase = ({ write, rule }: Draft): boolean => write.type === 'Patient' || rule.scope !== 'patient';
  await matchExisting(conditional.filter(isBase), drafts, actor, sql);
  await matchExisting(
    conditional.filter((draft) => !isBase(draft)),
    drafts,
    actor,
    sql,
  );
}

async function matchExisting(wanted: readonly Draft[], all: readonly Draft[], actor: Actor, sql: Sql): Promise<void> {
  if (wanted.length === 0) return;
  const lookups = wanted.map((draft) => ({ draft, key: conditionKey(draft.write) }));
  const rows = await sql.query<Row & { identifiers: string[] }>(
    `select type, id, version, last_updated, deleted, content, patient_id, source, identifiers from fhir_resource
      where identifiers && $1::text[] and type = any($2::text[]) and not deleted`,
    [lookups.map(({ key }) => key), [...new Set(wanted.map(({ write }) => write.type))]],
  );
  const names = new Map<string, string>();
  const byKey = rowsByIdentifier(rows, new Set(lookups.map(({ key }) => key)));
  for (const { draft, key } of lookups) {
    const { write, columns } = draft;
    const matches = (byKey.get(`${write.type} ${key}`) ?? []).filter((row) =>
      write.type === 'Patient'
        ? canAccess(actor, row.id)
        : draft.rule.scope !== 'patient' || row.patient_id === columns?.patientId,
    );
    if (matches.length > 1)
      throw new FhirError(412, {
        code: 'multiple-matches',
        diagnostics: 'More than one resource has this identifier',
        expression: write.expression,
      });
    const [match] = matches;
    if (match === undefined) continue;
    names.set(`${write.type}/${draft.id}`, `${write.type}/${match.id}`);
    draft.existing = match;
    draft.id = match.id;
  }
  if (names.size === 0) return;
  for (const draft of all) {
    if (draft.existing !== undefined || draft.resource === undefined) continue;
    rename(draft, names);
    draft.columns = indexColumns(draft.resource);
  }
}

/** Reads the accounts of users' own entries. */
export async function findAccounts(drafts: readonly Draft[], actor: Actor, sql: Sql): Promise<void> {
  const users = drafts.filter(({ write }) => write.type === 'User');
  if (users.length === 0) return;
  const [account] = await sql.query<{ userName: string; phone: string | null }>(
    'select user_name as "userName", phone from account where box_user = $1',
    [actor.userId],
  );
  for (const draft of users) draft.account = account;
}

/** Locks rows of updates and deletes in a global order, to avoid deadlocks. */
export async function lockRows(drafts: readonly Draft[], sql: Sql): Promise<void> {
  const wanted = drafts.filter(({ write, rule }) => write.method !== 'POST' || rule.scope === 'user');
  if (wanted.length === 0) return;
  const rows = await sql.query<Row>(
    `select type, id, version, last_updated, deleted, content, patient_id, source from fhir_resource
      where (type, id) in (select * from unnest($1::text[], $2::text[])) order by type, id for update`,
    [wanted.map(({ write }) => write.type), wanted.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [`${row.type}/${row.id}`, row]));
  for (const draft of wanted) draft.before = found.get(`${draft.write.type}/${draft.id}`);
}
