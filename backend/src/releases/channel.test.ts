import fc from 'fast-check';
import {
  act,
  type Action,
  type Channel,
  type Facts,
  LADDER,
  NEW_CHANNEL,
  type Outcome,
  type Rollout,
  type RolloutStatistics,
  WHOLE,
} from './channel.ts';
import { compareVersions } from './version-order.ts';

const T0 = Date.parse('2026-03-01T00:00:00Z');
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];

const factsAt = (ms = 0, more: Partial<Facts> = {}): Facts => ({
  now: new Date(T0 + ms),
  reason: 'a reason',
  id: `r${ms}`,
  salt: `salt${ms}`,
  team: 'vitals',
  accepted: VERSIONS.map((version) => ({ version, goodAt: null })),
  ...more,
});

/** The channel after an action that must not be refused. */
function done(channel: Channel, action: Action, facts = factsAt()): Channel {
  const outcome = act(channel, action, facts);
  if (outcome.refusal !== undefined) throw new Error(`${outcome.refusal.code}: ${outcome.refusal.message}`);
  return outcome.channel;
}
const codeOf = (outcome: Outcome): string | undefined => outcome.refusal?.code;
/** Evidence of a step: no failures, and enough loads on both sides. */
const SEEN: RolloutStatistics = { evidence: 1, canary: 20, compared: 400, cohort: 3, cohortBad: 0 };
const climbOf = (standing: Partial<RolloutStatistics> = {}): Action => ({
  kind: 'climb',
  rollout: 'r0',
  ...SEEN,
  ...standing,
});
const start = (version: string, more: object = {}): Action => ({
  kind: 'start',
  version,
  share: 500,
  cohorts: [],
  ...more,
});
const AT_1 = { ...NEW_CHANNEL, current: '1.0.0' };

test('[ARCH-04] a raised share keeps its salt; a lower one is refused unless devices are taken back', () => {
  const five = done(AT_1, start('1.1.0'));
  const [first] = five.rollouts;
  const more = done(five, { kind: 'raise', rollout: 'r0', share: 2_500 }, factsAt(1));
  expect(more.rollouts).toEqual([{ ...first, share: 2_500, stepSince: new Date(T0 + 1).toISOString() }]);
  const less: Action = { kind: 'raise', rollout: 'r0', share: 100 };
  expect(codeOf(act(more, less, factsAt()))).toBe('SHARE_FALLS');
  expect(done(more, { ...less, takeBack: true }).rollouts[0]).toMatchObject({ share: 100, salt: 'salt0' });
});

test('[ARCH-04] a second rollout is started beside the first one by name only, a third not at all', () => {
  const one = done(AT_1, start('1.1.0'));
  const refusal = act(one, start('1.2.0'), factsAt(1));
  expect(refusal).toMatchObject({ refusal: { code: 'ROLLOUT_ACTIVE', message: expect.stringContaining('1.1.0') } });
  const two = done(one, start('1.2.0', { beside: true }), factsAt(1));
  expect(two.rollouts.map(({ version, id }) => [version, id])).toEqual([
    ['1.1.0', 'r0'],
    ['1.2.0', 'r1'],
  ]);
  expect(codeOf(act(two, start('1.3.0', { beside: true }), factsAt(2)))).toBe('ROLLOUT_ACTIVE');
});

test('[ARCH-04] a promotion leaves the other rollout, and pauses one that is older now by its own event', () => {
  const two = done(done(AT_1, start('1.1.0')), start('1.2.0', { beside: true }), factsAt(1));
  const newer = act(two, { kind: 'promote', version: '1.2.0' }, factsAt());
  expect(newer).toMatchObject({
    channel: { current: '1.2.0', rollouts: [{ version: '1.1.0', state: 'paused' }] },
    steps: [{ action: 'promote' }, { action: 'pause', reason: expect.stringContaining('1.1.0') }],
  });
  expect(act(two, { kind: 'promote', version: '1.1.0' }, factsAt())).toMatchObject({
    channel: { current: '1.1.0', rollouts: [{ version: '1.2.0', state: 'running' }] },
    steps: [{ action: 'promote' }],
  });
  expect(codeOf(act(two, { kind: 'promote', version: '1.3.0' }, factsAt()))).toBe('NOT_IN_ROLLOUT');
});

