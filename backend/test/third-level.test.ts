import { decodeJwt } from 'jose';
import { LEVELS, type Level } from '../src/access/levels.ts';
import type { Actor } from '../src/fhir/actor.ts';
import type { Rights } from '../src/kit/platform.ts';
import type { callerOf, Json, Person } from './service-caller.ts';
import type { TestBackend } from './test-backend.ts';

// A level between the two, whose name comes before both in the alphabet: code that compares names takes it for the
// narrowest, or for no right at all.
const COMMENT = JSON.parse('"comment"') as Rights;

let backend: TestBackend;
let api: ReturnType<typeof callerOf>;
let owner: Person;
let other: Person;
let userId: string;

beforeAll(async () => {
  (LEVELS as Level[]).splice(0, 2, rank('read', 1), rank(COMMENT, 2), rank('write', 3));
  // loaded only now, so that nothing has read the levels before
  const { startTestBackend } = await import('./test-backend.ts');
  const { callerOf: caller } = await import('./service-caller.ts');
  backend = await startTestBackend();
  api = caller(backend);
  await backend.platform.db.query('update access_level set rank = 3 where name = $1', ['write']);
  await backend.platform.db.query('insert into access_level (name, rank) values ($1, 2)', [COMMENT]);
  [owner, other] = [await api.newPatient(), await api.newPatient('LÊ QUỐC BẢO')];
  userId = String(decodeJwt(other.token)['box_user']);
});
afterAll(() => backend.stop());

function rank(name: Rights, rank: number): Level {
  return { name, rank };
}

/** Gives the other person exactly these rights to the owner's record, each by a separate grant. */
async function give(...rights: readonly Rights[]): Promise<void> {
  const { access, db } = backend.platform;
  await db.query('update access set revoked_at = now() where user_id = $1 and patient_id = $2', [
    userId,
    owner.patient,
  ]);
  const sources = ['family', 'link', 'grant'] as const;
  for (const [index, right] of rights.entries())
    await access.grant({ userId, patientId: owner.patient, source: sources[index] ?? 'grant', rights: right });
}

const status = async (method: string, path: string, body?: object): Promise<number> =>
  (await api.call(other, method, path, body)).status;

test.each<[held: readonly Rights[], widest: Rights]>([
  [['read', COMMENT], COMMENT],
  [[COMMENT, 'read'], COMMENT],
  [['write', COMMENT], 'write'],
  [['read', COMMENT, 'write'], 'write'],
])('of %j the widest is %s, wherever it is asked', async (held, widest) => {
  await give(...held);
  const { access } = backend.platform;
  expect((await access.allowedPatients(userId)).get(owner.patient)).toBe(widest);
  expect((await access.rightsOf(userId)).patients.get(owner.patient)).toBe(widest);
  const { body } = await api.call(other, 'GET', '/patient-app/related-person/rights');
  expect((body['data'] as Json[]).find(({ patientId }) => patientId === owner.patient)).toEqual({
    patientId: owner.patient,
    rights: widest,
    may: widest === 'write' ? ['read', 'create', 'update', 'delete', 'share'] : ['read'],
  });
});

describe.each<[right: Rights, reads: number, keeps: number]>([
  ['read', 200, 403],
  [COMMENT, 200, 403],
  ['write', 200, 200],
])('a right to %s', (right, reads, keeps) => {
  beforeAll(() => give(right));

  test('reads by each way there is', async () => {
    const day = '?code=http%3A%2F%2Floinc.org%7C8867-4';
    expect([
      await status('GET', `/fhir/Patient/${owner.patient}`),
      await status('GET', `/fhir/Patient/${owner.patient}/Observation${day}`),
      await status('GET', `/fhir/Patient/${owner.patient}/Condition`),
      await status(
        'GET',
        `/api/phr/observation/days?patientId=${owner.patient}&name=glucoses&from=2026-03-01&to=2026-03-07`,
      ),
    ]).toEqual([reads, reads, reads, reads]);
  });

  test('changes the record, looks at who did, and takes it away whole only as its keeper', async () => {
    const { body } = await api.call(owner, 'GET', `/fhir/Patient/${owner.patient}`);
    expect([
      await status('PUT', `/fhir/Patient/${owner.patient}`, body),
      await status(
        'GET',
        `/api/phr/storage/get-presigned-url-for-upload?key=${owner.patient}/history/${crypto.randomUUID()}.pdf`,
      ),
      await status('GET', `/fhir/AuditEvent?patient=${owner.patient}`),
      await status('GET', `/fhir/Patient/${owner.patient}/$everything`),
    ]).toEqual([keeps, keeps, keeps, keeps]);
  });
});

test('an export that began as the keeper ends when the right is narrowed on the way', async () => {
  await give(COMMENT);
  const before: Actor = {
    kind: 'person',
    userId,
    patients: new Map([[owner.patient, 'write']]),
    mainPatient: undefined,
  };
  const reading = async (): Promise<number> => {
    const pages = await backend.repository.everything(before, owner.patient, { types: ['Patient'], since: undefined });
    let count = 0;
    for await (const page of pages) count += Number(page !== undefined);
    return count;
  };
  await expect(reading()).rejects.toThrow('Access denied');
  await give('write');
  expect(await reading()).toBe(1);
});

test('a level that the database does not know is no right', async () => {
  const unknown = JSON.parse('"admin"') as Rights;
  await expect(give(unknown)).rejects.toThrow('access_of_level');
});
