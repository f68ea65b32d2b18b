import { compareVersions } from './version-order.ts';

/** A rollout of a newer version. */
export interface Rollout {
  readonly id: string;
  readonly version: string;
  /** Of all devices, in hundredths of a percent: 0 to 10000. */
  readonly share: number;
  /** Fixed on creation: devices in a share stay in it as it grows. */
  readonly salt: string;
  /** Cohorts that get it before the share: 'team:<id>', 'staff', 'beta'. */
  readonly cohorts: readonly string[];
  readonly state: 'running' | 'paused' | 'stopped';
  /** Position on the ladder; null if the share is set manually. `auto`: advances by itself. */
  readonly ladder: { readonly step: number; readonly auto: boolean } | null;
  readonly stepSince: string;
  /** When it began. */
  readonly since: string;
}

/** What one environment offers of one module. */
export interface Channel {
  /** What everybody gets; null before the first release. */
  readonly current: string | null;
  readonly rollouts: readonly Rollout[];
  readonly hold: { readonly until: string; readonly reason: string } | null;
  readonly killed: { readonly at: string; readonly reason: string; readonly grace: number } | null;
}

export const NEW_CHANNEL: Channel = { current: null, rollouts: [], hold: null, killed: null };

interface OfRollout<K extends string> {
  readonly kind: K;
  readonly rollout: string;
}

/** Statistics for advancing a rollout: evidence against it, and loads since its step began. */
export interface RolloutStatistics {
  /** Over the whole rollout: exactly 1 without bad loads, below 1 if not worse than the current version. */
  readonly evidence: number;
  /** Of devices in its share, and of these plus those on the current version. */
  readonly canary: number;
  readonly compared: number;
  /** Without a control group: cohort loads, and all of a module's first release; and the bad ones among them. */
  readonly cohort: number;
  readonly cohortBad: number;
}

export type Action =
  | {
      readonly kind: 'start';
      readonly version: string;
      readonly share: number;
      readonly cohorts: readonly string[];
      readonly ladder?: 'auto' | 'manual';
      /** In addition to a running rollout. */
      readonly beside?: boolean;
      /** Without the time in staging, never without the gates. */
      readonly urgent?: boolean;
      /** Of a rollout that began elsewhere: its devices stay in it. */
      readonly salt?: string;
    }
  | { readonly kind: 'raise'; readonly rollout: string; readonly share: number; readonly takeBack?: boolean }
  | OfRollout<'pause'>
  | OfRollout<'resume'>
  | OfRollout<'stop'>
  | ({ readonly kind: 'climb'; readonly rollout: string } & RolloutStatistics)
  | { readonly kind: 'promote'; readonly version: string; readonly urgent?: boolean }
  | { readonly kind: 'offer'; readonly version: string }
  | { readonly kind: 'rollback'; readonly to?: string }
  | { readonly kind: 'kill'; readonly grace: number }
  | { readonly kind: 'revive' }
  | { readonly kind: 'hold'; readonly until: string }
  | { readonly kind: 'withdraw'; readonly version: string }
  | { readonly kind: 'mark-good' };

/** What the rules must know beyond the channel. */
export interface Facts {
  readonly now: Date;
  readonly reason: string;
  /** For a rollout that begins. */
  readonly id: string;
  readonly salt: string;
  readonly team: string;
  /**
   * Everybody or nobody has a version: of what comes with the product, which was deployed already, and which partners'
   * pages load, which are no devices. There is no rollout of it, and no time in staging.
   */
  readonly isWhole?: boolean;
  /** Offerable versions of the module, and since when each is known as good. */
  readonly accepted: readonly { readonly version: string; readonly goodAt: Date | null }[];
  /** The version `current` replaced by promotion; a fallback until others are known as good. */
  readonly replaced?: string | undefined;
  /** Longest time in ms a version was current in staging; undefined if not required. */
  readonly staged?: ((version: string) => number) | undefined;
}

