import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { valuesAt } from '../src/fhir/resource.ts';
import { loadReference } from '../src/gateway/reference/load.ts';
import { startFhirServer, type Answer, type FhirServer } from './fhir-server.ts';

let server: FhirServer;

/** A signed-in person with a record of her own. */
interface Person {
  readonly user: string;
  readonly patient: string;
}
let people = 0;

async function newPerson(): Promise<Person> {
  const user = `user-${(people += 1)}`;
  const answer = await server.call('POST', '/Patient', {
    as: user,
    body: { resourceType: 'Patient', name: [{ text: 'TRẦN MINH CHÂU' }], birthDate: '1985-03-02' },
  });
  return { user, patient: String(answer.body['id']) };
}

const LOINC = 'http://loinc.org';
const heartRate = (patient: string, at: string, value = 70, more: object = {}): object => ({
  resourceType: 'Observation',
  status: 'final',
  category: [
    { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] },
  ],
  code: {
    coding: [
      { system: LOINC, code: '8867-4' },
      { system: 'http://snomed.info/sct', code: '364075005' },
    ],
  },
  subject: { reference: `Patient/${patient}` },
  performer: [{ reference: `Patient/${patient}` }],
  effectiveDateTime: at,
  issued: at,
  valueQuantity: { value, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
  ...more,
});
const ids = (answer: Answer): unknown[] => valuesAt(answer.body, 'entry.resource.id') as unknown[];
const values = (answer: Answer): unknown[] => valuesAt(answer.body, 'entry.resource.valueQuantity.value') as unknown[];
const issue = (answer: Answer): unknown => valuesAt(answer.body, 'issue.code')[0];
const expression = (answer: Answer): unknown => valuesAt(answer.body, 'issue.expression')[0];
const detail = (answer: Answer): unknown => valuesAt(answer.body, 'issue.details.coding.code')[0];

beforeAll(async () => {
  server = await startFhirServer();
});
afterAll(() => server.stop());

describe('one resource', () => {
  test('[CALL-92] a created vital sign comes back with id, version and address', async () => {
    const { user, patient } = await newPerson();
    const created = await server.call('POST', '/Observation', {
      as: user,
      body: heartRate(patient, '2026-03-01T08:30:00+07:00'),
    });
    expect(created.status).toBe(201);
    expect(created.headers['etag']).toBe('W/"1"');
    expect(created.headers['location']).toBe(`http://localhost:4000/fhir/Observation/${created.body['id']}/_history/1`);
    expect(created.headers['cache-control']).toBe('no-store');
    const read = await server.call('GET', `/Observation/${created.body['id']}`, { as: user });
    expect(read.status).toBe(200);
    expect(read.body).toEqual(created.body);
    expect(valuesAt(read.body, 'meta.versionId')).toEqual(['1']);
  });

  test('updates make versions; a stale If-Match answers 412, a stale version in the body 409', async () => {
    const { user, patient } = await newPerson();
    const { body } = await server.call('GET', `/Patient/${patient}`, { as: user });
    const second = await server.call('PUT', `/Patient/${patient}`, {
      as: user,
      body: { ...body, gender: 'female' },
      headers: { 'if-match': 'W/"1"' },
    });
    expect([second.status, second.headers['etag']]).toEqual([200, 'W/"2"']);
    expect(
      (await server.call('PUT', `/Patient/${patient}`, { as: user, body, headers: { 'if-match': 'W/"1"' } })).status,
    ).toBe(412);
    const stale = await server.call('PUT', `/Patient/${patient}`, { as: user, body });
    expect([stale.status, issue(stale)]).toEqual([409, 'conflict']);
    expect((await server.call('GET', `/Patient/${patient}/_history/1`, { as: user })).body['gender']).toBeUndefined();
    expect((await server.call('GET', `/Patient/${patient}/_history`, { as: user })).body['total']).toBe(2);
  });

  test('an update that comes again with its key after a lost answer is answered as it was, once', async () => {
    const { user, patient } = await newPerson();
    const { body } = await server.call('GET', `/Patient/${patient}`, { as: user });
    const put = (gender: string, key?: string) =>
      server.call('PUT', `/Patient/${patient}`, {
        as: user,
        body: { ...body, gender },
        headers: { 'if-match': 'W/"1"', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      });
    for (const _sent of ['once', 'again']) {
      const { status, headers } = await put('male', 'k');
      expect([status, headers['etag']]).toEqual([200, 'W/"2"']);
    }
    expect([(await put('female', 'k')).status, (await put('male')).status]).toEqual([412, 412]);
  });

  test('of 10 updates with the same If-Match one wins', async () => {
    const { user, patient } = await newPerson();
    const { body } = await server.call('GET', `/Patient/${patient}`, { as: user });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.call('PUT', `/Patient/${patient}`, {
          as: user,
          body: { ...body, gender: 'male' },
          headers: { 'if-match': 'W/"1"' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });

  test('[CALL-91] a deleted observation is gone, and deleting it again is no fault', async () => {
    const { user, patient } = await newPerson();
    const { body } = await server.call('POST', '/Observation', {
      as: user,
      body: heartRate(patient, '2026-03-01T08:30:00+07:00'),
    });
    expect((await server.call('DELETE', `/Observation/${body['id']}`, { as: user })).status).toBe(204);
    expect((await server.call('DELETE', `/Observation/${body['id']}`, { as: user })).status).toBe(204);
    expect((await server.call('GET', `/Observation/${body['id']}`, { as: user })).status).toBe(410);
    expect(ids(await server.call('GET', `/Patient/${patient}/Observation?code=8867-4`, { as: user }))).toEqual([]);
  });

  test('[CALL-91] what an organisation or a professional measured cannot be deleted', async () => {
    const { user, patient } = await newPerson();
    for (const performer of [{ reference: 'Organization/1' }, { type: 'Practitioner', display: 'BS. Hoa' }]) {
      const { id } = await server.repository.create(
        SYSTEM_ACTOR,
        heartRate(patient, '2026-03-01T08:30:00+07:00', 70, { performer: [performer] }) as never,
      );
      const refused = await server.call('DELETE', `/Observation/${id}`, { as: user });
      expect([refused.status, detail(refused)]).toEqual([403, 'NOT_DELETABLE']);
    }
  });

  /** What a create and an update have in common: stored as sent, versioned, validated, and not writable for others. */
  async function isCreatedAndUpdated(
    type: string,
    of: (patient: string) => object,
    change: object,
    wrong: object,
    where: string,
  ): Promise<void> {
    const [{ user, patient }, stranger] = [await newPerson(), await newPerson()];
    const sent = { resourceType: type, ...of(patient) };
    const read = async (path: string): Promise<object> => {
      const { meta: _meta, ...rest } = (await server.call('GET', path, { as: user })).body;
      return rest;
    };
    const created = await server.call('POST', `/${type}`, { as: user, body: sent });
    const [path, id] = [`/${type}/${String(created.body['id'])}`, created.body['id']];
    expect([created.status, created.headers['etag'], await read(path)]).toEqual([201, 'W/"1"', { ...sent, id }]);
    const updated = await server.call('PUT', path, {
      as: user,
      body: { ...sent, ...change, id },
      headers: { 'if-match': 'W/"1"' },
    });
    expect([updated.status, updated.headers['etag'], await read(path), await read(`${path}/_history/1`)]).toEqual([
      200,
      'W/"2"',
      { ...sent, ...change, id },
      { ...sent, id },
    ]);
    expect(
      (await server.call('PUT', path, { as: user, body: { ...sent, id }, headers: { 'if-match': 'W/"1"' } })).status,
    ).toBe(412);
    for (const [method, at, body] of [
      ['POST', `/${type}`, { ...sent, ...wrong }],
      ['PUT', path, { ...sent, ...wrong, id }],
    ] as const) {
      const refused = await server.call(method, at, { as: user, body });
      expect([method, refused.status, expression(refused)]).toEqual([method, 400, where]);
    }
    expect([
      (await server.call('POST', `/${type}`, { as: stranger.user, body: sent })).status,
      (await server.call('PUT', path, { as: stranger.user, body: { ...sent, id } })).status,
    ]).toEqual([403, 403]);
    // another person's entry is neither revealed nor moved there
    expect((await server.call('PUT', path, { as: user, body: { ...sent, ...of(stranger.patient), id } })).status).toBe(
      403,
    );
    expect(await read(path)).toEqual({ ...sent, ...change, id });
  }

  test('[CALL-76][CALL-78] conditions and immunizations are created and updated', async () => {
    const clinical = (code: string) => ({
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code }],
    });
    await isCreatedAndUpdated(
      'Condition',
      (patient) => ({
        code: {
          coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'J45', display: 'Hen phế quản' }],
          text: 'Hen phế quản',
        },
        subject: { reference: `Patient/${patient}` },
        clinicalStatus: clinical('active'),
        severity: { coding: [{ system: 'http://snomed.info/sct', code: '255604002' }] },
        recordedDate: '2024',
        note: [{ text: 'nhẹ', authorString: 'BS. Hoa' }],
      }),
      { clinicalStatus: clinical('resolved'), note: [{ text: 'đã khỏi', authorString: 'BS. Hoa' }] },
      { clinicalStatus: clinical('better') },
      'Condition.clinicalStatus',
    );
    const { user, patient } = await newPerson();
    const resolved = await server.call('POST', '/Condition', {
      as: user,
      body: {
        resourceType: 'Condition',
        code: { text: 'Hen' },
        subject: { reference: `Patient/${patient}` },
        clinicalStatus: clinical('resolved'),
      },
    });
    const back = await server.call('PUT', `/Condition/${resolved.body['id']}`, {
      as: user,
      body: { ...resolved.body, clinicalStatus: clinical('active') },
    });
    expect([back.status, detail(back)]).toEqual([409, 'INVALID_TRANSITION']);
    const shot = await server.call('POST', '/Immunization', {
      as: user,
      body: {
        resourceType: 'Immunization',
        status: 'completed',
        vaccineCode: { text: 'Sởi' },
        patient: { reference: `Patient/${patient}` },
        occurrenceDateTime: '2020-05',
        performer: [{ actor: { display: 'Trạm y tế' } }],
      },
    });
    expect(shot.status).toBe(201);
    expect(
      (
        await server.call('PUT', `/Immunization/${shot.body['id']}`, {
          as: user,
          body: { ...shot.body, lotNumber: 'A1' },
        })
      ).body['lotNumber'],
    ).toBe('A1');
  });

  test('a diagnosis that a doctor or a hospital wrote cannot be changed by the person', async () => {
    const { user, patient } = await newPerson();
    const { id } = await server.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Condition',
      code: { text: 'Hen' },
      subject: { reference: `Patient/${patient}` },
      asserter: { reference: 'Practitioner/p1' },
    });
    const stored = (await server.call('GET', `/Condition/${id}`, { as: user })).body;
    const refused = await server.call('PUT', `/Condition/${id}`, {
      as: user,
      body: { ...stored, code: { text: 'Không bệnh' } },
    });
    expect([refused.status, detail(refused)]).toEqual([403, 'NOT_DELETABLE']);
    expect((await server.call('GET', `/Condition/${id}`, { as: user })).body).toEqual(stored);
  });

  test('[CALL-77] coverage is created, updated and found by type', async () => {
    await isCreatedAndUpdated(
      'Coverage',
      (patient) => ({
        status: 'active',
        type: { coding: [{ code: 'BHYT' }] },
        subscriberId: 'GD4797',
        beneficiary: { reference: `Patient/${patient}` },
        payor: [{ display: 'BHXH' }],
        period: { start: '2026-01-01', end: '2026-12-31' },
      }),
      { subscriberId: 'GD4798', period: { start: '2026-01-01', end: '2027-12-31' } },
      { status: 'valid' },
      'Coverage.status',
    );
    const { user, patient } = await newPerson();
    const coverage = await server.call('POST', '/Coverage', {
      as: user,
      body: {
        resourceType: 'Coverage',
        status: 'active',
        type: { coding: [{ code: 'BHYT' }] },
        beneficiary: { reference: `Patient/${patient}` },
        payor: [{ display: 'BHXH' }],
      },
    });
    expect(
      (
        await server.call('PUT', `/Coverage/${coverage.body['id']}`, {
          as: user,
          body: { ...coverage.body, subscriberId: 'GD4797' },
        })
      ).status,
    ).toBe(200);
    expect(ids(await server.call('GET', `/Patient/${patient}/Coverage?type=BHYT`, { as: user }))).toEqual([
      coverage.body['id'],
    ]);
    expect(ids(await server.call('GET', `/Patient/${patient}/Coverage?type=VOUCHER`, { as: user }))).toEqual([]);
  });
});

