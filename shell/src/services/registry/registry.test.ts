/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { registryOf } from '@phr/testing/registry-of';
import { createTextStore } from '../host/storage.ts';
import { createRegistry } from './registry.ts';

const manifest = (name: string) => ({
  name,
  contract: '^1.0.0',
  access: 'signed-in' as const,
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
/** The registry at a serial; a module without version is omitted. */
const registryAt = (serial: number, versions: Readonly<Record<string, string>>, more: object = {}) =>
  JSON.stringify({
    ...registryOf(
      Object.entries(versions).map(([name, version]) => ({
        name,
        enabled: true,
        current: release(name, version),
        loadTimeoutMs: 8000,
      })),
      { serial },
    ),
    ...more,
  });
const text = (version: string) => registryAt(7, { 'mfe-a': version });
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
const current = (port: ReturnType<typeof createRegistry>) => port.registry.get().modules[0]?.current;
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
  expect(await port.refresh()).toBe(true);
  // identical text is neither parsed nor stored again
  expect([told, store.get('phr.registry')]).toEqual([0, undefined]);
  await port.refresh();
  expect([told, store.get('phr.registry')]).toEqual([0, rewritten]);
});

test('[ARCH-08] nonsense or silence from the server leaves the registry in use, and is logged', async () => {
  const faults: string[] = [];
  const port = createRegistry({
    inlined: text('1.0.0'),
    store,
    log: { ...log, error: (name) => void faults.push(name) },
    fetch: answering(
      () => new Response('<html>'),
      () => new Response(text('1.1.0'), { status: 503 }),
    ),
  });
  expect([await port.refresh(), await port.refresh(), await port.refresh()]).toEqual([false, false, false]);
  expect(current(port)).toBe('1.0.0');
  expect(faults).toEqual(['registry.parse', 'registry.fetch', 'registry.fetch']);
});

test('[ARCH-08] a page that is whole is believed, though a later registry was received before', () => {
  createRegistry({ inlined: registryAt(9, { 'mfe-a': '2.0.0' }), store, log });
  expect(current(createRegistry({ inlined: text('1.0.0'), store, log }))).toBe('1.0.0');
});

test('[ARCH-08] the last good copy stands in when the page has none', () => {
  createRegistry({ inlined: text('1.0.0'), store, log });
  expect(current(createRegistry({ inlined: undefined, store, log }))).toBe('1.0.0');
  expect(current(createRegistry({ inlined: '{"schema":1}', store, log }))).toBe('1.0.0');
});

test.each([undefined, ''])('without any (%j) there are no modules, and that is no fault to be logged', (inlined) => {
  const faults: string[] = [];
  const noting = { ...log, error: (name: string) => void faults.push(name) };
  expect(createRegistry({ inlined, store, log: noting }).registry.get().modules).toEqual([]);
  expect(faults).toEqual([]);
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
  // nothing newer was received: the page's own is better than none, but not news
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
  store.set('phr.registry', registryAt(8, { 'mfe-a': '1.1.0' }));
  const fetch = answering(() => new Response(registryAt(9, { 'mfe-a': '1.0.0' })));
  const port = createRegistry({ inlined: text('1.0.0'), kept: true, store, log, fetch });
  expect(current(port)).toBe('1.1.0');
  await port.refresh();
  expect(current(port)).toBe('1.0.0');
});

test('[ARCH-08] a registry without any module is an outage, not news: it is neither used nor kept', async () => {
  const empty = registryAt(8, {});
  const port = createRegistry({ inlined: text('1.0.0'), store, log, fetch: answering(() => new Response(empty)) });
  await port.refresh();
  expect(current(port)).toBe('1.0.0');
  expect(current(createRegistry({ inlined: empty, store, log }))).toBe('1.0.0');
  expect(store.get('phr.registry')).toBe(text('1.0.0'));
});

