import Fastify, { type FastifyInstance } from 'fastify';
import { isObject } from '@phr/fhir/json';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import type { Repository } from '../src/records/repository.ts';
import { valuesAt } from '../src/fhir/resource.ts';
import { registerFhir } from '../src/records/routes.ts';
import { auth, recordsBehind, startFhirServer, type Answer, type FhirServer } from './fhir-server.ts';

const BASE = 'https://foreign.test/r4';
/** Holds rights, User and Concept. */
let here: FhirServer;
/** Another vendor's FHIR server, which trusts ours and supports none of our extensions. */
let there: FhirServer;
let app: FastifyInstance;
const asked: string[] = [];

const foreignFetch: typeof fetch = async (input, init) => {
  const address = String(input).slice(BASE.length);
  asked.push(`${init?.method} ${address}`);
  // plain FHIR: features that other servers lack are refused here, too
  if (/[?&](_ilike|_assoc|page)=/.test(address))
    return new Response('{"resourceType":"OperationOutcome"}', { status: 400 });
  const url = `/fhir${address
    .replace(/_sort=(-?)[a-z][a-z-]*/, '_sort=$1date')
    .replace('beneficiary=', 'patient=')
    .replace('member=', 'patient=')
    .replace(/Patient%2F/, '')}`;
  const answer = await there.app.inject({
    method: (init?.method ?? 'GET') as 'GET',
    url,
    headers: { ...(init?.headers as Record<string, string>) },
    ...(init?.body === undefined ? {} : { payload: String(init.body) }),
  });
  const body = answer.body.replaceAll('http://localhost:4000/fhir', BASE);
  // a server that trusts its caller returns 404 for unknown resources
  return new Response(answer.statusCode === 204 ? null : body, {
    status: answer.statusCode === 403 ? 404 : answer.statusCode,
  });
};

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
const recordsAt = (send: typeof fetch) =>
  recordsBehind(here, { base: BASE, authorization: 'Bearer phr-server', fetch: send });
const foreignAt = (send: typeof fetch): Repository => recordsAt(send).repository;
const ids = (answer: Answer): readonly unknown[] => valuesAt(answer.body, 'entry.resource.id');
const reading = (patient: string, value: number, more: object = {}): object => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: `2026-03-0${value}T08:30:00+07:00`,
  valueQuantity: { value, unit: '/min' },
  ...more,
});
const post = (resource: object): object => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [{ fullUrl: 'urn:uuid:a', resource, request: { method: 'POST', url: 'Observation' } }],
});

beforeAll(async () => {
  [here, there] = await Promise.all([startFhirServer(), startFhirServer()]);
  for (const patient of ['an', 'binh']) {
    await there.repository.update(SYSTEM_ACTOR, {
      resourceType: 'Patient',
      id: patient,
      name: [{ text: patient.toUpperCase() }],
      managingOrganization: { reference: 'Organization/o1' },
    });
    await there.access.grant({ userId: 'phr-server', patientId: patient, source: 'grant', rights: 'write' });
    await here.access.grant({ userId: `user-${patient}`, patientId: patient, source: 'self', rights: 'write' });
  }
  await there.repository.update(SYSTEM_ACTOR, { resourceType: 'Organization', id: 'o1', name: 'Bệnh viện A' });
  for (const number of [1, 2, 3])
    await there.repository.update(SYSTEM_ACTOR, {
      resourceType: 'HealthcareService',
      id: `h${number}`,
      name: `Khám ${number}`,
    });
  const repository = foreignAt(foreignFetch);
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
    repository,
  );
});
afterAll(async () => {
  await app.close();
  await Promise.all([here.stop(), there.stop()]);
});

