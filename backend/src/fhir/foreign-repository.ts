import { isObject } from '@phr/fhir/json';
import { isStateful, mayChange } from '@phr/fhir/transitions';
import type { Access, Audit, Sql } from '../platform.ts';
import { mayRead, mustReach, reaches, readable, SYSTEM, type Actor } from './actor.ts';
import { FhirError, forbidden, gone, invalidTransition, notDeletable, notFound } from './fhir-error.ts';
import { placeCursors, type Place } from './foreign-cursor.ts';
import { fits } from './foreign-fit.ts';
import { foreignQuery } from './foreign-query.ts';
import { versionOf, type ForeignPage, type ForeignServer } from './foreign-server.ts';
import type { Unit, Units } from './foreign-unit.ts';
import { indexColumns, patientsOf } from './index-columns.ts';
import { isRawNumber, parseJson } from './json-text.ts';
import { enteredByPatient, personsPatient, personsUpdate } from './ownership.ts';
import { actionOf, withInternalId } from './person-writes.ts';
import type { Page, Repository, Stored } from './repository.ts';
import { ruleOf, type TypeRule } from './resource-types.ts';
import { eachElement, isResource, newId, parseReference, pathOf, textAt, valuesAt, type Resource } from './resource.ts';
import { readQuery } from './search-query.ts';
import { validate } from './validate.ts';
import { readVersion, type Version } from './version.ts';
import type { Write, WriteContext, Written } from './write.ts';

export interface ForeignDeps {
  readonly server: ForeignServer;
  /** Transactions of ours that end on the other server. */
  readonly units: Units;
  readonly access: Access;
  readonly audit: Audit;
  /** Holds what other servers do not know: User and Concept. */
  readonly local: Repository;
  /** Signs the addresses of further pages, which callers give back. */
  readonly cursorKey: string;
  /** Told of all that a transaction writes, inside it. */
  readonly onWritten?: WriteContext['onWritten'];
}

const LOCAL = new Set(['User', 'Concept']);
const EMPTY = /[^\\]":(?:\[\]|\{\})/;
/** Resources with one identifier, and versions of one resource, that are looked at. */
const MOST_ALIKE = 50;
const MOST_VERSIONS = 1_000;
/** Pages of the other server that one search asks for; what is left comes with the next page. */
const MOST_PAGES = 100;

/**
 * The repository on another FHIR R4 server. Rights are decided here: a record's search names the person, and every resource that comes back is checked for
 * the person it belongs to and for what was asked. Writes are kept until the end of a transaction of `units` and go there as one bundle; versions are whatever that
 * server calls them.
 */
