import { createFakeCaches } from './fake-caches.ts';
import { createFiles } from './files.ts';

const sri = async (text: string) =>
  `sha256-${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))))}`;
const MAIN = '/main.00000001.js';
const LAZY = '/lazy.00000002.js';
const ENTRY = '/m/mfe-vitals/1.0.0/remoteEntry.js';
const RELEASE = '/m/mfe-vitals/1.0.0/';

/** A server of text files by path that logs requests and, like browsers, rejects a wrong hash. */
function createServer(texts: Record<string, string>) {
  const asked: string[] = [];
  const limits: boolean[] = [];
  const fetch = async (input: RequestInfo | URL, { integrity = '', signal }: RequestInit = {}): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input);
    const url = new URL(address, 'https://phr.test');
    asked.push(url.pathname + url.search);
    limits.push(signal != null);
    const text = texts[url.pathname];
    if (text === undefined) return new Response('', { status: 404 });
    const wanted = input instanceof Request ? input.integrity : integrity;
    if (wanted !== '' && wanted !== (await sri(text))) throw new TypeError('Failed to fetch');
    const answer = new Response(text, { headers: { 'content-length': String(text.length) } });
    Object.defineProperty(answer, 'type', { value: 'basic' });
    return answer;
  };
  return { fetch: fetch as typeof globalThis.fetch, asked, limits, texts };
}

async function setUp(
  texts: Record<string, string>,
  listed: Record<string, string> = {},
  build = 'b1',
  old = createFakeCaches(),
) {
  const server = createServer(texts);
  await old.caches.open(`phr-shell-${build}`);
  return { ...old, ...server, files: createFiles({ caches: old.caches, fetch: server.fetch, listed, build }), old };
}
const request = (path: string, integrity = '') => new Request(`https://phr.test${path}`, { integrity });
const way = (key: string, of: 'shell' | 'release', anew = false) => ({ kind: 'file' as const, of, key, anew });

test('a build is kept whole, or not at all', async () => {
  const listed = { [MAIN]: await sri('main'), [LAZY]: await sri('lazy') };
  const whole = await setUp({ [MAIN]: 'main', [LAZY]: 'lazy' }, listed);
  await whole.files.keepBuild();
  expect(whole.content()).toEqual({ 'phr-shell-b1': [LAZY, MAIN] });
  for (const texts of [{ [MAIN]: 'main' }, { [MAIN]: 'main', [LAZY]: 'another version' }]) {
    const broken = await setUp(texts, listed);
    await expect(broken.files.keepBuild()).rejects.toThrow();
    expect(broken.content()).toEqual({});
  }
});

test('what did not change comes from the version before, not from the network', async () => {
  const first = await setUp(
    { [MAIN]: 'main', [LAZY]: 'lazy' },
    { [MAIN]: await sri('main'), [LAZY]: await sri('lazy') },
  );
  await first.files.keepBuild();
  const NEW = '/main.00000003.js';
  const second = await setUp(
    { [NEW]: 'new main' },
    { [NEW]: await sri('new main'), [LAZY]: await sri('lazy') },
    'b2',
    first.old,
  );
  await second.files.keepBuild();
  expect(second.asked).toEqual([NEW]);
  expect(second.content()).toEqual({ 'phr-shell-b1': [LAZY, MAIN], 'phr-shell-b2': [LAZY, NEW] });
});

test('a tab of the former version gets its files after the server dropped them, until no tab uses them', async () => {
  const first = await setUp({ [LAZY]: 'lazy' }, { [LAZY]: await sri('lazy') });
  await first.files.keepBuild();
  const second = await setUp({}, {}, 'b2', first.old);
  await second.files.keepBuild();
  await second.files.dropBuilds(new Set(['b1']));
  expect(await (await second.files.answer(request(LAZY), way(LAZY, 'shell'))).text()).toBe('lazy');
  await second.files.dropBuilds(new Set());
  expect(second.content()).toEqual({ 'phr-shell-b2': [] });
});

test('files of another build are passed on and not kept', async () => {
  const { files, content } = await setUp({ '/main.00000009.js': 'other' });
  expect(await (await files.answer(request('/main.00000009.js'), way('/main.00000009.js', 'shell'))).text()).toBe(
    'other',
  );
  expect(content()).toEqual({ 'phr-shell-b1': [] });
});

