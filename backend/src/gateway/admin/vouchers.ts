import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import type { Repository } from '../../records/repository.ts';
import { Id, Instant, TypedCode } from '../phr/fields.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { codeSystem, concept, extensionUrl, identifierSystemOf, refTo } from '../../fhir/systems.ts';
import type { Sql } from '../../kit/platform.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';

const Body = z.object({ patientId: Id, promoCode: TypedCode });
const Service = z.object({ code: z.string(), display: z.string() });
const Voucher = z.object({
  id: z.string(),
  code: z.string(),
  services: z.array(Service),
  period: z.object({ start: Instant, end: Instant.optional() }),
  usageCount: z.number().int(),
  usageLimit: z.number().int().optional(),
});
interface PromoRow {
  code: string;
  services: z.output<typeof Service>[];
  payor_id: string;
  starts_at: Date;
  ends_at: Date | null;
  usage_limit: number | null;
  usage_count: number;
  state: 'early' | 'open' | 'over';
}

/**
 * POST /patient-app/coverage/apply-promo-code: redeems a code for a voucher, once per patient and within the code's
 * limit.
 */
export function registerVouchers(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.post(
    '/patient-app/coverage/apply-promo-code',
    described({
      service: 'admin',
      summary: 'Turns a promotion code into a voucher of the patient.',
      security: 'bearer',
      wrapped: true,
      body: Body,
      answer: Voucher,
      errors: ['PROMO_INVALID', 'PROMO_USED', 'PROMO_HELD', 'PROMO_EXPIRED'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { patientId, promoCode } = parseBody(Body, request.body);
        assertAccess(actor, patientId, 'update');
        const [promo] = await sql.query<PromoRow & Record<string, unknown>>(
          `select *, case when starts_at > now() then 'early' when ends_at <= now() then 'over' else 'open' end as state from promo_code where code = $1 for update`,
          [promoCode],
        );
        if (promo === undefined || promo.state === 'early') {
          await refuseHeld(patientId, promoCode, sql);
          throw new ServerError('PROMO_INVALID', 'There is no such code');
        }
        const used = await sql.query(
          'insert into promo_use (code, patient_id) values ($1, $2) on conflict do nothing returning code',
          [promoCode, patientId],
        );
        if (used.length === 0) throw new ServerError('PROMO_USED', 'This patient has used the code already');
        await refuseHeld(patientId, promoCode, sql);
        if (promo.state === 'over') throw new ServerError('PROMO_EXPIRED', 'The code has expired');
        if (promo.usage_limit !== null && promo.usage_count >= promo.usage_limit)
          throw new ServerError('PROMO_USED', 'The code was used as often as it may be');
        const usageCount = promo.usage_count + 1;
        await sql.query('update promo_code set usage_count = $2 where code = $1', [promoCode, usageCount]);

        const period = {
          start: promo.starts_at.toISOString(),
          ...(promo.ends_at === null ? {} : { end: promo.ends_at.toISOString() }),
        };
        const voucher = await repository.create(
          SYSTEM_ACTOR,
          {
            resourceType: 'Coverage',
            identifier: [{ system: identifierSystemOf('voucher'), value: promoCode }],
            status: 'active',
            type: concept(codeSystem('coverage-type'), 'VOUCHER', 'Phiếu ưu đãi'),
            beneficiary: refTo('Patient', patientId),
            period,
            payor: [refTo('Organization', promo.payor_id)],
            class: promo.services.map(({ code, display }) => ({
              type: { coding: [{ system: codeSystem('voucher'), code: 'service' }] },
              value: code,
              name: display,
            })),
            // number of redemptions, reported by the facility
            extension: [{ url: extensionUrl('usage-count'), valueInteger: 0 }],
          },
          { source: 'service', sql },
        );
        return JSON.stringify({
          id: voucher.id,
          code: promoCode,
          services: promo.services,
          period,
          usageCount,
          ...(promo.usage_limit === null ? {} : { usageLimit: promo.usage_limit }),
        } satisfies z.input<typeof Voucher>);
      }),
  );

  /**
   * A facility may have issued the code's voucher itself.
   * @throws PROMO_HELD if already in the record
   */
  async function refuseHeld(patientId: string, code: string, sql: Sql): Promise<void> {
    const identifier = `${identifierSystemOf('voucher')}|${code}`;
    const found = await repository.search(SYSTEM_ACTOR, 'Coverage', { identifier, _count: '1' }, { patientId, sql });
    if (found.items.length > 0) throw new ServerError('PROMO_HELD', 'This patient has the voucher already');
  }
}
