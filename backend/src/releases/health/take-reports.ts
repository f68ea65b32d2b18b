import type { ModuleOffer, RegistryTwo } from '@phr/contract/registry';
import type { Sql } from '../../kit/platform.ts';
import type { Figures, OfRelease } from './figures.ts';
import { addToHour } from './hours.ts';
import { type ModuleReport, OF_THE_NETWORK, type Told } from './report.ts';
import { type Arm, noteFault, noteLoad, type Trial } from './trials.ts';

/**
 * Stores a page's reports in this database, or passes them to an external release service. Rejects if neither works.
 */
export type TakeReports = (told: Told) => Promise<void>;

export interface ReportParts {
  readonly db: Sql;
  /** Channel of the pages: 'production', 'staging' or 'local'. */
  readonly environment: string;
  readonly readRegistry: () => Promise<RegistryTwo>;
  readonly figures: Figures;
  readonly now?: () => Date;
}

/** What a version is called that is not on offer. */
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
}: ReportParts): TakeReports {
  return async ({ reports, who, proven }) => {
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
      await note(db, report, { ...of, who, at }, proven ? armOf(entry, report) : 'other');
    }
  };
}

/** Rollout side of a load; none if the page's claim contradicts the registry. */
function armOf({ current, rollouts }: ModuleOffer, { version, why }: ModuleReport): Arm {
  const rollout = rollouts.find((one) => one.version === version);
  if (why === 'cohort' && rollout !== undefined) return 'cohort';
  if (why === 'rollout' && rollout !== undefined && rollout.share > 0) return 'canary';
  return why === 'current' && current === version ? 'control' : 'other';
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
