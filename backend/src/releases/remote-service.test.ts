import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { registryOf } from '@phr/testing/registry-of';
import { createLogger } from '../kit/logger.ts';
import { bytesOf, createDiskBlobs, sriOf } from './blob-store.ts';
import { createRemoteFiles, createRemoteRegistry } from './remote-service.ts';

const ENTRY = Buffer.from('// the entry of a module, and of no other'.repeat(9));
const registry = (serial: number, more: Parameters<typeof registryOf>[1] = {}) =>
  registryOf(
    [
      {
        name: 'mfe-a',
        enabled: true,
        loadTimeoutMs: 8_000,
        current: {
          version: '1.0.0',
          container: 'a',
          entry: '/m/mfe-a/1.0.0/remoteEntry.js',
          integrity: sriOf(ENTRY),
          manifest: { name: 'mfe-a', contract: '^1.0.0', access: 'signed-in', routes: [], slots: [], calls: [] },
        },
      },
    ],
    { serial, environment: 'production', ...more },
  );

const EMBED_FILE = Buffer.from('// the script for partners and nothing else'.repeat(9));
const embed = {
  schema: 1,
  current: '2.0.0',
  versions: { '2.0.0': { 'phr-embed.js': sriOf(EMBED_FILE) } },
} as const;

const before = globalThis.fetch;
let folder = '';
let answers: Readonly<Record<string, () => Response>> = {};
let asked: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'phr-elsewhere-'));
  asked = [];
  globalThis.fetch = (async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(address);
    asked.push(`${method} ${pathname}`);
    const answer = answers[pathname];
    if (answer === undefined) throw new TypeError('fetch failed');
    return answer();
  }) as typeof fetch;
});
afterEach(async () => {
  globalThis.fetch = before;
  await rm(folder, { recursive: true, force: true });
});
const open = () => {
  const blobs = createDiskBlobs(path.join(folder, 'blobs'));
  const at = {
    url: 'https://releases.test',
    environment: 'production',
    folder,
    blobs,
    log: createLogger('silent'),
  };
  const offered = createRemoteRegistry(at);
  return {
    blobs,
    offered,
    file: createRemoteFiles(at, { registry: offered, embed: { offered: async () => embed } }),
  };
};
const FILE = '/m/mfe-a/1.0.0/remoteEntry.js';

test.each([
  ['an older one', registry(6)],
  ['that of another environment', registry(8, { environment: 'staging' })],
  ['that of another installation', registry(8, { installation: 'https://other.test' })],
  ['one without modules', { ...registry(8), modules: [] }],
])('[ARCH-08] of a service elsewhere %s is not taken, here and after a start', async (_what, next) => {
  answers = { '/registry/2.json': () => new Response(JSON.stringify(registry(7))) };
  const { offered } = open();
  expect((await offered.offered()).serial).toBe(7);
  const told = Promise.withResolvers<undefined>();
  answers = {
    '/registry/2.json': () => {
      told.resolve(undefined);
      return new Response(JSON.stringify(next));
    },
  };
  const following = offered.listen();
  await told.promise;
  await following.stop();
  expect((await offered.offered()).serial).toBe(7);
  answers = {};
  expect((await open().offered.offered()).serial).toBe(7);
});

test('[ARCH-08] an entry with other bytes than the registry says is neither served nor kept', async () => {
  answers = {
    '/registry/2.json': () => new Response(JSON.stringify(registry(7))),
    [FILE]: () => new Response('window.tampered = true;'),
  };
  const { blobs, file } = open();
  expect(await file('mfe-a', '1.0.0', 'remoteEntry.js')).toBeUndefined();
  answers = { ...answers, [FILE]: () => new Response(new Uint8Array(ENTRY)) };
  const found = await file('mfe-a', '1.0.0', 'remoteEntry.js');
  if (found === undefined || found === 'gone') throw new Error('not there');
  expect(await bytesOf(blobs, found.sha256)).toEqual(ENTRY);
  // offered files are not requested a second time
  asked = [];
  expect(await file('mfe-a', '1.0.0', 'remoteEntry.js')).toEqual(found);
  expect(asked).toEqual([]);
});

test('[ARCH-08] keys that the service has changed are known at once, and the last ones go on without it', async () => {
  const keysAre = (id: string) => ({
    '/registry/keys.json': () => new Response(JSON.stringify({ keys: [{ id, publicKey: 'p' }] })),
  });
  answers = keysAre('first');
  const { offered } = open();
  expect(await offered.keys()).toMatchObject([{ id: 'first' }]);
  answers = keysAre('second');
  expect(await offered.keys()).toMatchObject([{ id: 'second' }]);
  answers = {};
  expect(await offered.keys()).toMatchObject([{ id: 'second' }]);
  await expect(open().offered.keys()).rejects.toThrow();
});

test('[ARCH-08] an embed is asked for again, so that its end is known, and goes on without an answer', async () => {
  const script = '/m/embed/2.0.0/phr-embed.js';
  answers = { [script]: () => new Response('window.tampered = true;') };
  const { blobs, file } = open();
  const read = () => file('embed', '2.0.0', 'phr-embed.js');
  expect(await read()).toBeUndefined();
  answers = { [script]: () => new Response(new Uint8Array(EMBED_FILE)) };
  const found = await read();
  if (found === undefined || found === 'gone') throw new Error('not there');
  expect(await bytesOf(blobs, found.sha256)).toEqual(EMBED_FILE);
  answers = {};
  asked = [];
  expect(await read()).toEqual(found);
  expect(asked).toContain(`HEAD ${script}`);
  answers = { [script]: () => new Response(null, { status: 410 }) };
  expect(await read()).toBe('gone');
});
