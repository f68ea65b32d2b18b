import { dateBounds } from '@phr/fhir/dates';
import { z } from 'zod';
import type { Audit, Sql } from '../platform.ts';

/** What is read of a stored Consent; anything of another shape opens nothing. */
const Consent = z.object({
  status: z.string(),
  organization: z.array(z.object({ reference: z.string() })).default([]),
  provision: z.object({
    type: z.enum(['permit', 'deny']).default('deny'),
    period: z.object({ start: z.string().optional(), end: z.string().optional() }).default({}),
    actor: z.array(z.object({ reference: z.object({ reference: z.string() }) })).default([]),
    // each of these allows less than the whole record
    class: z.unknown().optional(), code: z.unknown().optional(), data: z.unknown().optional(), purpose: z.unknown().optional(), dataPeriod: z.unknown().optional(), provision: z.unknown().optional(),
  }),
});

interface WrittenConsent {
  readonly type: string;
  readonly id: string;
  readonly patientId: string | undefined;
  /** JSON text; empty for a deleted resource. */
  readonly content: string;
}

/**
 * Keeps the rights of practitioners and organisations as the stored Consents say: an active one opens the record to its actors for reading inside its
 * period, any other one closes it at once. A Consent that permits only part of a record (by class, code, data, purpose) opens nothing by itself.
 * Runs in the transaction that writes the Consent.
 */
export function createConsentRights(audit: Audit): (sql: Sql, actor: { readonly userId: string }, written: readonly WrittenConsent[]) => Promise<void> {
  return async (sql, { userId }, written) => {
    for (const { type, id, patientId, content } of written) {
      if (type !== 'Consent' || patientId === undefined) continue;
      const wanted = readConsent(content);
      const note = (what: 'grant' | 'revoke', who: string): Promise<void> => audit({
        action: what === 'grant' ? 'create' : 'delete', type: what, outcome: 'success', userId, patientId, entity: who,
      }, sql);
      const ended = await sql.query<{ user_id: string }>(
        `update access set revoked_at = now() where consent_id = $1 and revoked_at is null
            and not (user_id = any($2::text[]) and starts_at is not distinct from $3::timestamptz and ends_at is not distinct from $4::timestamptz)
         returning user_id`, [id, wanted.who, wanted.start, wanted.end]);
      for (const row of ended) await note('revoke', row.user_id);
      const added = await sql.query<{ user_id: string }>(
        `insert into access (user_id, patient_id, source, rights, starts_at, ends_at, consent_id)
         select who, $2, 'consent', 'read', $4, $5, $1 from unnest($3::text[]) as who
          where not exists (select 1 from access where consent_id = $1 and user_id = who and revoked_at is null)
         returning user_id`, [id, patientId, wanted.who, wanted.start, wanted.end]);
      for (const row of added) await note('grant', row.user_id);
    }
  };
}

interface Permission { readonly who: readonly string[]; readonly start: string; readonly end: string | null }

/** Minutes east of UTC in Viet Nam. */
const FACILITY_ZONE = 420;
const NOTHING: Permission = { who: [], start: '-infinity', end: null };

function readConsent(content: string): Permission {
  const parsed = Consent.safeParse(content === '' ? {} : JSON.parse(content));
  if (!parsed.success || parsed.data.status !== 'active') return NOTHING;
  const { organization, provision } = parsed.data;
  const { class: classes, code, data, purpose, dataPeriod, provision: inner } = provision;
  if (provision.type !== 'permit' || [classes, code, data, purpose, dataPeriod, inner].some((part) => part !== undefined)) return NOTHING;
  const named = provision.actor.length > 0 ? provision.actor.map(({ reference }) => reference.reference) : organization.map(({ reference }) => reference);
  const who = named.flatMap((reference) => /(?:^|\/)((?:Practitioner|Organization)\/[A-Za-z0-9.-]{1,64})$/.exec(reference)?.[1] ?? []);
  const start = boundsOf(provision.period.start)?.start;
  const end = boundsOf(provision.period.end)?.end;
  return { who: [...new Set(who)], start: start?.toISOString() ?? '-infinity', end: end?.toISOString() ?? null };
}

/** Days and months count as a whole, in the facilities' zone. */
function boundsOf(value: string | undefined): { readonly start: Date; readonly end: Date } | undefined {
  return value === undefined ? undefined : dateBounds(value, FACILITY_ZONE);
}
