import type { Access, AllowedPatients, Caller, RecordPart, Rights, Sql, Action } from '../kit/platform.ts';
import { forbidden } from './fhir-error.ts';
import { indexColumns } from './index-columns.ts';
import { ruleOf, type TypeRule } from './resource-types.ts';
import { isResource } from './resource.ts';

/**
 * Who works with the repository. 'person': over /fhir, bound to what a person may do with each type. 'service': one of our services acting for
 * that person after its own checks; bound to the person's patients. 'system': imports and seeds, bound to nothing.
 */
export interface Actor {
  readonly kind: 'person' | 'service' | 'system';
  readonly userId: string;
  readonly patients: AllowedPatients;
  /** Parts of records that consents open for reading. */
  readonly parts?: ReadonlyMap<string, readonly RecordPart[]>;
  readonly mainPatient: string | undefined;
  /** Of a partner's token: what its one module may do. */
  readonly scopeOfModule?: Caller['scopeOfModule'];
}

/** For seeds, imports by an operator, and services that answer for a check of their own. */
export const SYSTEM_ACTOR: Actor = { kind: 'system', userId: 'system', patients: new Map(), mainPatient: undefined };

/** The rights that a caller has at this moment. Services that do more than /fhir allows pass kind 'service'. */
export async function actorOf(
  access: Access,
  caller: Caller,
  kind: 'person' | 'service' = 'person',
  sql?: Sql,
): Promise<Actor> {
  const { userId, scopeOfModule } = caller;
  return {
    kind,
    userId,
    ...(await access.rightsOf(userId, sql)),
    ...(scopeOfModule === undefined ? {} : { scopeOfModule }),
  };
}

/** False for what a partner's token may not do with a type over /fhir. A service's call is declared by its address, and so is what the service does for it. */
export function inScope(
  { kind, scopeOfModule }: Pick<Actor, 'kind' | 'scopeOfModule'>,
  action: Action,
  type: string,
): boolean {
  return kind !== 'person' || scopeOfModule === undefined || scopeOfModule.may(action, type);
}

/** True when the actor may see (or change) that person's whole record. */
export function canAccess(actor: Actor, patientId: string | undefined, right: Rights = 'read'): boolean {
  if (actor.kind === 'system') return true;
  const held = patientId === undefined ? undefined : actor.patients.get(patientId);
  return held === 'write' || (held !== undefined && held === right);
}

/** Throws FhirError 403 unless the actor may see (or change) that person's whole record. */
export function assertAccess(
  actor: Actor,
  patientId: string | undefined,
  right: Rights = 'read',
  expression?: string,
): void {
  if (!canAccess(actor, patientId, right))
    throw forbidden(expression, {
      userId: actor.userId,
      patientId,
      action: right === 'write' ? 'update' : 'read',
      type: 'rest',
    });
}

/** What of a type in a person's record the actor may read: all of it, what holds one of these search tokens, or (undefined) nothing. */
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

/** True when a stored resource may be read by the actor. Without its content, rights by code do not open it. */
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

/** The same for a resource of a person's record that is at hand. */
export function mayReadOf(actor: Actor, patientId: string, resource: unknown): boolean {
  return isResource(resource) && covers(readable(actor, patientId, resource.resourceType), () => resource);
}

function covers(part: ReturnType<typeof readable>, resource: () => unknown): boolean {
  if (part === 'all' || part === undefined) return part === 'all';
  const content = resource();
  const tokens = new Set(part);
  return isResource(content) && indexColumns(content).tokens.some((token) => tokens.has(token));
}
