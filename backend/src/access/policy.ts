import { forbidden } from '../fhir/fhir-error.ts';
import { inScope, canAccess, readable, type Actor } from '../fhir/actor.ts';
import { actionOf } from '../fhir/person-writes.ts';
import type { Action } from '../kit/platform.ts';
import { ruleOf } from '../fhir/resource-types.ts';
import type { Write } from '../fhir/write-request.ts';

/** What is asked about: a type, and the person in whose record it stands; without the person, whether it may be done with the type at all. */
export interface Asked {
  readonly type: string;
  readonly patientId?: string | undefined;
}

/**
 * The one policy: says whether an actor may do something with a type in somebody's record. An action is named by its effect, wherever it is asked for (a call,
 * an entry of a transaction, a condition, a target put inline):
 *
 * 1. a partner's token does only what the calls of its module declare for this type, and never shares (ADR 0048);
 * 2. a person does over /fhir what the type's rule lets persons do; services ask for what they do by themselves;
 * 3. reading needs a right to read that type there, everything else the right to write to the whole record.
 */
export function can(actor: Actor, action: Action, { type, patientId }: Asked): boolean {
  if (actor.kind === 'system') return true;
  if (action === 'share')
    return actor.scopeOfModule === undefined && patientId !== undefined && canAccess(actor, patientId, 'write');
  if (!inScope(actor, action, type)) return false;
  if (action !== 'read' && actor.kind === 'person' && ruleOf(type)?.may.includes(action) !== true) return false;
  if (patientId === undefined) return true;
  return action === 'read' ? readable(actor, patientId, type) !== undefined : canAccess(actor, patientId, 'write');
}

/** Throws FhirError 403 unless the actor can; `expression` is where it stands in what was sent. */
export function must(actor: Actor, action: Action, asked: Asked, expression?: string): void {
  if (!can(actor, action, asked)) throw forbidden(expression);
}

/** The same for a write by its type, however it came: alone, in a transaction or a batch. What its condition finds is answered, and must be readable. */
export function mustWrite(
  actor: Actor,
  { method, type, ifNoneExist, expression }: Pick<Write, 'method' | 'type' | 'ifNoneExist' | 'expression'>,
): void {
  must(actor, actionOf(method), { type }, expression);
  if (ifNoneExist !== undefined) must(actor, 'read', { type }, expression);
}
