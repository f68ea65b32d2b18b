import type { Sql } from '../../kit/platform.ts';

/** Bucket bounds of load times in milliseconds, plus one for longer ones. */
export const TIME_BOUNDS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000] as const;

/** Increments for one hour of one version. */
export interface Added {
  readonly environment: string;
  readonly module: string;
  readonly version: string;
  readonly failed: boolean;
  /** Milliseconds of a load, if given. */
  readonly ms?: number;
  readonly faults: number;
  readonly leaks: number;
}

/** Adds to the hourly statistics containing `at`. */
export async function addToHour(sql: Sql, at: Date, added: Added): Promise<void> {
  const { environment, module, version, failed, ms, faults, leaks } = added;
  const time = ms === undefined ? -1 : TIME_BOUNDS.findIndex((bound) => ms <= bound);
  const times = [...TIME_BOUNDS, Number.POSITIVE_INFINITY].map((_, place) =>
    ms !== undefined && place === (time === -1 ? TIME_BOUNDS.length : time) ? 1 : 0,
  );
  await sql.query(
    `insert into module_hour as known (hour, environment, module, version, loads, failed, faults, leaks, times)
     values (date_trunc('hour', $1::timestamptz), $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (environment, module, version, hour) do update set
       loads = known.loads + excluded.loads, failed = known.failed + excluded.failed,
       faults = known.faults + excluded.faults, leaks = known.leaks + excluded.leaks,
       times = array(select a + b from unnest(known.times, excluded.times) as pair(a, b))`,
    [at, environment, module, version, ms === undefined && !failed ? 0 : 1, failed ? 1 : 0, faults, leaks, times],
  );
}

/** Quantile of load times in milliseconds: its bucket's upper bound; undefined without loads. */
export function timeOfShare(times: readonly number[], share: number): number | undefined {
  const all = times.reduce((sum, count) => sum + count, 0);
  let cumulative = 0;
  for (const [at, count] of times.entries()) {
    cumulative += count;
    if (all > 0 && cumulative >= all * share) return TIME_BOUNDS[at] ?? Number.POSITIVE_INFINITY;
  }
  return undefined;
}
