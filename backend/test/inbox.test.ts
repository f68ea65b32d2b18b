import { verdictOf } from '@phr/fhir/judging';
import { goalsIn, personIn } from '@phr/fhir/judging-person';
import { observation } from '@phr/fhir/observation';
import { goalCases } from '@phr/testing/judged-cases';
import { createInbox } from '../src/gateway/inbox/inbox.ts';
import { createOutbox } from '../src/gateway/realtime/outbox.ts';
import { FACILITY_ZONE } from '../src/kit/facility-zone.ts';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { callerOf, type Json, type Person } from './service-caller.ts';
import { follow } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

const DAY_MS = 86_400_000;
let backend: TestBackend;
let people: ReturnType<typeof callerOf>;
beforeAll(async () => {
  backend = await startTestBackend({ LIMIT_API_PER_MINUTE_USER: '100000' });
  people = callerOf(backend);
});
afterAll(() => backend.stop());

interface Entry {
  readonly id: string;
  readonly patientId: string;
  readonly kind: string;
  readonly reference: string;
  readonly read: boolean;
}

const pageOf = async (who: Person, query = '') =>
  (await people.call(who, 'GET', `/api/phr/inbox${query}`)).data as unknown as {
    readonly entries: readonly Entry[];
    readonly next?: string;
  };
const list = async (who: Person) => (await pageOf(who)).entries;
const unread = async (who: Person) => (await people.call(who, 'GET', '/api/phr/inbox/count')).data['unread'];
const markRead = (who: Person, body: object) => people.call(who, 'POST', '/api/phr/inbox/read', body);
const userOf = async (who: Person): Promise<string> => {
  const [row] = await backend.platform.db.query<{ user_id: string }>(
    `select user_id from access where patient_id = $1 and source = 'self'`,
    [who.patient],
  );
  return row?.user_id ?? '';
};
const far = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const report = (patient: string, more: Json = {}) => ({
  resourceType: 'DiagnosticReport',
  status: 'final',
  code: { text: 'Công thức máu' },
  subject: { reference: `Patient/${patient}` },
  issued: far(-1),
  ...more,
});
function undated(patient: string, more: Json) {
  const { issued: _issued, ...rest } = report(patient);
  return { ...rest, ...more };
}
const appointment = (patient: string, more: Json = {}) => ({
  resourceType: 'Appointment',
  status: 'proposed',
  start: far(3),
  end: far(3.02),
  participant: [{ actor: { reference: `Patient/${patient}` }, status: 'accepted' }],
  ...more,
});
const consent = (patient: string) => ({
  resourceType: 'Consent',
  status: 'proposed',
  scope: { coding: [{ code: 'patient-privacy' }] },
  category: [{ coding: [{ code: '59284-0' }] }],
  policyRule: { coding: [{ code: 'OPTIN' }] },
  patient: { reference: `Patient/${patient}` },
});
/** Changes a stored resource as a hospital would. */
async function change(type: string, id: string, more: Json): Promise<void> {
  await backend.repository.update(SYSTEM_ACTOR, {
    ...((await people.read(type, id)) as { resourceType: string }),
    id,
    ...more,
  });
}
async function shareWith(reader: Person, owner: Person): Promise<void> {
  await backend.platform.access.grant({
    userId: await userOf(reader),
    patientId: owner.patient,
    source: 'family',
    rights: 'read',
  });
}

test('what a hospital writes becomes an entry of kind and reference, without a word of the record', async () => {
  const an = await people.newPatient();
  const reportId = await people.store(report(an.patient));
  const appointmentId = await people.store(appointment(an.patient, { status: 'booked' }));
  const consentId = await people.store(consent(an.patient));
  expect((await list(an)).map(({ kind, reference, patientId, read }) => [kind, reference, patientId, read])).toEqual([
    ['consent', `Consent/${consentId}`, an.patient, false],
    ['appointment', `Appointment/${appointmentId}`, an.patient, false],
    ['report', `DiagnosticReport/${reportId}`, an.patient, false],
  ]);
  expect(await unread(an)).toBe(3);
  const rows = await backend.platform.db.query('select * from inbox where patient_id = $1', [an.patient]);
  expect(JSON.stringify(rows)).not.toMatch(/máu|patient-privacy/);
});

