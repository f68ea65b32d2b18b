import type { Sql } from '../../kit/platform.ts';
import { timeOfShare } from './hours.ts';

/** How one version of a module does, for operators. */
export interface VersionHealth {
  readonly version: string;
  /** Accounts that loaded it today (UTC). */
  readonly devices: number;
  readonly loads24h: number;
  /** Failed loads and faults. */
  readonly errors1h: number;
  readonly errors24h: number;
  /** Things that were left in pages. */
  readonly leaks24h: number;
  /** Median and 95th percentile of load times over 24 hours in milliseconds, as bucket bounds; absent without loads. */
  readonly p50?: number;
  readonly p95?: number;
  /** Most frequent failure locations, overall. */
  readonly faults: readonly {
    readonly kind: string;
    readonly code: string;
    readonly frame: string;
    readonly count: number;
  }[];
}

const MOST_FAULTS = 10;

/** Versions reported in the last 24 hours, by number of loads. */
export async function readHealth(
  sql: Sql,
  environment: string,
  module: string,
  at: Date,
): Promise<readonly VersionHealth[]> {
  const rows = await sql.query<{
    version: string;
    loads: string;
    errors1h: string;
    errors24h: string;
    leaks: string;
    times: readonly number[];
    devices: string;
  }>(
    `select version, sum(loads) as loads, sum(leaks) as leaks, sum(failed + faults) as errors24h,
       sum(failed + faults) filter (where hour > $3::timestamptz - interval '1 hour') as errors1h,
       array(select sum(part.times[place])::int from module_hour as part, generate_series(1, 8) as place
         where part.environment = $1 and part.module = $2 and part.version = whole.version
           and part.hour > $3::timestamptz - interval '24 hours'
         group by place order by place) as times,
       (select count(*) from module_trial as trial where trial.environment = $1 and trial.module = $2
         and trial.version = whole.version and trial.day = ($3::timestamptz at time zone 'UTC')::date) as devices
     from module_hour as whole
     where environment = $1 and module = $2 and hour > $3::timestamptz - interval '24 hours'
     group by version order by sum(loads) desc, version`,
    [environment, module, at],
  );
  return Promise.all(
    rows.map(async ({ version, loads, errors1h, errors24h, leaks, times, devices }) => {
      const [p50, p95] = [timeOfShare(times, 0.5), timeOfShare(times, 0.95)];
      return {
        version,
        devices: Number(devices),
        loads24h: Number(loads),
        errors1h: Number(errors1h ?? 0),
        errors24h: Number(errors24h),
        leaks24h: Number(leaks),
        ...(p50 === undefined ? {} : { p50 }),
        ...(p95 === undefined ? {} : { p95 }),
        faults: await sql.query<{ kind: string; code: string; frame: string; count: number }>(
          `select kind, code, frame, count from module_fault where environment = $1 and module = $2 and version = $3
           order by count desc, last_at desc limit $4`,
          [environment, module, version, MOST_FAULTS],
        ),
      };
    }),
  );
}

/** Thresholds for the failure rate of a fully rolled out version. */
const ALARM = { loads: 50, badOf: 0.2, minutes: 10 } as const;

/**
 * Loads and bad loads of a version with over a fifth bad among at least 50 first loads in ten minutes; otherwise
 * undefined. Without a control group a person must look.
 */
export async function alarmOf(
  sql: Sql,
  { environment, module, version }: { readonly environment: string; readonly module: string; readonly version: string },
  at: Date,
): Promise<{ readonly loads: number; readonly bad: number } | undefined> {
  const [row] = await sql.query<{ loads: string; bad: string }>(
    `select count(*) as loads, count(*) filter (where bad) as bad from module_trial
     where environment = $1 and module = $2 and version = $3 and arm = 'control'
       and began_at > $4::timestamptz - make_interval(mins => $5) and began_at <= $4`,
    [environment, module, version, at, ALARM.minutes],
  );
  const [loads, bad] = [Number(row?.loads ?? 0), Number(row?.bad ?? 0)];
  return loads >= ALARM.loads && bad > loads * ALARM.badOf ? { loads, bad } : undefined;
}
