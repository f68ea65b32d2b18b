import type { FastifyInstance } from 'fastify';
import { checkAddress, parseBody } from '../../kit/parse.ts';
import type { Platform, Sql } from '../../kit/platform.ts';
import { described } from '../../kit/route-schema.ts';
import { HealthReport, REPORT_BYTES } from './report.ts';
import type { TakeReports } from './take-reports.ts';
import { personOfDay } from './trials.ts';

export interface HealthParts {
  readonly take: TakeReports;
  readonly now?: () => Date;
}

/**
 * POST /api/phr/module-health: how modules do on a device, told by its page. Nothing personal is in it, and of who tells only that the same account did not tell
 * before today.
 */
export function registerModuleHealth(
  app: FastifyInstance,
  { auth, config, db }: Pick<Platform, 'auth' | 'config' | 'db'>,
  { take, now = () => new Date() }: HealthParts,
): void {
  app.post(
    '/api/phr/module-health',
    {
      ...described({
        service: 'phr',
        summary: 'Takes what a page tells of its modules: load results and times, faults, leaks. Of this product.',
        security: 'bearer',
        access: 'user',
        body: HealthReport,
        status: 204,
      }),
      bodyLimit: REPORT_BYTES,
    },
    async (request, reply) => {
      // a partner's page tells the same: its token may do this beside what its module declares
      const { userId } = await auth.authenticate(request);
      checkAddress(request);
      const { reports } = parseBody(HealthReport, request.body);
      const who = personOfDay(config.secrets.otpPepper, userId, now());
      await take({ reports, who, proven: await isProven(db, userId) });
      return reply.code(204).send();
    },
  );
}

/** False for an account of which it is known that its number is not proven. What another identity provider keeps of its accounts is not known here. */
async function isProven(sql: Sql, userId: string): Promise<boolean> {
  const unproven = await sql.query(
    `select 1 from account where not phone_verified
      and (box_user = $1 or id = (select account_id from partner_link where principal = $1)) limit 1`,
    [userId],
  );
  return unproven.length === 0;
}
