import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { openEndedHolds } from '../src/gateway/phr/slot-holds.ts';
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

test('a person agrees for herself alone, and asks nobody but those whose time it is', async () => {
  const free = await slot(20 * HOUR);
  const doctor = await api.store({ resourceType: 'Practitioner', name: [{ text: 'BS. Lê Văn Khác' }] });
  const [own, role, service] = form(chau, free).participant;
  const asked = async (...participant: readonly unknown[]) => (await book(chau, free, { participant })).status;
  const needed = (reference: string, status = 'needs-action') => ({ actor: { reference }, status });
  expect(await asked(own, { ...role, status: 'accepted' }, service)).toBe(422);
  expect(await asked({ ...own, status: 'needs-action' }, role, service)).toBe(422);
  expect(await asked(own, role, service, needed(`Practitioner/${doctor}`))).toBe(422);
  expect(await asked(own, role, service, needed(`https://other.example/Patient/${stranger.patient}`, 'accepted'))).toBe(
    422,
  );
  expect(await asked(own, role, service, needed('Device/1'))).toBe(422);
  expect((await api.read('Slot', free.id))['status']).toBe('free');
  const ofDoctor = await api.store({
    resourceType: 'PractitionerRole',
    active: true,
    practitioner: { reference: `Practitioner/${doctor}` },
  });
  const schedule = await api.store({
    resourceType: 'Schedule',
    active: true,
    actor: [{ reference: `HealthcareService/${place.service}` }, { reference: `PractitionerRole/${ofDoctor}` }],
  });
  const theirs = await slot(21 * HOUR, 'free', schedule);
  const participant = [own, needed(`PractitionerRole/${ofDoctor}`), needed(`Practitioner/${doctor}`), service];
  expect((await book(chau, theirs, { participant })).status).toBe(200);
});

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

