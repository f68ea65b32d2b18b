import type { ModuleOffer, RegistryTwo } from '@phr/contract/registry';
import type { FastifyInstance } from 'fastify';
import { checkAddress, parseBody } from '../../kit/parse.ts';
import type { Platform, Sql } from '../../kit/platform.ts';
import { described } from '../../kit/route-schema.ts';
import type { Figures, OfRelease } from './figures.ts';
import { addToHour } from './hours.ts';
import { HealthReport, type ModuleReport, OF_THE_NETWORK, REPORT_BYTES } from './report.ts';
import { type Arm, noteFault, noteLoad, personOfDay, type Trial } from './trials.ts';

export interface HealthParts {
  /** The channel that this process serves: 'production', 'staging' or 'local'. */
  readonly environment: string;
  readonly readRegistry: () => Promise<RegistryTwo>;
  readonly figures: Figures;
  readonly now?: () => Date;
}

/** What a version is called that is not on offer. */
const OTHER = 'other';
/** Different places of one version that are kept; a version that fails everywhere needs no list. */
const MOST_FRAMES = 100;

/**
 * POST /api/phr/module-health: how modules do on a device, told by its page. Nothing personal is in it, and of who tells only that the same account did not tell
 * before today. Reports of modules that the registry does not have are let go without a word.
 */
export function registerModuleHealth(
  app: FastifyInstance,
  { auth, config, db }: Pick<Platform, 'auth' | 'config' | 'db'>,
  { environment, readRegistry, figures, now = () => new Date() }: HealthParts,
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
      const { modules } = await readRegistry();
      const at = now();
      const who = personOfDay(config.secrets.otpPepper, userId, at);
      const counts = await isSomebody(db, userId);
      for (const report of reports) {
        const entry = modules.find(({ name }) => name === report.module);
        if (entry === undefined) continue;
        const of = {
          environment,
          module: report.module,
          version: Object.hasOwn(entry.releases, report.version) ? report.version : OTHER,
        };
        figures.count(of, report);
        await note(db, report, { ...of, who, at }, counts ? armOf(entry, report) : 'other');
      }
      return reply.code(204).send();
    },
  );
}

/** The side that a load counts for; a page that says it is on one where the registry has another version is on none. */
function armOf({ current, rollouts }: ModuleOffer, { version, why }: ModuleReport): Arm {
  const rollout = rollouts.find((one) => one.version === version);
  if (why === 'cohort' && rollout !== undefined) return 'cohort';
  if (why === 'rollout' && rollout !== undefined && rollout.share > 0) return 'canary';
  return why === 'current' && current === version ? 'control' : 'other';
}

/**
 * False for an account that has not proven its number: anybody makes five of them in a minute, and the first five loads decide on a rollout. What another identity
 * provider keeps of its accounts is not known here.
 */
async function isSomebody(sql: Sql, userId: string): Promise<boolean> {
  const unproven = await sql.query(
    `select 1 from account where not phone_verified
      and (box_user = $1 or id = (select account_id from partner_link where principal = $1)) limit 1`,
    [userId],
  );
  return unproven.length === 0;
}

async function note(sql: Sql, report: ModuleReport, trial: Trial, arm: Arm): Promise<void> {
  const { load, faults = [], leaks } = report;
  const failed = load !== undefined && 'failed' in load ? load.failed : undefined;
  if (trial.version !== OTHER) {
    if (load !== undefined && !OF_THE_NETWORK.has(failed ?? '')) await noteLoad(sql, trial, arm, failed !== undefined);
    if (faults.some(({ kind }) => !OF_THE_NETWORK.has(kind))) await noteFault(sql, trial);
    await noteFrames(sql, trial, faults, trial.at);
  }
  await addToHour(sql, trial.at, {
    environment: trial.environment,
    module: trial.module,
    version: trial.version,
    failed: failed !== undefined,
    ...(load !== undefined && 'ms' in load ? { ms: load.ms } : {}),
    faults: faults.length,
    leaks: leaks === undefined ? 0 : leaks.nodes + leaks.sheets + leaks.subscriptions,
  });
}

async function noteFrames(
  sql: Sql,
  { environment, module, version }: OfRelease,
  faults: NonNullable<ModuleReport['faults']>,
  at: Date,
): Promise<void> {
  for (const { kind, code = '', frame = '' } of faults) {
    // a frame of another module's files tells nothing of this one
    if (frame !== '' && !frame.startsWith(`/m/${module}/`)) continue;
    await sql.query(
      `insert into module_fault as known (environment, module, version, kind, code, frame, count, last_at)
       select $1, $2, $3, $4, $5, $6, 1, $7
       where (select count(*) from module_fault where environment = $1 and module = $2 and version = $3) < $8
       on conflict (environment, module, version, kind, code, frame)
       do update set count = known.count + 1, last_at = excluded.last_at`,
      [environment, module, version, kind, code, frame, at, MOST_FRAMES],
    );
  }
}
