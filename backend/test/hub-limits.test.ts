import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { createSimulatedHub } from '@phr/testing/simulated-hub';
import { SYSTEM } from '../src/fhir/actor.ts';
import { adoptOwners, giveHub, ownerOf, provisionHub } from '../src/hub/hubs.ts';
import { callerOf } from './service-caller.ts';
import { follow } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

const MAC = '5C:31:3E:00:03:01';
const SECRET = 'a-secret-that-was-put-into-the-hub';
const UNSIGNED = 20;

let backend: TestBackend;
const open: Socket[] = [];

beforeAll(async () => {
  backend = await startTestBackend();
  await provisionHub(backend.platform.db, MAC, SECRET);
});
afterEach(() => { for (const socket of open.splice(0)) socket.destroy(); });
afterAll(() => backend.stop());

const dial = async (): Promise<Socket> => {
  const socket = connect(backend.config.mqtt.port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => {
  if (socket.destroyed) resolve();
  else socket.once('close', () => resolve()).resume();
});
/** The header of a packet with a body of so many bytes. */
const header = (kind: number, length: number): Buffer => {
  const bytes = [kind];
  for (let left = length; ; left >>>= 7) {
    bytes.push(left > 127 ? (left & 127) | 128 : left);
    if (left <= 127) return Buffer.from(bytes);
  }
};

test('a CONNECT of 60 MB ends at its header, on each of six connections; nothing of it is taken', async () => {
  const sent = await Promise.all(Array.from({ length: 6 }, async () => {
    const socket = await dial();
    socket.write(header(0x10, 60_000_000));
    const end = closed(socket);
    const piece = Buffer.alloc(16_384);
    let bytes = 0;
    const pour = (): void => { while (!socket.destroyed && bytes < 60_000_000 && socket.write(piece)) bytes += piece.length; };
    socket.on('drain', pour);
    pour();
    await end;
    return bytes;
  }));
  // what lies in the buffers of the system, not of the broker
  expect(Math.max(...sent)).toBeLessThan(16_000_000);
});

test('a length that never ends, and a packet of 64 kB before the sign-in, end the connection', async () => {
  for (const bytes of [Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]), header(0x10, 8_193), header(0x30, 65_536)]) {
    const socket = await dial();
    socket.write(bytes);
    await closed(socket);
  }
});

test('a network has 20 connections that have not signed in; they end in five seconds; a hub that signs in makes room', async () => {
  const started = performance.now();
  const waiting = [];
  for (let place = 1; place < UNSIGNED; place += 1) waiting.push(await dial());
  // takes the last place and leaves it by signing in
  const hub = createSimulatedHub({ url: `mqtt://127.0.0.1:${backend.config.mqtt.port}`, mac: MAC, secret: SECRET });
  await hub.connect();
  waiting.push(await dial());
  await closed(await dial());
  expect(waiting.filter((socket) => socket.destroyed)).toEqual([]);
  await Promise.all(waiting.map(closed));
  expect(performance.now() - started).toBeLessThan(8_000);
  expect(hub.state().online).toBe(true);
  await hub.close();
});

test('1,500 commands to a hub at once: each person and each hub gets 60 a minute, the rest are told so', async () => {
  const api = callerOf(backend);
  const [one, other] = [await api.newPatient(), await api.newPatient()];
  const { id } = await backend.repository.create(SYSTEM, { resourceType: 'Device', status: 'active', patient: { reference: `Patient/${one.patient}` } });
  await giveHub(backend.platform.db, MAC, { id, patientId: one.patient });
  const hub = createSimulatedHub({ url: `mqtt://127.0.0.1:${backend.config.mqtt.port}`, mac: MAC, secret: SECRET });
  await hub.connect();
  const [socket, stranger] = [await follow(backend.urls.shell, one.patient, one.token), await follow(backend.urls.shell, other.patient, other.token)];
  const codesOf = async (from: typeof socket, command: object): Promise<Record<string, number>> => {
    const answers = await Promise.all(Array.from({ length: 1_500 }, () => from.send(command))) as { readonly ok?: boolean; readonly code?: string; readonly httpStatus?: number }[];
    const counts: Record<string, number> = {};
    for (const { ok, code, httpStatus } of answers) {
      const key = ok === true ? 'ok' : `${String(code)} ${String(httpStatus)}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  };
  expect(await codesOf(socket, { mac: MAC, command: 'stop-scan' })).toEqual({ ok: 60, 'TOO_MANY_REQUESTS 429': 1_440 });
  expect(await codesOf(stranger, { mac: MAC, command: 'stop-scan' })).toEqual({ 'ACCESS_DENIED 403': 60, 'TOO_MANY_REQUESTS 429': 1_440 });
  socket.close();
  stranger.close();
  await hub.close();
});

test('a person may name so many hubs an hour, and what was written is not half stored', async () => {
  const api = callerOf(backend);
  const chau = await api.newPatient();
  const most = backend.config.limits.hubPairingsPerHourPerson;
  const name = (place: number) => api.call(chau, 'POST', '/api/phr/device', { patientId: chau.patient, name: 'Hub', mac: `5C:31:3E:00:04:${String(place).padStart(2, '0')}`, type: 'ONE_HUB' });
  for (let place = 0; place < most; place += 1) expect((await name(place)).status).toBe(200);
  expect((await name(most)).body).toMatchObject({ code: 'TOO_MANY_REQUESTS', httpStatus: 429 });
  expect(await api.list(chau, 'Device', '?_count=100')).toHaveLength(most);
});

test('a hub from before owners were kept stays with the one record that names it; one that two records name is to be proven', async () => {
  const { db } = backend.platform;
  const api = callerOf(backend);
  const [one, other] = [await api.newPatient(), await api.newPatient()];
  const named = (mac: string, patient: string) => backend.repository.create(SYSTEM, {
    resourceType: 'Device', status: 'active', identifier: [{ system: 'https://phr.example/sid/mac', value: mac }], patient: { reference: `Patient/${patient}` } });
  const [single, double] = ['5C:31:3E:00:05:01', '5C:31:3E:00:05:02'];
  for (const mac of [single, double]) await provisionHub(db, mac, SECRET);
  await named(single, one.patient);
  for (const { patient } of [one, other]) await named(double, patient);
  await db.query('update hub set adopts_owner = true where mac = any($1::text[])', [[single, double]]);
  await adoptOwners(backend.repository, db);
  expect([(await ownerOf(backend.repository, db, single))?.patientId, await ownerOf(backend.repository, db, double)]).toEqual([one.patient, undefined]);
  // what is named later changes nothing
  await named(single, other.patient);
  expect((await ownerOf(backend.repository, db, single))?.patientId).toBe(one.patient);
});
