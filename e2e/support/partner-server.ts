// A partner's site on another origin: pages that show a module of the record, and the part of its server that a
// hand-off needs (docs/module-guide.md).
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { ROOT } from '../../tools/workspace.ts';
import { IDENTITY, PARTNER, PORTS, SHELL } from './addresses.ts';
import { headersOf, KINDS, NEXT, pageOf, react19, VITE } from './partner-kinds.ts';

export const CLINIC = {
  id: 'clinic',
  name: 'Phòng khám Hoa Sữa',
  origins: [PARTNER],
  redirectUris: [`${PARTNER}/linked`],
  modules: ['mfe-vitals'],
};

/** Libraries of a partner's page, as published in their packages. */
const LIBRARIES: Readonly<Record<string, string>> = {
  '/lib/single-spa.js': 'single-spa/lib/es2015/umd/single-spa.min.cjs',
  '/lib/react-17.js': 'react-17/umd/react.production.min.js',
  '/lib/react-dom-17.js': 'react-dom-17/umd/react-dom.production.min.js',
  '/lib/react-18.js': 'react-18/umd/react.production.min.js',
  '/lib/react-dom-18.js': 'react-dom-18/umd/react-dom.production.min.js',
  '/lib/vue.js': 'vue/dist/vue.runtime.global.prod.js',
  '/lib/zone.js': 'zone.js/bundles/zone.umd.js',
  '/lib/bootstrap.css': 'bootstrap/dist/css/bootstrap.min.css',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/x-component',
};

/** The pages name the usual address of the product; here it may listen elsewhere. */
const forThisPort = (text: string): string => text.replaceAll('http://localhost:4400', SHELL);

const OWN = path.join(ROOT, 'e2e/fixtures/partner');
const PACKAGES = path.join(ROOT, 'e2e/node_modules');
/** Dependencies of these packages are installed beside them. */
const BESIDE = [
  path.dirname(realpathSync(path.join(PACKAGES, 'rxjs'))),
  path.resolve(realpathSync(path.join(PACKAGES, '@module-federation/runtime')), '../..'),
];

/** A package file that browsers load as a module; some packages import their own files without an extension. */
function packageFile(pathname: string): string | undefined {
  const named = /^\/npm\/([\w@./-]+)$/.exec(pathname)?.[1];
  if (named === undefined) return undefined;
  return [PACKAGES, ...BESIDE]
    .flatMap((root) => [named, `${named}.js`, `${named}/index.js`].map((file) => path.join(root, file)))
    .find((file) => /\.m?js$/.test(file) && existsSync(file));
}

/** A file of a site that was written out beforehand, or one of the partner's own pages. */
function writtenFile(pathname: string): string {
  const [, inNext] = /^\/kinds\/next\/([\w@./~-]+)$/.exec(pathname) ?? [];
  if (inNext !== undefined) return path.join(NEXT, path.normalize(`/${inNext}`));
  const name = path.basename(pathname) || 'index.html';
  return path.join(pathname.startsWith('/assets/') ? path.join(VITE, 'assets') : OWN, name);
}

/** What the partner's server knows of one visitor of its site. */
interface Visit {
  readonly verifier: string;
  subject?: string;
}

/** Starts the site; `secret` is the partner's secret at the health record. */
export function startPartner(secret: string): Server {
  const visits = new Map<string, Visit>();
  const visitOf = (request: IncomingMessage) =>
    visits.get(/visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
  const post = async (
    address: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    (
      await fetch(`${IDENTITY}${address}`, { method: 'POST', headers, body: new URLSearchParams(form) })
    ).json() as Promise<Readonly<Record<string, string>>>;
  const go = (response: ServerResponse, location: string, cookie?: string) =>
    response.writeHead(303, { location, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) }).end();

  const routes: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => unknown>
  > = {
    // once: the person signs in at the health record and agrees
    '/link': (_request, response) => {
      const [id, verifier] = [randomBytes(16).toString('hex'), randomBytes(32).toString('base64url')];
      visits.set(id, { verifier });
      const query = new URLSearchParams({
        client_id: CLINIC.id,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: `${PARTNER}/linked`,
        state: id,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      go(response, `${IDENTITY}/connect/authorize?${query}`, `visit=${id}; HttpOnly; SameSite=Lax; Path=/`);
    },
    // the partner learns the person's id there, and stores it with its own account of that person
    '/linked': async (request, response, query) => {
      const visit = visitOf(request);
      if (visit === undefined || visits.get(query.get('state') ?? '') !== visit) return response.writeHead(400).end();
      const tokens = await post('/connect/token', {
        grant_type: 'authorization_code',
        client_id: CLINIC.id,
        code: query.get('code') ?? '',
        redirect_uri: `${PARTNER}/linked`,
        code_verifier: visit.verifier,
      });
      const claims = JSON.parse(Buffer.from(tokens['id_token']?.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
        sub: string;
      };
      visit.subject = claims.sub;
      return go(response, '/handoff.html');
    },
    // each time its page needs a token: only the server has the secret
    '/handoff': async (request, response) => {
      const subject = visitOf(request)?.subject;
      if (subject === undefined || request.method !== 'POST') return response.writeHead(401).end();
      const { code, patient } = await post(
        '/connect/handoff',
        { subject, module: 'mfe-vitals', origin: PARTNER },
        { authorization: `Basic ${Buffer.from(`${CLINIC.id}:${secret}`).toString('base64')}` },
      );
      return response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify({ code, patient }));
    },
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', PARTNER);
    const route = routes[pathname];
    if (route !== undefined) return void (await route(request, response, searchParams));
    const kind = pathname.startsWith('/kinds/') ? KINDS.find(({ name }) => `/kinds/${name}` === pathname) : undefined;
    if (kind !== undefined)
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headersOf(kind) })
        .end(forThisPort(pageOf(kind)));
    if (pathname === '/lib/react-19.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(react19());
    const library = packageFile(pathname) ?? LIBRARIES[pathname];
    const file = library === undefined ? writtenFile(pathname) : path.resolve(PACKAGES, library);
    const page = forThisPort(await readFile(file, 'utf8').catch(() => ''));
    response
      .writeHead(page !== '' ? 200 : 404, {
        'content-type': TYPES[path.extname(file)] ?? 'text/javascript; charset=utf-8',
      })
      .end(page);
  };
  return createServer((request, response) => {
    // the requesting page gets a broken connection
    serve(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  }).listen(PORTS.partner, '127.0.0.1');
}
