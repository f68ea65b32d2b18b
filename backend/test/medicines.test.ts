import type { Actor } from '../src/fhir/actor.ts';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { FhirError } from '../src/fhir/fhir-error.ts';
import type { Repository } from '../src/records/repository.ts';
import type { Resource } from '../src/fhir/resource.ts';
import { recordsBehind, startFhirServer, type FhirServer } from './fhir-server.ts';
import { startUpstreamServer, type UpstreamServer } from './upstream-server.ts';

// What a person may do with her own medicines, doses and allergies (R-H8).

const P = 'binh';
const person: Actor = { kind: 'person', userId: 'user-binh', patients: new Map([[P, 'write']]), mainPatient: P };
const carer: Actor = { ...person, userId: 'user-carer', mainPatient: undefined };
const subject = { reference: `Patient/${P}` };
const SLOT = { system: 'https://phr.example/dose', value: 'm/2026-11-30T07:00' };
const metformin = (more: object = {}): Resource => ({
  resourceType: 'MedicationStatement',
  status: 'active',
  subject,
  medicationCodeableConcept: { text: 'Metformin 500 mg' },
  ...more,
});
const dose = (more: object = {}): Resource => ({
  resourceType: 'MedicationAdministration',
  identifier: [SLOT],
  status: 'completed',
  subject,
  medicationCodeableConcept: { text: 'Metformin 500 mg' },
  effectiveDateTime: '2026-11-30T07:04:00+07:00',
  ...more,
});
const amoxicillin = (more: object = {}): Resource => ({
  resourceType: 'AllergyIntolerance',
  patient: subject,
  code: { text: 'Amoxicillin' },
  ...more,
});

let here: FhirServer;
let upstream: UpstreamServer;
let foreign: Repository;

beforeAll(async () => {
  [here, upstream] = await Promise.all([startFhirServer(), startUpstreamServer()]);
  foreign = recordsBehind(here, { base: upstream.base, authorization: 'Bearer upstream-token' }).repository;
  for (const repository of [here.repository, upstream.repository])
    await repository.update(SYSTEM_ACTOR, { resourceType: 'Patient', id: P, name: [{ text: 'BÌNH' }] });
  await here.access.grant({ userId: 'user-binh', patientId: P, source: 'self', rights: 'write' });
});
afterAll(() => Promise.all([here.stop(), upstream.stop()]));

const answerOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof FhirError
        ? `${error.statusCode} ${error.issues[0]?.detail ?? error.issues[0]?.code}`
        : String(error),
  );

describe.each(['own', 'upstream'])('medicines with the records on the %s server', (driver) => {
  const records = (): Repository => (driver === 'own' ? here.repository : foreign);
  const content = async (type: string, id: string): Promise<Resource> =>
    JSON.parse((await records().read(SYSTEM_ACTOR, type, id)).content) as Resource;
  const change = async (stored: Resource, id: string, more: object): Promise<string> =>
    answerOf(records().update(person, { ...stored, id, resourceType: stored.resourceType, ...more }));

  test.each([
    ['MedicationStatement', metformin(), { status: 'stopped' }],
    ['AllergyIntolerance', amoxicillin(), { criticality: 'high' }],
  ])('%s: her own is changed; the hospital’s and what a file brought is not', async (type, sample, more) => {
    const own = await records().create(person, sample);
    expect(await change(sample, own.id, more)).toBe('done');
    expect(await content(type, own.id)).toMatchObject(more);
    const hospital = await records().create(SYSTEM_ACTOR, {
      ...sample,
      meta: { source: 'https://phr.example/source/facility' },
    });
    expect(await change(sample, hospital.id, more)).toBe('403 NOT_DELETABLE');
    const imported = await records().create(person, {
      ...sample,
      meta: { tag: [{ system: 'https://phr.example/import', code: 'x' }] },
    });
    expect(await change(sample, imported.id, more)).toBe('403 NOT_DELETABLE');
    expect(await answerOf(records().delete(person, type, own.id))).toMatch(/^403/);
  });

  test('who entered is the stamp of the server, whatever is sent', async () => {
    const { id } = await records().create(person, dose({ meta: { source: 'https://phr.example/source/facility' } }));
    expect(await content('MedicationAdministration', id)).toMatchObject({
      meta: { source: 'https://phr.example/source/person' },
    });
    const named = dose({ performer: [{ actor: { reference: 'Practitioner/x' } }] });
    expect(await answerOf(records().create(person, named))).toMatch(/^422/);
    await records().delete(person, 'MedicationAdministration', id);
  });

  test('a dose is never told otherwise: it is taken back, or named a mistake and gives its time back', async () => {
    const { id } = await records().create(person, dose());
    for (const more of [{ status: 'not-done' }, { effectiveDateTime: '2026-11-30T09:00:00+07:00' }])
      expect(await change(dose(), id, more)).toMatch(/^422/);
    const { identifier: _slot, ...freed } = dose({ status: 'entered-in-error' });
    expect(await answerOf(records().update(person, { ...freed, id, resourceType: 'MedicationAdministration' }))).toBe(
      'done',
    );
    expect(await change(dose(), id, {})).toMatch(/^422/);
    const again = await records().create(person, dose(), { ifNoneExist: `identifier=${SLOT.system}|${SLOT.value}` });
    expect(again.outcome).toBe('created');
    expect(await answerOf(records().delete(person, 'MedicationAdministration', again.id))).toBe('done');
    const hospital = await records().create(SYSTEM_ACTOR, {
      ...dose({ identifier: [] }),
      meta: { source: 'https://phr.example/source/facility' },
    });
    expect(await answerOf(records().delete(person, 'MedicationAdministration', hospital.id))).toBe('403 NOT_DELETABLE');
    expect(await change(dose(), hospital.id, { status: 'entered-in-error' })).toBe('403 NOT_DELETABLE');
  });

  test('a medicine typed from a paper names it before anybody knows its id', async () => {
    const paper = { system: 'urn:ietf:rfc:3986', value: 'urn:uuid:0b3f1c52-6a4e-4c57-9a0e-6d4f2a1b7c11' };
    const { id } = await records().create(person, {
      resourceType: 'DocumentReference',
      identifier: [paper],
      status: 'current',
      subject,
      content: [{ attachment: { url: `${P}/medicines/x.jpg` } }],
    });
    const condition = `identifier=${encodeURIComponent(paper.system)}|${encodeURIComponent(paper.value)}`;
    const derivedFrom = [{ reference: `DocumentReference?${condition}` }];
    const made = await records().create(person, metformin({ derivedFrom }));
    expect(await content('MedicationStatement', made.id)).toMatchObject({
      derivedFrom: [{ reference: `DocumentReference/${id}` }],
    });
  });

  test('two carers, one dose: the second is answered with the first', async () => {
    await here.access.grant({ userId: 'user-carer', patientId: P, source: 'grant', rights: 'write' });
    const slot = { ...SLOT, value: 'm/2026-11-30T18:00' };
    const condition = { ifNoneExist: `identifier=${slot.system}|${slot.value}` };
    const [first, second] = await Promise.all([
      records().create(person, dose({ identifier: [slot] }), condition),
      records().create(carer, dose({ identifier: [slot] }), condition),
    ]);
    expect(second.id).toBe(first.id);
    expect([first.outcome, second.outcome].toSorted()).toEqual(['created', 'existing']);
  });
});
