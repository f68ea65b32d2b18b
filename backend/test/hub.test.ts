import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectAsync } from 'mqtt';
import { createSimulatedHub, type SimulatedHub } from '@phr/testing/simulated-hub';
import { SYSTEM } from '../src/fhir/actor.ts';
import { provisionHub } from '../src/hub/hubs.ts';
import { hubName } from '../src/hub/messages.ts';
import { createMeasureSessions } from '../src/hub/sessions.ts';
import { createOutbox } from '../src/realtime/outbox.ts';
import { newPerson } from './browser.ts';
import { freePort } from '../src/ops/free-port.ts';
import { follow, type Listener } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

const SERVER_PASSWORD = 'a-password-of-the-server';
const HUBS = Array.from({ length: 12 }, (_, place) => `5C:31:3E:00:01:${String(place).padStart(2, '0')}`);
const SECRET = 'a-secret-that-was-put-into-the-hub';
const hasMosquitto = spawnSync('mosquitto', ['-h']).error === undefined && spawnSync('mosquitto_passwd', ['-h']).error === undefined;
if (!hasMosquitto) console.warn('skipped: the contract with Mosquitto, which is not installed (apt-get install mosquitto)');

/** Mosquitto as docs/runbook.md sets it up: password file, and an ACL by which a hub reaches only its own topics. */
async function startMosquitto(port: number): Promise<{ stop(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'phr-mosquitto-'));
  await chmod(dir, 0o777);
  const file = (name: string): string => path.join(dir, name);
  await writeFile(file('passwords'), '');
  for (const [user, password] of [['phr-server', SERVER_PASSWORD], ...HUBS.map((mac) => [hubName(mac), SECRET])]) spawnSync('mosquitto_passwd', ['-b', file('passwords'), user ?? '', password ?? '']);
  await writeFile(file('acl'), 'user phr-server\ntopic readwrite one_hub/device/#\n\npattern read one_hub/device/%u/command\npattern write one_hub/device/%u/reply\npattern write one_hub/device/%u/state\npattern write one_hub/device/%u/found\npattern write one_hub/device/%u/data\n');
  await writeFile(file('conf'), `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${file('passwords')}\nacl_file ${file('acl')}\nset_tcp_nodelay true\n`);
  for (const name of ['passwords', 'acl', 'conf']) await chmod(file(name), 0o644);
  const child: ChildProcess = spawn('mosquitto', ['-c', file('conf')], { stdio: 'ignore' });
  return {
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface Owner { readonly patient: string; readonly jwt: string; readonly socket: Listener }

describe.each([{ broker: 'the embedded broker' }, ...(hasMosquitto ? [{ broker: 'Mosquitto' }] : [])])('hubs over $broker', ({ broker }) => {
  let backend: TestBackend;
  let mosquitto: { stop(): Promise<void> } | undefined;
  let url: string;
  let used = 0;
  const hubs: SimulatedHub[] = [];
  const sockets: Listener[] = [];

  beforeAll(async () => {
    const port = await freePort();
    url = `mqtt://127.0.0.1:${port}`;
    if (broker === 'Mosquitto') mosquitto = await startMosquitto(port);
    backend = await startTestBackend(mosquitto === undefined ? { MQTT_PORT: String(port), MQTT_PASSWORD: SERVER_PASSWORD } : { MQTT_URL: url, MQTT_PASSWORD: SERVER_PASSWORD });
    for (const mac of HUBS) await provisionHub(backend.platform.db, mac, SECRET);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    for (const hub of hubs.splice(0)) await hub.close();
  });
  afterAll(async () => {
    await backend.stop();
    await mosquitto?.stop();
  });

  const newHub = (mac: string, secret = SECRET): SimulatedHub => {
    const hub = createSimulatedHub({ url, mac, secret, pace: 20 });
    hubs.push(hub);
    return hub;
  };

  /** A person with a socket on their record. */
  async function resident(): Promise<Owner> {
    const { tokens } = await newPerson(backend.config);
    const jwt = tokens.access_token;
    const answer = await fetch(`${backend.urls.shell}/fhir/Patient`, {
      method: 'POST', headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/fhir+json' }, body: JSON.stringify({ resourceType: 'Patient', name: [{ text: 'AN' }] }),
    });
    const patient = String((await answer.json() as Record<string, unknown>)['id']);
    const socket = await follow(backend.urls.shell, patient, jwt);
    sockets.push(socket);
    return { patient, jwt, socket };
  }

  /** A person with a hub of their own that is online, and a socket on their record. */
  async function household(): Promise<Owner & { hub: SimulatedHub; deviceId: string }> {
    const mac = HUBS[(used += 1) - 1] ?? '';
    const { patient, jwt, socket } = await resident();
    const { id: deviceId } = await backend.repository.create(SYSTEM, {
      resourceType: 'Device', status: 'active', identifier: [{ system: 'https://phr.example/sid/mac', value: mac }], patient: { reference: `Patient/${patient}` },
    });
    const hub = newHub(mac);
    await hub.connect();
    await socket.next('hub:status', (body) => (body as { pairing: string }).pairing === 'STANDBY');
    return { patient, jwt, socket, hub, deviceId };
  }

  const observationsOf = async (patient: string): Promise<Record<string, unknown>[]> =>
    (await backend.repository.search(SYSTEM, 'Observation', { _count: '1000', _sort: '_lastUpdated' }, { patientId: patient })).items
      .map(({ content }) => JSON.parse(content) as Record<string, unknown>);

  test('[HUB-04] a reading on one_hub/device becomes an Observation of the owner before the hub is told that it was taken, once', async () => {
    const { patient, hub, socket } = await household();
    const measuredAt = '2026-03-01T08:30:00+07:00';
    const rid = await hub.measure({ kind: 'blood-pressure', value: { systolic: 128, diastolic: 82, pulse: 71 }, unit: 'mmHg', measuredAt });
    await socket.next('vital-sign', (body) => JSON.stringify(body).includes('8867-4'));
    await hub.measure({ kind: 'blood-pressure', value: { systolic: 128, diastolic: 82, pulse: 71 }, unit: 'mmHg', measuredAt }, rid);
    await hub.measure({ kind: 'glucose', value: 6.2, unit: 'mmol/L', measuredAt });
    await socket.next('vital-sign', (body) => JSON.stringify(body).includes('15074-8'));
    const stored = await observationsOf(patient);
    expect(stored).toHaveLength(3);
    expect(stored).toEqual(expect.arrayContaining([
      expect.objectContaining({
        status: 'final', effectiveDateTime: measuredAt, subject: { reference: `Patient/${patient}` },
        component: [expect.objectContaining({ valueQuantity: { value: 128, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' } }), expect.objectContaining({ valueQuantity: expect.objectContaining({ value: 82 }) })],
      }),
      expect.objectContaining({ valueQuantity: { value: 71, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' } }),
      expect.objectContaining({ valueQuantity: { value: 6.2, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' } }),
    ]));
  });

  test('each kind of meter is stored with its code and unit; what cannot be a measurement is not', async () => {
    const { patient, hub, socket } = await household();
    for (const [kind, value, unit] of [['spo2', 97, '%'], ['temperature', 36.8, '°C'], ['weight', 61.5, 'kg'], ['pulse', 70, '/min'], ['cholesterol', 4.9, 'mmol/L'], ['uric-acid', 310, 'µmol/L'], ['ketone', 0.3, 'mmol/L']] as const) await hub.measure({ kind, value, unit });
    for (const [kind, value, unit] of [['weight', 900, 'kg'], ['spo2', 0, '%'], ['horoscope', 1, '%'], ['glucose', 5, 'stones']] as const) await hub.measure({ kind, value, unit });
    await hub.measure({ kind: 'glucose', value: 101, unit: 'mg/dL' });
    await socket.next('vital-sign', (body) => JSON.stringify(body).includes('mg/dL'));
    const values = (await observationsOf(patient)).map((one) => (one['valueQuantity'] as { value: number }).value);
    expect(values.sort((a, b) => a - b)).toEqual([0.3, 4.9, 36.8, 61.5, 70, 97, 101, 310]);
  });

  test('a scan shows meters one after the other, a pairing asks the sender for a passkey, and the hub ends in standby', async () => {
    const { patient, jwt, hub, socket } = await household();
    const other = await follow(backend.urls.shell, patient, jwt);
    sockets.push(other);
    const { mac } = hub;
    expect(await socket.send({ mac, command: 'scan' })).toMatchObject({ ok: true });
    await socket.next('hub:found', (body) => (body as { meters: object[] }).meters.length === 4);
    expect(await socket.next('hub:found', (body) => (body as { meters: object[] }).meters.length === 2)).toEqual({ mac, meters: [
      { mac: '5C:31:3E:00:00:02', name: 'Beurer BM57', type: 'BEURER_BPM' }, { mac: '5C:31:3E:00:00:03', name: 'CareSens N', type: 'CARESENS_BGM' }] });
    await socket.send({ mac, command: 'scan' });
    expect(await socket.next('hub:reply', (body) => (body as { value?: string }).value === 'BUSY')).toEqual({ mac, reply: 'failed', value: 'BUSY' });
    await socket.send({ mac, command: 'pair', args: { meterMac: '5c-31-3e-00-00-03' } });
    expect(await socket.next('hub:reply', (body) => (body as { reply: string }).reply === 'stop')).toEqual({ mac, reply: 'stop', value: 'USER' });
    expect(await socket.next('hub:reply', (body) => (body as { reply: string }).reply === 'passkey')).toEqual({ mac, reply: 'passkey', value: '482915' });
    expect(await hub.press()).toBe(true);
    expect(await other.next('hub:reply', (body) => (body as { reply: string }).reply === 'success')).toEqual({ mac, reply: 'success', value: '5C:31:3E:00:00:03' });
    expect(other.all.filter(({ body }) => JSON.stringify(body).includes('passkey'))).toEqual([]);
    await socket.send({ mac, command: 'pair', args: { meterMac: '5C:31:3E:00:00:03' } });
    await socket.next('hub:reply', (body) => (body as { value?: string }).value === 'ALREADY_BONDED');
    await socket.send({ mac, command: 'pair', args: { meterMac: '5C:31:3E:00:00:05' } });
    await socket.next('hub:reply', (body) => (body as { value?: string }).value === 'TIMEOUT');
    const seen = socket.all.filter(({ event }) => event === 'hub:status').map(({ body }) => (body as { pairing: string }).pairing);
    expect(seen.slice(-5)).toEqual(['STANDBY', 'PAIRING', 'STANDBY', 'PAIRING', 'STANDBY']);
  });

  test('every command of the catalogue reaches the hub; unknown ones, wrong arguments and hubs of others are refused', async () => {
    const { hub, socket } = await household();
    const stranger = await household();
    const { mac } = hub;
    const commands = [
      { command: 'stop-scan' }, { command: 'restart' }, { command: 'rs -wf' }, { command: 'rs -all' }, { command: 'rs -abond' }, { command: 'rda-bg' },
      { command: 'rs -bond', args: { meterMac: '5C:31:3E:00:00:02' } }, { command: 'up -mode', args: { mode: 3 } }, { command: 'up -wf', args: { ssid: 'nha', password: 'mat khau wifi' } },
    ];
    for (const command of commands) {
      const before = socket.all.length;
      expect(await socket.send({ mac, ...command })).toMatchObject({ ok: true });
      await socket.next('hub:reply', (body) => socket.all.findIndex((heard) => heard.body === body) >= before);
    }
    expect(hub.state()).toMatchObject({ mode: 3, pairing: 'STANDBY' });
    expect(await socket.send({ mac, command: 'format c:' })).toMatchObject({ code: 'FORM_INPUT_INVALID', httpStatus: 422 });
    expect(await socket.send({ mac, command: 'up -mode', args: { mode: 9 } })).toMatchObject({ code: 'FORM_INPUT_INVALID', detail: { message: 'args.mode' } });
    for (const foreign of [stranger.hub.mac, '00:00:00:00:00:00']) expect(await socket.send({ mac: foreign, command: 'restart' })).toMatchObject({ code: 'ACCESS_DENIED', httpStatus: 403 });
    expect(await socket.send(null)).toMatchObject({ code: 'FORM_INPUT_INVALID' });
  });

  test('[MON-01] [MON-03] during a measure session readings belong to its patient; those of another time are refused in words, and the session ends by itself', async () => {
    const { hub, socket, patient } = await household();
    const guest = await household();
    const { db } = backend.platform;
    const sessions = createMeasureSessions(db, createOutbox(db), 10);
    const start = { patientId: guest.patient, deviceId: 'device-of-the-house', mac: hub.mac, socketId: 's1', userId: 'u1' };
    const session = await db.tx((sql) => sessions.start(start, sql));
    expect(session).toMatchObject({ mac: hub.mac, minsTimeout: 10 });
    expect(await guest.socket.next('session')).toEqual({ ...session, state: 'started' });
    await expect(db.tx((sql) => sessions.start({ ...start, patientId: patient }, sql))).rejects.toMatchObject({ code: 'SESSION_RUNNING', statusCode: 409 });

    await hub.measure({ kind: 'spo2', value: 97, unit: '%' });
    await guest.socket.next('vital-sign');
    await hub.measure({ kind: 'spo2', value: 91, unit: '%', measuredAt: new Date(Date.now() - 61_000).toISOString() });
    const toast = await guest.socket.next('toast');
    expect(JSON.parse(String(toast))).toMatchObject({ code: 'OUT_OF_SESSION', type: 'error', message: expect.any(String) });

    await db.query('update measure_session set ends_at = now() where id = $1', [session.id]);
    await sessions.endOverdue();
    expect(await guest.socket.next('session', (body) => (body as { state: string }).state === 'ended')).toEqual({ ...session, state: 'ended' });
    await expect(db.tx((sql) => sessions.end(start, sql))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // a time long after the session is the owner's again
    await hub.measure({ kind: 'spo2', value: 95, unit: '%', measuredAt: new Date(Date.now() + 120_000).toISOString() });
    await socket.next('vital-sign');
    const spo2 = async (id: string): Promise<unknown[]> => (await observationsOf(id)).map((one) => (one['valueQuantity'] as { value: number }).value);
    expect([await spo2(guest.patient), await spo2(patient)]).toEqual([[97], [95]]);
  });

  test('a hub that loses its power is told as offline, and readings that waited in it follow', async () => {
    const { patient, hub, socket } = await household();
    hub.cutPower();
    expect(await socket.next('hub:status', (body) => !(body as { online: boolean }).online)).toEqual({ mac: hub.mac, pairing: 'INIT', online: false });
    const before = socket.all.length;
    await hub.measure({ kind: 'spo2', value: 96, unit: '%' });
    await hub.connect();
    await socket.next('hub:status', (body) => socket.all.findIndex((heard) => heard.body === body) >= before && (body as { online: boolean }).online);
    await socket.next('vital-sign');
    expect(await observationsOf(patient)).toHaveLength(1);
  });

  test('who adds a hub that is online already is told so at once', async () => {
    const before = await household();
    await backend.repository.delete(SYSTEM, 'Device', before.deviceId);
    const { patient, jwt, socket } = await resident();
    const answer = await fetch(`${backend.urls.shell}/api/phr/device`, {
      method: 'POST', headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ patientId: patient, name: 'Hub', mac: before.hub.mac, type: 'ONE_HUB' }),
    });
    expect(answer.status).toBe(200);
    expect(await socket.next('hub:status')).toEqual({ mac: before.hub.mac, pairing: 'STANDBY', online: true });
  });

  test('a hub with a wrong secret is not let in, and a hub reaches no topic but its own', async () => {
    const { hub } = await household();
    await expect(newHub(HUBS.at(-1) ?? '', 'wrong').connect()).rejects.toThrow();
    await expect(connectAsync(url, { clientId: 'anonymous', reconnectPeriod: 0, protocolVersion: 4 }, false)).rejects.toThrow();
    const spy = await connectAsync(url, { clientId: 'spy', username: hubName(HUBS.at(-2) ?? ''), password: SECRET, protocolVersion: 4, reconnectPeriod: 0 }, false);
    const heard: string[] = [];
    spy.on('message', (topic) => heard.push(topic));
    spy.on('error', () => undefined);
    for (const topic of [`one_hub/device/${hubName(hub.mac)}/command`, 'one_hub/device/+/data', '#']) await spy.subscribeAsync(topic, { qos: 1 }).catch(() => undefined);
    // a broker drops such a message or the connection: both are fine, a stored reading is not
    await Promise.race([
      spy.publishAsync(`one_hub/device/${hubName(hub.mac)}/data`, JSON.stringify({ rid: 'x:1', mac: '5C:31:3E:00:00:02', kind: 'spo2', value: 50, unit: '%', measuredAt: new Date().toISOString() }), { qos: 1 }).catch(() => undefined),
      new Promise<void>((resolve) => { spy.once('close', () => resolve()); }),
    ]);
    const { socket, hub: own, patient } = await household();
    await own.measure({ kind: 'spo2', value: 98, unit: '%' });
    await socket.next('vital-sign');
    expect(await observationsOf(patient)).toHaveLength(1);
    expect(await backend.platform.db.query(`select 1 from hub_reading where rid = 'x:1'`)).toEqual([]);
    expect(heard).toEqual([]);
    await spy.endAsync(true);
  });
});
