import type { Access, AllowedPatients, Caller, Rights, Sql } from '../platform.ts';
import { forbidden } from './fhir-error.ts';
import type { TypeRule } from './resource-types.ts';

/**
 * Who works with the repository. 'person': over /fhir, bound to what a person may do with each type. 'service': one of our services acting for
 * that person after its own checks; bound to the person's patients. 'system': imports and seeds, bound to nothing.
 */
export interface Actor {
  readonly kind: 'person' | 'service' | 'system';
  readonly userId: string;
  readonly patients: AllowedPatients;
  readonly mainPatient: string | undefined;
}

/** For seeds, imports by an operator, and services that answer for a check of their own. */
export const SYSTEM: Actor = { kind: 'system', userId: 'system', patients: new Map(), mainPatient: undefined };

/** The rights that a caller has at this moment. Services that do more than /fhir allows pass kind 'service'. */
export async function actorOf(access: Access, caller: Caller, kind: 'person' | 'service' = 'person', sql?: Sql): Promise<Actor> {
  return { kind, userId: caller.userId, ...await access.rightsOf(caller.userId, sql) };
}

/** True when the actor may see (or change) that person's record. */
export function reaches(actor: Actor, patientId: string | undefined, right: Rights = 'read'): boolean {
  if (actor.kind === 'system') return true;
  const held = patientId === undefined ? undefined : actor.patients.get(patientId);
  return held === 'write' || (held !== undefined && held === right);
}

/** Throws FhirError 403 unless the actor may see (or change) that person's record. */
export function mustReach(actor: Actor, patientId: string | undefined, right: Rights = 'read', expression?: string): void {
  if (!reaches(actor, patientId, right)) throw forbidden(expression);
}

/** True when a stored resource may be read by the actor. */
export function mayRead(actor: Actor, rule: TypeRule, stored: { readonly id: string; readonly patient_id: string | null }): boolean {
  if (rule.scope === 'directory') return true;
  if (rule.scope === 'user') return actor.kind === 'system' || stored.id === actor.userId;
  return reaches(actor, stored.patient_id ?? undefined);
}
