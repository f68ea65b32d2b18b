import type { Sql } from '../../kit/platform.ts';

/** Devices a version must have reached, or half of the module's if fewer. */
const ENOUGH_DEVICES = 50;
/** Maximum share of bad loads of a good version. */
const BAD_OF = 0.2;
const KEPT_DAYS = 90;

/** Aggregates accounts by version and day before trials expire; deletes old aggregates. */
export async function aggregateDays(sql: Sql, at: Date): Promise<void> {
  await sql.query(
    `with recent as (select * from module_trial where day >= ($1::timestamptz at time zone 'UTC')::date - 1)
     insert into module_day as known (day, environment, module, version, devices)
       select day, environment, module, version, count(*) from recent group by day, environment, module, version
       union all
       select day, environment, module, '', count(distinct who) from recent group by day, environment, module
     on conflict (environment, module, version, day) do update set devices = excluded.devices
       where excluded.devices > known.devices`,
    [at],
  );
  await sql.query(`delete from module_day where day < ($1::timestamptz at time zone 'UTC')::date - $2::int`, [
    at,
    KEPT_DAYS,
  ]);
}

/** A version that has shown that it is good. */
export interface Proven {
  readonly module: string;
  readonly version: string;
  /** Devices (accounts of a day) that had it. */
  readonly devices: number;
}

/**
 * Good versions: fully rolled out for 24 hours without a stop, on 50 devices or half of the module's in 7 days, with at
 * most a fifth of bad loads. For modules in production only production counts.
 */
export async function findProven(sql: Sql, at: Date): Promise<readonly Proven[]> {
  return sql.query<{ module: string; version: string; devices: number }>(
    `with held as (
       select channel.environment, channel.module, current as version from module_channel channel
         join release on release.module = channel.module and release.version = current and state = 'accepted' and good_at is null
        where killed is null
          and (environment = 'production' or not exists (select 1 from channel there
                 where there.module = channel.module and there.environment = 'production' and there.current is not null))
          and (select max(at) from channel_event event where event.environment = channel.environment
                 and event.module = channel.module and (after ? 'current' or after ? 'killed')) <= $1::timestamptz - interval '24 hours'
     ), seen as (
       select held.*,
         (select coalesce(max(devices), 0) from module_day day where day.environment = held.environment and day.module = held.module
            and day.version = held.version and day.day >= (($1::timestamptz - interval '24 hours') at time zone 'UTC')::date) as devices,
         (select coalesce(max(devices), 0) from module_day day where day.environment = held.environment and day.module = held.module
            and day.version = '' and day.day > ($1::timestamptz at time zone 'UTC')::date - 7) as all_devices,
         (select coalesce(avg(bad::int), 0) from module_trial trial where trial.environment = held.environment
            and trial.module = held.module and trial.version = held.version and began_at > $1::timestamptz - interval '24 hours') as bad_of
       from held)
     select module, version, devices from seen
      where devices >= greatest(1, least($2, ceil(all_devices / 2.0))) and bad_of <= $3`,
    [at, ENOUGH_DEVICES, BAD_OF],
  );
}
