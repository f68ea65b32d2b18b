import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { createBrowser, newPerson, newPhone, PASSWORD, register, signedIn, type Tokens } from './browser.ts';
import { follow } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// Limits count people and networks, not strings that the caller chooses; replays are limited.

const CALLS = 20;
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({
    TRUST_PROXY: '1',
    LIMIT_API_PER_MINUTE_USER: String(CALLS),
    LIMIT_REGISTER_PER_HOUR_IP: '8',
    LIMIT_OTP_PER_HOUR_IP: '6',
    LIMIT_SIGN_IN_PER_MINUTE_IP: '12',
  });
});
afterAll(() => backend.stop());

type Json = Readonly<Record<string, unknown>>;
const read = async (answer: Response): Promise<Json> => (await answer.json()) as Json;
const call = (headers: Readonly<Record<string, string>>, path = '/api/phr/observationComponentViewConfig') =>
  fetch(`${backend.urls.shell}${path}`, { headers });
const statuses = async (times: number, headers: (n: number) => Readonly<Record<string, string>>): Promise<number[]> => {
  const all: number[] = [];
  for (let n = 0; n < times; n += 1) all.push((await call(headers(n))).status);
  return all;
};
const refused = (all: readonly number[]): number => all.filter((status) => status === 429).length;

test('tokens that nobody has checked are counted by the network, however the header is written', async () => {
  const spelled = (n: number): string => {
    const token = randomBytes(24).toString('base64url');
    return [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`, token, `Basic ${token}`][n % 5] ?? '';
  };
  const all = await statuses(CALLS + 6, (n) => ({
    'x-forwarded-for': `2001:db8:7:1::${n + 1}`,
    authorization: spelled(n),
  }));
  expect([all.slice(0, CALLS), all.slice(CALLS)]).toEqual([Array(CALLS).fill(401), Array(6).fill(429)]);
  const last = await call({ 'x-forwarded-for': '2001:db8:7:1::1' });
  expect([last.status, Number(last.headers.get('retry-after')) > 0, await read(last)]).toEqual([
    429,
    true,
    { code: 'TOO_MANY_REQUESTS', message: expect.any(String), httpStatus: 429, source: 'PHR_API' },
  ]);
  expect((await call({ 'x-forwarded-for': '2001:db8:7:2::1' })).status).toBe(401);
});

test.each([
  ['/fhir/Patient/x'],
  // as routers read it, the same address
  ['/%66hir/Patient/xyz'],
  ['/%61pi/phr/diagnosticReport/list'],
  ['/fhir/Patient/x/Observation?_count=1'],
  ['/api/phr/diagnosticReport/list'],
  ['/patient-app/related-person/rights'],
  ['/cities'],
])('whoever shows no token is counted at %s', async (path) => {
  const network = { 'x-forwarded-for': `192.0.2.${path.length}` };
  const all: number[] = [];
  for (let n = 0; n < CALLS + 3; n += 1) all.push((await call(network, path)).status);
  expect([refused(all.slice(0, CALLS)), refused(all.slice(CALLS))]).toEqual([0, 3]);
});

test.each([
  ['GET', '/connect/authorize?'],
  ['POST', '/connect/authorize'],
  ['GET', '/connect/authorize/?'],
  ['GET', '/connect/endsession?'],
])(
  'what a network may begin without an account is bounded, since all of it is kept for a while: %s %s',
  async (method, path) => {
    const query = new URL(createBrowser(backend.config).authorizeUrl()).search.slice(1);
    const kept = async (): Promise<number> =>
      Number((await backend.platform.db.query<{ rows: string }>('select count(*) as rows from oidc_payload'))[0]?.rows);
    const begin = (n: number): Promise<Response> =>
      fetch(`${backend.urls.identity}${path}${method === 'GET' ? query : ''}`, {
        method,
        redirect: 'manual',
        headers: { 'x-forwarded-for': `2001:db8:9:${path.length}${method.length}::${n + 1}` },
        ...(method === 'GET' ? {} : { body: new URLSearchParams(query) }),
      });
    const before = await kept();
    const answers: Response[] = [];
    for (let n = 0; n < CALLS + 5; n += 1) answers.push(await begin(n));
    expect(answers.map(({ status }) => status === 429)).toEqual([
      ...Array<boolean>(CALLS).fill(false),
      ...Array<boolean>(5).fill(true),
    ]);
    expect((await kept()) - before).toBeLessThanOrEqual(CALLS);
    const last = answers.at(-1);
    expect([Number(last?.headers.get('retry-after')) > 0, await last?.text()]).toEqual([
      true,
      expect.stringContaining('<h1'),
    ]);
  },
);

test('counts the person, not the token: a refresh, another browser or spelling gives no more calls', async () => {
  const home = { 'x-forwarded-for': '198.51.100.20' };
  const { phone, browser: one, tokens } = await newPerson(backend.config, home);
  const { tokens: second } = await signedIn(backend.config, phone, home);
  const { tokens: relative } = await newPerson(backend.config, home);
  const fresh = (await (await one.refresh(tokens.refresh_token)).json()) as Tokens;
  const held = [tokens.access_token, second.access_token, fresh.access_token];
  const all = await statuses(CALLS + 4, (n) => ({
    'x-forwarded-for': `198.51.100.${n + 30}`,
    authorization: `${n % 2 === 0 ? 'Bearer' : 'bearer'} ${held[n % 3] ?? ''}`,
  }));
  expect([refused(all.slice(0, CALLS)), refused(all.slice(CALLS))]).toEqual([0, 4]);
  // a stranger behind the same address has used up the network's limit for requests without a sign-in
  await statuses(CALLS + 1, () => home);
  expect((await call(home)).status).toBe(429);
  expect((await call({ ...home, authorization: `Bearer ${relative.access_token}` })).status).toBe(200);
});

test('sign-ups of a network are one count at every address that takes them', async () => {
  const send = (url: string, n: number) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:8:1::${n + 1}` },
      body: JSON.stringify({
        userName: newPhone(),
        password: PASSWORD,
        fullName: 'A',
        code: 'NONE',
        phoneNumber: undefined,
      }),
    });
  const at = [`${backend.urls.identity}/api/account/register`, `${backend.urls.shell}/api/ano/phr/auth/sign-up`];
  const answers = [];
  for (let n = 0; n < 10; n += 1) answers.push(await send(at[n % 2] ?? '', n));
  expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(200), 429, 429]);
  expect(answers.slice(8).every(({ headers }) => Number(headers.get('retry-after')) > 3_000)).toBe(true);
  expect(await read(answers[9] ?? new Response())).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    httpStatus: 429,
    source: 'PHR_API',
  });
});

