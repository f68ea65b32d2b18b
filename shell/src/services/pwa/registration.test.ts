/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { parseMessage } from './messages.ts';
import { register } from './registration.ts';

const { jest } = import.meta;
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A fake worker that reports its build. */
class FakeWorker extends EventTarget {
  state = 'installing';
  readonly heard: unknown[] = [];
  readonly build: string;
  constructor(build: string) {
    super();
    this.build = build;
  }
  postMessage(message: unknown, [port]: readonly { postMessage(answer: string): void }[] = []) {
    this.heard.push(message);
    if (parseMessage(message)?.kind === 'build') port?.postMessage(this.build);
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  updates = 0;
  /** The server's build; undefined if unreachable. */
  onServer: string | undefined;
  async update() {
    this.updates += 1;
    if (this.onServer === undefined) throw new TypeError('Failed to fetch');
    if (this.onServer === (this.waiting ?? this.active)?.build) return;
    this.install(this.onServer);
  }
  install(build: string) {
    const worker = new FakeWorker(build);
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    worker.state = 'installed';
    this.waiting = worker;
    worker.dispatchEvent(new Event('statechange'));
  }
}

class FakeContainer extends EventTarget {
  readonly registration = new FakeRegistration();
  controller: FakeWorker | null = null;
  readonly ready = Promise.resolve();
  async register() {
    return this.registration;
  }
  takeOver() {
    const { registration } = this;
    registration.active = registration.waiting;
    registration.waiting = null;
    this.controller = registration.active;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

async function start({
  page,
  server,
  active,
  waiting,
  kept = false,
  changed = false,
}: {
  readonly page: string;
  readonly server?: string;
  readonly active?: string;
  readonly waiting?: string;
  readonly kept?: boolean;
  readonly changed?: boolean;
}) {
  const container = new FakeContainer();
  const { registration } = container;
  registration.onServer = server;
  if (active !== undefined) container.controller = registration.active = new FakeWorker(active);
  if (waiting !== undefined) registration.waiting = new FakeWorker(waiting);
  const seen = { isNew: false, opened: [] as string[] };
  const made = await register({
    workers: container as unknown as ServiceWorkerContainer,
    build: page,
    kept,
    changed,
    onUpdate: () => {
      seen.isNew = true;
    },
    onOpen: (path) => seen.opened.push(path),
    releases: () => ['/m/mfe-vitals/1.0.0/'],
    inUse: () => ['/m/mfe-vitals/1.0.0/'],
  });
  await settle();
  return { container, registration, seen, made };
}

// a channel that answers immediately
class FakeChannel {
  readonly port1: { onmessage?: (event: { data: unknown }) => void } = {};
  readonly port2 = { postMessage: (data: unknown) => this.port1.onmessage?.({ data }) };
}
beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { MessageChannel: FakeChannel });
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ['the page is the newest', { page: 'b1', server: 'b1', active: 'b1' }, false],
  ['a newer version comes', { page: 'b1', server: 'b2', active: 'b1' }, true],
  ['the page came from the server before its worker', { page: 'b2', server: 'b2', active: 'b1' }, false],
  ['the page is as new as the worker that waits', { page: 'b2', server: 'b2', active: 'b1', waiting: 'b2' }, false],
  ['the page is newer than the worker that waits', { page: 'b3', server: 'b3', active: 'b1', waiting: 'b2' }, false],
  [
    'without a network, a page from the server tells nothing of a worker that waits',
    { page: 'b3', active: 'b1', waiting: 'b2' },
    false,
  ],
  [
    'without a network, a kept page is older than the worker that waits',
    { page: 'b1', active: 'b1', waiting: 'b2', kept: true },
    true,
  ],
  [
    'another tab took the newer version before this page looked',
    { page: 'b1', server: 'b2', active: 'b2', changed: true },
    true,
  ],
  [
    "the page's own first worker began before it looked",
    { page: 'b1', server: 'b1', active: 'b1', changed: true },
    false,
  ],
])('%s', async (_what, versions, isNew) => {
  expect((await start(versions)).seen.isNew).toBe(isNew);
});

