import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RegistryTwo, ReleaseOffer } from '@phr/contract/registry';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { markProven } from '../src/app/release-health.ts';
import { openPool } from '../src/kit/db/pool.ts';
import { freePort } from '../src/kit/free-port.ts';
import { ServerError, toErrorResponse } from '../src/kit/server-error.ts';
import { createFigures, devicesToday } from '../src/releases/health/figures.ts';
import { timeOfShare } from '../src/releases/health/hours.ts';
import { createProber } from '../src/releases/health/prober.ts';
import { registerModuleHealth } from '../src/releases/health/routes.ts';
import { readHealth } from '../src/releases/health/summary.ts';
import { createReports } from '../src/releases/health/receive-reports.ts';
import { personOfDay, sweepTrials } from '../src/releases/health/trials.ts';
import { createWatch } from '../src/releases/health/watch.ts';
import { LADDER } from '../src/releases/channel.ts';
import { openReleases } from '../src/releases/releases.ts';
import type { RunningRollout } from '../src/releases/rollouts.ts';
import { addApiKey, OWN_TEAM } from '../src/releases/team-keys.ts';
import { newPerson, prove } from './browser.ts';
import { ownDatabase } from './template-databases.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const MANIFEST = {
  name: 'mfe-notes',
  contract: '^1.0.0',
  access: 'signed-in',
  routes: [],
  slots: [],
  calls: [],
} as const;
const release = (version: string): ReleaseOffer => ({
  container: 'c',
  entry: `/m/mfe-notes/${version}/remoteEntry.js`,
  integrity: `sha384-${'A'.repeat(64)}`,
  contract: '^1.0.0',
  manifest: 'm',
});
const VERSIONS = ['0.9.0', '1.0.0', '1.1.0', '1.2.0'];
const rollout = (id: string, version: string, share: number, cohorts: readonly string[] = []) => ({
  id,
  version,
  share,
  salt: id,
  cohorts,
});
const REGISTRY: RegistryTwo = {
  schema: 2,
  installation: 'https://phr.test',
  generation: 1,
  serial: 1,
  environment: 'staging',
  publishedAt: '',
  manifests: { m: MANIFEST },
  modules: [
    {
      name: 'mfe-notes',
      killed: null,
      current: '1.0.0',
      rollouts: [rollout('r1', '1.1.0', 500), rollout('r9', '1.2.0', 2_500, ['staff'])],
      fallbacks: ['0.9.0'],
      releases: Object.fromEntries(VERSIONS.map((version) => [version, release(version)])),
      loadTimeoutMs: 8_000,
    },
  ],
};

/**
 * Test tokens are account names, followed by '+' and the cohorts; those of a partner's page start with the agreement
 * and '@'.
 */
const authenticate = async ({ headers }: Pick<FastifyRequest, 'headers'>) => {
  if (headers.authorization === undefined) throw new ServerError('UNAUTHORIZED', 'An access token is needed');
  const [name = '', ...cohorts] = headers.authorization.split('+');
  const sub = name.split('@').at(-1);
  return { sub, userId: name, ...(cohorts.length === 0 ? {} : { cohorts }) };
};

let database: Awaited<ReturnType<typeof ownDatabase>>;
/** Two processes of the service: each has its own connections, and they share the test's clock. */
let pools: readonly ReturnType<typeof openPool>[];
let app: FastifyInstance;
let dir: string;
const figures = createFigures();
let clock = Date.parse('2026-03-02T08:00:00Z');
const now = () => new Date(clock);

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-health-'));
  database = await ownDatabase('words');
  pools = [0, 1].map(() => openPool(database?.url ?? '', () => undefined, 4));
  app = Fastify();
  app.setErrorHandler((error, _request, reply) => reply.code(toErrorResponse(error).status).send());
  registerModuleHealth(
    app,
    {
      db: db(),
      config: { secrets: { otpPepper: 'p'.repeat(32) } } as never,
      auth: { authenticate } as never,
    },
    {
      take: createReports({ db: db(), environment: 'staging', readRegistry: async () => REGISTRY, figures, now }),
      now,
    },
  );
});
afterAll(async () => {
  await app.close();
  await Promise.all(pools.map((pool) => pool.close()));
  await database?.drop();
  await rm(dir, { recursive: true, force: true });
});

