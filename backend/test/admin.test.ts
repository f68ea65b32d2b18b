import Fastify from 'fastify';
import { decodeJwt } from 'jose';
import { registerLinkProfile } from '../src/gateway/admin/link-profile.ts';
import { createServiceCalls } from '../src/gateway/phr/service-call.ts';
import { identifierSystemOf } from '../src/fhir/systems.ts';
import { ServerError } from '../src/kit/server-error.ts';
import { lastCode, newPerson, newPhone } from './browser.ts';
import { callerOf, type Json, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let api: ReturnType<typeof callerOf>;
let chau: Person;
let stranger: Person;
let hospital: string;

const uuid = () => crypto.randomUUID();
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300, 0x20)]);

beforeAll(async () => {
  backend = await startTestBackend();
  api = callerOf(backend);
  [chau, stranger] = [await api.newPatient(), await api.newPatient('LÊ QUỐC BẢO')];
  hospital = await api.store({ resourceType: 'Organization', name: 'Bệnh viện Sao Mai', active: true });
});
afterAll(() => backend.stop());

const post = (who: Person, path: string, body: object, headers?: Record<string, string>) =>
  api.call(who, 'POST', `/patient-app/${path}`, body, headers);
const remove = (who: Person, path: string) => api.call(who, 'DELETE', `/patient-app/${path}`);

async function uploaded(who: Person): Promise<string> {
  const key = `${who.patient}/history/${uuid()}.pdf`;
  const address = String(
    (await api.call(who, 'GET', `/api/phr/storage/get-presigned-url-for-upload?key=${encodeURIComponent(key)}`)).body[
      'data'
    ],
  );
  expect((await fetch(address, { method: 'PUT', body: PDF })).status).toBe(200);
  return key;
}
const isThere = async (who: Person, key: string) =>
  (await api.call(who, 'GET', `/api/phr/storage/get-presigned-url-for-download?key=${encodeURIComponent(key)}`))
    .status === 200;