describe('the person and the account', () => {
  test('[CALL-58][PROF-19] a new patient gets an internal id of 9 characters and becomes the main patient', async () => {
    const user = `user-${(people += 1)}`;
    await server.call('POST', '/User', {
      as: user,
      body: {
        resourceType: 'User',
        identifier: [],
        userName: '0901',
        phoneNumber: '84901',
        data: { patient_id: 'someone-else' },
      },
    });
    const forged = { type: { coding: [{ code: 'MA' }] }, value: 'FORGED' };
    const created = await server.call('POST', '/Patient', {
      as: user,
      body: {
        resourceType: 'Patient',
        name: [{ text: 'AN' }],
        identifier: [forged],
        link: [{ other: { reference: 'RelatedPerson/1' }, type: 'seealso' }],
      },
    });
    expect(created.status).toBe(201);
    expect(created.body['link']).toBeUndefined();
    const [code] = valuesAt(created.body, 'identifier.type.coding.code');
    expect([code, valuesAt(created.body, 'identifier').length]).toEqual(['PI', 1]);
    expect(String(valuesAt(created.body, 'identifier.value')[0])).toMatch(/^[A-Z0-9]{9}$/);
    const account = await server.call('GET', `/User/${user}`, { as: user });
    expect(valuesAt(account.body, 'data.patient_id')).toEqual([created.body['id']]);
    const second = await server.call('POST', '/Patient', {
      as: user,
      body: { resourceType: 'Patient', name: [{ text: 'AN' }] },
    });
    expect([second.status, issue(second)]).toEqual([409, 'duplicate']);
  });

  test('[CALL-54][CALL-55][AUTH-23] a user reads only their own entry, whatever the request claims', async () => {
    const user = `user-${(people += 1)}`;
    await server.db.query(
      `insert into account (id, user_name, phone, full_name, password_hash, box_user) values ($1, $2, $3, 'AN', '', $1)`,
      [user, `0${people}`, `84${people}`],
    );
    const created = await server.call('POST', '/User', {
      as: user,
      body: {
        resourceType: 'User',
        identifier: [{ system: 'https://phr.example/sid/pi', value: 'CHAU85P01' }],
        userName: '0901234567',
        phoneNumber: '84901234567',
        data: { patient_id: 'stolen' },
      },
    });
    expect([created.status, created.body['id']]).toEqual([201, user]);
    expect(valuesAt(created.body, 'data.patient_id')).toEqual([]);
    const { body: patient } = await server.call('POST', '/Patient', {
      as: user,
      body: { resourceType: 'Patient', name: [{ text: 'Nguyễn Thị Hoa' }] },
    });
    const { meta: _meta, ...entry } = (await server.call('GET', `/User/${user}`, { as: user })).body;
    expect(entry).toEqual({
      resourceType: 'User',
      id: user,
      identifier: [],
      userName: `0${people}`,
      phoneNumber: `84${people}`,
      data: { patient_id: patient['id'] },
    });
    expect(await server.repository.lookup('User', 'identifier', 'https://phr.example/sid/pi|CHAU85P01')).toEqual([]);
    expect((await server.call('GET', `/User/${user}`, { as: 'another' })).status).toBe(403);
    expect((await server.call('GET', '/User', { as: user })).status).toBe(403);
  });

  test('[CALL-56] the managing organisation is put inline when asked', async () => {
    const { user, patient } = await newPerson();
    await server.repository.update(SYSTEM_ACTOR, { resourceType: 'Organization', id: 'bv-1', name: 'Bệnh viện A' });
    const { body } = await server.call('GET', `/Patient/${patient}`, { as: user });
    await server.repository.update(SYSTEM_ACTOR, {
      ...body,
      resourceType: 'Patient',
      id: patient,
      managingOrganization: { reference: 'Organization/bv-1' },
    });
    const plain = await server.call('GET', `/Patient/${patient}`, { as: user });
    expect(valuesAt(plain.body, 'managingOrganization.resource')).toEqual([]);
    const resolved = await server.call('GET', `/Patient/${patient}?_assoc=managingOrganization`, { as: user });
    expect(valuesAt(resolved.body, 'managingOrganization.resource.name')).toEqual(['Bệnh viện A']);
  });

  test('[CALL-57][PROF-21] an update keeps what belongs to the server and refuses a wrong birth date', async () => {
    const { user, patient } = await newPerson();
    const { body } = await server.call('GET', `/Patient/${patient}`, { as: user });
    const updated = await server.call('PUT', `/Patient/${patient}`, {
      as: user,
      body: {
        ...body,
        identifier: [{ type: { coding: [{ code: 'NaID' }] }, value: '012345678' }],
        managingOrganization: { reference: 'Organization/x' },
      },
    });
    expect(valuesAt(updated.body, 'identifier.type.coding.code')).toEqual(['PI', 'NaID']);
    expect(updated.body['managingOrganization']).toBeUndefined();
    for (const birthDate of ['1985-02-30', '1985-13-01', '02/03/1985', '1985-03-02T00:00:00Z', '2999-01-01', 1985]) {
      const refused = await server.call('PUT', `/Patient/${patient}`, {
        as: user,
        body: { ...updated.body, birthDate },
      });
      expect([birthDate, refused.status, expression(refused)]).toEqual([birthDate, 400, 'Patient.birthDate']);
    }
    expect(
      (
        await server.call('PUT', `/Patient/${patient}`, {
          as: user,
          body: { ...updated.body, identifier: [{ type: { coding: [{ code: 'NaID' }] }, value: '123' }] },
        })
      ).status,
    ).toBe(400);
  });
});

