import type { Actor } from '../fhir/actor.ts';
import { forbidden } from '../fhir/fhir-error.ts';
import { indexColumns } from '../fhir/index-columns.ts';
import { actionOf } from '../fhir/person-writes.ts';
import { isResource } from '../fhir/resource.ts';
import { ruleOf, type TypeRule } from '../fhir/resource-types.ts';
import type { Write } from '../fhir/write-request.ts';
import type { Action, Rights } from '../kit/platform.ts';
import { rightsThatAllow } from './levels.ts';

/**
 * Subject of a check: a type, and the person whose record it is in; without the person, whether the action is possible
 * for the type at all.
 */
export interface AccessSubject {
  readonly type: string;
  readonly patientId?: string | undefined;
}

/**
 * The access policy. For a right to a whole record (undefined: none), returns whether the right allows an action. For an
 * actor, returns whether the actor may perform an action on a type in somebody's record. An action is named by its
 * effect, wherever it is requested (a call, an entry of a transaction, a condition, an inline target):
 *
 * 1. a partner's token does only what the calls of its module declare for this type, and never shares (ADR 0048);
 * 2. a person does over /fhir what the type's rule allows persons; services check their own actions;
 * 3. reading needs a right to read that type there, everything else a right to the whole record that allows it (ADR 0055).
 */
export function can(right: Rights | undefined, action: Action): boolean;
export function can(actor: Actor, action: Action, asked: AccessSubject): boolean;
export function can(who: Rights | undefined | Actor, action: Action, asked: AccessSubject = { type: '' }): boolean {
  if (typeof who !== 'object') return who !== undefined && rightsThatAllow(action).includes(who);
  const { type, patientId } = asked;
  if (who.kind === 'system') return true;
  if (action === 'share')
    return who.scopeOfModule === undefined && patientId !== undefined && canAccess(who, patientId, action);
  if (!inScope(who, action, type)) return false;
  if (action !== 'read' && who.kind === 'person' && ruleOf(type)?.may.includes(action) !== true) return false;
  if (patientId === undefined) return true;
  return action === 'read' ? readable(who, patientId, type) !== undefined : canAccess(who, patientId, action);
}

/** @throws FhirError 403 unless the actor may; `expression` is its location in the request */
export function must(actor: Actor, action: Action, asked: AccessSubject, expression?: string): void {
  if (!can(actor, action, asked)) throw forbidden(expression);
}

/**
 * The same for a write by type, whether single, in a transaction or batch. Resources matched by its condition are
 * returned, so they must be readable.
 */
export function mustWrite(
  actor: Actor,
  { method, type, ifNoneExist, expression }: Pick<Write, 'method' | 'type' | 'ifNoneExist' | 'expression'>,
): void {
  must(actor, actionOf(method), { type }, expression);
  if (ifNoneExist !== undefined) must(actor, 'read', { type }, expression);
}

/**
 * False for what a partner token may not do with a type over /fhir. Service calls are declared by path, which covers
 * what the service does.
 */
export function inScope(
  { kind, scopeOfModule }: Pick<Actor, 'kind' | 'scopeOfModule'>,
  action: Action,
  type: string,
): boolean {
  return kind !== 'person' || scopeOfModule === undefined || scopeOfModule.may(action, type);
}

/** True if the actor's right to that person's whole record allows the action, for any type. */
export function canAccess(actor: Actor, patientId: string | undefined, action: Action = 'read'): boolean {
  if (actor.kind === 'system') return true;
  return can(patientId === undefined ? undefined : actor.patients.get(patientId), action);
}

/** @throws FhirError 403 unless the actor may read (or change) that person's whole record */
export function assertAccess(
  actor: Actor,
  patientId: string | undefined,
  action: 'read' | 'update' = 'read',
  expression?: string,
): void {
  if (!canAccess(actor, patientId, action))
    throw forbidden(expression, { userId: actor.userId, patientId, action, type: 'rest' });
}

/**
 * What the actor may read of a type in a record: everything, resources with one of these search tokens, or undefined
 * for nothing.
 */
export function readable(
  actor: Actor,
  patientId: string | undefined,
  type: string,
): 'all' | readonly string[] | undefined {
  if (!inScope(actor, 'read', type)) return undefined;
  if (canAccess(actor, patientId)) return 'all';
  const parts =
    (patientId === undefined ? undefined : actor.parts?.get(patientId))?.filter(
      ({ types }) => types === null || types.includes(type),
    ) ?? [];
  if (parts.some(({ codes }) => codes === null)) return 'all';
  const codes = ruleOf(type)?.parameters['code'] === undefined ? [] : parts.flatMap((part) => part.codes ?? []);
  return codes.length === 0 ? undefined : codes;
}

/** True if the actor may read a stored resource. Without its content, code-based rights do not apply. */
export function mayRead(
  actor: Actor,
  rule: TypeRule,
  stored: { readonly type: string; readonly id: string; readonly patient_id: string | null; readonly content?: string },
): boolean {
  if (!inScope(actor, 'read', stored.type)) return false;
  if (rule.scope === 'directory') return true;
  if (rule.scope === 'user') return actor.kind === 'system' || stored.id === actor.userId;
  return covers(readable(actor, stored.patient_id ?? undefined, stored.type), () =>
    stored.content === undefined || stored.content === '' ? undefined : JSON.parse(stored.content),
  );
}

/** The same for a loaded resource of a person's record. */
export function mayReadOf(actor: Actor, patientId: string, resource: unknown): boolean {
  return isResource(resource) && covers(readable(actor, patientId, resource.resourceType), () => resource);
}

function covers(part: ReturnType<typeof readable>, resource: () => unknown): boolean {
  if (part === 'all' || part === undefined) return part === 'all';
  const content = resource();
  const tokens = new Set(part);
  return isResource(content) && indexColumns(content).tokens.some((token) => tokens.has(token));
}
