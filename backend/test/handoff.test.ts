import { decodeJwt } from 'jose';
import { disablePartner, readPartner } from '../src/identity/partners.ts';
import { createBrowser, newPerson, type Tokens } from './browser.ts';
import { EMBEDDABLE, newPartner, offerModules, PAGE, type TestPartner } from './partner.ts';
import { follow, type Refusal } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let partner: TestPartner;
beforeAll(async () => {
  backend = await startTestBackend({
    // another site that may send requests; the partner's own page is known from its row
    PARTNER_ORIGINS: 'https://other.example',
    LIMIT_API_PER_MINUTE_USER: '100000',
    LIMIT_HANDOFF_PER_HOUR_PERSON: '40',
  });
  await offerModules(backend);
  partner = await newPartner(backend, 'clinic');
});
afterAll(() => backend.stop());

const db = () => backend.platform.db;
const call = async (token: string, method: string, path: string, body?: object) => {
  const answer = await fetch(`${backend.urls.shell}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>) };
};
const status = async (...parts: Parameters<typeof call>) => (await call(...parts)).status;
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { error?: string }).error];
const reading = (patientId: string) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: `Patient/${patientId}` },
  effectiveDateTime: '2026-01-01T00:00:00Z',
  valueQuantity: { value: 70 },
});
/** A person with a record, and a reading in it. */
const withRecord = async () => {
  const { phone, tokens } = await newPerson(backend.config);
  const { body } = await call(tokens.access_token, 'POST', '/fhir/Patient', {
    resourceType: 'Patient',
    name: [{ text: 'TRẦN MINH CHÂU' }],
    birthDate: '1985-03-12',
  });
  const patientId = String(body['id']);
  expect(await status(tokens.access_token, 'POST', '/fhir/Observation', reading(patientId))).toBe(201);
  return { phone, token: tokens.access_token, patientId };
};
const linkedPerson = async () => {
  const person = await withRecord();
  return { ...person, ...(await partner.link(person.phone)) };
};
/** What the partner's server hands to its page. */
const codeFor = async (subject: string, module = 'mfe-vitals') =>
  ((await (await partner.ask({ subject, module, origin: PAGE })).json()) as { code: string }).code;

test('a partner knows a person who agrees, and its page trades a code for a short token and no other', async () => {
  const { phone, patientId } = await withRecord();
  const { browser, subject, tokens } = await partner.link(phone);
  expect(subject).toBe((await backend.accounts.listByNumber(phone))[0]?.id);
  // a partner learns the person's id; the other values that it gets give no access
  expect(tokens.refresh_token).toBeUndefined();
  expect(await status(tokens.access_token, 'GET', `/fhir/Patient/${patientId}/Observation`)).toBe(401);
  const forApi = await partner.begin(browser, { resource: 'urn:phr:api' });
  expect(new URL(forApi).searchParams.get('error')).toBe('invalid_target');

  const asked = await partner.ask({ subject, module: 'mfe-vitals', origin: PAGE });
  const { code, ...told } = (await asked.json()) as { code: string };
  expect([asked.status, asked.headers.get('cache-control'), told]).toEqual([
    200,
    'no-store',
    { expires_in: 60, patient: patientId },
  ]);
  const traded = await partner.trade({ code, module: 'mfe-vitals', patient: patientId });
  expect([
    traded.status,
    traded.headers.get('access-control-allow-origin'),
    traded.headers.get('cache-control'),
  ]).toEqual([200, PAGE, 'no-store']);
  const { access_token: token, ...rest } = (await traded.json()) as Tokens;
  expect(rest).toEqual({ token_type: 'Bearer', expires_in: 300, scope: 'module:mfe-vitals', patient: patientId });
  const claims = decodeJwt(token);
  expect(claims).toMatchObject({
    sub: subject,
    client_id: 'phr-embed',
    act: { sub: 'clinic' },
    patient: patientId,
    scope: 'module:mfe-vitals',
    aud: 'urn:phr:api',
  });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300);
  const list = await call(token, 'GET', `/fhir/Patient/${patientId}/Observation`);
  expect([list.status, (list.body['entry'] as unknown[]).length]).toEqual([200, 1]);
  expect(await status(token, 'POST', '/fhir/Observation', reading(patientId))).toBe(201);
});

test("nobody is linked without saying yes: not by signing in, without a record or by another site's form", async () => {
  const { phone } = await withRecord();
  const browser = createBrowser(backend.config);
  const question = await partner.signIn(browser, phone);
  const page = await (await browser.open(question)).text();
  expect(page).toContain('Phòng khám Hoa Sữa');
  expect(page).toContain(PAGE);
  expect(page).toContain('Chỉ số sức khỏe');
  const subject = (await backend.accounts.listByNumber(phone))[0]?.id ?? '';
  const ask = async () => refusal(await partner.ask({ subject, module: 'mfe-vitals', origin: PAGE }));
  expect(await ask()).toEqual([400, 'invalid_grant']);
  const forged = await browser.open(`${new URL(question, backend.urls.identity).pathname}/consent`, {
    method: 'POST',
    body: new URLSearchParams({ answer: 'yes', lang: 'vi' }),
    headers: { origin: 'https://evil.example' },
  });
  expect([forged.status, await ask()]).toEqual([403, [400, 'invalid_grant']]);
  expect((await partner.answer(browser, question, 'no')).searchParams.get('error')).toBe('access_denied');
  expect(await ask()).toEqual([400, 'invalid_grant']);
  // the consent page is shown even to a signed-in person, and cannot be skipped
  expect(await partner.begin(browser)).toContain('/interaction/');
  expect(new URL(await partner.begin(browser, { prompt: 'none' })).searchParams.get('error')).toBe('consent_required');

  const empty = await newPerson(backend.config);
  const asEmpty = createBrowser(backend.config);
  const asked = await partner.signIn(asEmpty, empty.phone);
  const answer = await asEmpty.open(`${new URL(asked, backend.urls.identity).pathname}/consent`, {
    method: 'POST',
    body: new URLSearchParams({ answer: 'yes', lang: 'vi' }),
    headers: { origin: backend.config.identity.issuer },
  });
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('chưa có hồ sơ')]);
});

test("a code is made only for the partner's own secret, person, module and page", async () => {
  const { subject } = await linkedPerson();
  const vitalsOnly = await newPartner(backend, 'vitals-only', ['mfe-vitals']);
  const good = { subject, module: 'mfe-vitals', origin: PAGE };
  for (const [name, form, credentials, expected] of [
    ['wrong secret', good, `clinic:${vitalsOnly.secret}`, [401, 'invalid_client']],
    ['no secret', good, 'clinic:', [401, 'invalid_client']],
    ["the app's own client", good, 'phr-web:', [401, 'invalid_client']],
    ['nobody', good, ':', [401, 'invalid_client']],
    ['a person who agreed with another', good, `vitals-only:${vitalsOnly.secret}`, [400, 'invalid_grant']],
    ['an unknown person', { ...good, subject: 'nobody' }, undefined, [400, 'invalid_grant']],
    [
      'a module it has not',
      { ...good, module: 'mfe-records' },
      `vitals-only:${vitalsOnly.secret}`,
      [400, 'invalid_target'],
    ],
    ['a module that no page may show', { ...good, module: 'mfe-devices' }, undefined, [400, 'invalid_target']],
    ['another site', { ...good, origin: 'https://other.example' }, undefined, [400, 'invalid_target']],
    ['a look-alike', { ...good, origin: `${PAGE}.evil.example` }, undefined, [400, 'invalid_target']],
    ['no origin', { subject, module: 'mfe-vitals' }, undefined, [400, 'invalid_request']],
  ] as const)
    expect([name, await refusal(await partner.ask(form, credentials))]).toEqual([name, expected]);
  // modules that no page may show cannot be registered
  const fine = { id: 'x-clinic', name: 'x', origins: [PAGE], redirectUris: [PAGE], modules: ['mfe-vitals'] };
  expect(readPartner(fine, EMBEDDABLE)).toEqual(fine);
  for (const wrong of [
    { modules: ['mfe-devices'] },
    { origins: ['http://clinic.example'] },
    { redirectUris: [`${PAGE}/#x`] },
    { id: 'phr-web' },
    { id: 'A B' },
  ])
    expect(() => readPartner({ ...fine, ...wrong }, EMBEDDABLE)).toThrow();
});

