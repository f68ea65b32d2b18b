import { generateKeyPair, SignJWT } from 'jose';
import { createAuth } from './auth.ts';

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