describe('[ARCH-08] the registry in use and its last good copy stay', () => {
  const FIRST = registryAt(7, { 'mfe-a': '1.0.0' });
  const portWith = (received: string, inlined = FIRST) =>
    createRegistry({ inlined, store, log, fetch: answering(() => new Response(received)) });

  test.each([
    ['an older one, of a stale cache', registryAt(6, { 'mfe-a': '0.9.0' })],
    ['one of a time before the database was restored', registryAt(9, { 'mfe-a': '0.9.0' }, { generation: 0 })],
    ['that of another installation', registryAt(8, { 'mfe-a': '1.1.0' }, { installation: 'https://other.test' })],
    ['that of another environment', registryAt(8, { 'mfe-a': '1.1.0' }, { environment: 'staging' })],
    ['one that names no installation', registryAt(8, { 'mfe-a': '1.1.0' }, { installation: '' })],
    ['schema 1', registryAt(8, { 'mfe-a': '1.1.0' }, { schema: 1 })],
  ])('before %s', async (_what, received) => {
    const port = portWith(received);
    expect(await port.refresh()).toBe(false);
    expect([current(port), store.get('phr.registry')]).toEqual(['1.0.0', FIRST]);
  });

  test.each([
    ['what is newer', registryAt(8, { 'mfe-a': '1.1.0' })],
    ['a lower number of a restored database', registryAt(3, { 'mfe-a': '1.1.0' }, { generation: 2 })],
  ])('but for %s, of the same installation', async (_what, next) => {
    const port = portWith(next);
    expect(await port.refresh()).toBe(true);
    expect([current(port), store.get('phr.registry')]).toEqual(['1.1.0', next]);
  });

  test('for a module that an answer leaves out; the others are those of the answer', async () => {
    const port = portWith(registryAt(8, { 'mfe-a': '1.1.0' }), registryAt(7, { 'mfe-a': '1.0.0', 'mfe-b': '2.0.0' }));
    await port.refresh();
    const { modules, manifests } = port.registry.get();
    expect(modules.map((module) => module.current)).toEqual(['1.1.0', '2.0.0']);
    expect(manifests).toHaveProperty(['mfe-b@2.0.0']);
    expect(JSON.parse(store.get('phr.registry') ?? '')).toMatchObject({
      modules: [{ name: 'mfe-a' }, { name: 'mfe-b' }],
    });
  });

  test('for a module that is faulty, in an answer as in the page itself', async () => {
    const both = { 'mfe-a': '1.0.0', 'mfe-b': '2.0.0' };
    const good = registryAt(7, both);
    const faulty = registryAt(8, { ...both, 'mfe-a': '1.1.0' }).replace('"container":"c"', '"container":"a b"');
    const port = portWith(faulty, good);
    expect(await port.refresh()).toBe(true);
    expect(port.registry.get().modules.map((module) => module.current)).toEqual(['1.0.0', '2.0.0']);
    const faults: string[] = [];
    const noting = { ...log, error: (name: string) => void faults.push(name) };
    const atStart = createRegistry({ inlined: faulty, store, log: noting });
    expect(faults).toEqual(['registry.entry']);
    expect(atStart.registry.get().modules.map((module) => module.current)).toEqual(['1.0.0', '2.0.0']);
    expect(atStart.registry.get().serial).toBe(8);
  });

  test('for a module that is faulty in a page that is newer than what was received', () => {
    createRegistry({ inlined: registryAt(7, { 'mfe-a': '1.0.0', 'mfe-b': '1.0.0' }), store, log });
    const faulty = registryAt(9, { 'mfe-a': '2.0.0', 'mfe-b': '2.0.0' }).replace(
      '"container":"c"',
      '"container":"a b"',
    );
    const { modules, serial } = createRegistry({ inlined: faulty, store, log }).registry.get();
    expect([serial, ...modules.map((module) => module.current)]).toEqual([9, '1.0.0', '2.0.0']);
  });

  test('in the order of their names, whichever of them an answer leaves out', async () => {
    const port = portWith(
      registryAt(8, { 'mfe-b': '1.0.0' }),
      registryAt(7, { 'mfe-a': '1.0.0', 'mfe-b': '1.0.0', 'mfe-c': '1.0.0' }),
    );
    await port.refresh();
    expect(port.registry.get().modules.map(({ name }) => name)).toEqual(['mfe-a', 'mfe-b', 'mfe-c']);
  });
});