test('drafts, reports of long ago, past appointments and what the person did are not told', async () => {
  const an = await people.newPatient();
  await people.store(report(an.patient, { status: 'preliminary' }));
  await people.store(report(an.patient, { issued: far(-31) }));
  await people.store(undated(an.patient, { effectivePeriod: { start: far(-40), end: far(-35) } }));
  await people.store(appointment(an.patient));
  await people.store(appointment(an.patient, { status: 'booked', start: far(-1), end: far(-0.9) }));
  const { status } = await people.call(an, 'POST', '/fhir/DiagnosticReport', report(an.patient));
  expect([status, await list(an)]).toEqual([201, []]);
});

test('[S1] a very dangerous reading is told to who looks after the person, not to who wrote it', async () => {
  const [mother, daughter] = [await people.newPatient(), await people.newPatient()];
  await shareWith(daughter, mother);
  const glucose = (value: number, more: Json = {}) => ({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '15074-8' }] },
    subject: { reference: `Patient/${mother.patient}` },
    effectiveDateTime: far(-0.01),
    valueQuantity: { value, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
    ...more,
  });
  const doubted = {
    extension: [{ url: 'https://phr.example/fhir/StructureDefinition/device-status', valueCode: 'bodyMovement' }],
  };
  for (const calm of [glucose(6), glucose(2.2, { effectiveDateTime: far(-2) }), glucose(2.2, doubted)])
    expect((await people.call(mother, 'POST', '/fhir/Observation', calm)).status).toBe(201);
  expect(await list(daughter)).toEqual([]);
  expect((await people.call(mother, 'POST', '/fhir/Observation', glucose(2.2))).status).toBe(201);
  const [entry, ...others] = await list(daughter);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ kind: 'reading', patientId: mother.patient, read: false });
  expect(entry?.reference).toMatch(/^Observation\//);
  expect(await list(mother)).toEqual([]);
  // a correction settles the earlier notice, and reports the value if it is now dangerous
  const [, id = ''] = entry?.reference.split('/') ?? [];
  const put = async (value: number) =>
    expect((await people.call(mother, 'PUT', `/fhir/Observation/${id}`, { ...glucose(value), id })).status).toBe(200);
  await put(6);
  expect((await list(daughter)).map(({ read }) => read)).toEqual([true]);
  await put(2.2);
  expect((await list(daughter)).map(({ read }) => read)).toEqual([false]);
  await backend.repository.delete(SYSTEM_ACTOR, 'Observation', id);
  expect(await list(daughter)).toEqual([]);
});

test('the 40 cases of goals and floors are told to a carer as the judge says, and nothing else is', async () => {
  for (const one of goalCases(Date.now())) {
    const [an, daughter] = [await people.newPatient(), await people.newPatient()];
    await shareWith(daughter, an);
    const of = { reference: `Patient/${an.patient}` };
    for (const goal of one.goals)
      await people.store({ ...goal, resourceType: 'Goal', description: { text: one.name }, subject: of });
    const person = personIn(await people.read('Patient', an.patient));
    const due: string[] = [];
    for (const { id: _id, ...raw } of one.observations) {
      const reading = { ...raw, resourceType: 'Observation', subject: of, performer: [of] };
      const id = await people.store(reading);
      const verdict = verdictOf(observation(reading) ?? {}, {
        person,
        zone: FACILITY_ZONE,
        now: Date.now(),
        goals: goalsIn(one.goals),
      });
      if (verdict.level === 'veryDangerous') due.push(`Observation/${id}`);
    }
    const told = (await list(daughter)).filter(({ kind }) => kind === 'reading').map(({ reference }) => reference);
    expect([one.name, told.toSorted()]).toEqual([one.name, due.toSorted()]);
  }
});

test('a report without a date of issue is as old as what it is about', async () => {
  const an = await people.newPatient();
  await people.store(undated(an.patient, { effectiveDateTime: far(-2) }));
  await people.store(undated(an.patient, { effectivePeriod: { start: far(-40), end: far(-3) } }));
  expect((await list(an)).map(({ kind }) => kind)).toEqual(['report', 'report']);
});

test('a new state of a thing makes its entry unread and new again; a write that changes none does not', async () => {
  const an = await people.newPatient();
  const id = await people.store(appointment(an.patient));
  await change('Appointment', id, { status: 'booked' });
  const [first] = await list(an);
  await markRead(an, { all: true });
  await change('Appointment', id, { status: 'booked', comment: 'Tầng 2' });
  expect(await list(an)).toEqual([{ ...first, read: true }]);
  await change('Appointment', id, { status: 'cancelled' });
  const [second, ...others] = await list(an);
  expect([second?.read, others]).toEqual([false, []]);
  expect(Number(second?.id)).toBeGreaterThan(Number(first?.id));
});

