import { callerOf, type Json, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let api: ReturnType<typeof callerOf>;
let chau: Person;
let stranger: Person;
let place: { service: string; role: string; schedule: string };

const HOUR = 3_600_000;

beforeAll(async () => {
  backend = await startTestBackend();
  api = callerOf(backend);
  [chau, stranger] = [await api.newPatient(), await api.newPatient('LÊ QUỐC BẢO')];
  const money = {
    url: 'https://phr.example/fhir/StructureDefinition/service-price',
    valueMoney: { value: 250_000, currency: 'VND' },
  };
  const service = await api.store({
    resourceType: 'HealthcareService',
    active: true,
    name: 'Khám tim mạch',
    identifier: [{ system: 'https://phr.example/sid/service', value: 'TIM' }],
  });
  const role = await api.store({
    resourceType: 'PractitionerRole',
    active: true,
    healthcareService: [{ reference: `HealthcareService/${service}` }],
  });
  const schedule = await api.store({
    resourceType: 'Schedule',
    active: true,
    identifier: [{ system: 'https://phr.example/sid/schedule', value: 'TIM-SANG' }],
    extension: [money],
    actor: [{ reference: `HealthcareService/${service}` }, { reference: `PractitionerRole/${role}` }],
    planningHorizon: { start: new Date().toISOString(), end: new Date(Date.now() + 720 * HOUR).toISOString() },
  });
  place = { service, role, schedule };
});
afterAll(() => backend.stop());

interface Slot {
  readonly id: string;
  readonly start: string;
  readonly end: string;
}

async function slot(inMs: number, status = 'free', schedule = place.schedule): Promise<Slot> {
  const start = new Date(Date.now() + inMs).toISOString();
  const end = new Date(Date.now() + inMs + HOUR / 2).toISOString();
  return {
    id: await api.store({ resourceType: 'Slot', status, start, end, schedule: { reference: `Schedule/${schedule}` } }),
    start,
    end,
  };
}
const form = (who: Person, { id, start, end }: Slot, more: object = {}) => ({
  resourceType: 'Appointment',
  status: 'pending',
  start,
  end,
  slot: [{ reference: `Slot/${id}` }],
  reasonCode: [{ text: 'Khám bệnh' }],
  participant: [
    { actor: { reference: `Patient/${who.patient}` }, status: 'accepted' },
    { actor: { reference: `PractitionerRole/${place.role}` }, status: 'needs-action' },
    { actor: { reference: `HealthcareService/${place.service}` }, status: 'needs-action' },
  ],
  ...more,
});
const book = (who: Person, free: Slot, more: object = {}, key?: string) =>
  api.call(
    who,
    'POST',
    '/api/phr/appointment/create',
    form(who, free, more),
    key === undefined ? {} : { 'idempotency-key': key },
  );

test('[CALL-14] an appointment takes its slot, and cancelling gives it back', async () => {
  const free = await slot(24 * HOUR);
  const { status, data } = await book(chau, free);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    resourceType: 'Appointment',
    status: 'pending',
    start: free.start,
    slot: [{ reference: `Slot/${free.id}` }],
    reasonCode: [{ text: 'Khám bệnh' }],
  });
  expect(await api.read('Slot', free.id)).toMatchObject({ status: 'busy' });
  expect(
    (await api.call(chau, 'POST', '/api/phr/appointment/cancel', { appointmentId: data['id'], reason: 'Bận việc' }))
      .data,
  ).toMatchObject({ status: 'cancelled' });
  expect(await api.read('Slot', free.id)).toMatchObject({ status: 'free' });
});

test('[CALL-14][NAV-17] a service without slots books the planned encounter at once; both end together', async () => {
  const organization = await api.store({ resourceType: 'Organization', name: 'Trạm y tế Sen' });
  const open = await api.store({
    resourceType: 'HealthcareService',
    name: 'Tiêm chủng',
    appointmentRequired: false,
    providedBy: { reference: `Organization/${organization}` },
  });
  const schedule = await api.store({
    resourceType: 'Schedule',
    active: true,
    actor: [{ reference: `HealthcareService/${open}` }, { reference: `PractitionerRole/${place.role}` }],
  });
  const free = await slot(24 * HOUR, 'free', schedule);
  const key = crypto.randomUUID();
  const participant = [`Patient/${chau.patient}`, `PractitionerRole/${place.role}`, `HealthcareService/${open}`].map(
    (reference, index) => ({ actor: { reference }, status: index === 0 ? 'accepted' : 'needs-action' }),
  );
  const { status, data } = await book(chau, free, { participant }, key);
  expect([status, data]).toMatchObject([
    200,
    {
      resourceType: 'Encounter',
      status: 'planned',
      class: { code: 'AMB' },
      subject: { reference: `Patient/${chau.patient}` },
      period: { start: free.start, end: free.end },
      serviceProvider: { reference: `Organization/${organization}` },
    },
  ]);
  expect((await book(chau, free, { participant }, key)).data['id']).toBe(data['id']);
  const [{ reference }] = data['appointment'] as [{ reference: string }];
  const appointmentId = reference.replace('Appointment/', '');
  expect(await api.read('Appointment', appointmentId)).toMatchObject({
    status: 'booked',
    start: free.start,
    supportingInformation: [{ reference: `Encounter/${String(data['id'])}` }],
  });
  expect(await api.read('Slot', free.id)).toMatchObject({ status: 'busy' });
  expect(
    (await api.call(chau, 'POST', '/api/phr/appointment/cancel', { appointmentId, reason: 'Bận việc' })).data,
  ).toMatchObject({ status: 'cancelled' });
  expect([await api.read('Encounter', String(data['id'])), await api.read('Slot', free.id)]).toMatchObject([
    { status: 'cancelled' },
    { status: 'free' },
  ]);
});

