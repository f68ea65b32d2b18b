/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { sealerOf } from '../offline/sealing.ts';
import { createMemoryVault, type Vault } from '../offline/vault.ts';
import { createTextStore } from '../host/storage.ts';
import { createDrafts } from './drafts.ts';
import { openDraftJournal } from './draft-journal.ts';

const store = createTextStore(() => window.localStorage);
const PREFIX = 'phr.vault.0a.';
const READING = { systolic: '137' };
beforeEach(() => localStorage.clear());

async function vaultOf(key?: CryptoKey): Promise<Vault> {
  const own = key ?? (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']));
  return { ...createMemoryVault(), keystream: { prefix: PREFIX, bytes: sealerOf(own).keystream } };
}
const draftOf = (value: unknown, second = 0) => ({ value, savedAt: `2026-11-25T01:10:0${second}.000Z` });
const formOf = (vault: Vault) =>
  createDrafts({
    vault: async () => vault,
    lastKeys: (opened) => openDraftJournal(opened, store),
    viewedId: () => 'main',
    now: Date.now,
    onFault: (error) => {
      throw error;
    },
  })
    .for('mfe-vitals')
    .open('blood-pressure');

test('[UX-33] the last key is in the draft, though the page ended before the vault had any', async () => {
  const vault = await vaultOf();
  const dying = formOf({ ...vault, put: () => new Promise(() => undefined) });
  await dying.read();
  for (const systolic of ['1', '13', '137']) dying.write({ systolic });
  expect(localStorage).toHaveLength(1);
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/137|systolic|blood/);
  await expect(formOf(vault).read()).resolves.toMatchObject({ value: READING });
  expect(localStorage).toHaveLength(0);
});

test('[UX-33] what is typed before anything can be held is held as soon as it can', async () => {
  const vault = await vaultOf();
  const dying = formOf({ ...vault, put: () => new Promise(() => undefined) });
  dying.write(READING);
  expect(localStorage).toHaveLength(0);
  await dying.read();
  expect(localStorage).toHaveLength(1);
  await expect(formOf(vault).read()).resolves.toMatchObject({ value: READING });
});

test('of a form that was sent nothing comes back, though the page ended before the vault knew', async () => {
  const vault = await vaultOf();
  const dying = formOf({ ...vault, put: () => new Promise(() => undefined) });
  await dying.read();
  dying.write(READING);
  dying.remove();
  expect(localStorage).toHaveLength(0);
  await expect(formOf(vault).read()).resolves.toBeUndefined();
});

test('what the vault has lies nowhere else', async () => {
  const vault = await vaultOf();
  const form = formOf(vault);
  await form.read();
  form.write(READING);
  expect(localStorage).toHaveLength(1);
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(localStorage).toHaveLength(0);
  await expect(formOf(vault).read()).resolves.toMatchObject({ value: READING });
});

test('equal texts are hidden differently each time, also beyond the bytes of one stream', async () => {
  const holder = await openDraftJournal(await vaultOf(), store);
  const long = 'x'.repeat(3_000);
  for (let at = 0; at < 60; at += 1) {
    holder.hold('form', draftOf(long));
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  const held = Object.values({ ...localStorage } as Record<string, string>);
  expect(held.length).toBeGreaterThan(40);
  const places = Object.keys(localStorage).map((key) => key.slice(0, key.lastIndexOf('.')));
  expect(new Set(places).size).toBeGreaterThan(1);
  expect(new Set(held).size).toBe(held.length);
  // no keystream byte is used twice
  for (const place of new Set(places)) {
    const starts = Object.keys(localStorage)
      .filter((key) => key.startsWith(`${place}.`))
      .map((key) => Number(key.slice(place.length + 1)))
      .toSorted((a, b) => a - b);
    for (const [at, start] of starts.entries())
      if (at > 0) expect(start - (starts[at - 1] ?? 0)).toBeGreaterThan(3_000);
  }
});

test('a newer draft of the vault stays, and what nobody can read goes', async () => {
  const vault = await vaultOf();
  const holder = await openDraftJournal(vault, store);
  holder.hold('old', draftOf('older'));
  holder.hold('new', draftOf('first', 1));
  holder.hold('new', draftOf('second', 1));
  store.set(`${PREFIX}AAAAAAAAAAAAAAAA.0`, 'AAAA');
  store.set('phr.vault.0b.AAAAAAAAAAAAAAAA.0', 'AAAA');
  await vault.put('drafts', 'old', draftOf('newer', 2));
  await openDraftJournal(vault, store);
  await expect(vault.get('drafts', 'old')).resolves.toMatchObject({ value: 'newer' });
  await expect(vault.get('drafts', 'new')).resolves.toMatchObject({ value: 'second' });
  expect(Object.keys(localStorage)).toEqual(['phr.vault.0b.AAAAAAAAAAAAAAAA.0']);
});

test('without the key nothing can be read, and on a shared device nothing is held', async () => {
  const holder = await openDraftJournal(await vaultOf(), store);
  holder.hold('form', draftOf(READING));
  const other = await vaultOf();
  await openDraftJournal(other, store);
  await expect(other.all('drafts')).resolves.toEqual([]);
  const shared = await openDraftJournal(createMemoryVault(), store);
  shared.hold('form', draftOf(READING))();
  expect(localStorage).toHaveLength(0);
});
