// pnpm run many-machines: the many-machine layout of docs/runbook.md on one computer: two processes of each service
// behind nginx, PostgreSQL, Redis and Mosquitto from Debian's packages. One process of each is killed in the middle of
// journeys; nothing may be lost and nobody signed out.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSimulatedHub } from '@phr/testing/simulated-hub';
import { readConfig } from '../backend/src/kit/config.ts';
import { openPool } from '../backend/src/kit/db/pool.ts';
import { provisionHub } from '../backend/src/gateway/hub/hubs.ts';
import { hubName } from '../backend/src/gateway/hub/messages.ts';
import { newPerson } from '../backend/test/browser.ts';
import { follow } from '../backend/test/socket.ts';
import { ROOT } from './workspace.ts';

const BASE = Number(process.env['MANY_PORT'] ?? 5400);
const PORT = {
  shell: BASE,
  identity: BASE + 1,
  files: BASE + 2,
  postgres: BASE + 3,
  redis: BASE + 4,
  mqtt: BASE + 5,
  facility: BASE + 6,
  first: BASE + 10,
} as const;
/** Each runs twice, in a process of its own. */
const SERVICES = [
  'identity',
  'fhir',
  'phr',
  'admin',
  'directory',
  'emr',
  'storage',
  'realtime',
  'mqtt',
  'web',
] as const;
const NOBODY = 65_534;
const HUB = { mac: '5C:31:3E:00:09:01', secret: 'a-secret-of-the-hub' } as const;
const SERVER_PASSWORD = 'a-password-of-the-server';
/** How to stop programs that start processes of their own: a killed nginx leaves workers that hold its ports. */
const STOPS: readonly (readonly [string, NodeJS.Signals])[] = [
  ['postgres', 'SIGINT'],
  ['nginx', 'SIGTERM'],
];
/** Writers of readings at once. */
const WRITERS = 4;
const PAPER = '%PDF-1.7\n';

const postgresDir = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql')
      .map((version) => `/usr/lib/postgresql/${version}/bin`)
      .find((dir) => existsSync(`${dir}/initdb`))
  : undefined;
const missing = [
  ...['nginx', 'redis-server', 'mosquitto', 'mosquitto_passwd'].filter(
    (name) =>
      spawnSync('sh', ['-c', `command -v ${name}`], {
        env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
      }).status !== 0,
  ),
  ...(postgresDir === undefined ? ['postgresql'] : []),
];
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.log(
    missing.length > 0
      ? `skipped: ${missing.join(', ')} not installed (apt-get install nginx-light redis-server mosquitto postgresql)`
      : 'skipped: needs root, to run PostgreSQL and nginx as users of their own',
  );
  process.exit(0);
}

const started = performance.now();
const seconds = (): string => `${((performance.now() - started) / 1_000).toFixed(0).padStart(3)} s`;
const dir = await mkdtemp(path.join(tmpdir(), 'phr-many-'));
await chmod(dir, 0o755);
const children: ChildProcess[] = [];
const run = (
  command: string,
  args: readonly string[],
  options: { env?: Record<string, string>; uid?: number; gid?: number } = {},
): ChildProcess => {
  const child = spawn(command, args, {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...options,
    env: { PATH: `${process.env['PATH']}:/usr/sbin`, ...options.env },
  });
  children.push(child);
  return child;
};

try {
  await startParts();
  const nodes = await startNodes();
  console.log(
    `${seconds()}  ${nodes.size * 2} processes behind nginx are ready, ${Math.round((await memoryOf([...nodes.values()].flat())) / 1_048_576)} MB together`,
  );
  await journeys(nodes);
} finally {
  for (const child of children.reverse())
    if (child.exitCode === null) child.kill(STOPS.find(([name]) => child.spawnfile.includes(name))?.[1] ?? 'SIGKILL');
  await Promise.race([
    Promise.all(
      children
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map((child) => once(child, 'exit')),
    ),
    pause(5_000),
  ]);
  await rm(dir, { recursive: true, force: true });
}
process.exit();