const db = (at = 0) => {
  const pool = pools[at];
  if (pool === undefined) throw new Error('no such process');
  return pool;
};
const tell = (account: string | undefined, ...reports: readonly object[]) =>
  app.inject({
    method: 'POST',
    url: '/api/phr/module-health',
    headers: account === undefined ? {} : { authorization: account },
    payload: { reports },
  });
const of = (version: string, why: string, more: object) => ({ module: 'mfe-notes', version, why, ...more });
const trials = () =>
  db().query<{ who: string; version: string; arm: string; bad: boolean }>(
    'select who, version, arm, bad from module_trial order by version, arm, bad',
  );
const reset = async (): Promise<void> => {
  for (const table of ['module_trial', 'module_hour', 'module_fault', 'module_day', 'rollout_evidence'])
    await db().query(`delete from ${table}`);
};
beforeEach(reset);

test('one trial an account, version and day; a bad end counts for five minutes', async () => {
  expect((await tell('An', of('1.1.0', 'rollout', { load: { ms: 400 } }))).statusCode).toBe(204);
  await tell('An', of('1.1.0', 'rollout', { load: { ms: 300 } }));
  await tell('Binh', of('1.0.0', 'current', { load: { ms: 900 } }));
  expect(await trials()).toMatchObject([
    { version: '1.0.0', arm: 'control', bad: false },
    { version: '1.1.0', arm: 'canary', bad: false },
  ]);
  clock += 4 * 60_000;
  await tell('An', of('1.1.0', 'rollout', { faults: [{ kind: 'render', code: 'TypeError' }] }));
  clock += 2 * 60_000;
  await tell('Binh', of('1.0.0', 'current', { faults: [{ kind: 'uncaught', code: 'TypeError' }] }));
  expect((await trials()).map(({ arm, bad }) => [arm, bad])).toEqual([
    ['control', false],
    ['canary', true],
  ]);
});

test('lines and caches are no trial, and a page cannot choose its side', async () => {
  await tell('An', of('1.1.0', 'rollout', { load: { failed: 'network' } }));
  await tell('An', of('1.1.0', 'rollout', { load: { failed: 'timeout' } }));
  expect(await trials()).toEqual([]);
  await tell('An', of('1.0.0', 'rollout', { load: { failed: 'evaluation' } }));
  await tell('Binh', of('1.1.0', 'current', { load: { ms: 1 } }));
  await tell('Chau', of('1.0.0', 'fallback', { load: { ms: 1 } }));
  expect((await trials()).map(({ arm }) => arm)).toEqual(['other', 'other', 'other']);
  await tell('Dung', of('7.7.7', 'current', { load: { failed: 'evaluation' } }), {
    ...of('1.0.0', 'current', { load: { ms: 1 } }),
    module: 'mfe-unknown',
  });
  expect(await trials()).toHaveLength(3);
});

test('accounts that anybody makes in a minute stop no rollout, and make no version good', async () => {
  const make = (id: string, proven: boolean) =>
    db().query(
      `insert into account (id, user_name, phone, phone_verified, full_name, password_hash, box_user)
       values ($1, $1, '84' || substr($1, 2), $2, 'An', 'x', $3)`,
      [id, proven, `User/${id}`],
    );
  await make('0900000001', false);
  await make('0900000002', true);
  const failed = of('1.1.0', 'rollout', { load: { failed: 'evaluation' } });
  await tell('0900000001', failed);
  await tell('0900000002', failed);
  expect((await trials()).map(({ arm }) => arm)).toEqual(['canary']);
});

