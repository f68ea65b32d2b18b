import { createDocumentKeeper } from './document.ts';
import { createFakeCaches } from './fake-caches.ts';

const { jest } = import.meta;
const PAGE = '<!doctype html><html lang="vi" data-build="b1" data-color-mode="light">registry 1</html>';
const html = (text: string, init: ResponseInit = {}) =>
  new Response(text, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'content-encoding': 'br',
      'content-length': '9',
    },
    ...init,
  });

function setUp(page: () => Response = () => html(PAGE), worker = 200) {
  const { caches, content } = createFakeCaches();
  const asked: string[] = [];
  const limits: boolean[] = [];
  const state = { page, worker, now: 0, gone: 0 };
  const keeper = createDocumentKeeper({
    cache: () => caches.open('phr-shell-b1'),
    build: 'b1',
    now: () => state.now,
    onGone: async () => {
      state.gone += 1;
    },
    fetch: (async (input: RequestInfo | URL, init?: RequestInit) => {
      asked.push(String(input));
      limits.push(init?.signal != null);
      return String(input) === '/sw.js' ? new Response(null, { status: state.worker }) : state.page();
    }) as typeof fetch,
  });
  return { keeper, state, asked, limits, content };
}
const offline = () => Promise.reject<Response>(new TypeError('Failed to fetch'));
afterEach(() => {
  jest.useRealTimers();
});

test('keeps the root page, marked and under its policy, and never an address that somebody opened', async () => {
  const { keeper, content } = setUp();
  expect(await keeper.keep()).toBe(true);
  await keeper.answer(Promise.resolve(html(PAGE)));
  expect(content()).toEqual({ 'phr-shell-b1': ['/'] });
  const kept = await keeper.answer(offline());
  expect(await kept.text()).toContain('<html data-kept lang="vi" data-build="b1"');
  expect(kept.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(kept.headers.has('content-encoding')).toBe(false);
  // a constructed response has no URL
  expect(kept.url).toBe('');
});

test('the page of another build is not kept, nor is one that is no page', async () => {
  const other = setUp(() => html(PAGE.replace('b1', 'b2')));
  expect(await other.keeper.keep()).toBe(false);
  expect(other.content()).toEqual({});
  for (const page of [
    () => html(PAGE, { status: 503 }),
    () => new Response('{"data-build":"b1"}', { headers: { 'content-type': 'application/json' } }),
  ]) {
    await expect(setUp(page).keeper.keep()).rejects.toThrow();
  }
});

test('the network comes first; the kept page opens offline, on a server fault or after four seconds', async () => {
  const { keeper } = setUp();
  await keeper.keep();
  expect(await (await keeper.answer(Promise.resolve(new Response('newer')))).text()).toBe('newer');
  expect((await keeper.answer(Promise.resolve(new Response('', { status: 404 })))).status).toBe(404);
  expect(await (await keeper.answer(offline())).text()).toContain('registry 1');
  expect(await (await keeper.answer(Promise.resolve(new Response('', { status: 502 })))).text()).toContain(
    'registry 1',
  );
  jest.useFakeTimers();
  const slow = keeper.answer(new Promise(() => undefined));
  await jest.advanceTimersByTimeAsync(4_000);
  expect(await (await slow).text()).toContain('registry 1');
});

test('without a kept page the network is waited for, and its failure is told as one', async () => {
  const { keeper } = setUp();
  jest.useFakeTimers();
  const slow = keeper.answer(
    new Promise((resolve) => {
      setTimeout(() => resolve(new Response('late')), 9_000);
    }),
  );
  await jest.advanceTimersByTimeAsync(9_000);
  expect(await (await slow).text()).toBe('late');
  expect((await keeper.answer(offline())).type).toBe('error');
});

test('the kept page is renewed every ten minutes at most, so that its registry is that of the last visit', async () => {
  const { keeper, state, asked } = setUp();
  await keeper.attend();
  state.page = () => html(PAGE.replace('registry 1', 'registry 2'));
  await keeper.attend();
  expect(asked).toEqual(['/', '/sw.js']);
  state.now += 10 * 60_000;
  await keeper.attend();
  expect(await (await keeper.answer(offline())).text()).toContain('registry 2');
});

test('a server that has pages and no worker any more ends the worker; one that is not reached does not', async () => {
  for (const [worker, gone] of [
    [404, 1],
    [410, 1],
    [200, 0],
    [503, 0],
  ] as const) {
    const { keeper, state } = setUp(undefined, worker);
    await keeper.attend();
    expect([worker, state.gone]).toEqual([worker, gone]);
  }
  const down = setUp(() => {
    throw new TypeError('Failed to fetch');
  }, 404);
  await down.keeper.attend();
  const broken = setUp(() => html('', { status: 503 }), 404);
  await broken.keeper.attend();
  expect([down.state.gone, broken.state.gone]).toEqual([0, 0]);
});

test('[UX-33] what is asked while a newer worker may wait has a limit; keeping a build has none', async () => {
  const { keeper, asked, limits } = setUp();
  await keeper.keep();
  await keeper.attend();
  expect(asked).toEqual(['/', '/', '/sw.js']);
  expect(limits).toEqual([false, true, true]);
});