describe('[BACK-02] with the record on another FHIR server', () => {
  test('a person reads, writes, changes and deletes in the own record; lists ask for the patient', async () => {
    const created = await call('POST', '/Observation', 'user-an', reading('an', 1));
    expect([created.status, created.headers['etag']]).toEqual([201, 'W/"1"']);
    expect((await call('POST', '', 'user-an', post(reading('an', 2)))).status).toBe(200);
    const list = await call(
      'GET',
      '/Patient/an/Observation?code=8867-4&date=ge2026-03-01&date=le2026-03-02&_sort=-date&_count=10',
      'user-an',
      undefined,
      { 'x-timezone-offset': '420' },
    );
    expect(valuesAt(list.body, 'entry.resource.valueQuantity.value')).toEqual([2, 1]);
    const [search] = asked.filter((line) => line.startsWith('GET /Observation?'));
    expect(decodeURIComponent(search ?? '')).toContain(
      'patient=Patient/an&code=8867-4&date=ge2026-02-28T17:00:00.000Z&date=le2026-03-02T16:59:59.999Z&_sort=-date&_count=10',
    );
    const condition = await call('POST', '/Condition', 'user-an', {
      resourceType: 'Condition',
      code: { text: 'Hen' },
      subject: { reference: 'Patient/an' },
    });
    expect(
      (
        await call('PUT', `/Condition/${condition.body['id']}`, 'user-an', {
          ...condition.body,
          note: [{ text: 'nhẹ' }],
        })
      ).status,
    ).toBe(200);
    expect((await call('DELETE', `/Observation/${created.body['id']}`, 'user-an')).status).toBe(204);
    expect((await call('GET', `/Observation/${created.body['id']}`, 'user-an')).status).toBe(410);
  });

  test('[BACK-10] another record is refused here, before the other server is asked for it or told of it', async () => {
    const theirs = await there.repository.create(SYSTEM_ACTOR, reading('binh', 5) as never);
    const before = asked.length;
    for (const path of [
      '/Patient/binh',
      '/Patient/binh/Observation',
      '/Observation?patient=binh',
      '/Observation',
      '/Patient/not-there',
    ])
      expect([path, (await call('GET', path, 'user-an')).status]).toEqual([path, 403]);
    expect((await call('POST', '/Observation', 'user-an', reading('binh', 6))).status).toBe(403);
    expect((await call('POST', '', 'user-an', post(reading('binh', 6)))).status).toBe(403);
    expect(asked.slice(before)).toEqual([]);
    const read = await call('GET', `/Observation/${theirs.id}`, 'user-an');
    expect([read.status, read.text]).toEqual([403, (await call('GET', '/Observation/not-there', 'user-an')).text]);
    expect((await call('DELETE', `/Observation/${theirs.id}`, 'user-an')).status).toBe(403);
    expect(
      (
        await call(
          'POST',
          '/Observation',
          'user-an',
          reading('an', 6, { derivedFrom: [{ reference: `Observation/${theirs.id}` }] }),
        )
      ).status,
    ).toBe(403);
    // a handmade page address leads neither to another host nor to another record
    const cursor = (address: string): string => Buffer.from(address).toString('base64url');
    expect(
      (await call('GET', `/Patient/an/Observation?_cursor=${cursor('http://169.254.169.254/')}`, 'user-an')).status,
    ).toBe(400);
    expect(
      (await call('GET', `/Patient/an/Observation?_cursor=${cursor(`${BASE}/Observation?patient=binh`)}`, 'user-an'))
        .status,
    ).toBe(400);
    expect(ids(await call('GET', '/Patient/binh/Observation', 'user-binh'))).toEqual([theirs.id]);
  });

  test("rules for persons hold: a professional's readings stay, invalid content and status are refused", async () => {
    const lab = await there.repository.create(
      SYSTEM_ACTOR,
      reading('an', 4, { performer: [{ reference: 'Organization/o1' }] }) as never,
    );
    const refused = await call('DELETE', `/Observation/${lab.id}`, 'user-an');
    expect([refused.status, valuesAt(refused.body, 'issue.details.coding.code')]).toEqual([403, ['NOT_DELETABLE']]);
    expect((await call('POST', '/Observation', 'user-an', reading('an', 4, { status: 'done' }))).status).toBe(400);
    const { id } = await there.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Consent',
      status: 'active',
      patient: { reference: 'Patient/an' },
    });
    const { body } = await call('GET', `/Consent/${id}`, 'user-an');
    expect((await call('PUT', `/Consent/${id}`, 'user-an', { ...body, status: 'rejected' })).status).toBe(409);
    expect((await call('POST', '/Organization', 'user-an', { resourceType: 'Organization', name: 'Giả' })).status).toBe(
      403,
    );
  });

  test('[CALL-56][CALL-82] targets inline, parts of a name and pages are asked in plain FHIR', async () => {
    expect(
      valuesAt(
        (await call('GET', '/Patient/an?_assoc=managingOrganization', 'user-an')).body,
        'managingOrganization.resource.name',
      ),
    ).toEqual(['Bệnh viện A']);
    expect(ids(await call('GET', '/HealthcareService?_ilike=kham 2&_count=10&page=1', 'user-an'))).toEqual(['h2']);
    // without marks no other server would find it
    expect(asked.some((line) => line.startsWith('GET /HealthcareService?') && line.includes('kham'))).toBe(false);
    const [first, second] = [
      await call('GET', '/HealthcareService?_count=2&page=1', 'user-an'),
      await call('GET', '/HealthcareService?_count=2&page=2', 'user-an'),
    ];
    expect([
      ids(first).length,
      ids(second).length,
      new Set([...ids(first), ...ids(second)]).size,
      first.body['total'],
    ]).toEqual([2, 1, 3, 3]);
    const page = await call('GET', '/Patient/an/Observation?_count=1', 'user-an');
    const next = String(page.headers['link']).replace(/^<http:\/\/localhost:4000\/fhir|>; rel="next"$/g, '');
    expect(ids(await call('GET', next, 'user-an'))).not.toEqual(ids(page));
    // it leads on in this list and in no other
    for (const other of ['/Patient/an/Condition', '/Patient/binh/Observation'])
      expect(
        (
          await call(
            'GET',
            next.replace('/Patient/an/Observation', other),
            other.includes('binh') ? 'user-binh' : 'user-an',
          )
        ).status,
      ).toBe(400);
  });

  test('[CALL-54][CALL-55][CALL-88] users and words of lists are held here', async () => {
    await here.repository.update(SYSTEM_ACTOR, {
      resourceType: 'Concept',
      id: 'c1',
      code: 'J45',
      display: 'Hen',
      valueset: ['x'],
    });
    const before = asked.length;
    expect(
      (
        await call('POST', '/User', 'user-an', {
          resourceType: 'User',
          identifier: [],
          userName: '0901',
          phoneNumber: '84901',
          data: {},
        })
      ).status,
    ).toBe(201);
    expect(valuesAt((await call('GET', '/User/user-an', 'user-an')).body, 'data.patient_id')).toEqual(['an']);
    expect(ids(await call('GET', '/Concept?valueset=x&display=hen', 'user-an'))).toEqual(['c1']);
    expect(asked.slice(before)).toEqual([]);
  });

  test('the whole record is taken from there page by page, by those who keep it', async () => {
    await there.repository.transaction(
      SYSTEM_ACTOR,
      Array.from({ length: 450 }, (_, at) => ({
        method: 'POST' as const,
        type: 'Observation',
        resource: reading('an', 1 + (at % 9)) as never,
        expression: `entry[${at}]`,
      })),
    );
    const { body, status } = await call('GET', '/Patient/an/$everything', 'user-an');
    const stored = await there.db.query<{ name: string }>(
      "select type || '/' || id as name from fhir_resource where patient_id = 'an' and not deleted",
    );
    const names = valuesAt(body, 'entry')
      .filter((entry) => valuesAt(entry, 'search.mode')[0] === 'match')
      .map((entry) => String(valuesAt(entry, 'fullUrl')[0]).replace('http://localhost:4000/fhir/', ''));
    expect([status, [...names].sort()]).toEqual([200, stored.map(({ name }) => name).sort()]);
    expect(ids({ body } as Answer)).toContain('o1');
    const before = asked.length;
    expect((await call('GET', '/Patient/binh/$everything', 'user-an')).status).toBe(403);
    expect(asked.slice(before)).toEqual([]);
    expect(
      await here.db.query("select outcome, patient_id from audit_event where type = 'export' order by id"),
    ).toEqual([
      { outcome: 'success', patient_id: 'an' },
      { outcome: 'refused', patient_id: 'binh' },
    ]);
  });

  test('a server that assigns ids serves /fhir, but refuses to write several resources at once', async () => {
    const { repository, units } = recordsAt(foreignFetch);
    const before = asked.filter((line) => line.startsWith('POST')).length;
    await expect(
      units.db.tx((sql) => repository.create(SYSTEM_ACTOR, reading('an', 7) as never, { sql })),
    ).rejects.toMatchObject({ statusCode: 501, issues: [{ detail: 'NOT_SUPPORTED' }] });
    expect(asked.filter((line) => line.startsWith('POST')).length).toBe(before);
  });

  test('a server that is away or does not trust us is a fault that can be tried again, never a wrong answer', async () => {
    const away = foreignAt(async () => {
      throw new TypeError('fetch failed');
    });
    await expect(away.read(SYSTEM_ACTOR, 'Patient', 'an')).rejects.toMatchObject({ statusCode: 503 });
    for (const [status, text] of [
      [401, '{}'],
      [502, '<html>'],
      [200, '<html>'],
    ] as const) {
      const odd = foreignAt(async () => new Response(text, { status }));
      await expect(odd.read(SYSTEM_ACTOR, 'Patient', 'an')).rejects.toMatchObject({ statusCode: 503 });
    }
  });
});

