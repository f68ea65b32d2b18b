import { FhirError, type RefusedTry } from '../fhir/fhir-error.ts';
import type { Sql } from '../kit/platform.ts';

/** A refusal may pass several handlers: audit it once. */
const noted = new WeakSet<FhirError>();

/** Audits whose record a refused call targeted. Other errors and already audited ones are ignored. */
export type NoteRefusal = (error: unknown) => Promise<void>;

/**
 * Audits one refused attempt. A single statement whether or not the record exists, so that timing reveals nothing; the
 * record's keepers see it in their access log. Daily repeats are counted.
 */
export async function auditRefusedTry(db: Sql, { userId, patientId, action, type, entity }: RefusedTry): Promise<void> {
  await db.query(
    `with kept as (
       insert into refused_try (user_id, patient_id, action, day, tries)
       select $1, coalesce((select patient_id from access where patient_id = $2 and revoked_at is null limit 1), ''), $3, (now() at time zone 'UTC')::date, 1
       on conflict (patient_id, user_id, action, day) do update set tries = refused_try.tries + 1
       returning patient_id, tries
     )
     insert into audit_event (action, type, outcome, user_id, patient_id, entity) select $3, $4, 'refused', $1, nullif(patient_id, ''), $5 from kept where tries = 1`,
    [userId, patientId ?? null, action, type, entity ?? null],
  );
}

/** Makes the note of refusals that are thrown. */
export function createNoteRefusal(db: Sql): NoteRefusal {
  return async (error) => {
    const refusal = refusalIn(error);
    if (refusal?.tried === undefined || noted.has(refusal)) return;
    noted.add(refusal);
    await auditRefusedTry(db, refusal.tried);
  };
}

/** Runs work, and notes the refusal that it ends with. */
export async function auditingRefusals<T>(note: NoteRefusal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await note(error);
    throw error;
  }
}

function refusalIn(error: unknown): FhirError | undefined {
  return error instanceof FhirError
    ? error
    : error instanceof Error && error.cause !== undefined
      ? refusalIn(error.cause)
      : undefined;
}
