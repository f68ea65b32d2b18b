import { isObject } from '@phr/fhir/json';
import { isStateful, mayChange } from '@phr/fhir/transitions';
import type { Access, AuditEntry, Sql } from '../platform.ts';
import { auditInsert } from '../security/audit.ts';
import { mayRead, mustReach, reaches, type Actor } from './actor.ts';
import { FhirError, forbidden, gone, invalid, invalidTransition, notDeletable, notFound } from './fhir-error.ts';
import { isRawNumber } from './json-text.ts';
import { identifierKey, indexColumns, type IndexColumns } from './index-columns.ts';
import { enteredByPatient, personsPatient, personsUpdate } from './ownership.ts';
import { actionOf, withInternalId } from './person-writes.ts';
import { ruleOf, type TypeRule } from './resource-types.ts';
import { eachElement, newId, parseReference, pathOf, textAt, type Resource } from './resource.ts';
import { validate } from './validate.ts';

/** One write of a transaction. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly type: string;
  readonly id?: string;
  readonly resource?: Resource;
  /** Name by which other writes refer to this one. */
  readonly fullUrl?: string;
  readonly ifMatch?: number;
  /** 'identifier=system|value' */
  readonly ifNoneExist?: string;
  /** Where it stands in what was sent, for errors: 'Bundle.entry[3].resource'. */
  readonly expression: string;
}

export interface Written {
  readonly outcome: 'created' | 'updated' | 'existing' | 'deleted';
  readonly type: string;
  readonly id: string;
  readonly version: number;
  readonly lastUpdated: Date;
  readonly patientId: string | undefined;
  /** JSON text; empty for a deleted resource. */
  readonly content: string;
}

export interface WriteContext {
  readonly sql: Sql;
  readonly access: Access;
  /** Told of all that a transaction wrote, inside it, so that an outbox row is stored with the data or not at all. */
  readonly onWritten?: ((sql: Sql, actor: Actor, written: readonly Written[]) => Promise<void>) | undefined;
}

interface Row {
  readonly type: string;
  readonly id: string;
  readonly version: number;
  readonly last_updated: Date;
  readonly deleted: boolean;
  readonly content: string;
  readonly patient_id: string | null;
  readonly [column: string]: unknown;
}

/** A write on its way: its place, its resource as it will be stored, and what was there before. */
interface Draft {
  readonly write: Write;
  readonly rule: TypeRule;
  id: string;
  resource: Resource | undefined;
  columns: IndexColumns | undefined;
  pointers: Pointers;
  /** Found by ifNoneExist: nothing will be written. */
  existing: Row | undefined;
  before: Row | undefined;
}

/** What a resource points at. */
interface Pointers {
  readonly references: readonly string[];
  /** Other addresses that may name an entry of the same bundle. */
  readonly addresses: readonly string[];
  /** True when a reader had put a target inline. */
  readonly inline: boolean;
}

/** Faults that one answer names. */
const MAX_ISSUES = 100;

/**
 * Does all writes or, by throwing FhirError, none; runs inside the caller's transaction. Order: references among the writes are resolved, contents
 * checked, rights of all checked, rows locked, then everything is stored with a few set-based statements.
 */
export async function writeAll(context: WriteContext, actor: Actor, writes: readonly Write[]): Promise<readonly Written[]> {
  const drafts = writes.map((write): Draft => draftOf(write, actor));
  await resolveConditional(drafts, actor, context.sql);
  resolveReferences(drafts);
  const issues = drafts.flatMap(({ resource, write }) => (resource === undefined ? [] : validate(resource, write.expression)));
  if (issues.length > 0) throw new FhirError(400, issues.slice(0, MAX_ISSUES));
  refuseDoubles(drafts);
  if (actor.kind === 'person') refuseTwoPatients(drafts);
  for (const draft of drafts) checkRights(draft, actor);

  await findExisting(drafts, actor, context.sql);
  await lockRows(drafts, context.sql);
  for (const draft of drafts) settle(draft, actor);
  await checkTargets(drafts, actor, context.sql);

  const written = await store(drafts, actor, context);
  await context.onWritten?.(context.sql, actor, written);
  return written;
}

