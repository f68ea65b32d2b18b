/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { generateKeyPairSync, sign } from 'node:crypto';
import { preAuthEncoding, REGISTRY_TYPE } from '@phr/contract/release';
import { registryOf } from '@phr/testing/registry-of';
import { createReleases } from './releases.ts';

const { jest } = import.meta;
const text = (version: string, more: Parameters<typeof registryOf>[1] = {}) => JSON.stringify(of(version, more));
const of = (version: string, more: Parameters<typeof registryOf>[1] = {}) =>
  registryOf(
    [
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
    { serial: 7, ...more },
  );
const before = globalThis.fetch;
let asked: string[] = [];
let body: string | undefined;
let signatures = '';

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  asked = [];
  body = text('1.0.0');
  signatures = '';
  globalThis.fetch = (async (address: string) => {
    asked.push(address);
    if (body === undefined) throw new TypeError('Failed to fetch');
    return new Response(body, { headers: { 'x-phr-signature': signatures } });
  }) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = before;
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const version = (releases: ReturnType<typeof createReleases>) => releases.registry.get().modules[0]?.current;

test('[ARCH-04] a page that stays open gets the next release with its next view', async () => {
  const releases = createReleases('https://phr.test');
  await releases.read();
  body = text('1.1.0');
  await releases.read();
  expect(version(releases)).toBe('1.1.0');
  expect(asked).toEqual(['https://phr.test/registry/2.json', 'https://phr.test/registry/2.json']);
});

test.each([
  ['no answer', undefined],
  ['no module', JSON.stringify({ ...of('1.0.0'), modules: [] })],
  ['an older registry', text('0.9.0', { serial: 6 })],
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

test('[ARCH-06] an answer that names a later change makes the page ask at once, and only for that', async () => {
  const releases = createReleases('https://phr.test');
  await releases.read();
  for (const serial of [0, 6, 7]) releases.heard(serial);
  expect(asked).toHaveLength(1);
  body = text('1.1.0', { serial: 8 });
  for (const serial of [8, 8]) releases.heard(serial);
  await jest.advanceTimersByTimeAsync(0);
  expect([asked.length, version(releases)]).toEqual([2, '1.1.0']);
});

test('[ARCH-08] an answer that cannot be used is asked for again after 5 s and 15 s, then as always', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const releases = createReleases('https://phr.test');
  await releases.read();
  const end = releases.follow();
  body = '<!doctype html>';
  await jest.advanceTimersByTimeAsync(40_000);
  const first = asked.length;
  await jest.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(first + 1);
  await jest.advanceTimersByTimeAsync(14_999);
  expect(asked).toHaveLength(first + 1);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(first + 2);
  body = text('1.1.0', { serial: 8 });
  await jest.advanceTimersByTimeAsync(39_999);
  expect(version(releases)).toBe('1.0.0');
  await jest.advanceTimersByTimeAsync(1);
  expect(version(releases)).toBe('1.1.0');
  end();
});

test('[ARCH-08] a page that names the key of the registry takes nothing that it did not sign', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const signed = (what: string) =>
    `kother=:AAAA:, kours=:${sign(null, preAuthEncoding(REGISTRY_TYPE, new TextEncoder().encode(what)), privateKey).toString('base64')}:`;
  const releases = createReleases('https://phr.test', key);
  await expect(releases.read()).rejects.toThrow(/signed/);
  signatures = signed(text('1.0.0'));
  expect(await releases.read()).toBe(true);
  body = text('6.6.6', { serial: 8 });
  expect([await releases.read(), version(releases)]).toEqual([false, '1.0.0']);
  signatures = signed(body);
  expect([await releases.read(), version(releases)]).toEqual([true, '6.6.6']);
  // without the key the page trusts the URL alone
  signatures = '';
  expect(await createReleases('https://phr.test').read()).toBe(true);
});

test('a browser that cannot tell whether a registry is signed takes it', async () => {
  const unknown = new DOMException('Unrecognized name.', 'NotSupportedError');
  jest.spyOn(crypto.subtle, 'importKey').mockRejectedValue(unknown);
  const releases = createReleases('https://phr.test', 'AAAA');
  expect(await releases.read()).toBe(true);
});
