import { COMMITS_LATER } from '../kit/db/pool.ts';
import type { Audit, Sql } from '../kit/platform.ts';

/** Writes the audit trail. The database rejects changes and deletions. */
export function createAudit(db: Sql): Audit {
  return async (entry, sql = db, commit = 'now') => {
    const line = auditInsert('$1');
    await sql.query(commit === 'now' ? line : `${line} where ${COMMITS_LATER}`, [JSON.stringify([entry])]);
  };
}

/**
 * SQL that inserts a list of AuditEntry, given as JSON in `parameter` ('$1'); also usable inside a larger statement.
 */
export function auditInsert(parameter: string): string {
  return `insert into audit_event (action, type, outcome, user_id, patient_id, entity, request_id)
    select action, type, outcome, "userId", "patientId", entity, "requestId" from json_to_recordset(${parameter}::json)
      as (action text, type text, outcome text, "userId" text, "patientId" text, entity text, "requestId" text)`;
}
