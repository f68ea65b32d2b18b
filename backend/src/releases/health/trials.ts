import { createHmac } from 'node:crypto';
import type { Sql } from '../../kit/platform.ts';

export type Arm = 'canary' | 'control' | 'cohort' | 'other';

export interface Trial {
  readonly environment: string;
  readonly module: string;
  readonly version: string;
  /** `personOfDay` of the account. */
  readonly who: string;
  readonly at: Date;
}

/** A fault counts against a load for so long. */
export const COUNTS_MINUTES = 5;
const KEPT_HOURS = 48;

/** Daily (UTC) pseudonym of an account: stable within a day, irreversible without the secret. */
export function personOfDay(secret: string, account: string, at: Date): string {
  const key = createHmac('sha256', secret)
    .update(`module-health\n${dayOf(at)}`)
    .digest();
  return createHmac('sha256', key).update(account).digest('base64url').slice(0, 22);
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Records an account's first load of a version on a day. Later ones matter only as failures while the first counts. */
export async function recordLoad(sql: Sql, trial: Trial, arm: Arm, bad: boolean): Promise<void> {
  const { environment, module, version, who, at } = trial;
  await sql.query(
    `insert into module_trial as known (day, who, environment, module, version, arm, began_at, bad)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (day, environment, module, version, who) do update set bad = true
     where excluded.bad and not known.bad and known.began_at > excluded.began_at - make_interval(mins => $9)`,
    [dayOf(at), who, environment, module, version, arm, at, bad, COUNTS_MINUTES],
  );
}

/** Records a fault: marks the account's load as bad, if recent enough. */
export async function recordFault(sql: Sql, { environment, module, version, who, at }: Trial): Promise<void> {
  await sql.query(
    `update module_trial set bad = true
     where environment = $1 and module = $2 and version = $3 and who = $4 and not bad
       and began_at > $5::timestamptz - make_interval(mins => $6)`,
    [environment, module, version, who, at, COUNTS_MINUTES],
  );
}

/** Forgets what is older than two days. */
export async function sweepTrials(sql: Sql, at: Date): Promise<void> {
  await sql.query(`delete from module_trial where began_at < $1::timestamptz - make_interval(hours => $2)`, [
    at,
    KEPT_HOURS,
  ]);
}
