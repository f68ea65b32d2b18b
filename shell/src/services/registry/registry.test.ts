/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createTextStore } from '../host/storage.ts';
import { createRegistry } from './registry.ts';

const manifest = (name: string) => ({
  name,
  contract: '^1.0.0',
  access: 'signed-in',
  routes: [],
  slots: [],
  calls: [],
});
const release = (name: string, version: string) => ({
  version,
  container: 'c',
  entry: `/m/${name}/${version}/remoteEntry.js`,
  integrity: `sha384-${'A'.repeat(64)}`,
  manifest: manifest(name),
});
const text = (version: string) =>
  JSON.stringify({
    schema: 1,
    publishedAt: version,
    modules: [{ name: 'mfe-a', enabled: true, current: release('mfe-a', version), loadTimeoutMs: 8000 }],
  });
let store = createTextStore(() => window.localStorage);
const log = { event: () => undefined, error: () => undefined };
const answering = (...answers: (() => Response)[]) => {
  const queue = [...answers];
  return (async () =>
    (
      queue.shift() ??
      (() => {
        throw new TypeError('Failed to fetch');
      })
    )()) as typeof fetch;
};
const current = (port: ReturnType<typeof createRegistry>) => port.registry.get().modules[0]?.current.version;
beforeEach(() => {
  localStorage.clear();
  store = createTextStore(() => window.localStorage);
});

test('[ARCH-04] takes the registry from the page and a newer one from the server', async () => {
  const port = createRegistry({
    inlined: text('1.0.0'),
    store,
    log,
    fetch: answering(() => new Response(text('1.1.0'))),
  });
  expect(current(port)).toBe('1.0.0');
  let told = 0;
  port.registry.subscribe(() => {
    told += 1;
  });
  await port.refresh();
  expect(current(port)).toBe('1.1.0');
  expect(told).toBe(1);
});

test('[ARCH-04] an unchanged registry tells nobody', async () => {
  const rewritten = JSON.stringify(JSON.parse(text('1.0.0')), null, 2);
  const answers = [text('1.0.0'), rewritten].map((body) => () => new Response(body));
  const port = createRegistry({ inlined: text('1.0.0'), store, log, fetch: answering(...answers) });
  let told = 0;
  port.registry.subscribe(() => {
    told += 1;
  });
  store.remove('phr.registry');
  await port.refresh();
  // the same text is not even read again, nor kept a second time
  expect([told, store.get('phr.registry')]).toEqual([0, undefined]);
  await port.refresh();
  expect([told, store.get('phr.registry')]).toEqual([0, rewritten]);
});

test('[ARCH-08] nonsense or silence from the server leaves the registry in use', async () => {
  const port = createRegistry({
    inlined: text('1.0.0'),
    store,
    log,
    fetch: answering(
      () => new Response('<html>'),
      () => new Response('{}', { status: 503 }),
    ),
  });
  await port.refresh();
  await port.refresh();
  await port.refresh();
  expect(current(port)).toBe('1.0.0');
});

test('[ARCH-08] the last good copy stands in when the page has none', () => {
  createRegistry({ inlined: text('1.0.0'), store, log });
  expect(current(createRegistry({ inlined: undefined, store, log }))).toBe('1.0.0');
  expect(current(createRegistry({ inlined: '{"schema":2}', store, log }))).toBe('1.0.0');
});

test('without any there are no modules, and nothing throws', () => {
  expect(createRegistry({ inlined: undefined, store, log }).registry.get().modules).toEqual([]);
});

test('[ARCH-04, ARCH-08] the registry of a kept page yields to a newer one received since', async () => {
  const kept = () =>
    createRegistry({
      inlined: text('1.0.0'),
      kept: true,
      store,
      log,
      fetch: answering(() => new Response(text('1.2.0'))),
    });
  // Nothing was received since: the page's own is better than none, and is not taken for news.
  expect(current(kept())).toBe('1.0.0');
  expect(store.keys()).toEqual([]);
  await createRegistry({
    inlined: text('1.0.0'),
    store,
    log,
    fetch: answering(() => new Response(text('1.1.0'))),
  }).refresh();
  const port = kept();
  expect(current(port)).toBe('1.1.0');
  await port.refresh();
  expect(current(port)).toBe('1.2.0');
  expect(current(createRegistry({ inlined: text('1.0.0'), kept: true, store, log }))).toBe('1.2.0');
});

test('[ARCH-04] a release that was taken back meanwhile leaves a kept page, too', async () => {
  store.set('phr.registry', text('1.1.0'));
  const fetch = answering(() => new Response(text('1.0.0')));
  const port = createRegistry({ inlined: text('1.0.0'), kept: true, store, log, fetch });
  expect(current(port)).toBe('1.1.0');
  await port.refresh();
  expect(current(port)).toBe('1.0.0');
});

test('[ARCH-08] a registry without any module is an outage, not news: it is neither used nor kept', async () => {
  const empty = JSON.stringify({ schema: 1, publishedAt: '1970-01-01T00:00:00.000Z', modules: [] });
  const port = createRegistry({ inlined: text('1.0.0'), store, log, fetch: answering(() => new Response(empty)) });
  await port.refresh();
  expect(current(port)).toBe('1.0.0');
  expect(current(createRegistry({ inlined: empty, store, log }))).toBe('1.0.0');
  expect(store.get('phr.registry')).toBe(text('1.0.0'));
});

test('[ARCH-04] it is asked for every five minutes and when the page is looked at again, until the end', async () => {
  const { jest } = import.meta;
  jest.useFakeTimers();
  let asked = 0;
  const port = createRegistry({
    inlined: text('1.0.0'),
    store,
    log,
    fetch: async () => {
      asked += 1;
      return new Response(text('1.0.0'));
    },
  });
  const end = port.watch();
  await jest.advanceTimersByTimeAsync(5 * 60_000 - 1);
  expect(asked).toBe(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toBe(1);
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  expect(asked).toBe(3);
  end();
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  await jest.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked).toBe(3);
  jest.useRealTimers();
});
