import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@phr/fhir/json';
import { isStateful, mayChange } from '@phr/fhir/transitions';
import type { Actor } from '../../../fhir/actor.ts';
import { assertAccess } from '../../../access/policy.ts';
import { checkAuthors } from '../../author-check.ts';
import { isOwn } from '../../authorship.ts';
import { readElements } from '../../../fhir/elements.ts';
import { FhirError, forbidden, gone, invalidTransition, notDeletable, notFound } from '../../../fhir/fhir-error.ts';
import { indexColumns } from '../../../fhir/index-columns.ts';
import { personsUpdate } from '../../ownership.ts';
import { textAt, valuesAt, type Resource } from '../../../fhir/resource.ts';
import type { Draft, Row } from './draft.ts';

/**
 * Rules of a change: version, owner, allowed elements, and status transition (table T3).
 * @throws FhirError
 */
export function applyServerFields(draft: Draft, actor: Actor): void {
  const { write, before, existing, resource } = draft;
  if (existing !== undefined) return;
  if (write.method === 'POST') return applyToNew(draft, actor);
  if (before === undefined) {
    // client-chosen ids are for system imports only
    if (write.method === 'PUT' && actor.kind === 'system') return;
    throw actor.kind === 'system' ? notFound() : forbidden(write.expression);
  }
  if (actor.kind !== 'system') assertAccess(actor, before.patient_id ?? undefined, 'update', write.expression);
  if (before.deleted && write.method === 'DELETE') return;
  if (before.deleted && actor.kind !== 'system') throw gone();
  if (isRepeat(draft, before)) {
    draft.existing = before;
    return;
  }
  if (write.ifMatch !== undefined && write.ifMatch !== before.version) {
    throw new FhirError(412, {
      code: 'conflict',
      diagnostics: `The current version is ${before.version}`,
      detail: 'CONFLICT',
      expression: write.expression,
    });
  }
  const stored = JSON.parse(before.content || '{}') as Resource;
  if (write.method === 'DELETE') {
    if (actor.kind !== 'system' && !isOwn(before)) throw notDeletable(write.expression);
    return;
  }
  if (resource === undefined) return;
  const sentVersion = textAt(write.resource, 'meta.versionId');
  if (
    write.ifMatch === undefined &&
    actor.kind === 'person' &&
    sentVersion !== undefined &&
    sentVersion !== String(before.version)
  ) {
    throw new FhirError(409, {
      code: 'conflict',
      diagnostics: `The resource was changed meanwhile; the current version is ${before.version}`,
      detail: 'CONFLICT',
      expression: write.expression,
    });
  }
  if (actor.kind === 'system') return;
  checkAuthors(actor, resource, stored, write.expression);
  if (before.patient_id !== null && draft.columns?.patientId !== before.patient_id) throw forbidden(write.expression);
  if (actor.kind === 'person') {
    replace(draft, { ...personsUpdate(stored, before, resource, write.expression), id: draft.id });
  }
  if (isStateful(write.type)) checkTransition(draft, statusOf(stored));
}

/** True for a retried update that was already stored: it names the previous version, and the stored content matches. */
function isRepeat({ write, resource }: Draft, before: Row): boolean {
  if (
    write.mayRepeat !== true ||
    write.method !== 'PUT' ||
    before.deleted ||
    resource === undefined ||
    write.ifMatch !== before.version - 1
  )
    return false;
  return isDeepStrictEqual(contentOf(JSON.parse(before.content) as Resource), contentOf(resource));
}

/** The content as sent, without server-added elements. */
function contentOf({ meta: _meta, ...resource }: Resource): unknown {
  const notes = valuesAt(resource, 'note').map((note) => textAt(note, 'text'));
  return JSON.parse(JSON.stringify({ ...resource, note: notes }));
}

/** Rules of a new resource: author, one main patient and user per account, initial status. */
function applyToNew(draft: Draft, actor: Actor): void {
  const { write, before, resource } = draft;
  if (resource !== undefined) checkAuthors(actor, resource, undefined, write.expression);
  if (write.type === 'Patient' && actor.kind === 'person' && actor.mainPatient !== undefined) {
    throw new FhirError(409, {
      code: 'duplicate',
      diagnostics: 'This account already has a main patient',
      detail: 'CONFLICT',
      expression: write.expression,
    });
  }
  if (write.type === 'User' && actor.kind !== 'system' && resource !== undefined)
    replace(draft, ownUser(before, actor, draft.account));
  if (isStateful(write.type) && (write.type === 'Appointment' || write.type === 'Task') && actor.kind !== 'system')
    checkTransition(draft, undefined);
}

/** The version stored in place of the one sent. */
function replace(draft: Draft, resource: Resource): void {
  draft.resource = resource;
  draft.elements = readElements(resource, draft.write.expression);
  draft.columns = indexColumns(resource);
}

function checkTransition({ write, resource }: Draft, from: string | undefined): void {
  const to = resource === undefined ? undefined : statusOf(resource);
  if (to !== undefined && isStateful(write.type) && !mayChange(write.type, from, to, 'patient'))
    throw invalidTransition(write.type, from, to, `${write.expression}.status`);
}

function statusOf(resource: Resource): string | undefined {
  return textAt(resource, resource.resourceType === 'Condition' ? 'clinicalStatus.coding.code' : 'status');
}

/**
 * A user's own entry: identity and record come from the server, never from the request. With another identity service
 * the account is unknown, so the entry has its id.
 */
function ownUser(before: Row | undefined, actor: Actor, account: Draft['account']): Resource {
  const known = before === undefined || before.deleted ? undefined : (JSON.parse(before.content) as Resource)['data'];
  const main = actor.mainPatient === undefined ? {} : { patient_id: actor.mainPatient };
  const phone = account?.phone ?? undefined;
  return {
    resourceType: 'User',
    id: actor.userId,
    identifier: [],
    userName: account?.userName ?? actor.userId,
    ...(phone === undefined ? {} : { phoneNumber: phone }),
    data: { ...(isObject(known) ? known : {}), ...main },
  };
}