test("a known report's new file is told as that; what is answered is read; a deleted thing goes", async () => {
  const an = await people.newPatient();
  const id = await people.store(report(an.patient));
  await change('DiagnosticReport', id, { presentedForm: [{ title: 'Bản đầy đủ', url: 'https://files.example/1' }] });
  expect((await list(an)).map(({ kind }) => kind)).toEqual(['report-file']);
  const asked = await people.store(consent(an.patient));
  await change('Consent', asked, { status: 'rejected' });
  expect((await list(an)).map(({ kind, read }) => [kind, read])).toEqual([
    ['consent', true],
    ['report-file', false],
  ]);
  await backend.repository.delete(SYSTEM_ACTOR, 'DiagnosticReport', id);
  expect((await list(an)).map(({ kind }) => kind)).toEqual(['consent']);
});

test('a link that waits for its code is told, and settled when the request is over', async () => {
  const an = await people.newPatient();
  const task = {
    resourceType: 'Task',
    intent: 'proposal',
    groupIdentifier: { value: 'request_link_profile' },
    for: { reference: `Patient/${an.patient}` },
  };
  const id = await people.store({ ...task, status: 'on-hold' });
  await people.store({ ...task, status: 'on-hold', groupIdentifier: { value: 'another' } });
  expect((await list(an)).map(({ kind, reference, read }) => [kind, reference, read])).toEqual([
    ['link', `Task/${id}`, false],
  ]);
  await change('Task', id, { status: 'cancelled' });
  expect(await unread(an)).toBe(0);
});

test('what each kind of entry names is found as screens look for it: by its id, in its record', async () => {
  const an = await people.newPatient();
  const things = [
    report(an.patient),
    appointment(an.patient, { status: 'booked' }),
    consent(an.patient),
    { resourceType: 'Task', status: 'on-hold', intent: 'proposal', for: { reference: `Patient/${an.patient}` } },
    { resourceType: 'Device', patient: { reference: `Patient/${an.patient}` } },
  ];
  for (const thing of things) {
    const id = await people.store(thing);
    await people.store(thing);
    const found = await people.list(an, thing.resourceType, `?_id=${id},another&_count=2`);
    expect(found.map((one) => [one['resourceType'], one['id']])).toEqual([[thing.resourceType, id]]);
  }
});

test('an entry is stored with the thing or not at all', async () => {
  const an = await people.newPatient();
  const failed = backend.platform.db.tx(async (sql) => {
    await backend.repository.create(SYSTEM_ACTOR, report(an.patient), { sql });
    throw new Error('cut');
  });
  await expect(failed).rejects.toThrow('cut');
  expect(await list(an)).toEqual([]);
});

test("a carer has entries of the other record until the right ends; a stranger's calls do nothing", async () => {
  const [owner, carer, stranger] = [await people.newPatient(), await people.newPatient(), await people.newPatient()];
  await shareWith(carer, owner);
  await people.store(report(owner.patient));
  const [ofOwner] = await list(owner);
  const [ofCarer] = await list(carer);
  expect(ofCarer).toMatchObject({ patientId: owner.patient, kind: 'report', read: false });
  expect(await list(stranger)).toEqual([]);

  // ids of other people's entries
  expect((await markRead(stranger, { ids: [ofOwner?.id, ofCarer?.id] })).status).toBe(200);
  expect((await markRead(stranger, { all: true })).status).toBe(200);
  expect([await unread(owner), await unread(carer)]).toEqual([1, 1]);
  await markRead(carer, { ids: [ofCarer?.id] });
  expect([await unread(owner), await unread(carer)]).toEqual([1, 0]);

  await people.store(appointment(owner.patient, { status: 'booked' }));
  expect(await unread(carer)).toBe(1);
  await backend.platform.access.revoke({ userId: await userOf(carer), patientId: owner.patient, source: 'family' });
  expect([await list(carer), await unread(carer)]).toEqual([[], 0]);
  await markRead(carer, { all: true });
  await people.store(consent(owner.patient));
  const rows = await backend.platform.db.query<{ kind: string; read: boolean }>(
    'select kind, read_at is not null as read from inbox where user_id = $1 order by id',
    [await userOf(carer)],
  );
  expect(rows).toEqual([
    { kind: 'report', read: true },
    { kind: 'appointment', read: false },
  ]);
});

