import { isObject } from '@phr/fhir/json';
import { isStateful, mayChange } from '@phr/fhir/transitions';
import type { Access, Audit } from '../platform.ts';
import { mayRead, mustReach, reaches, readable, SYSTEM, type Actor } from './actor.ts';
import { eTag } from './bundle.ts';
import { FhirError, forbidden, gone, invalidTransition, notDeletable, notFound } from './fhir-error.ts';
import { foreignQuery } from './foreign-query.ts';
import { patientsOf } from './index-columns.ts';
import { parseJson } from './json-text.ts';
import { enteredByPatient, personsPatient, personsUpdate } from './ownership.ts';
import { actionOf, withInternalId } from './person-writes.ts';
import type { Page, Repository, Stored } from './repository.ts';
import { ruleOf, type TypeRule } from './resource-types.ts';
import { eachElement, isResource, parseReference, pathOf, textAt, valuesAt, type Resource } from './resource.ts';
import { readQuery, type RawQuery } from './search-query.ts';
import { validate } from './validate.ts';
import type { Write, Written } from './write.ts';

export interface ForeignDeps {
  /** Address of the other server, without a slash at its end. */
  readonly base: string;
  /** Sent as a bearer token: the other server trusts this one, which decides who may see what. */
  readonly token?: string;
  readonly access: Access;
  readonly audit: Audit;
  /** Holds what other servers do not know: User and Concept. */
  readonly local: Repository;
  readonly fetch?: typeof fetch;
}

const LOCAL = new Set(['User', 'Concept']);
const TIMEOUT_MS = 30_000;

/**
 * The repository on another FHIR R4 server. Rights are decided here: a record's search names the person, and every resource that comes back is checked for
 * the person it belongs to. Calls cannot join a transaction of our database; versions are those of servers that count them.
 */
