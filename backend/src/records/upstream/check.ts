import type { Source } from '@phr/fhir/source';
import { isStateful, mayChange } from '@phr/fhir/transitions';
import type { Sql } from '../../kit/platform.ts';
import { assertAccess, mustWrite } from '../../access/policy.ts';
import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { FhirError, forbidden, invalidTransition, notDeletable } from '../../fhir/fhir-error.ts';
import { knownRule, type UpstreamReader } from './reader.ts';
import { patientsOf } from '../../fhir/index-columns.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import { checkAuthors } from '../author-check.ts';
import { isOwn, sourceToStore, withSource } from '../authorship.ts';
import { personsPatient, personsUpdate } from '../ownership.ts';
import { withInternalId } from '../../fhir/person-writes.ts';
import type { Stored } from '../repository.ts';
import { ruleOf } from '../../fhir/resource-types.ts';
import { eachElement, parseReference, pathOf, textAt, type Resource } from '../../fhir/resource.ts';
import { validate } from '../../fhir/validate.ts';
import type { Write } from '../../fhir/write-request.ts';

interface CheckOptions {
  readonly sql?: Sql;
  /** Names of the resources written by the same bundle. */
  readonly own?: ReadonlySet<string>;
  /** Id that something new will have. */
  readonly newId?: string;
}

/** A write after all rules, and what it replaces. */
interface Checked {
  readonly write: Write;
  readonly before: Stored | undefined;
}

export type WriteCheck = (actor: Actor, write: Write, options?: CheckOptions) => Promise<Checked>;

/** Source of an upstream resource from our audit trail, if created before stamps. */
export type AuditedSource = (type: string, id: string, sql?: Sql) => Promise<Source | undefined>;

const EMPTY = /[^\\]":(?:\[\]|\{\})/;

/** Creates the check of upstream writes: refuses what our own server would, with the same FhirError. */
export function createWriteCheck(
  reader: Pick<UpstreamReader, 'reachable' | 'lookup'>,
  auditedSource: AuditedSource = async () => undefined,
): WriteCheck {
  return async (actor, write, { sql, own = new Set<string>(), newId: given } = {}) => {
    const rule = knownRule(write.type);
    mustWrite(actor, write);
    if (actor.kind !== 'system' && rule.scope !== 'patient') throw forbidden(write.expression);
    const createsSelf = write.type === 'Patient' && write.method === 'POST';
    const resource =
      write.resource !== undefined && createsSelf && actor.kind === 'person'
        ? { ...personsPatient(write.resource), ...(given === undefined ? {} : { id: given }) }
        : write.resource;
    if (resource !== undefined) {
      checkContent(actor, write, resource);
      await checkTargets(actor, resource, write.expression, own, sql);
    }
    if (createsSelf) return checkNewPatient(actor, write, resource);
    if (write.method === 'POST' || write.id === undefined) return checkNew(actor, write, resource);
    const known = { ...write, id: write.id };
    return actor.kind === 'system'
      ? checkImport(actor, known, resource, sql)
      : checkChange(actor, known, resource, sql);
  };

  /** A new person with a unique internal id; an account has one main patient. */
  async function checkNewPatient(actor: Actor, write: Write, resource: Resource | undefined): Promise<Checked> {
    if (actor.kind === 'person' && actor.mainPatient !== undefined)
      throw new FhirError(409, {
        code: 'duplicate',
        diagnostics: 'This account already has a main patient',
        detail: 'CONFLICT',
        expression: write.expression,
      });
    const patient = await withInternalId(
      resource ?? { resourceType: 'Patient' },
      async (key) => (await reader.lookup('Patient', 'identifier', key)).length > 0,
    );
    return { write: { ...write, resource: stamped(patient, actor, write, undefined) }, before: undefined };
  }

  /** A system write; client-chosen ids are for imports, so it may not exist yet. */
  async function checkImport(
    actor: Actor,
    write: Write & { readonly id: string },
    resource: Resource | undefined,
    sql: Sql | undefined,
  ): Promise<Checked> {
    const before =
      sql === undefined
        ? undefined
        : await reader.reachable(SYSTEM_ACTOR, write.type, write.id, { sql }).catch((error: unknown) => {
            if (
              write.method === 'PUT' &&
              error instanceof FhirError &&
              (error.statusCode === 404 || error.statusCode === 410)
            )
              return undefined;
            throw error;
          });
    return {
      write: resource === undefined ? write : { ...write, resource: stamped(resource, actor, write, before?.content) },
      before,
    };
  }

  /** A change or deletion: owner, authors, version, allowed elements, and status transition. */
  async function checkChange(
    actor: Actor,
    write: Write & { readonly id: string },
    resource: Resource | undefined,
    sql: Sql | undefined,
  ): Promise<Checked> {
    const stored = await reader.reachable(actor, write.type, write.id, { sql });
    assertAccess(actor, stored.patient_id ?? undefined, 'update', write.expression);
    const before = parseJson(stored.content) as Resource;
    if (write.method === 'DELETE') {
      if (!isOwn(await originOf(stored, sql))) throw notDeletable(write.expression);
      return { write, before: stored };
    }
    if (resource === undefined) return { write, before: stored };
    checkAuthors(actor, resource, before, write.expression);
    if (write.type !== 'Patient' && patientsOf(resource)[0] !== stored.patient_id) throw forbidden(write.expression);
    const sentVersion = textAt(write.resource, 'meta.versionId');
    if (
      write.ifMatch === undefined &&
      actor.kind === 'person' &&
      stored.version !== '' &&
      sentVersion !== undefined &&
      sentVersion !== String(stored.version)
    )
      throw changedMeanwhile(write.expression, 409);
    const settled =
      actor.kind === 'person'
        ? personsUpdate(before, await originOf(stored, sql), resource, write.expression)
        : resource;
    const status = write.type === 'Condition' ? 'clinicalStatus.coding.code' : 'status';
    checkTransition(write.type, textAt(before, status), textAt(settled, status), write.expression);
    return {
      write: {
        ...write,
        resource: { ...stamped(settled, actor, write, stored.content), id: write.id },
        ...(write.ifMatch === undefined && stored.version !== '' ? { ifMatch: stored.version } : {}),
      },
      before: stored,
    };
  }

  /** Known source of a stored resource: its stamp, else our audit trail. */
  async function originOf(stored: Stored, sql: Sql | undefined): Promise<Stored> {
    return stored.source === null || stored.source === undefined
      ? { ...stored, source: (await auditedSource(stored.type, stored.id, sql)) ?? null }
      : stored;
  }

  async function checkTargets(
    actor: Actor,
    resource: Resource,
    expression: string,
    own: ReadonlySet<string>,
    sql: Sql | undefined,
  ): Promise<void> {
    if (actor.kind === 'system') return;
    const targets = new Map<string, { readonly type: string; readonly id: string; readonly path: string }>();
    eachElement(resource, (element, key, _holder, steps) => {
      const target = key === 'reference' && typeof element === 'string' ? parseReference(element) : undefined;
      if (target === undefined || ruleOf(target.type)?.scope !== 'patient') return;
      const name = `${target.type}/${target.id}`;
      if (!own.has(name) && !targets.has(name))
        targets.set(name, { ...target, path: `${expression}.${pathOf(steps)}` });
    });
    for (const { type, id, path } of targets.values()) {
      if (type === 'Patient') assertAccess(actor, id, 'read', path);
      else
        await reader.reachable(actor, type, id, { sql }).catch(() => {
          throw forbidden(path);
        });
    }
  }
}

