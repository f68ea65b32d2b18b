import { isObject } from '@phr/fhir/json';
import type { Access, Sql } from '../../kit/platform.ts';
import { assertAccess, canAccess, mustWrite } from '../../access/policy.ts';
import { beginMoves, type MovedAttachments } from '../move-attachments.ts';
import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { FhirError } from '../../fhir/fhir-error.ts';
import { changedMeanwhile, createWriteCheck, type AuditedSource } from './check.ts';
import type { Note } from './note.ts';
import { isGoneError, storedOf, type UpstreamReader } from './reader.ts';
import { renamed, resolveConditional } from './references.ts';
import type { UpstreamServer } from './server.ts';
import type { Unit, Units } from './unit.ts';
import { patientsOf } from '../../fhir/index-columns.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import { createSignNotes, type SignNotes } from '../notes.ts';
import type { Repository, Stored } from '../repository.ts';
import { ruleOf } from '../../fhir/resource-types.ts';
import { isResource, newId, textAt, valuesAt, type Resource } from '../../fhir/resource.ts';
import { readVersion, type Version } from '../../fhir/version.ts';
import { conditionKey } from '../postgres/write/condition.ts';
import type { Write, Written } from '../../fhir/write-request.ts';
import type { WriteContext } from '../postgres/write-context.ts';

export interface UpstreamWriterDeps {
  readonly server: UpstreamServer;
  readonly units: Units;
  readonly reader: UpstreamReader;
  readonly note: Note;
  readonly access: Access;
  readonly local: Repository;
  readonly onWritten: WriteContext['onWritten'];
  readonly files: WriteContext['files'];
  readonly auditedSource: AuditedSource;
}

/** A write with its assigned id, and its condition's match. */
interface NamedWrite {
  readonly write: Write;
  readonly id: string;
  readonly existing: Stored | undefined;
}

/**
 * All writes or none, upstream. Collected until a transaction of `units` (the caller's or an own one) ends, and sent as
 * one bundle.
 */
export type UpstreamWriter = (actor: Actor, writes: readonly Write[], sql?: Sql) => Promise<readonly Written[]>;

