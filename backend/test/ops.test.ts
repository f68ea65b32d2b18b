import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { createSimulatedHub } from '@phr/testing/simulated-hub';
import { SERVICES, type ServiceName } from '../src/kit/config.ts';
import { runningDatabase } from '../src/app/running-database.ts';
import { startEmbeddedServer, type EmbeddedServer } from '../src/demo/embedded-server.ts';
import { newPerson, register } from './browser.ts';
import { childBackend } from './child-backend.ts';
import { freePort } from '../src/kit/free-port.ts';
import { follow } from './socket.ts';
import { startTestBackend } from './test-backend.ts';

// Starts the backend in a process of its own, and stops it.
import.meta.jest.setTimeout(60_000);

/** Invented personal data that must not appear in any log. */
const CANARY = {
  name: 'KANARI THỊ VÀNG',
  phone: '0919191919',
  password: 'kanari-mat-khau-77',
  note: 'kanari ghi chu rieng',
  wifi: 'kanari wifi 12345',
  email: 'kanari@vang.test',
  value: '137.4219',
};

test('a log holds neither names, phones, passwords, tokens, codes, notes nor values, whatever happens', async () => {
  const backend = await childBackend({ LOG_LEVEL: 'debug', DEMO: '1' });
  await backend.start();
  const { config, url } = backend;
  try {
    await register(config, CANARY.phone, { password: CANARY.password, fullName: CANARY.name, email: CANARY.email });
    await register(config, CANARY.phone, { password: CANARY.password, fullName: CANARY.name });
    const { tokens, browser, phone } = await newPerson(config);
    const token = tokens.access_token;
    const send = (method: string, address: string, body?: unknown, type = 'application/json') =>
      fetch(`${url}${address}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    const patient = String(
      (
        (await (
          await send('POST', '/fhir/Patient', { resourceType: 'Patient', name: [{ text: CANARY.name }] })
        ).json()) as Record<string, unknown>
      )['id'],
    );
    await send('POST', '/fhir/Observation', {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      subject: { reference: `Patient/${patient}` },
      effectiveDateTime: '2026-03-01T08:30:00+07:00',
      valueQuantity: { value: Number(CANARY.value) },
      note: [{ text: CANARY.note }],
    });
    await send('POST', '/fhir/Observation', {
      resourceType: 'Observation',
      note: [{ text: CANARY.note }],
      valueQuantity: { value: CANARY.value },
    });
    await send('POST', '/fhir', `{"broken": "${CANARY.note}`);
    await send('GET', `/fhir/Patient?name=${encodeURIComponent(CANARY.name)}&phone=${CANARY.phone}`);
    await send('POST', '/api/phr/device/current/add', {
      patientId: patient,
      currentDevice: { deviceName: CANARY.note },
    });
    await send('PUT', `/api/phr/observation/note/none?q=${encodeURIComponent(CANARY.note)}`, { note: CANARY.note });
    await send(
      'POST',
      '/csp-report',
      {
        'csp-report': {
          'document-uri': `${url}/x?${CANARY.phone}`,
          'blocked-uri': `https://evil.test/${CANARY.phone}`,
        },
      },
      'application/csp-report',
    );
    await browser.postSignIn(await browser.toSignIn(), CANARY.phone, `${CANARY.password}!`);
    await browser.exchange('no-such-code');
    await browser.refresh('no-such-token');
    const wrong = await follow(url, patient, `${token.slice(0, -4)}AAAA`).catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(Error);
    const socket = await follow(url, patient, token);
    await socket.send({ mac: '5C:31:3E:00:00:01', command: 'up -wf', args: { ssid: 'x', password: CANARY.wifi } });
    const hub = createSimulatedHub({
      url: `mqtt://127.0.0.1:${config.mqtt.port}`,
      mac: '5C:31:3E:00:00:01',
      secret: 'phr-demo-hub-2026',
    });
    await hub.connect();
    await hub.measure({ kind: 'weight', value: Number(CANARY.value), unit: 'kg' });
    await hub.measure({ kind: CANARY.note, value: Number(CANARY.value), unit: CANARY.note });
    await hub.close();
    // the database is killed while a name is on its way
    const pid = Number(
      (await readFile(path.join(config.dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0],
    );
    const during = send('POST', '/fhir/Observation', {
      resourceType: 'Observation',
      status: 'final',
      code: { text: CANARY.note },
      subject: { reference: `Patient/${patient}` },
      effectiveDateTime: '2026-03-01T08:30:00+07:00',
    });
    process.kill(pid, 'SIGKILL');
    await during;
    socket.close();
    expect(await backend.stop()).toBe(0);
    const log = backend.output() + (await readFile(path.join(config.dataDir, 'postgres/postgres.log'), 'utf8'));
    expect(log).toContain('"answered"');
    const secrets = [
      ...Object.values(CANARY),
      ...Object.values(tokens)
        .map(String)
        .filter((text) => text.length > 20),
      phone,
      'phr-demo-hub-2026',
      ...Object.values(config.secrets),
    ];
    expect(secrets.filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret)))).toEqual([]);
    // every line of the process itself is one JSON object with the time
    const lines = backend
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.every((line) => typeof (JSON.parse(line) as { time?: unknown }).time === 'number')).toBe(true);
  } finally {
    await backend.remove();
  }
});

