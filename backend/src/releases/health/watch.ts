import type { Db, ServerLog, Sql } from '../../kit/platform.ts';
import type { Evidence, StopRollout } from '../ports.ts';
import type { RolloutStatistics } from '../channel.ts';
import type { RunningRollout } from '../rollouts.ts';
import type { OfRelease } from './figures.ts';
import { addDrawing, evidenceOf, NO_EVIDENCE, type Products, failsFromStart, STOP_AT } from './evidence.ts';
import { aggregateDays } from './days.ts';
import { alarmOf } from './summary.ts';
import { COUNTS_MINUTES } from './trials.ts';

export interface WatchParts {
  readonly db: Db;
  readonly log: ServerLog;
  readonly rollouts: () => Promise<readonly RunningRollout[]>;
  readonly stopRollout: StopRollout;
  /** What everybody gets. */
  readonly current: () => Promise<readonly OfRelease[]>;
  /**
   * Called each minute for a fully rolled out version that fails for many: alerts operators, or rolls back if allowed.
   */
  readonly onAlarm: (release: OfRelease, evidence: Evidence) => Promise<void>;
  readonly now?: () => Date;
}

/** A minute is judged once its loads are complete, including pages' batched reports. */
const JUDGED_AFTER_MS = (COUNTS_MINUTES + 2) * 60_000;

/** Interval of recounting a day's accounts. */
const DAYS_NOTED_EACH_MS = 600_000;

interface Judged {
  readonly products: Products;
  readonly trials: number;
  readonly canary: number;
  readonly bad: number;
  readonly canaryBad: number;
}

/**
 * Judges each minute of each rollout once, in whichever process, and stops those worse than the current version or
 * whose first loads all fail. Call each minute; failures are retried on the next call.
 */
export function createWatch(parts: WatchParts) {
  const { db, log, rollouts, stopRollout, current, onAlarm, now = () => new Date() } = parts;
  let alarms: readonly OfRelease[] = [];
  let daysNotedAt = Number.NEGATIVE_INFINITY;
  const stop = async (rollout: RunningRollout, reason: string, evidence: Evidence): Promise<void> => {
    const { environment, module, id, version } = rollout;
    if (await stopRollout(environment, module, id, reason, evidence))
      log.error({ environment, module, version, ...evidence }, 'a rollout was stopped: its version is worse');
  };

  const look = async (rollout: RunningRollout, at: Date): Promise<void> => {
    const { products, trials: N, canary: n, bad: k, canaryBad: x } = await judge(db, rollout, at);
    const E = Math.round(evidenceOf(products));
    if (E >= STOP_AT) return stop(rollout, 'Worse than the current version', { N, n, k, x, E });
    const first = await firstTrials(db, rollout);
    if (failsFromStart(first)) await stop(rollout, 'The first loads were all bad', { first: first.length, E });
    return undefined;
  };

  return {
    /** Judges what can be judged now. */
    async tick(): Promise<void> {
      const at = now();
      for (const rollout of await rollouts())
        await look(rollout, at).catch((error: unknown) =>
          log.warn({ err: error, module: rollout.module }, 'a rollout could not be judged'),
        );
      const found: OfRelease[] = [];
      for (const release of await current()) {
        const alarm = await alarmOf(db, release, at);
        if (alarm === undefined) continue;
        found.push(release);
        log.error({ ...release, ...alarm }, 'more than a fifth of the loads of a current version are bad');
        await onAlarm(release, alarm).catch((error: unknown) =>
          log.warn({ err: error, ...release }, 'nothing could be done about it'),
        );
      }
      alarms = found;
      if (at.getTime() - daysNotedAt >= DAYS_NOTED_EACH_MS) {
        await aggregateDays(db, at);
        daysNotedAt = at.getTime();
      }
    },
    /** Last judged evidence against a rollout; 1 initially. */
    evidence: (rollout: string) => readEvidence(db, rollout),
    /** A rollout's statistics before its next step. */
    standing: (rollout: RunningRollout) => readRolloutStatistics(db, rollout),
    /** Fully rolled out versions failing for many, as last judged. */
    alarms: () => alarms,
  };
}

/** Last judged evidence against a rollout; 1 initially. */
async function readEvidence(sql: Sql, rollout: string): Promise<number> {
  return evidenceOf((await read(sql, rollout))?.products ?? NO_EVIDENCE);
}