test('one account is one device, however often it agrees to a partner; of a group is who her token says', async () => {
  const failed = of('1.1.0', 'rollout', { load: { failed: 'evaluation' } });
  for (const who of ['An', 'PartnerLink/1@An', 'PartnerLink/2@An']) await tell(who, failed);
  expect(await trials()).toHaveLength(1);
  const first = of('1.2.0', 'cohort', { load: { failed: 'evaluation' } });
  for (const who of ['Binh', 'Chau+beta', 'Dung+staff']) await tell(who, first);
  expect((await trials()).map(({ arm }) => arm)).toEqual(['canary', 'cohort', 'other', 'other']);
});

test.each<readonly [string, object]>([
  ['a text', { faults: [{ kind: 'render', message: 'An has 140/90' }] }],
  ['a path of a screen', { faults: [{ kind: 'render', frame: '/encounter-details/42' }] }],
  ['an address of others', { faults: [{ kind: 'render', frame: 'https://evil.example/m/a/1/x.js:1:1' }] }],
  ['a code with words in it', { faults: [{ kind: 'render', code: 'An is ill' }] }],
  ['a person', { patient: 'Patient/1' }],
  ['no number', { load: { ms: -1 } }],
])('%s has no place in a report', async (_what, more) => {
  expect((await tell('An', of('1.0.0', 'current', more))).statusCode).toBe(422);
});

test('without a token nothing is taken, nor more than 4 kB; what is kept names nobody', async () => {
  expect((await tell(undefined, of('1.0.0', 'current', { load: { ms: 1 } }))).statusCode).toBe(401);
  const many = Array.from({ length: 12 }, () =>
    of('1.0.0', 'current', { faults: Array.from({ length: 10 }, () => ({ kind: 'render', code: 'A'.repeat(40) })) }),
  );
  expect((await tell('An', ...many)).statusCode).toBe(413);
  const frame = '/m/mfe-notes/1.0.0/view.1a2b3c4d.js:1:99';
  await tell(
    '0901234567',
    of('1.0.0', 'current', { load: { ms: 700 }, faults: [{ kind: 'render', code: 'TypeError', frame }] }),
  );
  await tell('0901234567', of('1.0.0', 'current', { faults: [{ kind: 'render', code: 'TypeError', frame }] }));
  const kept = await Promise.all(
    ['module_trial', 'module_hour', 'module_fault'].map((table) => db().query(`select * from ${table}`)),
  );
  expect(JSON.stringify(kept)).not.toContain('0901234567');
  expect(kept[2]).toMatchObject([{ code: 'TypeError', frame, count: 2 }]);
  const secret = 'p'.repeat(32);
  expect(personOfDay(secret, 'An', now())).toBe(personOfDay(secret, 'An', new Date(clock + 60_000)));
  expect(personOfDay(secret, 'An', now())).not.toBe(personOfDay(secret, 'An', new Date(clock + 86_400_000)));
  await sweepTrials(db(), new Date(clock + 47 * 3_600_000));
  expect(await trials()).toHaveLength(1);
  await sweepTrials(db(), new Date(clock + 49 * 3_600_000));
  expect(await trials()).toEqual([]);
});