test('another tab that takes the new version leaves this one as it is, and tells it', async () => {
  const { container, seen, registration } = await start({ page: 'b1', server: 'b1', active: 'b1' });
  registration.onServer = 'b2';
  registration.waiting = new FakeWorker('b2');
  container.takeOver();
  await settle();
  expect(seen.isNew).toBe(true);
});

test("a worker that takes over for the first time and is the page's own is no news", async () => {
  const { container, registration, seen } = await start({ page: 'b1', server: 'b1' });
  expect(registration.waiting?.build).toBe('b1');
  container.takeOver();
  await settle();
  expect(seen.isNew).toBe(false);
});

test('taking the new version asks the waiting worker and ends when it has begun, or after two seconds', async () => {
  const { container, registration, made } = await start({ page: 'b1', server: 'b2', active: 'b1' });
  let done = 0;
  void made?.takeOver().then(() => {
    done += 1;
  });
  await settle();
  expect([registration.waiting?.heard.at(-1), done]).toEqual([{ kind: 'take-over' }, 0]);
  container.takeOver();
  await settle();
  expect(done).toBe(1);
  registration.waiting = new FakeWorker('b3');
  void made?.takeOver().then(() => {
    done += 1;
  });
  await jest.advanceTimersByTimeAsync(2_000);
  expect(done).toBe(2);
});

test('the worker learns what the registry names at start, and what is in use when the page is hidden', async () => {
  const { registration } = await start({ page: 'b1', server: 'b1', active: 'b1' });
  expect(registration.active?.heard).toContainEqual({ kind: 'started', releases: ['/m/mfe-vitals/1.0.0/'] });
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  expect(registration.active?.heard).toContainEqual({ kind: 'keep', releases: ['/m/mfe-vitals/1.0.0/'] });
});

test('a page that stays open looks for a new version each hour', async () => {
  const { registration } = await start({ page: 'b1', server: 'b1', active: 'b1' });
  await jest.advanceTimersByTimeAsync(2 * 60 * 60_000 + 60_000);
  expect(registration.updates).toBeGreaterThanOrEqual(2);
  expect(registration.updates).toBeLessThanOrEqual(3);
});

test('a press on a notification opens its place in this page, which says so; no other address is opened', async () => {
  const { container, seen } = await start({ page: 'b1', server: 'b1', active: 'b1' });
  const answered: unknown[] = [];
  const say = (data: unknown) =>
    container.dispatchEvent(
      Object.assign(new Event('message'), {
        data,
        ports: [{ postMessage: (answer: unknown) => answered.push(answer) }],
      }),
    );
  const path = '/notifications?open=0b9ff9a5-7a54-4c0e-9a8e-0f8a5a4d3a11';
  say({ kind: 'open', path });
  for (const other of ['/setting', '//elsewhere.example', '/notifications?open=1', undefined])
    say({ kind: 'open', path: other });
  expect([seen.opened, answered]).toEqual([[path], [true]]);
});

test('a browser that blocks workers is left alone', async () => {
  const workers = { register: async () => undefined } as unknown as ServiceWorkerContainer;
  expect(
    await register({
      workers,
      build: 'b1',
      kept: false,
      changed: false,
      onUpdate: () => undefined,
      onOpen: () => undefined,
      releases: () => [],
      inUse: () => [],
    }),
  ).toBeUndefined();
});

test('only messages of ours are read, and only folders of releases', () => {
  for (const value of [
    undefined,
    'take-over',
    {},
    { kind: 'other' },
    { kind: 'keep' },
    { kind: 'keep', releases: '/m/' },
  ])
    expect(parseMessage(value)).toBeUndefined();
  expect(
    parseMessage({
      kind: 'keep',
      releases: [
        '/m/mfe-vitals/1.0.0/',
        '/fhir/',
        'https://evil.test/m/mfe-a/1.0.0/',
        '/m/mfe-a/1.0.0/../../../fhir/',
        7,
      ],
    }),
  ).toEqual({ kind: 'keep', releases: ['/m/mfe-vitals/1.0.0/'] });
});