test('a stop answers 503 at /ready, tells sockets, lets calls finish, and leaves no database behind', async () => {
  const backend = await childBackend({ STOP_DELAY_SECONDS: '3' });
  await backend.start();
  try {
    const { config, url } = backend;
    const { tokens } = await newPerson(config);
    const answer = await fetch(`${url}/fhir/Patient`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/fhir+json' },
      body: JSON.stringify({ resourceType: 'Patient', name: [{ text: 'AN' }] }),
    });
    const patient = String(((await answer.json()) as Record<string, unknown>)['id']);
    const socket = await follow(url, patient, tokens.access_token);
    const body = JSON.stringify({
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'late' },
      subject: { reference: `Patient/${patient}` },
      effectiveDateTime: '2026-03-01T08:30:00+07:00',
    });
    const slow = http.request(`${url}/fhir/Observation`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        'content-type': 'application/fhir+json',
        'content-length': Buffer.byteLength(body),
      },
    });
    const answered = once(slow, 'response') as Promise<[http.IncomingMessage]>;
    slow.write(body.slice(0, 20));
    const pid = Number(
      (await readFile(path.join(config.dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0],
    );

    const ended = backend.stop();
    let ready = 200;
    while (ready === 200) ready = (await fetch(`${url}/ready`)).status;
    expect(ready).toBe(503);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(await socket.next('bye')).toEqual({ code: 'UNAVAILABLE' });
    slow.end(body.slice(20));
    expect((await answered)[0].statusCode).toBe(201);
    expect(await ended).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    socket.close();
    // the last write is there at the next start
    await backend.start();
    const db = await runningDatabase(config);
    expect(
      await db.query(`select 1 as n from fhir_resource where type = 'Observation' and content like '%late%'`),
    ).toEqual([{ n: 1 }]);
    await db.close();
  } finally {
    await backend.remove();
  }
});

test('figures are served on a port of their own, by route and never by id', async () => {
  const metrics = await freePort();
  // the record services' process has its figures one port above
  await freePort();
  const backend = await startTestBackend({ METRICS_PORT: String(metrics) });
  try {
    const { tokens } = await newPerson(backend.config);
    await fetch(`${backend.urls.shell}/fhir/Patient/a-certain-patient`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    expect(text).toMatch(
      /^phr_http_answer_seconds_count\{service="web",method="GET",route="\/fhir\/:type\/:id",status="403"\} 1$/m,
    );
    expect(text).toMatch(/^phr_outbox_waiting 0$/m);
    expect(text).toMatch(/^phr_sockets 0$/m);
    expect(text).toMatch(/^phr_process_resident_memory_bytes \d+/m);
    expect(text).not.toContain('a-certain-patient');
    const onPublic = await fetch(`${backend.urls.shell}/metrics`);
    expect(await onPublic.text()).not.toContain('phr_');
  } finally {
    await backend.stop();
  }
});

describe('SERVICES', () => {
  let server: EmbeddedServer;
  let dir: string;
  beforeAll(async () => {
    const owner = await startTestBackend();
    dir = owner.config.dataDir;
    await owner.stop();
    server = await startEmbeddedServer({
      dir: path.join(dir, 'postgres-of-services'),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      throwAway: true,
    });
  });
  afterAll(() => server.stop());

  /** A path of each service, and the status that a caller without a token gets where it runs. */
  const PROBES: Readonly<
    Record<
      Exclude<ServiceName, 'realtime' | 'mqtt' | 'identity'>,
      readonly [method: string, path: string, status: number]
    >
  > = {
    fhir: ['GET', '/fhir/Patient/1', 401],
    phr: ['POST', '/api/phr/appointment/cancel', 401],
    admin: ['POST', '/patient-app/device/register', 401],
    directory: ['GET', '/cities', 200],
    emr: ['GET', '/api/services/vendor/patientapp/docs', 422],
    storage: ['GET', '/api/phr/storage/get-presigned-url-for-download?key=x', 401],
    web: ['GET', '/config.json', 200],
  };

  test.each(SERVICES.filter((name) => name !== 'mqtt'))(
    '[BACK-01] %s starts alone and serves its own paths and no others',
    async (name) => {
      const backend = await startTestBackend({
        SERVICES: name,
        DATABASE_URL: server.url('postgres'),
        EMR_URL: 'http://127.0.0.1:9',
        EMR_SECRET: 'a-shared-secret',
      });
      try {
        const { config, urls } = backend;
        expect((await fetch(`${urls.shell}/ready`)).status).toBe(200);
        expect(config.runs).toEqual(new Set([name]));
        for (const [service, [method, address]] of Object.entries(PROBES)) {
          const { status } = await fetch(`${urls.shell}${address}`, {
            method,
            ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
          });
          if (service === name) expect([service, status]).toEqual([service, PROBES[service as keyof typeof PROBES][2]]);
          else expect([service, status]).toEqual([service, 404]);
        }
        const identity = await fetch(`${config.identity.issuer}/.well-known/openid-configuration`).then(
          (answer) => answer.status,
          () => 'closed',
        );
        expect(identity).toBe(name === 'identity' ? 200 : 'closed');
        const socket = await follow(urls.shell, 'p', 'no-token').catch((error: unknown) => (error as Error).message);
        expect(socket === 'unauthorized').toBe(name === 'realtime');
      } finally {
        await backend.stop();
      }
    },
  );

  test('refuses a split installation without a database, or hubs without Redis, naming the missing setting', async () => {
    await expect(startTestBackend({ SERVICES: 'fhir' })).rejects.toThrow('DATABASE_URL');
    await expect(startTestBackend({ SERVICES: 'mqtt', DATABASE_URL: server.url('postgres') })).rejects.toThrow(
      'REDIS_URL',
    );
    await expect(
      startTestBackend({ SERVICES: 'fhir,telepathy', DATABASE_URL: server.url('postgres') }),
    ).rejects.toThrow('SERVICES');
  });
});