test('[ARCH-04] registries go by their numbers: a clock that is years off, here or there, changes nothing', async () => {
  const at = (serial: number, version: string, publishedAt: string) =>
    registryAt(serial, { 'mfe-a': version }, { publishedAt });
  const fetch = answering(
    () => new Response(at(8, '1.1.0', '1999-01-01T00:00:00.000Z')),
    () => new Response(at(7, '1.0.0', '2040-01-01T00:00:00.000Z')),
  );
  const port = createRegistry({ inlined: at(7, '1.0.0', '2031-01-01T00:00:00.000Z'), store, log, fetch });
  expect([await port.refresh(), current(port)]).toEqual([true, '1.1.0']);
  expect([await port.refresh(), current(port)]).toEqual([false, '1.1.0']);
});

test('[ARCH-06] a number that a server names beside something else makes the page ask, once for each', async () => {
  let asked = 0;
  const port = createRegistry({
    inlined: text('1.0.0'),
    store,
    log,
    fetch: async () => {
      asked += 1;
      return new Response(registryAt(8, { 'mfe-a': '1.1.0' }));
    },
  });
  for (const serial of [0, Number.NaN, 6, 7]) port.heard(serial);
  expect(asked).toBe(0);
  port.heard(9);
  await port.refresh();
  // the responding process did not know the ninth change yet; the next regular poll finds it
  for (const serial of [7, 8, 9]) port.heard(serial);
  expect([asked, current(port)]).toEqual([1, '1.1.0']);
  port.heard(10);
  expect(asked).toBe(2);
});

describe('a page that stays open', () => {
  const { jest } = import.meta;
  let visibility = 'visible';
  let asked = 0;
  let answer: () => Promise<Response>;
  let end = () => {};
  const become = (state: string) => {
    visibility = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const isVeiled = () => document.documentElement.dataset['asking'] !== undefined;

  beforeEach(() => {
    jest.useFakeTimers();
    visibility = 'visible';
    asked = 0;
    answer = async () => new Response(text('1.0.0'));
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
    end = createRegistry({
      inlined: text('1.0.0'),
      store,
      log,
      fetch: async () => {
        asked += 1;
        return answer();
      },
    }).watch();
  });
  afterEach(() => {
    end();
    jest.useRealTimers();
  });

  test('[ARCH-06] asks for the registry every 45 s, five more or less, until the end', async () => {
    await jest.advanceTimersByTimeAsync(39_999);
    expect(asked).toBe(0);
    await jest.advanceTimersByTimeAsync(10_001);
    expect(asked).toBe(1);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(asked).toBeGreaterThanOrEqual(12);
    expect(asked).toBeLessThanOrEqual(17);
    end();
    const before = asked;
    become('visible');
    window.dispatchEvent(new Event('focus'));
    await jest.advanceTimersByTimeAsync(600_000);
    expect(asked).toBe(before);
  });

  test('[ARCH-06] asks at once when it is looked at again and the network is back, never while it is hidden', async () => {
    become('hidden');
    await jest.advanceTimersByTimeAsync(600_000);
    expect(asked).toBe(0);
    become('visible');
    // one request for two simultaneous events
    window.dispatchEvent(new Event('focus'));
    await jest.advanceTimersByTimeAsync(0);
    expect(asked).toBe(1);
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('focus'));
    await jest.advanceTimersByTimeAsync(0);
    expect(asked).toBe(3);
  });

  test('[ARCH-06] shown after a minute it hides its modules until the answer, for a second at most', async () => {
    let arrive: (response: Response) => void = () => undefined;
    answer = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    become('hidden');
    await jest.advanceTimersByTimeAsync(30_000);
    become('visible');
    expect(isVeiled()).toBe(false);
    arrive(new Response(text('1.0.0')));
    become('hidden');
    await jest.advanceTimersByTimeAsync(60_000);
    become('visible');
    expect(isVeiled()).toBe(false);
    arrive(new Response(text('1.0.0')));
    become('hidden');
    await jest.advanceTimersByTimeAsync(60_001);
    become('visible');
    expect(isVeiled()).toBe(true);
    arrive(new Response(text('1.0.0')));
    await jest.advanceTimersByTimeAsync(0);
    expect(isVeiled()).toBe(false);
    become('hidden');
    await jest.advanceTimersByTimeAsync(60_001);
    become('visible');
    await jest.advanceTimersByTimeAsync(999);
    expect(isVeiled()).toBe(true);
    await jest.advanceTimersByTimeAsync(1);
    expect(isVeiled()).toBe(false);
  });
});
