import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newPerson } from './browser.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
beforeAll(async () => { backend = await startTestBackend({ LIMIT_API_PER_MINUTE_USER: '100000' }); }, 60_000);
afterAll(() => backend.stop());

/** The database server of this backend; waits while it is between two lives. */
async function databasePid(): Promise<number> {
  for (;;) {
    const text = await readFile(path.join(backend.config.dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    // 0 would be this process's own group
    if (pid > 1) return pid;
    await pause(10);
  }
}

test('readings that the record server acknowledged outlive kills of the database; the others get a clear refusal', async () => {
  const { tokens } = await newPerson(backend.config);
  const send = (method: string, url: string, body?: object) => fetch(`${backend.urls.shell}${url}`, {
    method, headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/fhir+json' }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const patient = String((await (await send('POST', '/fhir/Patient', { resourceType: 'Patient', name: [{ text: 'AN' }] })).json() as Record<string, unknown>)['id']);
  const acknowledged: string[] = [];
  const refusals = new Set<number>();
  let done = false;
  const writer = async (): Promise<void> => {
    while (!done) {
      const answer = await send('POST', '/fhir/Observation', {
        resourceType: 'Observation', status: 'final', code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] }, subject: { reference: `Patient/${patient}` },
        effectiveDateTime: '2026-03-01T08:30:00+07:00', valueQuantity: { value: 72, unit: '/min' },
      });
      const body = await answer.json() as Record<string, unknown>;
      if (answer.status === 201) acknowledged.push(String(body['id']));
      else {
        refusals.add(answer.status);
        await pause(20);
      }
    }
  };
  const writers = [writer(), writer(), writer()];
  for (let round = 0; round < 2; round += 1) {
    const before = acknowledged.length;
    while (acknowledged.length < before + 20) await pause(5);
    process.kill(await databasePid(), 'SIGKILL');
    const at = acknowledged.length;
    while (acknowledged.length < at + 20) await pause(10);
  }
  done = true;
  await Promise.all(writers);
  const rows = await backend.platform.db.query<{ id: string }>("select id from fhir_resource where type = 'Observation'");
  const stored = new Set(rows.map((row) => row.id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect([...refusals].filter((status) => status !== 503)).toEqual([]);
  expect((await send('GET', '/ready')).status).toBe(200);
}, 60_000);