test('figures by hour, and for a monitoring system by module and version', async () => {
  for (const ms of [100, 240, 700, 3_000, 60_000]) await tell(`${ms}`, of('1.1.0', 'rollout', { load: { ms } }));
  await tell(
    'x',
    of('1.1.0', 'rollout', { load: { failed: 'evaluation' }, leaks: { nodes: 3, sheets: 1, subscriptions: 0 } }),
  );
  const [hour] = await db().query<{ loads: number; failed: number; leaks: number; times: number[] }>(
    'select * from module_hour',
  );
  expect(hour).toMatchObject({ loads: 6, failed: 1, leaks: 4, times: [2, 0, 1, 0, 1, 0, 0, 1] });
  expect([timeOfShare(hour?.times ?? [], 0.5), timeOfShare(hour?.times ?? [], 0.95), timeOfShare([], 0.5)]).toEqual([
    1_000,
    Number.POSITIVE_INFINITY,
    undefined,
  ]);
  figures.read({
    devices: () => devicesToday(db(), now()),
    rollouts: async () => [{ environment: 'staging', module: 'mfe-notes', version: '1.1.0', share: 500, evidence: 12 }],
  });
  const text = await figures.registry.metrics();
  const labels = '{environment="staging",module="mfe-notes",version="1.1.0"}';
  expect(text).toContain(`phr_module_devices${labels} 6`);
  expect(text).toContain(`phr_rollout_share${labels} 0.05`);
  expect(text).toContain(`phr_rollout_evidence${labels} 12`);
  expect(text).toContain(
    'phr_module_loads_total{environment="staging",module="mfe-notes",version="1.1.0",result="failed",kind="evaluation"}',
  );
  expect(text).toMatch(/phr_module_leaks_total\{environment="staging",module="mfe-notes",version="1.1.0"\} 4/);
});

const ROLLOUT: RunningRollout = {
  environment: 'staging',
  module: 'mfe-notes',
  id: 'r1',
  version: '1.1.0',
  control: '1.0.0',
  since: new Date(clock - 60_000),
  stepSince: new Date(clock - 60_000),
  climbs: false,
  share: 2_500,
};

/** Two processes that watch the same rollout, and what they stopped. */
function watches(rollout: RunningRollout) {
  const stopped: (readonly [string, object])[] = [];
  const alarms: string[] = [];
  const parts = {
    log,
    now,
    current: async () => [{ environment: 'staging', module: 'mfe-notes', version: '1.0.0' }],
    onAlarm: async ({ version }: { readonly version: string }) => {
      alarms.push(version);
    },
    rollouts: async () => (stopped.length === 0 ? [rollout] : []),
    stopRollout: async (_environment: string, _module: string, id: string, reason: string, evidence: object) => {
      stopped.push([`${id}: ${reason}`, evidence]);
      return true;
    },
  };
  const both = [0, 1].map((process) => createWatch({ ...parts, db: db(process) }));
  return {
    stopped,
    alarms,
    tick: async () => {
      await Promise.all(both.map((watch) => watch.tick()));
    },
    evidence: () => both[0]?.evidence(rollout.id),
    standing: () => both[0]?.standing(rollout),
  };
}

/** A minute of reports from pages: the number of loads of each side, and how many of them failed. */
async function minute(canary: number, canaryBad: number, control: number, controlBad: number): Promise<void> {
  const one = (version: string, why: string, bad: boolean) =>
    tell(
      randomBytes(6).toString('hex'),
      of(version, why, bad ? { load: { failed: 'evaluation' } } : { load: { ms: 300 } }),
    );
  await Promise.all([
    ...Array.from({ length: canary }, (_, at) => one('1.1.0', 'rollout', at < canaryBad)),
    ...Array.from({ length: control }, (_, at) => one('1.0.0', 'current', at < controlBad)),
  ]);
  clock += 60_000;
}

test('a faulty version is stopped by what pages tell, and each minute is judged once by two processes', async () => {
  const { tick, stopped, evidence } = watches({ ...ROLLOUT, since: now() });
  await minute(6, 1, 18, 0);
  clock += 7 * 60_000;
  await tick();
  const [before] = await db().query<{ trials: string; canary: string; bad: string; canary_bad: string }>(
    'select * from rollout_evidence',
  );
  expect([before?.trials, before?.canary, before?.bad, before?.canary_bad]).toEqual(['24', '6', '1', '1']);
  await tick();
  expect(await evidence()).toBeCloseTo(
    // mean over θ of θ / (1 − 6/24 + θ · 6/24)
    [2, 4, 16].reduce((sum, odds) => sum + odds / (0.75 + odds / 4), 0) / 3,
    10,
  );
  for (let more = 0; more < 4; more += 1) await minute(6, 4, 18, 0);
  await tick();
  expect(stopped).toEqual([]);
  clock += 7 * 60_000;
  await tick();
  expect(stopped[0]).toMatchObject(['r1: Worse than the current version', { N: 120, n: 30, k: 17, x: 17 }]);
});

