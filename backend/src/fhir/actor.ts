import type { Access, AllowedPatients, Caller, RecordPart, Sql } from '../kit/platform.ts';

/**
 * Who uses the repository. 'person': over /fhir, limited by type. 'service': a service acting for that person after its
 * own checks, limited to the person's patients. 'system': imports and seeds, unlimited.
 */
export interface Actor {
  readonly kind: 'person' | 'service' | 'system';
  readonly userId: string;
  readonly patients: AllowedPatients;
  /** Parts of records that consents open for reading. */
  readonly parts?: ReadonlyMap<string, readonly RecordPart[]>;
  readonly mainPatient: string | undefined;
  /** For a partner token: allowed calls of its module. */
  readonly scopeOfModule?: Caller['scopeOfModule'];
}

/** For seeds, operator imports, and services with their own checks. */
export const SYSTEM_ACTOR: Actor = { kind: 'system', userId: 'system', patients: new Map(), mainPatient: undefined };

/** A caller's current rights. Services that do more than /fhir pass kind 'service'. */
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
