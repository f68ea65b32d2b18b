import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../src/kit/config.ts';
import type { Account } from '../src/identity/accounts.ts';
import type { Backend } from '../src/app/main.ts';

export const SCOPE = 'openid profile email phone offline_access fhir_api med_profile one_user_ids_app_api';
export const PASSWORD = 'cầu thang 2026';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly expires_in: number;
}

export interface Browser {
  /** One request with this browser's cookies; redirects are not followed. */
  open(url: string, init?: RequestInit): Promise<Response>;
  authorizeUrl(more?: Readonly<Record<string, string | undefined>>): string;
  readonly verifier: string;
  /** The address of the sign-in page. */
  toSignIn(more?: Readonly<Record<string, string | undefined>>): Promise<string>;
  postSignIn(
    page: string,
    userName: string,
    password: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Follows redirects until the app's own address. */
  follow(response: Response): Promise<URL>;
  /** Signs in and returns the address with the code. */
  signIn(userName: string, password?: string): Promise<URL>;
  exchange(code: string, more?: Readonly<Record<string, string>>): Promise<Response>;
  refresh(token: string): Promise<Response>;
}

/** A browser as the identity service sees it: cookies, constant headers, and the app's side of the code flow. */
export function createBrowser(config: Config, sent: Readonly<Record<string, string>> = {}): Browser {
  const { issuer, clientId } = config.identity;
  const cookies = new Map<string, { value: string; path: string }>();
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${config.shellOrigin}/auth-cb`;
  const post = (body: Record<string, string>) => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body),
  });

  const browser: Browser = {
    verifier,
    async open(url, init = {}) {
      const at = new URL(url, issuer);
      const cookie = [...cookies]
        .filter(([, item]) => at.pathname.startsWith(item.path))
        .map(([name, item]) => `${name}=${item.value}`)
        .join('; ');
      const response = await fetch(at, {
        redirect: 'manual',
        ...init,
        headers: { ...sent, ...Object.fromEntries(new Headers(init.headers)), cookie },
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...rest] = line.split('; ');
        const [name = '', value = ''] = pair.split('=');
        const cookiePath = rest.find((item) => item.startsWith('path='))?.slice(5) ?? '/';
        if (value === '' || /expires=Thu, 01 Jan 1970/.test(line)) cookies.delete(name);
        else cookies.set(name, { value, path: cookiePath });
      }
      return response;
    },
    authorizeUrl(more = {}) {
      const query = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: 'x'.repeat(30),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ui_locales: 'vi-VN',
        ...more,
      };
      const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
      return `${issuer}/connect/authorize?${new URLSearchParams(given).toString()}`;
    },
    async toSignIn(more) {
      const response = await browser.open(browser.authorizeUrl(more));
      return response.headers.get('location') ?? '';
    },
    postSignIn: (page, userName, password, headers = {}) => {
      const init = post({ userName, password });
      return browser.open(page, { ...init, headers: { ...init.headers, ...headers } });
    },
    async follow(response) {
      let at = response.headers.get('location') ?? '';
      while (at !== '' && !at.startsWith(config.shellOrigin))
        at = (await browser.open(at)).headers.get('location') ?? '';
      return new URL(at);
    },
    async signIn(userName, password = PASSWORD) {
      return browser.follow(await browser.postSignIn(await browser.toSignIn(), userName, password));
    },
    exchange: (code, more = {}) =>
      fetch(
        `${issuer}/connect/token`,
        post({
          client_id: clientId,
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
          ...more,
        }),
      ),
    refresh: (token) =>
      fetch(
        `${issuer}/connect/token`,
        post({ client_id: clientId, grant_type: 'refresh_token', refresh_token: token }),
      ),
  };
  return browser;
}

let lastPhone = Math.floor(Math.random() * 10_000);

/** A phone number that no other test uses. */
export function newPhone(): string {
  lastPhone += 1;
  return `09${String(10_000_000 + lastPhone)}`;
}

export async function register(config: Config, phone: string, more: object = {}): Promise<Response> {
  return fetch(`${config.identity.issuer}/api/account/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      userName: phone,
      phoneNumber: phone,
      password: PASSWORD,
      fullName: 'TRẦN MINH CHÂU',
      ...more,
    }),
  });
}

/** A new account, signed in. */
export async function newPerson(
  config: Config,
  sent: Readonly<Record<string, string>> = {},
): Promise<{ phone: string; browser: Browser; tokens: Tokens }> {
  const phone = newPhone();
  await register(config, phone);
  return { phone, ...(await signedIn(config, phone, sent)) };
}

/** One more browser of an account, signed in. */
export async function signedIn(
  config: Config,
  phone: string,
  sent: Readonly<Record<string, string>> = {},
): Promise<{ browser: Browser; tokens: Tokens }> {
  const browser = createBrowser(config, sent);
  const back = await browser.signIn(phone);
  const answer = await browser.exchange(back.searchParams.get('code') ?? '');
  return { browser, tokens: (await answer.json()) as Tokens };
}

/** Confirms the number of the oldest account that uses it, as if by the code sent to its phone. */
export async function prove({ accounts }: Pick<Backend, 'accounts'>, phone: string): Promise<Account> {
  const [account] = await accounts.listByNumber(phone);
  if (account === undefined) throw new Error('no account');
  await accounts.prove(account.id, account.phone);
  return account;
}

/** The last code sent to a phone, as stored by the demo's sender. */
export async function lastCode(config: Config, phone: string): Promise<string> {
  const lines = (await readFile(path.join(config.dataDir, 'one-time-codes.txt'), 'utf8')).trim().split('\n');
  return (
    lines
      .filter((line) => line.includes(` 84${phone.slice(1)} `))
      .at(-1)
      ?.split(' ')
      .at(-1) ?? ''
  );
}