test('[CALL-14] one of many who book a slot at the same moment wins, the others are told', async () => {
  const free = await slot(24 * HOUR);
  const answers = await Promise.all([chau, stranger, chau, stranger, chau, stranger].map((who) => book(who, free)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).every(({ body }) => body['code'] === 'SLOT_TAKEN')).toBe(true);
});

test('[CALL-14] the same form sent again books once', async () => {
  const free = await slot(24 * HOUR);
  const key = crypto.randomUUID();
  const [first, second] = [await book(chau, free, {}, key), await book(chau, free, {}, key)];
  expect(second.body).toEqual(first.body);
  expect(
    (await api.list(chau, 'Appointment')).filter((one) => JSON.stringify(one['slot']).includes(free.id)),
  ).toHaveLength(1);
});

test('a slot that begins in less than an hour is too soon, one in more than an hour is not', async () => {
  expect((await book(chau, await slot(HOUR - 30_000))).body).toMatchObject({
    code: 'SLOT_TOO_SOON',
    httpStatus: 409,
    source: 'PHR_API',
  });
  expect((await book(chau, await slot(HOUR + 60_000))).status).toBe(200);
  expect((await book(chau, await slot(24 * HOUR, 'busy'))).body).toMatchObject({ code: 'SLOT_TAKEN' });
});

test.each([
  ['another time than the slot’s', (free: Slot) => ({ start: new Date(Date.parse(free.start) + HOUR).toISOString() })],
  ['a status of one’s own choice', () => ({ status: 'booked' })],
  [
    'no practitioner',
    () => ({
      participant: form(chau, { id: '', start: '', end: '' }).participant.filter(
        ({ actor }) => !actor.reference.startsWith('PractitionerRole'),
      ),
    }),
  ],
  ['a slot that does not exist', () => ({ slot: [{ reference: 'Slot/none' }] })],
])('is refused with %s, and the slot stays free', async (_what, change) => {
  const free = await slot(24 * HOUR);
  expect((await book(chau, free, change(free))).body).toMatchObject({ code: 'FORM_INPUT_INVALID', httpStatus: 422 });
  expect(await api.read('Slot', free.id)).toMatchObject({ status: 'free' });
});

test('[BACK-10] nobody books for a stranger', async () => {
  const free = await slot(24 * HOUR);
  expect((await api.call(stranger, 'POST', '/api/phr/appointment/create', form(chau, free))).body).toMatchObject({
    code: 'ACCESS_DENIED',
    httpStatus: 403,
  });
  expect(await api.read('Slot', free.id)).toMatchObject({ status: 'free' });
});

test('[CALL-16] a time table is found by the codes of its service and its own', async () => {
  const find = (query: string) => api.call(chau, 'GET', `/api/phr/schedule/code?${query}`);
  expect((await find('healthcareCode=tim&scheduleCode=tim-sang')).data).toMatchObject({
    scheduleId: place.schedule,
    serviceName: 'Khám tim mạch',
    price: 250_000,
    currency: 'VND',
    healthcareServiceId: place.service,
    practitionerRoleId: place.role,
  });
  for (const wrong of ['healthcareCode=TIM&scheduleCode=NONE', 'healthcareCode=NONE&scheduleCode=TIM-SANG'])
    expect((await find(wrong)).body).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 });
  expect((await find('healthcareCode=TIM')).status).toBe(422);
  expect(
    (await api.call(undefined, 'GET', '/api/phr/schedule/code?healthcareCode=TIM&scheduleCode=TIM-SANG')).status,
  ).toBe(401);
});