test('builds that are alike go their way, in an outage too', async () => {
  const { tick, stopped, evidence } = watches({ ...ROLLOUT, id: 'r2', since: now() });
  for (const outage of [false, true, true, false]) await minute(6, outage ? 3 : 1, 18, outage ? 9 : 3);
  clock += 7 * 60_000;
  await tick();
  expect(stopped).toEqual([]);
  expect(await evidence()).toBeLessThan(1);
});

test('a version that never starts is stopped after five loads, without waiting for a comparison', async () => {
  const { tick, stopped } = watches({ ...ROLLOUT, id: 'r3', since: now() });
  await minute(4, 4, 0, 0);
  await tick();
  expect(stopped).toEqual([]);
  await minute(1, 1, 0, 0);
  await tick();
  expect(stopped[0]?.[0]).toBe('r3: The first loads were all bad');
});

test('a file that is not there stops the rollout of its version, a server that is away does not', async () => {
  const stopped: string[] = [];
  let answer: (address: string) => number = () => 200;
  const prober = createProber({
    environment: 'staging',
    log,
    readRegistry: async () => REGISTRY,
    filesOf: async () => ['remoteEntry.js', 'a.js', 'b.js'],
    head: async (address) => answer(address),
    rollouts: async () => [ROLLOUT],
    stopRollout: async (_environment, _module, id, reason) => {
      stopped.push(`${id}: ${reason}`);
      return true;
    },
  });
  await prober.tick();
  answer = () => 503;
  await prober.tick();
  answer = () => {
    throw new Error('away');
  };
  await prober.tick();
  answer = (address) => (address === '/m/mfe-notes/1.0.0/a.js' ? 404 : 200);
  await prober.tick();
  expect([stopped, prober.missing()]).toMatchObject([[], [{ version: '1.0.0', files: ['a.js'] }]]);
  answer = (address) => (address === '/m/mfe-notes/1.1.0/b.js' ? 410 : 200);
  await prober.tick();
  expect(stopped).toEqual(['r1: Files of the version are not there']);
});

test('of many files each is asked for within ten minutes, entries and what was away in each', async () => {
  const files = ['remoteEntry.js', ...Array.from({ length: 499 }, (_, at) => `${at}.js`)];
  const asked = new Map<string, number>();
  const prober = createProber({
    environment: 'staging',
    log,
    readRegistry: async () => REGISTRY,
    filesOf: async () => files,
    head: async (address) => {
      asked.set(address, (asked.get(address) ?? 0) + 1);
      return address === '/m/mfe-notes/1.0.0/77.js' ? 404 : 200;
    },
    rollouts: async () => [],
    stopRollout: async () => true,
  });
  const counts: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const before = asked.size === 0 ? 0 : [...asked.values()].reduce((sum, count) => sum + count);
    await prober.tick();
    counts.push([...asked.values()].reduce((sum, count) => sum + count) - before);
  }
  expect([asked.size, Math.max(...counts) < 220]).toEqual([VERSIONS.length * files.length, true]);
  expect(asked.get('/m/mfe-notes/1.1.0/remoteEntry.js')).toBe(10);
  expect(prober.missing()).toMatchObject([{ version: '1.0.0', files: ['77.js'] }]);
});

