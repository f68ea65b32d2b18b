import { dateBounds } from '@phr/fhir/dates';
import { z } from 'zod';
import { ruleOf } from '../fhir/resource-types.ts';
import { FACILITY_ZONE_MINUTES } from '../kit/facility-zone.ts';
import type { Audit, RecordPart, Sql } from '../kit/platform.ts';

const Coding = z.object({ system: z.string().optional(), code: z.string().min(1) });

/** Parsed parts of a stored Consent; any other shape grants nothing. */
const Consent = z.object({
  status: z.string(),
  organization: z.array(z.object({ reference: z.string() })).default([]),
  provision: z.object({
    type: z.enum(['permit', 'deny']).default('deny'),
    period: z.object({ start: z.string().optional(), end: z.string().optional() }).default({}),
    actor: z.array(z.object({ reference: z.object({ reference: z.string() }) })).default([]),
    class: z.array(Coding).optional(),
    code: z.array(z.object({ coding: z.array(Coding).default([]) })).optional(),
    // restrictions we cannot evaluate
    data: z.unknown().optional(),
    purpose: z.unknown().optional(),
    dataPeriod: z.unknown().optional(),
    securityLabel: z.unknown().optional(),
    action: z.unknown().optional(),
    provision: z.unknown().optional(),
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
 * Keeps the rights of practitioners and organisations in step with the stored Consents: an active one opens the record
 * to its actors for reading within its period, any other closes it at once. `provision.class` (names of resource types)
 * and `provision.code` limit the right to exactly those; a Consent with other limits (data, purpose, dataPeriod,
 * securityLabel, action, inner provisions) opens nothing. Runs in the transaction that writes the Consent.
 */
export function createConsentRights(
  audit: Audit,
): (sql: Sql, actor: { readonly userId: string }, written: readonly WrittenConsent[]) => Promise<void> {
  return async (sql, { userId }, written) => {
    for (const { type, id, patientId, content } of written) {
      if (type !== 'Consent' || patientId === undefined) continue;
      const wanted = readConsent(content);
      const note = (what: 'grant' | 'revoke', who: string): Promise<void> =>
        audit(
          {
            action: what === 'grant' ? 'create' : 'delete',
            type: what,
            outcome: 'success',
            userId,
            patientId,
            entity: who,
          },
          sql,
        );
      const ended = await sql.query<{ user_id: string }>(
        `update access set revoked_at = now() where consent_id = $1 and revoked_at is null
            and not (user_id = any($2::text[]) and starts_at is not distinct from $3::timestamptz and ends_at is not distinct from $4::timestamptz
              and types is not distinct from $5::text[] and codes is not distinct from $6::text[])
         returning user_id`,
        [id, wanted.who, wanted.start, wanted.end, wanted.types, wanted.codes],
      );
      for (const row of ended) await note('revoke', row.user_id);
      const added = await sql.query<{ user_id: string }>(
        `insert into access (user_id, patient_id, source, rights, starts_at, ends_at, consent_id, types, codes)
         select who, $2, 'consent', 'read', $4, $5, $1, $6, $7 from unnest($3::text[]) as who
          where not exists (select 1 from access where consent_id = $1 and user_id = who and revoked_at is null)
         returning user_id`,
        [id, patientId, wanted.who, wanted.start, wanted.end, wanted.types, wanted.codes],
      );
      for (const row of added) await note('grant', row.user_id);
    }
  };
}

interface Permission extends RecordPart {
  readonly who: readonly string[];
  readonly start: string;
  readonly end: string | null;
}

const NOTHING: Permission = { who: [], start: '-infinity', end: null, types: null, codes: null };
/** Code system of FHIR resource types. */
const RESOURCE_TYPES = 'http://hl7.org/fhir/resource-types';

function readConsent(content: string): Permission {
  const parsed = Consent.safeParse(content === '' ? {} : JSON.parse(content));
  if (!parsed.success || parsed.data.status !== 'active') return NOTHING;
  const { organization, provision } = parsed.data;
  const { data, purpose, dataPeriod, securityLabel, action, provision: inner } = provision;
  if (
    provision.type !== 'permit' ||
    [data, purpose, dataPeriod, securityLabel, action, inner].some((part) => part !== undefined)
  )
    return NOTHING;
  // unknown classes and codes grant nothing; known ones beside them do
  const types = provision.class?.flatMap(({ system, code }) =>
    system === RESOURCE_TYPES && ruleOf(code)?.scope === 'patient' ? [code] : [],
  );
  const codes = provision.code?.flatMap(({ coding }) =>
    coding.map(({ system, code }) => `code=${system === undefined ? '' : `${system}|`}${code}`),
  );
  if (types?.length === 0 || codes?.length === 0) return NOTHING;
  const named =
    provision.actor.length > 0
      ? provision.actor.map(({ reference }) => reference.reference)
      : organization.map(({ reference }) => reference);
  const who = named.flatMap(
    (reference) => /(?:^|\/)((?:Practitioner|Organization)\/[A-Za-z0-9.-]{1,64})$/.exec(reference)?.[1] ?? [],
  );
  const start = boundsOf(provision.period.start)?.start;
  const end = boundsOf(provision.period.end)?.end;
  return {
    who: [...new Set(who)],
    start: start?.toISOString() ?? '-infinity',
    end: end?.toISOString() ?? null,
    types: types ?? null,
    codes: codes ?? null,
  };
}

/** Days and months count as a whole, in the facilities' zone. */
function boundsOf(value: string | undefined): { readonly start: Date; readonly end: Date } | undefined {
  return value === undefined ? undefined : dateBounds(value, FACILITY_ZONE_MINUTES);
}
