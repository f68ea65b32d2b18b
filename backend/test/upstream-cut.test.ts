import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { freePort } from '../src/kit/free-port.ts';
import { callerOf, type Person } from './service-caller.ts';
import { records, startTestBackend, type TestBackend } from './test-backend.ts';
import type { UpstreamServer } from './upstream-server.ts';

let backend: TestBackend;
let upstream: UpstreamServer;
let api: ReturnType<typeof callerOf>;
let chau: Person;
let metricsPort: number;
let place: { service: string; role: string; schedule: string };

const HOUR = 3_600_000;

beforeAll(async () => {
  records.upstream = 'own';
  metricsPort = await freePort();
  // the record services' process has its figures one port above
  await freePort();
  backend = await startTestBackend({ METRICS_PORT: String(metricsPort) });
  if (backend.upstream === undefined) throw new Error('there is no other server');
  upstream = backend.upstream;
  api = callerOf(backend);
  chau = await api.newPatient();
  const service = await api.store({ resourceType: 'HealthcareService', active: true, name: 'Khám tim mạch' });
  const role = await api.store({
    resourceType: 'PractitionerRole',
    active: true,
    healthcareService: [{ reference: `HealthcareService/${service}` }],
  });
  const schedule = await api.store({
    resourceType: 'Schedule',
    active: true,
    actor: [{ reference: `HealthcareService/${service}` }, { reference: `PractitionerRole/${role}` }],
    planningHorizon: { start: new Date().toISOString(), end: new Date(Date.now() + 720 * HOUR).toISOString() },
  });
  place = { service, role, schedule };
});
afterAll(() => backend.stop());
afterEach(() => {
  upstream.onBundle = undefined;
});

async function slot(): Promise<{ readonly id: string; readonly start: string; readonly end: string }> {
  const start = new Date(Date.now() + 24 * HOUR).toISOString();
  const end = new Date(Date.now() + 24.5 * HOUR).toISOString();
  return {
    id: await api.store({
      resourceType: 'Slot',
      status: 'free',
      start,
      end,
      schedule: { reference: `Schedule/${place.schedule}` },
    }),
    start,
    end,
  };
}
const book = ({ id, start, end }: Awaited<ReturnType<typeof slot>>, key: string) =>
  api.call(
    chau,
    'POST',
    '/api/phr/appointment/create',
    {
      resourceType: 'Appointment',
      status: 'pending',
      start,
      end,
      slot: [{ reference: `Slot/${id}` }],
      participant: [
        { actor: { reference: `Patient/${chau.patient}` }, status: 'accepted' },
        { actor: { reference: `PractitionerRole/${place.role}` }, status: 'needs-action' },
        { actor: { reference: `HealthcareService/${place.service}` }, status: 'needs-action' },
      ],
    },
    { 'idempotency-key': key },
  );
const appointments = async (id: string): Promise<number> =>
  (await api.list(chau, 'Appointment')).filter((one) => JSON.stringify(one['slot']).includes(id)).length;
const waiting = async (): Promise<number> => (await backend.platform.db.query('select id from foreign_unit')).length;
const kept = async (key: string): Promise<number> =>
  (await backend.platform.db.query('select key from idempotency where key = $1', [key])).length;

/** Cuts every connection of ours that is inside a transaction, as a crash of the database or of the process would. */
const cutConnections = () =>
  backend.platform.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
  );

