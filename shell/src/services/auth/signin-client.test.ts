/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createTextStore } from '../host/storage.ts';
import { SCOPE } from '../config.ts';
import { createSigninClient } from './signin-client.ts';
import { AuthorizationError } from './authorization-error.ts';

const AUTHORITY = 'https://id.test';
const discovery = {
  issuer: AUTHORITY,
  authorizationEndpoint: `${AUTHORITY}/connect/authorize`,
  tokenEndpoint: `${AUTHORITY}/connect/token`,
  userinfoEndpoint: `${AUTHORITY}/connect/userinfo`,
  endSessionEndpoint: `${AUTHORITY}/connect/endsession`,
};
const store = createTextStore(() => window.sessionStorage);
const make = () =>
  createSigninClient({
    authority: AUTHORITY,
    clientId: 'phr-web',
    scope: SCOPE,
    redirectUri: 'https://app.test/auth-cb',
    discovery,
    store,
    now: () => 1_795_000_000,
  });

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const idToken = (nonce: string): string =>
  `${part({ alg: 'none' })}.${part({ sub: 'u1', iss: AUTHORITY, aud: 'phr-web', nonce, exp: 9_999_999_999, iat: 1 })}.x`;

const calls: { url: string; body: URLSearchParams }[] = [];
let answer: (body: URLSearchParams) => Response = () => new Response('{}');
const realFetch = globalThis.fetch;
beforeEach(() => {
  sessionStorage.clear();
  calls.length = 0;
  globalThis.fetch = (async (url: string, init?: RequestInit) => {
    const body = new URLSearchParams(String(init?.body));
    calls.push({ url, body });
    return answer(body);
  }) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

async function prepared() {
  const client = make();
  const request = await client.prepare({ mode: 'redirect', locale: 'vi-VN' });
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return { client, request, query, callback: `https://app.test/auth-cb?code=the-code&state=${request.state}` };
}

test('[AUTH-01] asks for a code with PKCE S256', async () => {
  const { query } = await prepared();
  expect(query).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', ui_locales: 'vi-VN' });
  expect(query['code_challenge']).toMatch(/^[\w-]{43}$/);
});

test('a code that has proven a number before the sign-in goes along with the request', async () => {
  const { url } = await make().prepare({ mode: 'redirect', locale: 'vi-VN', phoneCode: 'otp-1' });
  expect(new URL(url).searchParams.get('phone_code')).toBe('otp-1');
  expect((await prepared()).query).not.toHaveProperty('phone_code');
});

test('[AUTH-02] asks for exactly the scopes of the specification', async () => {
  expect((await prepared()).query['scope']).toBe(
    'openid profile email phone offline_access fhir_api med_profile one_user_ids_app_api',
  );
});

test('[AUTH-03] the state of the request has 30 characters', async () => {
  const { query, request } = await prepared();
  expect(query['state']).toHaveLength(30);
  expect(query['state']).toBe(request.state);
});

test('[AUTH-04] the client id is the configured one', async () => {
  expect((await prepared()).query['client_id']).toBe('phr-web');
});

test('[AUTH-05] [CALL-07] exchanges the code with its verifier for a token', async () => {
  const { client, query, callback } = await prepared();
  answer = () =>
    json({
      access_token: 'access',
      refresh_token: 'refresh',
      id_token: idToken(query['nonce'] ?? ''),
      expires_in: 1800,
      token_type: 'Bearer',
    });
  await expect(client.finish(callback)).resolves.toMatchObject({
    accessToken: 'access',
    refreshToken: 'refresh',
    issuedAt: 1_795_000_000,
  });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.url).toBe(discovery.tokenEndpoint);
  expect(Object.fromEntries(calls[0]?.body ?? [])).toMatchObject({
    grant_type: 'authorization_code',
    client_id: 'phr-web',
    code: 'the-code',
    redirect_uri: 'https://app.test/auth-cb',
  });
  expect(calls[0]?.body.get('code_verifier')?.length).toBeGreaterThanOrEqual(43);
});

test('[AUTH-06] an answer without an access token is "could not get access code"', async () => {
  const { client, callback } = await prepared();
  answer = () => json({ token_type: 'Bearer' });
  await expect(client.finish(callback)).rejects.toMatchObject({ code: 'NO_ACCESS_TOKEN' });
});

test('[AUTH-05] a callback with an unknown, missing or used state makes no call', async () => {
  const { client, query, callback } = await prepared();
  await expect(client.finish('https://app.test/auth-cb?code=x&state=foreign')).rejects.toThrow();
  await expect(client.finish('https://app.test/auth-cb?code=x')).rejects.toThrow();
  expect(calls).toHaveLength(0);
  answer = () => json({ access_token: 'a', id_token: idToken(query['nonce'] ?? ''), expires_in: 1 });
  await client.finish(callback);
  await expect(client.finish(callback)).rejects.toThrow();
  expect(calls).toHaveLength(1);
});

test('[AUTH-05] an id token with another nonce is refused', async () => {
  const { client, callback } = await prepared();
  answer = () => json({ access_token: 'a', id_token: idToken('another'), expires_in: 1 });
  await expect(client.finish(callback)).rejects.toThrow(/nonce/);
});

test('[AUTH-13] a refusal of the service keeps its reason', async () => {
  const { client, request } = await prepared();
  const error: unknown = await client
    .finish(`https://app.test/auth-cb?error=access_denied&state=${request.state}`)
    .catch((caught: unknown) => caught);
  expect(error instanceof AuthorizationError && error.reason).toBe('access_denied');
});

test('[AUTH-11] knows how a request was opened, and that a foreign state was not its own', async () => {
  const client = make();
  const { state } = await client.prepare({ mode: 'popup', locale: 'en-US' });
  await expect(client.modeOf(state)).resolves.toBe('popup');
  await expect(client.modeOf('foreign')).resolves.toBeUndefined();
});

test('a request that nobody answers is forgotten after a quarter of an hour, when the next one is made', async () => {
  const { jest } = import.meta;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(1_795_000_000_000);
  const client = make();
  const { state } = await client.prepare({ mode: 'popup', locale: 'vi-VN' });
  const modeAfter = async (seconds: number) => {
    clock.mockReturnValue(1_795_000_000_000 + seconds * 1_000);
    await client.prepare({ mode: 'popup', locale: 'vi-VN' });
    return client.modeOf(state);
  };
  expect([await modeAfter(899), await modeAfter(900)]).toEqual(['popup', undefined]);
  clock.mockRestore();
});

test('a silent request asks the service not to show anything', async () => {
  const { url } = await make().prepare({ mode: 'redirect', silent: true, locale: 'vi-VN' });
  expect(new URL(url).searchParams.get('prompt')).toBe('none');
});
