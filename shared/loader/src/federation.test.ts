/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createHash } from 'node:crypto';
import type { ReleaseEntry } from '@phr/contract/registry';
import type { LoadErrorKind } from './load-error.ts';

const { jest } = import.meta;
/** Replaces a module; jest supports this for ES modules, its types do not. */
interface ModuleMocks {
  readonly unstable_mockModule: (name: string, make: () => object) => void;
}
const { unstable_mockModule: mockModule } = jest as unknown as ModuleMocks;

interface Script {
  readonly script: HTMLScriptElement;
  readonly timeout: number;
}
interface Share {
  readonly version: string;
  readonly get: () => Promise<() => unknown>;
  readonly shareConfig: object;
}
/** Calls and results of the mocked federation runtime. */
const runtime = {
  registerRemotes: jest.fn(),
  loadRemote: jest.fn<Promise<unknown>, [string]>(),
  createScript: (_: { url: string }): Script => {
    throw new Error('no plugin');
  },
  shared: {} as Readonly<Record<string, Share>>,
};
mockModule('@module-federation/runtime', () => ({
  createInstance: ({
    plugins,
    shared,
  }: {
    plugins: readonly [{ createScript: typeof runtime.createScript }];
    shared: Readonly<Record<string, Share>>;
  }) => {
    runtime.createScript = plugins[0].createScript;
    runtime.shared = shared;
    return runtime;
  },
}));
mockModule('@module-federation/runtime/core', () => ({}));
const { createFederation } = await import('./federation.ts');

const ENTRY_TEXT = 'entry';
const INTEGRITY = `sha384-${createHash('sha384').update(ENTRY_TEXT).digest('base64')}`;
const release = (container: string, integrity = INTEGRITY) =>
  ({ version: '1.2.3', container, entry: `/modules/${container}.js`, integrity }) as ReleaseEntry;
const module = { name: 'mfe-vitals', version: '1.2.3', create: () => undefined };
const open = () => createFederation({ offers: {}, origin: 'https://phr.test' });

beforeEach(() => {
  runtime.registerRemotes.mockReset();
  runtime.loadRemote.mockReset().mockResolvedValue({ default: module });
});

test('the entry of a release is made known once, however often the module is loaded', async () => {
  const federation = open();
  await expect(federation.load('mfe-vitals', release('vitals'), 1_000)).resolves.toBe(module);
  await federation.load('mfe-vitals', release('vitals'), 1_000);
  await federation.load('mfe-vitals', release('other'), 1_000);
  expect(runtime.registerRemotes.mock.calls).toEqual(
    ['vitals', 'other'].map((name) => [[{ name, entry: `https://phr.test/modules/${name}.js`, type: 'global' }]]),
  );
  expect(runtime.loadRemote.mock.calls.map(([name]) => name)).toEqual([
    'vitals/module',
    'vitals/module',
    'other/module',
  ]);
});

test('of what must be there once there is one of its version; of all else a module may bring its own', async () => {
  const [react, charts] = [{ createElement: 1 }, {}];
  createFederation({
    offers: {
      react: { version: '19.2.0', load: async () => react, strict: true },
      charts: { version: '1.0.0', load: async () => charts },
    },
    origin: '',
  });
  expect([runtime.shared['react']?.shareConfig, runtime.shared['charts']?.shareConfig]).toEqual([
    { singleton: true, strictVersion: true, requiredVersion: '^19.2.0' },
    { singleton: false, strictVersion: false, requiredVersion: '^1.0.0' },
  ]);
  expect((await runtime.shared['react']?.get())?.()).toBe(react);
});

test('the script has the hash and the time limit of its release; a second try has an address of its own', async () => {
  const federation = open();
  await federation.load('mfe-vitals', release('vitals'), 1_234);
  const url = new URL('/modules/vitals.js', document.baseURI).href;
  const [first, second] = [runtime.createScript({ url }), runtime.createScript({ url })];
  expect(first.script).toMatchObject({ src: url, integrity: INTEGRITY, async: true, crossOrigin: 'anonymous' });
  expect([first.timeout, second.script.src]).toEqual([1_234, `${url}?try=2`]);
  expect(() => runtime.createScript({ url: 'https://phr.test/other.js' })).toThrow('Not in the registry: /other.js');
});

test('a script of ours finds our runtime; everything else in the page goes on finding the one of the page', async () => {
  const found = (script?: HTMLScriptElement): unknown => {
    Object.defineProperty(document, 'currentScript', { configurable: true, value: script ?? null });
    return Reflect.get(globalThis, '_FEDERATION_RUNTIME_CORE');
  };
  const [before, later] = [{}, {}];
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: before });
  const federation = open();
  await federation.load('mfe-vitals', release('vitals'), 1_000);
  const { script } = runtime.createScript({ url: new URL('/modules/vitals.js', document.baseURI).href });
  const ours = found(script);
  expect(found(document.createElement('script'))).toBe(before);
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: later });
  expect(found(script)).toBe(ours);
  expect([before, later, undefined]).not.toContain(ours);
  expect(found()).toBe(later);
  // a second embed in the same page
  open();
  expect(found()).toBe(later);
  expect(found(script)).toBe(ours);
});

test.each<[unknown]>([
  [{}],
  [{ default: null }],
  [{ default: { ...module, name: 'mfe-other' } }],
  [{ default: { ...module, version: '1.2.4' } }],
  [{ default: { ...module, create: 'no function' } }],
])('what is no module of that name and version is refused: %j', async (loaded) => {
  runtime.loadRemote.mockResolvedValue(loaded);
  await expect(open().load('mfe-vitals', release('vitals'), 1_000)).rejects.toMatchObject({ kind: 'shape' });
});

test('an entry that takes longer than its limit is late', async () => {
  runtime.loadRemote.mockReturnValue(new Promise(() => undefined));
  await expect(open().load('mfe-vitals', release('vitals'), 5)).rejects.toMatchObject({ kind: 'timeout' });
});

const answer = (text: string, ok = true) => ({ ok, arrayBuffer: async () => new TextEncoder().encode(text) });
test.each<[string, LoadErrorKind, string, () => Promise<unknown>]>([
  ['a chunk that does not come', 'network', 'Loading chunk 7 failed', async () => answer(ENTRY_TEXT)],
  ['an error of the code', 'evaluation', 'x is not a function', async () => answer(ENTRY_TEXT)],
  ['a file that is not there', 'network', '#RUNTIME-008', async () => answer('', false)],
  ['no network', 'network', '#RUNTIME-008', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a file with another content', 'integrity', '#RUNTIME-008', async () => answer('changed')],
  ['a file that is whole and does not run', 'evaluation', '#RUNTIME-008', async () => answer(ENTRY_TEXT)],
])('%s is told as %s', async (_name, kind, message, fetched) => {
  const before = globalThis.fetch;
  globalThis.fetch = fetched as typeof fetch;
  runtime.loadRemote.mockRejectedValue(new Error(message));
  try {
    await expect(open().load('mfe-vitals', release('vitals'), 1_000)).rejects.toMatchObject({
      kind,
      module: 'mfe-vitals',
      version: '1.2.3',
    });
  } finally {
    globalThis.fetch = before;
  }
});