function draftOf(write: Write, actor: Actor): Draft {
  const rule = ruleOf(write.type);
  if (rule === undefined) throw new FhirError(400, { code: 'not-supported', diagnostics: `${write.type} is not held by this server`, expression: write.expression });
  if (actor.kind === 'person' && !rule.may.includes(actionOf(write.method))) throw forbidden(write.expression);
  // a user's own entry has the user's id
  const id = write.method === 'POST' ? (rule.scope === 'user' && actor.kind !== 'system' ? actor.userId : newId()) : write.id ?? '';
  let resource = write.resource === undefined ? undefined : { ...write.resource, id };
  if (resource !== undefined && actor.kind === 'person' && write.method === 'POST' && write.type === 'Patient') resource = { ...personsPatient(resource), id };
  return { write, rule, id, resource, columns: undefined, pointers: pointersOf(resource), existing: undefined, before: undefined };
}

// ---- references

const REFERENCE_ELEMENTS = new Set(['reference', 'url', 'valueUri', 'valueUrl']);

function pointersOf(resource: Resource | undefined): Pointers {
  const references: string[] = [];
  const addresses: string[] = [];
  let inline = false;
  eachElement(resource, (element, key, holder) => {
    if (key === 'resource' && typeof holder['reference'] === 'string') inline = true;
    if (typeof element === 'string' && REFERENCE_ELEMENTS.has(key)) (key === 'reference' ? references : addresses).push(element);
  });
  return { references, addresses, inline };
}

/** Where a reference first stands in what was sent. Looked for only when an error has to name it. */
function placeOf({ write, resource }: Draft, reference: string): string {
  let path = '';
  eachElement(resource, (element, key, _holder, steps) => {
    if (path === '' && key === 'reference' && element === reference) path = pathOf(steps);
  });
  return `${write.expression}.${path}`;
}

/** A reference by search, e.g. 'Organization?identifier=system|value', becomes the one resource that it finds. Throws FhirError 412 when it is not exactly one. */
async function resolveConditional(drafts: readonly Draft[], actor: Actor, sql: Sql): Promise<void> {
  const asked = drafts.flatMap((draft) => draft.pointers.references.flatMap((text) => {
    const match = text.includes('?') ? /^([A-Z][A-Za-z]{0,63})\?(.+)$/.exec(text) : null;
    if (match?.[1] === undefined || match[2] === undefined) return [];
    const expression = placeOf(draft, text);
    return [{ text, type: match[1], key: identifierAsked(match[2], expression), expression }];
  }));
  if (asked.length === 0) return;
  const rows = await sql.query<{ type: string; id: string; patient_id: string | null; identifiers: string[] }>(
    'select type, id, patient_id, identifiers from fhir_resource where identifiers && $1::text[] and not deleted', [asked.map(({ key }) => key)]);
  const names = new Map<string, string>();
  for (const { text, type, key, expression } of asked) {
    const rule = ruleOf(type);
    const found = rule === undefined ? [] : rows.filter((row) => row.type === type && row.identifiers.includes(key) && mayRead(actor, rule, row));
    const [only] = found;
    if (only === undefined || found.length > 1) throw new FhirError(412, { code: 'multiple-matches', diagnostics: `${text.slice(0, 120)} finds ${found.length === 0 ? 'nothing' : 'more than one resource'}`, expression });
    names.set(text, `${type}/${only.id}`);
  }
  for (const draft of drafts) rename(draft, names);
}

function resolveReferences(drafts: readonly Draft[]): void {
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
    rename(draft, names);
    const lost = draft.pointers.references.find((text) => text.startsWith('urn:') || text.startsWith('resource:'));
    if (lost !== undefined) throw invalid(`${lost.slice(0, 80)} is not in this bundle`, placeOf(draft, lost));
    if (draft.resource !== undefined) draft.columns = indexColumns(draft.resource);
  }
}

/** Gives the references of a draft the names that their targets have now. */
function rename(draft: Draft, names: ReadonlyMap<string, string>): void {
  const { resource, pointers: { references, addresses, inline } } = draft;
  const isNamed = (text: string): boolean => names.has(text);
  if (resource === undefined || !(inline || references.some(isNamed) || addresses.some(isNamed))) return;
  draft.resource = renamed(resource, names);
  draft.pointers = pointersOf(draft.resource);
}