describe('a time that is kept while a person confirms it', () => {
  const hold = (who: Person, { id }: Slot, patientId = who.patient) =>
    api.call(who, 'POST', '/api/phr/appointment/hold', { patientId, slotId: id });
  const release = (who: Person, { id }: Slot) => api.call(who, 'DELETE', `/api/phr/appointment/hold/${id}`);
  const statusOf = async ({ id }: Slot) => (await api.read('Slot', id))['status'];
  const endHolds = () => backend.platform.db.query("update slot_hold set ends_at = now() - interval '1 second'");

  test('is tentative for five minutes: others are told that it is taken, its holder books it', async () => {
    const free = await slot(24 * HOUR);
    const asked = Date.now();
    const { status, data } = await hold(chau, free);
    expect([status, data['slotId']]).toEqual([200, free.id]);
    const minutes = (Date.parse(String(data['until'])) - asked) / 60_000;
    expect(minutes).toBeGreaterThan(4.9);
    expect(minutes).toBeLessThan(5.5);
    expect(await statusOf(free)).toBe('busy-tentative');
    for (const refused of [await hold(stranger, free), await book(stranger, free)])
      expect(refused.body).toMatchObject({ code: 'SLOT_TAKEN', httpStatus: 409 });
    expect((await book(chau, free)).status).toBe(200);
    expect(await statusOf(free)).toBe('busy');
    // a booked slot is no longer held: neither its holder nor the end of the hold releases it
    await release(chau, free);
    await endHolds();
    await openEndedHolds(backend.platform.db, backend.repository);
    expect(await statusOf(free)).toBe('busy');
  });

  test('of two persons who want it at the same moment one keeps it', async () => {
    const free = await slot(24 * HOUR);
    const answers = await Promise.all([hold(chau, free), hold(stranger, free)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('is kept no longer by asking again; another time opens it, and so does letting go', async () => {
    const [first, second] = [await slot(24 * HOUR), await slot(25 * HOUR)];
    const { data } = await hold(chau, first);
    expect((await hold(chau, first)).data).toEqual(data);
    await hold(chau, second);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['free', 'busy-tentative']);
    await release(stranger, second);
    expect(await statusOf(second)).toBe('busy-tentative');
    await release(chau, second);
    expect(await statusOf(second)).toBe('free');
  });

  test('two persons who change over to what the other one kept never wait for each other', async () => {
    const [first, second] = [await slot(24 * HOUR), await slot(25 * HOUR)];
    for (let round = 0; round < 12; round += 1) {
      const [mine, theirs] = round % 2 === 0 ? [first, second] : [second, first];
      await endHolds();
      const answers = await Promise.all([hold(chau, mine), hold(stranger, theirs)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect([await statusOf(first), await statusOf(second)]).toEqual(['busy-tentative', 'busy-tentative']);
  });

  test('can be taken by others once the five minutes are over, and is opened again by itself', async () => {
    const [taken, left] = [await slot(24 * HOUR), await slot(25 * HOUR)];
    await hold(chau, taken);
    await hold(stranger, left);
    await endHolds();
    expect((await book(stranger, taken)).status).toBe(200);
    expect((await book(chau, taken)).body).toMatchObject({ code: 'SLOT_TAKEN' });
    await openEndedHolds(backend.platform.db, backend.repository);
    expect([await statusOf(taken), await statusOf(left)]).toEqual(['busy', 'free']);
  });

  test('one that the facility keeps itself is nobody’s, and no hold opens it', async () => {
    const kept = await slot(24 * HOUR, 'busy-tentative');
    for (const refused of [await hold(chau, kept), await book(chau, kept)])
      expect(refused.body).toMatchObject({ code: 'SLOT_TAKEN' });
    await release(chau, kept);
    await openEndedHolds(backend.platform.db, backend.repository);
    expect(await statusOf(kept)).toBe('busy-tentative');
  });

  test('[BACK-10] nobody keeps a time for a stranger, or one that is too soon', async () => {
    const free = await slot(24 * HOUR);
    expect((await hold(stranger, free, chau.patient)).body).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(await statusOf(free)).toBe('free');
    expect((await hold(chau, await slot(HOUR / 2))).body).toMatchObject({ code: 'SLOT_TOO_SOON' });
    expect((await hold(chau, { id: 'none', start: '', end: '' })).status).toBe(422);
  });
});

test('one account does not take all the times of a doctor: twenty in a day, whatever it gives back', async () => {
  const greedy = await api.newPatient('PHẠM THU HÀ');
  const most = backend.config.limits.bookingsPerDayPerson;
  const again = await slot(24 * HOUR);
  for (let taken = 0; taken < most; taken += 1) {
    const { status, data } = await book(greedy, again);
    expect(status).toBe(200);
    await api.call(greedy, 'POST', '/api/phr/appointment/cancel', { appointmentId: data['id'], reason: 'Bận việc' });
  }
  const refused = await book(greedy, again);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await api.read('Slot', again.id))['status']).toBe('free');
  expect((await book(stranger, again)).status).toBe(200);
});

describe('an appointment that is moved', () => {
  const move = (who: Person, appointmentId: string, { id }: Slot, key?: string) =>
    api.call(
      who,
      'POST',
      '/api/phr/appointment/move',
      { appointmentId, slotId: id },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  const booked = async (who: Person, free: Slot) => String((await book(who, free)).data['id']);
  const statuses = async (...slots: readonly Slot[]) =>
    Promise.all(slots.map(async ({ id }) => (await api.read('Slot', id))['status']));

  test('takes the new time and gives the old one back; its confirmation is asked for again', async () => {
    const [old, next] = [await slot(24 * HOUR), await slot(48 * HOUR)];
    const id = await booked(chau, old);
    const stored = await api.read('Appointment', id);
    await backend.repository.update(SYSTEM_ACTOR, {
      ...stored,
      resourceType: 'Appointment',
      id,
      status: 'booked',
      participant: form(chau, old).participant.map((one) => ({ ...one, status: 'accepted' })),
    });
    const key = crypto.randomUUID();
    const { status, data } = await move(chau, id, next, key);
    expect([status, data]).toMatchObject([
      200,
      {
        id,
        status: 'pending',
        start: next.start,
        end: next.end,
        slot: [{ reference: `Slot/${next.id}` }],
        participant: [{ status: 'accepted' }, { status: 'needs-action' }, { status: 'needs-action' }],
      },
    ]);
    expect(await statuses(old, next)).toEqual(['free', 'busy']);
    expect((await move(chau, id, next, key)).data).toEqual(data);
    expect(
      (await api.call(chau, 'POST', '/api/phr/appointment/cancel', { appointmentId: id, reason: 'Bận' })).status,
    ).toBe(200);
    expect(await statuses(old, next)).toEqual(['free', 'free']);
  });

  test('keeps its old time when the new one was just taken, is too soon or is another doctor’s', async () => {
    const old = await slot(24 * HOUR);
    const id = await booked(chau, old);
    const taken = await slot(48 * HOUR);
    await book(stranger, taken);
    const other = await api.store({
      resourceType: 'Schedule',
      active: true,
      actor: [{ reference: `HealthcareService/${place.service}` }, { reference: 'PractitionerRole/other' }],
    });
    for (const [to, code] of [
      [taken, 'SLOT_TAKEN'],
      [await slot(HOUR / 2), 'SLOT_TOO_SOON'],
      [await slot(48 * HOUR, 'free', other), 'FORM_INPUT_INVALID'],
    ] as const) {
      const [before] = await statuses(to);
      expect((await move(chau, id, to)).body).toMatchObject({ code });
      expect(await statuses(old, to)).toEqual(['busy', before]);
    }
    expect(await api.read('Appointment', id)).toMatchObject({
      start: old.start,
      slot: [{ reference: `Slot/${old.id}` }],
    });
  });

  test('never lies in the time of a doctor who is not asked, where time tables name doctors themselves', async () => {
    const tableOf = async (doctor: string) =>
      api.store({
        resourceType: 'Schedule',
        active: true,
        actor: [{ reference: `HealthcareService/${place.service}` }, { reference: doctor }],
      });
    const role = async (doctor: string) =>
      api.store({ resourceType: 'PractitionerRole', active: true, practitioner: { reference: doctor } });
    const [first = '', second = ''] = await Promise.all(
      ['BS. Lê Văn Một', 'BS. Lê Văn Hai'].map(
        async (text) => `Practitioner/${await api.store({ resourceType: 'Practitioner', name: [{ text }] })}`,
      ),
    );
    const mine = await slot(24 * HOUR, 'free', await tableOf(first));
    const [own, , service] = form(chau, mine).participant;
    const asked = { participant: [own, { actor: { reference: first }, status: 'needs-action' }, service] };
    const id = String((await book(chau, mine, asked)).data['id']);
    const theirs = await slot(48 * HOUR, 'free', await tableOf(second));
    expect((await move(chau, id, theirs)).status).toBe(422);
    expect(await statuses(mine, theirs)).toEqual(['busy', 'free']);
    // the same doctor's time table may be that of a role
    const later = await slot(49 * HOUR, 'free', await tableOf(`PractitionerRole/${await role(first)}`));
    expect((await move(chau, id, later)).status).toBe(200);
  });

  test('of two persons who want one time one gets it, the other one keeps the appointment', async () => {
    const [mine, theirs, wanted] = [await slot(24 * HOUR), await slot(25 * HOUR), await slot(48 * HOUR)];
    const [id, otherId] = [await booked(chau, mine), await booked(stranger, theirs)];
    const answers = await Promise.all([move(chau, id, wanted), move(stranger, otherId, wanted)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const won = answers[0]?.status === 200;
    expect(await statuses(mine, theirs, wanted)).toEqual([won ? 'free' : 'busy', won ? 'busy' : 'free', 'busy']);
  });

  test('moves along what was planned for it, and stays booked where nobody has to confirm', async () => {
    const open = await api.store({ resourceType: 'HealthcareService', name: 'Tiêm chủng', appointmentRequired: false });
    const schedule = await api.store({
      resourceType: 'Schedule',
      active: true,
      actor: [{ reference: `HealthcareService/${open}` }, { reference: `PractitionerRole/${place.role}` }],
    });
    const [old, next] = [await slot(24 * HOUR, 'free', schedule), await slot(48 * HOUR, 'free', schedule)];
    const participant = [`Patient/${chau.patient}`, `PractitionerRole/${place.role}`, `HealthcareService/${open}`].map(
      (reference, index) => ({ actor: { reference }, status: index === 0 ? 'accepted' : 'needs-action' }),
    );
    const { data: encounter } = await book(chau, old, { participant });
    const [{ reference }] = encounter['appointment'] as [{ reference: string }];
    expect((await move(chau, reference.replace('Appointment/', ''), next)).data).toMatchObject({ status: 'booked' });
    expect(await api.read('Encounter', String(encounter['id']))).toMatchObject({
      status: 'planned',
      period: { start: next.start, end: next.end },
    });
  });

  test('[BACK-10] is one’s own and still to come', async () => {
    const [old, next] = [await slot(24 * HOUR), await slot(48 * HOUR)];
    const id = await booked(chau, old);
    expect((await move(stranger, id, next)).body).toMatchObject({ httpStatus: 403 });
    await api.call(chau, 'POST', '/api/phr/appointment/cancel', { appointmentId: id, reason: 'Bận' });
    expect((await move(chau, id, next)).body).toMatchObject({ code: 'INVALID_TRANSITION' });
    expect(await statuses(old, next)).toEqual(['free', 'free']);
  });
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