test("a network's code requests count together at both addresses; a signed-in person has their own count", async () => {
  const { phone, tokens } = await newPerson(backend.config, { 'x-forwarded-for': '2001:db8:9:1::1' });
  const ask = (n: number, who: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${backend.urls.shell}/api/phr/account/otp/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:9:1::${n + 1}`, ...headers },
      body: JSON.stringify({ userName: who, phoneNumber: who.slice(1), dialingCode: '84', verified: false }),
    });
  const forgot = (n: number) =>
    fetch(`${backend.urls.identity}/account/forgot-password`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `2001:db8:9:1::${n + 1}` },
      body: new URLSearchParams({ userName: newPhone() }),
    });
  const all: Response[] = [];
  for (let n = 0; n < 8; n += 1) all.push(await (n % 2 === 0 ? ask(n, newPhone()) : forgot(n)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  expect(await all[7]?.text()).toMatch(/Vui lòng thử lại sau \d+ phút/);
  expect((await ask(1, phone, { authorization: `Bearer ${tokens.access_token}` })).status).toBe(200);
});

test('tried codes count per network, whatever the number, and per person when signed in', async () => {
  const codeId = crypto.randomUUID();
  const statuses = [];
  for (let n = 0; n < 8; n += 1) {
    statuses.push(
      (
        await fetch(`${backend.urls.identity}/api/account/confirmPhoneNumber`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:11:1::${n + 1}` },
          body: JSON.stringify({ userName: newPhone(), otpId: codeId, code: '123456' }),
        })
      ).status,
    );
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
  const { tokens } = await newPerson(backend.config, { 'x-forwarded-for': '2001:db8:11:2::1' });
  const verified = [];
  for (let n = 0; n < 8; n += 1) {
    verified.push(
      (
        await fetch(`${backend.urls.shell}/api/phr/account/otp/verify`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${tokens.access_token}`,
            'x-forwarded-for': `2001:db8:11:${n + 3}::1`,
          },
          body: JSON.stringify({ id: codeId, otp: '123456' }),
        })
      ).status,
    );
  }
  expect(verified).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
});

test('the forms of the identity service count for the network, whatever address of it they come from', async () => {
  const statuses = [];
  for (let n = 0; n < 14; n += 1) {
    statuses.push(
      (
        await fetch(`${backend.urls.identity}/account/reset-password`, {
          method: 'POST',
          headers: { 'x-forwarded-for': `2001:db8:12:1::${n + 1}` },
          body: new URLSearchParams({ codeId: 'x', code: '1' }),
        })
      ).status,
    );
  }
  expect(statuses).toEqual([...Array(12).fill(422), 429, 429]);
});

describe('what is replayed', () => {
  const here = { 'x-forwarded-for': '198.51.100.90' };
  const person = async () => {
    const made = await newPerson(backend.config, here);
    const patient = await read(
      await fetch(`${backend.urls.shell}/fhir/Patient`, {
        method: 'POST',
        headers: { authorization: `Bearer ${made.tokens.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceType: 'Patient', name: [{ text: 'TRẦN MINH CHÂU' }], birthDate: '1985-03-12' }),
      }),
    );
    return { ...made, patientId: String(patient['id']) };
  };
  const works = async (token: string): Promise<readonly number[]> => [
    (await call({ authorization: `Bearer ${token}` })).status,
    (await fetch(`${backend.urls.identity}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } }))
      .status,
  ];

  test('(6) reusing a refresh token ends the access tokens and sockets of its family at once', async () => {
    const { phone, browser: one, tokens, patientId } = await person();
    const next = (await (await one.refresh(tokens.refresh_token)).json()) as Tokens;
    const socket = await follow(backend.urls.shell, patientId, next.access_token);
    // her other browser's session is none of the family's
    const others = await follow(
      backend.urls.shell,
      patientId,
      (await signedIn(backend.config, phone, here)).tokens.access_token,
    );
    expect(await works(next.access_token)).toEqual([200, 200]);
    await backend.platform.db.query(
      "update oidc_payload set consumed_at = consumed_at - interval '10 seconds' where model = 'RefreshToken' and payload->>'sessionUid' = $1 and consumed_at is not null",
      [decodeJwt(next.access_token)['sid']],
    );
    expect((await one.refresh(tokens.refresh_token)).status).toBe(400);
    expect([await works(tokens.access_token), await works(next.access_token)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    expect(await socket.next('bye')).toEqual({ code: 'UNAUTHORIZED' });
    expect([others.socket.connected, others.all.map(({ event }) => event)]).toEqual([true, ['ready']]);
    socket.close();
    others.close();
    const [row] = await backend.platform.db.query(
      "select count(*)::int as n from audit_event where type = 'token-replayed' and user_id = $1",
      [decodeJwt(next.access_token)['box_user']],
    );
    expect(row?.['n']).toBe(1);
  });

  test("(4) a code that comes a second time ends what the first one gave, and nobody else's", async () => {
    const { browser: other, tokens: others } = await newPerson(backend.config, { 'x-forwarded-for': '198.51.100.91' });
    const phone = newPhone();
    await register(backend.config, phone);
    const one = createBrowser(backend.config, here);
    const code = (await one.signIn(phone)).searchParams.get('code') ?? '';
    const tokens = (await (await one.exchange(code)).json()) as Tokens;
    expect(await works(tokens.access_token)).toEqual([200, 200]);
    expect((await one.exchange(code)).status).toBe(400);
    expect(await works(tokens.access_token)).toEqual([401, 401]);
    expect(await works(others.access_token)).toEqual([200, 200]);
    expect((await other.refresh(others.refresh_token)).status).toBe(200);
  });

  test('(2) a wrong verifier uses the code up, and the session goes on', async () => {
    const { browser: one, tokens } = await person();
    const code = (await one.follow(await one.open(one.authorizeUrl()))).searchParams.get('code') ?? '';
    expect((await one.exchange(code, { code_verifier: 'b'.repeat(43) })).status).toBe(400);
    expect((await one.exchange(code)).status).toBe(400);
    expect(await works(tokens.access_token)).toEqual([200, 200]);
  });
});