describe('encounters', () => {
  const form = (more: object = {}) => ({
    patientId: chau.patient,
    hospital: { id: hospital, name: 'Bệnh viện Sao Mai' },
    classCode: 'IMP',
    diagnosis: { code: 'J18.9', display: 'Viêm phổi' },
    from: '2026-01-05',
    to: '2026-01-12',
    attachments: [],
    note: 'Nằm viện <7 ngày>',
    ...more,
  });

  test('[CALL-37] saves a treatment with diagnosis and files; [CALL-38] deletes all of it, files too', async () => {
    const key = await uploaded(chau);
    const { status, data } = await post(
      chau,
      'encounter/create',
      form({
        attachments: [{ path: key, url: '', extension: 'pdf', size: 309, uid: uuid(), name: 'Giấy ra viện.pdf' }],
      }),
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({
      resourceType: 'Encounter',
      // its days have passed
      status: 'finished',
      class: { code: 'IMP' },
      period: { start: '2026-01-05', end: '2026-01-12' },
      serviceProvider: { reference: `Organization/${hospital}`, display: 'Bệnh viện Sao Mai' },
      text: { div: expect.stringContaining('&#60;7 ngày&#62;') as string },
    });
    const encounter = String(data['id']);
    expect(await api.list(chau, 'Condition', `?encounter=${encounter}`)).toMatchObject([
      { code: { text: 'Viêm phổi', coding: [{ code: 'J18.9' }] } },
    ]);
    expect(await api.list(chau, 'DocumentReference', `?encounter=${encounter}`)).toMatchObject([
      { content: [{ attachment: { url: key, contentType: 'application/pdf', title: 'Giấy ra viện.pdf' } }] },
    ]);

    expect((await remove(stranger, `encounter/${encounter}`)).status).toBe(403);
    for (const _sent of ['once', 'again after a cut'])
      expect(await remove(chau, `encounter/${encounter}`)).toMatchObject({ status: 200, data: { id: encounter } });
    expect((await remove(stranger, `encounter/${encounter}`)).status).toBe(403);
    expect(await api.list(chau, 'Condition', `?encounter=${encounter}`)).toEqual([]);
    expect(await api.list(chau, 'DocumentReference', `?encounter=${encounter}`)).toEqual([]);
    expect(await gone(chau, key)).toBe(true);
  });

  test('a treatment is corrected with its diagnosis and papers, each keeping its id and its history', async () => {
    const [first, second] = [await uploaded(chau), await uploaded(chau)];
    const paper = (path: string, name: string) => ({ path, extension: 'pdf', size: 309, uid: uuid(), name });
    const { data } = await post(
      chau,
      'encounter/create',
      form({ attachments: [paper(first, 'a.pdf'), paper(second, 'b.pdf')] }),
    );
    const id = String(data['id']);
    const [diagnosis] = await api.list(chau, 'Condition', `?encounter=${id}`);
    const papers = await api.list(chau, 'DocumentReference', `?encounter=${id}`);
    const kept = papers.find((one) => JSON.stringify(one).includes(second));
    const third = await uploaded(chau);
    const change = form({
      hospital: { name: 'Trạm y tế' },
      classCode: 'SS',
      diagnosis: { display: 'Hen' },
      from: '2025-03',
      to: '2025-03',
      attachments: [paper(second, 'Đơn thuốc.pdf'), paper(third, 'c.pdf')],
      removed: [first],
      note: '',
    });
    const put = (who: Person, body: object, version: string, key = uuid()) =>
      api.call(who, 'PUT', `/patient-app/encounter/${id}`, body, { 'if-match': version, 'idempotency-key': key });

    // other record servers name versions in their own way
    const version = async () => {
      const { body } = await api.call(chau, 'GET', `/fhir/Encounter/${id}`);
      return (body as { readonly meta: { readonly versionId: string } }).meta.versionId;
    };
    const before = await version();
    const etag = `W/"${before}"`;
    expect((await put(stranger, change, etag)).status).toBe(403);
    expect((await put(chau, { ...change, to: '2025-02' }, etag)).status).toBe(422);
    const key = uuid();
    const [corrected, again] = [await put(chau, change, etag, key), await put(chau, change, etag, key)];
    expect(corrected.data).toMatchObject({
      id,
      status: 'finished',
      class: { code: 'SS' },
      period: { start: '2025-03', end: '2025-03' },
      serviceProvider: { display: 'Trạm y tế' },
      reasonCode: [{ text: 'Hen' }],
    });
    expect(corrected.data).not.toHaveProperty('text');
    expect(again.data).toEqual(corrected.data);
    expect(await version()).not.toBe(before);
    expect((await put(chau, change, etag)).body).toMatchObject({ code: 'CONFLICT', httpStatus: 409 });
    expect(await api.list(chau, 'Condition', `?encounter=${id}`)).toMatchObject([
      { id: diagnosis?.['id'], code: { text: 'Hen' }, recordedDate: '2025-03' },
    ]);
    const left = await api.list(chau, 'DocumentReference', `?encounter=${id}`);
    expect(left).toHaveLength(2);
    expect(left.find((one) => one['id'] === kept?.['id'])).toMatchObject({
      content: [{ attachment: { url: second, title: 'Đơn thuốc.pdf' } }],
    });
    expect(JSON.stringify(left)).toContain(third);
    expect(await gone(chau, first)).toBe(true);
    expect((await api.call(chau, 'GET', `/fhir/Encounter/${id}/_history/${before}`)).body).toMatchObject({
      class: { code: 'IMP' },
    });
    // a correction cannot add files of another record, and hospital entries stay unchanged
    const strange = { ...change, attachments: [{ path: `${stranger.patient}/history/${uuid()}.pdf` }] };
    expect((await put(chau, strange, `W/"${await version()}"`)).body).toMatchObject({ code: 'ACCESS_DENIED' });
    const theirs = await api.store({
      resourceType: 'Encounter',
      status: 'finished',
      class: { code: 'SS' },
      subject: { reference: `Patient/${chau.patient}` },
    });
    expect((await api.call(chau, 'PUT', `/patient-app/encounter/${theirs}`, change)).body).toMatchObject({
      code: 'NOT_DELETABLE',
    });
  });

  test('[CALL-37] an outpatient visit is one day, days exist, files are one’s own', async () => {
    expect((await post(chau, 'encounter/create', form({ classCode: 'SS', to: '2026-01-05' }))).status).toBe(200);
    // a place that was typed, as forms send it
    expect(
      (await post(chau, 'encounter/create', form({ hospital: { id: '', name: 'Phòng khám An Bình' } }))).data,
    ).toMatchObject({ serviceProvider: { display: 'Phòng khám An Bình' } });
    const faults = [
      form({ classCode: 'SS' }),
      form({ to: '2026-01-04' }),
      form({ from: '2026-02-31' }),
      form({ hospital: { id: 'none', name: 'x' } }),
      form({ diagnosis: { display: ' ' } }),
      form({ classCode: 'OTHER' }),
    ];
    for (const wrong of faults)
      expect((await post(chau, 'encounter/create', wrong)).body).toMatchObject({
        code: 'FORM_INPUT_INVALID',
        httpStatus: 422,
        source: 'MEDRECORD_ADMIN',
      });
    expect(
      (
        await post(
          chau,
          'encounter/create',
          form({ attachments: [{ path: `${stranger.patient}/history/${uuid()}.pdf` }] }),
        )
      ).body,
    ).toMatchObject({ code: 'ACCESS_DENIED' });
    expect((await post(stranger, 'encounter/create', form())).status).toBe(403);
  });

  test('[CALL-38][CALL-43] what a hospital entered stays', async () => {
    const subject = { reference: `Patient/${chau.patient}` };
    const encounter = await api.store({
      resourceType: 'Encounter',
      status: 'finished',
      class: { code: 'SS' },
      subject,
    });
    const ofHospital = await api.store({
      resourceType: 'Condition',
      code: { text: 'x' },
      subject,
      encounter: { reference: `Encounter/${encounter}` },
    });
    const byDoctor = await api.store({
      resourceType: 'Condition',
      code: { text: 'x' },
      subject,
      recorder: { reference: 'Practitioner/1' },
    });
    const own = await api.store({ resourceType: 'Condition', code: { text: 'x' }, subject, recorder: subject });
    expect((await remove(chau, `encounter/${encounter}`)).body).toMatchObject({
      code: 'NOT_DELETABLE',
      httpStatus: 403,
      source: 'MEDRECORD_ADMIN',
    });
    for (const id of [ofHospital, byDoctor])
      expect((await remove(chau, `condition/${id}`)).body).toMatchObject({ code: 'NOT_DELETABLE', httpStatus: 403 });
    expect((await remove(stranger, `condition/${own}`)).status).toBe(403);
    for (const _sent of ['once', 'again after a cut'])
      expect(await remove(chau, `condition/${own}`)).toMatchObject({ status: 200, data: { id: own } });
  });

  test('[CALL-39] a patient is registered once at an organisation', async () => {
    const register = (more: object = {}) =>
      post(chau, 'encounter/register', {
        patient: { resourceType: 'Patient', id: chau.patient },
        registerOrgId: hospital,
        encounterType: 'F0H',
        ...more,
      });
    expect((await register()).data).toMatchObject({
      class: { code: 'F0H' },
      serviceProvider: { reference: `Organization/${hospital}` },
    });
    expect((await register()).body).toMatchObject({ code: 'ALREADY_REGISTERED', httpStatus: 409 });
    expect((await register({ encounterType: 'POST_COVID', sharedOrgId: hospital })).status).toBe(200);
    expect((await register({ registerOrgId: 'none' })).body).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 });
    expect(
      (await register({ patient: { resourceType: 'Patient', id: chau.patient, photo: [{ data: 'x' }] } })).status,
    ).toBe(422);
    expect((await register({ patient: { resourceType: 'Patient', id: stranger.patient } })).status).toBe(403);
  });
});

