import { createHash } from 'node:crypto';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RegistryTwo } from '@phr/contract/registry';
import { IDENTITY, PORTS, SHELL } from './addresses.ts';
import { withRegistry } from './registry-tamper.ts';

const DIST = path.join(import.meta.dirname, '../../shell/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Files of a shell build by name; index.html is served separately. */
export type Build = ReadonlyMap<string, Buffer>;

/** The shell as it was built. */
export async function builtShell(): Promise<Build> {
  const names = (await readdir(DIST)).filter((name) => path.extname(name) in TYPES);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(DIST, name))] as const)));
}

/** The same shell as a later build: its scripts have other URLs and bytes, and its worker another name. */
export function laterBuild(build: Build): { readonly files: Build; readonly page: (html: string) => string } {
  const hashes = [...build.keys()].flatMap((name) => /\.([0-9a-f]{8})\.(?:js|css)$/.exec(name)?.[1] ?? []);
  const renamed = (text: string) =>
    hashes.reduce((result, hash) => result.replaceAll(hash, [...hash].reverse().join('')), text);
  const files = new Map(
    [...build].map(
      ([name, bytes]) =>
        [renamed(name), /\.(?:js|css)$/.test(name) ? Buffer.from(renamed(bytes.toString())) : bytes] as const,
    ),
  );
  const worker = files.get('sw.js')?.toString() ?? '';
  const before = /"build":"([0-9a-f]{16})"/.exec(worker)?.[1] ?? '';
  const after = [...before].reverse().join('');
  const listed = worker.replace(before, after).replace(
    /"\/([\w.-]+)":"sha256-[^"]+"/g,
    (_all, name: string) =>
      `"/${name}":"sha256-${createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('base64')}"`,
  );
  files.set('sw.js', Buffer.from(listed));
  return { files, page: (html) => renamed(html).replace(before, after) };
}

/** Replaces the product's script at a path; without a body it is missing. */
interface Script {
  readonly body?: string;
}
const REGISTRY = '/registry/2.json';
const DISCOVERY = '/.well-known/openid-configuration';
/** Identity requests that only accept the product's own origin; they are proxied here. */
const ofIdentity = (pathname: string): boolean => pathname === DISCOVERY || pathname.startsWith('/connect/');

/** A server in front of the product with an exchangeable shell, which can also go offline. Uses its own free port. */
export async function deploy(first: Build) {
  let files = first;
  let page = (html: string) => html;
  let offer = (registry: RegistryTwo) => registry;
  let scriptAt: (pathname: string) => Script | undefined = () => undefined;
  let gone = false;
  let paths: string[] = [];

  function answer(incoming: IncomingMessage, response: ServerResponse): void {
    if (gone) {
      incoming.socket.destroy();
      return;
    }
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    paths.push(pathname);
    const name = pathname.slice(1);
    const isShells = !name.includes('/') && path.extname(name) in TYPES;
    const file = files.get(name);
    if (isShells && file === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (file !== undefined) {
      response
        .writeHead(200, { 'content-type': TYPES[path.extname(name)] ?? '', 'cache-control': 'no-cache' })
        .end(incoming.method === 'HEAD' ? undefined : file);
      return;
    }
    const script = scriptAt(pathname);
    if (script !== undefined) {
      response.writeHead(script.body === undefined ? 404 : 200, { 'content-type': 'text/javascript' }).end(script.body);
      return;
    }
    pass(incoming, response, pathname);
  }

  function written(pathname: string, text: string): string {
    const here = text.replaceAll(SHELL, url).replaceAll(IDENTITY, url);
    if (pathname === REGISTRY) return JSON.stringify(offer(JSON.parse(here) as RegistryTwo));
    return pathname === DISCOVERY ? here : withRegistry(page(here), offer);
  }

  function pass(incoming: IncomingMessage, response: ServerResponse, pathname: string): void {
    const headers: IncomingMessage['headers'] = { ...incoming.headers, 'accept-encoding': 'identity' };
    // the registry is modified, so its ETag must not match
    if (pathname === REGISTRY) delete headers['if-none-match'];
    if (ofIdentity(pathname)) delete headers.origin;
    const port = ofIdentity(pathname) ? PORTS.identity : PORTS.shell;
    const passed = ask(
      { port, host: 'localhost', path: incoming.url, method: incoming.method, headers },
      (answered) => {
        const isPage = answered.headers['content-type']?.startsWith('text/html') === true;
        if (!isPage && pathname !== REGISTRY && pathname !== DISCOVERY) {
          response.writeHead(answered.statusCode ?? 502, answered.headers);
          answered.pipe(response);
          return;
        }
        const parts: Buffer[] = [];
        answered
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => {
            const body = Buffer.from(written(pathname, Buffer.concat(parts).toString()));
            response
              .writeHead(answered.statusCode ?? 502, { ...answered.headers, 'content-length': body.length })
              .end(body);
          });
      },
    );
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const url = `http://localhost:${address.port}`;
  return {
    url,
    /** Replaces the build; no file of the previous one remains on the server. */
    publish(next: ReturnType<typeof laterBuild>) {
      ({ files, page } = next);
    },
    remove(name: string) {
      files = new Map([...files].filter(([known]) => known !== name));
    },
    put(name: string, bytes: Buffer) {
      files = new Map([...files, [name, bytes]]);
    },
    /** Changes the modules that pages are offered. */
    offer(change: typeof offer) {
      offer = change;
    },
    /** Replaces scripts of modules. */
    script(at: typeof scriptAt) {
      scriptAt = at;
    },
    /** Takes the server offline. */
    goAway() {
      gone = true;
      server.closeAllConnections();
    },
    comeBack() {
      gone = false;
    },
    /** Paths requested since the last call. */
    takePaths() {
      const taken = paths;
      paths = [];
      return taken;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