/** The resource with references changed by `names`, and without targets that a reader had put inline. */
function renamed(resource: Resource, names: ReadonlyMap<string, string>): Resource {
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return REFERENCE_ELEMENTS.has(key) ? names.get(value) ?? value : value;
    if (Array.isArray(value)) return value.map((member) => walk(member, key));
    if (!isObject(value) || isRawNumber(value)) return value;
    const inline = typeof value['reference'] === 'string';
    return Object.fromEntries(Object.entries(value).flatMap(([name, member]) => (inline && name === 'resource' ? [] : [[name, walk(member, name)]])));
  };
  return { ...(walk(resource, '') as Resource), id: resource['id'] as string };
}

// ---- checks before anything is read

function refuseDoubles(drafts: readonly Draft[]): void {
  const seen = new Set<string>();
  for (const { write, id } of drafts) {
    const names = [write.fullUrl, write.ifNoneExist === undefined ? undefined : `${write.type}?${write.ifNoneExist}`, `${write.type}/${id}`];
    for (const name of names) {
      if (name === undefined) continue;
      if (seen.has(name)) throw new FhirError(400, { code: 'duplicate', diagnostics: `${name.slice(0, 120)} stands for more than one entry`, expression: write.expression });
      seen.add(name);
    }
  }
}

function refuseTwoPatients(drafts: readonly Draft[]): void {
  const first = drafts.find(({ columns }) => columns?.patientId !== undefined)?.columns?.patientId;
  const other = drafts.find(({ columns }) => columns?.patientId !== undefined && columns.patientId !== first);
  if (other !== undefined) {
    throw new FhirError(400, { code: 'business-rule', diagnostics: 'The entries belong to more than one patient', expression: other.write.expression });
  }
}

function checkRights(draft: Draft, actor: Actor): void {
  const { write, rule, resource, columns } = draft;
  if (actor.kind === 'system') return;
  if (rule.scope === 'directory') throw forbidden(write.expression);
  if (rule.scope === 'user' && draft.id !== actor.userId) throw forbidden(write.expression);
  if (resource === undefined) return;
  const creatingSelf = write.type === 'Patient' && write.method === 'POST';
  if (rule.scope === 'patient' && !creatingSelf) for (const patientId of columns?.patients ?? []) mustReach(actor, patientId, 'write', write.expression);
}

// ---- what is there already

async function findExisting(drafts: readonly Draft[], actor: Actor, sql: Sql): Promise<void> {
  const conditional = drafts.filter(({ write }) => write.method === 'POST' && write.ifNoneExist !== undefined);
  if (conditional.length === 0) return;
  // the same form sent twice at once: the second waits here and then finds the first
  const locks = [...new Set(conditional.map(({ columns, write }) => (write.type === 'Patient' ? actor.userId : columns?.patientId ?? write.type)))].sort();
  for (const lock of locks) await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [lock]);
  // people and places first: what refers to them is looked for in their records
  const isBase = ({ write, rule }: Draft): boolean => write.type === 'Patient' || rule.scope !== 'patient';
  await matchExisting(conditional.filter(isBase), drafts, actor, sql);
  await matchExisting(conditional.filter((draft) => !isBase(draft)), drafts, actor, sql);
}

