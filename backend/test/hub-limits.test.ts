import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { connect as connectMqtt, connectAsync } from 'mqtt';
import { createSimulatedHub } from '@phr/testing/simulated-hub';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { adoptOwners, assignHub, ownerOf, provisionHub } from '../src/gateway/hub/hubs.ts';
import { commandTopic, hubName } from '../src/gateway/hub/messages.ts';
import { callerOf } from './service-caller.ts';
import { follow } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// Waits until sockets that never sign in are closed, and for the minute of a hub's limit.
import.meta.jest.setTimeout(60_000);

const MAC = '5C:31:3E:00:03:01';
const SECRET = 'a-secret-that-was-put-into-the-hub';
const UNSIGNED = 20;

let backend: TestBackend;
const open: Socket[] = [];

beforeAll(async () => {
  backend = await startTestBackend();
  await provisionHub(backend.platform.db, MAC, SECRET);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(() => backend.stop());

const dial = async (): Promise<Socket> => {
  const socket = connect(backend.config.mqtt.port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
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
  const sent = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const socket = await dial();
      socket.write(header(0x10, 60_000_000));
      const end = closed(socket);
      const piece = Buffer.alloc(16_384);
      let bytes = 0;
      const pour = (): void => {
        while (!socket.destroyed && bytes < 60_000_000 && socket.write(piece)) bytes += piece.length;
      };
      socket.on('drain', pour);
      pour();
      await end;
      return bytes;
    }),
  );
  // data in the system's buffers, not the broker's
  expect(Math.max(...sent)).toBeLessThan(16_000_000);
});

/** A client of the broker by whatever names it likes. */
const client = (clientId: string, username: string, password: string) =>
  connectAsync(
    `mqtt://127.0.0.1:${backend.config.mqtt.port}`,
    { clientId, username, password, protocolVersion: 4, reconnectPeriod: 0 },
    false,
  );
const asServer = (clientId = 'phr-test') => client(clientId, backend.config.mqtt.user, backend.config.mqtt.password);

test("no hub takes the name of the server's account, or is granted topics beyond its own commands", async () => {
  await expect(asServer(hubName(MAC))).rejects.toThrow();
  const hub = await client(hubName(MAC), hubName(MAC), SECRET);
  for (const topic of [commandTopic('5C:31:3E:00:03:99'), `${commandTopic(MAC)}/#`, 'one_hub/device/+/command', '#'])
    await expect(hub.subscribeAsync(topic, { qos: 1 })).rejects.toThrow();
  await expect(hub.subscribeAsync(commandTopic(MAC), { qos: 1 })).resolves.toEqual([
    expect.objectContaining({ qos: 1 }),
  ]);
  await hub.endAsync(true);
});

test('a command whose time is over is given to nobody, however it lies in the broker', async () => {
  const [hub, server] = [await client(hubName(MAC), hubName(MAC), SECRET), await asServer()];
  await hub.subscribeAsync(commandTopic(MAC), { qos: 1 });
  const heard: string[] = [];
  const fresh = new Promise<void>((resolve) => {
    hub.on('message', (_topic, payload) => {
      const { id } = JSON.parse(payload.toString()) as { id: string };
      heard.push(id);
      if (id === 'fresh') resolve();
    });
  });
  for (const [id, seconds] of [
    ['over', -1],
    ['fresh', 30],
  ] as const) {
    await server.publishAsync(
      commandTopic(MAC),
      JSON.stringify({ id, cmd: 'up -wf', secret: 'x', exp: new Date(Date.now() + seconds * 1_000).toISOString() }),
      { qos: 1 },
    );
  }
  await fresh;
  expect(heard).toEqual(['fresh']);
  await Promise.all([hub.endAsync(true), server.endAsync(true)]);
});

test('a packet of more than 64 kB ends the connection of a hub that has signed in, too', async () => {
  const hub = connectMqtt(`mqtt://127.0.0.1:${backend.config.mqtt.port}`, {
    clientId: hubName(MAC),
    username: hubName(MAC),
    password: SECRET,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  hub.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    hub.once('connect', () => resolve());
  });
  const ended = new Promise<string>((resolve) => {
    hub.once('close', () => resolve('ended'));
  });
  const taken = hub.publishAsync(`one_hub/device/${hubName(MAC)}/data`, Buffer.alloc(65_600, 'x'), { qos: 1 }).then(
    () => 'taken',
    () => 'ended',
  );
  expect(await Promise.race([ended, taken])).toBe('ended');
  await hub.endAsync(true);
});