test('a module that is added to a partner later is not part of what was agreed', async () => {
  const person = await withRecord();
  const growing = await newPartner(backend, 'growing', ['mfe-vitals']);
  const { subject } = await growing.link(person.phone);
  const grown = await newPartner(backend, 'growing', ['mfe-vitals', 'mfe-records']);
  expect(await refusal(await grown.ask({ subject, module: 'mfe-records', origin: PAGE }))).toEqual([
    400,
    'invalid_grant',
  ]);
  expect((await grown.ask({ subject, module: 'mfe-vitals', origin: PAGE })).status).toBe(200);
});

test('refuses a code used twice, late, or by another page, module or person, and uses it up', async () => {
  const [{ subject, patientId }, other] = [await linkedPerson(), await linkedPerson()];
  const good = { module: 'mfe-vitals', patient: patientId };
  const no = [400, 'invalid_grant'];
  const first = await codeFor(subject);
  expect((await partner.trade({ ...good, code: first })).status).toBe(200);
  expect(await refusal(await partner.trade({ ...good, code: first }))).toEqual(no);

  const late = await codeFor(subject);
  const [row] = await db().query<{ s: number }>(
    'select extract(epoch from max(expires_at) - now())::float as s from handoff_code',
  );
  expect(row?.s).toBeLessThanOrEqual(60);
  await db().query('update handoff_code set expires_at = now()');
  expect(await refusal(await partner.trade({ ...good, code: late }))).toEqual(no);

  for (const [name, form, origin] of [
    ['another page', good, 'https://other.example'],
    ['no page', good, ''],
    ['our frame in another page', { ...good, parent: 'https://other.example' }, backend.config.shellOrigin],
    ['our frame that names no page', good, backend.config.shellOrigin],
    ['another page that says it is around', { ...good, parent: PAGE }, 'https://other.example'],
    ['another module', { ...good, module: 'mfe-booking' }, PAGE],
    ['another person', { ...good, patient: other.patientId }, PAGE],
  ] as const) {
    const code = await codeFor(subject);
    expect([name, await refusal(await partner.trade({ ...form, code }, origin))]).toEqual([name, no]);
    expect([name, await refusal(await partner.trade({ ...good, code }))]).toEqual([name, no]);
  }
  const framed = await partner.trade(
    { ...good, code: await codeFor(subject), parent: PAGE },
    backend.config.shellOrigin,
  );
  expect(framed.status).toBe(200);
  // an unlisted page gets no response that it could read
  const stranger = await partner.trade({ ...good, code: await codeFor(subject) }, 'https://evil.example');
  expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([400, null]);
  expect(await refusal(await partner.trade({ ...good, code: await codeFor(subject), client_id: 'phr-web' }))).toEqual([
    400,
    'invalid_request',
  ]);
  expect(await refusal(await partner.trade({ ...good, code: 'x' }))).toEqual(no);
  // only hashes of codes are stored
  const kept = await codeFor(subject);
  expect(JSON.stringify(await db().query('select * from handoff_code'))).not.toContain(kept);
});

