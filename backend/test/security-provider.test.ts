import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, type JWTPayload } from 'jose';
import { discoveredKeys, createAuth } from '../src/access/auth.ts';
import { freePort } from '../src/kit/free-port.ts';
import { startOtherProvider, type OtherProvider } from './other-provider.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let provider: OtherProvider;
let backend: TestBackend;
beforeAll(async () => {
  const [shellPort, providerPort] = [await freePort(), await freePort()];
  provider = await startOtherProvider(providerPort, `http://localhost:${shellPort}`);
  backend = await startTestBackend({
    PORT: String(shellPort),
    OIDC_AUTHORITY: provider.issuer,
    OIDC_CLIENT_ID: 'record-app',
  });
});
afterAll(async () => {
  await backend.stop();
  await provider.stop();
});

const call = async (token: string, method: string, path: string, body?: object) => {
  const answer = await fetch(`${backend.urls.shell}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
};
const patient = { resourceType: 'Patient', name: [{ text: 'LÊ QUỐC BẢO' }], birthDate: '1979-05-01' };
/** A token as the provider could make it, with other claims or header. */
const made = async (
  token: string,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const [key] = provider.keys();
  if (key === undefined) throw new Error('no key');
  const payload: JWTPayload = Object.fromEntries(
    Object.entries({ ...decodeJwt(token), ...claims }).filter(([, value]) => value !== undefined),
  );
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '', typ: 'at+jwt', ...header })
    .sign(await importJWK(key, 'RS256'));
};
const read = async (token: string): Promise<number> =>
  (
    await fetch(`${backend.urls.shell}/api/phr/observationComponentViewConfig`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

test('the shell is sent to the other provider, and no identity service of ours runs', async () => {
  const config = (await (await fetch(`${backend.urls.shell}/config.json`)).json()) as {
    oidc: Readonly<Record<string, string>>;
  };
  expect(config.oidc).toMatchObject({ authority: provider.issuer, clientId: 'record-app' });
  await expect(fetch(`http://localhost:${backend.config.ports.identity}/health`)).rejects.toThrow();
  const smart = await (await fetch(`${backend.urls.shell}/fhir/.well-known/smart-configuration`)).json();
  expect(smart).toMatchObject({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/protocol/openid-connect/auth`,
    token_endpoint: `${provider.issuer}/protocol/openid-connect/token`,
    jwks_uri: `${provider.issuer}/protocol/openid-connect/certs`,
    scopes_supported: expect.arrayContaining(['openid', 'fhir_api']),
    code_challenge_methods_supported: ['S256'],
  });
  const signUp = await call('x', 'POST', '/api/ano/phr/auth/sign-up', {
    fullName: 'x',
    userName: '0912345678',
    password: 'cầu thang 2026',
  });
  expect([signUp.status, signUp.body['code']]).toEqual([501, 'NOT_SUPPORTED']);
});

test('its tokens open a record; the person is the mapped attribute, else the subject', async () => {
  const plain = await provider.tokensOf('f3a1-subject');
  expect(decodeProtectedHeader(plain.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
  expect(decodeJwt(plain.access_token)).not.toHaveProperty('box_user');
  const created = await call(plain.access_token, 'POST', '/fhir/Patient', patient);
  expect(created.status).toBe(201);
  const { db } = backend.platform;
  const owner = async (id: unknown) =>
    (await db.query<{ user_id: string }>('select user_id from access where patient_id = $1', [id])).map(
      (row) => row.user_id,
    );
  expect(await owner(created.body['id'])).toEqual(['f3a1-subject']);

  const mapped = await provider.tokensOf('mapped-9');
  const other = await call(mapped.access_token, 'POST', '/fhir/Patient', patient);
  expect(await owner(other.body['id'])).toEqual(['box-mapped-9']);
  expect((await call(mapped.access_token, 'GET', `/fhir/Patient/${String(created.body['id'])}`)).status).toBe(403);
  expect((await call(plain.access_token, 'GET', `/fhir/Patient/${String(created.body['id'])}`)).status).toBe(200);
});

test('(13) tokens for others, of others, of another kind, unsigned or over are refused', async () => {
  const { access_token: good, id_token: idToken = '' } = await provider.tokensOf('f3a1-subject');
  expect(await read(good)).toBe(200);
  expect(await read(await made(good, { jti: 'again' }))).toBe(200);
  const now = Math.floor(Date.now() / 1_000);
  const [head = '', body = ''] = good.split('.');
  const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
  for (const [name, token] of Object.entries({
    'id token': idToken,
    'another audience': (await provider.tokensOf('f3a1-subject', { audience: 'urn:other:api' })).access_token,
    'no audience': await made(good, { aud: undefined }),
    'another realm': await made(good, { iss: provider.issuer.replace('phr', 'other') }),
    'issuer with a slash': await made(good, { iss: `${provider.issuer}/` }),
    over: await made(good, { exp: now - 60 }),
    'no end': await made(good, { exp: undefined }),
    'not yet': await made(good, { nbf: now + 600 }),
    'no subject': await made(good, { sub: undefined }),
    'type JWT': await made(good, {}, { typ: 'JWT' }),
    'unknown key': await made(good, {}, { kid: 'nobody' }),
    changed: `${head}.${Buffer.from(JSON.stringify({ ...decodeJwt(good), sub: 'admin' })).toString('base64url')}.${good.split('.')[2] ?? ''}`,
    unsigned,
  }))
    expect([name, await read(token)]).toEqual([name, 401]);
});

test('a new key of the provider is found by itself, and the old one counts while it is published', async () => {
  const auth = createAuth({
    issuer: provider.issuer,
    audience: 'urn:phr:api',
    keys: discoveredKeys(provider.issuer, 0),
  });
  const before = (await provider.tokensOf('f3a1-subject')).access_token;
  expect((await auth.verify(before)).sub).toBe('f3a1-subject');
  await provider.rotate();
  const after = (await provider.tokensOf('f3a1-subject')).access_token;
  expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
  expect((await auth.verify(after)).sub).toBe('f3a1-subject');
  const fresh = createAuth({
    issuer: provider.issuer,
    audience: 'urn:phr:api',
    keys: discoveredKeys(provider.issuer, 0),
  });
  expect((await fresh.verify(before)).sub).toBe('f3a1-subject');
  await provider.rotate(true);
  const late = createAuth({
    issuer: provider.issuer,
    audience: 'urn:phr:api',
    keys: discoveredKeys(provider.issuer, 0),
  });
  await expect(late.verify(before)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('a discovery document that names another issuer is not believed', async () => {
  const issuer = provider.issuer.replace('localhost', '127.0.0.1');
  const auth = createAuth({ issuer, audience: 'urn:phr:api', keys: discoveredKeys(issuer) });
  await expect(auth.verify((await provider.tokensOf('f3a1-subject')).access_token)).rejects.toThrow(
    'names another issuer',
  );
});