export type RefusalCode =
  | 'ROLLOUT_ACTIVE'
  | 'ROLLOUT_STOPPED'
  | 'NOT_ACCEPTED'
  | 'NOT_IN_STAGING'
  | 'NOT_IN_ROLLOUT'
  | 'NO_ROLLOUT'
  | 'SHARE_FALLS'
  | 'NO_GOOD_VERSION'
  | 'HELD'
  | 'NOT_FOUND';

/** Why an action is not done. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

/** One event: what was done, and the columns that it wrote. */
export interface Step {
  readonly action: Action['kind'];
  readonly after: Partial<Channel>;
  /** Only when it differs from the reason of the caller. */
  readonly reason?: string;
}

export type Outcome =
  | { readonly channel: Channel; readonly steps: readonly Step[]; readonly refusal?: undefined }
  | { readonly refusal: Refusal };

export const WHOLE = 10_000;
const MOST_ROLLOUTS = 2;
const STAGED_MS = 30 * 60_000;
const HOUR = 3_600_000;
const FALLBACKS = 2;
/** Above this evidence a rollout waits; it stops at 1000. */
const WAITS_ABOVE = 1;
/** Minimum loads per step, or half of those expected from its share if fewer. */
const ENOUGH_SEEN = 20;
/** Maximum share of bad loads in a cohort before a version goes no further. */
const COHORT_BAD = 0.2;

/**
 * Ladder of a release: audience and minimum duration per step. Two percent stay behind until the last step, as control.
 */
export const LADDER: readonly {
  readonly share: number;
  readonly cohorts: readonly ('team' | 'staff')[];
  readonly ms: number;
}[] = [
  { share: 0, cohorts: ['team'], ms: HOUR / 2 },
  { share: 0, cohorts: ['team', 'staff'], ms: 2 * HOUR },
  { share: 100, cohorts: ['team', 'staff'], ms: 2 * HOUR },
  { share: 500, cohorts: ['team', 'staff'], ms: 12 * HOUR },
  { share: 2_500, cohorts: ['team', 'staff'], ms: 24 * HOUR },
  { share: 5_000, cohorts: ['team', 'staff'], ms: 24 * HOUR },
  { share: 9_800, cohorts: ['team', 'staff'], ms: 24 * HOUR },
];

type Rule<K extends Action['kind']> = (
  channel: Channel,
  action: Extract<Action, { kind: K }>,
  facts: Facts,
) => readonly Step[] | Refusal;

const RULES: { readonly [K in Action['kind']]: Rule<K> } = {
  start: startRollout,
  raise,
  pause: setState('paused'),
  resume: setState('running'),
  stop: setState('stopped'),
  climb,
  promote,
  offer,
  rollback,
  kill: (_channel, { grace }, { now, reason }) => [
    { action: 'kill', after: { killed: { at: now.toISOString(), reason, grace } } },
  ],
  revive,
  hold: (_channel, { until }, { now, reason }) => [
    { action: 'hold', after: { hold: new Date(until) > now ? { until, reason } : null } },
  ],
  withdraw,
  // a fallback more, or another one: the channel itself stays
  'mark-good': () => [{ action: 'mark-good', after: {} }],
};

/** Refused by a held channel: whatever brings a version to more people. */
const HELD: readonly Action['kind'][] = ['start', 'raise', 'resume', 'climb', 'promote', 'offer'];

/**
 * Applies an action to a channel, or says why it is refused; the only place that decides. Pure: time, randomness and
 * stored data are in `facts`. Kill is never refused and survives every other action but revive.
 */
export function act(channel: Channel, action: Action, facts: Facts): Outcome {
  if (HELD.includes(action.kind) && isHeld(channel, facts.now))
    return refused('HELD', `Held until ${channel.hold?.until}: ${channel.hold?.reason}`);
  // the table pairs each kind with its rule, which TypeScript cannot follow through an index
  const rule = RULES[action.kind] as Rule<Action['kind']>;
  const steps = rule(channel, action, facts);
  if ('code' in steps) return { refusal: steps };
  return { steps, channel: steps.reduce((before, { after }) => ({ ...before, ...after }), channel) };
}

