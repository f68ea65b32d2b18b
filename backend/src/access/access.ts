import type { Access, Audit, Db, RecordPart, Rights } from '../kit/platform.ts';
import { createAudit } from './audit.ts';
import { widestRightSql } from './levels.ts';
import { ServerError } from '../kit/server-error.ts';

/**
 * SQL condition for a right currently in force; use it on the view `held_access`, which also covers partner agreements.
 */
export const ACTIVE_GRANT_SQL = 'revoked_at is null and starts_at <= now() and (ends_at is null or now() < ends_at)';

/** SQL condition for a right to a whole record; other rights are limited to named types and codes. */
const WHOLE = 'types is null and codes is null';

/** A right to a record that is in force: to all of it, or to a part. */
export interface HeldRight extends RecordPart {
  readonly userId: string;
  readonly whole: boolean;
}

/** SQL for all current rights to a record, as JSON of `HeldRight`s. @param patientId SQL for the id of its patient */
export const heldRightsSql = (patientId: string): string =>
  `(select coalesce(json_agg(json_build_object('userId', user_id, 'whole', ${WHOLE}, 'types', types, 'codes', codes)), '[]'::json)
      from held_access where patient_id = ${patientId} and ${ACTIVE_GRANT_SQL})`;

/** Rights to patients' records. Every service asks here, and a right that ended is gone at the next question. */
export function createAccess(db: Db, audit: Audit = createAudit(db)): Access {
  return {
    async allowedPatients(userId, sql = db) {
      const rows = await sql.query<{ patient_id: string; rights: Rights }>(
        `select patient_id, ${widestRightSql()} as rights from held_access
          where user_id = $1 and ${ACTIVE_GRANT_SQL} and ${WHOLE}
          group by patient_id`,
        [userId],
      );
      return new Map(rows.map((row) => [row.patient_id, row.rights]));
    },

    async rightsOf(userId, sql) {
      const ask: Db['prepared'] = sql === undefined ? db.prepared : sql.query;
      const rows = await ask<{ patient_id: string; rights: Rights | null; own: boolean; parts: RecordPart[] | null }>(
        `select patient_id, ${widestRightSql(WHOLE)} as rights, bool_or(source = 'self') as own,
                json_agg(json_build_object('types', types, 'codes', codes)) filter (where not (${WHOLE})) as parts
           from held_access where user_id = $1 and ${ACTIVE_GRANT_SQL} group by patient_id`,
        [userId],
      );
      return {
        patients: new Map(rows.flatMap((row) => (row.rights === null ? [] : [[row.patient_id, row.rights] as const]))),
        parts: new Map(rows.flatMap((row) => (row.parts === null ? [] : [[row.patient_id, row.parts] as const]))),
        mainPatient: rows.find(({ own }) => own)?.patient_id,
      };
    },

    async mainPatient(userId, sql = db) {
      const rows = await sql.query<{ patient_id: string }>(
        `select patient_id from held_access where user_id = $1 and source = 'self' and revoked_at is null`,
        [userId],
      );
      return rows[0]?.patient_id;
    },

    async grant(grant, sql = db) {
      // who may see a record is decided in the app, not on a partner's page
      if (grant.userId.startsWith('PartnerLink/')) throw new ServerError('ACCESS_DENIED', 'Access denied');
      const values = [
        grant.userId,
        grant.patientId,
        grant.source,
        grant.rights,
        grant.startsAt ?? null,
        grant.endsAt ?? null,
      ];
      try {
        const [row] = await sql.query<{ added: boolean }>(
          `insert into access (user_id, patient_id, source, rights, starts_at, ends_at) values ($1, $2, $3, $4, coalesce($5, now()), $6)
           on conflict (user_id, patient_id, source) where revoked_at is null and ends_at is null and consent_id is null
           do update set rights = excluded.rights, starts_at = least(access.starts_at, excluded.starts_at)
           returning xmax = 0 as added`,
          values,
        );
        if (row?.added === true)
          await audit(
            {
              action: 'create',
              type: 'grant',
              outcome: 'success',
              userId: grant.by ?? grant.userId,
              patientId: grant.patientId,
              entity: `User/${grant.userId}`,
            },
            sql,
          );
      } catch (error) {
        if (error instanceof Error && 'constraint' in error && error.constraint === 'access_self') {
          throw new ServerError('CONFLICT', 'This account already has a main patient', { cause: error });
        }
        throw error;
      }
    },

    async revoke({ userId, patientId, source, by }, sql = db) {
      const ended = await sql.query(
        `update access set revoked_at = now() where user_id = $1 and patient_id = $2 and source = $3 and revoked_at is null returning id`,
        [userId, patientId, source],
      );
      if (ended.length > 0)
        await audit(
          {
            action: 'delete',
            type: 'revoke',
            outcome: 'success',
            userId: by ?? userId,
            patientId,
            entity: `User/${userId}`,
          },
          sql,
        );
    },
  };
}