/** A rollout's statistics: evidence, and loads since its share last changed. */
export async function readRolloutStatistics(
  sql: Sql,
  rollout: Omit<RunningRollout, 'since' | 'share' | 'climbs'>,
): Promise<RolloutStatistics> {
  const { id, environment, module, version, control, stepSince } = rollout;
  const [row] = await sql.query<Record<'canary' | 'compared' | 'cohort' | 'bad', number>>(
    `select count(*) filter (where version = $3 and arm = 'canary')::int as canary,
       count(*) filter (where arm in ('canary', 'control'))::int as compared,
       count(*) filter (where version = $3 and (arm = 'cohort' or $4::text is null))::int as cohort,
       count(*) filter (where version = $3 and bad and (arm = 'cohort' or $4::text is null))::int as bad
     from module_trial where environment = $1 and module = $2 and began_at >= $5
       and (version = $3 or (version = $4 and arm = 'control'))`,
    [environment, module, version, control, stepSince],
  );
  const { canary = 0, compared = 0, cohort = 0, bad = 0 } = row ?? {};
  return { evidence: await readEvidence(sql, id), canary, compared, cohort, cohortBad: bad };
}

interface Row {
  readonly judged_until: Date;
  readonly products: Products;
  readonly trials: string;
  readonly canary: string;
  readonly bad: string;
  readonly canary_bad: string;
}

async function read(sql: Sql, rollout: string): Promise<(Judged & { readonly until: Date }) | undefined> {
  const [row] = await sql.query<Row & { readonly [column: string]: unknown }>(
    `select judged_until, products, trials, canary, bad, canary_bad from rollout_evidence where rollout = $1`,
    [rollout],
  );
  if (row === undefined) return undefined;
  return {
    until: row.judged_until,
    products: row.products,
    trials: Number(row.trials),
    canary: Number(row.canary),
    bad: Number(row.bad),
    canaryBad: Number(row.canary_bad),
  };
}

/** Adds completed minutes unless another process has; returns the new state. */
async function judge(db: Db, rollout: RunningRollout, at: Date): Promise<Judged> {
  const { id, environment, module, version, since } = rollout;
  await db.query(
    `insert into rollout_evidence (rollout, environment, module, version, judged_until, products)
     values ($1, $2, $3, $4, date_trunc('minute', $5::timestamptz), $6) on conflict do nothing`,
    [id, environment, module, version, since, NO_EVIDENCE],
  );
  const before = await read(db, id);
  const until = new Date(Math.floor((at.getTime() - JUDGED_AFTER_MS) / 60_000) * 60_000);
  if (before === undefined || until <= before.until) return before ?? nothing();
  const next = (await drawings(db, rollout, before.until, until)).reduce<Judged>(
    (sum, drawing) => ({
      products: addDrawing(sum.products, drawing),
      trials: sum.trials + drawing.trials,
      canary: sum.canary + drawing.canary,
      bad: sum.bad + drawing.bad,
      canaryBad: sum.canaryBad + drawing.canaryBad,
    }),
    before,
  );
  const changed = await db.query(
    `update rollout_evidence set judged_until = $3, products = $4, trials = $5, canary = $6, bad = $7, canary_bad = $8
     where rollout = $1 and judged_until = $2 returning rollout`,
    [id, before.until, until, next.products, next.trials, next.canary, next.bad, next.canaryBad],
  );
  return changed.length === 1 ? next : ((await read(db, id)) ?? nothing());
}

const nothing = (): Judged => ({ products: NO_EVIDENCE, trials: 0, canary: 0, bad: 0, canaryBad: 0 });

/** The trials of both arms by minute of their loads. */
async function drawings(
  sql: Sql,
  { environment, module, version, control }: RunningRollout,
  from: Date,
  until: Date,
): Promise<readonly Omit<Judged, 'products'>[]> {
  const rows = await sql.query<{ trials: string; canary: string; bad: string; canary_bad: string }>(
    `select count(*) as trials, count(*) filter (where arm = 'canary') as canary,
       count(*) filter (where bad) as bad, count(*) filter (where bad and arm = 'canary') as canary_bad
     from module_trial
     where environment = $1 and module = $2 and began_at >= $5 and began_at < $6
       and ((version = $3 and arm = 'canary') or (version = $4 and arm = 'control'))
     group by date_trunc('minute', began_at) order by date_trunc('minute', began_at)`,
    [environment, module, version, control, from, until],
  );
  return rows.map(({ trials, canary, bad, canary_bad }) => ({
    trials: Number(trials),
    canary: Number(canary),
    bad: Number(bad),
    canaryBad: Number(canary_bad),
  }));
}

/** Whether the first trials of a rollout's share and cohorts were bad, in their order. */
async function firstTrials(
  sql: Sql,
  { environment, module, version, since }: RunningRollout,
): Promise<readonly boolean[]> {
  const rows = await sql.query<{ bad: boolean }>(
    `select bad from module_trial
     where environment = $1 and module = $2 and version = $3 and arm in ('canary', 'cohort') and began_at >= $4
     order by began_at, who limit 5`,
    [environment, module, version, since],
  );
  return rows.map(({ bad }) => bad);
}
