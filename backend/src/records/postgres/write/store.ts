import { isObject } from '@phr/fhir/json';
import type { Source } from '@phr/fhir/source';
import type { AuditEntry } from '../../../kit/platform.ts';
import { auditInsert } from '../../../access/audit.ts';
import type { Actor } from '../../../fhir/actor.ts';
import { metaWithSource, sourceOf, sourceToStore } from '../../authorship.ts';
import { indexColumns } from '../../../fhir/index-columns.ts';
import { withInternalId } from '../../../fhir/person-writes.ts';
import type { Resource } from '../../../fhir/resource.ts';
import type { Turns } from '../../../kit/turns.ts';
import type { Written } from '../../../fhir/write-request.ts';
import type { EventRows, WriteContext } from '../write-context.ts';
import type { Draft, Row } from './draft.ts';

/** Stores all drafts with history, search columns and audit entry in one statement, and returns the new state. */
export async function store(
  drafts: readonly Draft[],
  actor: Actor,
  context: WriteContext,
  turns: Turns,
): Promise<readonly Written[]> {
  const { sql, events } = context;
  const now = new Date();
  for (const draft of drafts) {
    if (draft.write.type !== 'Patient' || draft.existing !== undefined || draft.resource === undefined) continue;
    draft.resource = await withInternalId(
      draft.resource,
      async (key) =>
        (await sql.query('select 1 from fhir_resource where identifiers && $1::text[]', [[key]])).length > 0,
    );
    draft.columns = indexColumns(draft.resource);
  }
  const at = now.toISOString();
  const written: ReturnType<typeof writtenOf>[] = [];
  for (const draft of drafts) {
    written.push(writtenOf(draft, actor, now, at));
    if (turns.due()) await turns.give();
  }
  const contents: string[] = [];
  const changed = drafts.flatMap((draft, index) => {
    const { columns } = draft;
    const answer = written[index];
    if (answer === undefined || answer.outcome === 'existing' || answer.lastUpdated !== now) return [];
    contents.push(answer.content);
    return [
      {
        type: answer.type,
        id: answer.id,
        version: answer.version,
        deleted: answer.outcome === 'deleted',
        patient_id: answer.patientId,
        source: columnOf(draft, actor),
        // numbers: objects with toJSON disable V8's fast JSON path, and both sides parse numbers faster than dates
        date: columns?.date?.start.getTime(),
        date_end: columns?.date?.end.getTime(),
        tokens: columns?.tokens ?? [],
        identifiers: columns?.identifiers ?? [],
        fold: columns?.fold ?? '',
      },
    ];
  });
  if (changed.length === 0) return written;

  const replaced = changed.filter(({ type, version }) => type === 'Observation' && version > 1).map(({ id }) => id);
  if (replaced.length > 0)
    await sql.query(
      `with gone as (delete from fhir_observation_code where id = any($1::text[]) returning patient_id, date) ${changesOf('select patient_id, date from gone')}`,
      [replaced],
    );
  const changeEvents = events?.of(actor, written) ?? [];
  await sql.query(events === undefined ? ALONE : statementOf(events), [
    JSON.stringify(changed),
    contents.join(SEPARATOR),
    now,
    actor.userId,
    JSON.stringify(
      linesOf(
        written.filter(({ outcome }) => outcome !== 'existing'),
        actor,
      ),
    ),
    ...(events === undefined ? [] : [JSON.stringify(changeEvents)]),
  ]);
  if (events !== undefined && changeEvents.length > 0) sql.afterCommit?.(events.committed);
  await openRecord(drafts, actor, context);
  return written;
}

/** SQL that increments the change counter of each affected day, in a global order to avoid deadlocks. */
function changesOf(rows: string): string {
  return `insert into observation_change (patient_id, day, changes) select distinct patient_id, (date at time zone 'UTC')::date, 1 from (${rows}) changed where date > '-infinity' order by 1, 2
       on conflict (patient_id, day) do update set changes = observation_change.changes + 1`;
}

/** A control character: JSON text never holds one as it is. */
const SEPARATOR = '\u0001';

const STATEMENTS = new WeakMap<EventRows, string>();

/** The statement that stores rows, and events with them. */
function statementOf(events: EventRows): string {
  const known = STATEMENTS.get(events);
  if (known !== undefined) return known;
  const made = storing(events);
  STATEMENTS.set(events, made);
  return made;
}

/**
 * SQL that stores rows ($1) with contents passed separately ($2): embedded in JSON, every quote would be escaped and
 * unescaped.
 */
