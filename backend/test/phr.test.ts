import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { newPerson, type Tokens } from './browser.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

interface Person {
  readonly token: string;
  readonly patient: string;
}

let backend: TestBackend;
let chau: Person;
let stranger: Person;

beforeAll(async () => {
  backend = await startTestBackend();
  chau = await newPatient();
  stranger = await newPatient();
});
afterAll(() => backend.stop());

type Json = Record<string, unknown>;

async function call(
  tokens: Person | string,
  method: string,
  url: string,
  body?: object,
  key?: string,
): Promise<{ status: number; body: Json; data: Json }> {
  const answer = await fetch(`${backend.urls.shell}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${typeof tokens === 'string' ? tokens : tokens.token}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const read = (text === '' ? {} : JSON.parse(text)) as Json;
  return { status: answer.status, body: read, data: (read['data'] ?? {}) as Json };
}

async function newPatient(): Promise<Person> {
  const { tokens }: { tokens: Tokens } = await newPerson(backend.config);
  const { body } = await call(tokens.access_token, 'POST', '/fhir/Patient', {
    resourceType: 'Patient',
    name: [{ text: 'TRẦN MINH CHÂU' }],
    birthDate: '1985-03-14',
  });
  return { token: tokens.access_token, patient: String(body['id']) };
}

const store = async (resource: { resourceType: string; [element: string]: unknown }): Promise<string> =>
  (await backend.repository.create(SYSTEM_ACTOR, resource)).id;
const reading = (person: Person, more: object = {}) =>
  store({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    subject: { reference: `Patient/${person.patient}` },
    performer: [{ reference: `Patient/${person.patient}` }],
    effectiveDateTime: '2026-03-01T08:30:00+07:00',
    valueQuantity: { value: 72, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
    ...more,
  });

describe('[CALL-24][DEV-17] this browser as a device', () => {
  const device = (patientId: string, deviceId: string, more: object = {}) => ({
    patientId,
    currentDevice: { deviceId, deviceName: 'Chrome trên Android', deviceCode: deviceId, ...more },
  });

  test('is stored once as type AUTH, keeps settings that are not sent again, and takes new ones', async () => {
    const first = await call(
      chau,
      'POST',
      '/api/phr/device/current/add',
      device(chau.patient, 'ABCDEFGHIJ01', { properties: { GLUCOSE_UNIT: 'mg/dL', DASHBOARD_VITALS: '["8867-4"]' } }),
    );
    expect(first.status).toBe(200);
    expect(first.data).toMatchObject({
      resourceType: 'Device',
      status: 'active',
      patient: { reference: `Patient/${chau.patient}` },
      type: { coding: [{ code: 'AUTH' }] },
      deviceName: [{ name: 'Chrome trên Android', type: 'user-friendly-name' }],
      identifier: [{ value: 'ABCDEFGHIJ01' }],
    });
    const again = await call(
      chau,
      'POST',
      '/api/phr/device/current/add',
      device(chau.patient, 'ABCDEFGHIJ01', { properties: { GLUCOSE_UNIT: 'mmol/L' } }),
    );
    expect(again.data['id']).toBe(first.data['id']);
    const values = Object.fromEntries(
      (again.data['property'] as { type: { coding: { code: string }[] }; valueCode: { text: string }[] }[]).map(
        (item) => [item.type.coding[0]?.code, item.valueCode[0]?.text],
      ),
    );
    expect(values).toEqual({ GLUCOSE_UNIT: 'mmol/L', DASHBOARD_VITALS: '["8867-4"]' });
  });

  test('two tabs at the same moment make one device', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(chau, 'POST', '/api/phr/device/current/add', device(chau.patient, 'ABCDEFGHIJ02'))),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.data['id'])).size).toBe(1);
  });

  test("[BACK-10] another person's record and wrong input are refused", async () => {
    expect(
      (await call(stranger, 'POST', '/api/phr/device/current/add', device(chau.patient, 'ABCDEFGHIJ03'))).body,
    ).toMatchObject({ code: 'ACCESS_DENIED', httpStatus: 403, source: 'PHR_API' });
    for (const bad of [
      device(chau.patient, 'short'),
      device(chau.patient, 'ABCDEFGHIJ03', { properties: { UNKNOWN: 'x' } }),
      { patientId: chau.patient },
    ]) {
      expect((await call(chau, 'POST', '/api/phr/device/current/add', bad)).body).toMatchObject({
        code: 'FORM_INPUT_INVALID',
        httpStatus: 422,
      });
    }
  });
});

describe('readings', () => {
  test('[CALL-17] what the patient entered can be deleted by her, and only by her', async () => {
    const id = await reading(chau);
    expect((await call(stranger, 'DELETE', `/api/phr/observation/${id}`)).status).toBe(403);
    expect(await call(chau, 'DELETE', `/api/phr/observation/${id}`)).toMatchObject({ status: 200, data: { id } });
    // a repeat is harmless
    expect((await call(chau, 'DELETE', `/api/phr/observation/${id}`)).status).toBe(200);
    expect((await call(chau, 'GET', `/fhir/Observation/${id}`)).status).toBe(410);
  });

  test.each(['Organization/1', 'Practitioner/1', 'PractitionerRole/1'])('what %s measured stays', async (performer) => {
    const id = await reading(chau, { performer: [{ reference: `Patient/${chau.patient}` }, { reference: performer }] });
    expect((await call(chau, 'DELETE', `/api/phr/observation/${id}`)).body).toMatchObject({
      code: 'NOT_DELETABLE',
      httpStatus: 403,
      source: 'PHR_API',
    });
    expect((await call(chau, 'GET', `/fhir/Observation/${id}`)).status).toBe(200);
  });

  test('[CALL-18] a note is written, replaced and taken away; the value stays, with its digits', async () => {
    const sent = await fetch(`${backend.urls.shell}/fhir/Observation`, {
      method: 'POST',
      headers: { authorization: `Bearer ${chau.token}`, 'content-type': 'application/json' },
      body: `{"resourceType":"Observation","status":"final","code":{"text":"x"},"subject":{"reference":"Patient/${chau.patient}"},"valueQuantity":{"value":5.40,"unit":"mmol/L"}}`,
    });
    const { id: measured } = (await sent.json()) as { id: string };
    await call(chau, 'PUT', `/api/phr/observation/note/${measured}`, { note: 'lúc đói' });
    expect((await backend.repository.read(SYSTEM_ACTOR, 'Observation', measured)).content).toContain('"value":5.40,');
    const id = await reading(chau);
    const put = (note: string) => call(chau, 'PUT', `/api/phr/observation/note/${id}`, { note });
    expect((await put(' sau khi chạy bộ ')).data).toMatchObject({
      note: [{ text: 'sau khi chạy bộ' }],
      valueQuantity: { value: 72 },
    });
    expect((await put('')).data['note']).toBeUndefined();
    expect((await call(stranger, 'PUT', `/api/phr/observation/note/${id}`, { note: 'x' })).status).toBe(403);
    expect((await put('x'.repeat(2_001))).status).toBe(422);
  });

  test("[CALL-18][VIT-53] a note on a professional's result keeps its author and time, and replaces nothing", async () => {
    const theirs = [
      { text: 'Lấy máu lúc đói', authorString: 'BS. Phạm Văn Tùng', time: '2026-01-05T08:00:00+07:00' },
      { text: 'không ký tên' },
    ];
    const id = await reading(chau, { performer: [{ reference: 'Organization/1' }], note: theirs });
    const put = async (who: Person, note: string) =>
      (await call(who, 'PUT', `/api/phr/observation/note/${id}`, { note })).data['note'];
    const own = (text: string) => ({
      id: expect.any(String),
      text,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      authorReference: { reference: `Patient/${chau.patient}`, display: expect.any(String) },
    });
    expect(await put(chau, 'Hôm đó tôi sốt')).toEqual([...theirs, own('Hôm đó tôi sốt')]);
    expect(await put(chau, 'Hôm đó tôi sốt 39 độ')).toEqual([...theirs, own('Hôm đó tôi sốt 39 độ')]);
    // a relative has a note of her own, and touches no other
    const { user_id: relative } = (
      await backend.platform.db.query<{ user_id: string }>(
        `select user_id from access where patient_id = $1 and source = 'self'`,
        [stranger.patient],
      )
    )[0] ?? { user_id: '' };
    await backend.platform.access.grant({
      userId: relative,
      patientId: chau.patient,
      source: 'family',
      rights: 'write',
    });
    const hers = {
      id: expect.any(String),
      text: 'Mẹ quên uống thuốc',
      time: expect.any(String),
      authorString: expect.any(String),
    };
    expect(await put(stranger, 'Mẹ quên uống thuốc')).toEqual([...theirs, own('Hôm đó tôi sốt 39 độ'), hers]);
    expect(await put(chau, '')).toEqual([...theirs, hers]);
    expect(await put(stranger, '')).toEqual(theirs);
    await backend.platform.access.revoke({ userId: relative, patientId: chau.patient, source: 'family' });
    // every state of it is a version
    expect((await call(chau, 'GET', `/fhir/Observation/${id}/_history`)).body).toMatchObject({ total: 6 });
  });

  test("[VIT-53] the server sets author and time of a new entry's note; a relative cannot sign as the owner", async () => {
    const owner = { reference: `Patient/${chau.patient}`, display: expect.any(String) };
    const by = (author: object) => ({
      id: expect.stringMatching(/^by-/),
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      ...author,
    });
    const sent = {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      subject: { reference: `Patient/${chau.patient}` },
      valueQuantity: { value: 72 },
    };
    const add = (who: Person, note: object[]) => call(who, 'POST', '/fhir/Observation', { ...sent, note });
    const { body } = await add(chau, [{ text: 'Sau khi đi bộ', time: '2020-01-01T00:00:00Z' }]);
    expect(body['note']).toEqual([{ text: 'Sau khi đi bộ', ...by({ authorReference: owner }) }]);
    const [{ time = '' } = {}] = body['note'] as { time?: string }[];
    expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
    // it is her own from the beginning: changing it leaves one note
    const { data } = await call(chau, 'PUT', `/api/phr/observation/note/${String(body['id'])}`, {
      note: 'Sau khi chạy',
    });
    expect(data['note']).toEqual([{ text: 'Sau khi chạy', ...by({ authorReference: owner }) }]);

    const { user_id: relative } = (
      await backend.platform.db.query<{ user_id: string }>(
        `select user_id from access where patient_id = $1 and source = 'self'`,
        [stranger.patient],
      )
    )[0] ?? { user_id: '' };
    await backend.platform.access.grant({
      userId: relative,
      patientId: chau.patient,
      source: 'family',
      rights: 'write',
    });
    const theirs = await add(stranger, [
      { text: 'Mẹ mệt', authorReference: { reference: `Patient/${chau.patient}` } },
      { text: 'Uống thêm nước', authorString: 'BS. Tùng' },
    ]);
    expect(theirs.body['note']).toEqual([
      { text: 'Mẹ mệt', ...by({ authorString: expect.any(String) }) },
      { text: 'Uống thêm nước', authorString: 'BS. Tùng' },
    ]);
    // in a transaction and at a later change alike; existing content keeps its author
    const condition = {
      resourceType: 'Condition',
      code: { text: 'Hen' },
      subject: { reference: `Patient/${chau.patient}` },
      note: [{ text: 'nhẹ' }],
    };
    await call(chau, 'POST', '/fhir', {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [{ resource: condition, request: { method: 'POST', url: 'Condition' } }],
    });
    const list = (await call(chau, 'GET', `/fhir/Patient/${chau.patient}/Condition`)).body['entry'] as {
      resource: Json & { note: object[] };
    }[];
    const stored = list[0]?.resource ?? { note: [] };
    expect(stored.note).toEqual([{ text: 'nhẹ', ...by({ authorReference: owner }) }]);
    const changed = await call(stranger, 'PUT', `/fhir/Condition/${String(stored['id'])}`, {
      ...stored,
      note: [{ text: 'nhẹ' }, { text: 'nặng hơn' }],
    });
    expect(changed.body['note']).toEqual([
      ...stored.note,
      { text: 'nặng hơn', ...by({ authorString: expect.any(String) }) },
    ]);
    await backend.platform.access.revoke({ userId: relative, patientId: chau.patient, source: 'family' });
  });

  test("[CALL-21] a report's readings come in the report's order", async () => {
    const [a, b] = [await reading(chau), await reading(chau)];
    const report = await store({
      resourceType: 'DiagnosticReport',
      status: 'final',
      code: { text: 'Máu' },
      subject: { reference: `Patient/${chau.patient}` },
      result: [{ reference: `Observation/${b}` }, { reference: `Observation/${a}` }],
    });
    const { body } = await call(chau, 'GET', `/api/phr/diagnosticReport/${report}/observations`);
    expect((body['data'] as Json[]).map((item) => item['id'])).toEqual([b, a]);
    expect((await call(stranger, 'GET', `/api/phr/diagnosticReport/${report}/observations`)).status).toBe(403);
  });
});

describe('[CALL-15] cancelling an appointment', () => {
  const book = (status: string, start: Date) =>
    store({
      resourceType: 'Appointment',
      status,
      start: start.toISOString(),
      end: new Date(start.getTime() + 900_000).toISOString(),
      participant: [{ actor: { reference: `Patient/${chau.patient}` }, status: 'accepted' }],
    });
  const tomorrow = new Date(Date.now() + 86_400_000);
  const cancel = (id: string, who = chau, key?: string) =>
    call(who, 'POST', '/api/phr/appointment/cancel', { appointmentId: id, reason: 'Bận việc' }, key);

  test.each(['proposed', 'pending', 'waitlist', 'booked'])('works from %s and keeps the reason', async (status) => {
    expect(await cancel(await book(status, tomorrow))).toMatchObject({
      status: 200,
      data: { status: 'cancelled', cancelationReason: { text: 'Bận việc' } },
    });
  });

  test.each([
    ['fulfilled', tomorrow],
    ['noshow', tomorrow],
    ['cancelled', tomorrow],
    ['booked', new Date(Date.now() - 60_000)],
  ] as const)('is refused from %s at %s', async (status, start) => {
    expect((await cancel(await book(status, start))).body).toMatchObject({
      code: 'INVALID_TRANSITION',
      httpStatus: 409,
    });
  });

  test('is refused for a stranger, and without a reason', async () => {
    const id = await book('pending', tomorrow);
    expect((await cancel(id, stranger)).status).toBe(403);
    expect((await call(chau, 'POST', '/api/phr/appointment/cancel', { appointmentId: id, reason: ' ' })).status).toBe(
      422,
    );
  });

  test('sent again with the same key it gets the first answer, also at the same moment', async () => {
    const id = await book('pending', tomorrow);
    const key = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => cancel(id, chau, key)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const other = await book('pending', tomorrow);
    expect((await cancel(other, chau, key)).body).toMatchObject({ code: 'FORM_INPUT_INVALID' });
    expect((await call(chau, 'GET', `/fhir/Appointment/${other}`)).body).toMatchObject({ status: 'pending' });
  });
});

test('faults of the server show neither SQL nor stack, and the process lives', async () => {
  await backend.platform.db.query('alter view held_access rename to held_access_away');
  try {
    const answer = await call(chau, 'GET', '/api/phr/diagnosticReport/1/observations');
    expect([answer.status, answer.body]).toEqual([
      500,
      { code: 'SERVER_ERROR', message: 'An error occurred', httpStatus: 500, source: 'PHR_API' },
    ]);
  } finally {
    await backend.platform.db.query('alter view held_access_away rename to held_access');
  }
  expect((await call(chau, 'GET', `/fhir/Patient/${chau.patient}`)).status).toBe(200);
});