describe('lists of a record', () => {
  test('[CALL-75] codes, dates, category, order and number', async () => {
    const { user, patient } = await newPerson();
    for (const [index, at] of [
      '2026-02-27T23:30:00+07:00',
      '2026-02-28T00:10:00+07:00',
      '2026-03-01T08:30:00+07:00',
      '2026-03-02T01:00:00+07:00',
    ].entries()) {
      await server.call('POST', '/Observation', { as: user, body: heartRate(patient, at, 60 + index) });
    }
    await server.call('POST', '/Observation', {
      as: user,
      body: heartRate(patient, '2026-03-01T09:00:00+07:00', 5, {
        code: { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.24', code: '131328' }] },
        category: [{ coding: [{ code: 'procedure' }] }],
      }),
    });
    const list = (query: string, headers = {}): Promise<Answer> =>
      server.call('GET', `/Patient/${patient}/Observation?${query}`, { as: user, headers });

    expect(values(await list('code=8867-4,364075005&_sort=-date&_count=200'))).toEqual([63, 62, 61, 60]);
    expect(values(await list('code=364075005&_sort=date'))).toEqual([60, 61, 62, 63]);
    expect(values(await list(`code=${LOINC}%7C8867-4&_count=2`))).toEqual([63, 62]);
    expect(values(await list('code=131328&category=procedure'))).toEqual([5]);
    expect(values(await list('category=laboratory'))).toEqual([]);
    expect(
      values(await list('code=8867-4&date=ge2026-02-28&date=le2026-03-01', { 'x-timezone-offset': '420' })),
    ).toEqual([62, 61]);
    // the same days in UTC begin and end seven hours later
    expect(values(await list('code=8867-4&date=ge2026-02-28&date=le2026-03-01', { 'x-timezone-offset': '0' }))).toEqual(
      [63, 62],
    );
    expect(values(await list('date=ge2026-03-01T08:30:00%2B07:00&date=le2026-03-01T08:59:59%2B07:00'))).toEqual([62]);
    expect(values(await list('code=8867-4&_total=accurate&_count=1'))).toEqual([63]);
    expect((await list('code=8867-4&_total=accurate&_count=1')).body['total']).toBe(4);
  });

  test('[CLI-06] pages follow the Link header without losing or repeating a row', async () => {
    const { user, patient } = await newPerson();
    const entry = Array.from({ length: 25 }, (_, index) => ({
      resource: heartRate(patient, '2026-03-01T08:30:00+07:00', index),
      request: { method: 'POST', url: 'Observation' },
    }));
    expect(
      (await server.call('POST', '', { as: user, body: { resourceType: 'Bundle', type: 'transaction', entry } }))
        .status,
    ).toBe(200);
    for (const query of [
      '_count=10',
      '_count=10&code=8867-4',
      '_count=10&_sort=_lastUpdated',
      '_count=10&_sort=date',
    ]) {
      const seen: unknown[] = [];
      for (let url: string | undefined = `/Patient/${patient}/Observation?${query}`; url !== undefined; ) {
        const page: Answer = await server.call('GET', url, { as: user });
        expect(page.status).toBe(200);
        seen.push(...values(page));
        const header = /^<http:\/\/localhost:4000\/fhir([^>]+)>; rel="next"$/.exec(String(page.headers['link']))?.[1];
        const link = valuesAt(page.body, 'link').find((one) => valuesAt(one, 'relation')[0] === 'next');
        expect(link === undefined ? undefined : `${valuesAt(link, 'url')[0]}`).toBe(
          header === undefined ? undefined : `http://localhost:4000/fhir${header}`,
        );
        url = header;
      }
      expect([query, seen.length, new Set(seen).size]).toEqual([query, 25, 25]);
    }
    expect((await server.call('GET', `/Patient/${patient}/Observation?_cursor=abc`, { as: user })).status).toBe(400);
  });

  test('[CALL-59][CALL-61][CALL-64][CALL-65][CALL-67][CALL-68][CALL-70][CALL-71] by encounter, id and status', async () => {
    const { user, patient } = await newPerson();
    const subject = { reference: `Patient/${patient}` };
    const encounter = await server.call('POST', '/Encounter', {
      as: user,
      body: {
        resourceType: 'Encounter',
        status: 'finished',
        class: { code: 'AMB' },
        subject,
        period: { start: '2026-01-05' },
      },
    });
    const later = await server.call('POST', '/Encounter', {
      as: user,
      body: {
        resourceType: 'Encounter',
        status: 'finished',
        class: { code: 'AMB' },
        subject,
        period: { start: '2026-02-05' },
      },
    });
    expect(ids(await server.call('GET', `/Patient/${patient}/Encounter?_sort=-date&_count=10`, { as: user }))).toEqual([
      later.body['id'],
      encounter.body['id'],
    ]);
    expect(
      ids(await server.call('GET', `/Patient/${patient}/Encounter?_id=${encounter.body['id']}`, { as: user })),
    ).toEqual([encounter.body['id']]);

    const inEncounter = { subject, encounter: { reference: `Encounter/${encounter.body['id']}` } };
    const bodies: Record<string, object> = {
      Condition: { code: { text: 'Sốt' } },
      MedicationRequest: { status: 'active', intent: 'order', medicationCodeableConcept: { text: 'Paracetamol' } },
      ServiceRequest: { status: 'active', intent: 'order' },
      DiagnosticReport: { status: 'final', code: { text: 'Công thức máu' } },
      Media: { status: 'completed', content: { contentType: 'image/png' } },
      ImagingStudy: { status: 'available' },
      RiskAssessment: { status: 'final' },
      Claim: {
        status: 'active',
        use: 'claim',
        patient: subject,
        item: [{ sequence: 1, encounter: [inEncounter.encounter] }],
      },
    };
    for (const [type, body] of Object.entries(bodies)) {
      const { id } = await server.repository.create(SYSTEM_ACTOR, {
        resourceType: type,
        ...(type === 'Claim' ? {} : inEncounter),
        ...body,
      });
      for (const query of [
        `encounter=${encounter.body['id']}`,
        `encounter=Encounter/${encounter.body['id']}`,
        `_id=${id}`,
      ]) {
        expect([
          type,
          query,
          ids(await server.call('GET', `/Patient/${patient}/${type}?${query}`, { as: user })),
        ]).toEqual([type, query, [id]]);
      }
      expect([
        type,
        ids(await server.call('GET', `/Patient/${patient}/${type}?encounter=${later.body['id']}`, { as: user })),
      ]).toEqual([type, []]);
    }
    await server.repository.create(SYSTEM_ACTOR, {
      resourceType: 'DiagnosticReport',
      ...inEncounter,
      status: 'registered',
      code: { text: 'x' },
    });
    expect(
      ids(
        await server.call(
          'GET',
          `/Patient/${patient}/DiagnosticReport?encounter=${encounter.body['id']}&status:not=registered`,
          { as: user },
        ),
      ),
    ).toHaveLength(1);
    await proves('CALL-60', async () => {
      const conditions = async (query: string) =>
        ids(await server.call('GET', `/Patient/${patient}/Condition?${query}`, { as: user }));
      expect(await conditions(`subject=Patient/${patient}`)).toHaveLength(1);
      expect(await conditions(`encounter=${encounter.body['id']}`)).toHaveLength(1);
      expect(await conditions(`encounter=${later.body['id']}`)).toEqual([]);
    });
    const doses = [];
    for (const occurrenceDateTime of ['2020', '2024-05-01', '2022-03'])
      doses.push(
        (
          await server.repository.create(SYSTEM_ACTOR, {
            resourceType: 'Immunization',
            status: 'completed',
            vaccineCode: { text: 'Sởi' },
            patient: subject,
            occurrenceDateTime,
          })
        ).id,
      );
    expect(ids(await server.call('GET', `/Patient/${patient}/Immunization?_sort=-date`, { as: user }))).toEqual([
      doses[1],
      doses[2],
      doses[0],
    ]);
  });

  test('[CALL-62][CALL-63][CALL-66][CALL-72][CALL-74][CALL-80][CALL-89] the other lists of the catalogue', async () => {
    const { user, patient } = await newPerson();
    const subject = { reference: `Patient/${patient}` };
    const put = async (id: string, body: { resourceType: string }): Promise<void> => {
      await server.repository.update(SYSTEM_ACTOR, { ...body, id });
    };
    const made = `m-${patient}`;
    await put(made, { resourceType: 'Account', status: 'active', subject: [subject] } as never);
    await put(made, {
      resourceType: 'Appointment',
      status: 'booked',
      start: '2026-05-01T08:00:00+07:00',
      end: '2026-05-01T08:30:00+07:00',
      participant: [
        { actor: { reference: 'Practitioner/1' }, status: 'accepted' },
        { actor: subject, status: 'accepted' },
      ],
    } as never);
    await put(made, { resourceType: 'Consent', status: 'proposed', patient: subject } as never);
    await put(made, {
      resourceType: 'Group',
      type: 'person',
      actual: true,
      code: { coding: [{ code: 'FAMILY' }] },
      member: [{ entity: subject }],
    } as never);
    await put(made, {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      subject,
      questionnaire: 'Questionnaire/phq9|1.0',
    } as never);
    await put(made, {
      resourceType: 'Task',
      status: 'requested',
      intent: 'order',
      for: subject,
      groupIdentifier: { value: 'request_link_profile' },
    } as never);
    await put(made, { resourceType: 'RelatedPerson', patient: subject } as never);
    await put(made, {
      resourceType: 'Device',
      patient: subject,
      identifier: [{ system: 'urn:mac', value: 'AA:BB' }],
    } as never);
    await put(made, {
      resourceType: 'DeviceUseStatement',
      status: 'active',
      subject,
      device: { reference: `Device/${made}` },
    } as never);
    // what none of the questions below asks for
    const other = `n-${patient}`;
    await put(other, { resourceType: 'Account', status: 'active', subject: [subject] } as never);
    await put(other, {
      resourceType: 'Coverage',
      status: 'active',
      type: { coding: [{ code: 'BHYT' }] },
      beneficiary: subject,
      payor: [subject],
    } as never);
    await put(made, {
      resourceType: 'Coverage',
      status: 'active',
      type: { coding: [{ code: 'VOUCHER' }] },
      beneficiary: subject,
      payor: [subject],
    } as never);
    await put(other, { resourceType: 'Consent', status: 'active', patient: subject } as never);
    await put(other, {
      resourceType: 'Group',
      type: 'person',
      actual: true,
      code: { coding: [{ code: 'COHORT' }] },
      member: [{ entity: subject }],
    } as never);
    await put(other, {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      subject,
      questionnaire: 'Questionnaire/gad7',
    } as never);
    await put(other, {
      resourceType: 'Task',
      status: 'requested',
      intent: 'order',
      for: subject,
      groupIdentifier: { value: 'something_else' },
    } as never);
    await put(other, {
      resourceType: 'Device',
      patient: subject,
      identifier: [{ system: 'urn:mac', value: 'CC:DD' }],
    } as never);
    await put(other, {
      resourceType: 'DeviceUseStatement',
      status: 'active',
      subject,
      device: { reference: `Device/${other}` },
    } as never);
    await put(other, {
      resourceType: 'Appointment',
      status: 'booked',
      start: '2026-06-01T08:00:00+07:00',
      end: '2026-06-01T08:30:00+07:00',
      participant: [{ actor: subject, status: 'accepted' }],
    } as never);
    expect(
      ids(await server.call('GET', `/Patient/${patient}/Appointment?_sort=-date&_count=10`, { as: user })),
    ).toEqual([other, made]);
    expect(ids(await server.call('GET', `/Patient/${patient}/Appointment?_sort=date&_count=1`, { as: user }))).toEqual([
      made,
    ]);
    for (const path of [`/Patient/${patient}/Consent`, `/Device?patient=${patient}`])
      expect(ids(await server.call('GET', path, { as: user })).toSorted()).toEqual([made, other]);
    for (const path of [
      `/Patient/${patient}/Account?_id=${made}`,
      `/Patient/${patient}/Coverage?_id=${made}`,
      `/Patient/${patient}/Coverage?type=VOUCHER`,
      `/Patient/${patient}/Consent?_id=${made}`,
      `/Patient/${patient}/QuestionnaireResponse?questionnaire=Questionnaire/phq9`,
      `/Patient/${patient}/QuestionnaireResponse?questionnaire=phq9`,
      `/Task?patient=${patient}&group-identifier=request_link_profile`,
      `/Task?patient=Patient/${patient}&group-identifier=request_link_profile`,
      `/Device?identifier=urn:mac%7CAA:BB&patient=${patient}`,
    ])
      expect([path, ids(await server.call('GET', path, { as: user }))]).toEqual([path, [made]]);
    const found = async (path: string) => ids(await server.call('GET', path, { as: user }));
    await proves('CALL-73', async () => {
      expect(await found(`/Patient/${patient}/Group?type=person&code=FAMILY&_count=1`)).toEqual([made]);
      expect(await found(`/Patient/${patient}/Group?type=device&code=FAMILY`)).toEqual([]);
    });
    await proves('CALL-86', async () =>
      expect((await server.call('GET', `/RelatedPerson/${made}`, { as: user })).body).toMatchObject({
        resourceType: 'RelatedPerson',
        id: made,
      }),
    );
    await proves('CALL-90', async () => expect(await found(`/Device/${made}/DeviceUseStatement`)).toEqual([made]));
  });

  test('[CALL-69] endpoints of an imaging study are put inline', async () => {
    const { user, patient } = await newPerson();
    await server.repository.update(SYSTEM_ACTOR, {
      resourceType: 'Endpoint',
      id: 'e1',
      status: 'active',
      address: 'studies/1',
    });
    await server.repository.create(SYSTEM_ACTOR, {
      resourceType: 'ImagingStudy',
      status: 'available',
      subject: { reference: `Patient/${patient}` },
      endpoint: [{ reference: 'Endpoint/e1' }],
    });
    const encounter = await server.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Encounter',
      status: 'finished',
      class: { code: 'AMB' },
      subject: { reference: `Patient/${patient}` },
    });
    const { id } = await server.repository.create(SYSTEM_ACTOR, {
      resourceType: 'ImagingStudy',
      status: 'available',
      subject: { reference: `Patient/${patient}` },
      encounter: { reference: `Encounter/${encounter.id}` },
      endpoint: [{ reference: 'Endpoint/e1' }],
    });
    const list = await server.call(
      'GET',
      `/Patient/${patient}/ImagingStudy?encounter=${encounter.id}&_assoc=endpoint`,
      { as: user },
    );
    expect([ids(list), valuesAt(list.body, 'entry.resource.endpoint.resource.address')]).toEqual([[id], ['studies/1']]);
    expect(
      valuesAt(
        (await server.call('GET', `/Patient/${patient}/ImagingStudy?encounter=${encounter.id}`, { as: user })).body,
        'entry.resource.endpoint.resource',
      ),
    ).toEqual([]);
  });

  test('an unknown parameter is refused instead of ignored', async () => {
    const { user, patient } = await newPerson();
    for (const query of [
      'foo=1',
      'code:text=x',
      '_sort=name',
      '_count=-1',
      'date=ge2026-02-30',
      'date=yesterday',
      '_ilike=x',
      'code=%00',
    ]) {
      const answer = await server.call('GET', `/Patient/${patient}/Observation?${query}`, { as: user });
      expect([query, answer.status, answer.body['resourceType']]).toEqual([query, 400, 'OperationOutcome']);
    }
  });
});

