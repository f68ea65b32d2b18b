import { createHash } from 'node:crypto';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PORTS } from './addresses.ts';

const DIST = path.join(import.meta.dirname, '../../shell/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Files of one build of the shell, by name; index.html is served separately. */
export type Build = ReadonlyMap<string, Buffer>;

/** The shell as it was built. */
export async function builtShell(): Promise<Build> {
  const names = (await readdir(DIST)).filter((name) => path.extname(name) in TYPES);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(DIST, name))] as const)));
}

/** The same shell as a later build: each script has another address and other bytes, and the worker another name. */
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

/**
 * A server in front of the product whose shell can be replaced, and which can be made unavailable: a separate
 * deployment on a free port.
 */
export async function deploy(first: Build) {
  let files = first;
  let page = (html: string) => html;
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
    const passed = ask(
      {
        port: PORTS.shell,
        host: 'localhost',
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, 'accept-encoding': 'identity' },
      },
      (answered) => {
        if (answered.headers['content-type']?.startsWith('text/html') !== true) {
          response.writeHead(answered.statusCode ?? 502, answered.headers);
          answered.pipe(response);
          return;
        }
        const parts: Buffer[] = [];
        answered
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => {
            const body = Buffer.from(page(Buffer.concat(parts).toString()));
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
  return {
    url: `http://localhost:${address.port}`,
    /** Replaces this build with a later one: no file of the old one stays on the server. */
    publish(next: ReturnType<typeof laterBuild>) {
      ({ files, page } = next);
    },
    remove(name: string) {
      files = new Map([...files].filter(([known]) => known !== name));
    },
    put(name: string, bytes: Buffer) {
      files = new Map([...files, [name, bytes]]);
    },
    /** From now on, no request is answered. */
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