/** Creates the writing side of the upstream repository. Version ids are that server's. */
export function createUpstreamWriter({
  server,
  units,
  reader,
  note,
  access,
  local,
  onWritten,
  files,
  auditedSource,
}: UpstreamWriterDeps): UpstreamWriter {
  const check = createWriteCheck(reader, auditedSource);

  return async (actor, writes, sql) => {
    if (sql !== undefined) return collect(actor, writes, sql);
    if (!(await server.takesIds())) return sendAlone(actor, writes);
    let unit: Unit | undefined;
    const changes = await units.db.tx((own) => {
      unit = units.of(own);
      return collect(actor, writes, own);
    });
    // the version and time that the upstream server assigned
    return Promise.all(
      changes.map(async (one) =>
        one.outcome === 'existing' ? one : answered(one, unit?.answers.get(`${one.type}/${one.id}`)),
      ),
    );
  };

  /** moves attachment data to the record's file storage */
  async function withoutData(
    actor: Actor,
    write: Write,
    id: string | undefined,
    moved: MovedAttachments,
  ): Promise<Write> {
    const patientId =
      write.type === 'Patient' ? id : write.resource === undefined ? undefined : patientsOf(write.resource)[0];
    if (write.resource === undefined || ruleOf(write.type)?.scope !== 'patient' || patientId === undefined)
      return write;
    return { ...write, resource: await moved.move(actor, write.resource, patientId, write.expression) };
  }

  async function withSignedNotes(sign: SignNotes, write: Write, before: Stored | undefined): Promise<Write> {
    if (write.resource === undefined) return write;
    return {
      ...write,
      resource: await sign(write.resource, { before: before?.content, patientId: patientsOf(write.resource)[0] }),
    };
  }

  /** Adds writes to a transaction's unit: checked, with our own ids and resolved references. */
  async function collect(actor: Actor, sent: readonly Write[], sql: Sql): Promise<readonly Written[]> {
    const unit = units.of(sql);
    if (unit === undefined) throw new Error('records are written in transactions of the units only');
    if (!(await server.takesIds())) {
      throw new FhirError(501, {
        code: 'not-supported',
        diagnostics: 'The record server does not let its clients choose ids (updateCreate), which this call needs',
        detail: 'NOT_SUPPORTED',
      });
    }
    const moved = beginMoves(files);
    sql.afterRollback?.(moved.undo);
    const now = new Date();
    for (const write of sent) mustWrite(actor, write);
    const named = await nameAll(actor, await resolveConditional(reader, actor, sent), sql);
    const names = namesOf(named);
    const own = new Set(names.values());
    const signNotes = createSignNotes(sql, actor);
    const written: Written[] = [];
    for (const { write, id, existing } of named) {
      if (existing !== undefined) {
        written.push(existingWrite(write, existing));
        continue;
      }
      const { fullUrl: _fullUrl, ifNoneExist: _ifNoneExist, ...rest } = write;
      const resource = write.resource === undefined ? undefined : { ...renamed(write.resource, names), id };
      if (write.method === 'DELETE' && (await isGone(actor, write, sql))) {
        written.push(deletedWrite(write, id, now));
        continue;
      }
      const { write: checked, before } = await check(
        actor,
        { ...rest, ...(resource === undefined ? {} : { resource }) },
        { sql, own, newId: id },
      );
      const signed = await withSignedNotes(signNotes, checked, before);
      written.push(keep(unit, await withoutData(actor, signed, id, moved), id, before, now));
      if (write.type === 'Patient' && write.method === 'POST' && actor.kind === 'person')
        await openRecord(actor.userId, id, sql);
    }
    await noteWrites(
      actor,
      written.filter(({ outcome }) => outcome !== 'existing'),
      sql,
    );
    await onWritten?.(sql, actor, written);
    return written;
  }

  /** Each write with its id: the condition's match, the client's, or a new one. */
  async function nameAll(actor: Actor, writes: readonly Write[], sql: Sql): Promise<readonly NamedWrite[]> {
    const named: NamedWrite[] = [];
    for (const write of writes) {
      const existing = write.ifNoneExist === undefined ? undefined : await existingOf(actor, write, sql);
      named.push({ write, existing, id: existing?.id ?? write.id ?? newId() });
    }
    return named;
  }

  /** True for a resource already deleted from a record the actor may change: repeats are harmless. */
  async function isGone(actor: Actor, { type, id = '', expression }: Write, sql: Sql): Promise<boolean> {
    try {
      await reader.reachable(actor, type, id, { sql });
      return false;
    } catch (error) {
      if (!isGoneError(error)) throw error;
      const [last] = await reader.versionsOf(type, id);
      assertAccess(actor, last?.patient_id ?? undefined, 'update', expression);
      return true;
    }
  }

  /** The last word on a resource in this transaction. */
  function keep(unit: Unit, write: Write, id: string, stored: Stored | undefined, now: Date): Written {
    const { type, method, resource } = write;
    const name = `${type}/${id}`;
    const waiting = unit.pending.get(name);
    if (write.ifMatch !== undefined && waiting !== undefined && write.ifMatch !== waiting.version)
      throw changedMeanwhile(write.expression);
    const isNew = waiting === undefined ? method === 'POST' : waiting.before === undefined;
    const base = waiting === undefined ? (write.ifMatch ?? unit.seen.get(name)) : waiting.write.ifMatch;
    const version = following(waiting?.version ?? stored?.version);
    const before = waiting === undefined ? (stored?.content ?? (isNew ? undefined : '')) : waiting.before;
    const patientId = stored?.patient_id ?? (resource === undefined ? undefined : patientsOf(resource)[0]);
    const sent: Write = {
      method: method === 'DELETE' ? 'DELETE' : 'PUT',
      type,
      id,
      expression: write.expression,
      ...(resource === undefined || method === 'DELETE' ? {} : { resource: withoutVersion({ ...resource, id }) }),
      ...(isNew || base === undefined || base === '' ? {} : { ifMatch: base }),
    };
    // created and deleted within the transaction: upstream never sees it
    if (method === 'DELETE' && isNew) unit.pending.delete(name);
    else unit.pending.set(name, { write: sent, version, before });
    return {
      outcome: method === 'DELETE' ? 'deleted' : isNew ? 'created' : 'updated',
      type,
      id,
      version,
      lastUpdated: now,
      patientId: ruleOf(type)?.scope === 'patient' ? patientId : undefined,
      content: sent.resource === undefined ? '' : JSON.stringify(sent.resource),
    };
  }

  /** The condition's match; concurrent identical forms wait for the first. */
  async function existingOf(actor: Actor, write: Write, sql: Sql): Promise<Stored | undefined> {
    const key = conditionKey(write);
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 6))', [`${write.type}?${key}`]);
    const { mine } = await found(actor, write, key);
    if (mine.length > 1)
      throw new FhirError(412, {
        code: 'multiple-matches',
        diagnostics: 'More than one resource has this identifier',
        expression: write.expression,
      });
    return mine[0];
  }

  /** The condition's match in the target record, and whether others' resources match. */
  async function found(
    actor: Actor,
    write: Write,
    key: string,
  ): Promise<{ readonly mine: readonly Stored[]; readonly isOthers: boolean }> {
    const owner = write.resource === undefined || write.type === 'Patient' ? undefined : patientsOf(write.resource)[0];
    if (owner !== undefined) assertAccess(actor, owner, 'update', write.expression);
    const all = await reader.lookup(write.type, 'identifier', key);
    const mine = all.filter((one) =>
      write.type === 'Patient'
        ? canAccess(actor, one.id)
        : one.patient_id === null || (one.patient_id === owner && canAccess(actor, owner)),
    );
    return { mine, isOthers: mine.length < all.length };
  }

  /**
   * Upstream evaluates conditions over everyone's resources: leave it to that server only if nothing foreign matches.
   */
  async function withOwnCondition(actor: Actor, write: Write): Promise<Write> {
    if (write.ifNoneExist === undefined || !(await found(actor, write, conditionKey(write))).isOthers) return write;
    const { ifNoneExist: _ifNoneExist, ...rest } = write;
    return rest;
  }

  /**
   * For a server that assigns ids itself: one bundle at once, then our own data. An interruption in between loses the
   * latter.
   */
  async function sendAlone(actor: Actor, sent: readonly Write[]): Promise<readonly Written[]> {
    for (const write of sent) mustWrite(actor, write);
    const moved = beginMoves(files);
    const checked: Write[] = [];
    const signNotes = createSignNotes(units.db, actor);
    for (const write of await resolveConditional(reader, actor, sent)) {
      const { write: allowed, before } = await check(actor, await withOwnCondition(actor, write));
      checked.push(await withoutData(actor, await withSignedNotes(signNotes, allowed, before), write.id, moved));
    }
    const answers = await server.transaction(checked).catch((error: unknown) => {
      if (isRefusal(error)) moved.undo();
      throw error;
    });
    const written = await Promise.all(checked.map((write, index) => writtenOf(write, answers[index])));
    // someone else's entry got the identifier in between: reveal nothing
    for (const one of written) if (one.outcome === 'existing') assertAccess(actor, one.patientId, 'read');
    await units.db.tx(async (sql) => {
      for (const one of written)
        if (one.type === 'Patient' && one.outcome === 'created' && actor.kind === 'person')
          await openRecord(actor.userId, one.id, sql);
      await noteWrites(actor, written, sql);
      await onWritten?.(sql, actor, written);
    });
    return written;
  }

  async function noteWrites(actor: Actor, written: readonly Written[], sql: Sql): Promise<void> {
    const [only] = written;
    if (only !== undefined)
      await note(
        actor,
        written.length > 1
          ? 'execute'
          : only.outcome === 'deleted'
            ? 'delete'
            : only.outcome === 'updated'
              ? 'update'
              : 'create',
        'success',
        written.length > 1 ? 'Bundle' : `${only.type}/${only.id}`,
        only.patientId,
        sql,
      );
  }

  async function writtenOf(write: Write, answer: unknown): Promise<Written> {
    const location = /([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64})(?:\/_history\/([^/]+))?$/.exec(
      textAt(answer, 'response.location') ?? '',
    );
    const id = location?.[2] ?? write.id ?? '';
    const status = textAt(answer, 'response.status') ?? '';
    const lastUpdated = new Date(textAt(answer, 'response.lastModified') ?? Date.now());
    if (write.method === 'DELETE')
      return {
        outcome: 'deleted',
        type: write.type,
        id,
        version: readVersion(location?.[3]) ?? '',
        lastUpdated,
        patientId: undefined,
        content: '',
      };
    const resource = valuesAt(answer, 'resource').find(isResource) ?? (await server.get(`/${write.type}/${id}`));
    if (resource === undefined)
      throw new FhirError(503, { code: 'transient', diagnostics: 'The record server does not have what it stored' });
    const outcome = status.startsWith('201') ? 'created' : write.method === 'POST' ? 'existing' : 'updated';
    return {
      outcome,
      type: write.type,
      id,
      version: storedOf(resource).version,
      lastUpdated,
      patientId: patientsOf(resource)[0],
      content: JSON.stringify(resource),
    };
  }

  /** The same write with the upstream version and time, which the response may omit. */
  async function answered(told: Written, answer: unknown): Promise<Written> {
    if (told.content === '') return told;
    const resource =
      valuesAt(answer, 'resource')
        .filter(isResource)
        .find(({ resourceType }) => resourceType === told.type) ??
      (await server.get(`/${told.type}/${told.id}`).catch(() => undefined));
    if (resource === undefined) return told;
    const { version, last_updated: lastUpdated, content } = storedOf(resource);
    return { ...told, version, lastUpdated, content };
  }

  /** A person's new Patient becomes the account's main patient. */
  async function openRecord(userId: string, patientId: string, sql: Sql): Promise<void> {
    await access.grant({ userId, patientId, source: 'self', rights: 'write' }, sql);
    const user = await local.read(SYSTEM_ACTOR, 'User', userId, sql).catch(() => undefined);
    if (user === undefined) return;
    const value = parseJson(user.content) as Resource;
    await local.update(
      SYSTEM_ACTOR,
      { ...value, id: userId, data: { ...(isObject(value['data']) ? value['data'] : {}), patient_id: patientId } },
      { sql },
    );
  }
}

