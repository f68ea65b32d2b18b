/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { acquireLock, announceTab, hasOtherTabs, withLock } from './locks.ts';

type Task = (lock: object | null) => unknown;
/** Locks of a browser: those that others hold are free again after the asker has given up. */
function provide(taken: readonly string[] = []) {
  const asked: [name: string, options: object][] = [];
  const locks = {
    request: async (name: string, ...rest: readonly unknown[]) => {
      const [options, task] = rest.length === 1 ? [{}, rest[0]] : rest;
      asked.push([name, options as object]);
      const isFree = !taken.includes(name) || 'steal' in (options as object);
      if (!isFree && 'signal' in (options as object)) throw new DOMException('', 'TimeoutError');
      return (task as Task)(isFree ? {} : null);
    },
    query: async () => ({ held: [{ name: 'phr.tab' }, { name: 'x' }, ...taken.map((name) => ({ name }))] }),
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  return asked;
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

test('a browser without locks runs tasks at once, holds any lock, and does not know of other tabs', async () => {
  expect([await withLock('a', async () => 7), await announceTab(), await hasOtherTabs()]).toEqual([
    7,
    undefined,
    undefined,
  ]);
  expect(await acquireLock('a')).toBeInstanceOf(Function);
});

test('a task runs while its lock is held', async () => {
  const asked = provide();
  expect(await withLock('a', async () => 7)).toBe(7);
  expect(asked.map(([name]) => name)).toEqual(['a']);
});

test('a lock is held when it is free, or is stolen; a taken one is not, at once or after a while', async () => {
  const asked = provide(['b']);
  const held = async (...args: Parameters<typeof acquireLock>) => typeof (await acquireLock(...args));
  expect([await held('a'), await held('b'), await held('b', { waitMs: 5 }), await held('b', { steal: true })]).toEqual([
    'function',
    'undefined',
    'undefined',
    'function',
  ]);
  expect(asked.map(([, options]) => Object.keys(options))).toEqual([
    ['ifAvailable'],
    ['ifAvailable'],
    ['signal'],
    ['steal'],
  ]);
});

test('a tab announces itself for as long as it is there, and knows whether it is alone', async () => {
  const asked = provide();
  await announceTab();
  expect(asked).toEqual([['phr.tab', { mode: 'shared' }]]);
  expect(await hasOtherTabs()).toBe(false);
  provide(['phr.tab']);
  expect(await hasOtherTabs()).toBe(true);
});
