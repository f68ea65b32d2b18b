/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createReleases } from './releases.ts';

const { jest } = import.meta;
const text = (version: string, more: object = {}) =>
  JSON.stringify({
    schema: 1,
    publishedAt: '2026-11-28T08:00:00.000Z',
    installation: 'https://phr.test',
    modules: [
      {
        name: 'mfe-a',
        enabled: true,
        loadTimeoutMs: 8000,
        current: {
          version,
          container: 'a',
          entry: `/m/mfe-a/${version}/remoteEntry.js`,
          integrity: `sha384-${'A'.repeat(64)}`,
          manifest: { name: 'mfe-a', contract: '^1.0.0', access: 'signed-in', routes: [], slots: [], calls: [] },
        },
      },
    ],
    ...more,
  });
const before = globalThis.fetch;
let asked: string[] = [];
let body: string | undefined;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  asked = [];
  body = text('1.0.0');
  globalThis.fetch = (async (address: string) => {
    asked.push(address);
    if (body === undefined) throw new TypeError('Failed to fetch');
    return new Response(body);
  }) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = before;
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const version = (releases: ReturnType<typeof createReleases>) => releases.registry.get().modules[0]?.current.version;

test('[ARCH-04] a page that stays open gets the next release with its next view', async () => {
  const releases = createReleases('https://phr.test');
  await releases.read();
  body = text('1.1.0');
  await releases.read();
  expect(version(releases)).toBe('1.1.0');
  expect(asked).toEqual(['https://phr.test/registry.json', 'https://phr.test/registry.json']);
});

test.each([
  ['no answer', undefined],
  ['no module', text('1.0.0', { modules: [] })],
  ['an older registry', text('0.9.0', { publishedAt: '2026-11-28T07:00:00.000Z' })],
  ['the registry of another installation', text('0.9.0', { installation: 'https://other.test' })],
  ['a page in its place', '<!doctype html>'],
])('[ARCH-08] %s leaves the registry in use; without one the view cannot be shown', async (_what, bad) => {
  const releases = createReleases('https://phr.test');
  await releases.read();
  body = bad;
  await releases.read();
  expect(version(releases)).toBe('1.0.0');
  if (bad === undefined || bad.startsWith('<') || bad.includes('"modules":[]'))
    await expect(createReleases('https://phr.test').read()).rejects.toThrow();
});

test('[ARCH-06] it is followed while a view is in the page, for all views at once', async () => {
  const releases = createReleases('https://phr.test');
  const [first, second] = [releases.follow(), releases.follow()];
  await jest.advanceTimersByTimeAsync(50_000);
  expect(asked).toHaveLength(1);
  first();
  first();
  await jest.advanceTimersByTimeAsync(50_000);
  expect(asked).toHaveLength(2);
  second();
  await jest.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(2);
});
