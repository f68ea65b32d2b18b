import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { newPerson, newPhone, PASSWORD, register } from './browser.ts';
import { childBackend, type ChildBackend } from './child-backend.ts';
import { follow } from './socket.ts';

// Starts whole processes, which take much longer than the usual second on a busy machine.
import.meta.jest.setTimeout(120_000);

let backend: ChildBackend;
let isRunning = false;
beforeAll(async () => {
  backend = await childBackend();
});
beforeEach(async () => {
  if (!isRunning) await backend.start();
  isRunning = true;
});
afterAll(() => backend.remove());

/** Processes below the backend, by a word of their command. */
async function below(word: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (
      parent === backend.process.pid &&
      (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).includes(word)
    )
      found.push(Number(name));
  }
  return found;
}
/**
 * The child process of the backend that has the word in its command. A signal to process 0 would hit the test itself.
 */
const oneBelow = async (word: string): Promise<number> => {
  const [pid] = await below(word);
  if (pid === undefined) throw new Error(`No process with ${word} runs below the backend`);
  return pid;
};
const recordsOf = (): Promise<number> => oneBelow('app/process.ts');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await pause(20);
}

const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

test('every call that is described is answered by the process that has it', async () => {
  const lost: string[] = [];
  let asked = 0;
  for (const service of ['fhir', 'phr', 'admin', 'directory', 'emr', 'storage']) {
    const { paths } = OpenApi.parse(await (await fetch(`${backend.url}/openapi/${service}.json`)).json());
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        const answer = await fetch(`${backend.url}${path.replace(/\{\w+\}/g, 'x')}`, {
          method: method.toUpperCase(),
          headers: { accept: 'application/json' },
        });
        asked += 1;
        // an unknown address has no other words
        if (answer.status === 405 || (answer.status === 404 && (await answer.text()).includes('"message":"Not found"')))
          lost.push(`${service} ${method} ${path}`);
      }
    }
  }
  expect(lost).toEqual([]);
  expect(asked).toBeGreaterThan(60);
});

test('whoever has just signed up, and has no session yet, sends a file by the token that she was given', async () => {
  const { url } = backend;
  const phone = newPhone();
  const signedUp = await fetch(`${url}/api/ano/phr/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: phone, phoneNumber: phone, password: PASSWORD, fullName: 'TRẦN MINH CHÂU' }),
  });
  const {
    data: { uploadToken },
  } = (await signedUp.json()) as { data: { uploadToken: string } };
  const asked = await fetch(`${url}/api/ano/phr/storage/get-presigned-url-for-upload`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: `anonymous/${randomUUID()}.pdf`, token: uploadToken }),
  });
  const { data } = (await asked.json()) as { data: string };
  expect((await fetch(data, { method: 'PUT', body: '%PDF-1.4\n%%EOF\n' })).status).toBe(200);
});

test('sign-in, pages, files and sockets answer while the record services are down', async () => {
  const { config, url } = backend;
  const { tokens, browser } = await newPerson(config);
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/fhir+json' },
      body: JSON.stringify(body),
    });
  const patient = String(
    (
      (await (await post('/fhir/Patient', { resourceType: 'Patient', name: [{ text: 'AN' }] })).json()) as Record<
        string,
        unknown
      >
    )['id'],
  );
  const records = await recordsOf();
  process.kill(records, 'SIGSTOP');
  const reading = post('/fhir/Observation', {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    subject: { reference: `Patient/${patient}` },
    effectiveDateTime: '2026-03-01T08:30:00+07:00',
    valueQuantity: { value: 72, unit: '/min' },
  });
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(`${url}/config.json`)).status).toBe(200);
  expect((await fetch(`${config.filesOrigin}/health`)).status).toBe(200);
  expect((await browser.refresh(tokens.refresh_token)).status).toBe(200);
  const socket = await follow(url, patient, tokens.access_token, 0);
  process.kill(records, 'SIGCONT');
  expect((await reading).status).toBe(201);
  await socket.next('vital-sign');
  socket.close();
});

test('who calls is known behind the front process, too: nobody gives herself another address', async () => {
  const limited = await childBackend({ LIMIT_REGISTER_PER_HOUR_IP: '2' });
  await limited.start();
  const statuses: number[] = [];
  for (let at = 1; at <= 4; at += 1) {
    const answer = await fetch(`${limited.url}/api/ano/phr/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${at}` },
      body: JSON.stringify({
        userName: `098700020${at}`,
        phoneNumber: `098700020${at}`,
        password: PASSWORD,
        fullName: 'AN',
      }),
    });
    statuses.push(answer.status);
  }
  await limited.remove();
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test('a process of the record services that ends is started again; until then its calls are told to wait', async () => {
  const { url } = backend;
  const first = await recordsOf();
  process.kill(first, 'SIGKILL');
  // its end is noticed a moment after its connections are gone
  await until(async () => (await fetch(`${url}/ready`)).status === 503);
  const waiting = await fetch(`${url}/fhir/metadata`);
  expect([
    waiting.status,
    waiting.headers.get('retry-after'),
    (await fetch(`${url}/ready`)).status,
    (await fetch(`${url}/health`)).status,
  ]).toEqual([503, '1', 503, 200]);
  await until(async () => (await fetch(`${url}/fhir/metadata`)).status === 200);
  expect(await recordsOf()).not.toBe(first);
  expect((await register(backend.config, '0987000111')).status).toBe(200);
});

test('SIGTERM ends everything within five seconds, also while the record services are at work on something', async () => {
  const [records, database] = [await recordsOf(), await oneBelow('postgres')];
  process.kill(records, 'SIGSTOP');
  const open = fetch(`${backend.url}/fhir/metadata`).catch(() => undefined);
  const started = performance.now();
  isRunning = false;
  expect(await backend.stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect([isAlive(records), isAlive(database)]).toEqual([false, false]);
  await open;
});

test('a service manager that signals every process takes no call away that is on its way', async () => {
  const { tokens } = await newPerson(backend.config);
  const records = await recordsOf();
  const answers = Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      fetch(`${backend.url}/fhir/Patient?name=${n}`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      }).then(({ status }) => status),
    ),
  );
  process.kill(records, 'SIGTERM');
  process.kill(records, 'SIGTERM');
  expect(await answers).not.toContain(503);
  expect(isAlive(records)).toBe(true);
  isRunning = false;
  expect(await backend.stop()).toBe(0);
  expect(isAlive(records)).toBe(false);
});

test('of a backend that is killed nothing goes on', async () => {
  const left = [await recordsOf(), await oneBelow('postgres')];
  expect(left).not.toContain(0);
  isRunning = false;
  await backend.kill();
  await until(() => !left.some(isAlive));
});