test('[ARCH-08] a kept file that is not what the loader asks for is refused and fetched anew, once', async () => {
  const { files, caches, asked, content } = await setUp({ [ENTRY]: 'entry' });
  await (await caches.open('phr-releases')).put(ENTRY, new Response('tampered'));
  const integrity = await sri('entry');
  expect(await (await files.answer(request(ENTRY, integrity), way(ENTRY, 'release'))).text()).toBe('entry');
  expect(await (await files.answer(request(ENTRY, integrity), way(ENTRY, 'release'))).text()).toBe('entry');
  expect(asked).toEqual([ENTRY]);
  expect(content()).toMatchObject({ 'phr-releases': [ENTRY] });
});

test('[ARCH-08] a wrong file of the server is neither given out nor kept', async () => {
  const { files, content } = await setUp({ [ENTRY]: 'tampered' });
  await expect(files.answer(request(ENTRY, await sri('entry')), way(ENTRY, 'release'))).rejects.toThrow();
  expect(content()).toEqual({ 'phr-shell-b1': [] });
});

test('a second try asks past the copy and replaces it; an error is not kept', async () => {
  const { files, caches, asked, texts } = await setUp({ [ENTRY]: 'good' });
  await (await caches.open('phr-releases')).put(ENTRY, new Response('old'));
  await files.answer(request(`${ENTRY}?try=2`), way(ENTRY, 'release', true));
  expect(asked).toEqual([`${ENTRY}?try=2`]);
  expect(await (await caches.match(ENTRY))?.text()).toBe('good');
  delete texts[ENTRY];
  expect((await files.answer(request(`${ENTRY}?try=3`), way(ENTRY, 'release', true))).status).toBe(404);
  expect(await (await caches.match(ENTRY))?.text()).toBe('good');
});

test('stores a release in use beforehand, without large or partner files, and drops releases not on offer', async () => {
  const small = 'x',
    large = 'x'.repeat(100_001);
  const { files, content, asked, limits } = await setUp({
    [`${RELEASE}integrity.json`]: JSON.stringify({
      'remoteEntry.js': await sri(small),
      'form.11111111.js': await sri(small),
      'chart.22222222.js': await sri(large),
      'ui.33333333.js': await sri(small),
      'mf-manifest.json': await sri(small),
    }),
    [`${RELEASE}remoteEntry.js`]: small,
    [`${RELEASE}form.11111111.js`]: small,
    [`${RELEASE}chart.22222222.js`]: large,
  });
  await files.keepRelease(RELEASE);
  expect(content()).toMatchObject({ 'phr-releases': [`${RELEASE}form.11111111.js`, `${RELEASE}remoteEntry.js`] });
  // a newer worker may be waiting meanwhile
  expect(limits).not.toContain(false);
  const before = asked.length;
  await files.keepRelease(RELEASE);
  // the list, and the large file, whose size is only known from a request
  expect(asked.length - before).toBe(2);
  await files.dropReleases(new Set([RELEASE]));
  expect(content()['phr-releases']).toHaveLength(2);
  await files.dropReleases(new Set(['/m/mfe-vitals/1.0.1/']));
  expect(content()['phr-releases']).toEqual([]);
  await expect(files.keepRelease('/m/mfe-none/1.0.0/')).resolves.toBeUndefined();
});

test('a worker that was retired gives its pages what they ask for and fills no cache again', async () => {
  const { files, caches, content } = await setUp(
    { [ENTRY]: 'entry', [MAIN]: 'main', [`${RELEASE}integrity.json`]: '{}' },
    { [MAIN]: await sri('main') },
  );
  await caches.delete('phr-shell-b1');
  expect(await (await files.answer(request(ENTRY), way(ENTRY, 'release'))).text()).toBe('entry');
  expect(await (await files.answer(request(MAIN), way(MAIN, 'shell'))).text()).toBe('main');
  await files.keepRelease(RELEASE);
  await files.dropReleases(new Set());
  expect(content()).toEqual({});
});
