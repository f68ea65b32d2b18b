import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { decodeJwt } from 'jose';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { createBrowser, newPerson, newPhone, PASSWORD, register, SCOPE, signedIn, type Tokens } from './browser.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// The server's forty security checks. A number in brackets in a test's title names the check; checks that other specs
// cover are listed there.

let backend: TestBackend;
let accountsAtStart: number;
beforeAll(async () => {
  backend = await startTestBackend({ LIMIT_API_PER_MINUTE_USER: '100000' });
  accountsAtStart = Number((await backend.platform.db.query('select count(*)::int as n from account'))[0]?.['n']);
});
afterAll(() => backend.stop());

const db = () => backend.platform.db;
const call = async (
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> => {
  const answer = await fetch(`${backend.urls.shell}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>) };
};
const opened = async () => {
  const { tokens } = await newPerson(backend.config);
  const { body } = await call(tokens.access_token, 'POST', '/fhir/Patient', {
    resourceType: 'Patient',
    name: [{ text: 'TRẦN MINH CHÂU' }],
    birthDate: '1985-03-12',
  });
  return { token: tokens.access_token, patientId: String(body['id']) };
};

test('each of the forty checks is named by a test', async () => {
  const folders = ['./', '../src/identity/', '../src/access/', '../src/kit/'].map((folder) =>
    fileURLToPath(new URL(folder, import.meta.url)),
  );
  const texts = await Promise.all(
    folders
      .flatMap(async (folder) =>
        (await readdir(folder))
          .filter((name) => name.endsWith('.test.ts'))
          .map((name) => readFile(`${folder}${name}`, 'utf8')),
      )
      .map(async (files) => (await Promise.all(await files)).join('\n')),
  );
  const titles = texts.join('\n').match(/(?:test|\]|\))\(\s*['"`][^\n]*/g) ?? [];
  const named = new Set(
    titles.flatMap((title) => [...title.matchAll(/\((\d{1,2})\)/g)].map(([, number]) => Number(number))),
  );
  expect(Array.from({ length: 40 }, (_none, index) => index + 1).filter((number) => !named.has(number))).toEqual([]);
});

test('(5) a code lives for a minute', async () => {
  const { browser: one } = await newPerson(backend.config);
  const code = (await one.follow(await one.open(one.authorizeUrl()))).searchParams.get('code') ?? '';
  const [row] = await db().query<{ s: number }>(
    "select extract(epoch from expires_at - now())::float as s from oidc_payload where model = 'AuthorizationCode' order by expires_at desc limit 1",
  );
  expect(row?.s).toBeLessThanOrEqual(60);
  await db().query("update oidc_payload set expires_at = now() where model = 'AuthorizationCode'");
  expect((await one.exchange(code)).status).toBe(400);
});

test("(7) rotation does not prolong a refresh token's life", async () => {
  const { browser: one, tokens } = await newPerson(backend.config);
  const sid = decodeJwt(tokens.access_token)['sid'];
  await db().query(
    "update oidc_payload set expires_at = now() + interval '100 seconds' where model = 'RefreshToken' and payload->>'sessionUid' = $1",
    [sid],
  );
  expect((await one.refresh(tokens.refresh_token)).status).toBe(200);
  const rows = await db().query<{ s: number }>(
    "select extract(epoch from expires_at - now())::float as s from oidc_payload where model = 'RefreshToken' and payload->>'sessionUid' = $1",
    [sid],
  );
  expect(rows).toHaveLength(2);
  for (const { s } of rows) expect(s).toBeLessThanOrEqual(101);
});

test('(9) a client gets no scope beyond its own', async () => {
  const { browser: one } = await newPerson(backend.config);
  const back = await one.follow(await one.open(one.authorizeUrl({ scope: `${SCOPE} admin system/*.*` })));
  const code = back.searchParams.get('code');
  if (code === null) {
    expect(back.searchParams.get('error')).toBe('invalid_scope');
    return;
  }
  const tokens = (await (await one.exchange(code)).json()) as Tokens;
  expect(String(decodeJwt(tokens.access_token)['scope'])).not.toMatch(/admin|system/);
});

