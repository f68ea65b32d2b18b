import { IMPORT_SYSTEM } from '@phr/fhir/import-system';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { isResource } from '../src/fhir/resource.ts';
import { newPerson } from './browser.ts';
import { callerOf, type Json, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let call: ReturnType<typeof callerOf>['call'];
let owner: Person;
let stranger: Person;
const SHA = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function newPatient(): Promise<Person> {
  const { phone, tokens } = await newPerson(backend.config);
  const person = { token: tokens.access_token, patient: '', phone };
  const { body } = await call(person, 'POST', '/fhir/Patient', { resourceType: 'Patient', name: [{ text: 'AN' }] });
  return { ...person, patient: String(body['id']) };
}

beforeAll(async () => {
  backend = await startTestBackend();
  ({ call } = callerOf(backend));
  owner = await newPatient();
  stranger = await newPatient();
});
afterAll(() => backend.stop());

const begin = async (fileName: string): Promise<string> =>
  String(
    (await call(owner, 'POST', '/api/phr/import', { patientId: owner.patient, fileName, sha256: SHA })).data['id'],
  );

/** Stores readings with the tag of an import, in one transaction. */
async function storeReadings(importId: string, values: readonly number[]): Promise<readonly string[]> {
  const { body } = await call(owner, 'POST', '/fhir', {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: values.map((value) => ({
      resource: {
        resourceType: 'Observation',
        meta: { tag: [{ system: IMPORT_SYSTEM, code: importId }] },
        status: 'final',
        code: { text: 'Đường huyết' },
        subject: { reference: `Patient/${owner.patient}` },
        effectiveDateTime: '2026-11-20T08:00:00+07:00',
        valueQuantity: { value, unit: 'mmol/L' },
      },
      request: { method: 'POST', url: 'Observation' },
    })),
  });
  return (body['entry'] as readonly { response: { location: string } }[]).map(
    ({ response }) => /Observation\/([^/]+)/.exec(response.location)?.[1] ?? '',
  );
}
const imports = async (who: Person): Promise<Json> =>
  (await call(who, 'GET', `/fhir/Patient/${owner.patient}/Provenance`)).body;
const status = async (id: string): Promise<number> => (await call(owner, 'GET', `/fhir/Observation/${id}`)).status;

test('an import names its original, who brought it and whose record it went to', async () => {
  const id = await begin('máy đo.csv');
  const stored = JSON.parse((await backend.repository.read(SYSTEM_ACTOR, 'Provenance', id)).content) as unknown;
  expect(isResource(stored) && stored).toMatchObject({
    target: [{ reference: `Patient/${owner.patient}` }],
    agent: [{ who: { reference: `Patient/${owner.patient}` } }],
    entity: [
      {
        role: 'source',
        what: {
          display: 'máy đo.csv',
          // the SHA-256 of nothing as RFC 6920 writes it
          identifier: { value: 'ni:///sha-256;47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU' },
        },
      },
    ],
  });
  expect(await imports(owner)).toMatchObject({ entry: [{ resource: { id } }] });
  await call(owner, 'POST', `/api/phr/import/${id}/undo`, {});
});

test('an undone import is gone whole, and so is its line; other readings stay', async () => {
  const [first, second] = [await begin('a.csv'), await begin('b.csv')];
  const mine = await storeReadings(first, [5.1, 5.2, 5.3]);
  const [other = ''] = await storeReadings(second, [6.1]);
  const answer = await call(owner, 'POST', `/api/phr/import/${first}/undo`, {});
  expect([answer.status, answer.data]).toEqual([200, { deleted: 3, kept: [] }]);
  expect(await Promise.all(mine.map(status))).toEqual([410, 410, 410]);
  expect(await status(other)).toBe(200);
  expect((await imports(owner))['entry']).toMatchObject([{ resource: { id: second } }]);
  expect((await call(owner, 'POST', `/api/phr/import/${first}/undo`, {})).status).toBe(404);
  await call(owner, 'POST', `/api/phr/import/${second}/undo`, {});
});

test('what was changed since stays and is named, and the import stays in the list', async () => {
  const id = await begin('c.csv');
  const [changed = '', untouched = ''] = await storeReadings(id, [5.1, 5.2]);
  await call(owner, 'PUT', `/api/phr/observation/note/${changed}`, { note: 'đo lại' });
  expect((await call(owner, 'POST', `/api/phr/import/${id}/undo`, {})).data).toEqual({
    deleted: 1,
    kept: [{ type: 'Observation', id: changed }],
  });
  expect([await status(changed), await status(untouched)]).toEqual([200, 410]);
  expect((await imports(owner))['entry']).toMatchObject([{ resource: { id } }]);
});

test("nobody begins, sees or undoes an import in another's record", async () => {
  const id = await begin('d.csv');
  const [reading = ''] = await storeReadings(id, [5.1]);
  expect(
    (await call(stranger, 'POST', '/api/phr/import', { patientId: owner.patient, fileName: 'x', sha256: SHA })).status,
  ).toBe(403);
  expect((await call(stranger, 'POST', `/api/phr/import/${id}/undo`, {})).status).toBe(403);
  expect((await call(stranger, 'GET', `/fhir/Patient/${owner.patient}/Provenance`)).status).toBe(403);
  // the tag of another person's import removes nothing from that record
  expect(await status(reading)).toBe(200);
});

test('an import without the sum of its original is refused', async () => {
  const { status: refused } = await call(owner, 'POST', '/api/phr/import', {
    patientId: owner.patient,
    fileName: 'x',
    sha256: 'abc',
  });
  expect(refused).toBe(422);
});