test('a server that assigns ids leaks no entry of others by condition or search reference', async () => {
  const identifier = [{ system: 'https://phr.example/sid', value: '079185000001' }];
  const [patient, entry] = [
    { resourceType: 'Patient', name: [{ text: 'BẢO' }], identifier },
    reading('binh', 5, { identifier }),
  ];
  await there.repository.update(SYSTEM_ACTOR, { ...patient, resourceType: 'Patient', id: 'bao' });
  await there.access.grant({ userId: 'phr-server', patientId: 'bao', source: 'grant', rights: 'write' });
  const { id } = await there.repository.create(SYSTEM_ACTOR, { ...entry, resourceType: 'Observation' });
  const condition = 'identifier=https://phr.example/sid|079185000001';
  const created = await call('POST', '/Observation', 'user-an', reading('an', 6, { identifier }), {
    'if-none-exist': condition,
  });
  expect([created.status, created.body['id'] === id]).toEqual([201, false]);
  const opened = await call(
    'POST',
    '/Patient',
    'user-new',
    { resourceType: 'Patient', name: [{ text: 'MỚI' }] },
    { 'if-none-exist': condition },
  );
  expect(opened.text).not.toContain('BẢO');
  for (const reference of [`Patient?${condition}`, 'Patient?name=B', 'Observation?patient=binh']) {
    const pointed = await call('POST', '/Observation', 'user-an', reading('an', 7, { focus: [{ reference }] }));
    expect([reference, pointed.status]).toEqual([reference, reference.includes('identifier') ? 412 : 400]);
  }
});
