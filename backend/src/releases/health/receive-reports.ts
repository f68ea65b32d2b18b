import type { ModuleOffer, RegistryTwo } from '@phr/contract/registry';
import type { Sql } from '../../kit/platform.ts';
import type { Figures, OfRelease } from './figures.ts';
import { addToHour } from './hours.ts';
import { type ModuleReport, NETWORK_FAILURES, type ReceivedReport } from './report.ts';
import { type Arm, recordFault, recordLoad, type Trial } from './trials.ts';

/**
 * Stores a page's reports in this database, or passes them to an external release service. Rejects if neither works.
 */
export type ReceiveReport = (told: ReceivedReport) => Promise<void>;

export interface ReportParts {
  readonly db: Sql;
  /** Channel of the pages: 'production', 'staging' or 'local'. */
  readonly environment: string;
  readonly readRegistry: () => Promise<RegistryTwo>;
  readonly figures: Figures;
  readonly now?: () => Date;
}

/** Label for versions that are not offered. */
const OTHER = 'other';
/** Distinct failure locations stored per version. */
const MOST_FRAMES = 100;

/** Stores reports in the release service's database. Unknown modules are ignored. */
export function createReports({
  db,
  environment,
  readRegistry,
  figures,
  now = () => new Date(),
}: ReportParts): ReceiveReport {
  return async ({ reports, who, proven, cohorts = [] }) => {
    const { modules } = await readRegistry();
    const at = now();
    for (const report of reports) {
      const entry = modules.find(({ name }) => name === report.module);
      if (entry === undefined) continue;
      const of = {
        environment,
        module: report.module,
        version: Object.hasOwn(entry.releases, report.version) ? report.version : OTHER,
      };
      figures.count(of, report);
      if (proven && of.version !== OTHER) await note(db, report, { ...of, who, at }, armOf(entry, report, cohorts));
      await count(db, report, of, at);
    }
  };
}

/**
 * The rollout arm that a load counts for; none if the page claims an arm with another version than the registry's, or a
 * cohort that its person is not in.
 */
function armOf({ current, rollouts }: ModuleOffer, { version, why }: ModuleReport, cohorts: readonly string[]): Arm {
  const rollout = rollouts.find((one) => one.version === version);
  if (why === 'cohort' && rollout?.cohorts.some((cohort) => cohorts.includes(cohort)) === true) return 'cohort';
  if (why === 'rollout' && rollout !== undefined && rollout.share > 0) return 'canary';
  return why === 'current' && current === version ? 'control' : 'other';
}

const failureOf = ({ load }: ModuleReport) => (load !== undefined && 'failed' in load ? load.failed : undefined);

/**
 * Only trials of accounts with a verified number judge a version: anybody can create unverified ones in bulk, and could
 * use them to make a version look good or bad.
 */
async function note(sql: Sql, report: ModuleReport, trial: Trial, arm: Arm): Promise<void> {
  const { load, faults = [] } = report;
  const failed = failureOf(report);
  if (load !== undefined && !NETWORK_FAILURES.has(failed ?? ''))
    await recordLoad(sql, trial, arm, failed !== undefined);
  if (faults.some(({ kind }) => !NETWORK_FAILURES.has(kind))) await recordFault(sql, trial);
  await noteFrames(sql, trial, faults, trial.at);
}

async function count(sql: Sql, report: ModuleReport, of: OfRelease, at: Date): Promise<void> {
  const { load, faults = [], leaks } = report;
  await addToHour(sql, at, {
    ...of,
    failed: failureOf(report) !== undefined,
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
    // stack frames in another module's files do not count
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