test('[ARCH-08] a rollback goes to any accepted version, else to the newest good one, and says what is', () => {
  const at = { ...AT_1, current: '1.3.0' };
  const good = (...versions: string[]) =>
    factsAt(0, {
      accepted: VERSIONS.map((version, n) => ({ version, goodAt: versions.includes(version) ? new Date(n) : null })),
    });
  expect(done(at, { kind: 'rollback' }, good('1.0.0', '1.1.0')).current).toBe('1.1.0');
  expect(done(at, { kind: 'rollback', to: '1.2.0' }, good()).current).toBe('1.2.0');
  expect(done(at, { kind: 'rollback' }, { ...good(), replaced: '1.2.0' }).current).toBe('1.2.0');
  expect(act(at, { kind: 'rollback' }, good())).toMatchObject({
    refusal: { code: 'NO_GOOD_VERSION', message: expect.stringContaining('1.0.0, 1.1.0, 1.2.0, 1.3.0') },
  });
  expect(codeOf(act(at, { kind: 'rollback', to: '9.9.9' }, good()))).toBe('NOT_ACCEPTED');
  const running = done(at, start('1.2.0'), good('1.0.0'));
  expect(done(running, { kind: 'rollback' }, good('1.0.0'))).toMatchObject({
    current: '1.0.0',
    rollouts: [{ version: '1.2.0', state: 'paused' }],
  });
});

test('[ARCH-06] held: nothing reaches more people, while kill, stop and rollback work', () => {
  const running = done(AT_1, start('1.1.0'));
  const held = done(running, { kind: 'hold', until: new Date(T0 + 1_000).toISOString() });
  const facts = factsAt(999, { replaced: '1.2.0' });
  const more: readonly Action[] = [
    start('1.2.0', { beside: true }),
    { kind: 'raise', rollout: 'r0', share: 900 },
    { kind: 'promote', version: '1.1.0' },
    { kind: 'offer', version: '1.2.0' },
    climbOf(),
  ];
  for (const action of more) expect([action.kind, codeOf(act(held, action, facts))]).toEqual([action.kind, 'HELD']);
  const less: readonly Action[] = [{ kind: 'kill', grace: 0 }, { kind: 'stop', rollout: 'r0' }, { kind: 'rollback' }];
  for (const action of less) expect(done(held, action, facts)).not.toEqual(held);
  expect(done(held, { kind: 'promote', version: '1.1.0' }, factsAt(1_000)).current).toBe('1.1.0');
  expect(done(held, { kind: 'hold', until: new Date(T0).toISOString() }).hold).toBeNull();
});

test('[ARCH-06] a withdrawn version is gone: the newest good one stands in, else the module is off', () => {
  const at = done({ ...AT_1, current: '1.1.0' }, start('1.2.0'));
  const good = factsAt(0, {
    accepted: [
      { version: '1.0.0', goodAt: new Date(1) },
      { version: '1.1.0', goodAt: new Date(2) },
    ],
  });
  expect(done(at, { kind: 'withdraw', version: '1.1.0' }, good)).toMatchObject({ current: '1.0.0', killed: null });
  expect(done(at, { kind: 'withdraw', version: '1.2.0' }, good)).toMatchObject({
    current: '1.1.0',
    rollouts: [{ state: 'stopped' }],
  });
  const off = done(at, { kind: 'withdraw', version: '1.1.0' });
  expect(off.killed).toMatchObject({ reason: 'a reason' });
  const without = factsAt(0, { accepted: [] });
  expect(codeOf(act(off, { kind: 'revive' }, without))).toBe('NO_GOOD_VERSION');
});

test('[ARCH-04] the ladder climbs when a step is over and nothing speaks against it, up to everybody', () => {
  let channel = done(AT_1, start('1.1.0', { ladder: 'auto' }));
  expect(channel.rollouts[0]).toMatchObject({ share: 0, cohorts: ['team:vitals'] });
  const seen: unknown[] = [];
  let ms = 0;
  for (const step of LADDER) {
    const waits = (at: number, standing: Partial<RolloutStatistics>) =>
      expect(act(channel, climbOf(standing), factsAt(at))).toMatchObject({ steps: [] });
    waits(ms + step.ms - 1, {});
    ms += step.ms;
    waits(ms, { evidence: 1.001 });
    waits(ms, { cohort: 4, cohortBad: 1 });
    channel = done(channel, climbOf(), factsAt(ms));
    seen.push(channel.rollouts[0]?.share ?? channel.current);
  }
  expect(seen).toEqual([0, 100, 500, 2_500, 5_000, 9_800, '1.1.0']);
  expect(ms / 3_600_000).toBe(0.5 + 2 + 2 + 12 + 72);
});

