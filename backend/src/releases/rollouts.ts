import type { Sql } from '../kit/platform.ts';
import type { Rollout } from './channel.ts';
import type { ChannelStore } from './channel-store.ts';
import { ReleaseError } from './release-error.ts';

/** A rollout that goes to a share of devices now. */
export interface RunningRollout {
  readonly environment: string;
  readonly module: string;
  readonly id: string;
  readonly version: string;
  /** What everybody else gets. */
  readonly control: string;
  readonly since: Date;
  /** Of 10,000 devices. */
  readonly share: number;
}

interface Row {
  readonly environment: string;
  readonly module: string;
  readonly current: string;
  readonly rollout: Rollout;
}

const RUNNING = `select environment, module, current, rollout from channel, jsonb_array_elements(rollouts) rollout
  where rollout->>'state' = 'running'`;

/** Rollouts that run beside a current version of a module that is on, in every environment. */
export async function runningRollouts(sql: Sql): Promise<readonly RunningRollout[]> {
  const rows = await sql.query<Row & Record<string, unknown>>(
    `${RUNNING} and current is not null and killed is null order by environment, module, rollout->>'since'`,
  );
  return rows.map(({ environment, module, current, rollout: { id, version, share, since } }) => ({
    environment,
    module,
    id,
    version,
    control: current,
    since: new Date(since),
    share,
  }));
}

/** Each rollout that climbs by itself takes a step where its time is over; held ones wait. */
export async function climbLadders(
  sql: Sql,
  channels: ChannelStore,
  evidenceOf: (rollout: string) => Promise<number>,
): Promise<void> {
  const rows = await sql.query<Row & Record<string, unknown>>(
    `${RUNNING} and rollout->'ladder'->>'auto' = 'true' and killed is null`,
  );
  for (const { environment, module, rollout } of rows) {
    const action = { kind: 'climb', rollout: rollout.id, evidence: await evidenceOf(rollout.id) } as const;
    const reason = 'its time on the step is over, and nothing speaks against it';
    await channels.change({ environment, module, action, actor: 'auto', reason }).catch((error: unknown) => {
      if (!(error instanceof ReleaseError)) throw error;
    });
  }
}
