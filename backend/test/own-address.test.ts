import { isObject } from '@phr/fhir/json';
import { newPerson } from './browser.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// An absolute reference to this server is equivalent to the relative one, in checks, lookups, searches and responses.

let backend: TestBackend;
let mine: OneRecord;
let hers: OneRecord;
beforeAll(async () => {
  backend = await startTestBackend();
  [mine, hers] = [await opened(), await opened()];
});
afterAll(() => backend.stop());

type Json = Readonly<Record<string, unknown>>;
interface OneRecord {
  readonly token: string;
  readonly patient: string;
  readonly observation: string;
  readonly encounter: string;
}

async function send(
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: Json }> {
  const answer = await fetch(`${backend.urls.shell}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'return=representation' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const read: unknown = await answer.json();
  return { status: answer.status, body: isObject(read) ? read : {} };
}

const code = { coding: [{ system: 'http://loinc.org', code: '8867-4' }] };
const observation = (patient: string, more: object = {}) => ({
  resourceType: 'Observation',
  status: 'final',
  code,
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: '2026-03-01T08:30:00+07:00',
  ...more,
});

async function opened(): Promise<OneRecord> {
  const {
    tokens: { access_token: token },
  } = await newPerson(backend.config);
  const id = async (type: string, body: object): Promise<string> =>
    String((await send(token, 'POST', `/fhir/${type}`, body)).body['id']);
  const patient = await id('Patient', {
    resourceType: 'Patient',
    name: [{ text: 'TRẦN MINH CHÂU' }],
    birthDate: '1985-03-12',
  });
  const encounter = await id('Encounter', {
    resourceType: 'Encounter',
    status: 'finished',
    class: { code: 'AMB' },
    subject: { reference: `Patient/${patient}` },
  });
  return { token, patient, encounter, observation: await id('Observation', observation(patient)) };
}

const spellings = (): readonly string[] => {
  const { host, port } = new URL(backend.urls.shell);
  return [
    '',
    `${backend.urls.shell}/fhir/`,
    `https://${host}/fhir/`,
    `HTTP://LocalHost:${port}/fhir/`,
    `http://127.0.0.1:${port}/fhir/`,
    `${backend.urls.shell}/%66hir//`,
    `${backend.config.services.fhir}/`,
    '/fhir/',
    ...(backend.config.fhirUpstream === undefined ? [] : [`${backend.config.fhirUpstream.base}/`]),
  ];
};

test("another person's resource is refused alike, however its address is written", async () => {
  const { patient, encounter, observation: reading } = hers;
  for (const base of spellings()) {
    const elements = [
      { hasMember: [{ reference: `${base}Observation/${reading}` }] },
      { encounter: { reference: `${base}Encounter/${encounter}` } },
      { derivedFrom: [{ reference: `${base}Observation/${reading}/_history/1` }] },
    ];
    const bodies: object[] = [
      ...elements.map((more) => observation(mine.patient, more)),
      observation(mine.patient, { subject: { reference: `${base}Patient/${patient}` } }),
      {
        resourceType: 'DiagnosticReport',
        status: 'final',
        code,
        subject: { reference: `Patient/${mine.patient}` },
        result: [{ reference: `${base}Observation/${reading}` }],
      },
    ];
    for (const body of bodies) {
      const { resourceType } = body as { resourceType: string };
      const alone = await send(mine.token, 'POST', `/fhir/${resourceType}`, body);
      expect([JSON.stringify(body), alone.status]).toEqual([JSON.stringify(body), 403]);
      const together = await send(mine.token, 'POST', '/fhir', {
        resourceType: 'Bundle',
        type: 'transaction',
        entry: [{ resource: body, request: { method: 'POST', url: resourceType } }],
      });
      expect([JSON.stringify(body), together.status]).toEqual([JSON.stringify(body), 403]);
    }
  }
});

test("one's own is stored as a relative reference, found by it, and put inline", async () => {
  for (const base of spellings()) {
    const { status, body } = await send(
      mine.token,
      'POST',
      '/fhir/Observation',
      observation(mine.patient, {
        subject: { reference: `${base}Patient/${mine.patient}` },
        encounter: { reference: `${base}Encounter/${mine.encounter}` },
      }),
    );
    expect([base, status, body]).toMatchObject([
      base,
      201,
      { subject: { reference: `Patient/${mine.patient}` }, encounter: { reference: `Encounter/${mine.encounter}` } },
    ]);
    const found = await send(
      mine.token,
      'GET',
      `/fhir/Observation?${String(new URLSearchParams({ patient: `${base}Patient/${mine.patient}`, encounter: `${base}Encounter/${mine.encounter}`, _id: String(body['id']), _assoc: 'encounter' }))}`,
    );
    expect(found.body).toMatchObject({
      entry: [{ resource: { id: body['id'], encounter: { resource: { id: mine.encounter } } } }],
    });
  }
});

test("a professional of this server's directory is named by no address", async () => {
  for (const base of spellings()) {
    expect(
      (
        await send(
          mine.token,
          'POST',
          '/fhir/Observation',
          observation(mine.patient, { performer: [{ reference: `${base}Organization/1` }] }),
        )
      ).status,
    ).toBe(422);
  }
});

test('an entry may use an address of this server for its own bundle; references to others stay', async () => {
  const at = `${backend.urls.shell}/fhir/Encounter/to-be`;
  const elsewhere = 'https://hospital.example/fhir/Observation/1';
  const { status, body } = await send(mine.token, 'POST', '/fhir', {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      {
        fullUrl: at,
        resource: {
          resourceType: 'Encounter',
          status: 'finished',
          class: { code: 'AMB' },
          subject: { reference: `Patient/${mine.patient}` },
        },
        request: { method: 'POST', url: 'Encounter' },
      },
      {
        resource: observation(mine.patient, { encounter: { reference: at }, hasMember: [{ reference: elsewhere }] }),
        request: { method: 'POST', url: 'Observation' },
      },
    ],
  });
  const [encounter, reading] = (body['entry'] ?? []) as readonly { readonly resource: { readonly id: string } }[];
  expect(status).toBe(200);
  expect(reading?.resource).toMatchObject({
    encounter: { reference: `Encounter/${encounter?.resource.id}` },
    hasMember: [{ reference: elsewhere }],
  });
});