test.each<[string, Partial<RolloutStatistics>, number]>([
  ['nobody has loaded the module at all', { canary: 0, compared: 0 }, 500],
  ['fewer than half of those that its share lets expect', { canary: 9, compared: 400 }, 500],
  ['its share alone did not report', { canary: 0, compared: 1_000 }, 500],
  ['20 are enough of many', { canary: 20, compared: 100_000 }, 2_500],
  ['half of few are enough', { canary: 10, compared: 400 }, 2_500],
  ['where a share is less than a device, nobody is', { canary: 0, compared: 30 }, 2_500],
])('a step of a share asks that its devices were seen: %s', (_what, standing, share) => {
  const rollout = { ...done(AT_1, start('1.1.0', { ladder: 'auto' })).rollouts[0] };
  const at = { ...AT_1, rollouts: [{ ...rollout, share: 500, ladder: { step: 3, auto: true } } as Rollout] };
  expect(done(at, climbOf(standing), factsAt(12 * 3_600_000)).rollouts[0]?.share).toBe(share);
});

test('production takes what was current in staging for half an hour; urgent skips the time alone', () => {
  const after = (ms: number) => factsAt(0, { staged: () => ms });
  expect(codeOf(act(AT_1, start('1.1.0'), after(0)))).toBe('NOT_IN_STAGING');
  expect(codeOf(act(AT_1, start('1.1.0', { urgent: true }), after(0)))).toBe('NOT_IN_STAGING');
  expect(codeOf(act(AT_1, start('1.1.0'), after(1_799_999)))).toBe('NOT_IN_STAGING');
  expect(codeOf(act(AT_1, start('1.1.0', { urgent: true }), after(1)))).toBeUndefined();
  expect(codeOf(act(AT_1, start('1.1.0'), after(1_800_000)))).toBeUndefined();
});

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('start' as const),
    version: fc.constantFrom(...VERSIONS, '9.9.9'),
    share: fc.nat(WHOLE),
    cohorts: fc.constant([]),
    beside: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('raise' as const),
    rollout: fc.constantFrom('r0', 'r1', 'r2', 'r3'),
    share: fc.nat(WHOLE),
    takeBack: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('pause' as const, 'resume' as const, 'stop' as const),
    rollout: fc.constantFrom('r0', 'r1', 'r2', 'r3'),
  }),
  fc.record({ kind: fc.constantFrom('promote' as const, 'offer' as const), version: fc.constantFrom(...VERSIONS) }),
  fc.record({ kind: fc.constant('rollback' as const), to: fc.constantFrom(...VERSIONS) }),
  fc.record({ kind: fc.constant('kill' as const), grace: fc.nat(120) }),
  fc.record({ kind: fc.constant('hold' as const), until: fc.constantFrom('2020-01-01', '2030-01-01') }),
  fc.record({ kind: fc.constant('withdraw' as const), version: fc.constantFrom(...VERSIONS) }),
);

test('[ARCH-06] whatever was done a kill holds, rollouts are two at most, and events rebuild the channel', () => {
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 30 }), fc.nat(29), (actions, killAt) => {
      let channel: Channel = NEW_CHANNEL;
      const events: Partial<Channel>[] = [];
      let killed = false;
      for (const [at, action] of actions.toSpliced(killAt, 0, { kind: 'kill', grace: 30 }).entries()) {
        const outcome = act(channel, action, { ...factsAt(at), id: `r${at % 4}`, salt: `salt${at}` });
        if (action.kind === 'kill') killed = true;
        if (outcome.refusal !== undefined) {
          expect(action.kind).not.toBe('kill');
          continue;
        }
        events.push(...outcome.steps.map(({ after }) => after));
        ({ channel } = outcome);
        if (killed) expect(channel.killed).not.toBeNull();
        expect(channel.rollouts.filter(({ state }) => state !== 'stopped').length).toBeLessThanOrEqual(2);
      }
      expect(events.reduce<Channel>((before, after) => ({ ...before, ...after }), NEW_CHANNEL)).toEqual(channel);
    }),
    { numRuns: 300 },
  );
});

test('versions are ordered as semver has it', () => {
  const inOrder = ['1.0.0-1', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0-rc.10.1', '1.0.0', '1.2.0', '1.10.0', '2.0.0'];
  expect(inOrder.toReversed().toSorted(compareVersions)).toEqual(inOrder);
});
