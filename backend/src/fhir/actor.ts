import type { Access, AllowedPatients, Caller, RecordPart, Sql } from '../kit/platform.ts';

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
