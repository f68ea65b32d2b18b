import { generateKeyPair, SignJWT } from 'jose';
import { createAuth, isSignedIn } from './auth.ts';

const ISSUER = 'https://id.phr.example';
const AUDIENCE = 'urn:phr:api';
const { privateKey, publicKey } = await generateKeyPair('ES256');

const tokenWith = (claims: Readonly<Record<string, unknown>>) =>
  new SignJWT({ sub: 's1', iss: ISSUER, aud: AUDIENCE, exp: Math.floor(Date.now() / 1_000) + 600, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .sign(privateKey);
const auth = (more: Partial<Parameters<typeof createAuth>[0]> = {}) =>
  createAuth({ issuer: ISSUER, audience: AUDIENCE, keys: async () => publicKey, ...more });
const unauthorized = { code: 'UNAUTHORIZED' };

test('(13) a token that was taken once is refused when it is over', async () => {
  const checks = auth();
  const token = await tokenWith({});
  expect(await checks.verify(token)).toMatchObject({ userId: 's1' });
  import.meta.jest.useFakeTimers({
    now: Date.now() + 660_000,
    doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'],
  });
  try {
    await expect(checks.verify(token)).rejects.toMatchObject(unauthorized);
  } finally {
    import.meta.jest.useRealTimers();
  }
});

test('(13) a token that was taken once is refused when its session has ended', async () => {
  const ended = new Set<string>();
  const checks = auth({ sessionEnded: async (sid) => ended.has(sid) });
  const token = await tokenWith({ sid: 'a' });
  expect(await checks.verify(token)).toMatchObject({ sessionId: 'a' });
  ended.add('a');
  await expect(checks.verify(token)).rejects.toMatchObject(unauthorized);
});

test('groups of a person are those that releases know, and none of whatever else another provider says', async () => {
  const cohortsOf = async (claim: unknown) => (await auth().verify(await tokenWith({ phr_cohorts: claim }))).cohorts;
  expect(await cohortsOf(['staff', 'admins of us', 'team:notes'])).toEqual(['staff', 'team:notes']);
  expect(await cohortsOf('staff')).toBeUndefined();
});

test('a token of one module acts as the agreement and in nothing else; half of such a token is none', async () => {
  const request = (token: string, url = '/fhir/Device') =>
    ({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } }) as Parameters<
      ReturnType<typeof createAuth>['authenticate']
    >[0];
  const scopeOf = async (module: string) =>
    module === 'mfe-vitals'
      ? { permits: (_method: string, url: string) => url === '/fhir/Device', may: () => true }
      : undefined;
  const claims = { scope: 'module:mfe-vitals', partner_link: 'PartnerLink/1', box_user: 'u1' };
  const good = await tokenWith(claims);
  expect(await auth({ scopeOf }).authenticate(request(good))).toMatchObject({ userId: 'PartnerLink/1' });
  await expect(auth({ scopeOf }).authenticate(request(good, '/fhir/Patient/1'))).rejects.toMatchObject({
    code: 'ACCESS_DENIED',
  });
  await expect(
    auth({ scopeOf }).authenticate(request(await tokenWith({ ...claims, scope: 'module:mfe-other' }))),
  ).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  // a service without known modules, and a socket, accept no such tokens
  await expect(auth().authenticate(request(good))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  await expect(auth({ scopeOf }).verify(good)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  for (const odd of [
    { scope: 'module:mfe-vitals' },
    { partner_link: 'PartnerLink/1' },
    { ...claims, scope: 'module:mfe-vitals module:mfe-records' },
    { ...claims, partner_link: 'Practitioner/1' },
    { box_user: 'PartnerLink/1' },
    { sub: 'PartnerLink/1' },
  ]) {
    await expect(auth({ scopeOf }).authenticate(request(await tokenWith(odd)))).rejects.toMatchObject(unauthorized);
  }
});

const NOW = Math.floor(Date.now() / 1_000);
const signedAs = (header: { readonly alg: string; readonly typ?: string }, claims: object, key = privateKey) =>
  new SignJWT({ sub: 's1', iss: ISSUER, aud: AUDIENCE, exp: NOW + 600, ...claims })
    .setProtectedHeader(header)
    .sign(key);
const requestWith = (authorization: string | undefined) =>
  ({ method: 'GET', url: '/fhir/Device', headers: { authorization } }) as Parameters<
    ReturnType<typeof createAuth>['authenticate']
  >[0];

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['a person, by the account of the product', { box_user: 'u1' }, 'u1'],
  ['a person, by the provider', {}, 's1'],
  ['a professional', { box_user: 'u1', fhirUser: 'https://x.example/fhir/Practitioner/12' }, 'Practitioner/12'],
  ["a facility's system", { fhirUser: 'Organization/7' }, 'Organization/7'],
  ['a person whose record the claim names', { fhirUser: 'Patient/7' }, 's1'],
  ['a claim that says more than a reference', { fhirUser: 'Practitioner/12/x' }, 's1'],
  ['an id that is too long', { fhirUser: `Practitioner/${'1'.repeat(65)}` }, 's1'],
  ['the longest id', { fhirUser: `Practitioner/${'1'.repeat(64)}` }, `Practitioner/${'1'.repeat(64)}`],
])('who acts is %s', async (_, claims, userId) => {
  expect(await auth().verify(await tokenWith(claims))).toMatchObject({ userId, sub: 's1' });
});

test('what a token says is taken over: scopes without empty ones, and the session if there is one', async () => {
  expect(await auth().verify(await tokenWith({ scope: ' openid  fhir_api ', sid: 'a' }))).toEqual({
    userId: 's1',
    sub: 's1',
    scope: ['openid', 'fhir_api'],
    sessionId: 'a',
  });
  expect(await auth().verify(await tokenWith({}))).toEqual({ userId: 's1', sub: 's1', scope: [] });
});

test.each<[string, () => Promise<string>]>([
  ['of another issuer', () => tokenWith({ iss: 'https://other.example' })],
  ['for another audience', () => tokenWith({ aud: 'urn:other' })],
  ['that is over for more than five seconds', () => tokenWith({ exp: NOW - 60 })],
  ['without an end', () => tokenWith({ exp: undefined })],
  ['without a person', () => tokenWith({ sub: undefined })],
  ['of an empty person', () => tokenWith({ sub: '' })],
  ['of another kind', () => signedAs({ alg: 'ES256', typ: 'JWT' }, {})],
  ['of no kind', () => signedAs({ alg: 'ES256' }, {})],
  [
    'signed by somebody else',
    async () => signedAs({ alg: 'ES256', typ: 'at+jwt' }, {}, (await generateKeyPair('ES256')).privateKey),
  ],
  ['that is none', async () => 'abc'],
])('a token %s is not valid', async (_, made) => {
  await expect(auth().verify(await made())).rejects.toMatchObject({
    ...unauthorized,
    message: 'The access token is not valid',
  });
});

test('clocks may differ by less than five seconds', async () => {
  const [four, five] = [await tokenWith({ exp: NOW - 4 }), await tokenWith({ exp: NOW - 5 })];
  import.meta.jest.useFakeTimers({
    now: NOW * 1_000,
    doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'],
  });
  try {
    expect(await auth().verify(four)).toMatchObject({ userId: 's1' });
    await expect(auth().verify(five)).rejects.toMatchObject(unauthorized);
  } finally {
    import.meta.jest.useRealTimers();
  }
});

test('keys that cannot be read are a fault of the server and not of the token', async () => {
  const broken = new Error('no keys');
  const keys = async () => {
    throw broken;
  };
  await expect(auth({ keys }).verify(await tokenWith({}))).rejects.toBe(broken);
  await expect(auth({ keys }).holderOf(requestWith(`Bearer ${await tokenWith({})}`))).rejects.toBe(broken);
});

test('the holder of a token is told where one is valid, and nobody else', async () => {
  const good = await tokenWith({});
  const of = (authorization: string | undefined) => auth().holderOf(requestWith(authorization));
  expect(
    await Promise.all(
      [`Bearer ${good}`, `bearer ${good}`, `Basic ${good}`, `Bearer ${good} x`, 'Bearer abc', undefined].map(of),
    ),
  ).toEqual(['s1', 's1', undefined, undefined, undefined, undefined]);
});

test('a request without a token is told that one is needed', async () => {
  await expect(auth().authenticate(requestWith(undefined))).rejects.toMatchObject({
    ...unauthorized,
    message: 'An access token is needed',
  });
});

test('signed in is who has a valid token, whatever it may call', async () => {
  const [own, ofModule] = [
    await tokenWith({}),
    await tokenWith({ scope: 'module:mfe-vitals', partner_link: 'PartnerLink/1' }),
  ];
  const of = (authorization: string | undefined, more = {}) => isSignedIn(auth(more), requestWith(authorization));
  expect([await of(`Bearer ${own}`), await of(`Bearer ${ofModule}`)]).toEqual([true, true]);
  expect([await of('Bearer abc'), await of(undefined), await of('')]).toEqual([false, false, false]);
});

test('a token that was taken once is not verified anew', async () => {
  const asked: unknown[] = [];
  const checks = auth({
    keys: async (_header, { payload }) => {
      asked.push(payload);
      return publicKey;
    },
  });
  const [first, second] = [await tokenWith({ jti: '1' }), await tokenWith({ jti: '2' })];
  for (const token of [first, first, second, first]) await checks.verify(token);
  expect(asked).toHaveLength(2);
});
