/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createSessionRestore, type SessionRestoreNeeds } from './session-restore.ts';

/** The locks of a browser in which so many tabs of the app are open. */
const locksOf = (tabs: number) => ({
  request: async (_name: string, _options: object, task: () => unknown) => void task(),
  query: async () => ({ held: [{ name: 'other' }, ...Array.from({ length: tabs }, () => ({ name: 'phr.tab' }))] }),
});
const withLocks = (locks: object | undefined): void => {
  if (locks !== undefined) Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
};
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

function open({ at = '/', isShared = false, resumes = false, othersAre = false, isReached = true } = {}) {
  const seen = { asked: [] as (number | undefined)[], told: [] as string[], saved: 0, replaced: [] as string[] };
  const needs = {
    page: { pathname: () => at },
    machine: { dispatch: ({ type }: { type: string }) => seen.told.push(type) },
    session: {
      resume: async () => resumes,
      saveCurrentPath: () => (seen.saved += 1),
      otherTabs: { isAnybodySignedIn: async (waitMs?: number) => (seen.asked.push(waitMs), othersAre) },
    },
    client: async () => {
      if (!isReached) throw new Error('not reached');
      return { prepare: async ({ silent }: { silent: boolean }) => ({ url: `/authorize?silent=${String(silent)}` }) };
    },
    replace: (url: string) => seen.replaced.push(url),
    sealed: async () => undefined,
    isShared: () => isShared,
    locale: () => 'vi-VN',
  };
  return { restore: createSessionRestore(needs as unknown as SessionRestoreNeeds), seen };
}

test.each([
  ['other tabs of which one may be slow to answer', locksOf(2), {}, [1_500]],
  ['no other tab', locksOf(1), {}, []],
  ['a browser that does not tell of tabs', undefined, {}, [undefined]],
  ['a shared device', locksOf(2), { isShared: true }, []],
])('whether another tab is signed in is asked as makes sense with %s', async (_, locks, more, asked) => {
  withLocks(locks);
  const { restore, seen } = open(more);
  await restore.start();
  expect(seen).toEqual({ asked, told: ['restore', 'noSessionFound'], saved: 0, replaced: [] });
});

test('a page lets itself be counted as a tab before it looks for others', async () => {
  const steps: string[] = [];
  withLocks({
    request: async (name: string, _options: object, task: () => unknown) => (steps.push(name), void task()),
    query: async () => (steps.push('query'), { held: [] }),
  });
  await open().restore.start();
  expect(steps).toEqual(['phr.tab', 'query']);
});

test('where another tab is signed in, this one signs in without a question and comes back to its place', async () => {
  withLocks(locksOf(2));
  const { restore, seen } = open({ othersAre: true });
  await restore.start();
  expect(seen).toMatchObject({ told: ['restore'], saved: 1, replaced: ['/authorize?silent=true'] });
});

test('an identity service that is not reached leaves the page without a session', async () => {
  withLocks(locksOf(2));
  const { restore, seen } = open({ othersAre: true, isReached: false });
  await restore.start();
  expect(seen).toMatchObject({ told: ['restore', 'noSessionFound'], saved: 1, replaced: [] });
});

test('a session of this tab goes on, and no other tab is asked', async () => {
  withLocks(locksOf(2));
  const { restore, seen } = open({ resumes: true });
  await restore.start();
  expect(seen).toMatchObject({ told: ['restore'], asked: [] });
});

test.each(['/auth-cb', '/oneid-cb'])('on %s the answer of the sign-in decides', async (at) => {
  const { restore, seen } = open({ at });
  await restore.start();
  expect(seen).toMatchObject({ told: ['restore'], asked: [] });
  await restore.resume();
  expect(seen.told).toEqual(['restore', 'noSessionFound']);
});

test('a page starts once, however often it is asked to', async () => {
  const { restore, seen } = open();
  await Promise.all([restore.start(), restore.start()]);
  expect(seen.told).toEqual(['restore', 'noSessionFound']);
});
