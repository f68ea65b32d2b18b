import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runningDatabase } from '../src/app/running-database.ts';
import { createBrowser, newPerson } from './browser.ts';
import { childBackend, type ChildBackend } from './child-backend.ts';
import { follow } from './socket.ts';

// Starts whole processes, which take much longer than the usual second on a busy machine.
import.meta.jest.setTimeout(120_000);

/** A few in each CI run; the nightly run sets 200. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
/** Readings in one transaction: all of them or none. */
const PER_BUNDLE = 5;
const WRITERS = 3;
/** Bundles that must be acknowledged between two kills, so that each kill interrupts work. */
const BETWEEN = 6;

let backend: ChildBackend;
beforeAll(async () => {
  backend = await childBackend();
  await backend.start();
});
afterAll(() => backend.remove());

/** The database server of this backend; waits while it restarts. */
async function databasePid(): Promise<number> {
  for (;;) {
    const text = await readFile(path.join(backend.config.dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(
      () => '',
    );
    const pid = Number(text.split('\n')[0]);
    // 0 would be this process's own group; the file of a server that was just killed names no process
    if (pid > 1 && isAlive(pid)) return pid;
    await pause(10);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Back from the kills before. */
async function untilReady(): Promise<void> {
  while (
    !(await fetch(`${backend.url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(50);
}

const KILLS = {
  async PostgreSQL() {
    process.kill(await databasePid(), 'SIGKILL');
  },
  async 'the backend'() {
    await backend.kill();
    await backend.start();
  },
};

test.each(Object.entries(KILLS))(
  `[BACK-07] kill -9 of %s, ${ROUNDS} rounds under load, loses no acknowledged write, event or session`,
  async (_what, kill) => {
    await untilReady();
    const { tokens, browser } = await newPerson(backend.config);
    const post = (url: string, body: object) =>
      fetch(`${backend.url}${url}`, {
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
    const socket = await follow(backend.url, patient, tokens.access_token, 0);
    // an unavailable server does not count as a refusal: the client keeps trying
    socket.socket.on('connect_error', () => {
      if (!socket.socket.active) socket.socket.connect();
    });
    const acknowledged: string[][] = [];
    const refusals = new Set<number>();
    let next = 0;
    let done = false;
    const writer = async (): Promise<void> => {
      while (!done) {
        const bundle = (next += 1);
        try {
          const answer = await post('/fhir', {
            resourceType: 'Bundle',
            type: 'transaction',
            entry: Array.from({ length: PER_BUNDLE }, (_, part) => ({
              request: { method: 'POST', url: 'Observation' },
              resource: {
                resourceType: 'Observation',
                status: 'final',
                code: {
                  coding: [{ system: 'http://loinc.org', code: '8867-4' }],
                  text: `bundle ${bundle} part ${part}`,
                },
                subject: { reference: `Patient/${patient}` },
                effectiveDateTime: '2026-03-01T08:30:00+07:00',
                valueQuantity: { value: 72, unit: '/min' },
              },
            })),
          });
          const body = (await answer.json()) as { entry?: { response: { location: string } }[] };
          if (answer.status === 200)
            acknowledged.push((body.entry ?? []).map(({ response }) => response.location.split('/').at(-3) ?? ''));
          else {
            refusals.add(answer.status);
            await pause(20);
          }
        } catch {
          // the connection ended with the process: nothing was acknowledged
          await pause(20);
        }
      }
    };
    const writers = Array.from({ length: WRITERS }, writer);
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = acknowledged.length + BETWEEN;
      while (acknowledged.length < target) await pause(5);
      await kill();
    }
    const target = acknowledged.length + BETWEEN;
    while (acknowledged.length < target) await pause(5);
    done = true;
    await Promise.all(writers);

    const db = await runningDatabase(backend.config);
    const rows = await db.query<{ id: string; content: string; versions: string }>(
      `select r.id, r.content, (select count(*) from fhir_history h where h.type = r.type and h.id = r.id) as versions from fhir_resource r where r.type = 'Observation' and r.patient_id = $1`,
      [patient],
    );
    await db.close();
    const stored = new Set(rows.map(({ id }) => id));
    const parts = new Map<string, number>();
    for (const { content } of rows) {
      const bundle = /bundle (\d+) part/.exec(content)?.[1] ?? '';
      parts.set(bundle, (parts.get(bundle) ?? 0) + 1);
    }
    expect(acknowledged.flat().filter((id) => !stored.has(id))).toEqual([]);
    expect([...parts].filter(([, count]) => count !== PER_BUNDLE)).toEqual([]);
    expect(rows.filter(({ versions }) => versions !== '1')).toEqual([]);
    expect([...refusals].filter((status) => status !== 503)).toEqual([]);

    // events are sent in commit order, responses to several writers are not: the last response need not belong to the
    // last event
    await Promise.all([...stored].map((id) => socket.next('vital-sign', (body) => (body as { id: string }).id === id)));
    const news = new Set(socket.kept.map(({ body }) => (body as { id: string }).id));
    expect([...stored].filter((id) => !news.has(id))).toEqual([]);
    expect(socket.kept).toHaveLength(news.size);
    socket.close();
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200);
    console.log(
      `kill -9 of ${_what}: ${ROUNDS} rounds, ${acknowledged.length * PER_BUNDLE} readings acknowledged, 0 lost, 0 torn, ${news.size} heard`,
    );
  },
  90_000 + ROUNDS * 15_000,
);

test('[BACK-07] an answered sign-in survives kill -9 of PostgreSQL: code, session and trail stay good', async () => {
  await untilReady();
  const before = await signInsInTrail();
  const { phone } = await newPerson(backend.config);
  // the database writes its deferred data every 200 ms
  for (let round = 0; round < 3; round += 1) {
    const browser = createBrowser(backend.config);
    const code = (await browser.signIn(phone)).searchParams.get('code');
    const running = await databasePid();
    await KILLS.PostgreSQL();
    while ((await databasePid()) === running) await pause(10);
    await untilReady();
    const answer = await browser.exchange(code ?? '');
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('access_token')]);
    const again = await browser.follow(await browser.open(browser.authorizeUrl({ prompt: 'none' })));
    expect(again.searchParams.get('error')).toBeNull();
    // newPerson signed in once
    expect(await signInsInTrail()).toBe(before + 2 + round);
  }
});

async function signInsInTrail(): Promise<number> {
  const db = await runningDatabase(backend.config);
  const [row] = await db.query<{ n: string }>(
    "select count(*) as n from audit_event where type = 'login' and outcome = 'success'",
  );
  await db.close();
  return Number(row?.n);
}