/** Files are deleted right after the commit: polls for up to two seconds. */
async function gone(who: Person, key: string): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (!(await isThere(who, key))) return true;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return false;
}

test('[CALL-17] a deleted ECG leaves no file behind, unless another entry names that file', async () => {
  const [first, second, shared] = [await uploaded(chau), await uploaded(chau), await uploaded(chau)];
  const ecg = (...keys: readonly string[]) =>
    api.store({
      resourceType: 'Observation',
      status: 'final',
      code: { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.24', code: '131328' }] },
      subject: { reference: `Patient/${chau.patient}` },
      performer: [{ reference: `Patient/${chau.patient}` }],
      extension: keys.map((url) => ({
        url: 'https://phr.example/fhir/StructureDefinition/source-file',
        valueAttachment: { contentType: 'application/pdf', url },
      })),
    });
  const [one, two] = [await ecg(first, shared), await ecg(second)];
  await ecg(shared);
  expect((await api.call(chau, 'DELETE', `/api/phr/observation/${one}`)).status).toBe(200);
  expect((await api.call(chau, 'DELETE', `/fhir/Observation/${two}`)).status).toBe(204);
  expect([await gone(chau, first), await gone(chau, second), await isThere(chau, shared)]).toEqual([true, true, true]);
});

test('a profile photo that was replaced or taken away is removed; one that is still named stays', async () => {
  const who = await api.newPatient();
  const [first, second, shared] = [await uploaded(who), await uploaded(who), await uploaded(who)];
  const show = async (...keys: readonly string[]): Promise<void> => {
    const { body } = await api.call(who, 'GET', `/fhir/Patient/${who.patient}`);
    const { photo: _photo, ...patient } = body;
    const { status } = await api.call(who, 'PUT', `/fhir/Patient/${who.patient}`, {
      ...patient,
      ...(keys.length === 0 ? {} : { photo: keys.map((url) => ({ contentType: 'application/pdf', url })) }),
    });
    expect(status).toBe(200);
  };
  await show(first, shared);
  await api.store({
    resourceType: 'DocumentReference',
    status: 'current',
    subject: { reference: `Patient/${who.patient}` },
    content: [{ attachment: { url: shared } }],
  });
  await show(first, shared);
  expect([await isThere(who, first), await isThere(who, shared)]).toEqual([true, true]);
  await show(second);
  expect([await gone(who, first), await isThere(who, second), await isThere(who, shared)]).toEqual([true, true, true]);
  await show();
  expect([await gone(who, second), await isThere(who, shared)]).toEqual([true, true]);
});

describe('linking a hospital’s record', () => {
  let phone: string;
  let record: string;
  let person: Person;
  beforeEach(async () => {
    person = await api.newPatient();
    phone = newPhone();
    const medical = uuid().slice(0, 8).toUpperCase();
    record = await api.store({
      resourceType: 'Patient',
      name: [{ text: 'TRẦN MINH CHÂU' }],
      telecom: [{ system: 'phone', value: `84${phone.slice(1)}` }],
      managingOrganization: { reference: `Organization/${hospital}` },
      identifier: [
        {
          type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MA' }] },
          system: 'https://phr.example/sid/ma',
          value: medical,
        },
      ],
    });
    numbers = { medicalId: medical };
  });
  let numbers: object;
  const ask = (more: object = {}, who = person) =>
    post(who, 'link-profile', {
      task: {
        resourceType: 'Task',
        status: 'requested',
        groupIdentifier: { value: 'request_link_profile' },
        for: { reference: `Patient/${who.patient}` },
        owner: { reference: `Organization/${hospital}` },
        ...numbers,
        ...more,
      },
    });
  const verify = (taskId: unknown, code: string, who = person, headers?: Record<string, string>) =>
    post(who, 'link-profile/phone-verify', { taskId, code }, headers);
  const sees = async () => (await api.call(person, 'GET', `/fhir/Patient/${record}`)).status === 200;

  test('[CALL-40] sends the code once the request is stored; a failed sending lets the form be sent again', async () => {
    const { platform, repository } = backend;
    const app = Fastify();
    const codes: string[] = [];
    let isAway = true;
    const stored = async (): Promise<unknown> =>
      (await platform.db.query('select task_id from link_code where patient_id = $1', [person.patient])).length;
    const sender = {
      async send(_phone: string, code: string) {
        expect(await stored()).toBe(1);
        if (isAway) throw new ServerError('UNAVAILABLE', 'The gateway is away');
        codes.push(code);
      },
    };
    registerLinkProfile(app, platform, createServiceCalls(platform), { repository, sender });
    const send = () =>
      app.inject({
        method: 'POST',
        url: '/patient-app/link-profile',
        headers: { authorization: `Bearer ${person.token}`, 'idempotency-key': 'a-request-to-be-linked' },
        payload: {
          task: {
            resourceType: 'Task',
            status: 'requested',
            groupIdentifier: { value: 'request_link_profile' },
            for: { reference: `Patient/${person.patient}` },
            owner: { reference: `Organization/${hospital}` },
            ...numbers,
          },
        },
      });
    expect([(await send()).statusCode, await stored()]).toEqual([503, 0]);
    isAway = false;
    const task = (await send()).json() as { data: Json };
    expect(task.data).toMatchObject({ status: 'on-hold' });
    expect((await verify(task.data['id'], codes[0] ?? '')).data).toMatchObject({ status: 'completed' });
    await app.close();
  });

  test("[CALL-40][CALL-41][LINK-04] the code sent to the hospital's phone opens the record, read-only", async () => {
    const { status, data } = await ask();
    expect(status).toBe(200);
    expect(data).toMatchObject({
      resourceType: 'Task',
      status: 'on-hold',
      groupIdentifier: { value: 'request_link_profile' },
      owner: { display: 'Bệnh viện Sao Mai' },
      ...numbers,
      requestCode: expect.stringMatching(/^\d{8}$/) as string,
    });
    expect(await sees()).toBe(false);
    expect((await ask()).body).toMatchObject({ code: 'REQUEST_OPEN', httpStatus: 409 });
    expect((await verify(data['id'], '12345')).status).toBe(422);
    expect((await verify(data['id'], await lastCode(backend.config, phone), stranger)).status).toBe(403);
    const key = { 'idempotency-key': uuid() };
    const done = await verify(data['id'], await lastCode(backend.config, phone), person, key);
    expect(done.data).toMatchObject({ status: 'completed' });
    expect(await sees()).toBe(true);
    expect(await api.read('Patient', person.patient)).toMatchObject({
      link: [{ other: { reference: `Patient/${record}` }, type: 'seealso' }],
    });
    expect(
      (await api.call(person, 'PUT', `/fhir/Patient/${record}`, { resourceType: 'Patient', id: record })).status,
    ).toBe(403);
    // sent again it gets the same response; the code itself is used up
    expect((await verify(data['id'], await lastCode(backend.config, phone), person, key)).body).toEqual(done.body);
    expect((await verify(data['id'], await lastCode(backend.config, phone))).body).toMatchObject({
      code: 'InvalidToken',
      httpStatus: 400,
    });

    const tasks = await api.call(
      person,
      'GET',
      `/fhir/Task?patient=${person.patient}&group-identifier=request_link_profile`,
    );
    expect(tasks.body).toMatchObject({ total: 1 });
    expect((await post(person, 'link-profile/remove', { taskId: data['id'] })).data).toMatchObject({
      status: 'cancelled',
    });
    expect(await sees()).toBe(false);
    expect(await api.read('Patient', person.patient)).not.toHaveProperty('link');
    expect((await post(person, 'link-profile/remove', { taskId: data['id'] })).body).toMatchObject({
      code: 'INVALID_TRANSITION',
      httpStatus: 409,
    });
  });

  test('[CALL-41] five wrong codes end the chance, also for the right one', async () => {
    const { data } = await ask();
    const right = await lastCode(backend.config, phone);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await verify(data['id'], wrong)).body).toMatchObject({ code: 'InvalidToken' });
    expect((await verify(data['id'], right)).body).toMatchObject({ code: 'OTP_LIMIT', httpStatus: 429 });
    expect(await sees()).toBe(false);
  });

  test('[CALL-42] a waiting request can be taken back and asked again', async () => {
    const { data } = await ask();
    expect((await post(stranger, 'link-profile/remove', { taskId: data['id'] })).status).toBe(403);
    expect((await post(person, 'link-profile/remove', { taskId: data['id'] })).data).toMatchObject({
      status: 'cancelled',
    });
    expect((await verify(data['id'], await lastCode(backend.config, phone))).body).toMatchObject({
      code: 'InvalidToken',
    });
    expect((await ask()).data).toMatchObject({ status: 'on-hold' });
  });

  test('[CALL-40] links no unknown, ambiguous or missing number, no missing provider and no relative', async () => {
    expect((await ask({ medicalId: 'NONE' })).data).toMatchObject({ status: 'failed' });
    expect((await ask({ examCode: 'NONE' })).data).toMatchObject({ status: 'failed' });
    expect((await ask({ medicalId: ' ' })).status).toBe(422);
    expect((await ask({ owner: { reference: 'Organization/none' } })).status).toBe(422);
    expect((await ask({ for: { reference: `Patient/${stranger.patient}` } })).status).toBe(403);
  });
});