test('(10)(11) state and nonce come back, and answers name the issuer of the discovery document', async () => {
  const { browser: one } = await newPerson(backend.config);
  const back = await one.follow(await one.open(one.authorizeUrl({ nonce: 'n-0S6_WzA2Mj', state: 'y'.repeat(30) })));
  const discovered = (await (await fetch(`${backend.urls.identity}/.well-known/openid-configuration`)).json()) as {
    issuer: string;
    authorization_response_iss_parameter_supported: boolean;
  };
  expect(discovered.authorization_response_iss_parameter_supported).toBe(true);
  expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['y'.repeat(30), discovered.issuer]);
  const tokens = (await (await one.exchange(back.searchParams.get('code') ?? '')).json()) as Tokens;
  expect(decodeJwt(tokens.id_token)).toMatchObject({ nonce: 'n-0S6_WzA2Mj', aud: 'phr-web', iss: discovered.issuer });
  // (15) the address holds the code and never a token
  expect([...back.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state']);
});

test('(17) a bundle with an entry of another patient, or one not permitted, writes nothing', async () => {
  const [owner, other] = [await opened(), await opened()];
  const entry = (patientId: string) => ({
    resource: {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      subject: { reference: `Patient/${patientId}` },
    },
    request: { method: 'POST', url: 'Observation' },
  });
  const send = async (...entries: readonly object[]) =>
    (await call(owner.token, 'POST', '/fhir', { resourceType: 'Bundle', type: 'transaction', entry: entries })).status;
  const stored = async () =>
    (
      await db().query(
        "select count(*)::int as n from fhir_resource where type = 'Observation' and patient_id = any($1::text[])",
        [[owner.patientId, other.patientId]],
      )
    )[0]?.['n'];
  const organization = {
    resource: { resourceType: 'Organization', name: 'x' },
    request: { method: 'POST', url: 'Organization' },
  };
  const removed = { request: { method: 'DELETE', url: `Patient/${other.patientId}` } };
  expect(await send(entry(owner.patientId), entry(other.patientId))).toBe(400);
  expect(await send(entry(owner.patientId), organization)).toBe(403);
  expect(await send(entry(owner.patientId), removed)).toBe(403);
  expect(await send(entry(other.patientId))).toBe(403);
  expect(await stored()).toBe(0);
  expect(await send(entry(owner.patientId), entry(owner.patientId))).toBe(200);
  expect(await stored()).toBe(2);
});

test('(19) a member of the family reads; the main member cannot be removed', async () => {
  const [owner, relative] = [await opened(), await opened()];
  const { tokens } = await newPerson(backend.config);
  await backend.platform.access.grant({
    userId: String(decodeJwt(tokens.access_token)['box_user']),
    patientId: owner.patientId,
    source: 'family',
    rights: 'read',
  });
  expect((await call(tokens.access_token, 'GET', `/fhir/Patient/${owner.patientId}`)).status).toBe(200);
  expect((await call(relative.token, 'GET', `/fhir/Patient/${owner.patientId}`)).status).toBe(403);
  const removed = await call(owner.token, 'POST', '/patient-app/related-person/remove-family-member', {
    relatedPersonId: owner.patientId,
    patientId: owner.patientId,
  });
  expect([removed.status, removed.body['code']]).toEqual([409, 'MAIN_MEMBER']);
  expect((await call(owner.token, 'GET', `/fhir/Patient/${owner.patientId}`)).status).toBe(200);
});

test('(27) a code for one purpose is none for another', async () => {
  const phone = newPhone();
  await register(backend.config, phone);
  const [account] = await backend.accounts.listByNumber(phone);
  if (account === undefined) throw new Error('no account');
  const [row] = await db().query<{ id: string }>(
    "select id from one_time_code where account_id = $1 and purpose = 'phone'",
    [account.id],
  );
  const code =
    (await readFile(`${backend.config.dataDir}/one-time-codes.txt`, 'utf8'))
      .trim()
      .split('\n')
      .at(-1)
      ?.split(' ')
      .at(-1) ?? '';
  await expect(backend.codes.confirm(row?.id ?? '', code, 'password')).rejects.toMatchObject({ code: 'InvalidToken' });
  expect(await backend.codes.confirm(row?.id ?? '', code, 'phone')).toBe(account.id);
});

test('(28) passwords are kept as argon2id with 19 MiB and two passes', async () => {
  await register(backend.config, newPhone());
  const rows = await db().query<{ password_hash: string }>('select password_hash from account');
  for (const { password_hash: hash } of rows) {
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
  }
});

test('(30) a new password needs the current one, is checked like the first, and ends all sessions', async () => {
  const { phone, browser: one, tokens } = await newPerson(backend.config);
  const { tokens: elsewhere } = await signedIn(backend.config, phone);
  const change = async (current: string, next: string) =>
    (
      await one.open('/account/change-password', {
        method: 'POST',
        body: new URLSearchParams({ current, next, repeat: next, lang: 'en' }),
      })
    ).text();
  expect(await change('not this one', 'hoa sữa đầu thu')).toContain('The current password is not right');
  expect(await change(PASSWORD, 'matkhau123')).toContain('This password is too easy to guess');
  expect(await change(PASSWORD, phone)).toContain('must not be your phone number');
  expect((await call(elsewhere.access_token, 'GET', '/api/phr/observationComponentViewConfig')).status).toBe(200);
  expect(await change(PASSWORD, 'hoa sữa đầu thu')).toContain('The password is changed');
  for (const token of [tokens.access_token, elsewhere.access_token])
    expect((await call(token, 'GET', '/api/phr/observationComponentViewConfig')).status).toBe(401);
  expect(
    (await createBrowser(backend.config).signIn(phone, 'hoa sữa đầu thu')).searchParams.get('code'),
  ).not.toBeNull();
});

test('(32) an unknown name costs as much work as a wrong password', async () => {
  const phone = newPhone();
  await register(backend.config, phone);
  const work = async (name: string): Promise<number> => {
    const before = process.cpuUsage();
    for (let i = 0; i < 4; i += 1) await backend.accounts.signIn(name, `wrong ${i}`, { ip: '203.0.113.5' });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await work(newPhone());
  // the least of three is the cost of the work itself: a garbage collection may happen during one
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 3; turn += 1) {
    known.push(await work(phone));
    unknown.push(await work(newPhone()));
  }
  // without the second hash it would be a small part
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.4);
});

