import { DEMO_ACCESS } from '../src/demo/demo-vendor.ts';
import { createBrowser, lastCode, type Tokens } from './browser.ts';
import { callerOf, type Json, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let api: ReturnType<typeof callerOf>;
let chau: Person;

beforeAll(async () => {
  backend = await startTestBackend({ DEMO: '1' });
  api = callerOf(backend);
  const browser = createBrowser(backend.config);
  const back = await browser.signIn('0901234567', 'phr-demo-2026');
  const tokens = (await (await browser.exchange(back.searchParams.get('code') ?? '')).json()) as Tokens;
  const [main] = await backend.platform.db.query<{ patient_id: string }>(
    `select patient_id from access a join account c on c.box_user = a.user_id where c.user_name = '0901234567' and a.source = 'self'`,
  );
  chau = { token: tokens.access_token, patient: main?.patient_id ?? '', phone: '0901234567' };
}, 120_000);
afterAll(() => backend.stop());

const post = (path: string, body: object) => api.call(chau, 'POST', `/patient-app/${path}`, body);
const organization = async (name: string): Promise<string> => {
  const { body } = await api.call(chau, 'GET', '/fhir/Organization?type=prov');
  return String(
    (body['entry'] as { resource: Json }[]).find(({ resource }) => resource['name'] === name)?.resource['id'],
  );
};

test('the demo person takes a voucher and joins a programme', async () => {
  expect(
    (await post('coverage/apply-promo-code', { patientId: chau.patient, promoCode: 'TIM2026' })).data,
  ).toMatchObject({ code: 'TIM2026', services: [{ display: 'Khám tim mạch' }] });
  expect((await post('coverage/apply-promo-code', { patientId: chau.patient, promoCode: 'TET2026' })).status).toBe(410);
  const { data } = await api.call(
    chau,
    'GET',
    '/patient-app/enrollment/detail?enrollmentCode=BSGD2026&enrollmentType=FAMILY_DOCTOR&orgCode=HUONG-SEN',
  );
  expect(data).toMatchObject({ orgName: 'Phòng khám Gia đình Hương Sen', title: 'Bác sĩ gia đình Hương Sen' });
  expect(
    (
      await post('enrollment/join', {
        enrollmentCode: 'BSGD2026',
        enrollmentType: 'FAMILY_DOCTOR',
        orgId: data['orgId'],
        patientId: chau.patient,
      })
    ).data,
  ).toMatchObject({ joined: true, encounter: { resourceType: 'Encounter' } });
});

test('the demo person links the record that a hospital has of her', async () => {
  const owner = { reference: `Organization/${await organization('Trung tâm Y khoa Ánh Dương')}` };
  const task = {
    resourceType: 'Task',
    status: 'requested',
    groupIdentifier: { value: 'request_link_profile' },
    for: { reference: `Patient/${chau.patient}` },
    owner,
    medicalId: 'AD-0314985',
    examCode: 'AD26SA0001',
  };
  const { data } = await post('link-profile', { task });
  expect(data).toMatchObject({ status: 'on-hold' });
  expect(
    (await post('link-profile/phone-verify', { taskId: data['id'], code: await lastCode(backend.config, chau.phone) }))
      .data,
  ).toMatchObject({ status: 'completed' });
  const { body: patient } = await api.call(chau, 'GET', `/fhir/Patient/${chau.patient}`);
  const records = (patient['link'] as { other: { reference: string } }[])
    .map(({ other }) => other.reference)
    .filter((reference) => reference.startsWith('Patient/'));
  // one was linked long ago
  expect(records).toHaveLength(2);
  const { body: reports } = await api.call(chau, 'GET', `/fhir/${records.at(-1) ?? ''}/DiagnosticReport`);
  expect(reports).toMatchObject({ total: 1, entry: [{ resource: { code: { text: 'Siêu âm ổ bụng tổng quát' } } }] });
});

test('the record that she linked long ago is read with its files, is nobody else’s, and can be let go', async () => {
  const { body: tasks } = await api.call(
    chau,
    'GET',
    `/fhir/Task?patient=${chau.patient}&group-identifier=request_link_profile&_sort=_lastUpdated`,
  );
  const rows = (tasks['entry'] as { resource: Json }[]).map(({ resource }) => resource);
  const linked = rows.find(({ medicalId }) => medicalId === 'MT-1809214');
  expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining(['completed', 'failed']));
  const { body: patient } = await api.call(chau, 'GET', `/fhir/Patient/${chau.patient}`);
  const record =
    (patient['link'] as { other: { reference: string } }[])
      .map(({ other }) => other.reference)
      .find((reference) => reference.startsWith('Patient/')) ?? '';
  const { body: reports } = await api.call(chau, 'GET', `/fhir/${record}/DiagnosticReport`);
  const key =
    (reports['entry'] as { resource: { presentedForm: { url: string }[] } }[])[0]?.resource.presentedForm[0]?.url ?? '';
  const { body: signed } = await api.call(chau, 'POST', '/api/phr/storage/presigned-url-for-download', { keys: [key] });
  const { data } = signed as { data: Readonly<Record<string, string>> };
  expect((await (await fetch(data[key] ?? '')).text()).slice(0, 5)).toBe('%PDF-');
  expect(
    (
      await api.call(chau, 'PUT', `/fhir/${record}`, {
        resourceType: 'Patient',
        id: record.slice(8),
        birthDate: '1985-03-15',
      })
    ).status,
  ).toBe(403);
  expect((await post('link-profile/remove', { taskId: linked?.['id'] })).data).toMatchObject({ status: 'cancelled' });
  expect((await api.call(chau, 'GET', `/fhir/${record}/DiagnosticReport`)).status).toBe(403);
});