describe('the directory', () => {
  test('[ORG-01] providers of care come newest first; who only pays is not among them', async () => {
    const put = (id: string, kind: string) =>
      server.repository.update(SYSTEM_ACTOR, {
        resourceType: 'Organization',
        id,
        name: id,
        type: [{ coding: [{ code: kind }] }],
      });
    for (const [id, kind] of [
      ['org-a', 'prov'],
      ['org-b', 'prov'],
      ['org-pay', 'pay'],
      ['org-c', 'prov'],
      ['org-a', 'prov'],
    ] as const)
      await put(id, kind);
    const found = ids(await server.call('GET', '/Organization?type=prov&_sort=-_lastUpdated'));
    expect(found.filter((id) => String(id).startsWith('org-'))).toEqual(['org-a', 'org-c', 'org-b']);
    for (const id of ['org-a', 'org-b', 'org-c']) await server.repository.delete(SYSTEM_ACTOR, 'Organization', id);
  });

  test('[CALL-81][CALL-82][CALL-83][CALL-87][CALL-88] anyone signed in finds places, people, times, forms', async () => {
    const add = (id: string, body: { resourceType: string; [key: string]: unknown }): Promise<unknown> =>
      server.repository.update(SYSTEM_ACTOR, { ...body, id });
    await add('o1', {
      resourceType: 'Organization',
      name: 'Bệnh viện Đa khoa',
      type: [{ coding: [{ code: 'prov' }] }],
    });
    await add('o2', {
      resourceType: 'Organization',
      name: 'Phòng khám Hoa Sen',
      type: [{ coding: [{ code: 'prov' }] }],
    });
    await add('o3', { resourceType: 'Organization', name: 'Bảo hiểm xã hội', type: [{ coding: [{ code: 'pay' }] }] });
    for (let index = 1; index <= 12; index += 1)
      await add(`h${index}`, {
        resourceType: 'HealthcareService',
        name: index === 12 ? 'Khám Đỗ Ức' : `Khám ${index}`,
      });
    await add('r1', {
      resourceType: 'PractitionerRole',
      active: true,
      code: [{ coding: [{ code: 'doctor' }] }],
      healthcareService: [{ reference: 'HealthcareService/h1' }],
      practitioner: { display: 'BS. Nguyễn Văn Ánh' },
    });
    await add('s1', {
      resourceType: 'Schedule',
      active: true,
      actor: [{ reference: 'HealthcareService/h1' }],
      planningHorizon: { start: '2026-01-01', end: '2999-12-31' },
    });
    await add('s2', {
      resourceType: 'Schedule',
      active: true,
      actor: [{ reference: 'HealthcareService/h1' }],
      planningHorizon: { start: '2020-01-01', end: '2020-12-31' },
    });
    await add('t1', {
      resourceType: 'Slot',
      schedule: { reference: 'Schedule/s1' },
      status: 'free',
      start: '2026-05-01T08:00:00+07:00',
      end: '2026-05-01T08:30:00+07:00',
    });
    await add('t2', {
      resourceType: 'Slot',
      schedule: { reference: 'Schedule/s1' },
      status: 'busy',
      start: '2026-05-01T09:00:00+07:00',
      end: '2026-05-01T09:30:00+07:00',
    });
    await add('t3', {
      resourceType: 'Slot',
      schedule: { reference: 'Schedule/s1' },
      status: 'free',
      start: '2026-05-02T08:00:00+07:00',
      end: '2026-05-02T08:30:00+07:00',
    });
    await add('t4', {
      resourceType: 'Slot',
      schedule: { reference: 'Schedule/s2' },
      status: 'free',
      start: '2026-05-01T10:00:00+07:00',
      end: '2026-05-01T10:30:00+07:00',
    });
    await add('q1', { resourceType: 'Questionnaire', status: 'active', subjectType: ['Patient'] });
    await add('q2', { resourceType: 'Questionnaire', status: 'retired', subjectType: ['Patient'] });
    await add('q3', { resourceType: 'Questionnaire', status: 'active', subjectType: ['Practitioner'] });
    await add('c1', {
      resourceType: 'Concept',
      code: 'J45',
      display: 'Hen phế quản',
      system: 'icd',
      valueset: ['disease'],
    });
    const found = async (path: string): Promise<unknown[]> => ids(await server.call('GET', path));

    // written again after all others
    await add('o1', {
      resourceType: 'Organization',
      name: 'Bệnh viện Đa khoa',
      type: [{ coding: [{ code: 'prov' }] }],
    });
    expect(await found('/Organization?type=prov&_sort=-_lastUpdated')).toEqual(['o1', 'o2']);
    expect((await server.call('GET', '/Organization/o1')).body['name']).toBe('Bệnh viện Đa khoa');
    const first = await server.call('GET', '/HealthcareService?_count=10&page=1');
    expect([ids(first).length, first.body['total']]).toEqual([10, 12]);
    const second = await server.call('GET', '/HealthcareService?_count=10&page=2');
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(12);
    expect(first.headers['link']).toContain('page=2');
    expect(second.headers['link']).toBeUndefined();
    expect(await found('/HealthcareService?_ilike=do uc')).toEqual(['h12']);
    expect(await found('/HealthcareService?_ilike=%25')).toEqual([]);
    expect((await server.call('GET', '/HealthcareService/h1')).status).toBe(200);
    expect(await found('/PractitionerRole?service=HealthcareService/h1&role=doctor&active=true')).toEqual(['r1']);
    expect(
      await found('/PractitionerRole?service=HealthcareService/h1&role=doctor&active=true&_ilike=van anh'),
    ).toEqual(['r1']);
    expect(await found('/PractitionerRole?service=HealthcareService/h2&role=doctor')).toEqual([]);
    expect((await server.call('GET', '/PractitionerRole/r1')).status).toBe(200);
    await proves('CALL-84', async () =>
      expect(
        await found('/Schedule?actor=HealthcareService/h1&active=true&date=ge2026-05-01T00:00:00%2B07:00'),
      ).toEqual(['s1']),
    );
    await proves('CALL-85', async () => {
      const from = 'start=ge2026-05-01T00:00:00%2B07:00';
      expect(await found(`/Slot?schedule=Schedule/s1&${from}&start=le2026-05-01T23:59:59%2B07:00&status=free`)).toEqual(
        ['t1'],
      );
      expect(await found(`/Slot?schedule=Schedule/s1,Schedule/s2&${from}&status=free&_sort=start`)).toEqual([
        't1',
        't4',
        't3',
      ]);
    });
    await proves('QST-01', async () =>
      expect(await found('/Questionnaire?subject-type=Patient&status=active')).toEqual(['q1']),
    );
    expect(await found('/Concept?valueset=disease&display=hen&_count=20')).toEqual(['c1']);
    expect(await found('/Concept?valueset=other&display=hen')).toEqual([]);
    expect(
      (await server.call('POST', '/Organization', { body: { resourceType: 'Organization', name: 'Giả' } })).status,
    ).toBe(403);
    expect((await server.call('GET', '/Organization?type=prov', { as: 'none' })).status).toBe(401);
  });

  test('[ARCH-09] what the capability statement says of types, calls and parameters is so', async () => {
    const { user, patient } = await newPerson();
    const { body } = await server.call('GET', '/metadata', { as: 'none' });
    const value: Readonly<Record<string, string>> = {
      token: 'x',
      string: 'x',
      date: '2026-01-01',
      reference: 'Organization/x',
    };
    const wrong: unknown[] = [];
    for (const one of valuesAt(body, 'rest.resource')) {
      const type = String(valuesAt(one, 'type')[0]);
      const calls = valuesAt(one, 'interaction.code');
      const ofPatient = valuesAt(one, 'searchParam.name').includes('patient')
        ? `&patient=${patient}`
        : type === 'Patient'
          ? `&_id=${patient}`
          : '';
      for (const parameter of valuesAt(one, 'searchParam')) {
        const name = String(valuesAt(parameter, 'name')[0]);
        // a search for types of a record names the patient
        if (`&${name}=${patient}` === ofPatient) continue;
        const { status } = await server.call(
          'GET',
          `/${type}?${name}=${name === 'identifier' ? 's%7Cx' : value[String(valuesAt(parameter, 'type')[0])]}${ofPatient}`,
          { as: user },
        );
        if (status !== (calls.includes('search-type') ? 200 : 403)) wrong.push([type, name, status]);
      }
      // capabilities that are not declared are not supported
      const attempts = [
        ['create', 'POST', `/${type}`],
        ['update', 'PUT', `/${type}/x`],
        ['delete', 'DELETE', `/${type}/x`],
      ] as const;
      for (const [call, method, path] of attempts.filter(([call]) => !calls.includes(call))) {
        const { status } = await server.call(method, path, {
          as: user,
          ...(method === 'DELETE'
            ? {}
            : {
                body: {
                  resourceType: type,
                  ...(method === 'PUT' ? { id: 'x' } : {}),
                  subject: { reference: `Patient/${patient}` },
                },
              }),
        });
        if (status < 400 || status >= 500) wrong.push([type, call, status]);
      }
    }
    expect(wrong).toEqual([]);
    expect(ids(await server.call('GET', `/Patient?_id=${patient}`, { as: user }))).toEqual([patient]);
    expect([
      (await server.call('GET', '/Patient?_id=other', { as: user })).status,
      (await server.call('GET', `/Patient?_id=${patient},other`, { as: user })).status,
    ]).toEqual([403, 403]);
    // an entry that was not read before may be updated: versions are checked when they are named
    expect(new Set(valuesAt(body, 'rest.resource.versioning'))).toEqual(new Set(['versioned']));
    expect(
      (
        await server.call('PUT', `/Patient/${patient}`, {
          as: user,
          body: { resourceType: 'Patient', id: patient, name: [{ text: 'AN' }] },
        })
      ).status,
    ).toBe(200);
    expect(new Set(valuesAt(body, 'rest.resource.conditionalRead'))).toEqual(new Set(['full-support']));
  });

  test('a version that the caller has is not sent again', async () => {
    const { user, patient } = await newPerson();
    const read = async (headers: Readonly<Record<string, string>>, path = `/Patient/${patient}`) => {
      const answer = await server.call('GET', path, { as: user, headers });
      return [answer.status, answer.text === '', answer.headers['etag']];
    };
    const { headers } = await server.call('GET', `/Patient/${patient}`, { as: user });
    const changed = String(headers['last-modified']);
    const before = new Date(Date.parse(changed) - 1_000).toUTCString();
    const [fresh, known] = [
      [200, false, 'W/"1"'],
      [304, true, 'W/"1"'],
    ];
    expect(
      await Promise.all(
        [
          { 'if-none-match': 'W/"1"' },
          { 'if-none-match': 'W/"7", W/"1"' },
          { 'if-none-match': '*' },
          { 'if-modified-since': changed },
        ].map((sent) => read(sent)),
      ),
    ).toEqual([known, known, known, known]);
    expect(
      await Promise.all(
        [
          { 'if-none-match': 'W/"2"' },
          { 'if-modified-since': before },
          { 'if-none-match': 'W/"2"', 'if-modified-since': changed },
          { 'if-modified-since': 'yesterday' },
        ].map((sent) => read(sent)),
      ),
    ).toEqual([fresh, fresh, fresh, fresh]);
    expect(await read({ 'if-none-match': 'W/"1"' }, `/Patient/${patient}/_history/1`)).toEqual(known);
    // inline content may have changed
    expect(await read({ 'if-none-match': 'W/"1"' }, `/Patient/${patient}?_assoc=managingOrganization`)).toEqual(fresh);
    expect(
      (await server.call('GET', `/Patient/${patient}`, { as: 'somebody', headers: { 'if-none-match': 'W/"1"' } }))
        .status,
    ).toBe(403);
  });

  test('a generic client gets a count, the answer it prefers, and plain refusals of the unsupported', async () => {
    const { user, patient } = await newPerson();
    const create = (headers: Readonly<Record<string, string>> = {}) =>
      server.call('POST', '/Observation', { as: user, headers, body: heartRate(patient, '2026-03-01T08:30:00+07:00') });
    expect((await create()).body['resourceType']).toBe('Observation');
    expect([
      (await create({ prefer: 'return=minimal' })).text,
      (await create({ prefer: 'return=representation' })).body['resourceType'],
    ]).toEqual(['', 'Observation']);
    const outcome = await create({ prefer: 'return=OperationOutcome' });
    expect([outcome.status, outcome.body['resourceType'], valuesAt(outcome.body, 'issue.severity')]).toEqual([
      201,
      'OperationOutcome',
      ['information'],
    ]);

    const list = (query: string, headers = {}) =>
      server.call('GET', `/Patient/${patient}/Observation?${query}`, { as: user, headers });
    for (const query of ['_summary=count', '_summary=count&_count=2', '_count=0']) {
      const { status, body } = await list(query);
      expect([query, status, body['total'], body['entry']]).toEqual([query, 200, 4, []]);
    }
    const totalOf = async (query: string): Promise<unknown> => (await list(`_count=1&${query}`)).body['total'];
    expect([
      await totalOf('_total=accurate'),
      await totalOf('_total=estimate'),
      await totalOf('_total=none'),
      await totalOf(''),
    ]).toEqual([4, 4, undefined, undefined]);
    for (const query of [
      '_elements=code',
      '_include=Observation:subject',
      '_revinclude=Provenance:target',
      '_summary=true',
      '_total=many',
      'subject.name=x',
      'code=%7C8867-4',
      'category=http://loinc.org%7C',
      '_has:x:y:z=1',
    ]) {
      const refused = await list(query);
      expect([query, refused.status, refused.body['resourceType']]).toEqual([query, 400, 'OperationOutcome']);
    }
    for (const accept of [
      'application/fhir+json',
      'application/json;q=0.8, text/html',
      'application/fhir+xml;q=1.0, application/fhir+json;q=0.9',
      '*/*',
    ])
      expect([accept, (await list('', { accept })).status]).toEqual([accept, 200]);
    for (const format of ['json', 'application/fhir%2Bjson', 'application/fhir+json'])
      expect([format, (await list(`_format=${format}`, { accept: 'text/html' })).status]).toEqual([format, 200]);
    for (const [query, accept] of [
      ['', 'application/fhir+xml'],
      ['_format=xml', '*/*'],
      ['_format=ttl', 'application/json'],
    ] as const) {
      const refused = await list(query, { accept });
      expect([query, refused.status, issue(refused)]).toEqual([query, 406, 'not-supported']);
    }
    expect(
      (
        await server.call('PUT', `/Patient/${patient}`, {
          as: user,
          body: { resourceType: 'Patient', name: [{ text: 'AN' }] },
        })
      ).status,
    ).toBe(400);
  });

  test('a method that an address does not answer is refused with those that it does', async () => {
    const { user, patient } = await newPerson();
    for (const [method, path, allow] of [
      ['PATCH', `/Patient/${patient}`, 'DELETE, GET, HEAD, PUT'],
      ['POST', `/Patient/${patient}`, 'DELETE, GET, HEAD, PUT'],
      ['PUT', '/Observation', 'GET, HEAD, POST'],
      ['GET', '', 'POST'],
      ['DELETE', '/metadata', 'GET, HEAD, POST'],
      ['POST', `/Patient/${patient}/_history/1`, 'GET, HEAD'],
    ] as const) {
      const answer = await server.app.inject({
        method,
        url: `/fhir${path}`,
        headers: { authorization: `Bearer ${user}` },
      });
      expect([
        method,
        path,
        answer.statusCode,
        answer.headers['allow'],
        answer.json<{ issue: unknown }>().issue,
      ]).toEqual([
        method,
        path,
        405,
        allow,
        [
          expect.objectContaining({
            code: 'not-supported',
            details: expect.objectContaining({ coding: [{ code: 'METHOD_NOT_ALLOWED' }] }),
          }),
        ],
      ]);
    }
    expect((await server.app.inject({ method: 'PATCH', url: `/fhir/Patient/${patient}` })).statusCode).toBe(401);
  });

  test('[ARCH-09] the capability statement names every type and interaction, without a token', async () => {
    const answer = await server.call('GET', '/metadata', { as: 'none' });
    expect([answer.status, answer.body['fhirVersion']]).toEqual([200, '4.0.1']);
    const types = valuesAt(answer.body, 'rest.resource.type');
    expect(types).toEqual(expect.arrayContaining(['Patient', 'Observation', 'HealthcareService', 'Concept']));
    expect(valuesAt(answer.body, 'rest.interaction.code')).toContain('transaction');
  });
});

