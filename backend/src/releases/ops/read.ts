import type { Descriptor } from '@phr/contract/release';
import type { Sql } from '../../kit/platform.ts';
import { type Channel, NEW_CHANNEL, type Rollout, waitsFor } from '../channel.ts';
import { readHealth, type VersionHealth } from '../health/summary.ts';
import { readRolloutStatistics } from '../health/watch.ts';
import type { GateResult, ReleaseKind } from '../ports.ts';
import type { ReleaseState } from '../release-store.ts';
import { compareVersions } from '../version-order.ts';

/** A rollout as operators see it. */
export interface SeenRollout extends Rollout {
  readonly evidence: number;
  /** What it waits for before its next step on the ladder. */
  readonly waits: ReturnType<typeof waitsFor>;
}

/** A module in one environment as operators see it. */
export interface SeenModule {
  readonly name: string;
  readonly team: string;
  readonly kind: ReleaseKind;
  readonly revision: number;
  readonly channel: Channel;
  readonly rollouts: readonly SeenRollout[];
  readonly health: readonly VersionHealth[];
  readonly approved: readonly string[];
  /** Limits in bytes that operators set. */
  readonly limits: { readonly entry?: number; readonly chunk?: number };
  readonly mayRollBack: boolean;
}

interface Row {
  readonly [column: string]: unknown;
  readonly name: string;
  readonly team: string;
  readonly kind: ReleaseKind;
  readonly may_roll_back: boolean;
  readonly budgets: SeenModule['limits'] & { readonly approved?: readonly string[] };
  readonly revision: string | null;
  readonly current: string | null;
  readonly rollouts: readonly Rollout[] | null;
  readonly hold: Channel['hold'];
  readonly killed: Channel['killed'];
}

/**
 * Modules of an environment, or one of them. Entries without a release of their own, such as the shell's names, are
 * left out.
 */
export async function readModules(
  sql: Sql,
  environment: string,
  at: Date,
  only?: string,
): Promise<readonly SeenModule[]> {
  const rows = await sql.query<Row>(
    `select name, team, kind, may_roll_back, budgets, revision, current, rollouts, hold, killed
       from module left join channel on module = name and environment = $1
      where exists (select 1 from release where release.module = name) and ($2::text is null or name = $2) order by name`,
    [environment, only ?? null],
  );
  return Promise.all(rows.map((row) => asSeen(sql, environment, row, at)));
}

async function asSeen(sql: Sql, environment: string, row: Row, at: Date): Promise<SeenModule> {
  const { name, team, kind, revision, current, rollouts, hold, killed, budgets, may_roll_back: mayRollBack } = row;
  const channel = revision === null ? NEW_CHANNEL : { current, rollouts: rollouts ?? [], hold, killed };
  const { approved = [], ...limits } = budgets;
  return {
    name,
    team,
    kind,
    revision: Number(revision ?? 0),
    channel,
    rollouts: await Promise.all(
      channel.rollouts.map(async (rollout) => {
        const { id, version, stepSince } = rollout;
        const of = { environment, module: name, id, version, control: current, stepSince: new Date(stepSince) };
        const standing = await readRolloutStatistics(sql, of);
        return { ...rollout, evidence: standing.evidence, waits: waitsFor(rollout, standing, at) };
      }),
    ),
    health: await readHealth(sql, environment, name, at),
    approved,
    limits,
    mayRollBack,
  };
}

/** A release as operators see it. */
export interface SeenRelease {
  readonly version: string;
  readonly state: ReleaseState;
  readonly goodAt: Date | null;
  readonly uploadedAt: Date;
  readonly uploadedBy: string;
  readonly gates: readonly GateResult[];
  readonly descriptor: Descriptor;
}

/** The releases of a module, the newest version first. */
export async function readReleases(sql: Sql, module: string): Promise<readonly SeenRelease[]> {
  const rows = await sql.query<SeenRelease & Record<string, unknown>>(
    `select version, state, good_at as "goodAt", uploaded_at as "uploadedAt", uploaded_by as "uploadedBy", gates, descriptor
       from release where module = $1 and state <> 'removed'`,
    [module],
  );
  return rows.toSorted((a, b) => compareVersions(b.version, a.version));
}

/** One line of a module's history. */
export interface SeenEvent {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly reason: string;
  readonly after: Partial<Channel>;
}

const HISTORY = 100;

/** The latest changes of a module in an environment. */
export async function readHistory(sql: Sql, environment: string, module: string): Promise<readonly SeenEvent[]> {
  return sql.query<SeenEvent & Record<string, unknown>>(
    `select at, actor, action, reason, after from channel_event where environment = $1 and module = $2 order by id desc limit $3`,
    [environment, module, HISTORY],
  );
}

/** Environments in which anything is offered, and the environment of this process. */
export async function readEnvironments(sql: Sql, own: string): Promise<readonly string[]> {
  const rows = await sql.query<{ environment: string }>('select distinct environment from channel');
  return [...new Set([own, ...rows.map(({ environment }) => environment)])].toSorted();
}

/** A key as it is listed: nothing of it opens anything. */
export interface SeenKey {
  readonly id: string;
  readonly team: string;
  readonly kind: 'api' | 'sign';
  readonly modules: readonly string[];
  readonly actions: readonly string[];
  readonly environments: readonly string[];
  /** The only user who sees builds pushed with it. */
  readonly developer: string | null;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly inForce: boolean;
}

/** Keys of all teams. */
export async function readKeys(sql: Sql): Promise<readonly SeenKey[]> {
  return sql.query<SeenKey & Record<string, unknown>>(
    `select id, team, kind, modules, actions, environments, developer, expires_at as "expiresAt", last_used_at as "lastUsedAt",
            (revoked_at is null and expires_at > now()) as "inForce" from team_key order by team, kind, not_before`,
  );
}
