import type { Audit, AuditEntry, Sql } from '../../kit/platform.ts';
import type { Actor } from '../../fhir/actor.ts';

/** Audits an actor's action on an entity ('Type/id' or a type). */
export type Note = (
  actor: Actor,
  action: AuditEntry['action'],
  outcome: AuditEntry['outcome'],
  entity: string,
  patientId?: string,
  sql?: Sql,
) => Promise<void>;

/** Audits everything except services and reading one's own record. */
export function createNote(audit: Audit): Note {
  return async (actor, action, outcome, entity, patientId, sql) => {
    const readsOwn =
      action === 'read' && outcome === 'success' && (patientId === undefined || patientId === actor.mainPatient);
    if (actor.kind === 'system' || readsOwn) return;
    await audit(
      {
        action,
        type: 'rest',
        outcome,
        userId: actor.userId,
        entity,
        ...(patientId === undefined ? {} : { patientId }),
      },
      sql,
    );
  };
}