describe('reports by code and time', () => {
  const report = async (code: object, day: string, more: Json = {}) => {
    const result = await api.store({
      resourceType: 'Observation',
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org', code: '718-7' }], text: 'Huyết sắc tố' },
      subject: { reference: `Patient/${chau.patient}` },
      effectiveDateTime: `${day}T08:00:00+07:00`,
      valueQuantity: { value: 132, unit: 'g/L' },
      interpretation: [{ coding: [{ code: 'N' }] }],
    });
    return api.store({
      resourceType: 'DiagnosticReport',
      status: 'final',
      code,
      subject: { reference: `Patient/${chau.patient}` },
      effectiveDateTime: `${day}T08:00:00+07:00`,
      performer: [{ display: 'Bệnh viện Sao Mai' }],
      conclusion: 'Bình thường',
      presentedForm: [{ contentType: 'application/pdf', url: 'x' }],
      result: [{ reference: `Observation/${result}` }],
      ...more,
    });
  };
  const BLOOD = { coding: [{ system: 'http://loinc.org', code: '58410-2' }], text: 'Công thức máu' };
  let ids: { old: string; fresh: string; bare: string };

  beforeAll(async () => {
    ids = {
      old: await report(BLOOD, '2026-01-05'),
      fresh: await report(BLOOD, '2026-03-05'),
      bare: await report({ text: 'Nước tiểu' }, '2026-02-05'),
    };
    await report(BLOOD, '2026-04-01', { status: 'registered' });
    await report(BLOOD, '2026-04-02', { status: 'entered-in-error' });
  });
  const get = async (path: string) =>
    (await api.call(chau, 'GET', `/api/phr/diagnosticReport/${path}`)).body['data'] as Json[];

  test('[CALL-19] the latest of each code, with its results and the time of the one before', async () => {
    const latest = await get(`latest?patientId=${chau.patient}&codes=58410-2,${encodeURIComponent('Nước tiểu')},none`);
    expect(latest.map((one) => [one['id'], one['code'], one['previousAt']])).toEqual([
      [ids.fresh, '58410-2', '2026-01-05T08:00:00+07:00'],
      [ids.bare, 'Nước tiểu', undefined],
    ]);
    expect(latest[0]).toMatchObject({
      codeText: 'Công thức máu',
      effectiveDateTime: '2026-03-05T08:00:00+07:00',
      performerDisplay: 'Bệnh viện Sao Mai',
      conclusion: 'Bình thường',
      contentTypes: ['application/pdf'],
      observations: [{ code: '718-7', text: 'Huyết sắc tố', value: 132, unit: 'g/L', interpretation: 'N' }],
    });
  });

  test('[CALL-20] all reports of codes and dates, newest first, without those that are only registered', async () => {
    const all = await get(`list?patientId=${chau.patient}&codes=58410-2`);
    expect(all.slice(1).map((one) => one['id'])).toEqual([ids.fresh, ids.old]);
    // a withdrawn report is shown without its conclusion (D-113)
    expect(all[0]).toMatchObject({ status: 'entered-in-error' });
    expect(all[0]).not.toHaveProperty('conclusion');
    expect(
      (await get(`list?patientId=${chau.patient}&fromDate=2026-02-01&toDate=2026-03-01`)).map((one) => one['id']),
    ).toEqual([ids.bare]);
    expect((await api.call(stranger, 'GET', `/api/phr/diagnosticReport/list?patientId=${chau.patient}`)).status).toBe(
      403,
    );
    expect(
      (await api.call(chau, 'GET', `/api/phr/diagnosticReport/list?patientId=${chau.patient}&fromDate=2026-02-31`))
        .status,
    ).toBe(422);
  });
});

test('[CALL-23] a vaccination that the patient entered can be deleted, one of a hospital cannot', async () => {
  const dose = (performer?: object) =>
    api.store({
      resourceType: 'Immunization',
      status: 'completed',
      vaccineCode: { text: 'Cúm' },
      patient: { reference: `Patient/${chau.patient}` },
      occurrenceDateTime: '2026-01-05',
      ...(performer === undefined ? {} : { performer: [{ actor: performer }] }),
    });
  const [own, hospital] = [await dose({ display: 'Trạm y tế' }), await dose({ reference: 'Organization/1' })];
  expect((await api.call(stranger, 'DELETE', `/api/phr/immunization/${own}`)).status).toBe(403);
  expect(await api.call(chau, 'DELETE', `/api/phr/immunization/${own}`)).toMatchObject({
    status: 200,
    data: { id: own },
  });
  expect((await api.call(chau, 'DELETE', `/api/phr/immunization/${hospital}`)).body).toMatchObject({
    code: 'NOT_DELETABLE',
    httpStatus: 403,
  });
});

test('odd bodies and paths are refused with 4xx', async () => {
  const bodies = [
    { appointmentId: 'a\u0000b', reason: 'x' },
    { appointmentId: 'x'.repeat(100), reason: 'x' },
    { appointmentId: 1, reason: [] },
    JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as object,
  ];
  for (const body of bodies)
    expect((await api.call(chau, 'POST', '/api/phr/appointment/cancel', body)).status).toBe(422);
  for (const path of ['/api/phr/observation/a%00b', '/api/phr/immunization/%F0%9F%98%80', '/api/phr/device/..%2F..'])
    expect((await api.call(chau, 'DELETE', path)).status).toBeLessThan(500);
});