describe('[CALL-14] with the record on another server, a call that is cut off', () => {
  test.each([
    [
      'after that server has done its part: the answer is lost on the way',
      async (run: () => Promise<object>): Promise<object> => {
        await run();
        throw new Error('cut');
      },
    ],
    [
      'after that server has done its part: our own transaction is lost',
      async (run: () => Promise<object>): Promise<object> => {
        const answer = await run();
        await cutConnections();
        return answer;
      },
    ],
  ])('%s, is finished before the same form is taken again, once', async (_how, cut) => {
    const free = await slot();
    const key = crypto.randomUUID();
    upstream.onBundle = (_bundle, run) => cut(run);
    expect((await book(free, key)).body).toMatchObject({ code: 'UNAVAILABLE', httpStatus: 503 });
    upstream.onBundle = undefined;
    expect([await waiting(), await kept(key)]).toEqual([1, 0]);
    const again = await book(free, key);
    expect([again.status, again.data['status']]).toEqual([200, 'pending']);
    expect([await waiting(), await kept(key), await appointments(free.id)]).toEqual([0, 1, 1]);
    expect((await api.read('Slot', free.id))['status']).toBe('busy');
    expect((await book(free, key)).body).toEqual(again.body);
  });

  test('before that server has done anything, leaves nothing and can be sent again', async () => {
    const free = await slot();
    const key = crypto.randomUUID();
    upstream.onBundle = async () => {
      throw new Error('cut');
    };
    expect((await book(free, key)).status).toBe(503);
    upstream.onBundle = undefined;
    expect((await api.read('Slot', free.id))['status']).toBe('free');
    // it may still be on its way for a while
    expect(await waiting()).toBe(1);
    await backend.platform.db.query(`update foreign_unit set created_at = now() - interval '10 minutes'`);
    expect((await book(free, key)).status).toBe(200);
    expect([await waiting(), await appointments(free.id)]).toEqual([0, 1]);
  });

  test('gives a right that hangs on it all the same', async () => {
    upstream.onBundle = async (_bundle, run) => {
      const answer = await run();
      await cutConnections();
      return answer;
    };
    const form = {
      patient: { resourceType: 'Patient', name: [{ text: 'TRẦN AN KHANG' }], birthDate: '2018-05-20' },
      relationship: 'SON',
    };
    const send = () =>
      api.call(chau, 'POST', '/patient-app/related-person/create-family-member', form, {
        'idempotency-key': 'a-key-of-the-family-form',
      });
    expect((await send()).status).toBe(503);
    upstream.onBundle = undefined;
    const { status, data } = await send();
    const member = String((data['patient'] as { id: string }).id);
    expect(status).toBe(200);
    expect((await api.call(chau, 'GET', `/fhir/Patient/${member}`)).status).toBe(200);
    const [family] = await api.list(chau, 'Group', '?type=person&code=FAMILY');
    expect((family?.['member'] as object[]).length).toBe(2);
  });
});

test('[CALL-14] a slot taken elsewhere at the last moment is reported as taken, and no booking stays', async () => {
  const free = await slot();
  const key = crypto.randomUUID();
  upstream.onBundle = async (_bundle, run) => {
    const { content } = await upstream.repository.read(SYSTEM_ACTOR, 'Slot', free.id);
    await upstream.repository.update(SYSTEM_ACTOR, {
      ...(JSON.parse(content) as { resourceType: string }),
      id: free.id,
      status: 'busy',
    });
    return run();
  };
  expect((await book(free, key)).body).toMatchObject({ code: 'SLOT_TAKEN', httpStatus: 409, source: 'PHR_API' });
  expect([await waiting(), await kept(key), await appointments(free.id)]).toEqual([0, 0, 0]);
});

test('a call goes to the other server as one bundle, with the versions that it has read', async () => {
  const free = await slot();
  const sent: unknown[] = [];
  upstream.onBundle = (bundle, run) => {
    sent.push(bundle);
    return run();
  };
  expect((await book(free, crypto.randomUUID())).status).toBe(200);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    type: 'transaction',
    entry: [
      { request: { method: 'PUT', url: `Slot/${free.id}`, ifMatch: 'W/"1"' }, resource: { status: 'busy' } },
      { request: { method: 'PUT' }, resource: { resourceType: 'Appointment' } },
    ],
  });
});

test('a call that cannot be finished is visible in monitoring, with its age, until it can', async () => {
  const figure = async (name: string): Promise<number> => {
    const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    return Number(new RegExp(`^phr_foreign_unit_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const figures = async (): Promise<readonly number[]> =>
    Promise.all(['waiting', 'oldest_seconds', 'failed_total'].map(figure));
  const { db } = backend.platform;
  expect(await figures()).toEqual([0, 0, 0]);
  const free = await slot();
  const key = crypto.randomUUID();
  upstream.onBundle = async (_bundle, run) => {
    const answer = await run();
    await cutConnections();
    return answer;
  };
  expect((await book(free, key)).status).toBe(503);
  upstream.onBundle = undefined;
  // our own writes of the unit fail, as their table is missing
  await db.query('alter table idempotency rename to idempotency_away');
  try {
    await db.query(`update foreign_unit set created_at = now() - interval '5 minutes'`);
    await db.tx(async () => undefined);
    const [waiting, seconds, failed] = await figures();
    expect([waiting, failed]).toEqual([1, 1]);
    expect(seconds).toBeGreaterThanOrEqual(300);
  } finally {
    await db.query('alter table idempotency_away rename to idempotency');
  }
  await db.tx(async () => undefined);
  expect(await figures()).toEqual([0, 0, 1]);
  expect([await kept(key), await appointments(free.id)]).toEqual([1, 1]);
});
