import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareReleases } from '../src/app/releases.ts';
import { freePort } from '../src/kit/free-port.ts';
import { createLogger } from '../src/kit/logger.ts';
import { sriOf } from '../src/releases/blob-store.ts';
import type { Action } from '../src/releases/channel.ts';
import { followEmbed, importEmbed } from '../src/releases/embed-builds.ts';
import { type EmbedVersions, readEmbedVersions } from '../src/releases/embed.ts';
import { collectGarbage } from '../src/releases/garbage.ts';
import { formsOf } from '../src/releases/ops/module-forms.ts';
import { readModules, readReleases } from '../src/releases/ops/read.ts';
import { textsOf } from '../src/releases/ops/texts.ts';
import { offerBuild, startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let dir: string;
let service: string;
const log = createLogger('silent');
const reason = 'a test';

const scriptOf = (version: string, more = ''): string => `// embed ${version} ${more} ${'of partners '.repeat(40)}`;

/** Files of a version, in a folder of its own. */
async function writeVersion(folder: string, version: string, more?: string): Promise<void> {
  await mkdir(path.join(folder, version), { recursive: true });
  for (const name of ['phr-embed.js', 'phr-frame.js'])
    await writeFile(path.join(folder, version, name), scriptOf(version, more));
}

/** A build of one version, in place of the one before. */
async function build(version: string, more?: string): Promise<string> {
  const folder = path.join(dir, 'embed');
  await rm(folder, { recursive: true, force: true });
  await writeVersion(folder, version, more);
  await writeFile(path.join(folder, '2.js'), '// loads the current version');
  await writeFile(path.join(folder, 'build.json'), JSON.stringify({ version }));
  return folder;
}

/** What a start of the product does about releases. */
async function start(version: string, more?: string): Promise<void> {
  const embedDir = await build(version, more);
  await prepareReleases(backend.platform.db, backend.releases, { ...backend.config, embedDir }, { builds: [], log });
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-embed-'));
  const port = await freePort();
  service = `http://127.0.0.1:${port}`;
  backend = await startTestBackend({ EMBED_DIR: await build('2.0.0'), RELEASES_PORT: String(port) });
});
afterAll(async () => {
  await backend.stop();
  await rm(dir, { recursive: true, force: true });
});

const get = (at: string, from = backend.urls.shell, init: RequestInit = {}) => fetch(`${from}${at}`, init);
const textOf = async (at: string, from?: string): Promise<string> => (await get(at, from)).text();
const versions = async (from?: string): Promise<EmbedVersions> =>
  (await get('/embed/versions.json', from)).json() as Promise<EmbedVersions>;
const change = (action: Action) =>
  backend.releases.channels.change({ environment: 'local', module: 'embed', action, actor: 'person:ops', reason });
const parts = () => ({ db: backend.platform.db, ...backend.releases });