test('[CALL-44] a promotion code becomes a voucher, once for a patient and while it lasts', async () => {
  const { db } = backend.platform;
  const add = (code: string, from: string, to: string | null, limit: number | null) =>
    db.query(
      `insert into promo_code (code, services, payor_id, starts_at, ends_at, usage_limit) values ($1, '[{"code":"tim","display":"Khám tim mạch"}]', $2, $3, $4, $5)`,
      [code, hospital, from, to, limit],
    );
  await add('TIM', '2026-01-01T00:00:00Z', null, 1);
  await add('CU', '2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z', null);
  await add('SAU', '2999-01-01T00:00:00Z', null, null);
  const apply = (who: Person, promoCode: string, patientId = who.patient) =>
    post(who, 'coverage/apply-promo-code', { patientId, promoCode });
  expect((await apply(stranger, 'TIM', chau.patient)).status).toBe(403);
  const { data } = await apply(chau, ' tim ');
  expect(data).toEqual({
    id: expect.any(String) as string,
    code: 'TIM',
    services: [{ code: 'tim', display: 'Khám tim mạch' }],
    period: { start: '2026-01-01T00:00:00.000Z' },
    usageCount: 1,
    usageLimit: 1,
  });
  expect(await api.list(chau, 'Coverage', '?type=VOUCHER')).toMatchObject([
    { id: data['id'], class: [{ name: 'Khám tim mạch' }], identifier: [{ value: 'TIM' }] },
  ]);
  expect((await apply(chau, 'TIM')).body).toMatchObject({ code: 'PROMO_USED', httpStatus: 409 });
  expect((await apply(stranger, 'TIM')).body).toMatchObject({ code: 'PROMO_USED', httpStatus: 409 });
  expect((await apply(chau, 'CU')).body).toMatchObject({ code: 'PROMO_EXPIRED', httpStatus: 410 });
  // a voucher that the facility issued itself is reported as such
  await api.store({
    resourceType: 'Coverage',
    status: 'active',
    payor: [{ reference: `Organization/${hospital}` }],
    beneficiary: { reference: `Patient/${chau.patient}` },
    identifier: [{ system: identifierSystemOf('voucher'), value: 'SAN' }],
  });
  expect((await apply(chau, 'SAN')).body).toMatchObject({ code: 'PROMO_HELD', httpStatus: 409 });
  for (const none of ['NONE', 'SAU'])
    expect((await apply(chau, none)).body).toMatchObject({ code: 'PROMO_INVALID', httpStatus: 404 });
});

