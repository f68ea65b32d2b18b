import { RefreshRefused } from './refresher.ts';
import { renewToken } from './renew.ts';

const held = { accessToken: 'old', refreshToken: 'r1', idToken: 'i1', expiresIn: 1, issuedAt: 1 };
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const answer = (status: number, body: unknown) => {
  const calls: { url: string; init: RequestInit | undefined }[] = [];
  globalThis.fetch = (async (url: string, init?: RequestInit) => {
    calls.push({ url, init });
    return new Response(JSON.stringify(body), { status });
  }) as typeof fetch;
  return calls;
};

test('[CALL-02] posts client id, refresh token and grant type as a form', async () => {
  const calls = answer(200, { access_token: 'new', refresh_token: 'r2', expires_in: 1800 });
  await expect(renewToken('https://id.test/connect/token', 'phr-web', held, () => 50)).resolves.toEqual({
    accessToken: 'new',
    refreshToken: 'r2',
    idToken: 'i1',
    expiresIn: 1800,
    issuedAt: 50,
  });
  expect(calls[0]?.url).toBe('https://id.test/connect/token');
  expect(calls[0]?.init?.method).toBe('POST');
  expect(String(calls[0]?.init?.body)).toBe('client_id=phr-web&refresh_token=r1&grant_type=refresh_token');
});

test('keeps the refresh token where the service does not rotate it', async () => {
  answer(200, { access_token: 'new', expires_in: 1800 });
  await expect(renewToken('https://id.test/t', 'c', held, () => 1)).resolves.toMatchObject({ refreshToken: 'r1' });
});

test.each([400, 401])('[AUTH-19] %i is a refusal', async (status) => {
  answer(status, { error: 'invalid_grant' });
  await expect(renewToken('https://id.test/t', 'c', held, () => 1)).rejects.toBeInstanceOf(RefreshRefused);
});

test.each([403, 429, 500, 503])('[AUTH-19] %i is no refusal', async (status) => {
  answer(status, {});
  await expect(renewToken('https://id.test/t', 'c', held, () => 1)).rejects.toMatchObject({ code: 'NETWORK' });
});

test('[AUTH-19] an answer that is no JSON is no refusal', async () => {
  globalThis.fetch = (async () => new Response('<html>', { status: 200 })) as typeof fetch;
  await expect(renewToken('https://id.test/t', 'c', held, () => 1)).rejects.toMatchObject({ code: 'NETWORK' });
});