describe('other people', () => {
  test("[BACK-10][SEC-03] refuses another's record in every way, in the words for one that does not exist", async () => {
    const mine = await newPerson();
    const other = await newPerson();
    const secret = await server.call('POST', '/Observation', {
      as: other.user,
      body: heartRate(other.patient, '2026-03-01T08:30:00+07:00'),
    });
    const id = String(secret.body['id']);
    const own = await server.call('POST', '/Condition', {
      as: mine.user,
      body: { resourceType: 'Condition', code: { text: 'Hen' }, subject: { reference: `Patient/${mine.patient}` } },
    });
    const bundle = (...entry: object[]): object => ({ resourceType: 'Bundle', type: 'transaction', entry });
    const post = (resource: object): object => ({ resource, request: { method: 'POST', url: 'Observation' } });
    const attempts: [string, Promise<Answer>][] = (
      [
        ['GET', `/Observation/${id}`],
        ['GET', `/Observation/${id}/_history`],
        ['GET', `/Observation/${id}/_history/1`],
        ['GET', `/Patient/${other.patient}`],
        ['GET', `/Patient/${other.patient}/Observation`],
        ['GET', `/Observation?patient=${other.patient}`],
        ['GET', `/Observation?subject=Patient/${other.patient}`],
        ['GET', '/Observation'],
        ['GET', '/Patient'],
        ['GET', '/Observation/not-there'],
        ['GET', '/Patient/not-there/Observation'],
        ['GET', '/Patient/not-there'],
        ['DELETE', `/Observation/${id}`],
        ['DELETE', '/Observation/not-there'],
        ['PUT', `/Patient/${other.patient}`, { resourceType: 'Patient', id: other.patient }],
        [
          'PUT',
          `/Condition/not-there`,
          { resourceType: 'Condition', id: 'not-there', subject: { reference: `Patient/${mine.patient}` } },
        ],
        ['PUT', `/Condition/${own.body['id']}`, { ...own.body, subject: { reference: `Patient/${other.patient}` } }],
        ['POST', '/Observation', heartRate(other.patient, '2026-03-01T08:30:00+07:00')],
        [
          'POST',
          '/Observation',
          heartRate(mine.patient, '2026-03-01T08:30:00+07:00', 1, {
            performer: [{ reference: `Patient/${other.patient}` }],
          }),
        ],
        [
          'POST',
          '/Observation',
          heartRate(mine.patient, '2026-03-01T08:30:00+07:00', 1, {
            derivedFrom: [{ reference: `Observation/${id}` }],
          }),
        ],
        [
          'POST',
          '/Observation',
          heartRate(mine.patient, '2026-03-01T08:30:00+07:00', 1, { encounter: { reference: 'Encounter/not-there' } }),
        ],
        [
          'POST',
          '',
          bundle(
            post(heartRate(mine.patient, '2026-04-01T08:30:00+07:00', 1)),
            post(heartRate(other.patient, '2026-04-01T08:30:00+07:00', 1, { id: 'x' })),
          ),
        ],
        ['POST', '', bundle({ request: { method: 'DELETE', url: `Observation/${id}` } })],
      ] as ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?][]
    ).map(([method, path, body]) => [
      `${method} ${path}`,
      server.call(method, path, { as: mine.user, ...(body === undefined ? {} : { body }) }),
    ]);
    for (const [name, attempt] of attempts) {
      const answer = await attempt;
      const isTwoPatients = issue(answer) === 'business-rule';
      expect([name, isTwoPatients ? 400 : answer.status]).toEqual([name, isTwoPatients ? 400 : 403]);
      expect(answer.text).not.toContain('364075005');
    }
    const [missing, foreign] = await Promise.all([
      server.call('GET', '/Observation/not-there', { as: mine.user }),
      server.call('GET', `/Observation/${id}`, { as: mine.user }),
    ]);
    expect(missing.text).toBe(foreign.text);
    // nothing of the refused bundle was stored
    expect(ids(await server.call('GET', `/Patient/${mine.patient}/Observation`, { as: mine.user }))).toEqual([]);
  });

  test('[BACK-10] a family member is read and written while the right lasts, and not after', async () => {
    const mother = await newPerson();
    const daughter = await newPerson();
    const right = { userId: daughter.user, patientId: mother.patient, source: 'family' as const };
    await server.access.grant({ ...right, rights: 'write' });
    const path = `/Patient/${mother.patient}/Observation`;
    expect(
      (
        await server.call('POST', '/Observation', {
          as: daughter.user,
          body: heartRate(mother.patient, '2026-03-01T08:30:00+07:00'),
        })
      ).status,
    ).toBe(201);
    expect(ids(await server.call('GET', path, { as: daughter.user }))).toHaveLength(1);
    await server.access.revoke(right);
    expect((await server.call('GET', path, { as: daughter.user })).status).toBe(403);
    await server.access.grant({ ...right, rights: 'read' });
    expect((await server.call('GET', path, { as: daughter.user })).status).toBe(200);
    expect(
      (
        await server.call('POST', '/Observation', {
          as: daughter.user,
          body: heartRate(mother.patient, '2026-03-01T08:30:00+07:00'),
        })
      ).status,
    ).toBe(403);
    const trail = await server.db.query<{ entity: string }>(
      `select entity from audit_event where user_id = $1 and patient_id = $2 and action = 'read'`,
      [daughter.user, mother.patient],
    );
    expect(trail.length).toBeGreaterThan(0);
  });

  test('what opens records to others cannot be written by a person', async () => {
    const { user, patient } = await newPerson();
    const subject = { reference: `Patient/${patient}` };
    for (const body of [
      { resourceType: 'Group', type: 'person', actual: true, member: [{ entity: subject }] },
      { resourceType: 'RelatedPerson', patient: subject },
      { resourceType: 'Task', status: 'completed', intent: 'order', for: subject },
      { resourceType: 'Consent', status: 'active', patient: subject },
      { resourceType: 'Appointment', status: 'booked', participant: [{ actor: subject }] },
      { resourceType: 'Slot', status: 'free' },
      { resourceType: 'Concept', code: 'a', display: 'b' },
    ])
      expect([
        body.resourceType,
        (await server.call('POST', `/${body.resourceType}`, { as: user, body })).status,
      ]).toEqual([body.resourceType, 403]);
  });

  test('[SEC-04] no token, no answer', async () => {
    for (const path of ['/Patient/1', '/Observation?patient=1', '/nothing', '']) {
      const answer = await server.call('GET', path, { as: 'none' });
      expect([path, answer.status, issue(answer)]).toEqual([path, 401, 'login']);
    }
    expect((await server.call('POST', '', { as: 'none', body: { resourceType: 'Bundle' } })).status).toBe(401);
  });
});