describe('[CALL-45] a COVID-19 health report is assessed', () => {
  let encounter: string;
  beforeAll(async () => {
    encounter = await api.store({
      resourceType: 'Encounter',
      status: 'arrived',
      class: { code: 'F0H' },
      subject: { reference: `Patient/${chau.patient}` },
    });
  });
  const spo2 = (value: number) => ({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '59408-5' }] },
    valueQuantity: { value, unit: '%' },
  });
  const symptom = (code: string, found: 'POS' | 'NEG') => ({
    resourceType: 'Observation',
    code: { coding: [{ code: 'symptoms' }] },
    component: [{ code: { coding: [{ code }] }, interpretation: [{ coding: [{ code: found }] }] }],
  });
  const assess = (observations: readonly object[], who = chau, headers?: Record<string, string>) =>
    post(
      who,
      'riskassessment/covid19-assessment',
      { encounterId: encounter, patientId: chau.patient, patient: { birthDate: '1985-03-14' }, observations },
      headers,
    );
  const levelOf = (data: Json) =>
    (data['prediction'] as { qualitativeRisk: { coding: { code: string }[] } }[])[0]?.qualitativeRisk.coding[0]?.code;

  test.each([
    ['target', [spo2(98), symptom('cough', 'NEG')]],
    ['veryMild', [spo2(98), symptom('cough', 'POS')]],
    ['dangerous', [spo2(95)]],
    ['veryDangerous', [spo2(93)]],
    ['veryDangerous', [spo2(99), symptom('hard-breath', 'POS')]],
  ])('as %s', async (level, observations) => {
    const { status, data } = await assess(observations);
    expect([status, levelOf(data)]).toEqual([200, level]);
  });

  test('says on which published rule, that it is no diagnosis, and how urgent the encounter is', async () => {
    const { data } = await assess([spo2(93)], chau, { 'accept-language': 'en-US' });
    expect(data).toMatchObject({
      resourceType: 'RiskAssessment',
      encounter: { reference: `Encounter/${encounter}` },
      prediction: [{ rationale: 'SpO2 below 94 % (2671/QĐ-BYT)', qualitativeRisk: { text: 'Very dangerous' } }],
      note: [{ text: expect.stringContaining("does not replace a doctor's diagnosis") as string }],
    });
    expect(await api.read('Encounter', encounter)).toMatchObject({ priority: { coding: [{ code: 'S' }] } });
    expect(await api.list(chau, 'RiskAssessment', `?encounter=${encounter}`)).toContainEqual(
      expect.objectContaining({ id: data['id'] }),
    );
    expect((await assess([spo2(93)], stranger)).status).toBe(403);
    expect(
      (
        await post(chau, 'riskassessment/covid19-assessment', {
          encounterId: encounter,
          patientId: chau.patient,
          patient: {},
          observations: [{ resourceType: 'Patient' }],
        })
      ).status,
    ).toBe(422);
  });
});