test('a token calls what its module declares, for its person, and is refused everything else with 403', async () => {
  const person = await linkedPerson();
  const { subject, patientId } = person;
  const [account] = await backend.accounts.listByNumber(person.phone);
  const relative = await withRecord();
  await backend.platform.access.grant({
    userId: account?.boxUser ?? '',
    patientId: relative.patientId,
    source: 'family',
    rights: 'write',
  });
  expect(await status(person.token, 'GET', `/fhir/Patient/${relative.patientId}/Observation`)).toBe(200);
  const { token } = await partner.token(subject);

  expect(await status(token, 'GET', `/api/phr/observationComponentViewConfig`)).toBe(200);
  expect(await status(token, 'GET', `/fhir/Patient/${patientId}/Observation?_count=1`)).toBe(200);
  // of the person herself, but of another module, or of none
  for (const [method, path, body] of [
    ['GET', `/fhir/Patient/${patientId}`],
    ['GET', `/fhir/Patient/${patientId}/Condition`],
    ['GET', `/fhir/Observation?patient=${patientId}`],
    ['GET', `/fhir/Patient/${patientId}/$everything`],
    ['GET', `/fhir/AuditEvent?patient=${patientId}`],
    ['GET', `/fhir/User/${account?.boxUser ?? ''}`],
    ['POST', '/api/phr/appointment/cancel', {}],
    ['POST', '/fhir/Condition', {}],
    ['POST', '/fhir/Patient', {}],
    ['GET', '/fhir/Patient//Observation'],
  ] as const)
    expect([method, path, await status(token, method, path, body)]).toEqual([method, path, 403]);
  // the person's family, whom she herself may see
  // a developer's builds are for the app alone
  expect(await status(token, 'GET', '/registry/mine.json')).toBe(403);
  expect(await status(token, 'GET', `/fhir/Patient/${relative.patientId}/Observation`)).toBe(403);
  expect(await status(token, 'POST', '/fhir/Observation', reading(relative.patientId))).toBe(403);
  // accounts and sessions
  for (const path of ['/connect/userinfo', '/api/account/sessions']) {
    const answer = await fetch(`${backend.urls.identity}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect([path, answer.status]).toEqual([path, 403]);
  }
  const heard = follow(backend.urls.shell, patientId, token).then(
    (socket) => {
      socket.close();
      return 'let in';
    },
    (error: Refusal) => error.data?.code,
  );
  expect(await heard).toBe('ACCESS_DENIED');
});

test('each entry of a transaction is a call of its own', async () => {
  const { subject, patientId } = await linkedPerson();
  const { token } = await partner.token(subject);
  const bundle = (...requests: readonly { method: string; url: string; resource?: object }[]) => ({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: requests.map(({ method, url, resource }) => ({
      ...(resource === undefined ? {} : { resource }),
      request: { method, url },
    })),
  });
  const [mine] = await db().query<{ id: string }>(
    "select id from fhir_resource where type = 'Observation' and patient_id = $1",
    [patientId],
  );
  const condition = { resourceType: 'Condition', subject: { reference: `Patient/${patientId}` }, code: { text: 'x' } };
  const write = { method: 'POST', url: 'Observation', resource: reading(patientId) };
  const count = async () =>
    (await db().query('select count(*)::int as n from fhir_resource where patient_id = $1', [patientId]))[0]?.['n'];
  const before = await count();
  for (const odd of [
    bundle(write, { method: 'POST', url: 'Condition', resource: condition }),
    bundle({ method: 'DELETE', url: `Observation/${mine?.id ?? ''}` }),
    bundle({ method: 'PUT', url: `Patient/${patientId}`, resource: { resourceType: 'Patient', id: patientId } }),
  ]) {
    expect((await call(token, 'POST', '/fhir', odd)).status).toBe(403);
  }
  expect(await count()).toBe(before);
  // each entry of a batch is refused separately
  const answers = (
    await call(token, 'POST', '/fhir', {
      ...bundle(
        { method: 'POST', url: 'Condition', resource: condition },
        { method: 'GET', url: `Patient/${patientId}` },
      ),
      type: 'batch',
    })
  ).body as unknown as { entry: { response: { status: string } }[] };
  expect(answers.entry.map(({ response }) => response.status)).toEqual(['403', '403 Forbidden']);
  expect(await count()).toBe(before);
  expect((await call(token, 'POST', '/fhir', bundle(write, write))).status).toBe(200);
});

test("who else sees a record is never decided on a partner's page, even where a module could", async () => {
  const { subject, patientId } = await linkedPerson();
  const { token } = await partner.token(subject, 'mfe-records');
  const consent = {
    resourceType: 'Consent',
    status: 'active',
    patient: { reference: `Patient/${patientId}` },
    provision: { type: 'permit', actor: [{ reference: { reference: 'Organization/1' } }] },
  };
  expect(await status(token, 'GET', `/fhir/Patient/${patientId}/Consent`)).toBe(200);
  expect(await status(token, 'PUT', '/fhir/Consent/c1', { ...consent, id: 'c1' })).toBe(403);
  expect(
    await status(token, 'POST', '/fhir', {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [{ resource: consent, request: { method: 'POST', url: 'Consent' } }],
    }),
  ).toBe(403);
  expect(await status(token, 'POST', '/patient-app/link-profile', {})).toBe(403);
  const { principal } = (
    await db().query<{ principal: string }>('select principal from partner_link where patient_id = $1', [patientId])
  )[0] ?? { principal: '' };
  await expect(
    backend.platform.access.grant({ userId: principal, patientId, source: 'family', rights: 'write' }),
  ).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  await expect(
    db().query("insert into access (user_id, patient_id, source, rights) values ($1, 'x', 'family', 'read')", [
      principal,
    ]),
  ).rejects.toThrow('access_of_partner');
});

test('the end of the agreement, the right, the partner or the module counts at the next call', async () => {
  const list = (patientId: string) => `/fhir/Patient/${patientId}/Observation`;
  const { subject, patientId, browser } = await linkedPerson();
  const { token } = await partner.token(subject);
  const left = await codeFor(subject);
  const page = await (await browser.open('/account/partners')).text();
  const principal = /PartnerLink\/[\w-]+/.exec(page)?.[0] ?? '';
  expect(page).toContain('Phòng khám Hoa Sữa');
  // another person cannot revoke it
  const { browser: stranger } = await newPerson(backend.config);
  const end = (one: typeof browser) =>
    one.open('/account/partners', {
      method: 'POST',
      body: new URLSearchParams({ link: principal, lang: 'vi' }),
      headers: { origin: backend.config.identity.issuer },
    });
  expect(await (await end(stranger)).text()).not.toContain('Đã dừng liên kết');
  expect(await status(token, 'GET', list(patientId))).toBe(200);
  expect(await (await end(browser)).text()).toContain('Đã dừng liên kết');
  expect(await status(token, 'GET', list(patientId))).toBe(403);
  expect(await refusal(await partner.trade({ code: left, module: 'mfe-vitals', patient: patientId }))).toEqual([
    400,
    'invalid_grant',
  ]);
  expect(await refusal(await partner.ask({ subject, module: 'mfe-vitals', origin: PAGE }))).toEqual([
    400,
    'invalid_grant',
  ]);
  // and consent is requested again
  expect(await partner.begin(browser)).toContain('/interaction/');

  const second = await linkedPerson();
  const [account] = await backend.accounts.listByNumber(second.phone);
  const hers = await partner.token(second.subject);
  await backend.platform.access.revoke({ userId: account?.boxUser ?? '', patientId: second.patientId, source: 'self' });
  expect(await status(hers.token, 'GET', list(second.patientId))).toBe(403);

  const third = await withRecord();
  const leaving = await newPartner(backend, 'leaving', ['mfe-vitals']);
  const { subject: known } = await leaving.link(third.phone);
  const his = await leaving.token(known);
  expect(await status(his.token, 'GET', list(third.patientId))).toBe(200);
  await disablePartner(db(), 'leaving');
  expect(await status(his.token, 'GET', list(third.patientId))).toBe(403);
  expect(await refusal(await leaving.ask({ subject: known, module: 'mfe-vitals', origin: PAGE }))).toEqual([
    401,
    'invalid_client',
  ]);
});

test('the trail tells the person who was let in and by whom her record was read', async () => {
  const { subject, patientId, token: own } = await linkedPerson();
  const { token } = await partner.token(subject);
  await call(token, 'POST', '/fhir/Observation', reading(patientId));
  await partner.trade({ code: await codeFor(subject), module: 'mfe-booking', patient: patientId });
  const { body } = await call(own, 'GET', `/fhir/AuditEvent?patient=${patientId}`);
  const lines = (
    body['entry'] as {
      resource: {
        subtype: [{ code: string }];
        outcome: string;
        agent: [{ who: { display?: string; reference?: string } }];
        entity: { what: { reference?: string } }[];
      };
    }[]
  ).map(({ resource: one }) => [
    one.subtype[0].code,
    one.outcome,
    one.agent[0].who.display,
    one.entity[1]?.what.reference?.split('/')[0],
  ]);
  expect(lines).toEqual(
    expect.arrayContaining([
      ['grant', '0', 'TRẦN MINH CHÂU', 'Partner'],
      ['handoff', '0', 'Phòng khám Hoa Sữa', 'Partner'],
      ['handoff-token', '0', 'Phòng khám Hoa Sữa', 'Partner'],
      ['handoff-token', '4', 'Phòng khám Hoa Sữa', 'Partner'],
      ['create', '0', 'Phòng khám Hoa Sữa', 'Observation'],
    ]),
  );
});

test('codes for one person, wrong secrets and wrong codes are counted', async () => {
  const { subject, patientId } = await linkedPerson();
  const statuses = async (times: number, one: () => Promise<Response>) => {
    const found: number[] = [];
    for (let i = 0; i < times; i += 1) found.push((await one()).status);
    return found;
  };
  const asked = await statuses(41, () => partner.ask({ subject, module: 'mfe-vitals', origin: PAGE }));
  expect([asked.filter((one) => one === 200).length, asked.at(-1)]).toEqual([40, 429]);
  expect(
    (await statuses(25, () => partner.ask({ subject, module: 'mfe-vitals', origin: PAGE }, 'clinic:guess'))).at(-1),
  ).toBe(429);
  expect(
    (await statuses(25, () => partner.trade({ code: 'guess', module: 'mfe-vitals', patient: patientId }))).at(-1),
  ).toBe(429);
});