function storing(events?: EventRows): string {
  return `with input as (
     select type, id, version, deleted, patient_id, source, tokens, identifiers, fold, coalesce(text, '') as content,
            coalesce(to_timestamp(date / 1000), '-infinity') as date, coalesce(to_timestamp(date_end / 1000), '-infinity') as date_end
       from rows from (
         json_to_recordset($1::json) as (type text, id text, version int, deleted boolean, patient_id text, source text, date float8, date_end float8, tokens text[], identifiers text[], fold text),
         unnest(string_to_array($2, '${SEPARATOR}'))
       ) as i(type, id, version, deleted, patient_id, source, date, date_end, tokens, identifiers, fold, text)
   ), kept as (
     insert into fhir_history (type, id, version, last_updated, deleted, content, author) select type, id, version, $3, deleted, content, $4 from input
   ), coded as (
     insert into fhir_observation_code (patient_id, code, date, id, date_end)
     select patient_id, substr(token, 6), date, id, date_end from input cross join unnest(tokens) token
      where type = 'Observation' and not deleted and patient_id is not null and token like 'code=%'
   ), marked as (
     ${changesOf(`select patient_id, date from input where type = 'Observation' and not deleted and patient_id is not null`)}
   ), noted as (
     ${auditInsert('$5')}
   )${
     events === undefined
       ? ''
       : `, told as (
     ${events.insert('$6')}
   )`
   }
   insert into fhir_resource (type, id, version, last_updated, deleted, content, patient_id, source, date, date_end, tokens, identifiers, fold)
   select type, id, version, $3, deleted, content, patient_id, source, date, date_end, tokens, identifiers, fold from input
   on conflict (type, id) do update set version = excluded.version, last_updated = excluded.last_updated, deleted = excluded.deleted,
     content = excluded.content, patient_id = excluded.patient_id, source = excluded.source, date = excluded.date, date_end = excluded.date_end,
     tokens = excluded.tokens, identifiers = excluded.identifiers, fold = excluded.fold`;
}
const ALONE = storing();

function writtenOf(draft: Draft, actor: Actor, now: Date, at: string): Written & { readonly version: number } {
  const { write, before, existing, id, resource } = draft;
  const unchanged = existing ?? (write.method === 'DELETE' && before?.deleted === true ? before : undefined);
  if (unchanged !== undefined) {
    return {
      outcome: existing === undefined ? 'deleted' : 'existing',
      type: write.type,
      id,
      version: unchanged.version,
      lastUpdated: unchanged.last_updated,
      patientId: unchanged.patient_id ?? undefined,
      content: unchanged.content,
    };
  }
  const version = (before?.version ?? 0) + 1;
  const base = { type: write.type, id, version, lastUpdated: now };
  if (write.method === 'DELETE' || resource === undefined)
    return { ...base, outcome: 'deleted', patientId: before?.patient_id ?? undefined, content: '' };
  const given = isObject(resource['meta']) ? resource['meta'] : {};
  const meta =
    draft.rule.scope === 'patient'
      ? metaWithSource(given, sourceToStore(actor, write, replaced(before)?.content))
      : given;
  const stored = { ...resource, meta: { ...meta, versionId: String(version), lastUpdated: at } };
  const patientId = draft.rule.scope === 'patient' ? draft.columns?.patientId : undefined;
  return { ...base, outcome: before === undefined ? 'created' : 'updated', patientId, content: JSON.stringify(stored) };
}

/** A row's source: set on creation, kept through all versions. */
function columnOf({ write, before, rule }: Draft, actor: Actor): Source | null {
  if (rule.scope !== 'patient') return null;
  const earlier = replaced(before);
  return earlier === undefined ? (sourceOf(actor, write) ?? null) : (earlier.source ?? null);
}

/** The previous version; none for a resource recreated after deletion. */
function replaced(before: Row | undefined): Row | undefined {
  return before?.deleted === true ? undefined : before;
}

/** A person's new Patient becomes the account's main patient: stores the right and User entry too. */
async function openRecord(drafts: readonly Draft[], actor: Actor, { sql, access }: WriteContext): Promise<void> {
  const created = drafts.find(
    ({ write, existing }) => write.type === 'Patient' && write.method === 'POST' && existing === undefined,
  );
  if (created === undefined || actor.kind !== 'person') return;
  await access.grant({ userId: actor.userId, patientId: created.id, source: 'self', rights: 'write' }, sql);
  const [row] = await sql.query<Row>(
    `select type, id, version, last_updated, deleted, content, patient_id, source from fhir_resource where type = 'User' and id = $1 for update`,
    [actor.userId],
  );
  if (row === undefined || row.deleted) return;
  const user = JSON.parse(row.content) as Resource;
  const version = row.version + 1;
  const now = new Date().toISOString();
  const content = JSON.stringify({
    ...user,
    data: { ...(isObject(user['data']) ? user['data'] : {}), patient_id: created.id },
    meta: { versionId: String(version), lastUpdated: now },
  });
  await sql.query(
    `update fhir_resource set version = $2, last_updated = $3, content = $4 where type = 'User' and id = $1`,
    [actor.userId, version, now, content],
  );
  await sql.query(
    `insert into fhir_history (type, id, version, last_updated, deleted, content, author) values ('User', $1, $2, $3, false, $4, $1)`,
    [actor.userId, version, now, content],
  );
}

/** Audit entry of a transaction; none for the system's own. */
function linesOf(written: readonly Written[], actor: Actor): readonly AuditEntry[] {
  const [first] = written;
  if (first === undefined || actor.kind === 'system') return [];
  const alone = written.length === 1;
  const action = { created: 'create', updated: 'update', deleted: 'delete', existing: 'read' } as const;
  return [
    {
      action: alone ? action[first.outcome] : 'execute',
      type: 'rest',
      outcome: 'success',
      userId: actor.userId,
      ...(first.patientId === undefined ? {} : { patientId: first.patientId }),
      entity: alone ? `${first.type}/${first.id}` : 'Bundle',
    },
  ];
}