describe('family', () => {
  const child = { resourceType: 'Patient', name: [{ text: 'TRẦN AN KHANG' }], birthDate: '2018-09-21', gender: 'male' };

  test('a member gets a record that the owner manages; leaving ends that and keeps the record', async () => {
    const owner = await api.newPatient();
    const { status, data } = await post(owner, 'related-person/create-family-member', {
      patient: { ...child, link: [{ other: { reference: `Patient/${stranger.patient}` }, type: 'seealso' }] },
      relationship: 'SON',
    });
    await proves('CALL-46', () => {
      expect(status).toBe(200);
      expect(Object.keys(data)).toEqual(expect.arrayContaining(['patient', 'relatedPerson', 'group']));
    });
    const { patient, relatedPerson, group } = data as Record<string, Json>;
    const id = String(patient?.['id']);
    expect(patient).toMatchObject({
      name: [{ text: 'TRẦN AN KHANG' }],
      identifier: [{ value: expect.stringMatching(/^[A-Z0-9]{9}$/) as string }],
    });
    expect(patient).not.toHaveProperty('link');
    await proves('FAM-07', () =>
      expect(relatedPerson).toMatchObject({
        patient: { reference: `Patient/${id}` },
        relationship: [{ coding: [{ code: 'SON', display: 'Con trai ruột' }] }],
        birthDate: '2018-09-21',
      }),
    );
    expect(group).toMatchObject({
      type: 'person',
      code: { coding: [{ code: 'FAMILY' }] },
      quantity: 2,
      member: [{ entity: { reference: `Patient/${owner.patient}` } }, { entity: { reference: `Patient/${id}` } }],
    });
    expect(await api.list(owner, 'Group', '?type=person&code=FAMILY&_count=1')).toHaveLength(1);
    await proves('FAM-13', async () => {
      const change = (path: string, body: object) => api.call(owner, 'PUT', path, body);
      const own = await api.read('Patient', owner.patient);
      expect((await change(`/fhir/Patient/${owner.patient}`, { ...own, gender: 'female' })).status).toBe(200);
      expect((await change(`/fhir/Patient/${id}`, { ...patient, gender: 'female' })).status).toBe(200);
      expect((await api.call(stranger, 'GET', `/fhir/Patient/${id}`)).status).toBe(403);
    });

    const member = {
      relatedPersonId: relatedPerson?.['id'],
      patientId: id,
      relationship: 'SON',
      name: 'TRẦN AN KHANG',
    };
    expect((await post(stranger, 'related-person/remove-family-member', member)).status).toBe(403);
    await proves('CALL-47', async () => {
      const removed = await post(owner, 'related-person/remove-family-member', member);
      expect(removed.data).toMatchObject({
        group: { quantity: 1, member: [{ entity: { reference: `Patient/${owner.patient}` } }] },
      });
      expect((await api.call(owner, 'GET', `/fhir/Patient/${id}`)).status).toBe(403);
    });
    expect(await api.read('Patient', id)).toMatchObject({ name: [{ text: 'TRẦN AN KHANG' }] });
    expect(await api.read('Patient', owner.patient)).not.toHaveProperty('link');
  });

  test('an account learns its rights to each record and their end; a read-only member can be removed', async () => {
    const owner = await api.newPatient();
    const made = await post(owner, 'related-person/create-family-member', { patient: child, relationship: 'SON' });
    const [id, relatedPersonId] = ['patient', 'relatedPerson'].map((part) => String((made.data[part] as Json)['id']));
    const userId = String(decodeJwt(owner.token)['box_user']);
    const may = ['read', 'create', 'update', 'delete', 'share'];
    const rights = async () =>
      (await api.call(owner, 'GET', '/patient-app/related-person/rights')).body['data'] as Json[];
    expect(await rights()).toEqual(
      expect.arrayContaining([
        { patientId: owner.patient, rights: 'write', may },
        { patientId: id, rights: 'write', may },
      ]),
    );
    const { access } = backend.platform;
    await access.revoke({ userId, patientId: id ?? '', source: 'family' });
    const endsAt = new Date(Date.now() + 86_400_000);
    await access.grant({ userId, patientId: id ?? '', source: 'family', rights: 'read', endsAt });
    expect(await rights()).toContainEqual({
      patientId: id,
      rights: 'read',
      may: ['read'],
      endsAt: endsAt.toISOString(),
    });
    await access.revoke({ userId, patientId: id ?? '', source: 'family' });
    expect(await rights()).toEqual([{ patientId: owner.patient, rights: 'write', may }]);
    expect(
      (
        await post(owner, 'related-person/remove-family-member', {
          relatedPersonId,
          patientId: id,
          relationship: 'SON',
          name: 'x',
        })
      ).data,
    ).toMatchObject({ group: { quantity: 1 } });
    expect(
      (
        await post(
          owner,
          'related-person/remove-family-member',
          { relatedPersonId, patientId: id, relationship: 'SON', name: 'x' },
          { 'idempotency-key': uuid() },
        )
      ).status,
    ).toBe(403);
  });

  test('[FAM-11] the main member cannot be removed', async () => {
    const owner = await api.newPatient();
    const { data } = await post(owner, 'related-person/create-family-member', { patient: child, relationship: 'SON' });
    const main = await post(owner, 'related-person/remove-family-member', {
      relatedPersonId: (data['relatedPerson'] as Json)['id'],
      patientId: owner.patient,
      relationship: 'ONESELF',
      name: 'x',
    });
    expect(main.body).toMatchObject({ code: 'MAIN_MEMBER', httpStatus: 409, source: 'MEDRECORD_ADMIN' });
  });

  test('two members made at once both exist; a wrong relationship or type, or no own record, is refused', async () => {
    const owner = await api.newPatient();
    const make = (relationship: string, patient: object = child, who = owner) =>
      post(who, 'related-person/create-family-member', { patient, relationship });
    await Promise.all(['SON', 'DAU'].map((one) => make(one)));
    expect((await api.list(owner, 'Group', '?type=person&code=FAMILY&_count=1'))[0]).toMatchObject({ quantity: 3 });
    for (const relationship of ['ONESELF', 'FRIEND']) expect((await make(relationship)).status).toBe(422);
    expect((await make('SON', { resourceType: 'Group' })).status).toBe(422);
    for (const name of [undefined, [], [{ text: ' ' }], [{ use: 'old', text: 'TRẦN AN' }]])
      expect((await make('SON', { ...child, name })).body).toMatchObject({
        code: 'FORM_INPUT_INVALID',
        detail: { message: 'patient.name' },
      });
    // a name without text is composed from its parts
    expect((await make('SON', { ...child, name: [{ given: ['TRẦN', 'AN'], family: 'BÌNH' }] })).data).toMatchObject({
      relatedPerson: { patient: { display: 'TRẦN AN BÌNH' } },
    });
    expect((await make('SON', { ...child, birthDate: '2999-01-01' })).body).toMatchObject({
      code: 'FORM_INPUT_INVALID',
      httpStatus: 422,
    });
    const { tokens } = await newPerson(backend.config);
    expect((await make('SON', child, { token: tokens.access_token, patient: '', phone: '' })).status).toBe(403);
  });
});

