import type { FastifyInstance } from 'fastify';
import { checkAddress, parseBody } from '../../kit/parse.ts';
import type { Platform, Sql } from '../../kit/platform.ts';
import { described } from '../../kit/route-schema.ts';
import { HealthReport, REPORT_BYTES } from './report.ts';
import type { ReceiveReport } from './receive-reports.ts';
import { personOfDay } from './trials.ts';

export interface HealthParts {
  readonly take: ReceiveReport;
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
      // partner pages report the same; their token may do so in addition to the calls that the module declares
      const { sub, cohorts } = await auth.authenticate(request);
      checkAddress(request);
      const { reports } = parseBody(HealthReport, request.body);
      // the account: who agrees to a partner's page again has another agreement, and is the same device
      const who = personOfDay(config.secrets.otpPepper, sub, now());
      await take({ reports, who, proven: await isProven(db, sub), ...(cohorts === undefined ? {} : { cohorts }) });
      return reply.code(204).send();
    },
  );
}

/**
 * False for an account whose number is known to be unverified. Nothing is known about accounts of another identity
 * provider.
 */
async function isProven(sql: Sql, account: string): Promise<boolean> {
  const unproven = await sql.query('select 1 from account where id = $1 and not phone_verified', [account]);
  return unproven.length === 0;
}