/** Validates the resource, in records the actor may change. */
function checkContent(actor: Actor, { type, method, id, expression }: Write, resource: Resource): void {
  // FHIR JSON has no empty lists, so servers drop them: a consent limited to nothing would become unlimited
  if (type === 'Consent' && EMPTY.test(JSON.stringify(resource)))
    throw new FhirError(400, { code: 'structure', diagnostics: 'A Consent has no empty elements', expression });
  const issues = validate(id === undefined ? resource : { ...resource, id }, expression);
  if (issues.length > 0) throw new FhirError(400, issues);
  const createsSelf = type === 'Patient' && method === 'POST';
  if (!createsSelf && knownRule(type).scope === 'patient' && actor.kind !== 'system')
    for (const patientId of patientsOf({ ...resource, ...(id === undefined ? {} : { id }) }))
      assertAccess(actor, patientId, 'update', expression);
}

/** A new non-person resource: author and initial status. */
function checkNew(actor: Actor, write: Write, resource: Resource | undefined): Checked {
  if (actor.kind !== 'system' && resource !== undefined && (write.type === 'Appointment' || write.type === 'Task'))
    checkTransition(write.type, undefined, textAt(resource, 'status'), write.expression);
  if (resource === undefined) return { write, before: undefined };
  checkAuthors(actor, resource, undefined, write.expression);
  return { write: { ...write, resource: stamped(resource, actor, write, undefined) }, before: undefined };
}

/** Stamps the resource with the writer or the previous version's source. Directory entries have none. */
function stamped(resource: Resource, actor: Actor, write: Write, before: string | undefined): Resource {
  return ruleOf(resource.resourceType)?.scope === 'patient'
    ? withSource(resource, sourceToStore(actor, write, before))
    : resource;
}

function checkTransition(type: string, from: string | undefined, to: string | undefined, expression: string): void {
  if (to !== undefined && isStateful(type) && !mayChange(type, from, to, 'patient'))
    throw invalidTransition(type, from, to, `${expression}.status`);
}

/** Error for a concurrent change. */
export function changedMeanwhile(expression: string, status = 412): FhirError {
  return new FhirError(status, {
    code: 'conflict',
    diagnostics: 'The resource was changed meanwhile',
    detail: 'CONFLICT',
    expression,
  });
}