test('[CALL-48] answers are stored when they fit the form', async () => {
  const form = await api.store({
    resourceType: 'Questionnaire',
    url: 'https://phr.example/fhir/Questionnaire/test',
    status: 'active',
    subjectType: ['Patient'],
    item: [
      { linkId: '1', text: 'Hút thuốc?', type: 'boolean', required: true },
      {
        linkId: '1.1',
        text: 'Số điếu',
        type: 'integer',
        required: true,
        enableWhen: [{ question: '1', operator: '=', answerBoolean: true }],
      },
      { linkId: '2', text: 'Nhóm', type: 'group', item: [{ linkId: '2.1', text: 'Bao lâu', type: 'choice' }] },
    ],
  });
  const retired = await api.store({ resourceType: 'Questionnaire', status: 'retired' });
  const send = (item: readonly object[], more: object = {}, who = chau) =>
    post(who, 'questionnaire-response/create', {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: `Questionnaire/${form}`,
      subject: { reference: `Patient/${chau.patient}` },
      item,
      ...more,
    });
  const smokes = { linkId: '1', answer: [{ valueBoolean: true }] };
  const group = { linkId: '2', item: [{ linkId: '2.1', answer: [{ valueCoding: { code: '0' } }] }] };
  const { data } = await send([smokes, { linkId: '1.1', answer: [{ valueInteger: 3 }] }, group]);
  expect(data).toMatchObject({
    resourceType: 'QuestionnaireResponse',
    source: { reference: `Patient/${chau.patient}` },
    item: [smokes, { linkId: '1.1' }, group],
  });
  expect(await api.list(chau, 'QuestionnaireResponse', `?questionnaire=Questionnaire/${form}`)).toHaveLength(1);
  expect((await send([smokes], { questionnaire: 'https://phr.example/fhir/Questionnaire/test|1' })).status).toBe(200);
  const wrong = [
    [],
    [{ linkId: '9' }],
    [{ linkId: '1', answer: [{ valueString: 'có' }] }],
    [smokes, { linkId: '2', item: [{ linkId: '1', answer: [{ valueBoolean: true }] }] }],
    [{ linkId: '1', answer: [{ valueBoolean: true }, { valueBoolean: false }] }],
  ];
  for (const item of wrong)
    expect((await send(item)).body).toMatchObject({ code: 'FORM_INPUT_INVALID', httpStatus: 422 });
  expect((await send([], { status: 'in-progress' })).status).toBe(200);
  expect((await send([smokes], { questionnaire: `Questionnaire/${retired}` })).status).toBe(422);
  for (const questionnaire of ['https://phr.example/none', 'Questionnaire/none'])
    expect((await send([smokes], { questionnaire })).body).toMatchObject({
      code: 'FORM_INPUT_INVALID',
      httpStatus: 422,
      detail: { message: 'questionnaire' },
    });
  expect((await send([smokes], {}, stranger)).status).toBe(403);
  // another person's number would match this person
  const identifier = { system: 'https://phr.example/sid/pi', value: 'SOMEBODY1' };
  expect((await send([smokes], { identifier, status: 'in-progress' })).body).toMatchObject({
    code: 'FORM_INPUT_INVALID',
    httpStatus: 422,
    detail: { message: 'QuestionnaireResponse.identifier' },
  });
});

