import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { containerName } from '@phr/contract/release';
import { Failed } from './failed.ts';

const OUTPUT = '.cache/inside';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export interface Inside {
  /** Folder of the module. */
  readonly dir: string;
  /** webpack's command line. */
  readonly webpack: string;
  /** URL of a running product with a developer build. */
  readonly product: string;
  readonly port: number;
}

/**
 * Watches and builds the module, and serves it on this machine to pages of one product. Prints the URL to open, and
 * runs until stopped.
 */
export async function devInside({ dir, webpack, product, port }: Inside): Promise<void> {
  if (!URL.canParse(product))
    throw new Failed(`--in takes the address of a product, such as http://localhost:4000, not ${product}`);
  const { origin } = new URL(product);
  const { name } = await manifestOf(dir);
  const version = `${((await jsonOf(dir, 'package.json')) as { version: string }).version}-dev`;
  const server = await serveInside({ dir, origin, version, port });
  console.log(
    `When it is built, open ${origin}/dashboard#override=${name}@${port}, and load the page anew after a change`,
  );
  await watch(dir, webpack, version);
  server.close();
}

const jsonOf = async (dir: string, file: string): Promise<unknown> =>
  JSON.parse(await readFile(path.join(dir, file), 'utf8'));
const manifestOf = async (dir: string) => (await jsonOf(dir, 'module.json')) as { name: string };

interface Served {
  readonly dir: string;
  /** Origin whose pages may read. */
  readonly origin: string;
  readonly version: string;
  readonly port: number;
}

/**
 * Serves a module's build, and what a page has to know of it, on the loopback interface. Rejects with Failed if the
 * port is in use.
 */
export async function serveInside(served: Served): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response, served).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error) =>
      reject(new Failed(`Port ${served.port}: ${error.message}; --port takes another one`)),
    );
    server.listen(served.port, '127.0.0.1', resolve);
  });
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { dir, origin, version }: Served,
): Promise<void> {
  // check the Host header: a foreign domain resolving to this machine (DNS rebinding) gets nothing
  if (!/^(?:127\.0\.0\.1|localhost):\d+$/.test(request.headers.host ?? '')) {
    response.writeHead(403).end();
    return;
  }
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-private-network', 'true');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.setHeader('cache-control', 'no-store');
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/override.json') {
    const manifest = await manifestOf(dir);
    const release = { manifest, version, container: containerName(manifest.name, version) };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(release));
    return;
  }
  const file = path.join(dir, OUTPUT, path.normalize(pathname));
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isThere) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
  createReadStream(file).pipe(response);
}

/** Builds in production mode, as the product's React is a production build. */
function watch(dir: string, webpack: string, version: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = [webpack, '--mode', 'production', '--watch', '--output-path', path.join(dir, OUTPUT)];
    const env = { ...process.env, NODE_NO_WARNINGS: '1', PHR_MODULE_VERSION: version };
    const child = spawn(process.execPath, args, { cwd: dir, stdio: 'inherit', env });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}
