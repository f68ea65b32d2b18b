import type { Audit, Sql } from '../platform.ts';

/** Writes the audit trail. Rows can neither be changed nor deleted (the database refuses). */
export function createAudit(db: Sql): Audit {
  return async (entry, sql = db) => {
    await sql.query(
      'insert into audit_event (action, type, outcome, user_id, patient_id, entity, request_id) values ($1, $2, $3, $4, $5, $6, $7)',
      [entry.action, entry.type, entry.outcome, entry.userId ?? null, entry.patientId ?? null, entry.entity ?? null, entry.requestId ?? null]);
  };
}
