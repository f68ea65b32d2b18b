import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeJwt } from 'jose';
import { EMBED_CLIENT, HANDOFF_GRANT } from '../src/identity/protocol-docs.ts';
import { readPartner, registerPartner } from '../src/identity/partners.ts';
import { createBrowser, type Browser, type Tokens } from './browser.ts';
import { offerBuild, type TestBackend } from './test-backend.ts';

/** Origin of the partner's page, in its row. */
export const PAGE = 'https://clinic.example';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = readdirSync(ROOT).filter((name) => existsSync(path.join(ROOT, name, 'module.json')));
/** Those of them that a page may show. */
export const EMBEDDABLE = MODULES.filter(
  (name) => 'partner' in (JSON.parse(readFileSync(path.join(ROOT, name, 'module.json'), 'utf8')) as object),
);

/** Offers each module as it declares itself, without its code. */
export async function offerModules(backend: TestBackend): Promise<void> {
  for (const name of MODULES) {
    const manifest = await readFile(path.join(ROOT, name, 'module.json'));
    await offerBuild(backend, name, { 'module.json': manifest, 'remoteEntry.js': '//' });
  }
}

/** A partner in a test: its server, its page, and the person's browser in between. */
export interface TestPartner {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
  /** Opens the partner's link in a browser, up to a page of ours or the redirect back to the partner. */
  begin(browser: Browser, more?: Readonly<Record<string, string>>): Promise<string>;
  /** The same for a person who signs in there, up to the question or the redirect. */
  signIn(browser: Browser, userName: string, password?: string): Promise<string>;
  /** Answers the question; returns the redirect. */
  answer(browser: Browser, page: string, answer: 'yes' | 'no'): Promise<URL>;
  /** What the partner's server gets for the code of the redirect. */
  exchange(browser: Browser, back: URL): Promise<Tokens>;
  /** Signs in, agrees, and returns the subject that the partner learns. */
  link(
    userName: string,
    password?: string,
  ): Promise<{ readonly browser: Browser; readonly subject: string; readonly tokens: Tokens }>;
  /** The partner's server requests a code. */
  ask(form: Readonly<Record<string, string>>, credentials?: string): Promise<Response>;
  /** The partner's page trades it. */
  trade(form: Readonly<Record<string, string>>, origin?: string | undefined): Promise<Response>;
  /** A token for a linked person, as a page gets it. */
  token(subject: string, module?: string): Promise<{ readonly token: string; readonly patient: string }>;
}

/** Registers a partner for all modules that may be embedded, or for the named ones. */
export async function newPartner(
  backend: TestBackend,
  id: string,
  modules: readonly string[] = EMBEDDABLE,
): Promise<TestPartner> {
  const { config, platform } = backend;
  const { issuer } = config.identity;
  const redirectUri = `${config.shellOrigin}/partner-cb`;
  const secret = await registerPartner(
    platform.db,
    readPartner({ id, name: 'Phòng khám Hoa Sữa', origins: [PAGE], redirectUris: [redirectUri], modules }, EMBEDDABLE),
  );
  const post = (
    address: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) => fetch(`${issuer}${address}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  /** Continues until a page asks a question, or the browser leaves for the partner. */
  const walk = async (browser: Browser, response: Response): Promise<string> => {
    let at = response.headers.get('location') ?? '';
    while (at !== '' && !at.startsWith(redirectUri) && !/\/interaction\//.test(at))
      at = (await browser.open(at)).headers.get('location') ?? '';
    return at;
  };

  const partner: TestPartner = {
    id,
    secret,
    redirectUri,
    begin: async (browser, more = {}) =>
      walk(
        browser,
        await browser.open(
          browser.authorizeUrl({ client_id: id, redirect_uri: redirectUri, scope: 'openid', ...more }),
        ),
      ),
    signIn: async (browser, userName, password) =>
      walk(browser, await browser.postSignIn(await partner.begin(browser), userName, password ?? 'cầu thang 2026')),
    async answer(browser, page, answer) {
      const response = await browser.open(`${new URL(page, issuer).pathname}/consent`, {
        method: 'POST',
        body: new URLSearchParams({ answer, lang: 'vi' }),
        headers: { origin: issuer },
      });
      return new URL(await walk(browser, response));
    },
    exchange: async (browser, back) =>
      (
        await browser.exchange(back.searchParams.get('code') ?? '', { client_id: id, redirect_uri: redirectUri })
      ).json() as Promise<Tokens>,
    async link(userName, password) {
      const browser = createBrowser(config);
      const tokens = await partner.exchange(
        browser,
        await partner.answer(browser, await partner.signIn(browser, userName, password), 'yes'),
      );
      return { browser, tokens, subject: decodeJwt(tokens.id_token).sub ?? '' };
    },
    ask: (form, credentials = `${id}:${secret}`) =>
      post('/connect/handoff', form, { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    trade: (form, origin = PAGE) =>
      post(
        '/connect/token',
        { grant_type: HANDOFF_GRANT, client_id: EMBED_CLIENT, ...form },
        origin === '' ? {} : { origin },
      ),
    async token(subject, module = 'mfe-vitals') {
      const { code, patient } = (await (await partner.ask({ subject, module, origin: PAGE })).json()) as {
        code: string;
        patient: string;
      };
      const { access_token: token } = (await (await partner.trade({ code, module, patient })).json()) as Tokens;
      return { token, patient };
    },
  };
  return partner;
}