describe('consents', () => {
  test('[CALL-79] a waiting consent is answered once, and nothing but its status changes', async () => {
    const { user, patient } = await newPerson();
    const { id } = await server.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Consent',
      status: 'proposed',
      patient: { reference: `Patient/${patient}` },
      provision: { period: { start: '2026-01-01', end: '2026-12-31' } },
    });
    const read = async (): Promise<Readonly<Record<string, unknown>>> =>
      (await server.call('GET', `/Consent/${id}`, { as: user })).body;
    const put = async (change: object): Promise<Answer> =>
      server.call('PUT', `/Consent/${id}`, { as: user, body: { ...(await read()), ...change } });
    expect(
      (await put({ status: 'active', provision: { period: { start: '2026-01-01', end: '2999-12-31' } } })).status,
    ).toBe(422);
    expect((await put({ status: 'active', dateTime: '2026-01-02T08:00:00+07:00' })).status).toBe(200);
    const back = await put({ status: 'rejected' });
    expect([back.status, detail(back)]).toEqual([409, 'INVALID_TRANSITION']);
    expect((await put({ status: 'inactive' })).status).toBe(200);
    expect((await put({ status: 'active' })).status).toBe(409);
    // a waiting one can also be rejected, and then it stays so
    const refused = await server.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Consent',
      status: 'proposed',
      patient: { reference: `Patient/${patient}` },
    });
    const asked = await server.call('GET', `/Consent/${refused.id}`, { as: user });
    const rejected = await server.call('PUT', `/Consent/${refused.id}`, {
      as: user,
      body: { ...asked.body, status: 'rejected' },
    });
    expect([rejected.status, rejected.body['status']]).toEqual([200, 'rejected']);
    expect(
      (await server.call('PUT', `/Consent/${refused.id}`, { as: user, body: { ...rejected.body, status: 'active' } }))
        .status,
    ).toBe(409);
  });
});