export function createForeignRepository(deps: ForeignDeps): Repository {
  const { base, access, audit, local } = deps;
  const send = deps.fetch ?? fetch;

  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<{ readonly status: number; readonly body: unknown }> => {
    const response = await send(path.startsWith(base) ? path : `${base}${path}`, {
      method, signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/fhir+json', ...(deps.token === undefined ? {} : { authorization: `Bearer ${deps.token}` }), ...(body === undefined ? {} : { 'content-type': 'application/fhir+json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => { throw new FhirError(503, { code: 'transient', diagnostics: `The record server cannot be reached (${error instanceof Error ? error.name : 'network'})` }); });
    const text = await response.text();
    try {
      return { status: response.status, body: text === '' ? undefined : parseJson(text) };
    } catch {
      throw new FhirError(503, { code: 'transient', diagnostics: 'The record server did not answer FHIR' });
    }
  };

  const get = async (path: string): Promise<Resource | undefined> => {
    const { status, body } = await ask('GET', path);
    if (status === 404) return undefined;
    if (status === 410) throw gone();
    if (status >= 400 || !isResource(body)) throw refusalOf(status, body);
    return body;
  };

  const note = (actor: Actor, action: 'create' | 'read' | 'update' | 'delete' | 'execute', outcome: 'success' | 'refused', entity: string, patientId?: string): Promise<void> => (
    actor.kind === 'system' || (action === 'read' && outcome === 'success' && (patientId === undefined || patientId === actor.mainPatient)) ? Promise.resolve()
      : audit({ action, type: 'rest', outcome, userId: actor.userId, entity, ...(patientId === undefined ? {} : { patientId }) }));

  /** A resource that the actor may see; what is missing and what belongs to others is refused alike. */
  const reachable = async (actor: Actor, type: string, id: string, suffix = ''): Promise<Stored> => {
    const rule = knownRule(type);
    // a patient's own id says enough, so that nothing is asked for others
    if (type === 'Patient' && readable(actor, id, type) !== 'all') throw forbidden();
    const resource = await get(`/${type}/${encodeURIComponent(id)}${suffix}`);
    if (resource === undefined && (rule.scope === 'directory' || actor.kind === 'system' || type === 'Patient')) throw notFound();
    const stored = resource === undefined ? undefined : storedOf(resource);
    if (stored === undefined || !mayRead(actor, rule, stored)) {
      await note(actor, 'read', 'refused', `${type}/${id}`);
      throw forbidden();
    }
    return stored;
  };

  const repository: Repository = {
    async read(actor, type, id, sql) {
      if (LOCAL.has(type)) return local.read(actor, type, id, sql);
      const stored = await reachable(actor, type, id);
      await note(actor, 'read', 'success', `${type}/${id}`, stored.patient_id ?? undefined);
      return stored;
    },

    async vread(actor, type, id, version) {
      if (LOCAL.has(type)) return local.vread(actor, type, id, version);
      await reachable(actor, type, id);
      return reachable(actor, type, id, `/_history/${version}`);
    },

    async history(actor, type, id) {
      if (LOCAL.has(type)) return local.history(actor, type, id);
      await reachable(actor, type, id);
      const bundle = await get(`/${type}/${encodeURIComponent(id)}/_history`);
      return valuesAt(bundle, 'entry.resource').filter(isResource).map(storedOf);
    },

    async search(actor, type, raw, options = {}): Promise<Page> {
      if (LOCAL.has(type)) return local.search(actor, type, raw, options);
      const rule = knownRule(type);
      const { patientId } = options;
      if (rule.scope === 'patient' && readable(actor, patientId, type) === undefined) throw forbidden();
      const { _cursor: cursor, ...rest } = raw;
      const query = readQuery(rule, rest, options.zoneMinutes ?? 420);
      const bundle = await get(cursorAddress(cursor, base) ?? `/${type}?${foreignQuery(type, rest, query, patientId)}`);
      const found = valuesAt(bundle, 'entry').filter((entry) => textAt(entry, 'search.mode') !== 'include' && textAt(entry, 'search.mode') !== 'outcome')
        .flatMap((entry) => valuesAt(entry, 'resource')).filter(isResource).filter(({ resourceType }) => resourceType === type);
      // whatever was asked and answered, nobody else's record leaves here
      const own = rule.scope === 'patient' ? found.filter((resource) => patientsOf(resource).includes(patientId ?? '')) : found;
      const items = own.slice(query.offset, query.offset + query.count).map((resource) => ({ ...storedOf(resource), patient_id: rule.scope === 'patient' ? patientId ?? null : null }))
        .filter((stored) => mayRead(actor, rule, stored));
      if (rule.scope === 'patient') await note(actor, 'read', 'success', type, patientId);
      const total = valuesAt(bundle, 'total')[0];
      const next = valuesAt(bundle, 'link').filter((link) => textAt(link, 'relation') === 'next').map((link) => textAt(link, 'url'))[0];
      return {
        items, total: typeof total === 'number' ? total : undefined,
        next: next === undefined ? undefined : query.page !== undefined ? { page: String(query.page + 1) } : { _cursor: Buffer.from(next).toString('base64url') },
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
      const checked: Write[] = [];
      for (const write of writes) checked.push(await checkedWrite(actor, write));
      const { status, body } = await ask('POST', '', { resourceType: 'Bundle', type: 'transaction', entry: checked.map(entryOf) }, { prefer: 'return=representation' });
      if (status >= 400) throw refusalOf(status, body);
      const answers = valuesAt(body, 'entry');
      const written = await Promise.all(checked.map((write, index) => writtenOf(write, answers[index])));
      for (const one of written) {
        if (one.type === 'Patient' && one.outcome === 'created' && actor.kind === 'person') await openRecord(actor.userId, one.id);
      }
      const [only] = written;
      if (only !== undefined) await note(actor, written.length > 1 ? 'execute' : only.outcome === 'deleted' ? 'delete' : only.outcome === 'updated' ? 'update' : 'create', 'success', written.length > 1 ? 'Bundle' : `${only.type}/${only.id}`, only.patientId);
      return written;
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

  /** A write after all rules for persons; refused exactly where our own server refuses it. */
  async function checkedWrite(actor: Actor, write: Write): Promise<Write> {
    const rule = knownRule(write.type);
    if (LOCAL.has(write.type)) throw new FhirError(400, { code: 'not-supported', diagnostics: `${write.type} is not stored beside other types here`, expression: write.expression });
    if (actor.kind === 'person' && !rule.may.includes(actionOf(write.method))) throw forbidden(write.expression);
    if (actor.kind !== 'system' && rule.scope !== 'patient') throw forbidden(write.expression);
    let { resource } = write;
    const createsSelf = write.type === 'Patient' && write.method === 'POST';
    if (resource !== undefined) {
      if (createsSelf && actor.kind === 'person') resource = personsPatient(resource);
      const issues = validate(write.id === undefined ? resource : { ...resource, id: write.id }, write.expression);
      if (issues.length > 0) throw new FhirError(400, issues);
      if (!createsSelf && rule.scope === 'patient' && actor.kind !== 'system') for (const patientId of patientsOf({ ...resource, ...(write.id === undefined ? {} : { id: write.id }) })) mustReach(actor, patientId, 'write', write.expression);
      await checkTargets(actor, resource, write.expression);
    }
    if (createsSelf) {
      if (actor.kind === 'person' && actor.mainPatient !== undefined) throw new FhirError(409, { code: 'duplicate', diagnostics: 'This account already has a main patient', detail: 'CONFLICT', expression: write.expression });
      return { ...write, resource: await withInternalId(resource ?? { resourceType: 'Patient' }, async (key) => valuesAt(await get(`/Patient?identifier=${encodeURIComponent(key)}&_count=1`), 'entry').length > 0) };
    }
    if (write.method === 'POST' || write.id === undefined) {
      if (actor.kind !== 'system' && resource !== undefined && (write.type === 'Appointment' || write.type === 'Task')) checkTransition(write.type, undefined, textAt(resource, 'status'), write.expression);
      return { ...write, ...(resource === undefined ? {} : { resource }) };
    }
    if (actor.kind === 'system') return write;
    const stored = await reachable(actor, write.type, write.id);
    mustReach(actor, stored.patient_id ?? undefined, 'write', write.expression);
    const before = parseJson(stored.content) as Resource;
    if (write.method === 'DELETE') {
      if (!enteredByPatient(before)) throw notDeletable(write.expression);
      return write;
    }
    if (resource === undefined) return write;
    if (write.type !== 'Patient' && patientsOf(resource)[0] !== stored.patient_id) throw forbidden(write.expression);
    const settled = actor.kind === 'person' ? personsUpdate(before, resource, write.expression) : resource;
    const status = write.type === 'Condition' ? 'clinicalStatus.coding.code' : 'status';
    checkTransition(write.type, textAt(before, status), textAt(settled, status), write.expression);
    return { ...write, resource: { ...settled, id: write.id }, ...(write.ifMatch === undefined && stored.version > 0 ? { ifMatch: stored.version } : {}) };
  }

  async function checkTargets(actor: Actor, resource: Resource, expression: string): Promise<void> {
    if (actor.kind === 'system') return;
    const asked: { readonly type: string; readonly id: string; readonly path: string }[] = [];
    eachElement(resource, (element, key, _holder, steps) => {
      const target = key === 'reference' && typeof element === 'string' ? parseReference(element) : undefined;
      if (target !== undefined && ruleOf(target.type)?.scope === 'patient') asked.push({ ...target, path: `${expression}.${pathOf(steps)}` });
    });
    for (const { type, id, path } of asked) {
      if (type === 'Patient') mustReach(actor, id, 'read', path);
      else await reachable(actor, type, id).catch(() => { throw forbidden(path); });
    }
  }

  async function writtenOf(write: Write, answer: unknown): Promise<Written> {
    const location = /([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64})(?:\/_history\/([^/]+))?$/.exec(textAt(answer, 'response.location') ?? '');
    const id = location?.[2] ?? write.id ?? '';
    const status = textAt(answer, 'response.status') ?? '';
    const lastUpdated = new Date(textAt(answer, 'response.lastModified') ?? Date.now());
    if (write.method === 'DELETE') return { outcome: 'deleted', type: write.type, id, version: numberOf(location?.[3]), lastUpdated, patientId: undefined, content: '' };
    const resource = valuesAt(answer, 'resource').find(isResource) ?? await get(`/${write.type}/${id}`);
    if (resource === undefined) throw new FhirError(503, { code: 'transient', diagnostics: 'The record server does not have what it stored' });
    const outcome = status.startsWith('201') ? 'created' : write.method === 'POST' ? 'existing' : 'updated';
    return { outcome, type: write.type, id, version: storedOf(resource).version, lastUpdated, patientId: patientsOf(resource)[0], content: JSON.stringify(resource) };
  }

  /** A person's new Patient becomes the account's main patient. */
  async function openRecord(userId: string, patientId: string): Promise<void> {
    await access.grant({ userId, patientId, source: 'self', rights: 'write' });
    const user = await local.read(SYSTEM, 'User', userId).catch(() => undefined);
    if (user === undefined) return;
    const value = parseJson(user.content) as Resource;
    await local.update(SYSTEM, { ...value, id: userId, data: { ...(isObject(value['data']) ? value['data'] : {}), patient_id: patientId } });
  }

  return repository;
}

function entryOf(write: Write): object {
  const { method, type, id, ifMatch, ifNoneExist, fullUrl, resource } = write;
  return {
    ...(fullUrl === undefined ? {} : { fullUrl }), ...(resource === undefined ? {} : { resource }),
    request: { method, url: id === undefined ? type : `${type}/${id}`, ...(ifMatch === undefined ? {} : { ifMatch: eTag(ifMatch) }), ...(ifNoneExist === undefined ? {} : { ifNoneExist }) },
  };
}

function storedOf(resource: Resource): Stored {
  return {
    type: resource.resourceType, id: resource.id ?? '', version: numberOf(textAt(resource, 'meta.versionId')), last_updated: new Date(textAt(resource, 'meta.lastUpdated') ?? 0), deleted: false,
    content: JSON.stringify(resource), patient_id: ruleOf(resource.resourceType)?.scope === 'patient' ? patientsOf(resource)[0] ?? null : null,
  };
}

/** Versions that are no numbers count as 0: such a server cannot be asked to compare them. */
function numberOf(version: string | undefined): number {
  return version !== undefined && /^\d{1,9}$/.test(version) ? Number(version) : 0;
}

/** A page address that the other server gave; only addresses of that server are followed. */
function cursorAddress(cursor: RawQuery[string], base: string): string | undefined {
  if (typeof cursor !== 'string') return undefined;
  const address = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!address.startsWith(`${base}/`) && !address.startsWith(`${base}?`)) throw new FhirError(400, { code: 'value', diagnostics: 'The page address is not valid', expression: '_cursor' });
  return address;
}

function checkTransition(type: string, from: string | undefined, to: string | undefined, expression: string): void {
  if (to !== undefined && isStateful(type) && !mayChange(type, from, to, 'patient')) throw invalidTransition(type, from, to, `${expression}.status`);
}

/** The other server's refusal in its own words; its own faults become 503. */
function refusalOf(status: number, body: unknown): FhirError {
  const diagnostics = textAt(body, 'issue.diagnostics') ?? textAt(body, 'issue.details.text') ?? 'The record server refused this';
  // rights are decided here: that the other server does not trust us is no fault of the caller
  if (status >= 500 || status === 401 || status === 403) return new FhirError(503, { code: 'transient', diagnostics: 'The record server cannot be used at the moment' });
  const expression = textAt(body, 'issue.expression');
  return new FhirError(status, { code: status === 409 || status === 412 ? 'conflict' : 'value', diagnostics, ...(expression === undefined ? {} : { expression }) });
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