export function createForeignRepository(deps: ForeignDeps): Repository {
  const { server, units, access, audit, local } = deps;
  const { get } = server;
  const cursors = placeCursors(deps.cursorKey);

  const note = (actor: Actor, action: 'create' | 'read' | 'update' | 'delete' | 'execute', outcome: 'success' | 'refused', entity: string, patientId?: string, sql?: Sql): Promise<void> => (
    actor.kind === 'system' || (action === 'read' && outcome === 'success' && (patientId === undefined || patientId === actor.mainPatient)) ? Promise.resolve()
      : audit({ action, type: 'rest', outcome, userId: actor.userId, entity, ...(patientId === undefined ? {} : { patientId }) }, sql));

  /** A resource that the actor may see; what is missing and what belongs to others is refused alike. */
  const reachable = async (actor: Actor, type: string, id: string, { suffix = '', sql }: { readonly suffix?: string; readonly sql?: Sql | undefined } = {}): Promise<Stored> => {
    const rule = knownRule(type);
    const refuse = async (): Promise<never> => {
      // the refusal rolls the caller's transaction back, so its trace is written beside it; to wait for that would hold one connection while asking for another
      const noted = note(actor, 'read', 'refused', `${type}/${id}`);
      if (sql === undefined) await noted;
      else noted.catch(() => undefined);
      throw forbidden();
    };
    // a patient's own id says enough, so that nothing is asked for others
    if (type === 'Patient' && readable(actor, id, type) !== 'all') return refuse();
    const waiting = suffix === '' ? units.of(sql)?.pending.get(`${type}/${id}`) : undefined;
    if (waiting?.write.method === 'DELETE') throw gone();
    const resource = waiting?.write.resource ?? await get(`/${type}/${encodeURIComponent(id)}${suffix}`).catch(async (error: unknown) => {
      // what is gone still belongs to somebody, and others are not told that it was there
      if (!isGoneError(error) || actor.kind === 'system' || rule.scope !== 'patient' || await ownedBefore(actor, rule, type, id)) throw error;
      return undefined;
    });
    if (resource === undefined && (rule.scope === 'directory' || actor.kind === 'system' || type === 'Patient')) throw notFound();
    const stored = resource === undefined ? undefined : { ...storedOf(resource), ...(waiting === undefined ? {} : { version: waiting.version }) };
    if (stored === undefined || !mayRead(actor, rule, stored)) return refuse();
    if (waiting === undefined && suffix === '') units.of(sql)?.seen.set(`${type}/${id}`, stored.version);
    return stored;
  };

  const repository: Repository = {
    async read(actor, type, id, sql) {
      if (LOCAL.has(type)) return local.read(actor, type, id, sql);
      const stored = await reachable(actor, type, id, { sql });
      await note(actor, 'read', 'success', `${type}/${id}`, stored.patient_id ?? undefined, sql);
      return stored;
    },

    async hold(type, id, sql) {
      if (LOCAL.has(type)) return local.hold(type, id, sql);
      // among our own processes the second waits here; anybody else is found out by the version
      await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 6))', [`${type}/${id}`]);
      try {
        return await reachable(SYSTEM, type, id, { sql });
      } catch (error) {
        if (error instanceof FhirError && (error.statusCode === 404 || error.statusCode === 410)) return undefined;
        throw error;
      }
    },

    async lookup(type, by, value, sql) {
      if (LOCAL.has(type)) return local.lookup(type, by, value, sql);
      // servers compare identifiers without case
      const isIt = (resource: Resource): boolean => (by === 'url' ? resource['url'] === value : indexColumns(resource).identifiers.includes(value));
      const start: Place = { path: `/${type}?${by}=${encodeURIComponent(value.replaceAll(',', '\\,'))}&_count=${MOST_ALIKE}`, skip: 0 };
      return (await rowsFrom(start, type, MOST_ALIKE, isIt)).rows.map(storedOf);
    },

    async vread(actor, type, id, version) {
      if (LOCAL.has(type)) return local.vread(actor, type, id, version);
      await reachable(actor, type, id);
      return reachable(actor, type, id, { suffix: `/_history/${version}` });
    },

    async history(actor, type, id) {
      if (LOCAL.has(type)) return local.history(actor, type, id);
      await reachable(actor, type, id);
      return versionsOf(type, id);
    },

    async search(actor, type, raw, options = {}): Promise<Page> {
      if (LOCAL.has(type)) return local.search(actor, type, raw, options);
      const rule = knownRule(type);
      const { patientId } = options;
      const part = rule.scope === 'patient' ? readable(actor, patientId, type) : 'all';
      if (part === undefined) throw forbidden();
      const { _cursor: cursor, ...rest } = raw;
      const query = readQuery(rule, rest, options.zoneMinutes ?? 420);
      // a right to some codes asks for these only, so that neither pages nor totals tell of others
      const codes = part === 'all' ? '' : `&code=${encodeURIComponent(part.map((token) => token.replace(/^code=/, '')).join(','))}`;
      const start: Place = cursor === undefined ? { path: `/${type}?${foreignQuery(type, rest, query, patientId)}${codes}`, skip: query.offset } : cursors.read(cursor, type, patientId);
      const stored = (resource: Resource): Stored => ({ ...storedOf(resource), patient_id: rule.scope === 'patient' ? patientId ?? null : null });
      // whatever was asked and answered, nobody else's record leaves here
      const isIt = (resource: Resource): boolean => (rule.scope !== 'patient' || patientsOf(resource).includes(patientId ?? '')) && fits(resource, query) && mayRead(actor, rule, stored(resource));
      const { rows, total, next } = await rowsFrom(start, type, query.count, isIt, options.sql);
      if (rule.scope === 'patient') await note(actor, 'read', 'success', type, patientId, options.sql);
      return {
        items: rows.map(stored),
        // the end of a list tells how long it is
        total: cursor === undefined && next === undefined && query.count > 0 && (query.offset === 0 || rows.length > 0) ? query.offset + rows.length : total,
        next: next === undefined ? undefined : query.page !== undefined ? { page: String(query.page + 1) } : { _cursor: cursors.write(next, type, patientId) },
      };
    },

    async searchset(reader, type, raw, urlPrefix, options = {}) {
      if (LOCAL.has(type)) return local.searchset(reader, type, raw, urlPrefix, options);
      const actor: Actor = { kind: 'person', userId: reader.userId, ...await access.rightsOf(reader.userId) };
      const { items, total, next } = await repository.search(actor, type, raw, options);
      const entries = items.map(({ id, content }) => `{"fullUrl":${JSON.stringify(urlPrefix + id)},"resource":${content},"search":{"mode":"match"}}`).join(',');
      return { entries, total, next };
    },

    async create(actor, resource, options = {}) {
      return first(await repository.transaction(actor, [{ method: 'POST', type: resource.resourceType, resource, expression: resource.resourceType, ...(options.ifNoneExist === undefined ? {} : { ifNoneExist: options.ifNoneExist }) }], options.sql));
    },

    async update(actor, resource, options = {}) {
      return first(await repository.transaction(actor, [{ method: 'PUT', type: resource.resourceType, id: resource.id, resource, expression: resource.resourceType, ...(options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch }) }], options.sql));
    },

    async delete(actor, type, id, options = {}) {
      return first(await repository.transaction(actor, [{ method: 'DELETE', type, id, expression: type, ...(options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch }) }], options.sql));
    },

    async transaction(actor, writes, sql) {
      if (writes.length > 0 && writes.every(({ type }) => LOCAL.has(type))) return local.transaction(actor, writes, sql);
      if (sql === undefined && !await server.takesIds()) return sendAlone(actor, writes);
      if (sql !== undefined) return collect(actor, writes, sql);
      let unit: Unit | undefined;
      const told = await units.db.tx((own) => {
        unit = units.of(own);
        return collect(actor, writes, own);
      });
      // what the other server made of it: its own version and time
      return Promise.all(told.map((one) => (one.outcome === 'existing' ? one : answered(one, unit?.answers.get(`${one.type}/${one.id}`)))));
    },

    async everything(actor, patientId, { types, since }) {
      const kept = reaches(actor, patientId, 'write');
      await audit({ action: 'execute', type: 'export', outcome: kept ? 'success' : 'refused', userId: actor.userId, entity: 'Patient/$everything', ...(kept ? { patientId } : {}) });
      if (!kept) throw forbidden();
      const silent: Actor = { ...actor, mainPatient: patientId };
      return (async function* pages() {
        for (const type of types) {
          for (let cursor: string | undefined, more = true; more;) {
            const page = await repository.search(silent, type, { _count: '200', ...(cursor === undefined ? {} : { _cursor: cursor }) }, { patientId });
            yield* page.items.filter(({ last_updated }) => since === undefined || last_updated >= since);
            cursor = page.next?.['_cursor'];
            more = cursor !== undefined;
          }
        }
        if ((await access.allowedPatients(actor.userId)).get(patientId) !== 'write') throw forbidden();
      })();
    },

    async resolve(actor, items, elements) {
      if (elements.length === 0) return items.map(({ content }) => content);
      const known = new Map<string, Promise<Resource | undefined>>();
      return Promise.all(items.map(async ({ content }) => {
        const resource = parseJson(content) as Resource;
        for (const reference of elements.flatMap((element) => valuesAt(resource, element)).filter((value): value is Record<string, unknown> => isObject(value))) {
          const target = typeof reference['reference'] === 'string' ? parseReference(reference['reference']) : undefined;
          if (target === undefined || ruleOf(target.type) === undefined) continue;
          const name = `${target.type}/${target.id}`;
          const found = known.get(name) ?? reachable(actor, target.type, target.id).then((stored) => parseJson(stored.content) as Resource, () => undefined);
          known.set(name, found);
          const inline = await found;
          if (inline !== undefined) reference['resource'] = inline;
        }
        return JSON.stringify(resource);
      }));
    },
  };

  /**
   * Rows from a place on that are what is looked for. Pages are asked for until there are as many, since a server gives as few at once as it likes. The total is the
   * server's, and undefined when it counts rows that were left out.
   */
  async function rowsFrom(start: Place, type: string, count: number, isIt: (resource: Resource) => boolean, sql?: Sql): Promise<{ readonly rows: readonly Resource[]; readonly total: number | undefined; readonly next: Place | undefined }> {
    const rows: Resource[] = [];
    let { path, skip } = start;
    let total: number | undefined;
    for (let asked = 0; ; asked += 1) {
      const page: ForeignPage = await server.page(path, type);
      const found = waitingIn(sql, page.resources).filter(isIt);
      total = found.length === page.resources.length && (asked === 0 || total !== undefined) ? page.total : undefined;
      const taken = found.slice(skip, skip + count - rows.length);
      rows.push(...taken);
      const given = skip + taken.length;
      if (given < found.length && count > 0) return { rows, total, next: { path, skip: given } };
      if (page.next === undefined || count === 0) return { rows, total, next: undefined };
      skip = Math.max(0, skip - found.length);
      path = page.next;
      if (rows.length === count || asked === MOST_PAGES) return { rows, total, next: { path, skip } };
    }
  }

  /** Resources of a search as they will be at the end of the transaction. */
  function waitingIn(sql: Sql | undefined, found: readonly Resource[]): readonly Resource[] {
    const unit = units.of(sql);
    if (unit === undefined) return found;
    return found.flatMap((resource) => {
      const name = `${resource.resourceType}/${resource.id ?? ''}`;
      const waiting = unit.pending.get(name);
      if (waiting === undefined) unit.seen.set(name, versionOf(resource));
      return waiting === undefined ? [resource] : waiting.write.resource === undefined ? [] : [waiting.write.resource];
    });
  }

  /** Puts writes into the unit of a transaction: checked, under ids of our own choice, with references resolved. */
  async function collect(actor: Actor, writes: readonly Write[], sql: Sql): Promise<readonly Written[]> {
    const unit = units.of(sql);
    if (unit === undefined) throw new Error('records are written in transactions of the units only');
    if (!await server.takesIds()) {
      throw new FhirError(501, { code: 'not-supported', diagnostics: 'The record server does not let its clients choose ids (updateCreate), which this call needs', detail: 'NOT_SUPPORTED' });
    }
    const now = new Date();
    const named: { readonly write: Write; readonly id: string; readonly existing: Stored | undefined }[] = [];
    for (const write of writes) {
      const existing = write.ifNoneExist === undefined ? undefined : await existingOf(actor, write, sql);
      named.push({ write, existing, id: existing?.id ?? write.id ?? newId() });
    }
    const names = new Map(named.flatMap(({ write, id }, index) => [`resource:${index}`, ...(write.fullUrl === undefined ? [] : [write.fullUrl])].map((name) => [name, `${write.type}/${id}`] as const)));
    const own = new Set(names.values());
    const written: Written[] = [];
    for (const { write, id, existing } of named) {
      if (existing !== undefined) {
        written.push({ outcome: 'existing', type: write.type, id, version: existing.version, lastUpdated: existing.last_updated, patientId: existing.patient_id ?? undefined, content: existing.content });
        continue;
      }
      const { fullUrl: _fullUrl, ifNoneExist: _ifNoneExist, ...rest } = write;
      const resource = write.resource === undefined ? undefined : { ...renamed(write.resource, names), id };
      if (write.method === 'DELETE' && await isGone(actor, write, sql)) {
        written.push({ outcome: 'deleted', type: write.type, id, version: '', lastUpdated: now, patientId: undefined, content: '' });
        continue;
      }
      const { write: checked, before } = await checkedWrite(actor, { ...rest, ...(resource === undefined ? {} : { resource }) }, { sql, own, newId: id });
      written.push(keep(unit, checked, id, before, now));
      if (write.type === 'Patient' && write.method === 'POST' && actor.kind === 'person') await openRecord(actor.userId, id, sql);
    }
    await noteWrites(actor, written.filter(({ outcome }) => outcome !== 'existing'), sql);
    await deps.onWritten?.(sql, actor, written);
    return written;
  }

  /** True for what was deleted before, out of a record that the actor may change: a repeat is harmless. */
  async function isGone(actor: Actor, { type, id = '', expression }: Write, sql: Sql): Promise<boolean> {
    try {
      await reachable(actor, type, id, { sql });
      return false;
    } catch (error) {
      if (!isGoneError(error)) throw error;
      const [last] = await versionsOf(type, id);
      mustReach(actor, last?.patient_id ?? undefined, 'write', expression);
      return true;
    }
  }

  /** True when the last version of something deleted was in a record that the actor may read. */
  async function ownedBefore(actor: Actor, rule: TypeRule, type: string, id: string): Promise<boolean> {
    const [last] = await versionsOf(type, id);
    return last !== undefined && mayRead(actor, rule, last);
  }

  async function versionsOf(type: string, id: string): Promise<readonly Stored[]> {
    return (await rowsFrom({ path: `/${type}/${encodeURIComponent(id)}/_history?_count=${MOST_VERSIONS}`, skip: 0 }, type, MOST_VERSIONS, () => true)).rows.map(storedOf);
  }

  /** The last word on a resource in this transaction. */
  function keep(unit: Unit, write: Write, id: string, stored: Stored | undefined, now: Date): Written {
    const { type, method, resource } = write;
    const name = `${type}/${id}`;
    const waiting = unit.pending.get(name);
    if (write.ifMatch !== undefined && waiting !== undefined && write.ifMatch !== waiting.version) throw changedMeanwhile(write.expression);
    const isNew = waiting === undefined ? method === 'POST' : waiting.before === undefined;
    const base = waiting === undefined ? write.ifMatch ?? unit.seen.get(name) : waiting.write.ifMatch;
    const version = following(waiting?.version ?? stored?.version);
    const before = waiting === undefined ? stored?.content ?? (isNew ? undefined : '') : waiting.before;
    const patientId = stored?.patient_id ?? (resource === undefined ? undefined : patientsOf(resource)[0]);
    const sent: Write = {
      method: method === 'DELETE' ? 'DELETE' : 'PUT', type, id, expression: write.expression,
      ...(resource === undefined || method === 'DELETE' ? {} : { resource: withoutVersion({ ...resource, id }) }), ...(isNew || base === undefined || base === '' ? {} : { ifMatch: base }),
    };
    // made and taken away again: the other server never hears of it
    if (method === 'DELETE' && isNew) unit.pending.delete(name);
    else unit.pending.set(name, { write: sent, version, before });
    return {
      outcome: method === 'DELETE' ? 'deleted' : isNew ? 'created' : 'updated', type, id, version, lastUpdated: now,
      patientId: ruleOf(type)?.scope === 'patient' ? patientId : undefined, content: sent.resource === undefined ? '' : JSON.stringify(sent.resource),
    };
  }

  /** The resource that a condition finds; the same form sent twice at once waits for the first. */
  async function existingOf(actor: Actor, write: Write, sql: Sql): Promise<Stored | undefined> {
    const condition = new URLSearchParams(write.ifNoneExist?.replace(/^\?/, '') ?? '');
    const value = condition.get('identifier');
    if (value === null || condition.size !== 1 || !value.includes('|')) throw new FhirError(400, { code: 'not-supported', diagnostics: 'A condition is identifier=system|value', expression: write.expression });
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 6))', [`${write.type}?${value}`]);
    const owner = write.resource === undefined ? undefined : patientsOf(write.resource)[0];
    const matches = (await repository.lookup(write.type, 'identifier', value, sql))
      .filter((one) => (write.type === 'Patient' ? reaches(actor, one.id) : one.patient_id === null || (one.patient_id === owner && reaches(actor, owner))));
    if (matches.length > 1) throw new FhirError(412, { code: 'multiple-matches', diagnostics: 'More than one resource has this identifier', expression: write.expression });
    return matches[0];
  }

  /** Beside a server that gives the ids itself: one bundle at once, and then what belongs to it here. A cut between the two loses the latter. */
  async function sendAlone(actor: Actor, writes: readonly Write[]): Promise<readonly Written[]> {
    const checked: Write[] = [];
    for (const write of writes) checked.push((await checkedWrite(actor, write)).write);
    const answers = await server.transaction(checked);
    const written = await Promise.all(checked.map((write, index) => writtenOf(write, answers[index])));
    await units.db.tx(async (sql) => {
      for (const one of written) if (one.type === 'Patient' && one.outcome === 'created' && actor.kind === 'person') await openRecord(actor.userId, one.id, sql);
      await noteWrites(actor, written, sql);
      await deps.onWritten?.(sql, actor, written);
    });
    return written;
  }

  async function noteWrites(actor: Actor, written: readonly Written[], sql: Sql): Promise<void> {
    const [only] = written;
    if (only !== undefined) await note(actor, written.length > 1 ? 'execute' : only.outcome === 'deleted' ? 'delete' : only.outcome === 'updated' ? 'update' : 'create', 'success', written.length > 1 ? 'Bundle' : `${only.type}/${only.id}`, only.patientId, sql);
  }

  interface CheckOptions {
    readonly sql?: Sql;
    /** Names of what the same bundle writes. */
    readonly own?: ReadonlySet<string>;
    /** Id that something new will have. */
    readonly newId?: string;
  }

  /** A write after all rules for persons, and what it replaces; refused exactly where our own server refuses it. */
  async function checkedWrite(actor: Actor, write: Write, { sql, own = new Set(), newId: given }: CheckOptions = {}): Promise<{ readonly write: Write; readonly before: Stored | undefined }> {
    const rule = knownRule(write.type);
    if (LOCAL.has(write.type)) throw new FhirError(400, { code: 'not-supported', diagnostics: `${write.type} is not stored beside other types here`, expression: write.expression });
    if (actor.kind === 'person' && !rule.may.includes(actionOf(write.method))) throw forbidden(write.expression);
    if (actor.kind !== 'system' && rule.scope !== 'patient') throw forbidden(write.expression);
    let { resource } = write;
    const createsSelf = write.type === 'Patient' && write.method === 'POST';
    if (resource !== undefined) {
      if (createsSelf && actor.kind === 'person') resource = { ...personsPatient(resource), ...(given === undefined ? {} : { id: given }) };
      // FHIR's JSON has no empty lists, so that others drop them: a consent limited to nothing would become one without limits
      if (write.type === 'Consent' && EMPTY.test(JSON.stringify(resource))) throw new FhirError(400, { code: 'structure', diagnostics: 'A Consent has no empty elements', expression: write.expression });
      const issues = validate(write.id === undefined ? resource : { ...resource, id: write.id }, write.expression);
      if (issues.length > 0) throw new FhirError(400, issues);
      if (!createsSelf && rule.scope === 'patient' && actor.kind !== 'system') for (const patientId of patientsOf({ ...resource, ...(write.id === undefined ? {} : { id: write.id }) })) mustReach(actor, patientId, 'write', write.expression);
      await checkTargets(actor, resource, write.expression, own, sql);
    }
    if (createsSelf) {
      if (actor.kind === 'person' && actor.mainPatient !== undefined) throw new FhirError(409, { code: 'duplicate', diagnostics: 'This account already has a main patient', detail: 'CONFLICT', expression: write.expression });
      const patient = await withInternalId(resource ?? { resourceType: 'Patient' }, async (key) => (await repository.lookup('Patient', 'identifier', key, sql)).length > 0);
      return { write: { ...write, resource: patient }, before: undefined };
    }
    if (write.method === 'POST' || write.id === undefined) {
      if (actor.kind !== 'system' && resource !== undefined && (write.type === 'Appointment' || write.type === 'Task')) checkTransition(write.type, undefined, textAt(resource, 'status'), write.expression);
      return { write: { ...write, ...(resource === undefined ? {} : { resource }) }, before: undefined };
    }
    if (actor.kind === 'system') {
      // an id of the sender's choice is for imports: there may be nothing yet
      const before = sql === undefined ? undefined : await reachable(SYSTEM, write.type, write.id, { sql }).catch((error: unknown) => {
        if (write.method === 'PUT' && error instanceof FhirError && (error.statusCode === 404 || error.statusCode === 410)) return undefined;
        throw error;
      });
      return { write, before };
    }
    const stored = await reachable(actor, write.type, write.id, { sql });
    mustReach(actor, stored.patient_id ?? undefined, 'write', write.expression);
    const before = parseJson(stored.content) as Resource;
    if (write.method === 'DELETE') {
      if (!enteredByPatient(before)) throw notDeletable(write.expression);
      return { write, before: stored };
    }
    if (resource === undefined) return { write, before: stored };
    if (write.type !== 'Patient' && patientsOf(resource)[0] !== stored.patient_id) throw forbidden(write.expression);
    const sentVersion = textAt(write.resource, 'meta.versionId');
    if (write.ifMatch === undefined && actor.kind === 'person' && stored.version !== '' && sentVersion !== undefined && sentVersion !== String(stored.version)) throw changedMeanwhile(write.expression, 409);
    const settled = actor.kind === 'person' ? personsUpdate(before, resource, write.expression) : resource;
    const status = write.type === 'Condition' ? 'clinicalStatus.coding.code' : 'status';
    checkTransition(write.type, textAt(before, status), textAt(settled, status), write.expression);
    return { write: { ...write, resource: { ...settled, id: write.id }, ...(write.ifMatch === undefined && stored.version !== '' ? { ifMatch: stored.version } : {}) }, before: stored };
  }

  async function checkTargets(actor: Actor, resource: Resource, expression: string, own: ReadonlySet<string>, sql: Sql | undefined): Promise<void> {
    if (actor.kind === 'system') return;
    const asked: { readonly type: string; readonly id: string; readonly path: string }[] = [];
    eachElement(resource, (element, key, _holder, steps) => {
      const target = key === 'reference' && typeof element === 'string' ? parseReference(element) : undefined;
      if (target !== undefined && ruleOf(target.type)?.scope === 'patient' && !own.has(`${target.type}/${target.id}`)) asked.push({ ...target, path: `${expression}.${pathOf(steps)}` });
    });
    for (const { type, id, path } of asked) {
      if (type === 'Patient') mustReach(actor, id, 'read', path);
      else await reachable(actor, type, id, { sql }).catch(() => { throw forbidden(path); });
    }
  }

  async function writtenOf(write: Write, answer: unknown): Promise<Written> {
    const location = /([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64})(?:\/_history\/([^/]+))?$/.exec(textAt(answer, 'response.location') ?? '');
    const id = location?.[2] ?? write.id ?? '';
    const status = textAt(answer, 'response.status') ?? '';
    const lastUpdated = new Date(textAt(answer, 'response.lastModified') ?? Date.now());
    if (write.method === 'DELETE') return { outcome: 'deleted', type: write.type, id, version: readVersion(location?.[3]) ?? '', lastUpdated, patientId: undefined, content: '' };
    const resource = valuesAt(answer, 'resource').find(isResource) ?? await get(`/${write.type}/${id}`);
    if (resource === undefined) throw new FhirError(503, { code: 'transient', diagnostics: 'The record server does not have what it stored' });
    const outcome = status.startsWith('201') ? 'created' : write.method === 'POST' ? 'existing' : 'updated';
    return { outcome, type: write.type, id, version: storedOf(resource).version, lastUpdated, patientId: patientsOf(resource)[0], content: JSON.stringify(resource) };
  }

  /** The same write with the version and time that the other server gave; it need not tell them in its answer. */
  async function answered(told: Written, answer: unknown): Promise<Written> {
    if (told.content === '') return told;
    const resource = valuesAt(answer, 'resource').filter(isResource).find(({ resourceType }) => resourceType === told.type) ?? await get(`/${told.type}/${told.id}`).catch(() => undefined);
    if (resource === undefined) return told;
    const { version, last_updated: lastUpdated, content } = storedOf(resource);
    return { ...told, version, lastUpdated, content };
  }

  /** A person's new Patient becomes the account's main patient. */
  async function openRecord(userId: string, patientId: string, sql: Sql): Promise<void> {
    await access.grant({ userId, patientId, source: 'self', rights: 'write' }, sql);
    const user = await local.read(SYSTEM, 'User', userId, sql).catch(() => undefined);
    if (user === undefined) return;
    const value = parseJson(user.content) as Resource;
    await local.update(SYSTEM, { ...value, id: userId, data: { ...(isObject(value['data']) ? value['data'] : {}), patient_id: patientId } }, { sql });
  }

  return repository;
}

