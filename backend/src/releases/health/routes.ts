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
 * POST /api/phr/module-health: module health of a device. Contains nothing personal; of the reporter only whether the
 * account reported before today.
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
      // partner pages report too: their token allows it in addition to the module's calls
      const { userId } = await auth.authenticate(request);
      checkAddress(request);
      const { reports } = parseBody(HealthReport, request.body);
      const who = personOfDay(config.secrets.otpPepper, userId, now());
      await take({ reports, who, proven: await isProven(db, userId) });
      return reply.code(204).send();
    },
  );
}

/** False for an account known to have an unproved number. Unknown with another identity provider. */
async function isProven(sql: Sql, userId: string): Promise<boolean> {
  const unproven = await sql.query(
    `select 1 from account where not phone_verified
      and (box_user = $1 or id = (select account_id from partner_link where principal = $1)) limit 1`,
    [userId],
  );
  return unproven.length === 0;
}
