import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { prepareReleases } from '../src/app/releases.ts';
import { reportsOf } from '../src/app/release-health.ts';
import { readConfig } from '../src/kit/config.ts';
import { openPool } from '../src/kit/db/pool.ts';
import { createLogger } from '../src/kit/logger.ts';
import type { Auth, Db } from '../src/kit/platform.ts';
import { ServerError } from '../src/kit/server-error.ts';
import { countsOfProcess } from '../src/kit/usage-counts.ts';
import { bytesOf, sha256Of } from '../src/releases/blob-store.ts';
import { createBucketBlobs } from '../src/releases/bucket-blobs.ts';
import { NEW_CHANNEL } from '../src/releases/channel.ts';
import { signEnvelope } from '@phr/cli/envelope';
import { DESCRIPTOR_TYPE, DEV_BUILD_TYPE } from '@phr/contract/release';
import { parseRegistry } from '@phr/loader/registry';
import { isSigned } from '@phr/loader/signed-registry';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { claimShell } from '../src/releases/claims.ts';
import { followCheckout, importReleases } from '../src/releases/from-folders.ts';
import { collectGarbage } from '../src/releases/garbage.ts';
import { createFigures } from '../src/releases/health/figures.ts';
import { reportHost } from '../src/releases/health/external-service.ts';
import { createWatch } from '../src/releases/health/watch.ts';
import { runGate } from '../src/releases/gates/gate.ts';
import { loadGate } from '../src/releases/gates/load-gate.ts';
import { contractOfShell, hostsInUse, recordHost } from '../src/releases/hosts.ts';
import type { Check, Claim } from '../src/releases/ports.ts';
import { createFileSender, serveReleases, textOfRelease } from '../src/releases/files.ts';
import { createRegistry, type Published } from '../src/releases/registry.ts';
import { currentReleases } from '../src/releases/rollouts.ts';
import { openReleases, type Releases } from '../src/releases/releases.ts';
import { createReleasesServer } from '../src/releases/routes.ts';
import {
  actorOfKey,
  addApiKey,
  addSigningKey,
  type KeyAction,
  makeTeamKeys,
  OWN_TEAM,
  revokeKey,
} from '../src/releases/team-keys.ts';
import { manageKeys } from '../../tools/release-keys.ts';
import { pairsOf } from '../../tools/skew/matrix.ts';
import { startBucket } from './bucket.ts';
import { type CopiedDatabase, ownDatabase } from './template-databases.ts';

let database: CopiedDatabase;
let db: Db & { close(): Promise<void> };
let dir: string;
let releases: Releases;
let app: FastifyInstance;
let address: string;
const log = createLogger('silent');
const figures = createFigures();
const OPS_ORIGIN = 'http://ops.test';

/** Refuses what says so in its entry. */
const gate: Check = async (release) => {
  const entry = (await release.read('remoteEntry.js')).toString();
  const findings = entry.includes('refuse') ? [{ where: 'remoteEntry.js:1', message: 'is bad', fix: 'Mend it.' }] : [];
  return [{ id: 'WORDS', ok: findings.length === 0, findings }];
};

/** Test tokens: 'ops' is an operator, 'person' has no such scope. */
const auth = {
  authenticate: async (request: { headers: { authorization?: string | undefined } }) => {
    return auth.verify(request.headers.authorization?.slice('Bearer '.length) ?? '');
  },
  async verify(token: string) {
    if (!['ops', 'ops-too', 'person'].includes(token)) throw new ServerError('UNAUTHORIZED', 'no');
    return { userId: token, sub: token, scope: token === 'person' ? [] : ['phr.ops'] };
  },
} as unknown as Auth;

