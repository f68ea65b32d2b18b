import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Action, Db, Rights } from '../../kit/platform.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { ACTIVE_GRANT_SQL } from '../../access/access.ts';
import { LEVELS, RANK_SQL } from '../../access/levels.ts';
import { can } from '../../access/policy.ts';
import { described } from '../../kit/route-schema.ts';

const ACTIONS = ['read', 'create', 'update', 'delete', 'share'] as const satisfies readonly Action[];

const Right = z.object({
  patientId: z.string(),
  rights: z.enum(LEVELS.map(({ name }) => name)),
  /** Allowed actions, so that clients need not know levels. */ may: z.array(z.enum(ACTIONS)),
  /** Expiry of the right; absent if unlimited. */ endsAt: z.iso.datetime().optional(),
});

/** The caller's rights per record, so that screens offer no forbidden change and show expiry. */
export function registerFamilyRights(app: FastifyInstance, db: Db, calls: ServiceCalls): void {
  app.get(
    '/patient-app/related-person/rights',
    described({
      service: 'admin',
      summary:
        'What the caller may do with the records that are open to the account. Not in the catalogue: an addition of this product.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      answer: z.array(Right),
    }),
    (request, reply) =>
      calls.read(request, reply, async ({ caller: { userId } }) => {
        // each record's highest right, and the longest lasting of those
        const rows = await db.query<{ patient_id: string; rights: Rights; ends_at: Date | null }>(
          `select distinct on (patient_id) patient_id, rights, ends_at from held_access
        where user_id = $1 and ${ACTIVE_GRANT_SQL} and types is null and codes is null
        order by patient_id, ${RANK_SQL} desc, ends_at desc nulls first`,
          [userId],
        );
        return JSON.stringify(
          rows.map(({ patient_id: patientId, rights, ends_at: endsAt }) => ({
            patientId,
            rights,
            may: ACTIONS.filter((action) => can(rights, action)),
            ...(endsAt !== null && { endsAt: endsAt.toISOString() }),
          })),
        );
      }),
  );
}