test('(33) an installation has no account until somebody signs up', () => {
  expect(accountsAtStart).toBe(0);
});

test('(34) behind TLS the cookies are Secure and bound to the host', async () => {
  const secure = await startTestBackend({ ISSUER: 'https://id.phr.example', SHELL_ORIGIN: 'https://phr.example' });
  try {
    // the proxy's part: our own port, and the origin that the proxy reports for the browser
    const behind = {
      ...secure.config,
      identity: { ...secure.config.identity, issuer: `http://localhost:${secure.config.ports.identity}` },
    };
    const one = createBrowser(behind, { 'x-forwarded-proto': 'https' });
    const pathOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', behind.identity.issuer).pathname;
    const phone = newPhone();
    await register(behind, phone);
    const asked = await one.open(one.authorizeUrl());
    const signedIn = await one.postSignIn(pathOf(asked), phone, PASSWORD);
    const resumed = await one.open(pathOf(signedIn));
    const cookies = [asked, signedIn, resumed].flatMap((answer) => answer.headers.getSetCookie());
    for (const cookie of cookies) {
      expect(cookie.toLowerCase()).toMatch(/; secure/);
      expect(cookie.toLowerCase()).toMatch(/; httponly/);
      expect(cookie).toMatch(/^__(Host|Secure)-phr-/);
    }
    // the cookies of the session and of the known browser are limited to this host; the others to the path of one
    // sign-in
    const names = cookies.map((cookie) => cookie.split('=')[0]);
    expect(names).toEqual(
      expect.arrayContaining(['__Host-phr-session', '__Host-phr-device', '__Secure-phr-interaction']),
    );
    for (const cookie of cookies.filter((text) => text.startsWith('__Host-'))) expect(cookie).toMatch(/; path=\/(;|$)/);
    expect(asked.headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
  } finally {
    await secure.stop();
  }
});

test('(36) a foreign origin is named by no answer of the APIs, and cookies play no part', async () => {
  for (const origin of ['https://evil.test', 'null', `${backend.urls.shell}.evil.test`]) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await fetch(`${backend.urls.shell}/api/phr/observationComponentViewConfig`, {
        method,
        headers: { origin },
      });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  }
});

test('(40) a fault of our own tells neither SQL nor stack, and the process goes on', async () => {
  const owner = await opened();
  const { id } = await backend.repository.create(SYSTEM_ACTOR, {
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'x' },
    subject: { reference: `Patient/${owner.patientId}` },
  });
  // the stored file can no longer be read: a note cannot be appended to it
  await db().query("update fhir_resource set content = 'broken' where type = 'Observation' and id = $1", [id]);
  const { status, body } = await call(owner.token, 'PUT', `/api/phr/observation/note/${id}`, { note: 'x' });
  expect([status, body]).toEqual([
    500,
    { code: 'SERVER_ERROR', message: 'An error occurred', httpStatus: 500, source: 'PHR_API' },
  ]);
  expect((await fetch(`${backend.urls.shell}/health`)).status).toBe(200);
});

test('the SMART configuration tells S256, the scopes and what is really offered', async () => {
  const smart = (await (await fetch(`${backend.urls.shell}/fhir/.well-known/smart-configuration`)).json()) as {
    scopes_supported: string[];
    token_endpoint: string;
    jwks_uri: string;
  };
  const discovered = (await (
    await fetch(`${backend.urls.identity}/.well-known/openid-configuration`)
  ).json()) as Readonly<Record<string, unknown>>;
  expect(smart).toMatchObject({
    issuer: discovered['issuer'],
    authorization_endpoint: discovered['authorization_endpoint'],
    token_endpoint: discovered['token_endpoint'],
    jwks_uri: discovered['jwks_uri'],
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
  });
  expect([...smart.scopes_supported].sort()).toEqual(SCOPE.split(' ').sort());
});