/** Names of a bundle's writes, and their targets. */
function namesOf(named: readonly NamedWrite[]): ReadonlyMap<string, string> {
  return new Map(
    named.flatMap(({ write, id }, index) =>
      [`resource:${index}`, ...(write.fullUrl === undefined ? [] : [write.fullUrl])].map(
        (name) => [name, `${write.type}/${id}`] as const,
      ),
    ),
  );
}

/** Response for a write whose condition matched: nothing was written. */
function existingWrite({ type }: Write, existing: Stored): Written {
  return {
    outcome: 'existing',
    type,
    id: existing.id,
    version: existing.version,
    lastUpdated: existing.last_updated,
    patientId: existing.patient_id ?? undefined,
    content: existing.content,
  };
}

/** Response for a repeated deletion. */
function deletedWrite({ type }: Write, id: string, lastUpdated: Date): Written {
  return { outcome: 'deleted', type, id, version: '', lastUpdated, patientId: undefined, content: '' };
}

/** True if nothing was executed; an unreachable server may have executed it. */
function isRefusal(error: unknown): boolean {
  return error instanceof FhirError && error.statusCode !== 503;
}

/** Placeholder version for readers within a transaction. */
function following(version: Version | undefined): Version {
  return typeof version === 'number' ? version + 1 : version === undefined ? 1 : newId();
}

/** version and time are assigned upstream */
function withoutVersion(resource: Resource): Resource {
  if (!isObject(resource['meta'])) return resource;
  const { versionId: _versionId, lastUpdated: _lastUpdated, ...meta } = resource['meta'];
  const { meta: _meta, ...rest } = resource;
  return { ...rest, resourceType: resource.resourceType, ...(Object.keys(meta).length === 0 ? {} : { meta }) };
}
