import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { personDoubt, serverOf } from '../../tools/import.ts';
import { newPerson } from './browser.ts';
import { callerOf, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let call: ReturnType<typeof callerOf>['call'];
let owner: Person;
let folder: string;
const RECORD = { name: 'TRẦN MINH CHÂU', gender: 'female', birthDate: '1985-03-12' };

beforeAll(async () => {
  backend = await startTestBackend();
  ({ call } = callerOf(backend));
  const { phone, tokens } = await newPerson(backend.config);
  owner = { token: tokens.access_token, patient: '', phone };
  const { body } = await call(owner, 'POST', '/fhir/Patient', {
    resourceType: 'Patient',
    name: [{ text: RECORD.name }],
    gender: RECORD.gender,
    birthDate: RECORD.birthDate,
  });
  owner = { ...owner, patient: String(body['id']) };
  folder = await mkdtemp(path.join(tmpdir(), 'import-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await backend.stop();
});

/** Runs the tool as a person would. */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  const { PORT: _port, ...rest } = process.env;
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../tools/import.ts'), ...args], {
    env: { ...rest, LC_ALL: 'en_US.UTF-8', PHR_TOKEN: owner.token, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString('utf8');
    });
  const code = await new Promise<number>((resolve) => child.on('close', (given) => resolve(given ?? -1)));
  return { code, text };
}

const allergies = async (): Promise<number> =>
  Number((await call(owner, 'GET', `/fhir/Patient/${owner.patient}/AllergyIntolerance?_summary=count`)).body['total']);
const bundleOf = (person: object) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    { fullUrl: 'urn:uuid:p', resource: { resourceType: 'Patient', ...person } },
    { resource: { resourceType: 'AllergyIntolerance', patient: { reference: 'urn:uuid:p' }, code: { text: 'Tôm' } } },
  ],
});

test('the tool says where it stores and needs to be told: by --server, else by PORT', async () => {
  expect(serverOf('http://a:1/', '4100')).toBe('http://a:1');
  expect(serverOf(undefined, '4100')).toBe('http://localhost:4100');
  expect(serverOf(undefined, '')).toBeUndefined();
  const file = path.join(folder, 'any.json');
  await writeFile(file, JSON.stringify(bundleOf({})));
  const { code, text } = await run([file, '--patient', owner.patient]);
  expect([code, text]).toEqual([2, expect.stringContaining('--server')]);
});

test("another person's file is shown and refused; with --confirm-person it is stored, and can be undone", async () => {
  const file = path.join(folder, 'other.json');
  await writeFile(
    file,
    JSON.stringify(bundleOf({ name: [{ text: 'OTHER PERSON' }], gender: 'male', birthDate: '1950-01-01' })),
  );
  const args = [file, '--patient', owner.patient, '--server', backend.urls.shell];
  const refused = await run(args);
  expect(refused.code).toBe(1);
  for (const words of [backend.urls.shell, 'OTHER PERSON', '1950-01-01', RECORD.name, '--confirm-person'])
    expect(refused.text).toContain(words);
  expect(await allergies()).toBe(0);

  const stored = await run([...args, '--confirm-person']);
  expect([stored.code, await allergies()]).toEqual([0, 1]);
  const importId = /--undo (\S+)/.exec(stored.text)?.[1] ?? '';
  const undone = await run(['--undo', importId, '--server', backend.urls.shell]);
  expect([undone.code, undone.text.trim(), await allergies()]).toEqual([0, 'Undone, entries deleted: 1', 0]);
}, 60_000);

test("the person's own file goes without a question, and a second time leaves no import behind", async () => {
  const file = path.join(folder, 'own.json');
  await writeFile(
    file,
    JSON.stringify(
      bundleOf({ name: [{ text: 'Châu Trần Minh' }], gender: RECORD.gender, birthDate: RECORD.birthDate }),
    ),
  );
  const args = [file, '--patient', owner.patient, '--server', backend.urls.shell];
  expect([(await run(args)).code, (await run(args)).code, await allergies()]).toEqual([0, 0, 1]);
  const { body } = await call(owner, 'GET', `/fhir/Patient/${owner.patient}/Provenance`);
  expect(body['entry']).toHaveLength(1);
}, 60_000);

const CASE = path.resolve(import.meta.dirname, '../../../shared/data/cases/wrong-person.json');
(existsSync(CASE) ? test : test.skip)('the bundle of a stranger is doubted (skipped without the file)', async () => {
  const json: unknown = JSON.parse(await readFile(CASE, 'utf8'));
  expect(personDoubt(json, RECORD, 'en-US')).toContain('OTHER PERSON');
});