test("[CONS-01] a hospital's request waits, the person is told, and only acceptance opens the record", async () => {
  const ask = (body: object) => api.call(undefined, 'POST', '/api/services/demo-hospital/consent-requests', body);
  const { status, body: asked } = await ask({
    phone: '0901234567',
    provider: 'HUONG-SEN',
    days: 7,
    parts: ['Immunization'],
  });
  expect([status, asked]).toEqual([
    201,
    expect.objectContaining({
      status: 'proposed',
      patient: { reference: `Patient/${chau.patient}` },
      organization: [expect.objectContaining({ display: 'Phòng khám Gia đình Hương Sen' })],
    }),
  ]);
  const { db } = backend.platform;
  const [told] = await db.query<{ body: string }>(
    `select body from outbox where patient_id = $1 and event = 'toast' order by created_at desc limit 1`,
    [chau.patient],
  );
  expect(JSON.parse(String(JSON.parse(told?.body ?? 'null')))).toMatchObject({ code: 'CONSENT_ASKED', type: 'info' });
  const opened = () =>
    db.query(`select types from access where consent_id = $1 and revoked_at is null`, [String(asked['id'])]);
  expect(await opened()).toEqual([]);
  const { body: listed } = await api.call(
    chau,
    'GET',
    `/fhir/Patient/${chau.patient}/Consent?_id=${String(asked['id'])}`,
  );
  expect(listed['total']).toBe(1);
  expect(
    (
      await api.call(chau, 'PUT', `/fhir/Consent/${String(asked['id'])}`, {
        ...asked,
        status: 'active',
        dateTime: new Date().toISOString(),
      })
    ).status,
  ).toBe(200);
  expect(await opened()).toEqual([{ types: ['Immunization'] }]);
  expect((await ask({ phone: '0999999999' })).status).toBe(404);
  expect((await ask({ phone: '0901234567', provider: 'NOWHERE' })).status).toBe(404);
  expect((await ask({ phone: '0901234567', days: 0 })).status).toBe(422);
});

test('the desk asks one person 20 times an hour and everybody 200 times, whatever header it sends', async () => {
  let asked = 0;
  const ask = async (phone: string): Promise<Response> => {
    asked += 1;
    return fetch(`${backend.urls.shell}/api/services/demo-hospital/consent-requests`, {
      method: 'POST',
      body: JSON.stringify({ phone }),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${crypto.randomUUID()}`,
        'x-forwarded-for': `192.0.2.${asked % 250}`,
        'x-real-ip': `192.0.2.${asked % 250}`,
      },
    });
  };
  const spellings = ['0988777666', '84988777666', '+84 988 777 666'];
  const statuses = [];
  for (let place = 0; place < 20; place += 1) statuses.push((await ask(spellings[place % 3] ?? '')).status);
  expect(statuses).toEqual(Array(20).fill(404));
  const refused = await ask('0988777666');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0, await refused.json()]).toEqual([
    429,
    true,
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }),
  ]);
  // other people's records can still be requested, until this desk has made too many requests
  const others = [];
  for (let place = 0; place < 200; place += 1) others.push((await ask(`09${String(70_000_000 + place)}`)).status);
  const taken = others.filter((status) => status === 404).length;
  // the requests of earlier tests and the refused one count, too
  expect([taken <= 179, taken > 170, others.slice(taken)]).toEqual([true, true, Array(200 - taken).fill(429)]);
});

test('the demo’s invitation, time table and facility answer', async () => {
  expect((await api.call(undefined, 'GET', '/api/ano/phr/auth/referral?code=BSDUONG')).data).toMatchObject({
    type: 1,
    scheduleCode: 'CARDIOLOGY-DUONG',
  });
  expect(
    (await api.call(chau, 'GET', '/api/phr/schedule/code?healthcareCode=CARDIOLOGY&scheduleCode=CARDIOLOGY-DUONG'))
      .data,
  ).toMatchObject({ serviceName: 'Khám tim mạch', price: 250_000 });
  const answer = await fetch(
    `${backend.urls.shell}/api/services/vendor/patientapp/docs?${new URLSearchParams(DEMO_ACCESS).toString()}`,
  );
  expect([answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
});