test('a version that a page has pinned stays as it is, also when its number is built again', async () => {
  await start('2.1.0');
  await start('2.0.0', 'built again');
  await start('2.1.0');
  const pinned = await get('/embed/2.0.0/phr-embed.js', undefined, { headers: { 'accept-encoding': 'br' } });
  expect(await pinned.text()).toBe(scriptOf('2.0.0'));
  expect(Object.fromEntries(pinned.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect((await get('/embed/2.0.0/phr-embed.js', undefined, { method: 'HEAD' })).status).toBe(200);
  expect((await get('/embed/2.0.0/none.js')).status).toBe(404);
  const hashesOf = (version: string) => {
    const hash = sriOf(Buffer.from(scriptOf(version)));
    return { 'phr-embed.js': hash, 'phr-frame.js': hash };
  };
  expect(await versions()).toEqual({
    schema: 1,
    current: '2.1.0',
    versions: { '2.1.0': hashesOf('2.1.0'), '2.0.0': hashesOf('2.0.0') },
  });
  const other = await followEmbed(parts(), await build('2.1.0', 'built again'));
  expect(other).toEqual([expect.stringMatching(/left out: .* with other content/)]);
});

test('what leads to the current version follows the channel, and starts leave a choice of operators alone', async () => {
  expect(await textOf('/embed/1.0.0.js')).toBe(scriptOf('2.1.0'));
  await change({ kind: 'rollback' });
  expect((await versions()).current).toBe('2.0.0');
  const first = await get('/embed/1.0.0.js');
  expect([await first.text(), first.headers.get('cache-control')]).toEqual([scriptOf('2.0.0'), 'public, max-age=300']);
  expect(await textOf('/embed/2.js')).toBe('// loads the current version');
  const said = await followEmbed(parts(), await build('2.2.0'));
  expect(said).toEqual([expect.stringMatching(/released 2\.0\.0 stays; 2\.2\.0 .* can be promoted/)]);
  expect((await versions()).current).toBe('2.0.0');
  await expect(change({ kind: 'start', version: '2.2.0', share: 100, cohorts: [] })).rejects.toMatchObject({
    code: 'NO_ROLLOUT',
  });
  await change({ kind: 'promote', version: '2.2.0' });
  expect((await versions()).current).toBe('2.2.0');
  await change({ kind: 'kill', grace: 0 });
  expect([(await versions()).current, (await get('/embed/1.0.0.js')).status]).toEqual([null, 404]);
  expect(await textOf('/embed/2.2.0/phr-embed.js')).toBe(scriptOf('2.2.0'));
  await change({ kind: 'revive' });
});

test('operators find what can be done with it, and no rollout', async () => {
  const { db } = backend.platform;
  const [module] = await readModules(db, 'local', new Date(), 'embed');
  if (module === undefined) throw new Error('not there');
  const forms = formsOf(textsOf('en-US'), module, await readReleases(db, 'embed'));
  expect(forms.map(({ action }) => action)).toEqual(['promote', 'rollback', 'hold', 'kill', 'withdraw']);
});

test('in production an operator promotes it without a rollout: it has no staging', async () => {
  const at = { environment: 'production', module: 'embed', actor: 'person:ops', reason };
  const { channels } = backend.releases;
  await channels.change({ ...at, action: { kind: 'promote', version: '2.1.0' } });
  await channels.change({ ...at, action: { kind: 'promote', version: '2.2.0' } });
  expect((await channels.read('production', 'embed')).channel).toMatchObject({ current: '2.2.0', rollouts: [] });
});

test('a second machine serves a version that it never built, also while the service is away', async () => {
  const other = await startTestBackend({ RELEASES_URL: service });
  expect(await versions(other.urls.shell)).toEqual(await versions());
  expect(await textOf('/embed/2.0.0/phr-embed.js', other.urls.shell)).toBe(scriptOf('2.0.0'));
  expect(await textOf('/embed/1.0.0.js', other.urls.shell)).toBe(scriptOf('2.2.0'));
  const { dataDir } = other.config;
  const offered = await versions();
  const kept = await other.releases.embedOf('local').offered();
  expect(kept).toEqual(offered);
  const later = await startTestBackend({ RELEASES_URL: 'http://127.0.0.1:1', DATA_DIR: dataDir });
  expect(await versions(later.urls.shell)).toEqual(offered);
  expect(await textOf('/embed/2.0.0/phr-embed.js', later.urls.shell)).toBe(scriptOf('2.0.0'));
  const fresh = await startTestBackend({ RELEASES_URL: 'http://127.0.0.1:1' });
  expect((await get('/embed/versions.json', fresh.urls.shell)).status).toBe(503);
  await Promise.all([other, later, fresh].map((one) => one.stop()));
});

test('a withdrawn version is told as gone, and is offered no more', async () => {
  expect((await get('/embed/2.2.0/phr-embed.js')).status).toBe(200);
  await backend.releases.store.withdraw('embed', '2.2.0', 'person:ops', reason);
  expect(await versions()).toMatchObject({ current: '2.1.0' });
  expect(Object.keys((await versions()).versions)).toEqual(['2.1.0', '2.0.0']);
  const gone = await get('/embed/2.2.0/phr-embed.js');
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([410, 'no-store']);
});

test('hosts find no module of that name, and nobody uploads one', async () => {
  const manifest = { name: 'mfe-a', contract: '^1.0.0', access: 'signed-in', routes: [], slots: [], calls: [] };
  await offerBuild(backend, 'mfe-a', { 'remoteEntry.js': 'entry', 'module.json': JSON.stringify(manifest) });
  const { modules } = await backend.releases.registry.offered();
  expect(modules.map(({ name }) => name)).toEqual(['mfe-a']);
  expect((await backend.releases.registry.read()).modules.map(({ name }) => name)).toEqual(['mfe-a']);
  const files = new Map([
    ['remoteEntry.js', Buffer.from('entry')],
    ['module.json', Buffer.from(JSON.stringify({ ...manifest, name: 'embed' }))],
  ]);
  await expect(
    backend.releases.store.ingest('embed', '9.0.0', files, { actor: 'key:a', team: 'own' }),
  ).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('comes with the product'),
  });
});

test('versions that were kept in a folder before are taken over once', async () => {
  const archive = path.join(backend.config.dataDir, 'embed-versions');
  await writeVersion(archive, '1.8.0');
  await writeVersion(archive, '1.9.0');
  await writeFile(path.join(archive, '1.9.0', 'versions.json'), '{}');
  await writeVersion(archive, '2.2.0', 'withdrawn');
  await start('2.1.0');
  expect((await versions()).current).toBe('2.1.0');
  expect(Object.keys((await versions()).versions)).toEqual(['2.1.0', '2.0.0', '1.9.0', '1.8.0']);
  expect(await textOf('/embed/1.9.0/phr-embed.js')).toBe(scriptOf('1.9.0'));
  expect((await get('/embed/1.9.0/versions.json')).status).toBe(404);
  expect((await get('/embed/2.2.0/phr-embed.js')).status).toBe(410);
  expect(await importEmbed(parts(), archive)).toEqual([]);
});

test('a version that nobody asks for goes after 24 months, not before', async () => {
  const { db } = backend.platform;
  // not one of the newest ten that are known as good
  await db.query(`update release set good_at = null where module = 'embed' and version = '1.8.0'`);
  const after = async (months: number) => {
    await db.query(
      `update release set uploaded_at = now() - make_interval(months => $1, days => 1), served_on = null
        where module = 'embed' and version = '1.8.0'`,
      [months],
    );
    await collectGarbage(db, backend.releases.blobs, log);
    return Object.keys((await readEmbedVersions(db, 'local'))?.versions ?? {}).includes('1.8.0');
  };
  expect([await after(23), await after(24)]).toEqual([true, false]);
});