const open = (check: Check = gate) =>
  openReleases(
    { releasesDir: dir, dataDir: dir, shellOrigin: 'https://phr.test', releaseEnvironment: 'local' },
    { db, log, checks: [check], checkMs: 0 },
  );

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-releases-'));
  database = await ownDatabase('empty');
  db = openPool(database.url, () => undefined);
  releases = open();
  const config = readConfig({ DATA_DIR: dir, LOG_LEVEL: 'silent', RELEASES_ORIGIN: OPS_ORIGIN });
  const platform = { config, log, db, auth, counts: countsOfProcess() };
  app = await createReleasesServer({
    platform,
    channels: releases.channels,
    releases: releases.store,
    devBuilds: releases.devBuilds,
    registryOf: releases.registryOf,
    embedOf: releases.embedOf,
    blobs: releases.blobs,
    figures,
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await db.close();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const manifest = (name: string, route = name.slice(4)) => ({
  name,
  contract: '^1.0.0',
  access: 'signed-in',
  routes: [{ screen: route, path: `/${route}`, layout: 'app', needsMainPatient: true }],
  slots: [],
  calls: [],
});
const build = (name: string, entry = 'entry') =>
  new Map([
    ['remoteEntry.js', Buffer.from(`// ${entry} ${`of ${name} `.repeat(40)}`)],
    ['module.json', Buffer.from(JSON.stringify(manifest(name)))],
  ]);

/** A team with a key for these modules and actions, and one for signing. */
async function newTeam(
  id: string,
  modules: readonly string[],
  actions: readonly KeyAction[] = ['upload', 'rollout', 'promote', 'rollback', 'kill'],
) {
  await db.query('insert into team (id, name, contact) values ($1, $1, $1)', [id]);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const key = await addApiKey(db, {
    team: id,
    modules,
    actions,
    environments: ['local', 'staging', 'production'],
    days: 30,
  });
  return { key, signing: { id: await addSigningKey(db, id, publicKey, 30), private: createPrivateKey(privateKey) } };
}
type Team = Awaited<ReturnType<typeof newTeam>>;

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: Record<string, unknown> & { code?: string; message?: string; missing?: string[]; revision?: number };
}
async function call(
  key: string,
  method: string,
  at: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isBytes = Buffer.isBuffer(body);
  const answer = await fetch(`${address}/releases/v1${at}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, etag: answer.headers.get('etag'), body: text === '' ? {} : JSON.parse(text) };
}

const descriptor = (module: string, version: string, files: ReadonlyMap<string, Buffer>) => ({
  schema: 1,
  module,
  version,
  manifest: manifest(module),
  files: [...files].map(([name, bytes]) => ({
    path: name,
    sha256: sha256Of(bytes),
    bytes: bytes.length,
    role: 'chunk',
  })),
  sdk: { '@phr/ui': '1.3.0' },
  checks: { typeErrors: 0, lintErrors: 0, unitTests: 3 },
});
const envelope = (team: Team, value: unknown) =>
  signEnvelope(DESCRIPTOR_TYPE, Buffer.from(JSON.stringify(value)), team.signing);

/** Uploads a version and waits for its gates; returns the state. */
async function upload(team: Team, module: string, version: string, files = build(module, version)): Promise<unknown> {
  const { body } = await call(
    team.key,
    'POST',
    `/modules/${module}/versions`,
    envelope(team, descriptor(module, version, files)),
  );
  for (const sha256 of body.missing ?? []) {
    const bytes = [...files.values()].find((one) => sha256Of(one) === sha256);
    await call(team.key, 'PUT', `/blobs/${sha256}`, bytes);
  }
  await call(team.key, 'POST', `/modules/${module}/versions/${version}/finish`);
  await releases.store.settled();
  return (await call(team.key, 'GET', `/modules/${module}/versions/${version}/checks`)).body;
}
/** A change on the revision that is there now. */
async function change(key: string, module: string, at: string, body: object, method = 'POST'): Promise<Answer> {
  const base = `/environments/local/modules/${module}`;
  const { etag } = await call(key, 'GET', base);
  return call(key, method, `${base}/${at}`, body, { 'if-match': etag ?? '' });
}
const reason = 'a test';

test('[ARCH-04] a team uploads, offers a share, raises, promotes, rolls back; the history says who and why', async () => {
  const team = await newTeam('alpha', ['mfe-alpha']);
  expect(await upload(team, 'mfe-alpha', '1.0.0')).toMatchObject({
    state: 'accepted',
    gates: [{ id: 'WORDS', ok: true }],
  });
  expect((await change(team.key, 'mfe-alpha', 'promote', { version: '1.0.0', reason })).body).toMatchObject({
    current: '1.0.0',
  });
  await upload(team, 'mfe-alpha', '1.1.0');
  const started = await change(team.key, 'mfe-alpha', 'rollouts', { version: '1.1.0', share: 500, reason });
  const [rollout] = started.body['rollouts'] as { id: string; salt: string }[];
  expect([started.status, started.etag]).toEqual([201, '"2"']);
  const again = await change(team.key, 'mfe-alpha', 'rollouts', { version: '1.1.0', share: 500, reason });
  expect([again.status, again.body.code]).toEqual([409, 'ROLLOUT_ACTIVE']);
  const patch = (body: object) =>
    change(team.key, 'mfe-alpha', `rollouts/${rollout?.id}`, { ...body, reason }, 'PATCH');
  expect((await patch({ share: 2_500 })).body).toMatchObject({ rollouts: [{ share: 2_500, salt: rollout?.salt }] });
  expect((await patch({ share: 100 })).body.code).toBe('SHARE_FALLS');
  expect((await change(team.key, 'mfe-alpha', 'promote', { version: '1.1.0', reason })).body).toMatchObject({
    current: '1.1.0',
    rollouts: [],
  });
  expect((await change(team.key, 'mfe-alpha', 'rollback', { reason })).body).toMatchObject({ current: '1.0.0' });
  const none = await change(team.key, 'mfe-alpha', 'rollback', { reason });
  expect([none.status, none.body.code, none.body.message]).toEqual([
    409,
    'NO_GOOD_VERSION',
    expect.stringContaining('1.1.0'),
  ]);
  const { body } = await call(team.key, 'GET', '/environments/local/modules/mfe-alpha/events');
  expect((body['events'] as { action: string }[]).map(({ action }) => action)).toEqual([
    'rollback',
    'promote',
    'raise',
    'start',
    'promote',
  ]);
  expect(body['events']).toContainEqual(expect.objectContaining({ actor: expect.stringMatching(/^key:/), reason }));
});

test('[ARCH-04] a change without the revision that it is based on, or on an old one, changes nothing', async () => {
  const team = await newTeam('beta', ['mfe-beta']);
  await upload(team, 'mfe-beta', '1.0.0');
  const at = '/environments/local/modules/mfe-beta/promote';
  const body = { version: '1.0.0', reason };
  expect((await call(team.key, 'POST', at, body)).status).toBe(428);
  expect((await call(team.key, 'POST', at, body, { 'if-match': '"7"' })).body).toMatchObject({
    httpStatus: 412,
    code: 'REVISION',
  });
  expect((await call(team.key, 'GET', '/environments/local/modules/mfe-beta')).body).toEqual({
    revision: 0,
    ...NEW_CHANNEL,
  });
  expect((await call(team.key, 'POST', at, { ...body, reason: 'x' }, { 'if-match': '"0"' })).status).toBe(422);
});

test('[ARCH-04] a key does what it is for alone, until it is revoked; an operator may what teams may not', async () => {
  const team = await newTeam('gamma', ['mfe-gamma'], ['upload', 'kill']);
  const other = await newTeam('delta', ['mfe-gamma', 'mfe-delta']);
  await upload(team, 'mfe-gamma', '1.0.0');
  const codes = async (key: string, at: string, body: object) =>
    (await change(key, 'mfe-gamma', at, { ...body, reason })).body.code;
  expect(await codes(team.key, 'promote', { version: '1.0.0' })).toBe('ACCESS_DENIED');
  expect(await codes(team.key, 'revive', {})).toBe('ACCESS_DENIED');
  expect((await change(team.key, 'mfe-alpha', 'kill', { reason })).body.code).toBe('NOT_YOURS');
  const files = build('mfe-gamma', 'theirs');
  const stolen = await call(
    other.key,
    'POST',
    '/modules/mfe-gamma/versions',
    envelope(other, descriptor('mfe-gamma', '2.0.0', files)),
  );
  expect(stolen.body.code).toBe('NOT_YOURS');
  const foreign = await call(
    team.key,
    'POST',
    '/modules/mfe-gamma/versions',
    envelope(other, descriptor('mfe-gamma', '2.0.0', files)),
  );
  expect(foreign.body.code).toBe('SIGNER_UNKNOWN');
  const signed = envelope(team, descriptor('mfe-gamma', '2.0.0', files));
  const changed = {
    ...signed,
    payload: Buffer.from(JSON.stringify(descriptor('mfe-gamma', '6.6.6', files))).toString('base64'),
  };
  expect((await call(team.key, 'POST', '/modules/mfe-gamma/versions', changed)).body.code).toBe('SIGNER_UNKNOWN');
  expect((await change(team.key, 'mfe-gamma', 'kill', { reason, grace: 0 })).body['killed']).toMatchObject({
    grace: 0,
  });
  expect((await change('person', 'mfe-gamma', 'revive', { reason })).status).toBe(401);
  expect((await change('ops', 'mfe-gamma', 'revive', { reason })).body).toMatchObject({ killed: null });
  const [, id = ''] = team.key.split('_');
  const row = await db.query('select secret_hash from team_key where id = $1', [id]);
  expect(row).toEqual([{ secret_hash: sha256Of(team.key.slice(`phr_${id}_`.length)) }]);
  expect(await revokeKey(db, id)).toBe(true);
  expect((await change(team.key, 'mfe-gamma', 'kill', { reason })).status).toBe(401);
});

test('[ARCH-04] a version is stored once, with the files that were signed; a refused one is never offered', async () => {
  const team = await newTeam('eps', ['mfe-eps']);
  expect(await upload(team, 'mfe-eps', '1.0.0')).toMatchObject({ state: 'accepted' });
  const post = (files: ReadonlyMap<string, Buffer>) =>
    call(team.key, 'POST', '/modules/mfe-eps/versions', envelope(team, descriptor('mfe-eps', '1.0.0', files)));
  expect(await post(build('mfe-eps', '1.0.0'))).toMatchObject({ status: 200, body: { missing: [] } });
  expect((await post(build('mfe-eps', 'other'))).body.code).toBe('VERSION_TAKEN');
  const hash = sha256Of('x');
  expect((await call(team.key, 'PUT', `/blobs/${hash}`, Buffer.from('y'))).body.code).toBe('DIGEST_MISMATCH');
  expect((await call(team.key, 'PUT', `/blobs/${hash}`, Buffer.from('x'))).status).toBe(404);
  const bad = await upload(team, 'mfe-eps', '1.1.0', build('mfe-eps', 'refuse'));
  expect(bad).toMatchObject({
    state: 'refused',
    gates: [{ findings: [{ where: 'remoteEntry.js:1', fix: 'Mend it.' }] }],
  });
  expect((await change(team.key, 'mfe-eps', 'promote', { version: '1.1.0', reason })).body.code).toBe('NOT_ACCEPTED');
  const big = descriptor('mfe-eps', '2.0.0', build('mfe-eps'));
  const tooBig = { ...big, files: big.files.map((file) => ({ ...file, bytes: 21 * 1_048_576 })) };
  expect((await call(team.key, 'POST', '/modules/mfe-eps/versions', envelope(team, tooBig))).status).toBe(413);
  const begun = descriptor('mfe-eps', '3.0.0', build('mfe-eps', 'half'));
  await call(team.key, 'POST', '/modules/mfe-eps/versions', envelope(team, begun));
  expect((await call(team.key, 'POST', '/modules/mfe-eps/versions/3.0.0/finish')).body.code).toBe('FILES_MISSING');
});

test('a file is as long as was signed, and a release is finished by its own team, with a key in force', async () => {
  const team = await newTeam('sized', ['mfe-sized']);
  const other = await newTeam('starry', ['*']);
  const files = build('mfe-sized');
  const at = '/modules/mfe-sized/versions';
  const honest = descriptor('mfe-sized', '1.0.0', files);
  const put = async (bytes: Buffer) => (await call(team.key, 'PUT', `/blobs/${sha256Of(bytes)}`, bytes)).status;
  const lie = {
    ...honest,
    version: '0.9.0',
    files: honest.files.map((file) => ({ ...file, bytes: 0 })),
  };
  await call(team.key, 'POST', at, envelope(team, lie));
  expect(await Promise.all([...files.values()].map(put))).toEqual([404, 404]);
  await call(team.key, 'POST', at, envelope(team, honest));
  expect(await Promise.all([...files.values()].map(put))).toEqual([204, 204]);
  expect((await call(team.key, 'POST', `${at}/0.9.0/finish`)).body.code).toBe('FILES_MISSING');
  expect((await call(other.key, 'POST', `${at}/1.0.0/finish`)).body.code).toBe('SIGNER_UNKNOWN');
  await revokeKey(db, team.signing.id);
  expect((await call(team.key, 'POST', `${at}/1.0.0/finish`)).body.code).toBe('SIGNER_UNKNOWN');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const signing = { id: await addSigningKey(db, 'sized', publicKey, 30), private: createPrivateKey(privateKey) };
  expect(await upload({ ...team, signing }, 'mfe-sized', '1.0.0', files)).toMatchObject({ state: 'accepted' });
});

test('of two releases that take one name while the gates look at both, one is accepted', async () => {
  const teams = await Promise.all(['twin-a', 'twin-b'].map((id) => newTeam(id, [`mfe-${id}`])));
  const states = teams.map(async (team, index) => {
    const name = index === 0 ? 'mfe-twin-a' : 'mfe-twin-b';
    const files = build(name);
    const own = { ...descriptor(name, '1.0.0', files), manifest: manifest(name, 'contested') };
    await call(team.key, 'POST', `/modules/${name}/versions`, envelope(team, own));
    for (const bytes of files.values()) await call(team.key, 'PUT', `/blobs/${sha256Of(bytes)}`, bytes);
    await call(team.key, 'POST', `/modules/${name}/versions/1.0.0/finish`);
    await releases.store.settled();
    return (await call(team.key, 'GET', `/modules/${name}/versions/1.0.0/checks`)).body;
  });
  expect((await Promise.all(states)).toSorted((a, b) => String(a['state']).localeCompare(String(b['state'])))).toEqual([
    { state: 'accepted', gates: [expect.objectContaining({ ok: true })] },
    {
      state: 'refused',
      gates: [
        expect.objectContaining({ ok: true }),
        {
          id: 'CLAIMS',
          ok: false,
          findings: expect.arrayContaining([expect.objectContaining({ where: 'module.json' })]),
        },
      ],
    },
  ]);
});

test('nothing of a stranger is read, and of a team nothing that cannot be stored', async () => {
  const team = await newTeam('plain', ['mfe-plain']);
  const long = Buffer.alloc(2_000_000);
  expect((await call('phr_nobody', 'PUT', `/blobs/${sha256Of(long)}`, long)).status).toBe(401);
  expect((await call('phr_nobody', 'POST', '/modules/mfe-plain/versions', { a: 'a'.repeat(2_000_000) })).status).toBe(
    401,
  );
  expect((await call(team.key, 'POST', '/modules/mfe-plain/versions', { a: 'a'.repeat(2_000_000) })).status).toBe(413);
  const good = JSON.stringify(descriptor('mfe-plain', '1.0.0', build('mfe-plain')));
  const sent = async (text: string) =>
    (
      await call(
        team.key,
        'POST',
        '/modules/mfe-plain/versions',
        signEnvelope(DESCRIPTOR_TYPE, Buffer.from(text), team.signing),
      )
    ).status;
  // half a character, and levels without an end
  expect(await sent(good.replace('"1.3.0"', String.raw`"\ud800"`))).toBe(422);
  expect(await sent(good.replace('"1.3.0"', '['.repeat(50) + ']'.repeat(50)))).toBe(422);
  expect(await sent(good)).toBe(201);
});

test('an operator makes a key for a team on the machine, which releases with it, and takes it back', async () => {
  const settings = { DATABASE_URL: database.url, DATA_DIR: dir };
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, process.env[name]]));
  Object.assign(process.env, settings);
  try {
    const said = await manageKeys(['add'], {
      team: 'omega',
      module: ['mfe-omega'],
      environment: ['local'],
      days: '10',
    });
    const [, key = ''] = /^RELEASE_KEY=(\S+)$/m.exec(said) ?? [];
    const [, id = ''] = /^RELEASE_SIGNING_ID=(\S+)$/m.exec(said) ?? [];
    const team = { key, signing: { id, private: createPrivateKey(said.slice(said.indexOf('-----BEGIN'))) } };
    expect(await upload(team, 'mfe-omega', '1.0.0')).toMatchObject({ state: 'accepted' });
    expect((await change(key, 'mfe-omega', 'revive', { reason })).body.code).toBe('ACCESS_DENIED');
    expect(await manageKeys(['list'], {})).toContain(
      'omega  api  mfe-omega  upload rollout promote rollback kill  local',
    );
    const [, name = ''] = key.split('_');
    expect([await manageKeys(['revoke', name], {}), await manageKeys(['revoke', name], {})]).toEqual([
      `${name} is revoked.`,
      `No key ${name} is in force.`,
    ]);
    expect((await change(key, 'mfe-omega', 'kill', { reason })).status).toBe(401);
    await expect(manageKeys(['add'], { team: 'omega' })).rejects.toThrow('--module');
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

test('a team that has sent all its builds of a day and more has to wait, and no other with it', async () => {
  const [team, other] = [await newTeam('lavish', ['mfe-lavish']), await newTeam('thrifty', ['mfe-thrifty'])];
  const config = readConfig({ DATA_DIR: dir, LOG_LEVEL: 'silent' });
  const counts = countsOfProcess();
  await counts.add('release-bytes:lavish', 86_400_000, 1_999_999_999);
  const guarded = await createReleasesServer({
    platform: { config, log, db, auth, counts },
    channels: releases.channels,
    releases: releases.store,
    devBuilds: releases.devBuilds,
    registryOf: () => releases.registry,
    embedOf: releases.embedOf,
    blobs: releases.blobs,
    figures,
  });
  const put = async ({ key }: Team) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' };
    const url = `/releases/v1/blobs/${sha256Of('xy')}`;
    return (await guarded.inject({ method: 'PUT', url, headers, payload: Buffer.from('xy') })).statusCode;
  };
  // 404: nothing waits for it
  expect([await put(team), await put(other)]).toEqual([429, 404]);
  await guarded.close();
});

test('twenty wrong keys of one network, and it waits; who has a right one turns a module off all the same', async () => {
  const team = await newTeam('patient', ['mfe-alpha']);
  const config = readConfig({ DATA_DIR: dir, LOG_LEVEL: 'silent' });
  const platform = { config, log, db, auth, counts: countsOfProcess() };
  const guarded = await createReleasesServer({
    platform,
    channels: releases.channels,
    releases: releases.store,
    devBuilds: releases.devBuilds,
    registryOf: releases.registryOf,
    embedOf: releases.embedOf,
    blobs: releases.blobs,
    figures,
  });
  const wrong = () => `phr_${randomBytes(6).toString('hex')}_${randomBytes(32).toString('base64url')}`;
  const ask = (key: string) =>
    guarded.inject({
      url: '/releases/v1/environments/local/modules/mfe-alpha',
      headers: { authorization: `Bearer ${key}` },
    });
  const statuses: number[] = [];
  for (let n = 0; n < 21; n += 1) statuses.push((await ask(wrong())).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  expect((await ask(team.key)).statusCode).toBe(200);
  await guarded.close();
});

test('[ARCH-04] gates see the names that the shell and accepted modules claimed first, and no others', async () => {
  await writeFile(path.join(dir, 'screens.json'), JSON.stringify([{ screen: 'signin', path: '/signin' }]));
  await claimShell(db, dir);
  await claimShell(db, path.join(dir, 'nowhere'));
  let seen: readonly Claim[] = [];
  const looking = open(async (_release, { claims }) => {
    seen = claims;
    return [];
  });
  const team = await newTeam('claims', ['mfe-claims']);
  await upload(team, 'mfe-claims', '1.0.0');
  await upload(team, 'mfe-claims', '1.1.0', build('mfe-claims', 'refuse'));
  const actor = await actorOfKey(db, team.key);
  if (actor === undefined) throw new Error('the key is not in force');
  const files = build('mfe-claims', 'third');
  await looking.store.begin(actor, 'mfe-claims', envelope(team, descriptor('mfe-claims', '1.2.0', files)));
  for (const bytes of files.values()) await looking.store.putBlob(actor, sha256Of(bytes), bytes);
  await looking.store.finish(actor, 'mfe-claims', '1.2.0');
  await looking.store.settled();
  const approve = (body: object) => call('ops', 'POST', '/modules/mfe-claims/approve', body);
  await approve({ names: ['GET fhir /Goal'], chunk: 200_000 });
  expect((await approve({ names: ['view app', 'GET fhir /Goal'] })).body).toEqual({
    approved: ['GET fhir /Goal', 'view app'],
    chunk: 200_000,
  });
  expect((await call(team.key, 'POST', '/modules/mfe-claims/approve', {})).body.code).toBe('ACCESS_DENIED');
  expect(seen.filter(({ module }) => ['shell', 'mfe-claims'].includes(module))).toEqual(
    expect.arrayContaining([
      { kind: 'segment', value: 'signin', module: 'shell' },
      { kind: 'screen', value: 'signin', module: 'shell' },
      { kind: 'segment', value: 'claims', module: 'mfe-claims' },
    ]),
  );
});

test('[ARCH-08] the history can only grow', async () => {
  await expect(db.query("update channel_event set reason = 'other'")).rejects.toThrow('append only');
  await expect(db.query('delete from channel_event')).rejects.toThrow('append only');
  await expect(db.query('truncate channel_event')).rejects.toThrow('append only');
});

/** Repeats the given action in a separate process, on the same database. */
function releaser(action: object): ChildProcess {
  const file = (name: string) => JSON.stringify(fileURLToPath(new URL(`../src/${name}`, import.meta.url)));
  const code = `const { openPool } = await import(${file('kit/db/pool.ts')});
    const { createChannelStore } = await import(${file('releases/channel-store.ts')});
    const channels = createChannelStore(openPool(${JSON.stringify(database.url)}, () => undefined, 2));
    const of = { environment: 'race', actor: 'test', reason: 'a race' };
    process.on('message', async (module) => {
      const action = ${JSON.stringify(action)};
      for (let tries = 0; ; tries += 1) {
        const { revision } = await channels.read('race', module);
        const done = await channels.change({ ...of, module, action, ...(action.kind === 'kill' ? {} : { revision }) })
          .then(() => 'done', (error) => error.code === 'REVISION' && tries < 5 ? 'again' : error.message);
        if (done !== 'again') return process.send(done);
      }
    });
    process.send('ready');`;
  return spawn(process.execPath, ['--input-type=module', '--no-warnings', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

test('[ARCH-04] of a kill and a promotion at once in two processes neither is lost, a thousand times', async () => {
  await newTeam('race', []);
  await db.query(`insert into module (name, team) select 'mfe-race' || n, $1 from generate_series(1, 1000) n`, [
    'race',
  ]);
  await db.query(
    `insert into release (module, version, digest, descriptor, state, uploaded_by)
     select 'mfe-race' || n, '1.1.0', 'x', '{}', 'accepted', 'test' from generate_series(1, 1000) n`,
  );
  const rollout = {
    id: 'r',
    version: '1.1.0',
    share: 500,
    salt: 's',
    cohorts: [],
    state: 'running',
    ladder: null,
    stepSince: '',
  };
  await db.query(
    `insert into channel (environment, module, current, rollouts) select 'race', 'mfe-race' || n, '1.0.0', $1 from generate_series(1, 1000) n`,
    [JSON.stringify([rollout])],
  );
  const others = [releaser({ kind: 'kill', grace: 0 }), releaser({ kind: 'promote', version: '1.1.0' })];
  await Promise.all(others.map((other) => once(other, 'message')));
  const said = new Set<unknown>();
  for (let round = 1; round <= 1_000; round += 1) {
    const done = Promise.all(others.map((other) => once(other, 'message')));
    for (const other of others) other.send(`mfe-race${round}`);
    for (const [answer] of await done) said.add(answer);
  }
  for (const other of others) other.kill();
  expect([...said]).toEqual(['done']);
  const whole = await db.query(
    `select count(*)::int as n from channel where environment = 'race' and killed is not null and current = '1.1.0' and rollouts = '[]' and revision = 2`,
  );
  expect(whole).toEqual([{ n: 1_000 }]);
  const events = await db.query<{ n: number }>(
    `select count(*)::int as n from channel_event where environment = 'race'`,
  );
  expect(events).toEqual([{ n: 2_000 }]);
}, 120_000);

test('[ARCH-06] who asks while another one is being answered gets what was changed before, too', async () => {
  const team = await newTeam('theta', ['mfe-theta']);
  await upload(team, 'mfe-theta', '1.0.0');
  await change(team.key, 'mfe-theta', 'promote', { version: '1.0.0', reason });
  let open = (): void => undefined;
  let gate = Promise.resolve();
  const registry = createRegistry({
    db,
    blobs: { ...releases.blobs, has: (sha256) => gate.then(() => releases.blobs.has(sha256)) },
    environment: 'local',
    installation: 'https://phr.test',
    log,
    copyFile: path.join(dir, 'registry-theta.json'),
    checkMs: 60_000,
  });
  const serial = async () => (await registry.published()).registry.serial;
  const before = await serial();
  await change(team.key, 'mfe-theta', 'kill', { reason });
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const first = serial();
  // the first has read the rows, and waits for the files
  for (let turn = 0; turn < 5; turn += 1) await db.query('select 1');
  const second = serial();
  for (let turn = 0; turn < 5; turn += 1) await db.query('select 1');
  open();
  expect((await Promise.all([first, second])).map((after) => after > before)).toEqual([true, true]);
});

test('[ARCH-04] the registry follows the rows in both schemas, and its number rises with each change', async () => {
  const team = await newTeam('zeta', ['mfe-zeta']);
  for (const version of ['1.0.0', '1.1.0']) await upload(team, 'mfe-zeta', version);
  await change(team.key, 'mfe-zeta', 'promote', { version: '1.0.0', reason });
  const before = await releases.registry.published();
  const { body } = await change(team.key, 'mfe-zeta', 'rollouts', {
    version: '1.1.0',
    share: 2_500,
    cohorts: ['staff'],
    reason,
  });
  const [rollout] = body['rollouts'] as { id: string; salt: string }[];
  const { registry, etag } = await releases.registry.published();
  expect([registry.serial > before.registry.serial, etag === before.etag]).toEqual([true, false]);
  expect(releases.registry.serial()).toBe(registry.serial);
  const two = registry.modules.find(({ name }) => name === 'mfe-zeta');
  expect(two).toMatchObject({
    killed: null,
    current: '1.0.0',
    rollouts: [{ id: rollout?.id, version: '1.1.0', share: 2_500, salt: rollout?.salt, cohorts: ['staff'] }],
    fallbacks: [],
  });
  const entry = build('mfe-zeta', '1.0.0').get('remoteEntry.js') ?? '';
  expect(two?.releases['1.0.0']).toEqual({
    entry: '/m/mfe-zeta/1.0.0/remoteEntry.js',
    integrity: `sha384-${createHash('sha384').update(entry).digest('base64')}`,
    container: 'mfe_zeta__1_0_0',
    contract: '^1.0.0',
    ui: '1.3.0',
    manifest: expect.any(String),
  });
  expect(registry.manifests[two?.releases['1.0.0']?.manifest ?? '']).toEqual(manifest('mfe-zeta'));
  const one = async () => (await releases.registry.read()).modules.find(({ name }) => name === 'mfe-zeta');
  expect(await one()).toMatchObject({
    enabled: true,
    current: { version: '1.0.0', manifest: manifest('mfe-zeta') },
    rollout: { percent: 25, salt: rollout?.salt, release: { version: '1.1.0' } },
  });
  await change(team.key, 'mfe-zeta', 'promote', { version: '1.1.0', reason });
  expect(await one()).toMatchObject({ current: { version: '1.1.0' }, previous: { version: '1.0.0' } });
  await change(team.key, 'mfe-zeta', 'kill', { reason, grace: 5 });
  expect(await one()).toMatchObject({ enabled: false, grace: 5 });
});

test('[ARCH-08] a release whose files are away gives way to the next good one, until they are back', async () => {
  const parts = { db, ...releases };
  for (const [version, entry] of [
    ['1.0.0', 'old'],
    ['1.1.0', 'new'],
  ] as const) {
    const folder = path.join(dir, `build-${version}`);
    await mkdir(folder);
    for (const [name, bytes] of build('mfe-eta', entry)) await writeFile(path.join(folder, name), bytes);
    expect(await followCheckout(parts, [{ name: 'mfe-eta', version, folder }])).toEqual([]);
  }
  const offered = async () => {
    const found = (await releases.registry.read()).modules.find(({ name }) => name === 'mfe-eta');
    return [found?.current.version, found?.previous?.version];
  };
  expect(await offered()).toEqual(['1.1.0', '1.0.0']);
  const hash = sha256Of(build('mfe-eta', 'new').get('remoteEntry.js') ?? '');
  const bytes = await readFile(path.join(dir, 'blobs', hash.slice(0, 2), hash));
  await releases.blobs.delete(hash);
  expect(await offered()).toEqual(['1.0.0', undefined]);
  expect(releases.registry.missing()).toBe(1);
  await releases.blobs.put(hash, bytes);
  expect(await offered()).toEqual(['1.1.0', '1.0.0']);
});

test.each<[string, string, (module: string) => Promise<unknown>]>([
  ['rollback', '1.0.0-b.1', (module) => change('ops', module, 'rollback', { reason })],
  ['kill', '1.0.0-b.2', (module) => change('ops', module, 'kill', { reason })],
  ['canary', '1.0.0-b.2', (module) => change('ops', module, 'rollouts', { version: '1.0.0-b.1', share: 500, reason })],
])(
  '[ARCH-04] a start follows its checkout until a person released: a %s stays as it is',
  async (what, stays, release) => {
    const module = `mfe-${what}`;
    const folder = path.join(dir, `build-${what}`);
    await mkdir(folder);
    const start = async (version: string) => {
      for (const [name, bytes] of build(module, version)) await writeFile(path.join(folder, name), bytes);
      return followCheckout({ db, ...releases }, [{ name: module, version, folder }]);
    };
    expect([await start('1.0.0-b.1'), await start('1.0.0-b.1'), await start('1.0.0-b.2')]).toEqual([[], [], []]);
    expect((await releases.channels.read('local', module)).channel.current).toBe('1.0.0-b.2');
    await release(module);
    const before = await releases.channels.read('local', module);
    expect(await start('1.0.0-b.3')).toEqual([expect.stringContaining(`differs from released ${stays}`)]);
    expect(await releases.channels.read('local', module)).toEqual(before);
    const stored = await db.query(`select version from release where module = $1 order by version`, [module]);
    expect(stored).toEqual([{ version: '1.0.0-b.1' }, { version: '1.0.0-b.2' }]);
  },
);

test('a start lets the modules of its checkout have what they name, and keeps limits of operators', async () => {
  const folder = path.join(dir, 'build-own');
  await mkdir(folder);
  const start = async (more: object) => {
    const all = { ...manifest('mfe-own'), ...more };
    for (const [name, bytes] of build('mfe-own', 'own')) await writeFile(path.join(folder, name), bytes);
    await writeFile(path.join(folder, 'module.json'), JSON.stringify(all));
    const version = `1.0.0-b.${Object.keys(more).length}`;
    const builds = [{ name: 'mfe-own', version, folder }];
    await prepareReleases(
      db,
      releases,
      { releasesDir: dir, shellDir: dir, embedDir: dir, dataDir: dir },
      { builds, log },
    );
    const [row] = await db.query<{ budgets: object }>(`select budgets from module where name = 'mfe-own'`);
    return row?.budgets;
  };
  const budgets = [{ what: 'x', mark: 'y', kB: 300 }];
  expect(await start({ budgets, approvals: ['eval'] })).toEqual({ chunk: 300_000, approved: ['eval'] });
  await releases.store.approve('mfe-own', ['view app'], { chunk: 200_000 });
  expect(await start({ budgets })).toEqual({ chunk: 200_000, approved: ['eval', 'view app'] });
  expect(await hostsInUse(db, 'local')).toEqual([CONTRACT_VERSION]);
});

test('[ARCH-04] what was kept in folders is imported once, with shares that keep their devices', async () => {
  const old = path.join(dir, 'old');
  const versions = ['1.0.0', '1.1.0', '1.2.0'];
  for (const version of versions) {
    await mkdir(path.join(old, 'mfe-iota', version), { recursive: true });
    for (const [name, bytes] of build('mfe-iota', version))
      await writeFile(path.join(old, 'mfe-iota', version, name), bytes);
  }
  const rollout = { version: '1.2.0', percent: 5, salt: 'ab' };
  const kept = {
    current: '1.1.0',
    previous: '1.0.0',
    earlier: ['0.9.0'],
    rollout,
    enabled: false,
    grace: 7,
    by: 'release',
  };
  await writeFile(path.join(old, 'mfe-iota', 'channel.json'), JSON.stringify(kept));
  await mkdir(path.join(old, 'mfe-broken'));
  await writeFile(path.join(old, 'mfe-broken', 'channel.json'), '{"current": "../etc"}');
  const parts = { db, ...releases };
  expect((await importReleases(parts, old)).toSorted()).toEqual([
    'mfe-broken: its channel.json cannot be read',
    expect.stringContaining('mfe-iota 0.9.0 was left out'),
    'mfe-iota 1.1.0 was imported',
  ]);
  const found = (await releases.registry.read()).modules.find(({ name }) => name === 'mfe-iota');
  expect(found).toMatchObject({
    enabled: false,
    grace: 7,
    current: { version: '1.1.0' },
    previous: { version: '1.0.0' },
    rollout: { percent: 5, salt: 'ab', release: { version: '1.2.0' } },
  });
  const events = await db.query(`select distinct actor from channel_event where module = 'mfe-iota'`);
  expect(events).toEqual([{ actor: 'import' }]);
  expect(await importReleases(parts, old)).toEqual(['mfe-broken: its channel.json cannot be read']);
});

test('[ARCH-06] a withdrawn version is gone from every environment, and its files are told as gone', async () => {
  const ingest = (version: string, goodAt?: Date) =>
    releases.store.ingest('mfe-kappa', version, build('mfe-kappa', version), {
      actor: 'start',
      team: OWN_TEAM,
      ...(goodAt === undefined ? {} : { goodAt }),
    });
  await ingest('1.0.0', new Date(1));
  await ingest('1.1.0');
  for (const environment of ['local', 'staging'])
    await releases.channels.change({
      environment,
      module: 'mfe-kappa',
      action: { kind: 'offer', version: '1.1.0' },
      actor: 'start',
      reason,
    });
  expect(await releases.store.file('mfe-kappa', '1.1.0', 'remoteEntry.js')).toMatchObject({
    br: expect.any(String),
    gz: expect.any(String),
  });
  expect((await call('ops', 'POST', '/modules/mfe-kappa/versions/1.1.0/withdraw', { reason })).body).toMatchObject({
    state: 'withdrawn',
  });
  for (const environment of ['local', 'staging'])
    expect((await releases.channels.read(environment, 'mfe-kappa')).channel.current).toBe('1.0.0');
  expect(await releases.store.file('mfe-kappa', '1.1.0', 'remoteEntry.js')).toBe('gone');
});

test('[ARCH-08] without the database the registry goes on from memory, and in a new process from its copy', async () => {
  const alone = openPool(database.url, () => undefined, 2);
  const at = (pool: Db, copy: string) =>
    openReleases(
      { releasesDir: dir, dataDir: copy, shellOrigin: 'https://phr.test', releaseEnvironment: 'local' },
      { db: pool, log },
    );
  const running = at(alone, dir);
  const before = await running.registry.read();
  const { text, signature } = await running.registry.published();
  const [key] = await running.registry.keys();
  expect(await isSigned(text, signature, key?.publicKey ?? '')).toBe(true);
  await alone.close();
  const gone = openPool('postgres://phr:x@127.0.0.1:1/phr', () => undefined, 1);
  const copied = at(gone, dir);
  expect(await copied.registry.read()).toEqual(before);
  expect(await copied.registry.published()).toMatchObject({ text, signature });
  const without = at(gone, path.join(dir, 'nowhere'));
  await expect(without.registry.read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await gone.close();
});

const pick = ({ text, signature }: Published) => ({ text, signature });

test('[ARCH-04] a web process elsewhere publishes what the service offers, and goes on from its disk', async () => {
  const team = await newTeam('iota', ['mfe-iota']);
  await upload(team, 'mfe-iota', '1.0.0');
  await change(team.key, 'mfe-iota', 'promote', { version: '1.0.0', reason });
  const folder = await mkdtemp(path.join(tmpdir(), 'phr-elsewhere-'));
  const gone = openPool('postgres://phr:x@127.0.0.1:1/phr', () => undefined, 1);
  const at = (releasesUrl: string, releaseEnvironment = 'local') =>
    openReleases(
      { releasesDir: folder, dataDir: folder, shellOrigin: 'https://web.test', releaseEnvironment, releasesUrl },
      { db: gone, log },
    );
  const web = at(address);
  const file = (from: Releases, name = 'remoteEntry.js') => textOfRelease(from, 'mfe-iota', '1.0.0', name);
  const changed = Promise.withResolvers<undefined>();
  const told: number[] = [];
  const following = web.registry.listen((serial) => {
    if (told.push(serial) === 2) changed.resolve(undefined);
  });
  const { text, signature } = await web.registry.published();
  expect({ text, signature }).toEqual(pick(await releases.registry.published()));
  expect(await web.registry.keys()).toEqual(await releases.registry.keys());
  const entry = build('mfe-iota', '1.0.0').get('remoteEntry.js')?.toString();
  expect([await file(web), await file(web, 'none.js')]).toEqual([entry, undefined]);
  // a name that cannot be a release's file is not requested, so that invented names do not fill the cache
  const pages = Fastify();
  serveReleases(pages, createFileSender({ db: gone, log }, web), () => undefined);
  for (const name of ['..%2F..%2F..%2Fregistry%2Fkeys.json', 'remoteEntry.js%3Fagain=1', 'remoteEntry.js%23a'])
    expect((await pages.inject(`/m/mfe-iota/1.0.0/${name}`)).statusCode).toBe(404);
  expect((await pages.inject('/m/mfe-iota/1.0.0/remoteEntry.js')).body).toBe(entry);
  await pages.close();
  // the service is down: files requested before are available, also in a new process
  const later = at('http://127.0.0.1:1');
  expect(pick(await later.registry.published())).toEqual({ text, signature });
  expect([await file(later), await file(later, 'module.json')]).toEqual([entry, undefined]);
  await expect(at('http://127.0.0.1:1', 'staging').registry.read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  // a withdrawn version is gone here, too
  expect(told).toHaveLength(1);
  await releases.store.withdraw('mfe-iota', '1.0.0', 'test', reason);
  await changed.promise;
  expect(await web.store.file('mfe-iota', '1.0.0', 'remoteEntry.js')).toBe('gone');
  await following.stop();
  await gone.close();
  await rm(folder, { recursive: true, force: true });
});

/** A process whose database would be found out to be asked. */
const noDatabase = {
  query: () => Promise.reject(new Error('this database has nothing of releases')),
} as unknown as Db;

test('[ARCH-04] what pages of a web process elsewhere tell is judged at the service, and stops a rollout', async () => {
  const team = await newTeam('told', ['mfe-told']);
  for (const version of ['1.0.0', '1.1.0']) await upload(team, 'mfe-told', version);
  await change(team.key, 'mfe-told', 'promote', { version: '1.0.0', reason });
  await change(team.key, 'mfe-told', 'rollouts', { version: '1.1.0', share: 500, reason });
  const { key } = await newTeam('web', ['*'], ['report']);
  const web = (reportKey: string) =>
    reportsOf(
      readConfig({ DATA_DIR: dir, RELEASES_URL: address, RELEASES_REPORT_KEY: reportKey }),
      { db: noDatabase, log, registry: releases.registry },
      createFigures(),
    );
  const one = { module: 'mfe-told', version: '1.1.0', why: 'rollout', load: { failed: 'evaluation' } } as const;
  const tell = (who: number, proven = true, from = key) =>
    web(from)({ reports: [one], who: String(who).padStart(22, '0'), proven });
  await tell(0, false);
  for (const who of [1, 2, 3, 4]) await tell(who);
  const watch = createWatch({
    db,
    log,
    rollouts: releases.rollouts,
    stopRollout: releases.stopRollout,
    current: () => currentReleases(db),
    onAlarm: async () => undefined,
  });
  await watch.tick();
  expect((await releases.channels.read('local', 'mfe-told')).channel.rollouts).toMatchObject([{ state: 'running' }]);
  await tell(5);
  await watch.tick();
  expect((await releases.channels.read('local', 'mfe-told')).channel.rollouts).toMatchObject([{ state: 'stopped' }]);
  // neither a team nor an operator can invent reports of pages, and pages learn that the report was not accepted
  for (const other of [team.key, 'ops', 'phr_wrong'])
    await expect(tell(6, true, other)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await reportHost({ url: address, key, environment: 'staging' }, '1.1.0');
  expect(await hostsInUse(db, 'staging')).toEqual(['1.1.0']);
});

test('[ARCH-04] of five releases those meet a shell that people may have, with the shells of 90 days', async () => {
  const team = await newTeam('chi', ['mfe-chi']);
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) await upload(team, 'mfe-chi', version);
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    if (version !== '1.0.0') await change(team.key, 'mfe-chi', 'rollouts', { version, share: 500, reason });
    await change(team.key, 'mfe-chi', 'promote', { version, reason });
  }
  for (const version of ['1.3.0', '1.4.0'])
    await change(team.key, 'mfe-chi', 'rollouts', { version, share: 500, beside: version === '1.4.0', reason });
  await call('ops', 'POST', '/modules/mfe-chi/versions/1.0.0/mark-good', { reason });
  const registry = parseRegistry(await (await fetch(`${address}/registry/2.json?environment=local`)).json());
  const shells = [
    { since: '2026-01-10', until: '2026-08-31', shellDir: 'long-ago' },
    { since: '2026-08-31', until: '2026-11-01', shellDir: 'yesterday' },
    { since: '2026-11-01', shellDir: 'today' },
  ];
  const now = new Date('2026-11-30T12:00:00Z');
  const only = { ...registry, modules: registry.modules.filter(({ name }) => name === 'mfe-chi') };
  const pairs = pairsOf(shells, only, (module, version) => `${address}/m/${module}/${version}`, now);
  expect(pairs.map(({ shell, version }) => `${shell.shellDir} ${version}`).toSorted()).toEqual([
    'today 1.0.0',
    'today 1.1.0',
    'today 1.2.0',
    'today 1.3.0',
    'today 1.4.0',
    'yesterday 1.2.0',
  ]);
  const [job] = pairs.map((pair) => pair.job);
  const entry = Buffer.from(await (await fetch(`${job?.releaseDir}/remoteEntry.js`)).arrayBuffer());
  expect(job?.integrity).toBe(`sha384-${createHash('sha384').update(entry).digest('base64')}`);
  expect(job?.manifest).toEqual(manifest('mfe-chi'));
  await change(team.key, 'mfe-chi', 'kill', { reason });
  const off = parseRegistry(await (await fetch(`${address}/registry/2.json`)).json());
  expect(pairsOf(shells, off, () => '', now).filter(({ module }) => module === 'mfe-chi')).toEqual([]);
});

test('what nothing names goes after its time, with the files that no release has; the rest stays', async () => {
  const ingest = (version: string) =>
    releases.store.ingest('mfe-lambda', version, build('mfe-lambda', version), { actor: 'start', team: OWN_TEAM });
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await ingest(version);
  await releases.channels.change({
    environment: 'local',
    module: 'mfe-lambda',
    action: { kind: 'offer', version: '1.3.0' },
    actor: 'start',
    reason,
  });
  await db.query(
    `update release set uploaded_at = now() - interval '91 days' where module = 'mfe-lambda' and version <> '1.2.0'`,
  );
  await db.query(`update release set served_on = current_date where module = 'mfe-lambda' and version = '1.1.0'`);
  expect((await collectGarbage(db, releases.blobs, log)).releases).toBe(1);
  const left = await db.query<{ version: string }>(
    `select version from release where module = 'mfe-lambda' and state = 'accepted' order by version`,
  );
  expect(left.map(({ version }) => version)).toEqual(['1.1.0', '1.2.0', '1.3.0']);
  const known = await db.query(`select state from release where module = 'mfe-lambda' and version = '1.0.0'`);
  expect(known).toEqual([{ state: 'removed' }]);
  expect(await releases.store.file('mfe-lambda', '1.0.0', 'remoteEntry.js')).toBeUndefined();
  const taken = releases.store.ingest('mfe-lambda', '1.0.0', build('mfe-lambda', 'other'), {
    actor: 'start',
    team: OWN_TEAM,
  });
  await expect(taken).rejects.toMatchObject({ code: 'VERSION_TAKEN' });
  const hash = sha256Of(build('mfe-lambda', '1.0.0').get('remoteEntry.js') ?? '');
  expect(await releases.blobs.has(hash)).toBe(true);
  await db.query(`update blob set orphan_since = now() - interval '8 days' where orphan_since is not null`);
  await collectGarbage(db, releases.blobs, log);
  expect(await releases.blobs.has(hash)).toBe(false);
  expect(await releases.blobs.has(sha256Of(build('mfe-lambda', '1.3.0').get('remoteEntry.js') ?? ''))).toBe(true);
  await ingest('1.0.0');
  expect(await releases.store.file('mfe-lambda', '1.0.0', 'remoteEntry.js')).toMatchObject({ sha256: hash });
});

test('what a promotion replaced stays, and of a withdrawn version it is told for good', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0'])
    await releases.store.ingest('mfe-pi', version, build('mfe-pi', version), { actor: 'start', team: OWN_TEAM });
  for (const version of ['1.0.0', '1.1.0'])
    await releases.channels.change({
      environment: 'local',
      module: 'mfe-pi',
      action: { kind: 'offer', version },
      actor: 'start',
      reason,
    });
  await releases.store.withdraw('mfe-pi', '1.2.0', 'test', reason);
  await db.query(`update release set uploaded_at = now() - interval '91 days' where module = 'mfe-pi'`);
  const collect = async () => (await collectGarbage(db, releases.blobs, log)).releases;
  expect([await collect(), await collect()]).toEqual([1, 0]);
  expect(await releases.store.file('mfe-pi', '1.2.0', 'remoteEntry.js')).toBe('gone');
  expect(await releases.store.filesOf('mfe-pi', '1.2.0')).toEqual([]);
  expect(await releases.store.filesOf('mfe-pi', '1.0.0')).not.toEqual([]);
});

test.each<[string, string | undefined, object]>([
  ['no browser is there', undefined, { state: 'refused', gates: [{ ok: false, findings: [{ where: 'release' }] }] }],
  ['it finds nothing', '/a-browser', { state: 'accepted', gates: [{ ok: true, findings: [] }] }],
])('an upload of another team is mounted before it is accepted: %s', async (what, browser, told) => {
  const name = `mfe-load-${what.length}`;
  const command = [process.execPath, '-e', 'console.log(process.env.CHROMIUM === "/a-browser" ? "[]" : "no")'] as const;
  const load = loadGate({ command, browser, strict: true, shellDir: dir });
  const { store } = open(async (release, world) => [await runGate(load, release, world)]);
  const team = await newTeam(name.slice(4), [name]);
  const actor = await actorOfKey(db, team.key);
  if (actor === undefined) throw new Error('the key is not in force');
  const files = build(name, 'mounted');
  await store.begin(actor, name, envelope(team, descriptor(name, '1.0.0', files)));
  for (const bytes of files.values()) await store.putBlob(actor, sha256Of(bytes), bytes);
  await store.finish(actor, name, '1.0.0');
  await store.settled();
  expect(await store.stateOf(name, '1.0.0')).toMatchObject(told);
});

test('[ARCH-04] gates hold a release against the contracts of all shells that were served in 30 days', async () => {
  const shell = path.join(dir, 'shell-of-hosts');
  await mkdir(shell);
  for (const contract of ['1.1.0', '1.2.0', '1.2.0']) {
    await writeFile(path.join(shell, 'host.json'), JSON.stringify({ contract }));
    await recordHost(db, 'hosts', await contractOfShell(shell));
  }
  expect(await hostsInUse(db, 'hosts')).toEqual(['1.1.0', '1.2.0']);
  await db.query(`update host_contract set last_on = current_date - 30 where contract = '1.1.0'`);
  expect(await hostsInUse(db, 'hosts')).toEqual(['1.2.0']);
  expect(await hostsInUse(db, 'elsewhere')).toEqual([]);
});

test('[ARCH-04] a rollout on the ladder climbs by the clock, stops by its figures, and returns its devices', async () => {
  let clock = Date.parse('2026-03-01T00:00:00Z');
  const timed = openReleases(
    { releasesDir: dir, dataDir: dir, shellOrigin: 'https://phr.test', releaseEnvironment: 'local' },
    { db, log, now: () => new Date(clock) },
  );
  const of = { environment: 'ladder', module: 'mfe-mu', actor: 'test', reason };
  for (const version of ['1.0.0', '1.1.0'])
    await timed.store.ingest('mfe-mu', version, build('mfe-mu', version), { actor: 'start', team: OWN_TEAM });
  await timed.channels.change({ ...of, action: { kind: 'offer', version: '1.0.0' } });
  const start = { kind: 'start', version: '1.1.0', share: 0, cohorts: [], ladder: 'auto' } as const;
  const { channel } = await timed.channels.change({ ...of, action: start });
  const id = channel.rollouts[0]?.id ?? '';
  expect(await timed.rollouts()).toContainEqual({
    environment: 'ladder',
    module: 'mfe-mu',
    id,
    version: '1.1.0',
    control: '1.0.0',
    since: new Date(clock),
    stepSince: new Date(clock),
    climbs: true,
    share: 0,
  });
  const steps: unknown[] = [];
  const seen = { canary: 20, compared: 400, cohort: 0, cohortBad: 0 };
  for (const [minutes, evidence] of [
    [29, 1],
    [1, 2],
    [0, 1],
    [120, 1],
    [120, 0],
  ] as const) {
    clock += minutes * 60_000;
    await timed.climb(async () => ({ evidence, ...seen }));
    const [rollout] = (await timed.channels.read('ladder', 'mfe-mu')).channel.rollouts;
    steps.push([rollout?.cohorts, rollout?.share]);
  }
  const team = [`team:${OWN_TEAM}`];
  const staff = [...team, 'staff'];
  expect(steps).toEqual([
    [team, 0],
    [team, 0],
    [staff, 0],
    [staff, 100],
    [staff, 500],
  ]);
  const stop = () => timed.stopRollout('ladder', 'mfe-mu', id, 'Worse than the current version', { N: 120, x: 9 });
  expect([await stop(), await stop()]).toEqual([true, false]);
  expect(await timed.rollouts()).not.toContainEqual(expect.objectContaining({ id }));
  const [last] = await db.query('select actor, action, reason from channel_event order by id desc limit 1');
  expect(last).toEqual({ actor: 'auto', action: 'stop', reason: 'Worse than the current version (N=120, x=9)' });
});

test('[ARCH-04] files of releases may lie in a bucket, each put once under the condition that it is new', async () => {
  const scope = { accessKey: 'AKIDEXAMPLE', secretKey: 'secret-of-a-test', region: 'us-east-1' };
  const bucket = await startBucket(scope);
  const blobs = createBucketBlobs({ ...scope, endpoint: bucket.url, bucket: 'phr', pathStyle: true });
  const bytes = Buffer.from('export {};');
  const hash = sha256Of(bytes);
  expect([await blobs.has(hash), await blobs.get(hash)]).toEqual([false, undefined]);
  await Promise.all([blobs.put(hash, bytes), blobs.put(hash, bytes)]);
  expect([(await blobs.get(hash))?.bytes, await bytesOf(blobs, hash)]).toEqual([bytes.length, bytes]);
  expect([...bucket.objects.keys()]).toEqual([expect.stringContaining(`releases/${hash.slice(0, 2)}/${hash}`)]);
  expect([bucket.conditions.length > 0, bucket.refused]).toEqual([true, []]);
  await blobs.delete(hash);
  expect(await blobs.has(hash)).toBe(false);
  await bucket.stop();
});

test('a blob that cannot be written whole leaves nothing, and the same twice at once is one', async () => {
  const bytes = randomBytes(1_000);
  const hash = sha256Of(bytes);
  await Promise.all([releases.blobs.put(hash, bytes), releases.blobs.put(hash, bytes)]);
  expect(await readdir(path.join(dir, 'blobs', hash.slice(0, 2)))).toContain(hash);
  const other = sha256Of('other');
  await rm(path.join(dir, 'blobs', other.slice(0, 2)), { recursive: true, force: true });
  await writeFile(path.join(dir, 'blobs', other.slice(0, 2)), 'a file where a folder should be');
  await expect(releases.blobs.put(other, Buffer.from('other'))).rejects.toThrow();
  await rm(path.join(dir, 'blobs', other.slice(0, 2)));
  expect(await releases.blobs.has(other)).toBe(false);
});

test('[ARCH-04] production takes what everybody in staging had for half an hour at a stretch', async () => {
  let clock = Date.parse('2026-03-01T00:00:00Z');
  const timed = openReleases(
    { releasesDir: dir, dataDir: dir, shellOrigin: 'https://phr.test', releaseEnvironment: 'production' },
    { db, log, now: () => new Date(clock) },
  );
  for (const version of ['1.0.0', '1.1.0'])
    await timed.store.ingest('mfe-nu', version, build('mfe-nu', version), { actor: 'start', team: OWN_TEAM });
  const staging = (version: string) =>
    timed.channels.change({
      environment: 'staging',
      module: 'mfe-nu',
      action: { kind: 'offer', version },
      actor: 'test',
      reason,
    });
  const production = (version: string, urgent = false) =>
    timed.channels
      .change({
        environment: 'production',
        module: 'mfe-nu',
        action: { kind: 'promote', version, urgent },
        actor: 'test',
        reason,
      })
      .then(
        ({ channel }) => channel.current,
        (error: { code: string }) => error.code,
      );
  expect(await production('1.0.0', true)).toBe('NOT_IN_STAGING');
  await staging('1.0.0');
  clock += 29 * 60_000;
  await staging('1.1.0');
  clock += 40 * 60_000;
  await staging('1.0.0');
  clock += 29 * 60_000;
  expect(await production('1.0.0')).toBe('NOT_IN_STAGING');
  clock += 60_000;
  expect(await production('1.0.0')).toBe('1.0.0');
  await db.query(`update channel set current = null where environment = 'production' and module = 'mfe-nu'`);
  expect(await production('1.1.0')).toBe('1.1.0');
});

/** An operators' page as a browser gets it. */
async function opsPage(at: string, who = 'ops', headers: Record<string, string> = {}) {
  const answer = await fetch(`${address}${at}`, {
    redirect: 'manual',
    headers: { cookie: `other=1; phr-ops=${who}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
/** The fields of one form of a page, as in its HTML. */
function formIn(text: string, action: string, rollout = ''): Record<string, string> {
  const form = text.split('<form ').find((part) => {
    const [, to = ''] = /action="([^"]*)"/.exec(part) ?? [];
    return to.endsWith(`/${action}`) && (rollout === '' || part.includes(`value="${rollout}"`));
  });
  if (form === undefined) throw new Error(`no form ${action}`);
  const fields = [...form.matchAll(/<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"/g)];
  return Object.fromEntries(
    fields.filter(([all]) => !all.includes('checkbox')).map(([, name = '', value = '']) => [name, value]),
  );
}
const sendForm = async (
  at: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  who = 'ops',
) => {
  const answer = await fetch(`${address}${at}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: `phr-ops=${who}`,
      origin: OPS_ORIGIN,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('[ARCH-06] operators do by the pages what the command line does, with reasons, in the history', async () => {
  const team = await newTeam('rho', ['mfe-rho']);
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await upload(team, 'mfe-rho', version);
  const at = '/ops/modules/mfe-rho';
  const done: [string, number][] = [];
  const act = async (action: string, fields: Record<string, string> = {}) => {
    const { text } = await opsPage(`${at}?environment=local`);
    const rollouts = (await releases.channels.read('local', 'mfe-rho')).channel.rollouts;
    const rollout = rollouts.find(({ state }) => state !== 'stopped')?.id ?? '';
    const isOfRollout = ['raise', 'pause', 'resume', 'stop'].includes(action);
    const sent = { ...formIn(text, action, isOfRollout ? rollout : ''), reason: `to ${action} <b>it</b>`, ...fields };
    const { status, text: said } = await sendForm(`${at}/${action}`, sent);
    if (status !== 303) throw new Error(`${action}: ${status} ${/<p lang="en">([^<]*)/.exec(said)?.[1]}`);
    done.push([action, (await releases.channels.read('local', 'mfe-rho')).revision]);
  };
  await act('promote', { version: '1.0.0' });
  await act('mark-good', { version: '1.0.0' });
  await act('start', { version: '1.1.0', percent: '5' });
  await act('raise', { percent: '12,5' });
  await act('pause');
  await act('resume');
  await act('promote', { version: '1.1.0' });
  await act('rollback', { version: '' });
  await act('start', { version: '1.2.0', ladder: 'auto', cohorts: 'beta' });
  await act('stop');
  await act('hold', { hours: '2' });
  await act('hold', { hours: '0' });
  await act('kill', { grace: '0' });
  await act('revive');
  await act('withdraw', { version: '1.2.0' });
  await act('approve', { names: 'GET fhir /Goal\nview app', chunk: '200', mayRollBack: 'yes' });
  expect(done.at(-1)).toEqual(['approve', 15]);
  const { channel } = await releases.channels.read('local', 'mfe-rho');
  expect(channel).toMatchObject({ current: '1.0.0', killed: null });
  const [row] = await db.query(`select budgets, may_roll_back from module where name = 'mfe-rho'`);
  expect(row).toEqual({ budgets: { approved: ['GET fhir /Goal', 'view app'], chunk: 200_000 }, may_roll_back: true });
  const actors = await db.query(`select distinct actor from channel_event where module = 'mfe-rho'`);
  expect(actors).toEqual([{ actor: 'person:ops' }]);
  for (const lang of ['vi', 'en']) {
    const { text, headers } = await opsPage(`${at}?environment=local&lang=${lang}`);
    expect(text).toContain('to kill &lt;b&gt;it&lt;/b&gt;');
    expect(text).not.toMatch(/<script|style=|javascript:|[>"]undefined| on[a-z]+=/);
    // with 'no-referrer' a browser would send its own forms with origin "null"
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';(?!.*script)/);
  }
  const version = await opsPage(`${at}/versions/1.1.0?lang=en&environment=local`);
  expect(version.text).toContain('Differences to 1.0.0');
  expect((await opsPage('/ops/modules?lang=en')).text).toContain('>mfe-rho</a>');
  expect((await opsPage('/ops/modules/mfe-nobody')).status).toBe(404);
});

test('[ARCH-06] a form that was replayed, forged, made for another or is out of date changes nothing', async () => {
  const team = await newTeam('sigma', ['mfe-sigma']);
  await upload(team, 'mfe-sigma', '1.0.0');
  const at = '/ops/modules/mfe-sigma';
  const form = async (action: string, who = 'ops'): Promise<Record<string, string>> => ({
    ...formIn((await opsPage(at, who)).text, action),
    reason: 'an attack',
    version: '1.0.0',
    grace: '0',
  });
  const sent = async (...of: Parameters<typeof sendForm>) => {
    const { status, text } = await sendForm(...of);
    return [status, /<p lang="en">(\w+)/.exec(text)?.[1]];
  };
  expect((await opsPage(at, 'person')).status).toBe(403);
  const good = await form('kill');
  // no session, no scope, a team's key, and another operator's form
  expect((await sendForm(`${at}/kill`, good, {}, 'nobody')).status).toBe(401);
  expect((await sendForm(`${at}/kill`, good, {}, 'person')).status).toBe(403);
  expect((await sendForm(`${at}/kill`, good, { authorization: `Bearer ${team.key}` }, team.key)).status).toBe(401);
  expect(await sent(`${at}/kill`, good, {}, 'ops-too')).toEqual([403, 'FORM_NOT_YOURS']);
  // another site, and a form without what this page gave it
  expect((await sendForm(`${at}/kill`, good, { origin: 'http://evil.test' })).status).toBe(403);
  expect((await sendForm(`${at}/kill`, good, { origin: 'null' })).status).toBe(403);
  expect(await sent(`${at}/kill`, { ...good, form: '' })).toEqual([403, 'FORM_NOT_YOURS']);
  expect(await sent(`${at}/kill`, { ...good, form: `${good['form']}x` })).toEqual([403, 'FORM_NOT_YOURS']);
  // other people cannot abort an operator's sign-in during an incident
  const ended = await sendForm('/ops/sign-out', {}, { origin: 'http://evil.test' }, 'nobody');
  expect([ended.status, ended.headers.getSetCookie()]).toEqual([403, []]);
  // a time that no calendar holds is a refusal, and no fault of the service
  expect(await sent(`${at}/hold`, { ...(await form('hold')), hours: '1e300' })).toEqual([422, 'FORM_INPUT_INVALID']);
  expect((await releases.channels.read('local', 'mfe-sigma')).revision).toBe(0);
  const old = await form('promote');
  expect((await sendForm(`${at}/kill`, good)).status).toBe(303);
  expect(await sent(`${at}/kill`, good)).toEqual([409, 'FORM_USED']);
  expect(await sent(`${at}/promote`, old)).toEqual([412, 'REVISION']);
  expect(await sent(`${at}/promote`, { ...(await form('promote')), reason: 'x' })).toEqual([422, 'FORM_INPUT_INVALID']);
  expect((await releases.channels.read('local', 'mfe-sigma')).revision).toBe(1);
  const twice = await form('revive');
  const both = await Promise.all([sent(`${at}/revive`, twice), sent(`${at}/revive`, twice)]);
  expect(both.map(([status]) => status).toSorted()).toEqual([303, 409]);
});

describe('builds in development', () => {
  const versionOf = () => `1.0.0-dev.${randomBytes(16).toString('hex')}`;
  const minesOf = async (person: string) =>
    (await releases.devBuilds.of('local', person)).map(({ release }) => release.version);
  let team: Team;
  /** As created by an operator, with a separate signing key. */
  async function keyOf(developer: string): Promise<Team> {
    const {
      key,
      signingId,
      privateKey = '',
    } = await makeTeamKeys(db, {
      team: 'devs',
      modules: ['mfe-devs'],
      actions: ['dev'],
      environments: ['local'],
      days: 30,
      developer,
    });
    return { key, signing: { id: signingId, private: createPrivateKey(privateKey) } };
  }
  async function push(by: Team, version: string, { type = DEV_BUILD_TYPE, environment = 'local' } = {}) {
    const files = build('mfe-devs', version);
    const signed = signEnvelope(type, Buffer.from(JSON.stringify(descriptor('mfe-devs', version, files))), by.signing);
    const at = `/environments/${environment}/modules/mfe-devs/dev`;
    const { body } = await call(by.key, 'POST', at, signed);
    for (const bytes of files.values()) await call(by.key, 'PUT', `/blobs/${sha256Of(bytes)}`, bytes);
    return call(by.key, 'POST', at, signed).then((answer) => (body.code === undefined ? answer : { ...answer, body }));
  }
  const file = (version: string) => fetch(`${address}/m/mfe-devs/${version}/remoteEntry.js`);

  beforeAll(async () => {
    team = await newTeam('devs', ['mfe-devs']);
    await upload(team, 'mfe-devs', '1.0.0');
    await change(team.key, 'mfe-devs', 'promote', { version: '1.0.0', reason });
  });

  test('are shown to the developer whose key it is, the newest of a module, and to nobody else', async () => {
    const [ann, bao] = [await keyOf('user-ann'), await keyOf('user-bao')];
    const [first, second] = [versionOf(), versionOf()];
    const { publishedAt: _at, ...before } = await releases.registry.offered();
    expect(await push(ann, first)).toMatchObject({ status: 200, body: { missing: [], endsAt: expect.any(String) } });
    expect(await minesOf('user-ann')).toEqual([first]);
    const answer = await file(first);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    await push(ann, second);
    expect(await minesOf('user-ann')).toEqual([second]);
    expect((await file(first)).status).toBe(404);
    expect(await minesOf('user-bao')).toEqual([]);
    await push(bao, versionOf());
    expect(await minesOf('user-ann')).toEqual([second]);
    expect(await releases.devBuilds.of('production', 'user-ann')).toEqual([]);
    expect(await releases.registry.offered()).toMatchObject(before);
  });

  test('[ARCH-04] reach no rollout, no gate and no other person, whatever a developer tries', async () => {
    const ann = await keyOf('user-ann');
    const codeOf = async (answer: Promise<Answer>) => (await answer).body.code;
    const version = versionOf();
    expect(await codeOf(push(ann, version, { environment: 'production' }))).toBe('ACCESS_DENIED');
    expect(await codeOf(push(ann, '1.2.3'))).toBe('FORM_INPUT_INVALID');
    // a signature for one of them is invalid for the other
    expect(await codeOf(push(ann, version, { type: DESCRIPTOR_TYPE }))).toBe('SIGNER_UNKNOWN');
    expect(await codeOf(push(team, version))).toBe('ACCESS_DENIED');
    expect(await codeOf(push({ ...ann, key: 'ops' }, version))).toBe('ACCESS_DENIED');
    await push(ann, version);
    const files = build('mfe-devs', version);
    const signed = envelope(ann, descriptor('mfe-devs', version, files));
    expect(await codeOf(call(ann.key, 'POST', '/modules/mfe-devs/versions', signed))).toBe('ACCESS_DENIED');
    expect(await codeOf(call(team.key, 'POST', '/modules/mfe-devs/versions', signed))).toBe('FORM_INPUT_INVALID');
    await call(team.key, 'POST', `/modules/mfe-devs/versions/${version}/finish`);
    expect(await releases.store.stateOf('mfe-devs', version)).toMatchObject({ state: 'dev', gates: [] });
    const refused = ['promote', 'rollouts', 'rollback'].map((at) =>
      codeOf(change(team.key, 'mfe-devs', at, { version, share: 100, to: version, reason })),
    );
    expect(await Promise.all(refused)).toEqual(['NOT_IN_ROLLOUT', 'NOT_ACCEPTED', 'NOT_ACCEPTED']);
    for (const actions of [['dev'], ['dev', 'upload'], ['upload']])
      await expect(
        makeTeamKeys(db, {
          team: 'devs',
          modules: ['*'],
          environments: ['local'],
          days: 1,
          actions,
          ...(actions.length === 1 && actions[0] === 'dev' ? {} : { developer: 'user-ann' }),
        }),
      ).rejects.toMatchObject({ code: 'FORM_INPUT_INVALID' });
  });

  test('end after a day, with their key, and when operators withdraw them; their files go, their rows stay', async () => {
    const [one, other] = [await keyOf('user-cuc'), await keyOf('user-cuc')];
    const [first, second, third] = [versionOf(), versionOf(), versionOf()];
    await push(one, first);
    const [, id = ''] = one.key.split('_');
    await revokeKey(db, id);
    expect([await minesOf('user-cuc'), (await file(first)).status]).toEqual([[], 404]);
    await push(other, second);
    await call('ops', 'POST', `/modules/mfe-devs/versions/${second}/withdraw`, { reason });
    expect([await minesOf('user-cuc'), (await file(second)).status]).toEqual([[], 410]);
    await push(other, third);
    await db.query(`update dev_build set ends_at = now() where version = $1`, [third]);
    expect([await minesOf('user-cuc'), (await file(third)).status]).toEqual([[], 404]);
    await collectGarbage(db, releases.blobs, log);
    expect(await releases.store.stateOf('mfe-devs', third)).toMatchObject({ state: 'removed' });
    expect(await releases.store.filesOf('mfe-devs', third)).toEqual([]);
    expect(await db.query('select 1 from dev_build where version = $1', [third])).toHaveLength(1);
  });
});

test('keys of teams are made and revoked on their page; a private half is shown once', async () => {
  const fields = formIn((await opsPage('/ops/keys')).text, 'add');
  const asked = { ...fields, team: 'tau', modules: 'mfe-tau', environments: 'local', reason: 'a new team' };
  const { text } = await sendForm('/ops/keys/add', asked);
  const [, key = ''] = /RELEASE_KEY=(\S+)/.exec(text) ?? [];
  const [, id = ''] = /RELEASE_SIGNING_ID=(\S+)/.exec(text) ?? [];
  const pem = text.slice(text.indexOf('-----BEGIN'), text.indexOf('-----END PRIVATE KEY-----') + 25);
  const team = { key, signing: { id, private: createPrivateKey(pem) } };
  expect(await upload(team, 'mfe-tau', '1.0.0')).toMatchObject({ state: 'accepted' });
  expect((await sendForm('/ops/keys/add', asked)).status).toBe(409);
  const page = (await opsPage('/ops/keys')).text;
  expect([page.includes(key), page.includes('BEGIN PRIVATE')]).toEqual([false, false]);
  const [, keyId = ''] = key.split('_');
  const revoke = page.split('<form ').find((part) => part.includes(`name="id" value="${keyId}"`)) ?? '';
  const form = formIn(`<form ${revoke}`, 'revoke');
  expect((await sendForm('/ops/keys/revoke', { ...form, reason: 'it is over' })).status).toBe(303);
  expect((await call(key, 'GET', '/environments/local/modules/mfe-tau')).status).toBe(401);
});

test('[ARCH-04] each channel of all these tests is what its events alone make of it', async () => {
  const events = await db.query<{ at: string; before: object; after: object }>(
    `select environment || '/' || module as at, before, after from channel_event
      where environment not in ('race', 'production') order by id`,
  );
  const rebuilt = new Map<string, object>();
  for (const { at, before, after } of events) {
    const was = rebuilt.get(at) ?? NEW_CHANNEL;
    expect(was).toMatchObject(before);
    rebuilt.set(at, { ...was, ...after });
  }
  const rows = await db.query<{ at: string }>(
    `select environment || '/' || module as at, current, rollouts, hold, killed from channel where environment not in ('race', 'production')`,
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(Object.fromEntries(rows.map(({ at, ...channel }) => [at, channel]))).toEqual(Object.fromEntries(rebuilt));
});