test('nobody without a token; parameters that name somebody else, and bodies of another shape, are refused', async () => {
  const an = await people.newPatient();
  for (const [method, url] of [
    ['GET', '/api/phr/inbox'],
    ['GET', '/api/phr/inbox/count'],
    ['POST', '/api/phr/inbox/read'],
  ] as const)
    expect((await people.call(undefined, method, url, method === 'POST' ? { all: true } : undefined)).status).toBe(401);
  expect((await people.call(an, 'GET', `/api/phr/inbox?userId=${await userOf(an)}`)).status).toBe(422);
  expect((await people.call(an, 'GET', '/api/phr/inbox?count=51')).status).toBe(422);
  for (const body of [{}, { ids: [] }, { ids: ["1' or 1=1"] }, { all: false }, { all: true, userId: 'x' }])
    expect((await markRead(an, body)).status).toBe(422);
});

test('pages follow each other without gap or double', async () => {
  const an = await people.newPatient();
  for (let index = 0; index < 5; index += 1) await people.store(report(an.patient));
  const seen: string[] = [];
  for (let query: string | undefined = '?count=2'; query !== undefined; ) {
    const { entries, next }: Awaited<ReturnType<typeof pageOf>> = await pageOf(an, query);
    seen.push(...entries.map(({ id }) => id));
    query = next === undefined ? undefined : `?count=2&before=${next}`;
  }
  expect(seen).toEqual((await list(an)).map(({ id }) => id));
  expect(seen).toHaveLength(5);
});

test('sockets of the person hear the count alone, on whatever record they are; others hear nothing', async () => {
  const [owner, carer] = [await people.newPatient(), await people.newPatient()];
  await shareWith(carer, owner);
  const ofCarer = await follow(backend.urls.shell, carer.patient, carer.token);
  const stranger = await people.newPatient();
  const ofStranger = await follow(backend.urls.shell, stranger.patient, stranger.token);
  await people.store(report(owner.patient));
  expect(await ofCarer.next('inbox')).toEqual({ unread: 1 });
  await markRead(carer, { all: true });
  expect(await ofCarer.next('inbox', (body) => (body as Json)['unread'] === 0)).toEqual({ unread: 0 });
  expect(ofStranger.all.map(({ event }) => event)).toEqual(['ready']);
  ofCarer.close();
  ofStranger.close();
});

test('an entry lasts 90 days', async () => {
  const an = await people.newPatient();
  await people.store(report(an.patient));
  const userId = await userOf(an);
  const { db, access } = backend.platform;
  const after = (days: number) => createInbox(db, access, createOutbox(db), () => Date.now() + days * DAY_MS);
  const count = async (days: number) => [
    await after(days).unread(userId),
    (await after(days).list(userId, { count: 20 })).length,
  ];
  expect(await count(89)).toEqual([1, 1]);
  expect(await count(91)).toEqual([0, 0]);
  const left = async () => (await db.query('select 1 from inbox where user_id = $1', [userId])).length;
  await after(89).sweep();
  expect(await left()).toBe(1);
  await after(91).sweep();
  expect(await left()).toBe(0);
});

test('entries end with the account', async () => {
  const an = await people.newPatient();
  await people.store(report(an.patient));
  const { db } = backend.platform;
  const userId = await userOf(an);
  const [account] = await db.query<{ id: string }>('select id from account where box_user = $1', [userId]);
  await backend.accounts.remove(account?.id ?? '');
  expect(await db.query('select 1 from inbox where user_id = $1', [userId])).toEqual([]);
});

test('a hub that is away for a day is told once, and settled when it is back', async () => {
  const an = await people.newPatient();
  const { db, access } = backend.platform;
  const mac = `AA:${an.patient.slice(0, 8)}`;
  await db.query(
    `insert into hub (mac, secret_hash, online, seen_at, owner_patient_id, owner_device_id) values ($1, 'x', false, now(), $2, 'd-1')`,
    [mac, an.patient],
  );
  const after = (hours: number) => createInbox(db, access, createOutbox(db), () => Date.now() + hours * 3_600_000);
  await after(23).watchHubs();
  expect(await list(an)).toEqual([]);
  await after(25).watchHubs();
  await after(26).watchHubs();
  expect((await list(an)).map(({ kind, reference }) => [kind, reference])).toEqual([['hub', 'Device/d-1']]);
  expect(await unread(an)).toBe(1);
  await db.query('update hub set online = true, seen_at = now() where mac = $1', [mac]);
  await after(27).watchHubs();
  expect(await unread(an)).toBe(0);
});