const isHeld = ({ hold }: Channel, now: Date): boolean => hold !== null && new Date(hold.until) > now;

function refused(code: RefusalCode, message: string): { readonly refusal: Refusal } {
  return { refusal: { code, message } };
}

/** Fallback versions if the current one fails to load, best first. */
export function fallbacksOf({ current }: Channel, { accepted, replaced }: Pick<Facts, 'accepted' | 'replaced'>) {
  const good = accepted
    .filter(({ version, goodAt }) => goodAt !== null && version !== current)
    .toSorted((a, b) => Number(b.goodAt) - Number(a.goodAt) || compareVersions(b.version, a.version))
    .map(({ version }) => version);
  const before = accepted.find(({ version }) => version === replaced && version !== current)?.version;
  return [...new Set(before === undefined ? good : [...good, before])].slice(0, FALLBACKS);
}

function startRollout(
  channel: Channel,
  { version, share, cohorts, ladder, beside = false, urgent = false, salt }: Extract<Action, { kind: 'start' }>,
  facts: Facts,
): readonly Step[] | Refusal {
  if (facts.isWhole) return { code: 'NO_ROLLOUT', message: 'Everybody gets one version of it: promote it' };
  const alive = channel.rollouts.filter(({ state }) => state !== 'stopped');
  const [first] = alive;
  const same = alive.find((rollout) => rollout.version === version);
  if (same !== undefined) return { code: 'ROLLOUT_ACTIVE', message: `${version} is in rollout ${same.id} already` };
  if (first !== undefined && (!beside || alive.length >= MOST_ROLLOUTS)) {
    const names = alive.map((rollout) => `${rollout.version} (${rollout.id})`).join(' and ');
    return { code: 'ROLLOUT_ACTIVE', message: `${names} in rollout: promote or stop it, or start beside it` };
  }
  const fault = mayBeOffered(version, facts, urgent);
  if (fault !== undefined) return fault;
  const [step] = LADDER;
  const rollout: Rollout = {
    id: facts.id,
    version,
    salt: salt ?? facts.salt,
    ...(ladder === undefined || step === undefined
      ? { share, cohorts, ladder: null }
      : {
          share: step.share,
          cohorts: cohortsOf(step.cohorts, cohorts, facts.team),
          ladder: { step: 0, auto: ladder === 'auto' },
        }),
    state: 'running',
    stepSince: facts.now.toISOString(),
    since: facts.now.toISOString(),
  };
  return [{ action: 'start', after: { rollouts: [...alive, rollout] } }];
}

function cohortsOf(step: readonly ('team' | 'staff')[], own: readonly string[], team: string): readonly string[] {
  return [...new Set([...own, ...step.map((name) => (name === 'team' ? `team:${team}` : name))])];
}

function mayBeOffered(version: string, { accepted, staged }: Facts, urgent: boolean): Refusal | undefined {
  if (!accepted.some((one) => one.version === version))
    return {
      code: 'NOT_ACCEPTED',
      message: `${version} is not accepted; accepted are ${listOf(accepted)}`,
    };
  const ms = staged?.(version);
  if (ms === undefined || ms >= STAGED_MS || (urgent && ms > 0)) return undefined;
  return {
    code: 'NOT_IN_STAGING',
    message:
      ms === 0
        ? `${version} was never current in staging`
        : `${version} was current in staging for ${Math.floor(ms / 60_000)} of 30 min`,
  };
}

const listOf = (accepted: Facts['accepted']): string => accepted.map(({ version }) => version).join(', ') || 'none';

