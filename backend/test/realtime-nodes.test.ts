import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSimulatedHub } from '@phr/testing/simulated-hub';
import { startEmbeddedServer, type EmbeddedServer } from '../src/demo/embedded-server.ts';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { assignHub, provisionHub } from '../src/gateway/hub/hubs.ts';
import { newPerson } from './browser.ts';
import { freePort } from '../src/kit/free-port.ts';
import { follow } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// Starts whole processes, which take much longer than the usual second on a busy machine.
import.meta.jest.setTimeout(120_000);

const hasRedis = spawnSync('redis-server', ['--version']).error === undefined;
if (!hasRedis)
  console.warn('skipped: several processes over Redis, which is not installed (apt-get install redis-server)');
const MAC = '5C:31:3E:00:02:01';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

(hasRedis ? describe : describe.skip)('several processes over one database and Redis', () => {
  let dir: string;
  let redis: ChildProcess;
  let server: EmbeddedServer;
  let [first, second, hubs]: TestBackend[] = [];
  const of = (backend: TestBackend | undefined): TestBackend => {
    if (backend === undefined) throw new Error('not started');
    return backend;
  };

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'phr-nodes-'));
    await chmod(dir, 0o755);
    const [redisPort, mqttPort, shellPort, identityPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    redis = spawn(
      'redis-server',
      ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir],
      { stdio: 'ignore' },
    );
    await listening(redisPort);
    server = await startEmbeddedServer({ dir: path.join(dir, 'postgres'), log: silent, throwAway: true });
    const shared = {
      DATABASE_URL: server.url('postgres'),
      DATA_DIR: dir,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      MQTT_PASSWORD: 'a-password-of-the-server',
      SHELL_ORIGIN: `http://localhost:${shellPort}`,
      ISSUER: `http://localhost:${identityPort}`,
    };
    const broker = { MQTT_URL: `mqtt://127.0.0.1:${mqttPort}` };
    hubs = await startTestBackend({ ...shared, SERVICES: 'mqtt', MQTT_PORT: String(mqttPort) });
    first = await startTestBackend({
      ...shared,
      ...broker,
      SERVICES: 'identity,fhir,realtime,web',
      PORT: String(shellPort),
      IDENTITY_PORT: String(identityPort),
    });
    second = await startTestBackend({ ...shared, ...broker, SERVICES: 'realtime,fhir' });
    await provisionHub(of(first).platform.db, MAC, 'a-secret-of-the-hub');
  });
  afterAll(async () => {
    for (const backend of [first, second, hubs]) await backend?.stop();
    await server.stop();
    const ended = once(redis, 'exit');
    redis.kill();
    await ended;
    await rm(dir, { recursive: true, force: true });
  });

  test('[HUB-17] sockets on all processes hear the same; a client moves to another process without loss', async () => {
    const { tokens } = await newPerson(of(first).config);
    const jwt = tokens.access_token;
    const addressOf = (backend: TestBackend | undefined): string =>
      `http://localhost:${of(backend).config.ports.shell}`;
    const save = async (to: TestBackend | undefined, url: string, body: object): Promise<Record<string, unknown>> =>
      (
        await fetch(`${addressOf(to)}${url}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/fhir+json' },
          body: JSON.stringify(body),
        })
      ).json() as Promise<Record<string, unknown>>;
    const patient = String(
      (await save(first, '/fhir/Patient', { resourceType: 'Patient', name: [{ text: 'AN' }] }))['id'],
    );
    const reading = (value: number): object => ({
      resourceType: 'Observation',
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
      subject: { reference: `Patient/${patient}` },
      effectiveDateTime: '2026-03-01T08:30:00+07:00',
      valueQuantity: { value, unit: '/min' },
    });
    const { id: deviceId } = await of(first).repository.create(SYSTEM_ACTOR, {
      resourceType: 'Device',
      status: 'active',
      identifier: [{ system: 'https://phr.example/sid/mac', value: MAC }],
      patient: { reference: `Patient/${patient}` },
    });
    await assignHub(of(first).platform.db, MAC, { id: deviceId, patientId: patient });

    const one = await follow(addressOf(first), patient, jwt);
    const two = await follow(addressOf(second), patient, jwt);
    for (const [to, value] of [
      [first, 70],
      [second, 71],
    ] as const) {
      const saved = await save(to, '/fhir/Observation', reading(value));
      for (const socket of [one, two])
        expect(await socket.next('vital-sign', (body) => (body as { id: string }).id === saved['id'])).toEqual(saved);
    }

    const hub = createSimulatedHub({
      url: `mqtt://127.0.0.1:${of(hubs).config.mqtt.port}`,
      mac: MAC,
      secret: 'a-secret-of-the-hub',
      pace: 20,
    });
    await hub.connect();
    for (const socket of [one, two])
      await socket.next('hub:status', (body) => (body as { pairing: string }).pairing === 'STANDBY');
    await two.send({ mac: MAC, command: 'pair', args: { meterMac: '5C:31:3E:00:00:03' } });
    await two.next('hub:reply', (body) => (body as { reply: string }).reply === 'passkey');
    await hub.press();
    for (const socket of [one, two])
      await socket.next('hub:reply', (body) => (body as { reply: string }).reply === 'success');
    expect(one.all.some(({ body }) => (body as { reply?: string }).reply === 'passkey')).toBe(false);
    await hub.measure({ kind: 'spo2', value: 97, unit: '%' });
    for (const socket of [one, two]) await socket.next('vital-sign', (body) => JSON.stringify(body).includes('2708-6'));
    await hub.close();

    const seen = two.kept.at(-1)?.seq;
    await of(second).stop();
    await save(first, '/fhir/Observation', reading(72));
    expect(await two.next('bye')).toEqual({ code: 'UNAVAILABLE' });
    two.close();
    const moved = await follow(addressOf(first), patient, jwt, seen);
    await moved.next('vital-sign');
    expect(moved.kept.map(({ body }) => (body as { valueQuantity: { value: number } }).valueQuantity.value)).toEqual([
      72,
    ]);
    moved.close();
    one.close();
  });
});

async function listening(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = net
        .connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve(true);
        })
        .on('error', () => resolve(false));
    });
    if (open) return;
    await pause(20);
  }
}