function storedOf(resource: Resource): Stored {
  return {
    type: resource.resourceType, id: resource.id ?? '', version: versionOf(resource), last_updated: new Date(textAt(resource, 'meta.lastUpdated') ?? 0), deleted: false,
    content: JSON.stringify(resource), patient_id: ruleOf(resource.resourceType)?.scope === 'patient' ? patientsOf(resource)[0] ?? null : null,
  };
}

/** What readers inside a transaction are told instead of a version that the other server has yet to name. */
function following(version: Version | undefined): Version {
  return typeof version === 'number' ? version + 1 : version === undefined ? 1 : newId();
}

function checkTransition(type: string, from: string | undefined, to: string | undefined, expression: string): void {
  if (to !== undefined && isStateful(type) && !mayChange(type, from, to, 'patient')) throw invalidTransition(type, from, to, `${expression}.status`);
}

function changedMeanwhile(expression: string, status = 412): FhirError {
  return new FhirError(status, { code: 'conflict', diagnostics: 'The resource was changed meanwhile', detail: 'CONFLICT', expression });
}

/** The version and its time are the other server's to give. */
function withoutVersion(resource: Resource): Resource {
  if (!isObject(resource['meta'])) return resource;
  const { versionId: _versionId, lastUpdated: _lastUpdated, ...meta } = resource['meta'];
  const { meta: _meta, ...rest } = resource;
  return { ...rest, resourceType: resource.resourceType, ...(Object.keys(meta).length === 0 ? {} : { meta }) };
}

/** The resource with references changed by `names`. */
function renamed(resource: Resource, names: ReadonlyMap<string, string>): Resource {
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return REFERENCE_ELEMENTS.has(key) ? names.get(value) ?? value : value;
    if (Array.isArray(value)) return value.map((member) => walk(member, key));
    return isObject(value) && !isRawNumber(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, name)])) : value;
  };
  return walk(resource, '') as Resource;
}

const REFERENCE_ELEMENTS = new Set(['reference', 'url', 'valueUri', 'valueUrl']);

function isGoneError(error: unknown): boolean {
  return error instanceof FhirError && error.statusCode === 410;
}

function knownRule(type: string): TypeRule {
  const rule = ruleOf(type);
  if (rule === undefined) throw notFound();
  return rule;
}

function first(written: readonly Written[]): Written {
  const [one] = written;
  if (one === undefined) throw new Error('a write gave no answer');
  return one;
}