test('the second of two rollouts is judged by its own loads, against the same devices', async () => {
  const second = { ...ROLLOUT, id: 'r9', version: '1.2.0', since: now() };
  const { tick, stopped } = watches(second);
  for (let more = 0; more < 5; more += 1) {
    for (let at = 0; at < 5; at += 1)
      await tell(`second ${more} ${at}`, of('1.2.0', 'rollout', { load: { failed: 'evaluation' } }));
    await minute(6, 0, 18, 0);
  }
  clock += 7 * 60_000;
  await tick();
  expect(stopped[0]).toMatchObject(['r9: Worse than the current version', { N: 115, n: 25, k: 25, x: 25 }]);
});

test('people of a cohort are compared with nobody; a version that never starts for them is stopped', async () => {
  const second = { ...ROLLOUT, id: 'r9', version: '1.2.0', since: now(), stepSince: now() };
  const { tick, stopped, standing } = watches(second);
  const load = (name: string, failed: boolean) =>
    tell(`${name}+staff`, of('1.2.0', 'cohort', { load: failed ? { failed: 'evaluation' } : { ms: 300 } }));
  for (const name of ['a', 'b', 'c', 'd']) await load(name, true);
  await tick();
  expect([stopped, await standing()]).toEqual([[], { evidence: 1, canary: 0, compared: 0, cohort: 4, cohortBad: 4 }]);
  await load('e', true);
  clock += 60_000;
  await tick();
  expect(stopped[0]?.[0]).toBe('r9: The first loads were all bad');
});

test('a version is good after a day with everybody, on 50 devices or half of what there are', async () => {
  const releases = openReleases(
    { releasesDir: dir, dataDir: dir, shellOrigin: 'https://phr.test', releaseEnvironment: 'staging' },
    { db: db(), log, now },
  );
  const offer = async (version: string) => {
    const files = { 'module.json': JSON.stringify(MANIFEST), 'remoteEntry.js': `// ${version}` };
    const build = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
    await releases.store.ingest('mfe-notes', version, build, { actor: 'start', team: 'own' });
    const action = { kind: 'offer', version } as const;
    const change = { environment: 'staging', module: 'mfe-notes', action, actor: 'test', reason: 'a test' };
    await releases.channels.change(change);
  };
  const { tick } = watches({ ...ROLLOUT, id: 'r8' });
  const isGood = async () => {
    await Promise.all([0, 1].map((process) => markProven(db(process), releases, now())));
    const [row] = await db().query<{ good_at: Date | null }>(`select good_at from release where version = '1.0.0'`);
    return row?.good_at ?? false;
  };
  await offer('1.0.0');
  await minute(0, 0, 30, 2);
  await tick();
  for (let at = 0; at < 35; at += 1) await tell(`old ${at}`, of('0.9.0', 'fallback', { load: { ms: 1 } }));
  clock += 23 * 3_600_000;
  await tick();
  expect(await isGood()).toBe(false);
  clock += 3_600_000;
  // 65 devices were seen: 33 are half of them, and 30 too few
  expect(await isGood()).toBe(false);
  await minute(0, 0, 40, 0);
  clock += 11 * 60_000;
  await tick();
  expect(await isGood()).toEqual(now());
  const events = await db().query(`select actor, reason from channel_event where action = 'mark-good'`);
  expect(events).toEqual([{ actor: 'auto', reason: expect.stringContaining('40 devices') }]);
});

