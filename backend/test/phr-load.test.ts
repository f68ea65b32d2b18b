import { callerOf, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let api: ReturnType<typeof callerOf>;
let chau: Person;
let stranger: Person;

beforeAll(async () => {
  backend = await startTestBackend();
  api = callerOf(backend);
  [chau, stranger] = [await api.newPatient(), await api.newPatient('LÊ QUỐC BẢO')];
});
afterAll(() => backend.stop());

/**
 * More simultaneous requests than the pool has connections: a request that needed a second one while holding the first
 * would never end.
 */
const CROWD = 60;

test('many writes at one moment all end: those that are done and those that are refused', async () => {
  const device = (index: number) => ({
    patientId: chau.patient,
    currentDevice: { deviceId: `CROWD${String(index).padStart(7, '0')}`, deviceName: 'Máy' },
  });
  const done = await Promise.all(
    Array.from({ length: CROWD }, (_, index) => api.call(chau, 'POST', '/api/phr/device/current/add', device(index))),
  );
  expect(new Set(done.map(({ status }) => status))).toEqual(new Set([200]));
  const id = String(done[0]?.data['id']);
  const refused = await Promise.all(
    Array.from({ length: CROWD }, () => api.call(stranger, 'DELETE', `/api/phr/device/${id}`)),
  );
  expect(new Set(refused.map(({ body }) => body['code']))).toEqual(new Set(['ACCESS_DENIED']));
  const gone = await Promise.all(
    Array.from({ length: CROWD }, () => api.call(chau, 'DELETE', `/api/phr/device/${id}`)),
  );
  // deleting something already deleted is not an error
  expect(new Set(gone.map(({ status }) => status))).toEqual(new Set([200]));
});
