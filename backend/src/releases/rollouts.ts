import type { Sql } from '../kit/platform.ts';
import type { Rollout, RolloutStatistics } from './channel.ts';
import type { ChannelStore } from './channel-store.ts';
import { ReleaseError } from './release-error.ts';

/** A rollout that is currently offered to a share of devices or to cohorts. */
export interface RunningRollout {
  readonly environment: string;
  readonly module: string;
  readonly id: string;
  readonly version: string;
  /** What all other devices get; null for the first release of a module. */
  readonly control: string | null;
  readonly since: Date;
  /** When its share was set as it is. */
  readonly stepSince: Date;
  /** Whether the rollout advances automatically. */
  readonly climbs: boolean;
  /** Of 10,000 devices. */
  readonly share: number;
}

interface Row {
  readonly environment: string;
  readonly module: string;
  readonly current: string | null;
  readonly rollout: Rollout;
}

/** Running rollouts of the modules that are turned on, in every environment. */
export async function runningRollouts(sql: Sql): Promise<readonly RunningRollout[]> {
  const rows = await sql.query<Row & Record<string, unknown>>(
    `select environment, module, current, rollout from module_channel, jsonb_array_elements(rollouts) rollout
      where rollout->>'state' = 'running' and killed is null order by environment, module, rollout->>'since'`,
  );
  return rows.map(({ environment, module, current, rollout: { id, version, share, since, stepSince, ladder } }) => ({
    environment,
    module,
    id,
    version,
    control: current,
    since: new Date(since),
    stepSince: new Date(stepSince),
    climbs: ladder?.auto === true,
    share,
  }));
}

/** The current versions of the modules that are turned on, in every environment. */
export async function currentReleases(
  sql: Sql,
): Promise<readonly { readonly environment: string; readonly module: string; readonly version: string }[]> {
  return sql.query<{ environment: string; module: string; version: string }>(
    `select environment, module, current as version from module_channel
      where current is not null and killed is null order by environment, module`,
  );
}

/** Advances each automatic rollout by one step unless something makes it wait; held rollouts wait. */
export async function advanceRollouts(
  sql: Sql,
  channels: ChannelStore,
  standingOf: (rollout: RunningRollout) => Promise<RolloutStatistics>,
): Promise<void> {
  for (const rollout of await runningRollouts(sql)) {
    if (!rollout.climbs) continue;
    const { environment, module, id } = rollout;
    const action = { kind: 'climb', rollout: id, ...(await standingOf(rollout)) } as const;
    const reason = 'its time on the step is over, and nothing speaks against it';
    await channels.change({ environment, module, action, actor: 'auto', reason }).catch((error: unknown) => {
      if (!(error instanceof ReleaseError)) throw error;
    });
  }
}