async function matchExisting(wanted: readonly Draft[], all: readonly Draft[], actor: Actor, sql: Sql): Promise<void> {
  if (wanted.length === 0) return;
  const asked = wanted.map((draft) => ({ draft, key: conditionKey(draft.write) }));
  const rows = await sql.query<Row & { identifiers: string[] }>(
    `select type, id, version, last_updated, deleted, content, patient_id, identifiers from fhir_resource
      where identifiers && $1::text[] and type = any($2::text[]) and not deleted`,
    [asked.map(({ key }) => key), [...new Set(wanted.map(({ write }) => write.type))]]);
  const names = new Map<string, string>();
  for (const { draft, key } of asked) {
    const { write, columns } = draft;
    const matches = rows.filter((row) => row.type === write.type && row.identifiers.includes(key)
      && (write.type === 'Patient' ? reaches(actor, row.id) : draft.rule.scope !== 'patient' || row.patient_id === columns?.patientId));
    if (matches.length > 1) throw new FhirError(412, { code: 'multiple-matches', diagnostics: 'More than one resource has this identifier', expression: write.expression });
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

function conditionKey(write: Write): string {
  return identifierAsked(write.ifNoneExist?.replace(/^\?/, '') ?? '', write.expression);
}

/** Key of 'identifier=system|value', the one condition that is taken. */
function identifierAsked(query: string, expression: string): string {
  const condition = new URLSearchParams(query);
  const value = condition.get('identifier');
  if (value === null || condition.size !== 1 || !value.includes('|')) {
    throw new FhirError(400, { code: 'not-supported', diagnostics: 'A condition is identifier=system|value', expression });
  }
  const bar = value.indexOf('|');
  return identifierKey(value.slice(0, bar), value.slice(bar + 1));
}

async function lockRows(drafts: readonly Draft[], sql: Sql): Promise<void> {
  const wanted = drafts.filter(({ write, rule }) => write.method !== 'POST' || rule.scope === 'user');
  if (wanted.length === 0) return;
  const rows = await sql.query<Row>(
    `select type, id, version, last_updated, deleted, content, patient_id from fhir_resource
      where (type, id) in (select * from unnest($1::text[], $2::text[])) order by type, id for update`,
    [wanted.map(({ write }) => write.type), wanted.map(({ id }) => id)]);
  const found = new Map(rows.map((row) => [`${row.type}/${row.id}`, row]));
  for (const draft of wanted) draft.before = found.get(`${draft.write.type}/${draft.id}`);
}

// ---- the rules of updates and deletes

function settle(draft: Draft, actor: Actor): void {
  const { write, before, existing, resource } = draft;
  if (existing !== undefined) return;
  if (write.method === 'POST') {
    if (write.type === 'Patient' && actor.kind === 'person' && actor.mainPatient !== undefined) {
      throw new FhirError(409, { code: 'duplicate', diagnostics: 'This account already has a main patient', detail: 'CONFLICT', expression: write.expression });
    }
    if (write.type === 'User' && actor.kind !== 'system' && resource !== undefined) draft.resource = ownUser(resource, before, actor);
    if (isStateful(write.type) && (write.type === 'Appointment' || write.type === 'Task') && actor.kind !== 'system') checkTransition(draft, undefined);
    return;
  }
  if (before === undefined) {
    // an id of the sender's choice is for imports by the system only
    if (write.method === 'PUT' && actor.kind === 'system') return;
    throw actor.kind === 'system' ? notFound() : forbidden(write.expression);
  }
  if (actor.kind !== 'system') mustReach(actor, before.patient_id ?? undefined, 'write', write.expression);
  if (before.deleted && write.method === 'DELETE') return;
  if (before.deleted && actor.kind !== 'system') throw gone();
  if (write.ifMatch !== undefined && write.ifMatch !== before.version) {
    throw new FhirError(412, { code: 'conflict', diagnostics: `The current version is ${before.version}`, detail: 'CONFLICT', expression: write.expression });
  }
  const stored = JSON.parse(before.content || '{}') as Resource;
  if (write.method === 'DELETE') {
    if (actor.kind !== 'system' && !enteredByPatient(stored)) throw notDeletable(write.expression);
    return;
  }
  if (resource === undefined) return;
  const sentVersion = textAt(write.resource, 'meta.versionId');
  if (write.ifMatch === undefined && actor.kind === 'person' && sentVersion !== undefined && sentVersion !== String(before.version)) {
    throw new FhirError(409, { code: 'conflict', diagnostics: `The resource was changed meanwhile; the current version is ${before.version}`, detail: 'CONFLICT', expression: write.expression });
  }
  if (actor.kind === 'system') return;
  if (before.patient_id !== null && draft.columns?.patientId !== before.patient_id) throw forbidden(write.expression);
  if (actor.kind === 'person') {
    draft.resource = { ...personsUpdate(stored, resource, write.expression), id: draft.id };
    draft.pointers = pointersOf(draft.resource);
    draft.columns = indexColumns(draft.resource);
  }
  if (isStateful(write.type)) checkTransition(draft, statusOf(stored));
}

function checkTransition({ write, resource }: Draft, from: string | undefined): void {
  const to = resource === undefined ? undefined : statusOf(resource);
  if (to !== undefined && isStateful(write.type) && !mayChange(write.type, from, to, 'patient')) throw invalidTransition(write.type, from, to, `${write.expression}.status`);
}

function statusOf(resource: Resource): string | undefined {
  return textAt(resource, resource.resourceType === 'Condition' ? 'clinicalStatus.coding.code' : 'status');
}

/** A user's own entry: whose record it opens is decided by the server, never by what was sent. */
function ownUser(sent: Resource, before: Row | undefined, actor: Actor): Resource {
  const known = before === undefined || before.deleted ? undefined : (JSON.parse(before.content) as Resource)['data'];
  const main = actor.mainPatient === undefined ? {} : { patient_id: actor.mainPatient };
  return { ...sent, id: actor.userId, data: { ...(isObject(known) ? known : {}), ...main } };
}

/** What a resource points at must be in a record that the actor may see; a missing target and a foreign one are refused alike. */
async function checkTargets(drafts: readonly Draft[], actor: Actor, sql: Sql): Promise<void> {
  if (actor.kind === 'system') return;
  const own = new Set(drafts.map(({ write, id }) => `${write.type}/${id}`));
  const asked = new Map<string, { readonly type: string; readonly id: string; readonly expression: string }>();
  const seen = new Set<string>();
  for (const draft of drafts) {
    if (draft.resource === undefined || draft.existing !== undefined) continue;
    for (const text of draft.pointers.references) {
      if (seen.has(text)) continue;
      seen.add(text);
      const target = parseReference(text);
      if (target === undefined || own.has(`${target.type}/${target.id}`) || ruleOf(target.type)?.scope !== 'patient') continue;
      if (target.type !== 'Patient') asked.set(text, { ...target, expression: placeOf(draft, text) });
      else if (!reaches(actor, target.id)) throw forbidden(placeOf(draft, text));
    }
  }
  if (asked.size === 0) return;
  const list = [...asked.values()];
  const rows = await sql.query<{ type: string; id: string; patient_id: string | null }>(
    'select type, id, patient_id from fhir_resource where (type, id) in (select * from unnest($1::text[], $2::text[]))',
    [list.map(({ type }) => type), list.map(({ id }) => id)]);
  const owners = new Map(rows.map((row) => [`${row.type}/${row.id}`, row.patient_id]));
  for (const { type, id, expression } of list) mustReach(actor, owners.get(`${type}/${id}`) ?? undefined, 'read', expression);
}

// ---- storing

async function store(drafts: readonly Draft[], actor: Actor, context: WriteContext): Promise<readonly Written[]> {
  const { sql } = context;
  const now = new Date();
  for (const draft of drafts) {
    if (draft.write.type !== 'Patient' || draft.existing !== undefined || draft.resource === undefined) continue;
    draft.resource = await withInternalId(draft.resource, async (key) => (await sql.query('select 1 from fhir_resource where identifiers && $1::text[]', [[key]])).length > 0);
    draft.columns = indexColumns(draft.resource);
  }
  const written = drafts.map((draft) => writtenOf(draft, now));
  const contents: string[] = [];
  const changed = drafts.flatMap(({ columns }, index) => {
    const answer = written[index];
    if (answer === undefined || answer.outcome === 'existing' || answer.lastUpdated !== now) return [];
    contents.push(answer.content);
    return [{
      type: answer.type, id: answer.id, version: answer.version, deleted: answer.outcome === 'deleted', patient_id: answer.patientId,
      // text, not Date: an object with toJSON makes the engine leave its fast way of writing JSON
      date: columns?.date?.start.toISOString(), date_end: columns?.date?.end.toISOString(), tokens: columns?.tokens ?? [], identifiers: columns?.identifiers ?? [], fold: columns?.fold ?? '',
    }];
  });
  if (changed.length === 0) return written;

  const replaced = changed.filter(({ type, version }) => type === 'Observation' && version > 1).map(({ id }) => id);
  if (replaced.length > 0) await sql.query('delete from fhir_observation_code where id = any($1::text[])', [replaced]);
  // contents travel beside the rows: inside their JSON every quotation mark would be escaped, sent and read back
  await sql.query(
    `with input as (
       select i.*, coalesce(text, '') as content from rows from (
         json_to_recordset($1::json) as (type text, id text, version int, deleted boolean, patient_id text, date timestamptz, date_end timestamptz, tokens text[], identifiers text[], fold text),
         unnest(string_to_array($2, '${SEPARATOR}'))
       ) as i(type, id, version, deleted, patient_id, date, date_end, tokens, identifiers, fold, text)
     ), kept as (
       insert into fhir_history (type, id, version, last_updated, deleted, content, author) select type, id, version, $3, deleted, content, $4 from input
     ), coded as (
       insert into fhir_observation_code (patient_id, code, date, id, date_end)
       select patient_id, substr(token, 6), coalesce(date, '-infinity'), id, coalesce(date_end, '-infinity') from input cross join unnest(tokens) token
        where type = 'Observation' and not deleted and patient_id is not null and token like 'code=%'
     ), noted as (
       ${auditInsert('$5')}
     )
     insert into fhir_resource (type, id, version, last_updated, deleted, content, patient_id, date, date_end, tokens, identifiers, fold)
     select type, id, version, $3, deleted, content, patient_id, coalesce(date, '-infinity'), coalesce(date_end, '-infinity'), tokens, identifiers, fold from input
     on conflict (type, id) do update set version = excluded.version, last_updated = excluded.last_updated, deleted = excluded.deleted,
       content = excluded.content, patient_id = excluded.patient_id, date = excluded.date, date_end = excluded.date_end,
       tokens = excluded.tokens, identifiers = excluded.identifiers, fold = excluded.fold`,
    [JSON.stringify(changed), contents.join(SEPARATOR), now, actor.userId, JSON.stringify(linesOf(written.filter(({ outcome }) => outcome !== 'existing'), actor))]);
  await openRecord(drafts, actor, context);
  return written;
}

/** A control character: JSON text never holds one as it is. */
const SEPARATOR = '\u0001';

function writtenOf(draft: Draft, now: Date): Written {
  const { write, before, existing, id, resource } = draft;
  const kept = existing ?? (write.method === 'DELETE' && before?.deleted === true ? before : undefined);
  if (kept !== undefined) {
    return {
      outcome: existing === undefined ? 'deleted' : 'existing', type: write.type, id, version: kept.version, lastUpdated: kept.last_updated,
      patientId: kept.patient_id ?? undefined, content: kept.content,
    };
  }
  const version = (before?.version ?? 0) + 1;
  const base = { type: write.type, id, version, lastUpdated: now };
  if (write.method === 'DELETE' || resource === undefined) return { ...base, outcome: 'deleted', patientId: before?.patient_id ?? undefined, content: '' };
  const { meta } = resource;
  const stored: Record<string, unknown> = { ...resource };
  stored['meta'] = { ...(isObject(meta) ? meta : undefined), versionId: String(version), lastUpdated: now.toISOString() };
  const patientId = draft.rule.scope === 'patient' ? draft.columns?.patientId : undefined;
  return { ...base, outcome: before === undefined ? 'created' : 'updated', patientId, content: JSON.stringify(stored) };
}

/** A person's new Patient becomes the account's main patient: right and User entry are stored with it. */
async function openRecord(drafts: readonly Draft[], actor: Actor, { sql, access }: WriteContext): Promise<void> {
  const created = drafts.find(({ write, existing }) => write.type === 'Patient' && write.method === 'POST' && existing === undefined);
  if (created === undefined || actor.kind !== 'person') return;
  await access.grant({ userId: actor.userId, patientId: created.id, source: 'self', rights: 'write' }, sql);
  const [row] = await sql.query<Row>(`select type, id, version, last_updated, deleted, content, patient_id from fhir_resource where type = 'User' and id = $1 for update`, [actor.userId]);
  if (row === undefined || row.deleted) return;
  const user = JSON.parse(row.content) as Resource;
  const version = row.version + 1;
  const now = new Date().toISOString();
  const content = JSON.stringify({ ...user, data: { ...(isObject(user['data']) ? user['data'] : {}), patient_id: created.id }, meta: { versionId: String(version), lastUpdated: now } });
  await sql.query(`update fhir_resource set version = $2, last_updated = $3, content = $4 where type = 'User' and id = $1`, [actor.userId, version, now, content]);
  await sql.query(`insert into fhir_history (type, id, version, last_updated, deleted, content, author) values ('User', $1, $2, $3, false, $4, $1)`, [actor.userId, version, now, content]);
}

/** The line of the audit trail for a transaction; none for the system's own. */
function linesOf(written: readonly Written[], actor: Actor): readonly AuditEntry[] {
  const [first] = written;
  if (first === undefined || actor.kind === 'system') return [];
  const alone = written.length === 1;
  const action = { created: 'create', updated: 'update', deleted: 'delete', existing: 'read' } as const;
  return [{
    action: alone ? action[first.outcome] : 'execute', type: 'rest', outcome: 'success', userId: actor.userId,
    ...(first.patientId === undefined ? {} : { patientId: first.patientId }), entity: alone ? `${first.type}/${first.id}` : 'Bundle',
  }];
}