/** The rollouts with one changed; refused if missing or stopped. */
function changed(
  { rollouts }: Channel,
  id: string,
  change: (rollout: Rollout) => Rollout | Refusal,
): readonly Rollout[] | Refusal {
  const rollout = rollouts.find((one) => one.id === id);
  if (rollout === undefined) return { code: 'NOT_FOUND', message: `There is no rollout ${id}` };
  if (rollout.state === 'stopped')
    return { code: 'ROLLOUT_STOPPED', message: `${rollout.version} was stopped: start a new rollout` };
  const next = change(rollout);
  return 'code' in next ? next : rollouts.map((one) => (one === rollout ? next : one));
}

function raise(
  channel: Channel,
  { rollout: id, share, takeBack = false }: Extract<Action, { kind: 'raise' }>,
  { now }: Facts,
): readonly Step[] | Refusal {
  const rollouts = changed(channel, id, (rollout) =>
    share < rollout.share && !takeBack
      ? {
          code: 'SHARE_FALLS',
          message: `${rollout.version} has ${rollout.share / 100} %: a share only rises, unless devices are taken back`,
        }
      : { ...rollout, share, stepSince: now.toISOString() },
  );
  return 'code' in rollouts ? rollouts : [{ action: 'raise', after: { rollouts } }];
}

function setState(state: Rollout['state']) {
  return (
    channel: Channel,
    { kind, rollout: id }: OfRollout<'pause' | 'resume' | 'stop'>,
    { now }: Facts,
  ): readonly Step[] | Refusal => {
    // time that it waited is no time on its step
    const resumed = kind === 'resume' ? { stepSince: now.toISOString() } : {};
    const rollouts = changed(channel, id, (rollout) => ({ ...rollout, state, ...resumed }));
    return 'code' in rollouts ? rollouts : [{ action: kind, after: { rollouts } }];
  };
}

/**
 * Advances one step if its time is over, its devices were seen and nothing speaks against it; otherwise nothing. After
 * the last step everyone gets it.
 */
function climb(
  channel: Channel,
  { rollout: id, ...standing }: Extract<Action, { kind: 'climb' }>,
  facts: Facts,
): readonly Step[] | Refusal {
  const rollout = channel.rollouts.find((one) => one.id === id);
  const ladder = rollout?.ladder;
  const step = ladder == null ? undefined : LADDER[ladder.step];
  if (rollout?.state !== 'running' || ladder?.auto !== true || step === undefined) return [];
  if (waitsFor(rollout, standing, facts.now) !== undefined) return [];
  const next = LADDER[ladder.step + 1];
  if (next === undefined) return promote(channel, { kind: 'promote', version: rollout.version }, facts);
  const up: Rollout = {
    ...rollout,
    // someone may have raised it manually meanwhile
    share: Math.max(rollout.share, next.share),
    cohorts: cohortsOf(next.cohorts, rollout.cohorts, facts.team),
    ladder: { ...ladder, step: ladder.step + 1 },
    stepSince: facts.now.toISOString(),
  };
  return [{ action: 'climb', after: { rollouts: channel.rollouts.map((one) => (one === rollout ? up : one)) } }];
}

/**
 * What a laddered rollout waits for before its next step; undefined if nothing. Without bad loads the evidence is
 * exactly 1, which passes, so the share must have been seen. Cohorts may be small or absent: their step requires time
 * and no failure.
 */
export function waitsFor(
  { ladder, share, stepSince }: Rollout,
  { evidence, canary, compared, cohort, cohortBad }: RolloutStatistics,
  now: Date,
): 'time' | 'evidence' | 'devices' | undefined {
  const step = ladder === null ? undefined : LADDER[ladder.step];
  if (step === undefined) return undefined;
  if (now.getTime() - Date.parse(stepSince) < step.ms) return 'time';
  if (evidence > WAITS_ABOVE || cohortBad > cohort * COHORT_BAD) return 'evidence';
  const expected = Math.floor((compared * share) / WHOLE / 2);
  return share === 0 || (compared > 0 && canary >= Math.min(ENOUGH_SEEN, expected)) ? undefined : 'devices';
}

/**
 * Promotes the rollout's version to everyone. Another rollout stays; if everyone now has a newer version, it is paused
 * by its own event.
 */
