import { randomBytes, randomUUID } from 'node:crypto';
import type { Db, Sql } from '../kit/platform.ts';
import { act, type Action, type Channel, type Facts, NEW_CHANNEL, type Step } from './channel.ts';
import type { Evidence, ReleaseKind } from './ports.ts';
import { ReleaseError } from './release-error.ts';

/** Notifies processes of the changed serial. */
export const REGISTRY_CHANGED = 'registry';
/** Arbitrary lock id, the same in every process: changes are serialized, so that registry serials are monotonic. */
const ORDER_LOCK = 7_251_600;

/** Locks all channels until the end of the transaction. */
export async function lockChannels(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [ORDER_LOCK]);
}

/** Where a release must have been before production. */
const STAGING = 'staging';
const PRODUCTION = 'production';
/** Any form of promotion: the replaced version was good enough for everyone. */
export const PROMOTIONS: readonly string[] = ['promote', 'offer', 'climb'];

export interface StoredChannel {
  readonly channel: Channel;
  readonly revision: number;
}

export interface Change {
  readonly environment: string;
  readonly module: string;
  readonly action: Action;
  readonly actor: string;
  readonly reason: string;
  /** The revision the caller saw; without it the action applies to the current state. */
  readonly revision?: number;
  readonly requestId?: string;
  readonly evidence?: Evidence;
}

export interface Changed extends StoredChannel {
  readonly steps: readonly Step[];
}

/** Channels in the database: state, and each change with its events in one transaction. */
export interface ChannelStore {
  read(environment: string, module: string): Promise<StoredChannel>;
  /** @throws ReleaseError: the rules' refusals, 412 REVISION after a concurrent change, 404 for an unknown module */
  change(change: Change): Promise<Changed>;
  /** The same within a caller's transaction, which holds the change lock until its end. */
  changeIn(sql: Sql, change: Change): Promise<Changed>;
}

interface Row {
  readonly current: string | null;
  readonly rollouts: Channel['rollouts'];
  readonly hold: Channel['hold'];
  readonly killed: Channel['killed'];
  readonly revision: string;
}

export function createChannelStore(db: Db, now: () => Date = () => new Date()): ChannelStore {
  const changeIn = async (sql: Sql, change: Change): Promise<Changed> => {
    const { environment, module, action } = change;
    await lockChannels(sql);
    const before = await readChannel(sql, environment, module);
    if (change.revision !== undefined && change.revision !== before.revision)
      throw new ReleaseError(
        412,
        'REVISION',
        `${module} changed meanwhile: it is at revision ${before.revision}, not ${change.revision}`,
      );
    const outcome = act(before.channel, action, await factsOf(sql, change, now()));
    if (outcome.refusal !== undefined) throw ReleaseError.of(outcome.refusal);
    const { steps, channel } = outcome;
    let { channel: at, revision } = before;
    for (const step of steps) {
      revision += 1;
      await writeStep(sql, change, { step, before: at, revision, now: now() });
      at = { ...at, ...step.after };
    }
    return { steps, channel, revision };
  };
  return {
    read: (environment, module) => readChannel(db, environment, module),
    change: (change) => db.tx((sql) => changeIn(sql, change)),
    changeIn,
  };
}

async function readChannel(sql: Sql, environment: string, module: string): Promise<StoredChannel> {
  const [row] = await sql.query<Row>(
    'select current, rollouts, hold, killed, revision from channel where environment = $1 and module = $2',
    [environment, module],
  );
  if (row === undefined) return { channel: NEW_CHANNEL, revision: 0 };
  const { revision, ...channel } = row;
  return { channel, revision: Number(revision) };
}

/** What the rules ask about what is stored. */
async function factsOf(sql: Sql, { environment, module, reason }: Change, now: Date): Promise<Facts> {
  const rows = await sql.query<{ team: string; kind: ReleaseKind; version: string | null; goodAt: Date | null }>(
    `select team, kind, version, good_at as "goodAt" from module left join release on module = name and state = 'accepted'
      where name = $1 order by uploaded_at desc`,
    [module],
  );
  const [owner] = rows;
  if (owner === undefined) throw new ReleaseError(404, 'NOT_FOUND', `There is no module ${module}`);
  const accepted = rows.flatMap(({ version, goodAt }) => (version === null ? [] : [{ version, goodAt }]));
  const isWhole = owner.kind !== 'module';
  const ofStaging = environment === PRODUCTION && !isWhole ? await stagedTimes(sql, module, now) : undefined;
  return {
    now,
    reason,
    id: randomUUID(),
    salt: randomBytes(8).toString('hex'),
    team: owner.team,
    isWhole,
    accepted,
    replaced: await replacedBy(sql, environment, module),
    ...(ofStaging === undefined ? {} : { staged: (version) => ofStaging.get(version) ?? 0 }),
  };
}

/** The version replaced by promoting the current one. */
export async function replacedBy(sql: Sql, environment: string, module: string): Promise<string | undefined> {
  const [last] = await sql.query<{ action: string; version: string | null }>(
    `select action, before->>'current' as version from channel_event
      where environment = $1 and module = $2 and after ? 'current' order by id desc limit 1`,
    [environment, module],
  );
  return last !== undefined && PROMOTIONS.includes(last.action) ? (last.version ?? undefined) : undefined;
}

/** Per version the longest time it was fully rolled out in staging, in ms. */
async function stagedTimes(sql: Sql, module: string, now: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ version: string; from: Date; until: Date | null }>(
    `select after->>'current' as version, at as "from", lead(at) over (order by id) as until from channel_event
      where environment = $1 and module = $2 and after ? 'current' order by id`,
    [STAGING, module],
  );
  const times = new Map<string, number>();
  for (const { version, from, until } of rows)
    times.set(version, Math.max(times.get(version) ?? 0, (until ?? now).getTime() - from.getTime()));
  return times;
}

async function writeStep(
  sql: Sql,
  { environment, module, actor, reason, requestId, evidence }: Change,
  { step, before, revision, now }: { step: Step; before: Channel; revision: number; now: Date },
): Promise<void> {
  const { current, rollouts, hold, killed } = { ...before, ...step.after };
  await sql.query(
    `insert into channel (environment, module, revision, current, rollouts, hold, killed) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (environment, module) do update set revision = excluded.revision, current = excluded.current,
       rollouts = excluded.rollouts, hold = excluded.hold, killed = excluded.killed where channel.revision = excluded.revision - 1`,
    [environment, module, revision, current, JSON.stringify(rollouts), jsonOf(hold), jsonOf(killed)],
  );
  const written = Object.keys(step.after);
  const was = Object.fromEntries(Object.entries(before).filter(([column]) => written.includes(column)));
  await sql.query(
    `with event as (
       insert into channel_event (environment, module, revision, at, actor, action, reason, before, after, request_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id)
     select pg_notify($11, id::text) from event`,
    [
      environment,
      module,
      revision,
      now,
      actor,
      step.action,
      withEvidence(step.reason ?? reason, evidence),
      JSON.stringify(was),
      JSON.stringify(step.after),
      requestId ?? null,
      REGISTRY_CHANGED,
    ],
  );
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Adds the figures to the reason: 'stopped by its figures (N=120, x=9)'. */
function withEvidence(reason: string, evidence: Evidence = {}): string {
  const figures = Object.entries(evidence).map(([name, value]) => `${name}=${value}`);
  return figures.length === 0 ? reason : `${reason} (${figures.join(', ')})`;
}