test('a length that never ends, and a packet of 8 kB before the sign-in, end the connection at once', async () => {
  const started = performance.now();
  for (const bytes of [Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]), header(0x10, 8_193), header(0x30, 8_193)]) {
    const socket = await dial();
    socket.write(bytes);
    await closed(socket);
  }
  // not by the five seconds that a sign-in may take
  expect(performance.now() - started).toBeLessThan(4_000);
});

test('a network may hold 20 connections without sign-in, for five seconds; a hub that signs in frees one', async () => {
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

test('a reader sends nothing to the hub; keepers of one record share its rate limit', async () => {
  const api = callerOf(backend);
  const [owner, keeper, reader] = [await api.newPatient(), await api.newPatient(), await api.newPatient()];
  const mac = '5C:31:3E:00:03:02';
  await provisionHub(backend.platform.db, mac, SECRET);
  const { id } = await backend.repository.create(SYSTEM_ACTOR, {
    resourceType: 'Device',
    status: 'active',
    patient: { reference: `Patient/${owner.patient}` },
  });
  await assignHub(backend.platform.db, mac, { id, patientId: owner.patient });
  for (const [who, rights] of [
    [keeper, 'write'],
    [reader, 'read'],
  ] as const) {
    const [row] = await backend.platform.db.query<{ user_id: string }>(
      `select user_id from access where patient_id = $1 and source = 'self'`,
      [who.patient],
    );
    await backend.platform.access.grant({
      userId: row?.user_id ?? '',
      patientId: owner.patient,
      source: 'family',
      rights,
    });
  }
  const hub = createSimulatedHub({ url: `mqtt://127.0.0.1:${backend.config.mqtt.port}`, mac, secret: SECRET });
  await hub.connect();
  const [first, second, third] = await Promise.all(
    [owner, keeper, reader].map((who) => follow(backend.urls.shell, owner.patient, who.token)),
  );
  const send = (socket: typeof first) => socket?.send({ mac, command: 'stop-scan' });
  expect(await send(third)).toMatchObject({ code: 'ACCESS_DENIED', httpStatus: 403 });
  for (let place = 0; place < 30; place += 1)
    expect([await send(first), await send(second)]).toMatchObject([{ ok: true }, { ok: true }]);
  expect([await send(first), await send(second)]).toMatchObject([
    { code: 'TOO_MANY_REQUESTS', httpStatus: 429 },
    { code: 'TOO_MANY_REQUESTS' },
  ]);
  for (const socket of [first, second, third]) socket?.close();
  await hub.close();
});

test('a hub that was proven by its code stays with that person, whatever it answers later', async () => {
  const api = callerOf(backend);
  const [owner, stranger] = [await api.newPatient(), await api.newPatient()];
  const mac = '5C:31:3E:00:03:03';
  await provisionHub(backend.platform.db, mac, SECRET);
  const hub = await client(hubName(mac), hubName(mac), SECRET);
  const say = (kind: string, body: object) =>
    hub.publishAsync(`one_hub/device/${hubName(mac)}/${kind}`, JSON.stringify(body), { qos: 1 });
  const name = async (who: typeof owner) =>
    String(
      (await api.call(who, 'POST', '/api/phr/device', { patientId: who.patient, name: 'Hub', mac, type: 'ONE_HUB' }))
        .data['id'],
    );
  const [own] = [await name(owner), await name(stranger)];
  const [asked] = await backend.platform.db.query<{ id: string }>('select id::text from hub_pairing where mac = $1', [
    mac,
  ]);
  await say('reply', { id: asked?.id, cmd: 'pair', result: 'passkey', passkey: '246810' });
  expect((await api.call(owner, 'POST', `/api/phr/hub/${own}/pairing/code`, { code: '246810' })).data).toEqual({
    state: 'owned',
  });
  // the stranger is the only one who still waits
  await say('reply', { id: asked?.id, cmd: 'pair', result: 'success' });
  expect(await ownerOf(backend.repository, backend.platform.db, mac)).toEqual({ id: own, patientId: owner.patient });
  await hub.endAsync(true);
});

test('1,500 commands to a hub at once: each person and each hub gets 60 a minute, the rest are told so', async () => {
  const api = callerOf(backend);
  const [one, other] = [await api.newPatient(), await api.newPatient()];
  const { id } = await backend.repository.create(SYSTEM_ACTOR, {
    resourceType: 'Device',
    status: 'active',
    patient: { reference: `Patient/${one.patient}` },
  });
  await assignHub(backend.platform.db, MAC, { id, patientId: one.patient });
  const hub = createSimulatedHub({ url: `mqtt://127.0.0.1:${backend.config.mqtt.port}`, mac: MAC, secret: SECRET });
  await hub.connect();
  const [socket, stranger] = [
    await follow(backend.urls.shell, one.patient, one.token),
    await follow(backend.urls.shell, other.patient, other.token),
  ];
  const codesOf = async (from: typeof socket, command: object): Promise<Record<string, number>> => {
    const answers = (await Promise.all(Array.from({ length: 1_500 }, () => from.send(command)))) as {
      readonly ok?: boolean;
      readonly code?: string;
      readonly httpStatus?: number;
    }[];
    const counts: Record<string, number> = {};
    for (const { ok, code, httpStatus } of answers) {
      const key = ok === true ? 'ok' : `${String(code)} ${String(httpStatus)}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  };
  expect(await codesOf(socket, { mac: MAC, command: 'stop-scan' })).toEqual({ ok: 60, 'TOO_MANY_REQUESTS 429': 1_440 });
  expect(await codesOf(stranger, { mac: MAC, command: 'stop-scan' })).toEqual({
    'ACCESS_DENIED 403': 60,
    'TOO_MANY_REQUESTS 429': 1_440,
  });
  socket.close();
  stranger.close();
  await hub.close();
});

test('a person may name so many hubs an hour, and what was written is not half stored', async () => {
  const api = callerOf(backend);
  const chau = await api.newPatient();
  const most = backend.config.limits.hubPairingsPerHourPerson;
  const name = (place: number) =>
    api.call(chau, 'POST', '/api/phr/device', {
      patientId: chau.patient,
      name: 'Hub',
      mac: `5C:31:3E:00:04:${String(place).padStart(2, '0')}`,
      type: 'ONE_HUB',
    });
  for (let place = 0; place < most; place += 1) expect((await name(place)).status).toBe(200);
  expect((await name(most)).body).toMatchObject({ code: 'TOO_MANY_REQUESTS', httpStatus: 429 });
  expect(await api.list(chau, 'Device', '?_count=100')).toHaveLength(most);
});

test('a hub without an owner stays with the one record that names it; named by two, it must be proven', async () => {
  const { db } = backend.platform;
  const api = callerOf(backend);
  const [one, other] = [await api.newPatient(), await api.newPatient()];
  const named = (mac: string, patient: string) =>
    backend.repository.create(SYSTEM_ACTOR, {
      resourceType: 'Device',
      status: 'active',
      identifier: [{ system: 'https://phr.example/sid/mac', value: mac }],
      patient: { reference: `Patient/${patient}` },
    });
  const [single, double] = ['5C:31:3E:00:05:01', '5C:31:3E:00:05:02'];
  for (const mac of [single, double]) await provisionHub(db, mac, SECRET);
  await named(single, one.patient);
  for (const { patient } of [one, other]) await named(double, patient);
  await db.query('update hub set adopts_owner = true where mac = any($1::text[])', [[single, double]]);
  await adoptOwners(backend.repository, db);
  expect([
    (await ownerOf(backend.repository, db, single))?.patientId,
    await ownerOf(backend.repository, db, double),
  ]).toEqual([one.patient, undefined]);
  // naming it later changes nothing
  await named(single, other.patient);
  expect((await ownerOf(backend.repository, db, single))?.patientId).toBe(one.patient);
});