describe('bundles', () => {
  const post = (resource: object, more: object = {}): object => ({
    resource,
    request: {
      method: 'POST',
      url: (resource as { resourceType: string }).resourceType,
      ...('ifNoneExist' in more ? { ifNoneExist: more.ifNoneExist } : {}),
    },
    ...('fullUrl' in more ? { fullUrl: more.fullUrl } : {}),
  });
  const bundle = (entry: object[], type = 'transaction'): object => ({ resourceType: 'Bundle', type, entry });

  test('a report and its observation refer to each other by urn:uuid', async () => {
    const { user, patient } = await newPerson();
    const uuid = 'urn:uuid:6f1a3c1e-0000-4000-8000-000000000001';
    const report = {
      resourceType: 'DiagnosticReport',
      status: 'final',
      code: { text: 'Xét nghiệm' },
      subject: { reference: `Patient/${patient}` },
      result: [{ reference: uuid }],
    };
    const saved = await server.call('POST', '', {
      as: user,
      body: bundle([post(report), post(heartRate(patient, '2026-03-01T08:30:00+07:00'), { fullUrl: uuid })]),
      headers: { prefer: 'return=representation' },
    });
    expect(valuesAt(saved.body, 'entry.response.status')).toEqual(['201 Created', '201 Created']);
    const [resultRef] = valuesAt(saved.body, 'entry.resource.result.reference');
    const observationId = valuesAt(saved.body, 'entry.resource.id')[1];
    expect(resultRef).toBe(`Observation/${observationId}`);
    const lost = await server.call('POST', '', { as: user, body: bundle([post(report)]) });
    expect([lost.status, expression(lost)]).toEqual([400, 'Bundle.entry[0].resource.result[0].reference']);
  });

  test('one wrong entry stores nothing, and the answer names it', async () => {
    const { user, patient } = await newPerson();
    const good = post(heartRate(patient, '2026-03-01T08:30:00+07:00'));
    for (const [wrong, where] of [
      [heartRate(patient, '2026-02-30T08:30:00+07:00'), 'Bundle.entry[3].resource.effectiveDateTime'],
      [heartRate(patient, '2026-03-01T08:30:00'), 'Bundle.entry[3].resource.effectiveDateTime'],
      [heartRate(patient, '2026-03-01T08:30:00+07:00', 70, { status: 'done' }), 'Bundle.entry[3].resource.status'],
      [heartRate(patient, '2026-03-01T08:30:00+07:00', 70, { code: {} }), 'Bundle.entry[3].resource.code'],
      [
        heartRate(patient, '2026-03-01T08:30:00+07:00', 70, { valueQuantity: { value: '120' } }),
        'Bundle.entry[3].resource.valueQuantity.value',
      ],
      [
        heartRate(patient, '2026-03-01T08:30:00+07:00', 70, { valueString: 'x' }),
        'Bundle.entry[3].resource.valueString',
      ],
      [{ resourceType: 'Observation', status: 'final', code: { text: 'x' } }, 'Bundle.entry[3].resource.subject'],
    ] as [object, string][]) {
      const answer = await server.call('POST', '', { as: user, body: bundle([good, good, good, post(wrong)]) });
      expect([where, answer.status, expression(answer)]).toEqual([where, 400, where]);
    }
    expect(ids(await server.call('GET', `/Patient/${patient}/Observation`, { as: user }))).toEqual([]);
  });

  test('two patients, one fullUrl twice and an unknown type are refused by name', async () => {
    const { user, patient } = await newPerson();
    const son = await newPerson();
    await server.access.grant({ userId: user, patientId: son.patient, source: 'family', rights: 'write' });
    const at = '2026-03-01T08:30:00+07:00';
    const two = await server.call('POST', '', {
      as: user,
      body: bundle([post(heartRate(patient, at)), post(heartRate(son.patient, at))]),
    });
    expect([two.status, expression(two)]).toEqual([400, 'Bundle.entry[1].resource']);
    const same = await server.call('POST', '', {
      as: user,
      body: bundle([
        post(heartRate(patient, at), { fullUrl: 'urn:uuid:a' }),
        post(heartRate(patient, at), { fullUrl: 'urn:uuid:a' }),
      ]),
    });
    expect([same.status, issue(same), expression(same)]).toEqual([400, 'duplicate', 'Bundle.entry[1].resource']);
    const unknown = await server.call('POST', '', { as: user, body: bundle([post({ resourceType: 'Starship' })]) });
    expect([unknown.status, expression(unknown)]).toEqual([400, 'Bundle.entry[0].resource']);
  });

  test('the same form sent again, even at the same time, is stored once', async () => {
    const { user, patient } = await newPerson();
    const value = 'urn:uuid:6f1a3c1e-0000-4000-8000-00000000000a';
    const reading = heartRate(patient, '2026-03-01T08:30:00+07:00', 70, {
      identifier: [{ system: 'urn:ietf:rfc:3986', value }],
    });
    const body = bundle([post(reading, { ifNoneExist: `identifier=urn:ietf:rfc:3986|${value}`, fullUrl: value })]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.call('POST', '', { as: user, body })));
    expect(answers.flatMap((answer) => valuesAt(answer.body, 'entry.response.status')).sort()).toEqual([
      '200 OK',
      '200 OK',
      '200 OK',
      '200 OK',
      '201 Created',
    ]);
    expect(ids(await server.call('GET', `/Patient/${patient}/Observation`, { as: user }))).toHaveLength(1);
    const header = await server.call('POST', '/Observation', {
      as: user,
      body: reading,
      headers: { 'if-none-exist': `identifier=urn:ietf:rfc:3986|${value}` },
    });
    expect(header.status).toBe(200);
    // the same id in another record is another thing
    const other = await newPerson();
    const theirs = await server.call('POST', '/Observation', {
      as: other.user,
      body: { ...reading, subject: { reference: `Patient/${other.patient}` }, performer: [] },
      headers: { 'if-none-exist': `identifier=urn:ietf:rfc:3986|${value}` },
    });
    expect(theirs.status).toBe(201);
  });

  test('a batch stores what it can', async () => {
    const { user, patient } = await newPerson();
    const answer = await server.call('POST', '', {
      as: user,
      body: bundle(
        [
          post(heartRate(patient, '2026-03-01T08:30:00+07:00')),
          post({ resourceType: 'Observation', status: 'final' }),
          { resource: 1 },
        ],
        'batch',
      ),
    });
    expect(valuesAt(answer.body, 'entry.response.status')).toEqual(['201 Created', '400', '400']);
  });

  test('a batch reads, too: each entry as the call of its own would be answered, after the writes', async () => {
    const { user, patient } = await newPerson();
    const other = await newPerson();
    const get = (url: string, more: object = {}): object => ({ request: { method: 'GET', url, ...more } });
    const lists = [`Patient/${patient}/Observation?_count=2`, `/Patient/${patient}`, `Observation?patient=${patient}`];
    const refused = [
      `Patient/${other.patient}`,
      `Patient/${other.patient}/Observation`,
      'Starship/1',
      `Patient/${patient}/Observation?what=1`,
    ];
    const { body } = await server.call('POST', '', {
      as: user,
      headers: { 'x-timezone-offset': '420' },
      body: bundle(
        [...lists, ...refused].map((url) => get(url)).concat(post(heartRate(patient, '2026-03-01T08:30:00+07:00'))),
        'batch',
      ),
    });
    const entries = valuesAt(body, 'entry') as readonly { resource?: object; response: { status: string } }[];
    expect(entries.map(({ response }) => Number.parseInt(response.status, 10))).toEqual([
      ...[200, 200, 200],
      ...[403, 403, 404, 400],
      201,
    ]);
    for (const [at, url] of lists.entries())
      expect(entries[at]?.resource).toEqual(
        (await server.call('GET', `/${url.replace(/^\//, '')}`, { as: user })).body,
      );
    expect(valuesAt(entries[0], 'resource.entry')).toHaveLength(1);
    expect(valuesAt(entries[3], 'response.outcome.issue.code')).toEqual(['forbidden']);

    // a version that the caller has already
    const etag = String(valuesAt(entries[1], 'response.etag')[0]);
    const again = await server.call('POST', '', {
      as: user,
      body: bundle([get(`Patient/${patient}`, { ifNoneMatch: etag })], 'batch'),
    });
    expect(valuesAt(again.body, 'entry.response.status')).toEqual(['304 Not Modified']);
  });

  test('a batch reads nothing but resources, 20 times at most, and a transaction reads nothing', async () => {
    const { user, patient } = await newPerson();
    const get = (url: string): object => ({ request: { method: 'GET', url } });
    const outside = [
      `Patient/${patient}/$everything`,
      'metadata',
      'Patient/../../health',
      'Patient/..\\..\\health',
      'Patient/%2e%2e/metadata',
      'http://localhost:4000/fhir/metadata',
      '//other.example/Patient',
      '',
    ];
    const { body } = await server.call('POST', '', { as: user, body: bundle(outside.map(get), 'batch') });
    expect(valuesAt(body, 'entry.response.status')).toEqual(outside.map(() => '400'));
    const many = (count: number) =>
      server.call('POST', '', {
        as: user,
        body: bundle(
          Array.from({ length: count }, () => get(`Patient/${patient}`)),
          'batch',
        ),
      });
    expect([(await many(20)).status, (await many(21)).status]).toEqual([200, 413]);
    expect((await server.call('POST', '', { as: user, body: bundle([get(`Patient/${patient}`)]) })).status).toBe(400);
  });

  test('[CALL-99] an existing report is extended by PUT beside the new observation', async () => {
    const { user, patient } = await newPerson();
    const hospital = await server.repository.create(SYSTEM_ACTOR, {
      resourceType: 'DiagnosticReport',
      status: 'final',
      code: { text: 'PCR' },
      subject: { reference: `Patient/${patient}` },
      performer: [{ reference: 'Organization/o1' }],
      conclusion: 'Âm tính',
    });
    const { body } = await server.call('GET', `/DiagnosticReport/${hospital.id}`, { as: user });
    const put = (report: object): object => ({
      resource: report,
      request: { method: 'PUT', url: `DiagnosticReport/${hospital.id}` },
    });
    const observation = post(heartRate(patient, '2026-03-01T08:30:00+07:00'), { fullUrl: 'urn:uuid:o' });
    expect(
      (
        await server.call('POST', '', {
          as: user,
          body: bundle([observation, put({ ...body, conclusion: 'Dương tính' })]),
        })
      ).status,
    ).toBe(422);
    expect(
      (
        await server.call('POST', '', {
          as: user,
          body: bundle([observation, put({ ...body, result: [{ reference: 'urn:uuid:o' }] })]),
        })
      ).status,
    ).toBe(200);
    expect(ids(await server.call('GET', `/Patient/${patient}/Observation`, { as: user }))).toHaveLength(1);
  });

  test('1,000 entries are taken and 1,001 are not', async () => {
    const { user, patient } = await newPerson();
    const entry = Array.from({ length: 1_000 }, (_, index) =>
      post(heartRate(patient, '2026-03-01T08:30:00+07:00', index)),
    );
    const full = await server.call('POST', '', { as: user, body: bundle(entry) });
    expect([full.status, valuesAt(full.body, 'entry').length]).toEqual([200, 1_000]);
    const over = await server.call('POST', '', { as: user, body: bundle([...entry, ...entry.slice(0, 1)]) });
    expect([over.status, issue(over)]).toEqual([413, 'too-costly']);
  });
});