test('[ARCH-04] a version without a bad load climbs from its team to everybody, and waits where one is', async () => {
  const releases = openReleases(
    { releasesDir: dir, dataDir: dir, shellOrigin: 'https://phr.test', releaseEnvironment: 'staging' },
    { db: db(), log, now },
  );
  const of11 = { environment: 'climbing', module: 'mfe-notes', actor: 'test', reason: 'a test' };
  const build = (text: string) =>
    new Map([
      ['module.json', Buffer.from(JSON.stringify(MANIFEST))],
      ['remoteEntry.js', Buffer.from(text)],
    ]);
  for (const version of ['1.0.0', '1.1.0'])
    await releases.store.ingest('mfe-notes', version, build(`// ${version}`), { actor: 'start', team: 'own' });
  await releases.channels.change({ ...of11, action: { kind: 'offer', version: '1.0.0' } });
  const start = { kind: 'start', version: '1.1.0', share: 0, cohorts: [], ladder: 'auto' } as const;
  await releases.channels.change({ ...of11, action: start });
  const watch = createWatch({
    db: db(),
    log,
    now,
    rollouts: releases.rollouts,
    stopRollout: releases.stopRollout,
    current: async () => [],
    onAlarm: async () => undefined,
  });
  const seen: unknown[] = [];
  const look = async () => {
    await watch.tick();
    await releases.climb(watch.standing);
    const { channel } = await releases.channels.read('climbing', 'mfe-notes');
    seen.push(channel.rollouts[0]?.share ?? channel.current);
  };
  const load = (version: string, arm: string, bad = false) =>
    db().query(
      `insert into module_trial (day, who, environment, module, version, arm, began_at, bad)
       values (($1::timestamptz at time zone 'UTC')::date, gen_random_uuid()::text, 'climbing', 'mfe-notes', $2, $3, $1, $4)`,
      [now(), version, arm, bad],
    );
  for (const { ms, share } of LADDER) {
    const [canary, control] = share === 0 ? [0, 5] : share === 9_800 ? [20, 2] : [4, 4];
    for (let at = 0; at < canary; at += 1) await load('1.1.0', 'canary', share === 500 && at === 0);
    for (let at = 0; at < control; at += 1) await load('1.0.0', 'control');
    clock += ms;
    await look();
    if (share !== 500) continue;
    // one load of four failed: it waits until others fail too, on the current version
    for (let at = 0; at < 9; at += 1) await load('1.0.0', 'control', at % 2 === 0);
    for (let at = 0; at < 9; at += 1) await load('1.1.0', 'canary');
    clock += 8 * 60_000;
    await look();
  }
  expect(seen).toEqual([0, 100, 500, 500, 2_500, 5_000, 9_800, '1.1.0']);
});

test('a version that fails for many is taken back where operators allowed it, by one process, once', async () => {
  const [one, other] = [0, 1].map((process) =>
    openReleases(
      { releasesDir: dir, dataDir: dir, shellOrigin: 'https://phr.test', releaseEnvironment: 'staging' },
      { db: db(process), log, now },
    ),
  );
  if (one === undefined || other === undefined) throw new Error('two processes');
  const build = new Map([
    ['module.json', Buffer.from(JSON.stringify(MANIFEST))],
    ['remoteEntry.js', Buffer.from('// 2')],
  ]);
  await one.store.ingest('mfe-notes', '2.0.0', build, { actor: 'start', team: 'own' });
  const action = { kind: 'offer', version: '2.0.0' } as const;
  const change = { environment: 'staging', module: 'mfe-notes', action, actor: 'test', reason: 'a test' };
  await one.channels.change(change);
  const bad = { environment: 'staging', module: 'mfe-notes', version: '2.0.0' };
  const both = () => Promise.all([one, other].map((process) => process.takeBack(bad, { loads: 60, bad: 20 })));
  expect(await both()).toEqual([false, false]);
  await one.store.approve('mfe-notes', [], { mayRollBack: true });
  // a version known to be good is not blamed for a sudden failure
  await db().query(`update release set good_at = now() where version = '2.0.0'`);
  expect(await both()).toEqual([false, false]);
  await db().query(`update release set good_at = null where version = '2.0.0'`);
  expect((await both()).toSorted()).toEqual([false, true]);
  expect((await one.channels.read('staging', 'mfe-notes')).channel.current).toBe('1.0.0');
  expect(await one.takeBack({ ...bad, version: '1.0.0' }, { loads: 60, bad: 20 })).toBe(false);
  const [last] = await db().query('select actor, action, reason from channel_event order by id desc limit 1');
  expect(last).toEqual({
    actor: 'auto',
    action: 'rollback',
    reason: 'more than a fifth of the loads of 2.0.0 were bad (loads=60, bad=20)',
  });
});