describe('enrollment', () => {
  beforeAll(() =>
    backend.platform.db.query(
      `insert into enrollment (code, type, org_id, org_code, title, description, ends_at, shares, makes_encounter) values
       ('BSGD', 'FAMILY_DOCTOR', $1, 'SAO-MAI', 'Bác sĩ gia đình', 'Một năm', now() + interval '1 year', '{phone,fullName}', true),
       ('CLB', 'SS', $1, 'SAO-MAI', 'Câu lạc bộ', null, null, '{}', false), ('CU', 'SS', $1, 'SAO-MAI', 'Đã xong', null, now() - interval '1 day', '{}', false)`,
      [hospital],
    ),
  );
  const detail = (code: string, type: string) =>
    api.call(
      chau,
      'GET',
      `/patient-app/enrollment/detail?enrollmentCode=${code}&enrollmentType=${type}&orgCode=sao-mai`,
    );
  const join = (enrollmentCode: string, enrollmentType: string, who = chau) =>
    post(who, 'enrollment/join', { enrollmentCode, enrollmentType, orgId: hospital, patientId: chau.patient });

  test('[CALL-49][ENR-01] a programme says what it is and what it asks to be told', async () => {
    expect((await detail('bsgd', 'FAMILY_DOCTOR')).data).toMatchObject({
      enrollmentCode: 'BSGD',
      enrollmentType: 'FAMILY_DOCTOR',
      orgId: hospital,
      orgCode: 'SAO-MAI',
      orgName: 'Bệnh viện Sao Mai',
      title: 'Bác sĩ gia đình',
      description: 'Một năm',
      shares: ['phone', 'fullName'],
    });
    expect((await detail('CU', 'SS')).status).toBe(410);
    expect((await detail('NONE', 'SS')).body).toMatchObject({
      code: 'NOT_FOUND',
      httpStatus: 404,
      source: 'MEDRECORD_ADMIN',
    });
  });

  test('[CALL-50][ENR-02][ENR-03] joining may answer an encounter, keeps the consent and happens once', async () => {
    const { data } = await join('BSGD', 'FAMILY_DOCTOR');
    expect(data).toMatchObject({
      joined: true,
      encounter: {
        resourceType: 'Encounter',
        class: { code: 'FAMILY_DOCTOR' },
        subject: { reference: `Patient/${chau.patient}` },
      },
    });
    expect(await api.list(chau, 'Consent')).toMatchObject([
      { status: 'active', organization: [{ reference: `Organization/${hospital}` }] },
    ]);
    expect((await join('CLB', 'SS')).data).toEqual({ joined: true });
    expect((await join('CLB', 'SS')).body).toMatchObject({ code: 'ALREADY_JOINED', httpStatus: 409 });
    expect((await join('CU', 'SS')).status).toBe(410);
    expect((await join('CLB', 'SS', stranger)).status).toBe(403);
  });
});

test('[CALL-51][DEV-17] a socket is told to belong to a device of a patient whom the caller may see', async () => {
  const register = (who: Person, socketId: string) =>
    post(who, 'device/register', { patientId: chau.patient, deviceId: 'ABCDEFGHIJ01', socketId });
  expect((await register(stranger, 's1')).status).toBe(403);
  expect((await register(chau, 's1')).data).toEqual({ registered: true });
  expect((await register(chau, 's2')).data).toEqual({ registered: true });
  expect(
    await backend.platform.db.query('select socket_id from device_socket where device_id = $1', ['ABCDEFGHIJ01']),
  ).toEqual([{ socket_id: 's2' }]);
});