describe('bad input', () => {
  test('every broken body answers 4xx with an OperationOutcome', async () => {
    const { user, patient } = await newPerson();
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const attempts: [string, Promise<Answer>][] = (
      [
        ['not JSON', '/Observation', '{"resourceType": "Observation"'],
        ['empty', '/Observation', ' '],
        ['number', '/Observation', '1'],
        ['null', '/Observation', 'null'],
        ['list', '/Observation', '[]'],
        ['wrong type', '/Observation', '{"resourceType":"Condition"}'],
        ['deep', '/Observation', deep],
        ['deep list', '', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
        ['no bundle', '', '{"resourceType":"Observation"}'],
        ['kind', '', '{"resourceType":"Bundle","type":"document"}'],
        ['entries', '', '{"resourceType":"Bundle","type":"transaction","entry":{}}'],
        ['entry', '', '{"resourceType":"Bundle","type":"transaction","entry":[null]}'],
        [
          'request',
          '',
          '{"resourceType":"Bundle","type":"transaction","entry":[{"resource":{"resourceType":"Patient"}}]}',
        ],
        [
          'method',
          '',
          '{"resourceType":"Bundle","type":"transaction","entry":[{"request":{"method":"PATCH","url":"Patient/1"}}]}',
        ],
        ['prototype', '/Observation', '{"resourceType":"Observation","__proto__":{"a":1}}'],
        ['big number', '/Observation', '{"resourceType":"Observation","valueInteger":1e999}'],
        [
          'character',
          '/Observation',
          `{"resourceType":"Observation","status":"final","code":{"text":"a\\u0000b"},"subject":{"reference":"Patient/${patient}"}}`,
        ],
        [
          'text as object',
          '/Observation',
          '{"resourceType":"Observation","status":{},"code":[],"subject":[1],"component":3}',
        ],
      ] as [string, string, string][]
    ).map(([name, path, body]) => [name, server.call('POST', path, { as: user, body })]);
    for (const [name, attempt] of attempts) {
      const answer = await attempt;
      expect([name, answer.status, answer.body['resourceType']]).toEqual([name, 400, 'OperationOutcome']);
    }
    expect(
      (await server.call('POST', '/Observation', { as: user, body: 'x', headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415);
    expect((await server.call('POST', '', { as: user, body: `"${'x'.repeat(21 * 1_048_576)}"` })).status).toBe(413);
    for (const path of [
      '/Starship',
      '/Starship/1',
      '/Observation/a/b/c/d',
      `/Patient/${patient}/Starship`,
      '/constructor',
      '/toString/1',
      '/__proto__',
    ]) {
      const answer = await server.call('GET', path, { as: user });
      expect([path, answer.status, answer.body['resourceType']]).toEqual([path, 404, 'OperationOutcome']);
    }
    expect((await server.call('GET', `/Observation/${'x'.repeat(65)}`, { as: user })).status).toBe(400);
    expect(
      (await server.call('PUT', `/Patient/${patient}`, { as: user, body: { resourceType: 'Patient', id: 'other' } }))
        .status,
    ).toBe(400);
    expect(
      (
        await server.call('PUT', `/Patient/${patient}`, {
          as: user,
          body: { resourceType: 'Patient' },
          headers: { 'if-match': 'x' },
        })
      ).status,
    ).toBe(400);
    // and the server still works
    expect((await server.call('GET', `/Patient/${patient}`, { as: user })).status).toBe(200);
  });
});

describe('reference data', () => {
  test('[CALL-88][COND-06] word lists exist from every start, are found by part of a word, and paged by 20', async () => {
    expect(await loadReference(server.db, server.repository)).toBeGreaterThan(400);
    expect(await loadReference(server.db, server.repository)).toBe(0);
    const page = await server.call('GET', '/Concept?valueset=occupation&_count=20');
    expect([page.body['total'], valuesAt(page.body, 'entry.resource.code').slice(0, 3), ids(page).length]).toEqual([
      224,
      ['001', '002', '003'],
      20,
    ]);
    const second = await server.call(
      'GET',
      String(page.headers['link']).replace(/^<http:\/\/localhost:4000\/fhir|>; rel="next"$/g, ''),
    );
    expect(valuesAt(second.body, 'entry.resource.code')[0]).toBe('021');
    const found = await server.call('GET', '/Concept?valueset=condition&display=tang huyet&_count=20');
    expect(valuesAt(found.body, 'entry.resource.display')).toEqual(['Tăng huyết áp']);
    expect(
      valuesAt((await server.call('GET', '/Concept?valueset=condition&display=asthma')).body, 'entry.resource.code'),
    ).toEqual(['J45']);
    // a changed word is mended, an operator's own concept stays
    await server.repository.update(SYSTEM_ACTOR, {
      ...(JSON.parse((await server.repository.read(SYSTEM_ACTOR, 'Concept', 'condition-J45')).content) as {
        resourceType: string;
      }),
      id: 'condition-J45',
      display: 'x',
    } as never);
    await server.repository.update(SYSTEM_ACTOR, {
      resourceType: 'Concept',
      id: 'own-1',
      code: 'Z1',
      display: 'Của chúng tôi',
      valueset: ['condition'],
    });
    expect(await loadReference(server.db, server.repository)).toBe(1);
    expect((await server.call('GET', '/Concept/own-1')).status).toBe(200);
  });
});
