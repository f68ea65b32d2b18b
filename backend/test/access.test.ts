import { decodeJwt } from 'jose';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { elementsOf } from '../src/fhir/r4.ts';
import { TYPES } from '../src/fhir/resource-types.ts';
import type { Resource } from '../src/fhir/resource.ts';
import { closeEndedConsents } from '../src/gateway/ended-consents.ts';
import { createBrowser, newPerson, signedIn } from './browser.ts';
import { resigned } from './forge.ts';
import { follow, type Listener } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// Reads a record in every possible way, once for each kind of consent.
import.meta.jest.setTimeout(60_000);

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ LIMIT_API_PER_MINUTE_USER: '100000' });
});
afterAll(() => backend.stop());

interface Person {
  readonly token: string;
  readonly userId: string;
  readonly patientId: string;
  readonly phone: string;
}
type Json = Readonly<Record<string, unknown>>;

const call = async (
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: Json; link: string | null }> => {
  const answer = await fetch(`${backend.urls.shell}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: text === '' ? {} : (JSON.parse(text) as Json),
    link: answer.headers.get('link'),
  };
};
const person = async (): Promise<Person> => {
  const { tokens, phone } = await newPerson(backend.config);
  const made = await call(tokens.access_token, 'POST', '/fhir/Patient', {
    resourceType: 'Patient',
    name: [{ text: 'TRẦN MINH CHÂU' }],
    birthDate: '1985-03-12',
  });
  return {
    token: tokens.access_token,
    userId: String(decodeJwt(tokens.access_token)['box_user']),
    patientId: String(made.body['id']),
    phone,
  };
};
const pulse = (patientId: string) => ({
  resourceType: 'Observation',
  status: 'final',
  category: [
    { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] },
  ],
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: `Patient/${patientId}` },
  effectiveDateTime: '2026-01-01T08:00:00+07:00',
  valueQuantity: { value: 71, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
});
const reads = async (token: string, patientId: string) => [
  (await call(token, 'GET', `/fhir/Patient/${patientId}`)).status,
  (await call(token, 'GET', `/fhir/Patient/${patientId}/Observation`)).status,
];
const db = () => backend.platform.db;

test('(20) a grant begins and ends by itself, and a revoked one is over at once', async () => {
  const [owner, friend] = [await person(), await person()];
  expect(await reads(friend.token, owner.patientId)).toEqual([403, 403]);
  await backend.platform.access.grant({
    userId: friend.userId,
    patientId: owner.patientId,
    source: 'grant',
    rights: 'read',
    startsAt: new Date(Date.now() + 3_600_000),
    endsAt: new Date(Date.now() + 7_200_000),
    by: owner.userId,
  });
  expect(await reads(friend.token, owner.patientId)).toEqual([403, 403]);
  const move = (change: string) =>
    db().query(`update access set ${change} where user_id = $1 and patient_id = $2 and source = 'grant'`, [
      friend.userId,
      owner.patientId,
    ]);
  await move("starts_at = now() - interval '1 minute'");
  expect(await reads(friend.token, owner.patientId)).toEqual([200, 200]);
  // reading only
  expect((await call(friend.token, 'POST', '/fhir/Observation', pulse(owner.patientId))).status).toBe(403);
  await move('ends_at = now()');
  expect(await reads(friend.token, owner.patientId)).toEqual([403, 403]);
  await move("ends_at = now() + interval '1 hour'");
  expect(await reads(friend.token, owner.patientId)).toEqual([200, 200]);
  await backend.platform.access.revoke({
    userId: friend.userId,
    patientId: owner.patientId,
    source: 'grant',
    by: owner.userId,
  });
  expect(await reads(friend.token, owner.patientId)).toEqual([403, 403]);
});

test('a grant that is given again stands in the trail once', async () => {
  const [owner, friend] = [await person(), await person()];
  const grant = {
    userId: friend.userId,
    patientId: owner.patientId,
    source: 'family',
    rights: 'read',
    by: owner.userId,
  } as const;
  for (let times = 0; times < 2; times += 1) await backend.platform.access.grant(grant);
  const trail = await db().query(
    "select action from audit_event where type = 'grant' and user_id = $1 and entity = $2",
    [owner.userId, `User/${friend.userId}`],
  );
  expect(trail).toEqual([{ action: 'create' }]);
});

test('[SEC-02] no role is given with a token, and one that a token names opens nothing', async () => {
  const [owner, stranger] = [await person(), await person()];
  const claims = decodeJwt(stranger.token);
  for (const name of ['role', 'roles', 'groups', 'realm_access', 'resource_access'])
    expect(claims).not.toHaveProperty(name);
  const grand = await resigned(db(), stranger.token, {
    role: 'admin',
    roles: ['admin', 'practitioner'],
    groups: ['/staff'],
    realm_access: { roles: ['admin', 'practitioner'] },
    scope: `${String(claims['scope'])} admin system/*.*`,
  });
  expect(await reads(grand, owner.patientId)).toEqual([403, 403]);
  expect(await reads(grand, stranger.patientId)).toEqual([200, 200]);
});

describe('practitioners', () => {
  const DOCTOR = 'Practitioner/dr-duong';
  /** A professional's token: signed by the same provider, with a claim that identifies the professional. */
  const doctorsToken = async (who = DOCTOR): Promise<string> => {
    const { tokens } = await newPerson(backend.config);
    return resigned(db(), tokens.access_token, { fhirUser: `${backend.config.services.fhir}/${who}` });
  };
  const asked = async (patientId: string, more: object = {}) =>
    (
      await backend.repository.create(SYSTEM_ACTOR, {
        resourceType: 'Consent',
        status: 'proposed',
        scope: { coding: [{ code: 'patient-privacy' }] },
        category: [{ coding: [{ code: '59284-0' }] }],
        patient: { reference: `Patient/${patientId}` },
        policyRule: { coding: [{ code: 'OPTIN' }] },
        provision: {
          type: 'permit',
          period: { start: '2020-01-01', end: '2099-12-31' },
          ...more,
          actor: [
            { role: { coding: [{ code: 'PRCP' }] }, reference: { reference: DOCTOR } },
            { role: { coding: [{ code: 'CST' }] }, reference: { reference: 'Organization/huong-sen' } },
          ],
        },
      })
    ).id;
  const answer = async (owner: Person, id: string, status: string): Promise<number> => {
    const { body } = await call(owner.token, 'GET', `/fhir/Consent/${id}`);
    return (await call(owner.token, 'PUT', `/fhir/Consent/${id}`, { ...body, status })).status;
  };

  test('[BACK-10][CONS-04] (20)(21) a consent opens one record to professionals, read-only, in its period', async () => {
    const [owner, other] = [await person(), await person()];
    const [doctor, clinic, colleague] = [
      await doctorsToken(),
      await doctorsToken('Organization/huong-sen'),
      await doctorsToken('Practitioner/other'),
    ];
    const id = await asked(owner.patientId);
    expect(await reads(doctor, owner.patientId)).toEqual([403, 403]);
    expect(await answer(owner, id, 'active')).toBe(200);
    expect(await reads(doctor, owner.patientId)).toEqual([200, 200]);
    expect(await reads(colleague, owner.patientId)).toEqual([403, 403]);
    expect(await reads(doctor, other.patientId)).toEqual([403, 403]);
    expect((await call(doctor, 'POST', '/fhir/Observation', pulse(owner.patientId))).status).toBe(403);
    expect((await call(doctor, 'GET', `/fhir/AuditEvent?patient=${owner.patientId}`)).status).toBe(403);
    // the facility's own systems have the same right as its people
    expect(await reads(clinic, owner.patientId)).toEqual([200, 200]);

    await db().query("update access set starts_at = now() + interval '1 hour' where consent_id = $1", [id]);
    expect(await reads(doctor, owner.patientId)).toEqual([403, 403]);
    await db().query(
      "update access set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second' where consent_id = $1",
      [id],
    );
    expect(await reads(doctor, owner.patientId)).toEqual([403, 403]);
    await db().query("update access set ends_at = now() + interval '1 hour' where consent_id = $1", [id]);
    expect(await reads(doctor, owner.patientId)).toEqual([200, 200]);
    expect(await answer(owner, id, 'inactive')).toBe(200);
    expect(await reads(doctor, owner.patientId)).toEqual([403, 403]);
  });

  test('(21) a consent that permits nothing, or is limited in a way not judged here, opens nothing', async () => {
    const owner = await person();
    const doctor = await doctorsToken();
    const parts = [
      {
        code: [{ coding: [{ code: 'phone' }] }],
        class: [{ system: 'http://hl7.org/fhir/resource-types', code: 'Patient' }],
      },
      { code: [{ text: 'only words' }] },
      { type: 'deny' },
      { class: [{ system: 'urn:ietf:bcp:13', code: 'Observation' }] },
      ...(backend.config.fhirUpstream === undefined ? [{ class: [] }] : []),
      { purpose: [{ code: 'TREAT' }] },
      { dataPeriod: { start: '2020-01-01' } },
      { data: [{ meaning: 'instance', reference: { reference: `Patient/${owner.patientId}` } }] },
      { securityLabel: [{ code: 'N' }] },
      { action: [{ coding: [{ code: 'access' }] }] },
      { provision: [{ type: 'deny' }] },
    ];
    for (const part of parts) expect(await answer(owner, await asked(owner.patientId, part), 'active')).toBe(200);
    // another server would drop the empty list, and with it the restriction
    if (backend.config.fhirUpstream !== undefined)
      await expect(asked(owner.patientId, { class: [] })).rejects.toMatchObject({ statusCode: 400 });
    expect(await reads(doctor, owner.patientId)).toEqual([403, 403]);
    await expect(
      backend.platform.access.grant({ userId: DOCTOR, patientId: owner.patientId, source: 'family', rights: 'write' }),
    ).rejects.toThrow('access_of_practitioner');
    await expect(
      db().query(
        "insert into access (user_id, patient_id, source, rights, types) values ($1, $2, 'consent', 'write', '{Observation}')",
        [DOCTOR, owner.patientId],
      ),
    ).rejects.toThrow('access_part_is_for_reading');
  });

  /** One entry of every type in the person's record. */
  const oneOfEach = async (patientId: string): Promise<Readonly<Record<string, string>>> => {
    const ids: Record<string, string> = { Patient: patientId };
    for (const [type, rule] of Object.entries(TYPES)) {
      if (rule.scope !== 'patient' || type === 'Patient') continue;
      const made = await backend.repository.create(SYSTEM_ACTOR, filled(type, patientId));
      ids[type] = made.id;
    }
    return ids;
  };
  const filled = (type: string, patientId: string): Resource => {
    const rule = TYPES[type];
    const elements = Object.fromEntries(
      (rule?.required ?? [])
        .map((name) => name.split('|')[0] ?? name)
        .map((name) => [name, rule?.bindings[name]?.[0] ?? valueOf(type, name)]),
    );
    const [owner = 'subject'] = rule?.patient ?? [];
    const reference = { reference: `Patient/${patientId}` };
    const place = elementsOf(type)?.get(owner)?.isList === true ? [reference] : reference;
    return {
      resourceType: type,
      ...elements,
      ...(owner === 'member.entity'
        ? { member: [{ entity: reference }] }
        : owner === 'participant.actor'
          ? { participant: [{ actor: reference, status: 'accepted' }] }
          : { [owner]: place }),
    };
  };
  const valueOf = (type: string, name: string): unknown => {
    const rule = elementsOf(type)?.get(name);
    const one = rule?.kind === 'simple' ? (SIMPLE[name] ?? 'x') : (PARTS[rule?.type ?? ''] ?? { text: 'x' });
    return rule?.isList === true ? [one] : one;
  };
  const SIMPLE: Readonly<Record<string, unknown>> = {
    recorded: '2026-01-01T00:00:00Z',
    status: 'active',
    date: '2026-01-01',
    actual: true,
    type: 'person',
    use: 'claim',
    occurrenceDateTime: '2026-01-01',
  };
  const PARTS: Readonly<Record<string, object>> = {
    Coding: { code: 'AMB' },
    Attachment: { contentType: 'text/plain' },
    'DocumentReference.content': { attachment: { contentType: 'text/plain' } },
    'Provenance.agent': { who: { display: 'x' } },
    'ImmunizationRecommendation.recommendation': { forecastStatus: { text: 'x' } },
    Reference: { reference: 'Device/none' },
  };
  /** Types of a record that a token can read: all ways of reading must agree. */
  const opened = async (
    token: string,
    patientId: string,
    ids: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> => {
    const types: string[] = [];
    for (const [type, id] of Object.entries(ids)) {
      const list =
        type === 'Patient'
          ? []
          : [
              `/fhir/Patient/${patientId}/${type}`,
              `/fhir/${type}?patient=${patientId}`,
              `/fhir/Patient/${patientId}/${type}?_total=accurate&_count=0`,
            ];
      const statuses: number[] = [];
      const { version } = await backend.repository.read(SYSTEM_ACTOR, type, id);
      for (const path of [
        `/fhir/${type}/${id}`,
        `/fhir/${type}/${id}/_history`,
        `/fhir/${type}/${id}/_history/${version}`,
        ...list,
      ])
        statuses.push((await call(token, 'GET', path)).status);
      expect([type, statuses.filter((status) => status !== statuses[0])]).toEqual([type, []]);
      if (statuses[0] === 200) types.push(type);
      else expect([type, statuses[0]]).toEqual([type, 403]);
    }
    return types;
  };

  test('[CONS-04][BACK-10] (21) a consent to classes opens exactly those, and can be closed at once', async () => {
    const [owner, other] = [await person(), await person()];
    const [ids, otherIds] = [await oneOfEach(owner.patientId), await oneOfEach(other.patientId)];
    const doctor = await doctorsToken();
    expect(await opened(doctor, owner.patientId, ids)).toEqual([]);
    const id = await asked(owner.patientId, {
      class: ['Immunization', 'AllergyIntolerance', 'Organization', 'NotAType'].map((code) => ({
        system: 'http://hl7.org/fhir/resource-types',
        code,
      })),
    });
    expect(await answer(owner, id, 'active')).toBe(200);
    expect([...(await opened(doctor, owner.patientId, ids))].sort()).toEqual(['AllergyIntolerance', 'Immunization']);
    expect(await opened(doctor, other.patientId, otherIds)).toEqual([]);
    expect(await opened(await doctorsToken('Practitioner/other'), owner.patientId, ids)).toEqual([]);
    // no other part of the record: no export, log, file, socket access or writing
    const { access } = backend.platform;
    expect((await access.allowedPatients(DOCTOR)).has(owner.patientId)).toBe(false);
    expect((await call(doctor, 'GET', `/fhir/Patient/${owner.patientId}/$everything`)).status).toBe(403);
    expect((await call(doctor, 'GET', `/fhir/AuditEvent?patient=${owner.patientId}`)).status).toBe(403);
    expect(
      (
        await call(
          doctor,
          'GET',
          `/api/phr/storage/get-presigned-url-for-download?key=${owner.patientId}/00000000-0000-4000-8000-000000000000.pdf`,
        )
      ).status,
    ).toBe(403);
    expect(
      (
        await call(
          doctor,
          'GET',
          `/api/phr/diagnosticReport/list?patientId=${owner.patientId}&codes=1&fromDate=2026-01-01&toDate=2026-01-02`,
        )
      ).status,
    ).toBe(403);
    expect(
      (
        await call(doctor, 'PUT', `/fhir/Immunization/${ids['Immunization'] ?? ''}`, {
          ...filled('Immunization', owner.patientId),
          id: ids['Immunization'],
        })
      ).status,
    ).toBe(403);
    expect((await call(doctor, 'DELETE', `/fhir/Immunization/${ids['Immunization'] ?? ''}`)).status).toBe(403);
    // the reading is in the person's log
    const log = JSON.stringify(
      (await call(owner.token, 'GET', `/fhir/AuditEvent?patient=${owner.patientId}&_count=200`)).body,
    );
    expect(log).toContain(`"reference":"Immunization/${ids['Immunization'] ?? ''}"`);
    // a second consent adds to the first, and each closes what it opened
    const second = await asked(owner.patientId, {
      class: [{ system: 'http://hl7.org/fhir/resource-types', code: 'Patient' }],
    });
    expect(await answer(owner, second, 'active')).toBe(200);
    expect([...(await opened(doctor, owner.patientId, ids))].sort()).toEqual([
      'AllergyIntolerance',
      'Immunization',
      'Patient',
    ]);
    expect(await answer(owner, id, 'inactive')).toBe(200);
    expect(await opened(doctor, owner.patientId, ids)).toEqual(['Patient']);
    // a whole one wins while it holds
    const whole = await asked(owner.patientId);
    expect(await answer(owner, whole, 'active')).toBe(200);
    expect(await opened(doctor, owner.patientId, ids)).toEqual(Object.keys(ids));
    await db().query("update access set ends_at = now() - interval '1 second' where consent_id = $1", [whole]);
    expect(await opened(doctor, owner.patientId, ids)).toEqual(['Patient']);
  });

  test('[CONS-04] (21) a consent to codes opens exactly what holds one of them, page by page', async () => {
    const owner = await person();
    const doctor = await doctorsToken();
    const at = (minute: number, code: string) => ({
      ...pulse(owner.patientId),
      code: { coding: [{ system: 'http://loinc.org', code }] },
      effectiveDateTime: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    });
    const ids: Record<string, string[]> = {};
    for (let minute = 0; minute < 12; minute += 1) {
      const code = ['8867-4', '8310-5', '29463-7'][minute % 3] ?? '';
      (ids[code] ??= []).unshift((await backend.repository.create(SYSTEM_ACTOR, at(minute, code))).id);
    }
    const report = await backend.repository.create(SYSTEM_ACTOR, {
      ...filled('DiagnosticReport', owner.patientId),
      code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    });
    const code = (system: string | undefined, value: string) => ({
      coding: [{ ...(system === undefined ? {} : { system }), code: value }],
    });
    const id = await asked(owner.patientId, {
      class: [{ system: 'http://hl7.org/fhir/resource-types', code: 'Observation' }],
      code: [code('http://loinc.org', '8867-4'), code('urn:other', '8310-5'), code(undefined, '29463-7')],
    });
    expect(await answer(owner, id, 'active')).toBe(200);
    const expected = [0, 1, 2, 3].flatMap((n) => [ids['29463-7']?.[n], ids['8867-4']?.[n]]);
    const found: unknown[] = [];
    let next: string | undefined = `/fhir/Patient/${owner.patientId}/Observation?_sort=-date&_count=3`;
    while (next !== undefined) {
      const { status, body, link } = await call(doctor, 'GET', next);
      expect(status).toBe(200);
      found.push(...(body['entry'] as { resource: { id: string } }[]).map(({ resource }) => resource.id));
      next = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1]?.replace(backend.urls.shell, '');
    }
    expect(found).toEqual(expected);
    // the query is narrowed, never widened, and the count reveals no more than the entries
    expect(
      (await call(doctor, 'GET', `/fhir/Patient/${owner.patientId}/Observation?code=8310-5`)).body['entry'],
    ).toEqual([]);
    expect(
      (await call(doctor, 'GET', `/fhir/Patient/${owner.patientId}/Observation?code=8310-5,8867-4`)).body['entry'],
    ).toHaveLength(4);
    expect(
      (await call(doctor, 'GET', `/fhir/Patient/${owner.patientId}/Observation?_count=1&_total=accurate`)).body[
        'total'
      ],
    ).toBe(8);
    const single = async (type: string, one: string | undefined): Promise<number> =>
      (await call(doctor, 'GET', `/fhir/${type}/${one ?? ''}`)).status;
    expect([
      await single('Observation', ids['8867-4']?.[0]),
      await single('Observation', ids['8310-5']?.[0]),
      await single('DiagnosticReport', report.id),
      await single('Patient', owner.patientId),
    ]).toEqual([200, 403, 403, 403]);
    await db().query('update access set ends_at = now() where consent_id = $1', [id]);
    expect((await call(doctor, 'GET', `/fhir/Patient/${owner.patientId}/Observation`)).status).toBe(403);
  });

  const ofCode = (value: string) => ({ coding: [{ system: 'http://loinc.org', code: value }] });
  const ofClass = (type: string) => [{ system: 'http://hl7.org/fhir/resource-types', code: type }];

  test('[CONS-04][BACK-10] (21) consent to part of a record opens the files it names, read-only, no others', async () => {
    const [owner, other] = [await person(), await person()];
    const doctor = await doctorsToken();
    const stored = async (who: Person, extension: string, content: string): Promise<string> => {
      const key = `${who.patientId}/reports/${crypto.randomUUID()}.${extension}`;
      const { body } = await call(who.token, 'GET', `/api/phr/storage/get-presigned-url-for-upload?key=${key}`);
      expect((await fetch(String(body['data']), { method: 'PUT', body: content })).status).toBe(200);
      return key;
    };
    const report = (who: Person, code: string, url: string) =>
      backend.repository.create(SYSTEM_ACTOR, {
        ...filled('DiagnosticReport', who.patientId),
        code: ofCode(code),
        presentedForm: [{ url }],
      });
    const picture = await stored(owner, 'dcm', `${'\0'.repeat(128)}DICM${'x'.repeat(200)}`);
    const metadata = picture.replace('.dcm', '.json');
    await call(owner.token, 'GET', `/api/phr/storage/get-presigned-url-for-upload?key=${metadata}`).then(({ body }) =>
      fetch(String(body['data']), { method: 'PUT', body: '{}' }),
    );
    const [ofOtherCode, ofOtherType, ofNothing, ofOther] = [
      await stored(owner, 'pdf', '%PDF-1'),
      await stored(owner, 'pdf', '%PDF-2'),
      await stored(owner, 'pdf', '%PDF-3'),
      await stored(other, 'pdf', '%PDF-4'),
    ];
    await report(owner, '24606-6', picture);
    await report(owner, '11502-2', ofOtherCode);
    await report(other, '24606-6', ofOther);
    await backend.repository.create(SYSTEM_ACTOR, {
      ...filled('DocumentReference', owner.patientId),
      content: [{ attachment: { url: ofOtherType } }],
    });
    const address = async (token: string, key: string) =>
      (await call(token, 'GET', `/api/phr/storage/get-presigned-url-for-download?key=${key}`)).status;
    const opened = async (): Promise<readonly number[]> =>
      Promise.all([picture, metadata, ofOtherCode, ofOtherType, ofNothing, ofOther].map((key) => address(doctor, key)));
    const many = async (...keys: readonly string[]) =>
      (await call(doctor, 'POST', '/api/phr/storage/presigned-url-for-download', { keys })).status;

    expect(await opened()).toEqual([403, 403, 403, 403, 403, 403]);
    const coded = await asked(owner.patientId, { class: ofClass('DiagnosticReport'), code: [ofCode('24606-6')] });
    expect(await answer(owner, coded, 'active')).toBe(200);
    expect(await opened()).toEqual([200, 200, 403, 403, 403, 403]);
    expect([await many(picture, metadata), await many(picture, ofOtherCode)]).toEqual([200, 403]);
    expect(
      (
        await call(
          doctor,
          'GET',
          `/api/phr/storage/get-presigned-url-for-upload?key=${owner.patientId}/reports/${crypto.randomUUID()}.pdf`,
        )
      ).status,
    ).toBe(403);
    const classed = await asked(owner.patientId, { class: ofClass('DocumentReference') });
    expect(await answer(owner, classed, 'active')).toBe(200);
    expect(await opened()).toEqual([200, 200, 403, 200, 403, 403]);
    for (const id of [coded, classed]) expect(await answer(owner, id, 'inactive')).toBe(200);
    expect(await opened()).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await address(owner.token, ofNothing)).toBe(200);
  });

  test('[CONS-04][BACK-10] (21) consent to part of a record sends its events, missed ones too, no others', async () => {
    const owner = await person();
    const doctor = await doctorsToken();
    const follows = (seq?: number) => follow(backend.urls.shell, owner.patientId, doctor, seq);
    const write = async (code: string, minute: number): Promise<void> => {
      expect(
        (
          await call(owner.token, 'POST', '/fhir/Observation', {
            ...pulse(owner.patientId),
            code: ofCode(code),
            effectiveDateTime: `2026-01-01T08:${minute}:00+07:00`,
          })
        ).status,
      ).toBe(201);
    };
    const heard = (socket: Listener) =>
      socket.kept.map(({ event, body }) =>
        event === 'vital-sign' ? (body as { effectiveDateTime: string }).effectiveDateTime.slice(14, 16) : event,
      );
    const at = (minute: number) => (body: unknown) =>
      (body as { effectiveDateTime: string }).effectiveDateTime.includes(`:${minute}:`);

    await expect(follows()).rejects.toThrow('forbidden');
    const other = await asked(owner.patientId, { class: ofClass('Immunization') });
    expect(await answer(owner, other, 'active')).toBe(200);
    await expect(follows()).rejects.toThrow('forbidden');
    const part = await asked(owner.patientId, { class: ofClass('Observation'), code: [ofCode('8867-4')] });
    expect(await answer(owner, part, 'active')).toBe(200);

    const socket = await follows();
    expect(socket.all.map(({ event }) => event)).toEqual(['ready']);
    await write('8310-5', 10);
    await db().query("insert into outbox (patient_id, event, body) values ($1, 'toast', '{}')", [owner.patientId]);
    await write('8867-4', 11);
    await socket.next('vital-sign', at(11));
    expect(heard(socket)).toEqual(['11']);
    expect(await socket.send({ mac: '5C:31:3E:00:00:01', command: 'scan' })).toMatchObject({
      code: expect.any(String),
    });
    const late = await follows(0);
    expect(heard(late)).toEqual(['11']);
    late.close();

    // all of the record for a while, and then the part again
    const whole = await asked(owner.patientId);
    expect(await answer(owner, whole, 'active')).toBe(200);
    await backend.recheckSockets();
    await write('8310-5', 12);
    await socket.next('vital-sign', at(12));
    expect(await answer(owner, whole, 'inactive')).toBe(200);
    await backend.recheckSockets();
    await write('8310-5', 13);
    await write('8867-4', 14);
    await socket.next('vital-sign', at(14));
    expect(heard(socket)).toEqual(['11', '12', '14']);
    expect(await answer(owner, part, 'inactive')).toBe(200);
    await backend.recheckSockets();
    expect(await socket.next('bye')).toEqual({ code: 'ACCESS_DENIED' });
  });

  test('[CONS-04] [GRANT-03] (20) the server closes a consent once, when its period ends, and logs it', async () => {
    const owner = await person();
    const id = await asked(owner.patientId);
    const lasting = await asked(owner.patientId);
    for (const one of [id, lasting]) await answer(owner, one, 'active');
    await db().query("update access set ends_at = now() - interval '1 second' where consent_id = $1", [id]);
    await Promise.all([
      closeEndedConsents(backend.platform.db, backend.repository),
      closeEndedConsents(backend.platform.db, backend.repository),
    ]);
    await closeEndedConsents(backend.platform.db, backend.repository);
    const { body } = await call(owner.token, 'GET', `/fhir/Consent/${id}`);
    // asked for, answered, ended
    const versions = await backend.repository.history(SYSTEM_ACTOR, 'Consent', id);
    expect([body['status'], versions.length, (body['meta'] as { versionId: string }).versionId]).toEqual([
      'inactive',
      3,
      String(versions[0]?.version),
    ]);
    expect((await call(owner.token, 'GET', `/fhir/Consent/${lasting}`)).body['status']).toBe('active');
    const log = (await call(owner.token, 'GET', `/fhir/AuditEvent?patient=${owner.patientId}`)).body['entry'] as {
      resource: { subtype: { code: string }[]; agent: { who: object }[]; entity: { what: object }[] };
    }[];
    expect(
      log.map(({ resource }) => [resource.subtype[0]?.code, resource.agent[0]?.who, resource.entity.at(-1)?.what]),
    ).toContainEqual(['revoke', { display: 'system' }, { reference: DOCTOR }]);
  });

  test('a period that is over when the person agrees opens nothing', async () => {
    const owner = await person();
    const id = await asked(owner.patientId, { period: { start: '2020-01-01', end: '2020-12-31' } });
    expect(await answer(owner, id, 'active')).toBe(200);
    expect(await reads(await doctorsToken(), owner.patientId)).toEqual([403, 403]);
  });

  test('(39) who opens a record sees in its log who was let in, who read and who was shut out, page by page', async () => {
    const owner = await person();
    const doctor = await doctorsToken();
    const id = await asked(owner.patientId);
    await answer(owner, id, 'active');
    await reads(doctor, owner.patientId);
    await answer(owner, id, 'inactive');

    interface Event {
      readonly subtype: readonly { readonly code: string }[];
      readonly action: string;
      readonly recorded: string;
      readonly agent: readonly { readonly who: { readonly reference?: string; readonly display?: string } }[];
      readonly entity: readonly { readonly what: { readonly reference?: string } }[];
    }
    const events: Event[] = [];
    let next: string | undefined = `/fhir/AuditEvent?patient=${owner.patientId}&_count=3`;
    let pages = 0;
    while (next !== undefined) {
      const { status, body, link } = await call(owner.token, 'GET', next);
      expect([status, body['resourceType'], body['type']]).toEqual([200, 'Bundle', 'searchset']);
      events.push(...(body['entry'] as { resource: Event }[]).map(({ resource }) => resource));
      const address = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
      next = address?.replace(backend.urls.shell, '');
      pages += 1;
    }
    expect(pages).toBeGreaterThan(1);
    const told = events.map(({ subtype, action, agent, entity }) => [
      subtype[0]?.code,
      action,
      agent[0]?.who.reference,
      entity.at(-1)?.what.reference,
    ]);
    const me = `User/${owner.userId}`;
    expect(told).toEqual(
      expect.arrayContaining([
        ['grant', 'C', me, DOCTOR],
        ['read', 'R', DOCTOR, `Patient/${owner.patientId}`],
        ['revoke', 'D', me, DOCTOR],
      ]),
    );
    // newest first, each once
    const times = events.map(({ recorded }) => recorded);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(events.map((event) => (event as unknown as { id: string }).id)).size).toBe(events.length);
    // in words for people
    expect(events.find(({ agent }) => agent[0]?.who.reference === me)?.agent[0]?.who.display).toBe('TRẦN MINH CHÂU');
  });
});

