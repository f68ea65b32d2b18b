import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveInside } from '@phr/cli/dev-inside';

const ORIGIN = 'http://localhost:4000';
let dir: string;
let server: Server;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'inside-'));
  await mkdir(path.join(dir, '.cache/inside'), { recursive: true });
  await writeFile(path.join(dir, 'module.json'), JSON.stringify({ name: 'mfe-notes', contract: '^1.3.0' }));
  await writeFile(path.join(dir, '.cache/inside/remoteEntry.js'), 'var mfe_notes;');
  await writeFile(path.join(dir, '.cache/secret.txt'), 'secret');
  server = await serveInside({ dir, origin: ORIGIN, version: '1.0.0-dev', port: 0 });
});
afterAll(async () => {
  server.close();
  await rm(dir, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly allowed: string | undefined;
  readonly body: string;
}

/** Sends a request as a browser does, under any host name that may resolve to this machine. */
function ask(address: string, host = 'localhost:4290'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: address, headers: { host } }, (response) => {
      let body = '';
      response.on('data', (text) => {
        body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, allowed: response.headers['access-control-allow-origin'], body }),
      );
    }).on('error', reject);
  });
}

test('the page of the named product is told of the module, and gets its files', async () => {
  const told = await ask('/override.json');
  expect([told.status, told.allowed]).toEqual([200, ORIGIN]);
  expect(JSON.parse(told.body)).toEqual({
    manifest: { name: 'mfe-notes', contract: '^1.3.0' },
    version: '1.0.0-dev',
    container: 'mfe_notes__1_0_0_dev',
  });
  expect(await ask('/remoteEntry.js?try=2')).toEqual({ status: 200, allowed: ORIGIN, body: 'var mfe_notes;' });
});

test('nothing else of the machine is served, and nothing under a foreign name', async () => {
  for (const address of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/gone.js', '/'])
    expect((await ask(address)).status).toBe(404);
  expect(await ask('/override.json', 'evil.example:4290')).toEqual({ status: 403, allowed: undefined, body: '' });
});
