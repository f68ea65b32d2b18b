import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, connectAsync } from 'mqtt';
import { createSimulatedHub, type SimulatedHub } from '@phr/testing/simulated-hub';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { assignHub, provisionHub } from '../src/gateway/hub/hubs.ts';
import { hubName } from '../src/gateway/hub/messages.ts';
import { createMeasureSessions } from '../src/gateway/hub/sessions.ts';
import { createOutbox } from '../src/gateway/realtime/outbox.ts';
import { newPerson } from './browser.ts';
import { freePort } from '../src/kit/free-port.ts';
import { follow, type Listener } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

const SERVER_PASSWORD = 'a-password-of-the-server';
const HUBS = Array.from({ length: 24 }, (_, place) => `5C:31:3E:00:01:${String(place).padStart(2, '0')}`);
const SECRET = 'a-secret-that-was-put-into-the-hub';
const hasMosquitto =
  spawnSync('mosquitto', ['-h']).error === undefined && spawnSync('mosquitto_passwd', ['-h']).error === undefined;
if (!hasMosquitto)
  console.warn('skipped: the contract with Mosquitto, which is not installed (apt-get install mosquitto)');

/** Mosquitto set up as in docs/runbook.md: a password file, and an ACL that limits a hub to its own topics. */
async function startMosquitto(port: number): Promise<{ stop(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'phr-mosquitto-'));
  await chmod(dir, 0o777);
  const file = (name: string): string => path.join(dir, name);
  await writeFile(file('passwords'), '');
  for (const [user, password] of [['phr-server', SERVER_PASSWORD], ...HUBS.map((mac) => [hubName(mac), SECRET])])
    spawnSync('mosquitto_passwd', ['-b', file('passwords'), user ?? '', password ?? '']);
  await writeFile(
    file('acl'),
    'user phr-server\ntopic readwrite one_hub/device/#\n\npattern read one_hub/device/%u/command\npattern write one_hub/device/%u/reply\npattern write one_hub/device/%u/state\npattern write one_hub/device/%u/found\npattern write one_hub/device/%u/data\n',
  );
  await writeFile(
    file('conf'),
    `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${file('passwords')}\nacl_file ${file('acl')}\nset_tcp_nodelay true\nuse_username_as_clientid true\nmax_packet_size 65536\nqueue_qos0_messages false\n`,
  );
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

/** Polls for a state that no event announces. */
async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()))
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
}

interface Owner {
  readonly patient: string;
  readonly jwt: string;
  readonly socket: Listener;
}

