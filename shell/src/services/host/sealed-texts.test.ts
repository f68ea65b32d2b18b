/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { sealerOf } from '../offline/sealing.ts';
import { createSealedTexts, SEALED, type SealedTextsOptions } from './sealed-texts.ts';
import { createTextStore } from './storage.ts';

const area = createTextStore(() => window.sessionStorage);
/** Simulated databases: the next page finds what this one stored. */
const ring = new Map<string, CryptoKey>();
beforeEach(() => {
  sessionStorage.clear();
  ring.clear();
});

async function openKey(name: string) {
  const key =
    ring.get(name) ??
    (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']));
  ring.set(name, key);
  return sealerOf(key);
}
const open = (more: Partial<SealedTextsOptions> = {}) =>
  createSealedTexts({
    area,
    keys: 'k.',
    openKey,
    dropKey: async (name) => {
      ring.delete(name);
    },
    spareKeys: async () => [...ring.keys()],
    ...more,
  });
const stored = () => JSON.stringify({ ...sessionStorage });

test('a text is there at once, and on the next page; the storage tells neither its name nor its value', async () => {
  const page = open();
  page.set('phr.signup.0901234567', 'F0H');
  expect(page.get('phr.signup.0901234567')).toBe('F0H');
  await page.settled();
  expect(sessionStorage).toHaveLength(1);
  expect(stored()).not.toMatch(/signup|0901234567|F0H/);
  const next = open();
  await next.settled();
  expect([next.keys(), next.get('phr.signup.0901234567')]).toEqual([['phr.signup.0901234567'], 'F0H']);
});

test('a key that is prepared seals the first text, and no other is made', async () => {
  const page = open();
  page.prepare();
  await page.settled();
  expect([sessionStorage.length, ring.size]).toEqual([0, 1]);
  page.set('phr.context.main', 'mother');
  await page.settled();
  const next = open();
  next.prepare();
  await next.settled();
  expect([next.get('phr.context.main'), ring.size]).toEqual(['mother', 1]);
});

test('pages prepare one key, and one that has sealed nothing goes with the sign-out', async () => {
  const pages = [open(), open()];
  for (const page of pages) {
    page.prepare();
    await page.settled();
  }
  expect(ring.size).toBe(1);
  for (const page of pages) {
    page.release();
    await page.settled();
  }
  expect(ring.size).toBe(0);
  pages[0]?.set('phr.device.main', 'A1');
  await pages[0]?.settled();
  pages[0]?.release();
  await pages[0]?.settled();
  expect(ring.size).toBe(1);
});

test('a key that another page has used and dropped seals nothing any more', async () => {
  const [one, other] = [open(), open()];
  for (const page of [one, other]) {
    page.prepare();
    await page.settled();
  }
  one.set('phr.a', '1');
  await one.settled();
  one.remove('phr.a');
  await one.settled();
  window.dispatchEvent(new StorageEvent('storage', { key: SEALED }));
  other.set('phr.b', '2');
  await other.settled();
  const next = open();
  await next.settled();
  expect(next.get('phr.b')).toBe('2');
});

test('what another page has written and this one has not read yet is not lost to a text set at once', async () => {
  const [one, other] = [open(), open()];
  one.set('phr.a', '1');
  await one.settled();
  window.dispatchEvent(new StorageEvent('storage', { key: SEALED }));
  await other.settled();
  one.set('phr.a', '2');
  await one.settled();
  other.set('phr.b', '3');
  await other.settled();
  const next = open();
  await next.settled();
  expect([next.get('phr.a'), next.get('phr.b')]).toEqual(['2', '3']);
});

test('when the last text goes, its key goes as well: a copy of the storage opens nothing', async () => {
  const page = open();
  page.set('phr.wanted', '/conditions');
  await page.settled();
  const copy = sessionStorage.getItem(SEALED) ?? '';
  page.remove('phr.wanted');
  await page.settled();
  expect([sessionStorage.length, ring.size]).toEqual([0, 0]);
  sessionStorage.setItem(SEALED, copy);
  const thief = open();
  await thief.settled();
  expect([thief.keys(), sessionStorage.length]).toEqual([[], 0]);
});

test('what is set or removed before the page before is known, stays so', async () => {
  const before = open();
  for (const key of ['phr.a', 'phr.b', 'phr.c']) before.set(key, 'old');
  await before.settled();
  const page = open();
  page.set('phr.a', 'new');
  page.remove('phr.b');
  await page.settled();
  expect(page.keys().toSorted()).toEqual(['phr.a', 'phr.c']);
  expect([page.get('phr.a'), page.get('phr.c')]).toEqual(['new', 'old']);
});

test('two pages that share a storage keep what each of them sets, and learn it of each other', async () => {
  const [one, other] = [open(), open()];
  await Promise.all([one.settled(), other.settled()]);
  one.set('phr.a', '1');
  await one.settled();
  other.set('phr.b', '2');
  await other.settled();
  window.dispatchEvent(new StorageEvent('storage', { key: SEALED }));
  await one.settled();
  expect([...one.keys(), ...other.keys()].toSorted()).toEqual(['phr.a', 'phr.a', 'phr.b', 'phr.b']);
});

test('a browser without databases keeps texts as long as the page, and nothing of them in its storage', async () => {
  const page = open({
    openKey: async () => {
      throw new Error('private window');
    },
  });
  page.set('phr.wanted', '/conditions');
  await page.settled();
  expect([page.get('phr.wanted'), sessionStorage.length]).toEqual(['/conditions', 0]);
});

test('texts that stood in the clear are taken over', async () => {
  sessionStorage.setItem('phr.device.patient-7', 'A1');
  sessionStorage.setItem('phr.lang', 'en-US');
  const page = open({ adopts: (key) => key.startsWith('phr.device.') });
  expect(page.get('phr.device.patient-7')).toBe('A1');
  await page.settled();
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['phr.lang', SEALED]);
  const next = open();
  await next.settled();
  expect(next.get('phr.device.patient-7')).toBe('A1');
});

test('somebody who writes to the storage cannot put a text there', async () => {
  for (const forged of ['{', '[]', '{"key":"k.1","iv":"AAAA","data":"AAAA"}', '{"key":"k.1","iv":"%","data":"A"}']) {
    sessionStorage.setItem(SEALED, forged);
    const page = open();
    await page.settled();
    expect(page.keys()).toEqual([]);
  }
});