function promote(
  channel: Channel,
  { version, urgent = false }: Extract<Action, { kind: 'promote' }>,
  facts: Facts,
): readonly Step[] | Refusal {
  const own = channel.rollouts.find((one) => one.version === version && one.state !== 'stopped');
  if (own === undefined && channel.current !== null && !facts.isWhole)
    return { code: 'NOT_IN_ROLLOUT', message: `${version} is in no rollout: start one first` };
  const fault = mayBeOffered(version, facts, urgent || own !== undefined);
  if (fault !== undefined) return fault;
  const rollouts = channel.rollouts.filter((one) => one !== own && one.state !== 'stopped');
  const first: Step = { action: 'promote', after: { current: version, rollouts } };
  const isBelow = (one: Rollout): boolean => one.state === 'running' && compareVersions(one.version, version) < 0;
  const below = rollouts.filter(isBelow);
  if (below.length === 0) return [first];
  return [
    first,
    {
      action: 'pause',
      reason: `older than ${version}, which everybody has now: ${below.map((one) => one.version).join(', ')}`,
      after: { rollouts: rollouts.map((one) => (isBelow(one) ? { ...one, state: 'paused' } : one)) },
    },
  ];
}

/** Releases a version to everyone at once: for starts from a checkout, and imports. */
function offer(
  { current }: Channel,
  { version }: Extract<Action, { kind: 'offer' }>,
  { accepted }: Facts,
): readonly Step[] | Refusal {
  if (!accepted.some((one) => one.version === version))
    return { code: 'NOT_ACCEPTED', message: `${version} is not accepted` };
  return current === version ? [] : [{ action: 'offer', after: { current: version } }];
}

/** Rolls back to a given accepted version, else the newest good one. Rollouts are paused. */
function rollback(
  channel: Channel,
  { to }: Extract<Action, { kind: 'rollback' }>,
  facts: Facts,
): readonly Step[] | Refusal {
  const target = to ?? fallbacksOf(channel, facts)[0];
  if (target === undefined)
    return {
      code: 'NO_GOOD_VERSION',
      message: `No version but ${channel.current} is known as good; name one of ${listOf(facts.accepted)}`,
    };
  if (!facts.accepted.some(({ version }) => version === target))
    return { code: 'NOT_ACCEPTED', message: `${target} is not accepted; accepted are ${listOf(facts.accepted)}` };
  const rollouts = channel.rollouts
    .filter(({ state }) => state !== 'stopped')
    .map((one) => (one.state === 'running' ? { ...one, state: 'paused' as const } : one));
  return [{ action: 'rollback', after: { current: target, rollouts } }];
}

function revive(
  { current }: Channel,
  _action: Extract<Action, { kind: 'revive' }>,
  { accepted }: Facts,
): readonly Step[] | Refusal {
  if (current !== null && !accepted.some(({ version }) => version === current))
    return { code: 'NO_GOOD_VERSION', message: `${current} was withdrawn: roll back to another version first` };
  return [{ action: 'revive', after: { killed: null } }];
}

/**
 * Removes a version from a channel: stops its rollouts; its users get the newest good version, or the module is
 * switched off.
 */
function withdraw(
  channel: Channel,
  { version }: Extract<Action, { kind: 'withdraw' }>,
  facts: Facts,
): readonly Step[] | Refusal {
  const accepted = facts.accepted.filter((one) => one.version !== version);
  const rollouts = channel.rollouts.map((one) =>
    one.version === version ? { ...one, state: 'stopped' as const } : one,
  );
  if (channel.current !== version) return [{ action: 'withdraw', after: { rollouts } }];
  const [next] = fallbacksOf(channel, { ...facts, accepted });
  return [
    {
      action: 'withdraw',
      after:
        next === undefined
          ? { rollouts, killed: channel.killed ?? { at: facts.now.toISOString(), reason: facts.reason, grace: 0 } }
          : { rollouts, current: next },
    },
  ];
}