describe.each([{ broker: 'the embedded broker' }, ...(hasMosquitto ? [{ broker: 'Mosquitto' }] : [])])(
  'hubs over $broker',
  ({ broker }) => {
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
      backend = await startTestBackend(
        mosquitto === undefined
          ? { MQTT_PORT: String(port), MQTT_PASSWORD: SERVER_PASSWORD }
          : { MQTT_URL: url, MQTT_PASSWORD: SERVER_PASSWORD },
      );
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

    /** A person with a record. */
    async function person(): Promise<Omit<Owner, 'socket'>> {
      const { tokens } = await newPerson(backend.config);
      const jwt = tokens.access_token;
      const answer = await fetch(`${backend.urls.shell}/fhir/Patient`, {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/fhir+json' },
        body: JSON.stringify({ resourceType: 'Patient', name: [{ text: 'AN' }] }),
      });
      return { patient: String(((await answer.json()) as Record<string, unknown>)['id']), jwt };
    }

    /** A person with a socket on their record. */
    async function resident(): Promise<Owner> {
      const who = await person();
      const socket = await follow(backend.urls.shell, who.patient, who.jwt);
      sockets.push(socket);
      return { ...who, socket };
    }

    /** A person with an online hub, and a socket for their record. */
    async function household(): Promise<Owner & { hub: SimulatedHub; deviceId: string }> {
      const mac = HUBS[(used += 1) - 1] ?? '';
      const { patient, jwt } = await person();
      const { id: deviceId } = await backend.repository.create(SYSTEM_ACTOR, {
        resourceType: 'Device',
        status: 'active',
        identifier: [{ system: 'https://phr.example/sid/mac', value: mac }],
        patient: { reference: `Patient/${patient}` },
      });
      await assignHub(backend.platform.db, mac, { id: deviceId, patientId: patient });
      const socket = await follow(backend.urls.shell, patient, jwt);
      sockets.push(socket);
      // a new socket gets no state of the hub yet
      expect(await socket.next('hub:status')).toEqual({ mac, pairing: 'INIT', online: false });
      socket.all.splice(0);
      const hub = newHub(mac);
      await hub.connect();
      await socket.next('hub:status', (body) => (body as { pairing: string }).pairing === 'STANDBY');
      return { patient, jwt, socket, hub, deviceId };
    }

    const observationsOf = async (patient: string): Promise<Record<string, unknown>[]> =>
      (
        await backend.repository.search(
          SYSTEM_ACTOR,
          'Observation',
          { _count: '1000', _sort: '_lastUpdated' },
          { patientId: patient },
        )
      ).items.map(({ content }) => JSON.parse(content) as Record<string, unknown>);

    test("[HUB-04] stores a one_hub/device reading as the owner's Observation, once, before acknowledging it", async () => {
      const { patient, hub, socket } = await household();
      const measuredAt = '2026-03-01T08:30:00+07:00';
      const rid = await hub.measure({
        kind: 'blood-pressure',
        value: { systolic: 128, diastolic: 82, pulse: 71 },
        unit: 'mmHg',
        measuredAt,
      });
      await socket.next('vital-sign', (body) => JSON.stringify(body).includes('8867-4'));
      await hub.measure(
        { kind: 'blood-pressure', value: { systolic: 128, diastolic: 82, pulse: 71 }, unit: 'mmHg', measuredAt },
        rid,
      );
      await hub.measure({ kind: 'glucose', value: 6.2, unit: 'mmol/L', measuredAt });
      await socket.next('vital-sign', (body) => JSON.stringify(body).includes('15074-8'));
      const stored = await observationsOf(patient);
      expect(stored).toHaveLength(3);
      expect(stored).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            status: 'final',
            effectiveDateTime: measuredAt,
            subject: { reference: `Patient/${patient}` },
            component: [
              expect.objectContaining({
                valueQuantity: { value: 128, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
              }),
              expect.objectContaining({ valueQuantity: expect.objectContaining({ value: 82 }) }),
            ],
          }),
          expect.objectContaining({
            valueQuantity: { value: 71, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
          }),
          expect.objectContaining({
            valueQuantity: { value: 6.2, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
          }),
        ]),
      );
    });

    test('each kind of meter is stored with its code and unit; what cannot be a measurement is not', async () => {
      const { patient, hub, socket } = await household();
      for (const [kind, value, unit] of [
        ['spo2', 97, '%'],
        ['temperature', 36.8, '°C'],
        ['weight', 61.5, 'kg'],
        ['pulse', 70, '/min'],
        ['cholesterol', 4.9, 'mmol/L'],
        ['uric-acid', 310, 'µmol/L'],
        ['ketone', 0.3, 'mmol/L'],
      ] as const)
        await hub.measure({ kind, value, unit });
      for (const [kind, value, unit] of [
        ['weight', 900, 'kg'],
        ['spo2', 0, '%'],
        ['horoscope', 1, '%'],
        ['glucose', 5, 'stones'],
      ] as const)
        await hub.measure({ kind, value, unit });
      await hub.measure({ kind: 'glucose', value: 101, unit: 'mg/dL' });
      await socket.next('vital-sign', (body) => JSON.stringify(body).includes('mg/dL'));
      const values = (await observationsOf(patient)).map((one) => (one['valueQuantity'] as { value: number }).value);
      expect(values.sort((a, b) => a - b)).toEqual([0.3, 4.9, 36.8, 61.5, 70, 97, 101, 310]);
    });

    test('a scan shows meters one by one, pairing asks the sender for a passkey, then the hub is on standby', async () => {
      const { patient, jwt, hub, socket } = await household();
      const other = await follow(backend.urls.shell, patient, jwt);
      sockets.push(other);
      const { mac } = hub;
      expect(await socket.send({ mac, command: 'scan' })).toMatchObject({ ok: true });
      await socket.next('hub:found', (body) => (body as { meters: object[] }).meters.length === 4);
      expect(await socket.next('hub:found', (body) => (body as { meters: object[] }).meters.length === 2)).toEqual({
        mac,
        meters: [
          { mac: '5C:31:3E:00:00:02', name: 'Beurer BM57', type: 'BEURER_BPM' },
          { mac: '5C:31:3E:00:00:03', name: 'CareSens N', type: 'CARESENS_BGM' },
        ],
      });
      await socket.send({ mac, command: 'scan' });
      expect(await socket.next('hub:reply', (body) => (body as { value?: string }).value === 'BUSY')).toEqual({
        mac,
        reply: 'failed',
        value: 'BUSY',
      });
      await socket.send({ mac, command: 'pair', args: { meterMac: '5c-31-3e-00-00-03' } });
      expect(await socket.next('hub:reply', (body) => (body as { reply: string }).reply === 'stop')).toEqual({
        mac,
        reply: 'stop',
        value: 'USER',
      });
      expect(await socket.next('hub:reply', (body) => (body as { reply: string }).reply === 'passkey')).toEqual({
        mac,
        reply: 'passkey',
        value: '482915',
      });
      expect(await hub.press()).toBe(true);
      expect(await other.next('hub:reply', (body) => (body as { reply: string }).reply === 'success')).toEqual({
        mac,
        reply: 'success',
        value: '5C:31:3E:00:00:03',
      });
      expect(other.all.filter(({ body }) => JSON.stringify(body).includes('passkey'))).toEqual([]);
      await socket.send({ mac, command: 'pair', args: { meterMac: '5C:31:3E:00:00:03' } });
      await socket.next('hub:reply', (body) => (body as { value?: string }).value === 'ALREADY_BONDED');
      await socket.send({ mac, command: 'pair', args: { meterMac: '5C:31:3E:00:00:05' } });
      await socket.next('hub:reply', (body) => (body as { value?: string }).value === 'TIMEOUT');
      const seen = socket.all
        .filter(({ event }) => event === 'hub:status')
        .map(({ body }) => (body as { pairing: string }).pairing);
      expect(seen.slice(-5)).toEqual(['STANDBY', 'PAIRING', 'STANDBY', 'PAIRING', 'STANDBY']);
    });

    test("every catalogued command reaches the hub; unknown ones, wrong arguments and others' hubs do not", async () => {
      const { hub, socket } = await household();
      const stranger = await household();
      const { mac } = hub;
      const commands = [
        { command: 'stop-scan' },
        { command: 'restart' },
        { command: 'rs -wf' },
        { command: 'rs -all' },
        { command: 'rs -abond' },
        { command: 'rda-bg' },
        { command: 'rs -bond', args: { meterMac: '5C:31:3E:00:00:02' } },
        { command: 'up -mode', args: { mode: 3 } },
        { command: 'up -wf', args: { ssid: 'nha', password: 'mat khau wifi' } },
      ];
      for (const command of commands) {
        const before = socket.all.length;
        expect(await socket.send({ mac, ...command })).toMatchObject({ ok: true });
        await socket.next('hub:reply', (body) => socket.all.findIndex((heard) => heard.body === body) >= before);
      }
      expect(hub.state()).toMatchObject({ mode: 3, pairing: 'STANDBY' });
      expect(await socket.send({ mac, command: 'format c:' })).toMatchObject({
        code: 'FORM_INPUT_INVALID',
        httpStatus: 422,
      });
      expect(await socket.send({ mac, command: 'up -mode', args: { mode: 9 } })).toMatchObject({
        code: 'FORM_INPUT_INVALID',
        detail: { message: 'args.mode' },
      });
      for (const foreign of [stranger.hub.mac, '00:00:00:00:00:00'])
        expect(await socket.send({ mac: foreign, command: 'restart' })).toMatchObject({
          code: 'ACCESS_DENIED',
          httpStatus: 403,
        });
      expect(await socket.send(null)).toMatchObject({ code: 'FORM_INPUT_INVALID' });
    });

    test('[MON-01] [MON-03] in a session readings belong to its patient; it refuses others and ends by itself', async () => {
      const { hub, socket, patient } = await household();
      const guest = await household();
      const { db } = backend.platform;
      const sessions = createMeasureSessions(db, createOutbox(db), 10);
      const start = {
        patientId: guest.patient,
        deviceId: 'device-of-the-house',
        mac: hub.mac,
        hubMac: hub.mac,
        socketId: 's1',
        userId: 'u1',
      };
      const session = await db.tx((sql) => sessions.start(start, sql));
      expect(session).toMatchObject({ mac: hub.mac, minsTimeout: 10 });
      expect(await guest.socket.next('session')).toEqual({ ...session, state: 'started' });
      await expect(db.tx((sql) => sessions.start({ ...start, patientId: patient }, sql))).rejects.toMatchObject({
        code: 'SESSION_RUNNING',
        statusCode: 409,
      });

      await hub.measure({ kind: 'spo2', value: 97, unit: '%' });
      await guest.socket.next('vital-sign');
      await hub.measure({
        kind: 'spo2',
        value: 91,
        unit: '%',
        measuredAt: new Date(Date.now() - 61_000).toISOString(),
      });
      const toast = await guest.socket.next('toast');
      expect(JSON.parse(String(toast))).toMatchObject({
        code: 'OUT_OF_SESSION',
        type: 'error',
        message: expect.any(String),
      });

      await db.query('update measure_session set ends_at = now() where id = $1', [session.id]);
      await sessions.endOverdue();
      expect(await guest.socket.next('session', (body) => (body as { state: string }).state === 'ended')).toEqual({
        ...session,
        state: 'ended',
      });
      await expect(db.tx((sql) => sessions.end(start, sql))).rejects.toMatchObject({ code: 'NOT_FOUND' });
      // a time long after the session is the owner's again
      await hub.measure({
        kind: 'spo2',
        value: 95,
        unit: '%',
        measuredAt: new Date(Date.now() + 120_000).toISOString(),
      });
      await socket.next('vital-sign');
      const spo2 = async (id: string): Promise<unknown[]> =>
        (await observationsOf(id)).map((one) => (one['valueQuantity'] as { value: number }).value);
      expect([await spo2(guest.patient), await spo2(patient)]).toEqual([[97], [95]]);
    });

    test('a hub that loses its power is told as offline, and readings that waited in it follow', async () => {
      const { patient, hub, socket } = await household();
      hub.cutPower();
      expect(await socket.next('hub:status', (body) => !(body as { online: boolean }).online)).toEqual({
        mac: hub.mac,
        pairing: 'INIT',
        online: false,
      });
      const before = socket.all.length;
      await hub.measure({ kind: 'spo2', value: 96, unit: '%' });
      await hub.connect();
      await socket.next(
        'hub:status',
        (body) =>
          socket.all.findIndex((heard) => heard.body === body) >= before && (body as { online: boolean }).online,
      );
      await socket.next('vital-sign');
      expect(await observationsOf(patient)).toHaveLength(1);
    });

    test('another hub with its own secret and this one’s client id hears nothing, and cuts nobody off', async () => {
      const { hub, socket } = await household();
      const heard: string[] = [];
      const thief = connect(url, {
        clientId: hubName(hub.mac),
        username: hubName(HUBS.at(-3) ?? ''),
        password: SECRET,
        protocolVersion: 4,
        clean: false,
        reconnectPeriod: 0,
      });
      thief.on('message', (topic) => heard.push(topic)).on('error', () => undefined);
      thief.subscribe(`one_hub/device/${hubName(hub.mac)}/command`, { qos: 1 });
      // refused (the embedded broker), or accepted under its own name (Mosquitto)
      await new Promise<void>((resolve) => {
        thief.once('close', () => resolve()).once('connect', () => resolve());
      });
      expect(await socket.send({ mac: hub.mac, command: 'restart' })).toMatchObject({ ok: true });
      await socket.next('hub:reply', (body) => (body as { reply: string }).reply === 'success');
      await thief.endAsync(true);
      expect([
        hub.state().online,
        heard,
        socket.all.filter(({ event, body }) => event === 'hub:status' && !(body as { online: boolean }).online),
      ]).toEqual([true, [], []]);
    });

    test('a Wi-Fi password is kept nowhere: not for a hub that is away, not in the database', async () => {
      const { hub, socket } = await household();
      const other = await household();
      const wifi = (secret: string) =>
        socket.send({ mac: hub.mac, command: 'up -wf', args: { ssid: 'NhaChau', password: secret } });
      expect(await wifi('SECRET-WIFI-ONE')).toMatchObject({ ok: true });
      await socket.next('hub:reply');
      hub.cutPower();
      await socket.next('hub:status', (body) => !(body as { online: boolean }).online);
      expect(await wifi('SECRET-WIFI-TWO')).toMatchObject({ code: 'UNAVAILABLE', httpStatus: 503 });
      // the server does not know yet that the hub is offline
      await backend.platform.db.query('update hub set online = true where mac = $1', [hub.mac]);
      expect(await wifi('SECRET-WIFI-SIX')).toMatchObject({ ok: true });
      // the broker handles the server's messages in order: this one is done
      expect(await other.socket.send({ mac: other.hub.mac, command: 'restart' })).toMatchObject({ ok: true });
      await other.socket.next('hub:reply');
      const heard: string[] = [];
      const again = connect(url, {
        clientId: hubName(hub.mac),
        username: hubName(hub.mac),
        password: SECRET,
        protocolVersion: 4,
        clean: false,
        reconnectPeriod: 0,
      });
      again.on('message', (_topic, payload) => heard.push(payload.toString()));
      await new Promise<void>((resolve) => {
        again.once('connect', () => resolve());
      });
      await again.subscribeAsync(`one_hub/device/${hubName(hub.mac)}/command`, { qos: 1 });
      await again.publishAsync(
        `one_hub/device/${hubName(hub.mac)}/state`,
        JSON.stringify({ pairing: 'STANDBY', connection: 'CONNECTED' }),
        { qos: 1 },
      );
      expect(await socket.send({ mac: hub.mac, command: 'restart' })).toMatchObject({ ok: true });
      await new Promise<void>((resolve) => {
        if (heard.some((text) => text.includes('restart'))) resolve();
        else again.on('message', () => resolve());
      });
      await again.endAsync(true);
      expect(heard.map((text) => (JSON.parse(text) as { cmd: string }).cmd)).toEqual(['restart']);
      const { db } = backend.platform;
      const tables = await db.query<{ name: string }>(
        `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
      );
      const kept = await Promise.all(
        tables.map(async ({ name }) => [
          name,
          (await db.query(`select 1 from ${name} t where t::text like '%SECRET-WIFI%' limit 1`)).length,
        ]),
      );
      expect(kept.filter(([, rows]) => rows !== 0)).toEqual([]);
    });

    /** A call of the PHR API as some person. */
    const call = async (
      { jwt }: Owner,
      method: string,
      path: string,
      body?: object,
    ): Promise<{ readonly status: number; readonly data: Record<string, unknown> }> => {
      const answer = await fetch(
        `${backend.urls.shell}/api/phr/${path.includes('/pairing') ? 'hub' : 'device'}${path}`,
        {
          method,
          headers: {
            authorization: `Bearer ${jwt}`,
            'content-type': 'application/json',
            'idempotency-key': crypto.randomUUID(),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
      );
      return { status: answer.status, data: ((await answer.json()) as { data?: Record<string, unknown> }).data ?? {} };
    };
    const name = async (who: Owner, mac: string): Promise<string> =>
      String((await call(who, 'POST', '', { patientId: who.patient, name: 'Hub', mac, type: 'ONE_HUB' })).data['id']);
    const proofOf = async (who: Owner, id: string): Promise<Record<string, unknown>> =>
      (await call(who, 'GET', `/${id}/pairing`)).data;
    /** An online hub without an owner. */
    async function freeHubOnline(hasDisplay = true): Promise<SimulatedHub> {
      const hub = createSimulatedHub({ url, mac: HUBS[(used += 1) - 1] ?? '', secret: SECRET, pace: 20, hasDisplay });
      hubs.push(hub);
      await hub.connect();
      return hub;
    }
    /**
     * Waits until the hub has been asked for a proof and, when it shows a code, the server knows it. Returns how often
     * the button must be pressed.
     */
    const asked = async (hub: SimulatedHub, shows = true): Promise<number> => {
      let presses = 0;
      await waitUntil(async () => {
        const [row] = await backend.platform.db.query<{ presses: number; knows: boolean }>(
          'select presses, code_hash is not null as knows from hub_pairing where mac = $1',
          [hub.mac],
        );
        presses = row?.presses ?? 0;
        return hub.isAsked() && (row?.knows === true || !shows);
      });
      return presses;
    };

    test('naming a MAC address gives no access; typing the code that the hub shows does', async () => {
      const hub = await freeHubOnline();
      const [stranger, owner] = [await resident(), await resident()];
      const [strange, own] = [await name(stranger, hub.mac), await name(owner, hub.mac)];
      await asked(hub);
      await waitUntil(async () => hub.display() !== undefined);
      await hub.measure({ kind: 'spo2', value: 91, unit: '%' });
      for (const who of [stranger, owner])
        expect(await who.socket.send({ mac: hub.mac, command: 'scan' })).toMatchObject({ code: 'ACCESS_DENIED' });
      const code = hub.display() ?? '';
      const wrong = code === '000000' ? '000001' : '000000';
      for (let left = 4; left >= 0; left -= 1)
        expect((await call(stranger, 'POST', `/${strange}/pairing/code`, { code: wrong })).data).toMatchObject({
          state: 'waiting',
          triesLeft: left,
        });
      // only five attempts are allowed: the correct code comes too late, and restarting gives no more
      expect((await call(stranger, 'POST', `/${strange}/pairing`, {})).data).toMatchObject({
        state: 'waiting',
        triesLeft: 0,
      });
      expect((await call(stranger, 'POST', `/${strange}/pairing/code`, { code })).data).toMatchObject({
        state: 'waiting',
        triesLeft: 0,
      });
      expect((await call(owner, 'POST', `/${own}/pairing/code`, { code })).data).toEqual({ state: 'owned' });
      // a hub that was online before it had an owner still works
      expect(await owner.socket.next('hub:status')).toEqual({ mac: hub.mac, pairing: 'STANDBY', online: true });
      expect(await owner.socket.send({ mac: hub.mac, command: 'restart' })).toMatchObject({ ok: true });
      await hub.measure({ kind: 'spo2', value: 98, unit: '%' });
      await owner.socket.next('vital-sign');
      expect([
        await observationsOf(stranger.patient),
        (await observationsOf(owner.patient)).map((one) => (one['valueQuantity'] as { value: number }).value),
      ]).toEqual([[], [98]]);
      expect(
        await backend.platform.db.query('select outcome from hub_reading where hub_mac = $1 order by received_at', [
          hub.mac,
        ]),
      ).toEqual([{ outcome: 'no-owner' }, { outcome: 'stored' }]);
      expect(stranger.socket.all.filter(({ event }) => event !== 'ready')).toEqual([]);
      expect(JSON.stringify([...stranger.socket.all, ...owner.socket.all])).not.toContain(code);
      // it keeps waiting as for a hub that is offline
      expect(await proofOf(stranger, strange)).toMatchObject({ state: 'waiting' });
    });

    test('a hub without a display is proven by its button, pressed as asked, by the person who wants it', async () => {
      const hub = await freeHubOnline(false);
      const [owner, stranger] = [await resident(), await resident()];
      const own = await name(owner, hub.mac);
      const presses = await asked(hub, false);
      expect(await proofOf(owner, own)).toMatchObject({ state: 'waiting', presses, isContested: false });
      expect(await hub.pressButton(presses + 1)).toBe(false);
      const strange = await name(stranger, hub.mac);
      // two people claim it: a button press does not say which of them is there
      expect(await hub.pressButton(presses)).toBe(true);
      await waitUntil(async () => (await proofOf(owner, own))['isContested'] === true);
      expect(await proofOf(stranger, strange)).toMatchObject({ state: 'waiting', isContested: true });
      await call(stranger, 'DELETE', `/${strange}`);
      expect(await hub.pressButton(presses)).toBe(true);
      await waitUntil(async () => (await proofOf(owner, own))['state'] === 'owned');
    });

    test('an owned hub ignores strangers, tells them nothing, and is freed by its owner alone', async () => {
      const { patient, jwt, socket, hub, deviceId } = await household();
      const stranger = await resident();
      const free = await freeHubOnline();
      const answers = [];
      for (const mac of [hub.mac, free.mac, '5C:31:3E:77:77:77']) {
        const { status, data } = await call(stranger, 'POST', '', {
          patientId: stranger.patient,
          name: 'Hub',
          mac,
          type: 'ONE_HUB',
        });
        const { endsAt, presses, ...proof } = await proofOf(stranger, String(data['id']));
        expect([typeof endsAt, typeof presses]).toEqual(['string', 'number']);
        answers.push([
          status,
          Object.keys(data).sort(),
          proof,
          (await call(stranger, 'POST', `/${String(data['id'])}/pairing/code`, { code: '123456' })).data['triesLeft'],
        ]);
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      await asked(free);
      expect([hub.isAsked(), stranger.socket.all.map(({ event }) => event)]).toEqual([false, ['ready']]);
      expect((await call({ patient, jwt, socket }, 'DELETE', `/${deviceId}`)).status).toBe(200);
      await hub.measure({ kind: 'spo2', value: 92, unit: '%' });
      expect([await observationsOf(patient), await observationsOf(stranger.patient)]).toEqual([[], []]);
      // now the hub is asked for proof, for people who named it before or name it again
      await asked(hub);
    });

    test('a session with a device that only says the mac of somebody’s hub or meter hears nothing of it', async () => {
      const { hub, socket, patient } = await household();
      const thief = await resident();
      const sessions = [];
      for (const mac of [hub.mac, '5C:31:3E:00:00:02']) {
        const { id } = await backend.repository.create(SYSTEM_ACTOR, {
          resourceType: 'Device',
          status: 'active',
          identifier: [{ system: 'https://phr.example/sid/mac', value: mac }],
          patient: { reference: `Patient/${thief.patient}` },
        });
        const started = await fetch(`${backend.urls.shell}/api/phr/health-sign-monitor/start-session`, {
          method: 'POST',
          headers: { authorization: `Bearer ${thief.jwt}`, 'content-type': 'application/json' },
          body: JSON.stringify({ patientId: thief.patient, deviceId: id, socketId: 's' }),
        });
        sessions.push(started.status);
      }
      expect(sessions).toEqual([200, 200]);
      await hub.measure({ kind: 'spo2', value: 97, unit: '%', meter: '5C:31:3E:00:00:02' });
      await socket.next('vital-sign');
      expect([await observationsOf(thief.patient), await observationsOf(patient)]).toEqual([[], [expect.anything()]]);
    });

    test('a hub with a wrong secret is not let in, and a hub reaches no topic but its own', async () => {
      const { hub } = await household();
      await expect(newHub(HUBS.at(-1) ?? '', 'wrong').connect()).rejects.toThrow();
      await expect(
        connectAsync(url, { clientId: 'anonymous', reconnectPeriod: 0, protocolVersion: 4 }, false),
      ).rejects.toThrow();
      const spy = await connectAsync(
        url,
        {
          clientId: hubName(HUBS.at(-2) ?? ''),
          username: hubName(HUBS.at(-2) ?? ''),
          password: SECRET,
          protocolVersion: 4,
          reconnectPeriod: 0,
        },
        false,
      );
      const heard: string[] = [];
      spy.on('message', (topic) => heard.push(topic));
      spy.on('error', () => undefined);
      for (const topic of [`one_hub/device/${hubName(hub.mac)}/command`, 'one_hub/device/+/data', '#'])
        await spy.subscribeAsync(topic, { qos: 1 }).catch(() => undefined);
      // a broker drops such a message or the connection: both are fine, a stored reading is not
      await Promise.race([
        spy
          .publishAsync(
            `one_hub/device/${hubName(hub.mac)}/data`,
            JSON.stringify({
              rid: 'x:1',
              mac: '5C:31:3E:00:00:02',
              kind: 'spo2',
              value: 50,
              unit: '%',
              measuredAt: new Date().toISOString(),
            }),
            { qos: 1 },
          )
          .catch(() => undefined),
        new Promise<void>((resolve) => {
          spy.once('close', () => resolve());
        }),
      ]);
      const { socket, hub: own, patient } = await household();
      await own.measure({ kind: 'spo2', value: 98, unit: '%' });
      await socket.next('vital-sign');
      expect(await observationsOf(patient)).toHaveLength(1);
      expect(await backend.platform.db.query(`select 1 from hub_reading where rid = 'x:1'`)).toEqual([]);
      expect(heard).toEqual([]);
      await spy.endAsync(true);
    });
  },
);