test('(39) the trail notes sign-ins, grants and reads by others, without values, and cannot be changed', async () => {
  const [owner, relative] = [await person(), await person()];
  const note = 'ghi chú không ai được đọc';
  // a code that no id can hold by chance
  const code = 'ma-khong-ai-doc';
  await call(owner.token, 'POST', '/fhir/Observation', {
    ...pulse(owner.patientId),
    code: { coding: [{ system: 'http://loinc.org', code }] },
    valueQuantity: { value: 71.4375, unit: '/min' },
    note: [{ text: note }],
  });
  await backend.platform.access.grant({
    userId: relative.userId,
    patientId: owner.patientId,
    source: 'link',
    rights: 'read',
  });
  await reads(relative.token, owner.patientId);
  await backend.platform.access.revoke({ userId: relative.userId, patientId: owner.patientId, source: 'link' });
  await reads(relative.token, owner.patientId);
  expect((await call(owner.token, 'GET', `/fhir/Patient/${owner.patientId}/$everything`)).status).toBe(200);
  await signedIn(backend.config, relative.phone);
  // for a number that several people may have given, a wrong password reveals nothing
  await db().query('update account set phone_verified = true where box_user = $1', [relative.userId]);
  const wrong = createBrowser(backend.config);
  await wrong.postSignIn(await wrong.toSignIn(), relative.phone, 'not this one');

  const rows = await db().query<{ type: string; action: string; outcome: string; recorded: Date }>(
    'select * from audit_event where user_id = $1 or patient_id = $2 order by id',
    [relative.userId, owner.patientId],
  );
  const kinds = rows.map(({ type, outcome }) => `${type} ${outcome}`);
  expect(kinds).toEqual(
    expect.arrayContaining([
      'register success',
      'login success',
      'login refused',
      'grant success',
      'revoke success',
      'export success',
      'rest success',
      'rest refused',
    ]),
  );
  const all = JSON.stringify(await db().query('select * from audit_event'));
  for (const value of [
    '71.4375',
    note,
    'TRẦN',
    'not this one',
    owner.token,
    owner.phone,
    `84${owner.phone.slice(1)}`,
    code,
  ])
    expect(all).not.toContain(value);
  for (const statement of [
    "update audit_event set outcome = 'success'",
    'delete from audit_event',
    'truncate audit_event',
  ]) {
    await expect(db().query(statement)).rejects.toThrow('append only');
  }
});

test("(18) a stored entry cannot be moved to another person's record", async () => {
  const [owner, other] = [await person(), await person()];
  await backend.platform.access.grant({
    userId: owner.userId,
    patientId: other.patientId,
    source: 'family',
    rights: 'write',
  });
  const { body } = await call(owner.token, 'POST', '/fhir/Observation', pulse(owner.patientId));
  const moved = await call(owner.token, 'PUT', `/fhir/Observation/${String(body['id'])}`, {
    ...body,
    subject: { reference: `Patient/${other.patientId}` },
  });
  expect(moved.status).toBeGreaterThanOrEqual(400);
  expect((await call(owner.token, 'GET', `/fhir/Observation/${String(body['id'])}`)).body['subject']).toEqual({
    reference: `Patient/${owner.patientId}`,
  });
});
