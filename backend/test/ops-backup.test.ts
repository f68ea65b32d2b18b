import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createLocalFileStore } from '../src/storage/local-store.ts';
import { backup, restore } from '../src/app/backup.ts';
import { createBrowser, newPerson } from './browser.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let dir: string;
let source: TestBackend;
let target: TestBackend;
let empty: TestBackend;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-backup-'));
  source = await startTestBackend();
  target = await startTestBackend();
  empty = await startTestBackend();
});
afterAll(async () => {
  await source.stop();
  await target.stop();
  await empty.stop();
  await rm(dir, { recursive: true, force: true });
});

const filesOf = (backend: TestBackend): string => path.join(backend.config.dataDir, 'storage/files');

/** Every row of every table but the outbox, as text in a fixed order. */
async function contentOf({ platform: { db } }: TestBackend): Promise<Record<string, unknown>> {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname not in ('outbox', 'schema_migration')`,
  );
  const all = await Promise.all(
    tables.map(
      async ({ name }) =>
        [
          name,
          (await db.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`)).map(
            ({ row }) => row,
          ),
        ] as const,
    ),
  );
  return Object.fromEntries(all);
}

test('a backup taken while running restores records, accounts and files into an empty installation', async () => {
  const { phone, tokens } = await newPerson(source.config);
  const send = async (
    backend: TestBackend,
    token: string,
    method: string,
    url: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(url.startsWith('http') ? url : `${backend.urls.shell}${url}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': url.includes('/fhir') ? 'application/fhir+json' : 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text, status: answer.status };
  };
  const patient = String(
    (
      await send(source, tokens.access_token, 'POST', '/fhir/Patient', {
        resourceType: 'Patient',
        name: [{ text: 'TRẦN "AN" \\ ☃' }],
      })
    )['id'],
  );
  for (let n = 0; n < 600; n += 100) {
    await send(source, tokens.access_token, 'POST', '/fhir', {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: Array.from({ length: 100 }, (_, at) => ({
        request: { method: 'POST', url: 'Observation' },
        resource: {
          resourceType: 'Observation',
          status: 'final',
          code: { text: `reading ${n + at}` },
          subject: { reference: `Patient/${patient}` },
          effectiveDateTime: '2026-03-01T08:30:00+07:00',
        },
      })),
    });
  }
  const key = `${patient}/document/${'a'.repeat(36)}.pdf`;
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_400_000, 'x')]);
  await createLocalFileStore(path.join(source.config.dataDir, 'storage')).put(key, pdf, 10_000_000);

  const before = await contentOf(source);
  const file = path.join(dir, 'one.backup');
  const count = await backup(source.platform.db, filesOf(source), file);
  expect(count).toMatchObject({ files: 1 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await restore(target.platform.db, filesOf(target), file)).toEqual(count);
  const restored = await contentOf(target);
  expect(restored).toEqual({ ...before, registry_generation: ['{"id": 1, "generation": 2}'] });
  expect(await readFile(path.join(filesOf(target), key))).toEqual(pdf);

  // the account signs in with its password and continues to work: numbers and keys continue
  const browser = createBrowser(target.config);
  const back = await browser.signIn(phone);
  const { access_token: token } = (await (await browser.exchange(back.searchParams.get('code') ?? '')).json()) as {
    access_token: string;
  };
  const written = await send(target, token, 'POST', '/fhir/Observation', {
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'after' },
    subject: { reference: `Patient/${patient}` },
    effectiveDateTime: '2026-03-02T08:30:00+07:00',
  });
  expect(written).toMatchObject({ resourceType: 'Observation' });
  await expect(restore(target.platform.db, filesOf(target), file)).rejects.toThrow('holds data');
});

test('a file that is cut off, changed or of another version is refused, and nothing of it is kept', async () => {
  const file = path.join(dir, 'two.backup');
  await backup(source.platform.db, filesOf(source), file);
  const text = gunzipSync(await readFile(file)).toString();
  const cut = path.join(dir, 'cut.backup');
  await writeFile(cut, await readFile(file));
  await truncate(cut, Math.floor((await stat(file)).size / 2));
  const variants: [string, string][] = [
    ['without its last line', text.split('\n').slice(0, -2).join('\n')],
    ['changed', text.replace('reading 42', 'reading 43')],
    ['of another version', text.replace('0001_platform.sql', '0000_platform.sql')],
    ['no backup', '{}\n'],
  ];
  await expect(restore(empty.platform.db, filesOf(empty), cut)).rejects.toThrow('cut off or damaged');
  for (const [name, variant] of variants) {
    const made = path.join(dir, 'variant.backup');
    await writeFile(made, gzipSync(variant));
    await expect(restore(empty.platform.db, filesOf(empty), made).then(() => name)).rejects.toThrow(
      /damaged|another version|no backup/,
    );
  }
  await expect(restore(empty.platform.db, filesOf(empty), path.join(dir, 'none'))).rejects.toThrow('There is no file');
  expect(
    await empty.platform.db.query(
      'select 1 from account union all select 1 from fhir_resource where patient_id is not null limit 1',
    ),
  ).toEqual([]);
});
