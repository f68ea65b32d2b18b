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

describe('[ARCH-08] the registry in use and its last good copy stay', () => {
  const at = (publishedAt: string, version: string, more: object = {}) =>
    JSON.stringify({ ...(JSON.parse(text(version)) as object), publishedAt, ...more });
  const FIRST = at('2026-11-28T08:00:00.000Z', '1.0.0', { installation: 'https://phr.test' });

  test.each([
    ['an older one, of a stale cache', at('2026-11-28T07:59:59.000Z', '0.9.0', { installation: 'https://phr.test' })],
    ['that of another installation', at('2026-11-29T08:00:00.000Z', '1.1.0', { installation: 'https://other.test' })],
    ['one that names no installation', at('2026-11-29T08:00:00.000Z', '1.1.0')],
  ])('before %s', async (_what, received) => {
    const port = createRegistry({ inlined: FIRST, store, log, fetch: answering(() => new Response(received)) });
    expect(await port.refresh()).toBe(false);
    expect([current(port), store.get('phr.registry')]).toEqual(['1.0.0', FIRST]);
  });

  test('but for what is newer, of the same installation', async () => {
    const next = at('2026-11-28T08:00:01.000Z', '1.1.0', { installation: 'https://phr.test' });
    const port = createRegistry({ inlined: FIRST, store, log, fetch: answering(() => new Response(next)) });
    expect(await port.refresh()).toBe(true);
    expect([current(port), store.get('phr.registry')]).toEqual(['1.1.0', next]);
  });

  test('for a module that an answer leaves out; the others are those of the answer', async () => {
    const two = JSON.parse(text('1.0.0')) as { modules: object[] };
    two.modules.push({ name: 'mfe-b', enabled: true, current: release('mfe-b', '2.0.0'), loadTimeoutMs: 8000 });
    const only = () => new Response(text('1.1.0'));
    const port = createRegistry({ inlined: JSON.stringify(two), store, log, fetch: answering(only) });
    await port.refresh();
    const versions = () => port.registry.get().modules.map((module) => module.current.version);
    expect(versions()).toEqual(['1.1.0', '2.0.0']);
    expect(JSON.parse(store.get('phr.registry') ?? '')).toMatchObject({
      modules: [{ name: 'mfe-a' }, { name: 'mfe-b' }],
    });
  });

  test('in the order of their names, whichever of them an answer leaves out', async () => {
    const only = (name: string) => ({ name, enabled: true, current: release(name, '1.0.0'), loadTimeoutMs: 8000 });
    const naming = (...names: string[]) => JSON.stringify({ ...JSON.parse(text('1.0.0')), modules: names.map(only) });
    const port = createRegistry({
      inlined: naming('mfe-a', 'mfe-b', 'mfe-c'),
      store,
      log,
      fetch: answering(() => new Response(naming('mfe-b'))),
    });
    await port.refresh();
    expect(port.registry.get().modules.map(({ name }) => name)).toEqual(['mfe-a', 'mfe-b', 'mfe-c']);
  });
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
    // one question for two events at once
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