/** PostgreSQL, Redis, Mosquitto and nginx, each set up as in docs/runbook.md. */
async function startParts(): Promise<void> {
  await startPostgres();
  startRedis();
  await startBroker();
  run('nginx', ['-p', dir, '-c', await fileOf('nginx.conf', nginxConfig())]);
  // a facility with valid codes and without pictures
  http
    .createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{"Result":[]}'))
    .listen(PORT.facility, '127.0.0.1')
    .unref();
  for (const port of [PORT.postgres, PORT.redis, PORT.mqtt, PORT.shell]) await listening(port);
}

async function startPostgres(): Promise<void> {
  const data = path.join(dir, 'postgres');
  await mkdir(data);
  await chown(data, NOBODY, NOBODY);
  spawnSync(
    `${postgresDir}/initdb`,
    ['-D', data, '-U', 'phr', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { uid: NOBODY, gid: NOBODY, cwd: data },
  );
  run(
    `${postgresDir}/postgres`,
    [
      '-D',
      data,
      '-p',
      String(PORT.postgres),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=500',
      '-c',
      'log_min_messages=panic',
    ],
    { uid: NOBODY, gid: NOBODY },
  );
}

function startRedis(): void {
  run('redis-server', [
    '--port',
    String(PORT.redis),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    dir,
    '--loglevel',
    'warning',
    '--logfile',
    path.join(dir, 'redis.log'),
  ]);
}

/** Mosquitto with the accounts of the server and of the hub. The hub may read and write below its own name only. */
async function startBroker(): Promise<void> {
  const passwords = await fileOf('passwords', '');
  for (const [user, password] of [
    ['phr-server', SERVER_PASSWORD],
    [hubName(HUB.mac), HUB.secret],
  ] as const)
    spawnSync('mosquitto_passwd', ['-b', passwords, user, password]);
  const acl = await fileOf(
    'acl',
    [
      'user phr-server',
      'topic readwrite one_hub/device/#',
      '',
      'pattern read one_hub/device/%u/command',
      ...['reply', 'state', 'found', 'data'].map((topic) => `pattern write one_hub/device/%u/${topic}`),
    ].join('\n'),
  );
  run('mosquitto', [
    '-c',
    await fileOf(
      'mosquitto.conf',
      `listener ${PORT.mqtt} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\nacl_file ${acl}\nlog_type error\n`,
    ),
  ]);
  for (const name of ['passwords', 'acl', 'mosquitto.conf']) await chmod(path.join(dir, name), 0o644);
}

/** Writes a file of the layout and returns its path. */
async function fileOf(name: string, text: string): Promise<string> {
  await writeFile(path.join(dir, name), text);
  return path.join(dir, name);
}

/** Memory of the processes in bytes, with shared memory counted in part. */
async function memoryOf(processes: readonly ChildProcess[]): Promise<number> {
  const sizes = await Promise.all(
    processes.map(async ({ pid }) =>
      Number(/^Pss:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) * 1_024;
}

function nginxConfig(): string {
  const upstream = (name: string, service: (typeof SERVICES)[number], offset: number): string =>
    `upstream ${name} { ${[0, 1].map((twin) => `server 127.0.0.1:${portOf(service, twin) + offset} max_fails=1 fail_timeout=1s;`).join(' ')} }`;
  const pass = (where: string, to: string): string => `location ${where} { proxy_pass http://${to}; }`;
  return `daemon off; pid ${dir}/nginx.pid; error_log ${dir}/nginx.log crit; events { worker_connections 2048; }
http {
  access_log off; client_max_body_size 200m; client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/f; uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header Connection $connection_upgrade; proxy_set_header Upgrade $http_upgrade;
  proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme; proxy_next_upstream error timeout http_503; proxy_read_timeout 120s; proxy_buffer_size 32k; proxy_buffers 8 32k;
  ${upstream('identity', 'identity', 1)} ${(['fhir', 'phr', 'admin', 'directory', 'emr', 'storage', 'realtime', 'web'] as const).map((service) => upstream(service, service, 0)).join(' ')} ${upstream('files', 'storage', 2)}
  server { listen 127.0.0.1:${PORT.shell}; ${pass('/fhir', 'fhir')} ${pass('/api/phr/storage', 'storage')} ${pass('/api/services', 'emr')} ${pass('/api', 'phr')} ${pass('/patient-app', 'admin')} ${['/cities', '/districts', '/wards'].map((where) => pass(where, 'directory')).join(' ')} ${pass('/socket.io', 'realtime')} ${pass('/', 'web')} }
  server { listen 127.0.0.1:${PORT.identity}; ${pass('/', 'identity')} }
  server { listen 127.0.0.1:${PORT.files}; ${pass('/', 'files')} }
}`;
}

/** First of the four ports of one process: its own, identity, files, broker. */
function portOf(service: (typeof SERVICES)[number], twin: number): number {
  return PORT.first + (SERVICES.indexOf(service) * 2 + twin) * 4;
}

function settings(): Record<string, string> {
  return {
    DATABASE_URL: `postgres://phr@127.0.0.1:${PORT.postgres}/postgres`,
    REDIS_URL: `redis://127.0.0.1:${PORT.redis}`,
    MQTT_URL: `mqtt://127.0.0.1:${PORT.mqtt}`,
    MQTT_PASSWORD: SERVER_PASSWORD,
    SHELL_ORIGIN: `http://localhost:${PORT.shell}`,
    ISSUER: `http://localhost:${PORT.identity}`,
    FILES_ORIGIN: `http://localhost:${PORT.files}`,
    DATA_DIR: path.join(dir, 'shared'),
    SHELL_DIR: path.join(dir, 'shell'),
    EMBED_DIR: path.join(dir, 'embed'),
    COOKIE_KEY: 'c'.repeat(40),
    FILES_KEY: 'f'.repeat(40),
    OTP_PEPPER: 'o'.repeat(40),
    CURSOR_KEY: 'u'.repeat(40),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'fatal',
    LIMIT_SIGN_IN_PER_MINUTE_IP: '1000',
    LIMIT_REGISTER_PER_HOUR_IP: '1000',
    LIMIT_API_PER_MINUTE_USER: '1000000',
    LIMIT_SOCKETS_PER_USER: '100000',
    LIMIT_UPLOAD_SERIES_PER_HOUR: '100000',
    LIMIT_UPLOAD_BYTES_PER_HOUR_USER: '1000000000000',
    LIMIT_UPLOAD_BYTES_PER_HOUR_NETWORK: '1000000000000',
    EMR_URL: `http://127.0.0.1:${PORT.facility}`,
    EMR_SECRET: 'a-secret-of-the-facility',
  };
}

async function startNodes(): Promise<Map<string, ChildProcess[]>> {
  const nodes = new Map<string, ChildProcess[]>();
  await mkdir(path.join(dir, 'shared'), { recursive: true });
  for (const twin of [0, 1]) {
    for (const service of SERVICES) {
      const port = portOf(service, twin);
      const child = run(process.execPath, [path.join(ROOT, 'backend/src/app/main.ts')], {
        env: {
          ...settings(),
          SERVICES: service,
          PORT: String(port),
          IDENTITY_PORT: String(port + 1),
          FILES_PORT: String(port + 2),
          NODE_NAME: `${service}-${twin}`,
        },
      });
      nodes.set(service, [...(nodes.get(service) ?? []), child]);
    }
  }
  for (const service of SERVICES) for (const twin of [0, 1]) await ready(portOf(service, twin));
  return nodes;
}

async function journeys(nodes: Map<string, ChildProcess[]>): Promise<void> {
  const config = readConfig({ ...settings(), PORT: String(PORT.shell) });
  const shell = config.shellOrigin;
  const db = openPool(config.databaseUrl ?? '', () => undefined, 4);
  await provisionHub(db, HUB.mac, HUB.secret);
  const { tokens, browser } = await newPerson(config);
  let token = tokens.access_token;
  let refreshToken = tokens.refresh_token;
  let retries = 0;
  /** Like the product's client: a request that reached no server is sent again with the same key. */
  const send = async (
    method: string,
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> => {
    for (let left = 40; ; left -= 1) {
      const answer = await fetch(`${shell}${url}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': url.startsWith('/fhir') ? 'application/fhir+json' : 'application/json',
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      if (answer?.ok === true) return (await answer.json()) as Record<string, unknown>;
      if (answer !== undefined && answer.status < 500)
        throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
      if (left === 0) throw new Error(`${method} ${url} was not answered`);
      retries += 1;
      await pause(100);
    }
  };
  const putFile = async (address: string): Promise<void> => {
    for (let left = 40; ; left -= 1) {
      const answer = await fetch(address, { method: 'PUT', body: PAPER }).catch(() => undefined);
      if (answer?.ok === true) return;
      if (left === 0 || (answer !== undefined && answer.status < 500))
        throw new Error(`a file was answered ${answer?.status}`);
      retries += 1;
      await pause(100);
    }
  };
  const patient = await newPatient(send);
  const sockets = await followers(shell, patient, token);
  const hub = await provenHub(send, patient);

  const saved: string[] = [];
  let measured = 0;
  let refreshed = 0;
  let done = false;
  const files: string[] = [];
  let turns = 0;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!done) {
      const form = randomUUID();
      const stored = await send(
        'POST',
        '/fhir/Observation',
        {
          resourceType: 'Observation',
          status: 'final',
          identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${form}` }],
          code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
          subject: { reference: `Patient/${patient}` },
          effectiveDateTime: new Date().toISOString(),
          valueQuantity: { value: 72, unit: '/min' },
        },
        { 'if-none-exist': `identifier=urn:ietf:rfc:3986|urn:uuid:${form}` },
      );
      saved.push(String(stored['id']));
    }
  });
  const meter = (async () => {
    while (!done) {
      await hub.measure({ kind: 'spo2', value: 97, unit: '%' });
      measured += 1;
      await pause(50);
    }
  })();
  const signedIn = (async () => {
    while (!done) {
      const answer = await browser.refresh(refreshToken).catch(() => undefined);
      if (answer?.ok === true) {
        const next = (await answer.json()) as { access_token: string; refresh_token: string };
        token = next.access_token;
        refreshToken = next.refresh_token;
        refreshed += 1;
      } else if (answer !== undefined && answer.status < 500)
        throw new Error(`a refresh answered ${answer.status}: signed out`);
      await pause(200);
    }
  })();
  /** A round through every service that answers requests. */
  const rounds = (async () => {
    while (!done) {
      await send('GET', `/fhir/Patient/${patient}`);
      await send(
        'POST',
        '/api/phr/device/current/add',
        { patientId: patient, currentDevice: { deviceId: 'ABCDEFGHIJ01', deviceName: 'Browser' } },
        { 'idempotency-key': randomUUID() },
      );
      await send(
        'POST',
        '/patient-app/device/register',
        { patientId: patient, deviceId: 'ABCDEFGHIJ01', socketId: 's1' },
        { 'idempotency-key': randomUUID() },
      );
      await send('GET', '/cities');
      await send('GET', '/api/services/vendor/patientapp/images?id=1&qr=right');
      const key = `${patient}/papers/${randomUUID()}.pdf`;
      await putFile(String((await send('GET', `/api/phr/storage/get-presigned-url-for-upload?key=${key}`))['data']));
      files.push(key);
      await send('GET', '/config.json');
      turns += 1;
    }
  })();
  const work = Promise.all([...writers, meter, signedIn, rounds]);
  work.catch(() => {
    done = true;
  });

  for (const [service, [first]] of nodes) {
    await pause(1_000);
    const before = { saved: saved.length, turns };
    first?.kill('SIGKILL');
    console.log(`${seconds()}  killed one process of ${service}; ${before.saved} readings saved so far`);
    // a round that began after the kill
    while ((saved.length < before.saved + 2 || turns < before.turns + 2) && !done) await pause(50);
  }
  await pause(1_000);
  done = true;
  await work;
  await hub.close();

  const urls = await send('POST', '/api/phr/storage/presigned-url-for-download', { keys: files });
  const addresses = Object.values(urls['data'] as Record<string, string>);
  const rows = await storedReadings(db, patient);
  const stored = new Set(rows.map(({ id }) => id));
  const newest = saved.at(-1);
  for (const socket of sockets) await socket.next('vital-sign', (body) => (body as { id: string }).id === newest);
  const faults = [
    ...readingFaults(rows, saved, measured),
    ...sockets.flatMap(({ all }, at) => {
      const heard = new Set(
        all.filter(({ event }) => event === 'vital-sign').map(({ body }) => (body as { id: string }).id),
      );
      const deaf = [...stored].filter((id) => !heard.has(id)).length;
      return deaf === 0 ? [] : [`socket ${at} missed ${deaf} readings`];
    }),
    ...(addresses.length === files.length && (await (await fetch(addresses[0] ?? '')).text()) === PAPER
      ? []
      : [`of ${files.length} files ${addresses.length} are there`]),
    ...(refreshed > 3 ? [] : ['tokens were not refreshed']),
  ];
  for (const socket of sockets) socket.close();
  await db.close();
  console.log(
    `${seconds()}  ${saved.length} readings saved, ${measured} measured by the hub, ${files.length} files, ${turns} rounds through all services, ${refreshed} refreshes, ${retries} calls sent again, ${nodes.size} processes killed`,
  );
  for (const fault of faults) console.error(`  ${fault}`);
  console.log(faults.length === 0 ? 'nothing lost, nobody signed out' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

type Send = (
  method: string,
  url: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Record<string, unknown>>;

async function newPatient(send: Send): Promise<string> {
  const written = await send('POST', '/fhir/Patient', { resourceType: 'Patient', name: [{ text: 'AN' }] });
  return String(written['id']);
}

/** The stored readings of a patient, and which of them the hub measured. */
async function storedReadings(db: ReturnType<typeof openPool>, patient: string) {
  return db.query<{ id: string; kind: string }>(
    `select id, case when content like '%8867-4%' then 'saved' else 'measured' end as kind from fhir_resource where type = 'Observation' and patient_id = $1`,
    [patient],
  );
}

/** Two sockets of the patient that reconnect after an interruption, with the token from their start. */
async function followers(shell: string, patient: string, token: string) {
  const sockets = [await follow(shell, patient, token, 0), await follow(shell, patient, token, 0)];
  for (const { socket } of sockets) {
    socket.auth = (give: (auth: object) => void) => give({ jwt: token, patientId: patient, seq: 0 });
    socket.on('connect_error', () => {
      if (!socket.active) setTimeout(() => socket.connect(), 100);
    });
  }
  return sockets;
}

/** A hub of the patient, connected and confirmed with the code on its display. */
async function provenHub(send: Send, patient: string) {
  const added = await send(
    'POST',
    '/api/phr/device',
    { patientId: patient, name: 'Hub', mac: HUB.mac, type: 'ONE_HUB' },
    { 'idempotency-key': randomUUID() },
  );
  const deviceId = String((added['data'] as Record<string, unknown>)['id']);
  const hub = createSimulatedHub({ url: `mqtt://127.0.0.1:${PORT.mqtt}`, ...HUB });
  await hub.connect();
  for (let left = 100; left > 0 && hub.display() === undefined; left -= 1) await pause(100);
  // the broker has received the code; the server that subscribes to it receives it a moment later
  await pause(1_000);
  await send(
    'POST',
    `/api/phr/hub/${deviceId}/pairing/code`,
    { code: hub.display() ?? '' },
    { 'idempotency-key': randomUUID() },
  );
  return hub;
}

/** What happened to the acknowledged readings and to those that the hub measured. */
function readingFaults(
  rows: readonly { readonly id: string; readonly kind: string }[],
  saved: readonly string[],
  measured: number,
): readonly string[] {
  const stored = new Set(rows.map(({ id }) => id));
  const ofKind = (wanted: string): number => rows.filter(({ kind }) => kind === wanted).length;
  return [
    ...saved.filter((id) => !stored.has(id)).map((id) => `reading ${id} was acknowledged and is lost`),
    ...(ofKind('saved') === new Set(saved).size ? [] : ['a repeated call stored a reading twice']),
    ...(ofKind('measured') === measured ? [] : [`the hub's ${measured} readings became ${ofKind('measured')}`]),
  ];
}

async function listening(port: number): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = net
        .connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve(true);
        })
        .on('error', () => resolve(false));
    });
    if (open) return;
    await pause(50);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}

async function ready(port: number): Promise<void> {
  for (let left = 1_200; left > 0; left -= 1) {
    const ok = await fetch(`http://127.0.0.1:${port}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await pause(100);
  }
  throw new Error(`The process on port ${port} did not start.`);
}