test('what everybody has and fails for many calls the operators; fewer than 50 loads do not', async () => {
  const { tick, alarms } = watches({ ...ROLLOUT, id: 'r4', since: now() });
  await minute(0, 0, 49, 49);
  await tick();
  expect(alarms).toEqual([]);
  await minute(0, 0, 1, 0);
  await tick();
  expect(alarms).toEqual(['1.0.0', '1.0.0']);
  clock += 11 * 60_000;
  await minute(0, 0, 60, 12);
  await tick();
  expect(alarms).toHaveLength(2);
});

test('operators see loads, times, errors and leaks of each version, and where it fails', async () => {
  const frame = '/m/mfe-notes/1.1.0/view.1a2b3c4d.js:1:99';
  for (const ms of [100, 300, 700]) await tell(`${ms}`, of('1.1.0', 'rollout', { load: { ms } }));
  await tell(
    'x',
    of('1.1.0', 'rollout', { load: { failed: 'evaluation' }, faults: [{ kind: 'render', code: 'TypeError', frame }] }),
  );
  clock += 2 * 3_600_000;
  await tell('y', of('1.1.0', 'rollout', { load: { ms: 9_000 }, leaks: { nodes: 2, sheets: 0, subscriptions: 0 } }));
  await tell('y', of('1.0.0', 'current', { load: { ms: 200 } }));
  expect(await readHealth(db(), 'staging', 'mfe-notes', now())).toEqual([
    {
      version: '1.1.0',
      devices: 5,
      loads24h: 5,
      errors1h: 0,
      errors24h: 2,
      leaks24h: 2,
      p50: 500,
      p95: 16_000,
      faults: [{ kind: 'render', code: 'TypeError', frame, count: 1 }],
    },
    {
      version: '1.0.0',
      devices: 1,
      loads24h: 1,
      errors1h: 0,
      errors24h: 0,
      leaks24h: 0,
      p50: 250,
      p95: 250,
      faults: [],
    },
  ]);
  expect(await readHealth(db(), 'production', 'mfe-notes', now())).toEqual([]);
});

test('[ARCH-04] a product whose releases are elsewhere tells that service, and keeps nothing itself', async () => {
  const port = await freePort();
  const service = await startTestBackend({ RELEASES_PORT: String(port) });
  const files = new Map([
    ['remoteEntry.js', Buffer.from('// the entry of a module')],
    ['module.json', Buffer.from(JSON.stringify(MANIFEST))],
  ]);
  await service.releases.store.ingest('mfe-notes', '1.0.0', files, { actor: 'start', team: OWN_TEAM });
  const action = { kind: 'offer', version: '1.0.0' } as const;
  const reason = 'the first one';
  await service.releases.channels.change({
    environment: 'local',
    module: 'mfe-notes',
    action,
    actor: 'start',
    reason,
  });
  const key = await addApiKey(service.platform.db, {
    team: OWN_TEAM,
    modules: ['*'],
    actions: ['report'],
    environments: ['local'],
    days: 1,
  });
  const web = await startTestBackend({ RELEASES_URL: `http://localhost:${port}`, RELEASES_REPORT_KEY: key });
  const { phone, tokens } = await newPerson(web.config);
  await prove(web, phone);
  const report = () =>
    fetch(`${web.urls.shell}/api/phr/module-health`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reports: [of('1.0.0', 'current', { load: { ms: 300 } })] }),
    });
  expect((await report()).status).toBe(204);
  const rows = (at: TestBackend) => at.platform.db.query('select version, arm, bad from module_trial');
  expect(await rows(service)).toEqual([{ version: '1.0.0', arm: 'control', bad: false }]);
  expect(await rows(web)).toEqual([]);
  await service.stop();
  expect((await report()).status).toBe(503);
  await web.stop();
});
