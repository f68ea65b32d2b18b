import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADVICE } from '@phr/clinical/assess/advice-file';
import { callerOf } from './service-caller.ts';
import { startTestBackend } from './test-backend.ts';

const APPROVED = {
  ...ADVICE,
  version: 7,
  status: 'approved',
  reviewer: { name: 'Test', licence: '1', date: '2026-01-01' },
};

async function answers(settings: Parameters<typeof startTestBackend>[0], file?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'advice-'));
  const name = path.join(folder, 'advice.json');
  if (file !== undefined) writeFileSync(name, file);
  const backend = await startTestBackend({ ...settings, ...(file === undefined ? {} : { ADVICE_FILE: name }) });
  const people = callerOf(backend);
  const chau = await people.newPatient();
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${backend.urls.shell}/api/phr/advice`, { headers: { authorization: `Bearer ${chau.token}`, ...headers } });
  const stop = async (): Promise<void> => {
    await backend.stop();
    rmSync(folder, { recursive: true });
  };
  return { ask, stop };
}

test('advice is served with its version, kept by browsers, and sent again only when it changed', async () => {
  const { ask, stop } = await answers({ CLINICAL_TEXTS: 'all' });
  const first = await ask();
  expect(first.headers.get('cache-control')).toBe('private, max-age=3600');
  expect(((await first.json()) as { data: unknown }).data).toMatchObject({ version: ADVICE.version, status: 'draft' });
  const again = await ask({ 'if-none-match': first.headers.get('etag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await ask({ authorization: '' })).status).toBe(401);
  await stop();
});

test('a draft is not served where only signed texts are shown; the words of the installation are', async () => {
  const draft = await answers({ CLINICAL_TEXTS: 'signed' });
  expect((await draft.ask()).status).toBe(404);
  await draft.stop();
  const signed = await answers({ CLINICAL_TEXTS: 'signed' }, JSON.stringify(APPROVED));
  expect(((await (await signed.ask()).json()) as { data: unknown }).data).toMatchObject({ version: 7 });
  await signed.stop();
});

test('a file that is not wholly understood stops no start: the words of the release are served', async () => {
  for (const file of ['{', JSON.stringify({ ...APPROVED, rules: [{ id: 'glu.low', words: { 'vi-VN': 'Uống' } }] })]) {
    const { ask, stop } = await answers({ CLINICAL_TEXTS: 'all' }, file);
    expect(((await (await ask()).json()) as { data: unknown }).data).toMatchObject({ version: ADVICE.version });
    await stop();
  }
});
