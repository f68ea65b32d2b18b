/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createMemoryVault, type Vault } from '../offline/vault.ts';
import { createTextStore } from '../host/storage.ts';
import { createDrafts } from './drafts.ts';
import { openDraftJournal } from './draft-journal.ts';

const DAY = 24 * 3_600_000;
const store = createTextStore(() => window.localStorage);
function open(vault: Vault, { viewed = 'main', now = Date.parse('2026-11-25T01:10:00Z') } = {}) {
  const faults: unknown[] = [];
  return {
    drafts: createDrafts({
      vault: async () => vault,
      lastKeys: (opened) => openDraftJournal(opened, store),
      viewedId: () => viewed,
      now: () => now,
      onFault: (error) => faults.push(error),
    }),
    faults,
  };
}
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

test('a draft is there at once, and after a reload', async () => {
  const vault = createMemoryVault();
  const form = open(vault).drafts.for('mfe-vitals').open('note');
  form.write({ text: 'a' });
  form.write({ text: 'ab' });
  await expect(form.read()).resolves.toEqual({ value: { text: 'ab' }, savedAt: '2026-11-25T01:10:00.000Z' });
  await settled();
  await expect(open(vault).drafts.for('mfe-vitals').open('note').read()).resolves.toMatchObject({
    value: { text: 'ab' },
  });
});

test('[UX-33] the last key is with the vault at once, though the browser has not stored the one before', async () => {
  const vault = createMemoryVault();
  const put: unknown[] = [];
  const form = open({
    ...vault,
    put: (_room, _key, value) => {
      put.push(value);
      return new Promise(() => undefined);
    },
  })
    .drafts.for('m')
    .open('note');
  await form.read();
  for (const text of ['1', '13', '137']) form.write(text);
  await Promise.resolve();
  await Promise.resolve();
  expect(put).toMatchObject([{ value: '1' }, { value: '13' }, { value: '137' }]);
});

test('drafts of two persons, two forms and two modules never meet', async () => {
  const { drafts } = open(createMemoryVault());
  drafts.for('mfe-vitals').open('note', 'main').write(1);
  for (const other of [
    drafts.for('mfe-vitals').open('note', 'mother'),
    drafts.for('mfe-vitals').open('other', 'main'),
    drafts.for('mfe-records').open('note', 'main'),
  ]) {
    await expect(other.read()).resolves.toBeUndefined();
  }
});

test('a draft stays with the person for whom the form was opened', async () => {
  const vault = createMemoryVault();
  let viewed = 'main';
  const drafts = createDrafts({
    vault: async () => vault,
    lastKeys: (opened) => openDraftJournal(opened, store),
    viewedId: () => viewed,
    now: Date.now,
    onFault: () => undefined,
  });
  const form = drafts.for('m').open('note');
  viewed = 'mother';
  form.write('of main');
  await expect(drafts.for('m').open('note', 'main').read()).resolves.toMatchObject({ value: 'of main' });
  await expect(drafts.for('m').open('note').read()).resolves.toBeUndefined();
});

test('a removed draft is gone from the device', async () => {
  const vault = createMemoryVault();
  const form = open(vault).drafts.for('m').open('note');
  form.write('x');
  form.remove();
  await settled();
  await expect(form.read()).resolves.toBeUndefined();
  expect(await vault.all('drafts')).toEqual([]);
});

test('after seven days a draft is no longer offered, and goes', async () => {
  const vault = createMemoryVault();
  const then = Date.parse('2026-11-01T00:00:00Z');
  open(vault, { now: then }).drafts.for('m').open('note').write('old');
  await settled();
  await expect(
    open(vault, { now: then + 7 * DAY })
      .drafts.for('m')
      .open('note')
      .read(),
  ).resolves.toMatchObject({ value: 'old' });
  await expect(
    open(vault, { now: then + 7 * DAY + 1 })
      .drafts.for('m')
      .open('note')
      .read(),
  ).resolves.toBeUndefined();
  await settled();
  expect(await vault.all('drafts')).toEqual([]);
});

test('a device that keeps nothing costs nobody the form: the draft lives in memory', async () => {
  const broken: Vault = {
    ...createMemoryVault(),
    put: async () => {
      throw new Error('quota');
    },
    get: async () => {
      throw new Error('gone');
    },
  };
  const { drafts, faults } = open(broken);
  const form = drafts.for('m').open('note');
  await expect(form.read()).resolves.toBeUndefined();
  form.write('x');
  await settled();
  await expect(form.read()).resolves.toMatchObject({ value: 'x' });
  expect(faults).toEqual([expect.objectContaining({ code: 'DRAFT_READ' }), new Error('quota')]);
});

test('[ERR-22] an unreadable draft has its own error code, and the form opens without it', async () => {
  const { drafts, faults } = open({
    ...createMemoryVault(),
    get: async () => {
      throw new Error('unreadable');
    },
  });
  await expect(drafts.for('m').open('note').read()).resolves.toBeUndefined();
  expect(faults).toMatchObject([{ name: 'AppError', code: 'DRAFT_READ' }]);
});

test('forms that are begun are counted whatever tab they are in, old and removed ones are not', async () => {
  const vault = createMemoryVault();
  open(vault, { now: Date.parse('2026-11-01T00:00:00Z') })
    .drafts.for('m')
    .open('old')
    .write(1);
  open(vault).drafts.for('mfe-vitals').open('note').write({ text: 'another tab' });
  await settled();
  const here = open(vault).drafts;
  here.for('shell').open('profile').write({ name: 'An' });
  here.for('shell').open('done').write({ name: 'An' });
  here.for('shell').open('done').remove();
  await expect(here.count()).resolves.toBe(2);
});
