import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RegistryTwo } from '@phr/contract/registry';
import { isSigned } from '@phr/loader/signed-registry';
import { registryOf } from '@phr/testing/registry-of';
import { appManifest } from '../src/gateway/web/app-manifest.ts';
import { contentSecurityPolicy } from '../src/gateway/web/security-headers.ts';
import { OWN_TEAM } from '../src/releases/team-keys.ts';
import { offerBuild, startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
const HASH = `sha384-${'A'.repeat(64)}`;

beforeAll(async () => {
  backend = await startTestBackend({ PARTNER_ORIGINS: 'https://partner.test', SUPPORT_PHONE: '</script><b>$&' });
  const { shellDir } = backend.config;
  await writeFile(
    path.join(shellDir, 'index.html'),
    '<!doctype html><html lang="vi"><link rel="preload" as="fetch" href="__PHR_AUTHORITY__/.well-known/openid-configuration"><script type="application/json" id="phr-config">__PHR_CONFIG__</script><script type="application/json" id="phr-registry">__PHR_REGISTRY_2__</script><script type="application/json" id="phr-registry-1">__PHR_REGISTRY__</script>__PHR_AHEAD__</html>',
  );
  await writeFile(
    path.join(shellDir, 'parts.json'),
    JSON.stringify({
      session: { 'signed-in.js': HASH },
      'screen/family': { 'signed-in.js': HASH, 'persons.js': HASH },
    }),
  );
  await writeFile(path.join(shellDir, 'main.0123456789abcdef.js'), 'console.log(1)');
  await writeFile(path.join(shellDir, 'main.0123456789abcdef.js.br'), 'brotli');
  await writeFile(path.join(shellDir, 'main.0123456789abcdef.js.gz'), 'gzip');
  await writeFile(path.join(shellDir, 'sw.js'), '//');
  await backend.releases.store.ingestEmbed('2.0.0', new Map([['phr-embed.js', Buffer.from('//')]]), {
    actor: 'start',
    team: OWN_TEAM,
  });
  await offerBuild(backend, 'mfe-vitals', {
    'remoteEntry.js': 'entry',
    'module.json': JSON.stringify({
      name: 'mfe-vitals',
      contract: '^1.0.0',
      access: 'signed-in',
      routes: [{ screen: 'health-details', path: '/health-details/:name', layout: 'app', needsMainPatient: true }],
      slots: [
        { slot: 'later', place: 'dashboard.side', order: 1 },
        { slot: 'tiles', place: 'dashboard.main', order: 5 },
        { slot: 'news', place: 'today.signals', order: 5, source: true, text: { 'vi-VN': 'Mới' } },
        { slot: 'more', place: 'today.signals', order: 6, source: true, text: { 'vi-VN': 'Thêm' } },
      ],
      calls: [],
    }),
    'parts.json': JSON.stringify({
      'slot/tiles': { 'tiles.js': HASH },
      'slot/later': { 'later.js': HASH },
      'slot/news': { 'told.js': HASH },
      'slot/more': { 'told.js': HASH },
      'view/app': { 'app.js': HASH },
    }),
  });
});
afterAll(() => backend.stop());

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${backend.urls.shell}${url}`, { method, headers, redirect: 'manual' });
const headersOf = (answer: Response) => Object.fromEntries(answer.headers);

test('the page carries configuration and registry as data that cannot end its block', async () => {
  const text = await (await get('/dashboard')).text();
  const block = (id: string): unknown =>
    JSON.parse(new RegExp(`id="${id}">([^<]*)</script>`).exec(text)?.[1] ?? 'null');
  expect(block('phr-config')).toMatchObject({
    oidc: { authority: backend.urls.identity, clientId: 'phr-web' },
    services: { fhir: `${backend.urls.shell}/fhir`, phr: '' },
    storageOrigins: [backend.urls.files],
    supportPhone: '</script><b>$&',
    emergencyNumber: '115',
  });
  expect(text).toContain(`href="${backend.urls.identity}/.well-known/openid-configuration"`);
  expect(block('phr-registry')).toMatchObject({ schema: 2, modules: [{ name: 'mfe-vitals' }] });
  expect(await (await get('/config.json')).json()).toEqual(block('phr-config'));
  expect(await (await get('/registry/2.json')).json()).toEqual(block('phr-registry'));
  // a shell built before schema 2 can read its registry
  expect(block('phr-registry-1')).toMatchObject({ schema: 1, modules: [{ name: 'mfe-vitals' }] });
  expect(await (await get('/registry.json')).json()).toEqual(block('phr-registry-1'));
});

test('[ARCH-08] without the releases the registry answers 503, and the page has an empty block', async () => {
  const { releasesDir } = backend.config;
  await rename(releasesDir, `${releasesDir}-away`);
  // that files are there is believed for a second
  let answer = await get('/registry.json');
  while (answer.status === 200) answer = await get('/registry.json');
  const text = await (await get('/dashboard')).text();
  await rename(`${releasesDir}-away`, releasesDir);
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'UNAVAILABLE' })]);
  expect(text).toContain('id="phr-registry"></script>');
  expect((await get('/registry.json')).status).toBe(200);
});

test('every unknown address of the shell answers the page, never stored; services and files do not', async () => {
  for (const url of ['/', '/dashboard', '/encounter-details/42?tab=x', '/utm/a/b', '/%3Cscript%3E', '/index.html']) {
    const answer = await get(url, { accept: 'text/html' });
    expect([url, answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      url,
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
  }
  for (const [url, source] of [
    ['/api/phr/nothing', 'PHR_API'],
    ['/patient-app/x', 'MEDRECORD_ADMIN'],
    ['/cities/x', 'ONECLINIC_SERVER'],
    ['/api/services/vendor', 'EMR_API'],
  ] as const) {
    const answer = await get(url, { accept: 'text/html' });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'Not found', httpStatus: 404, source },
    ]);
  }
  expect((await get('/missing.0123456789abcdef.js')).status).toBe(404);
  expect((await get('/m/mfe-vitals/9.9.9/remoteEntry.js', { accept: 'text/html' })).status).toBe(404);
});

test('a known address that does not answer a method says which it answers', async () => {
  const { shell, identity, files } = backend.urls;
  for (const [method, address, allow, source] of [
    ['GET', `${shell}/api/phr/appointment/cancel`, 'POST', 'PHR_API'],
    ['POST', `${shell}/cities`, 'GET, HEAD', 'ONECLINIC_SERVER'],
    ['PATCH', `${shell}/patient-app/condition/1`, 'DELETE', 'MEDRECORD_ADMIN'],
    ['POST', `${shell}/config.json`, 'GET, HEAD', 'PHR_API'],
    ['GET', `${identity}/api/account/register`, 'OPTIONS, POST', 'ID_SERVER'],
    ['DELETE', `${files}/a/b.png`, 'GET, HEAD, OPTIONS, PUT', 'PHR_API'],
  ] as const) {
    const answer = await fetch(address, { method });
    expect([address, answer.status, answer.headers.get('allow'), await answer.json()]).toEqual([
      address,
      405,
      allow,
      { code: 'METHOD_NOT_ALLOWED', message: 'This method is not supported here', httpStatus: 405, source },
    ]);
  }
});

test('the document has the whole policy, with Trusted Types and without unsafe sources', async () => {
  const policy = headersOf(await get('/'))['content-security-policy'] ?? '';
  expect(policy).toBe(contentSecurityPolicy(backend.config));
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain(
    `connect-src 'self' ${backend.urls.shell.replace('http', 'ws')} ${backend.urls.identity} ${backend.urls.files};`,
  );
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
});

test('every kind of answer has the security headers', async () => {
  for (const [url, method] of [
    ['/', 'GET'],
    ['/sw.js', 'GET'],
    ['/api/none', 'GET'],
    ['/fhir/metadata', 'GET'],
    ['/fhir/Patient/1', 'GET'],
    ['/health', 'GET'],
    ['/missing.js', 'GET'],
    ['/api/phr/device/current/add', 'POST'],
  ] as const) {
    const headers = headersOf(await get(url, {}, method));
    expect([url, headers]).toEqual([
      url,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=(self)'),
        'x-request-id': expect.any(String),
      }),
    ]);
    if (url.startsWith('/api') || url.startsWith('/fhir')) expect(headers['cache-control']).toBe('no-store');
  }
});

test('hashed files are kept for good, others are asked for again', async () => {
  expect(headersOf(await get('/main.0123456789abcdef.js'))['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect(headersOf(await get('/sw.js'))['cache-control']).toBe('no-cache');
});

test('a file that is kept for good carries no policy of documents, and all that guards a file', async () => {
  const headers = headersOf(await get('/main.0123456789abcdef.js'));
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' });
  expect(headers).not.toHaveProperty(['permissions-policy']);
  expect(headers).not.toHaveProperty(['cross-origin-opener-policy']);
});

test('the worker may fetch from this origin and nothing else; its manifest has its own type', async () => {
  await writeFile(path.join(backend.config.shellDir, 'manifest.webmanifest'), '{}');
  expect(headersOf(await get('/sw.js'))['content-security-policy']).toBe(
    "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  const manifest = headersOf(await get('/manifest.webmanifest'));
  expect([manifest['content-type'], manifest['cache-control']]).toEqual([
    expect.stringContaining('application/manifest+json'),
    'no-cache',
  ]);
});

test('the installed app has the shortcuts of the modules on offer before its own, four at most', async () => {
  const own = { name: 'Mã QR', url: '/patient-qrs' };
  await writeFile(
    path.join(backend.config.shellDir, 'manifest.webmanifest'),
    JSON.stringify({ lang: 'vi', name: 'Sổ', shortcuts: [own] }),
  );
  const labels = ['Một', 'Hai', 'Ba', 'Bốn'];
  const registry = registryOf([
    {
      name: 'mfe-sixth',
      enabled: true,
      loadTimeoutMs: 1,
      current: {
        version: '1.0.0',
        container: '',
        entry: '',
        integrity: '',
        manifest: {
          name: 'mfe-sixth',
          contract: '',
          access: 'signed-in',
          slots: [],
          calls: [],
          routes: [{ screen: 'notes', path: '/notes', layout: 'app', needsMainPatient: true }],
          shortcuts: [
            { screen: 'gone', label: { 'vi-VN': 'Không' }, order: 0 },
            ...labels.map((label, at) => ({ screen: 'notes', label: { 'vi-VN': label }, order: 4 - at })),
          ],
        },
      },
    },
  ]);
  const made = async (read: () => Promise<RegistryTwo>) =>
    JSON.parse((await appManifest(backend.config.shellDir, 'manifest.webmanifest', read)) ?? '') as unknown;
  const theirs = ['Bốn', 'Ba', 'Hai'].map((name) => ({ name, url: '/notes' }));
  expect(await made(async () => registry)).toEqual({ lang: 'vi', name: 'Sổ', shortcuts: [...theirs, own] });
  const none = async () => Promise.reject(new Error('no registry'));
  expect(await made(none)).toMatchObject({ shortcuts: [own] });
  expect(await appManifest(backend.config.shellDir, 'none.webmanifest', none)).toBeUndefined();
  expect((await get('/none.webmanifest')).status).toBe(404);
});

test("SERVICE_WORKER=0 puts a worker that ends itself at the worker's address", async () => {
  const off = await startTestBackend({ SERVICE_WORKER: '0' });
  try {
    await writeFile(path.join(off.config.shellDir, 'sw.js'), '// keeps files');
    await writeFile(path.join(off.config.shellDir, 'sw-off.js'), '// ends itself');
    const answer = await fetch(`${off.urls.shell}/sw.js`);
    expect([
      answer.status,
      answer.headers.get('cache-control'),
      answer.headers.get('content-type'),
      await answer.text(),
    ]).toEqual([200, 'no-cache', expect.stringContaining('javascript'), '// ends itself']);
  } finally {
    await off.stop();
  }
});

test('compressed copies are sent when the browser takes them', async () => {
  const encoding = async (accepted: string) => {
    const answer = await get('/main.0123456789abcdef.js', { 'accept-encoding': accepted });
    return [answer.headers.get('content-encoding'), answer.headers.get('content-type'), answer.headers.get('vary')];
  };
  expect(await encoding('gzip')).toEqual([
    'gzip',
    expect.stringContaining('javascript'),
    expect.stringContaining('accept-encoding'),
  ]);
  expect(await encoding('identity')).toEqual([null, expect.stringContaining('javascript'), expect.anything()]);
  const page = await get('/registry.json', { 'accept-encoding': 'br' });
  expect(await page.json()).toMatchObject({ schema: 1 });
});

test('modules, embed loader, registry and configuration may be read by pages of any origin', async () => {
  for (const url of ['/m/mfe-vitals/1.0.0/remoteEntry.js', '/embed/1.0.0.js', '/registry.json', '/config.json']) {
    const headers = headersOf(await get(url, { origin: 'https://any.test' }));
    expect([url, headers]).toEqual([
      url,
      expect.objectContaining({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }),
    ]);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  }
  expect(headersOf(await get('/m/mfe-vitals/1.0.0/remoteEntry.js'))['cache-control']).toContain('immutable');
  expect(headersOf(await get('/registry.json'))['cache-control']).toBe('no-store');
  expect((await get('/m/mfe-vitals/channel.json')).status).toBe(404);
  expect(headersOf(await get('/m/mfe-vitals/9.9.9/remoteEntry.js'))['cache-control']).toBe('no-store');
  expect((await get('/m/..%2f..%2fsecrets.json')).status).not.toBe(200);
});

test('a page of any origin reads what is published even with monitoring headers; a known one may call', async () => {
  const asked = {
    origin: 'https://any.test',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'traceparent',
  };
  for (const url of ['/m/mfe-vitals/1.0.0/remoteEntry.js', '/embed/1.0.0.js', '/registry.json', '/config.json']) {
    const answer = await get(url, asked, 'OPTIONS');
    expect([
      url,
      answer.status,
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('access-control-allow-headers'),
    ]).toEqual([url, 204, '*', '*']);
  }
  const call = await get('/api/phr/appointment', { ...asked, origin: backend.urls.shell }, 'OPTIONS');
  expect([call.status, call.headers.get('access-control-allow-headers')]).toEqual([
    204,
    expect.stringContaining('traceparent'),
  ]);
});

test('[ARCH-04] files of a release come compressed, also to who only asks whether they are there', async () => {
  const url = '/m/mfe-vitals/1.0.0/module.json';
  for (const method of ['GET', 'HEAD']) {
    const answer = await get(url, { 'accept-encoding': 'br' }, method);
    expect([answer.status, answer.headers.get('content-encoding'), answer.headers.get('content-type')]).toEqual([
      200,
      'br',
      'application/json; charset=utf-8',
    ]);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  }
  expect(await (await get(url)).json()).toMatchObject({ name: 'mfe-vitals' });
});

test('[ARCH-04] the registry in schema 2 has a number, which each API answer tells', async () => {
  const answer = await get('/registry/2.json', { origin: 'https://any.test' });
  const registry = (await answer.json()) as RegistryTwo;
  expect(registry).toMatchObject({
    schema: 2,
    installation: backend.urls.shell,
    environment: 'local',
    generation: 1,
    modules: [{ name: 'mfe-vitals', current: '1.0.0' }],
  });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Phr-Signature');
  const again = await get('/registry/2.json', { 'if-none-match': answer.headers.get('etag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const call = await get('/api/phr/nothing', { origin: backend.urls.shell });
  expect(call.headers.get('x-phr-registry')).toBe(String(registry.serial));
  expect(call.headers.get('access-control-expose-headers')).toContain('X-Phr-Registry');
});

test('[ARCH-08] the registry is signed with a key that is published, also where nothing changed', async () => {
  const answer = await get('/registry/2.json');
  const text = await answer.text();
  const { keys } = (await (await get('/registry/keys.json')).json()) as { keys: { publicKey: string }[] };
  const [{ publicKey } = { publicKey: '' }] = keys;
  const signatures = answer.headers.get('x-phr-signature');
  expect(await isSigned(text, signatures, publicKey)).toBe(true);
  expect(await isSigned(text.replace('"killed":null', '"killed":nul1'), signatures, publicKey)).toBe(false);
  expect(await isSigned(text, null, publicKey)).toBe(false);
  const again = await get('/registry/2.json', { 'if-none-match': answer.headers.get('etag') ?? '' });
  expect([again.status, again.headers.get('x-phr-signature')]).toEqual([304, signatures]);
});

test("(36) the APIs answer the shell's and the partners' origins only", async () => {
  const allowed = async (origin: string, method = 'GET') => {
    const answer = await get('/fhir/metadata', { origin, 'access-control-request-method': 'PUT' }, method);
    return answer.headers.get('access-control-allow-origin');
  };
  expect(await allowed(backend.urls.shell)).toBe(backend.urls.shell);
  expect(await allowed('https://partner.test', 'OPTIONS')).toBe('https://partner.test');
  for (const origin of ['https://evil.test', 'null', 'https://partner.test.evil.test', 'http://partner.test']) {
    expect(await allowed(origin)).toBeNull();
    expect(await allowed(origin, 'OPTIONS')).toBeNull();
  }
  const exposed = (await get('/fhir/metadata', { origin: backend.urls.shell })).headers.get(
    'access-control-expose-headers',
  );
  expect(exposed).toContain('Link');
  expect(exposed).toContain('ETag');
});

test('bodies that a foreign page could send without asking are refused', async () => {
  const post = (type: string) =>
    fetch(`${backend.urls.shell}/api/phr/appointment/cancel`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'a=b',
    });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect((await post(type)).status).toBe(415);
});

test('policy reports are taken in both shapes and never fail the page', async () => {
  const report = (type: string, body: string) =>
    fetch(`${backend.urls.shell}/csp-report`, { method: 'POST', headers: { 'content-type': type }, body });
  expect(
    (
      await report(
        'application/csp-report',
        JSON.stringify({ 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'https://evil.test/x' } }),
      )
    ).status,
  ).toBe(204);
  expect(
    (
      await report(
        'application/reports+json',
        JSON.stringify([{ type: 'csp-violation', body: { effectiveDirective: 'script-src' } }]),
      )
    ).status,
  ).toBe(204);
  expect((await report('application/csp-report', 'no json')).status).toBe(204);
});

test('health and readiness', async () => {
  expect([(await get('/health')).status, (await get('/ready')).status]).toEqual([200, 200]);
});

const ahead = async (url: string, cookie = 'a=b; phr_signed_in=1') => {
  const text = await (await get(url, { cookie })).text();
  expect(text).not.toContain('__PHR_AHEAD__');
  return [...text.matchAll(/<link rel="phr-ahead" as="script" [^>]*href="([^"]+)"/g)].map(([link, href]) => {
    expect(link.includes(`integrity="${href?.endsWith('/remoteEntry.js') ? ENTRY_HASH : HASH}"`)).toBe(
      href?.startsWith('/m/'),
    );
    return href;
  });
};
const ENTRY = '/m/mfe-vitals/1.0.0/remoteEntry.js';
const ENTRY_HASH = `sha384-${createHash('sha384').update('entry').digest('base64')}`;

test('a page of somebody signed in names the files of its screen, with their hashes', async () => {
  const tiles = '/m/mfe-vitals/1.0.0/tiles.js';
  expect(await ahead('/dashboard')).toEqual(['/signed-in.js', ENTRY, tiles, '/m/mfe-vitals/1.0.0/told.js']);
  // a shell screen in a separate file; the carers' board queries the same sources
  expect(await ahead('/family')).toEqual(['/signed-in.js', '/persons.js', ENTRY, '/m/mfe-vitals/1.0.0/told.js']);
  expect(await ahead('/health-details/pulse?x=1')).toEqual(['/signed-in.js', ENTRY, '/m/mfe-vitals/1.0.0/app.js']);
  expect(await ahead('/setting')).toEqual(['/signed-in.js']);
});

test('a signed-out page names nothing, and a rollout leaves the choice of the release to the browser', async () => {
  for (const cookie of ['', 'phr_signed_in=0', 'xphr_signed_in=1'])
    expect(await ahead('/dashboard', cookie)).toEqual([]);
  const { channels, environment } = backend.releases;
  const of = { environment, module: 'mfe-vitals', actor: 'test', reason: 'a test' };
  const start = { kind: 'start', version: '1.0.0', share: 5_000, cohorts: [] } as const;
  const { channel } = await channels.change({ ...of, action: start });
  expect(await ahead('/dashboard')).toEqual(['/signed-in.js']);
  await channels.change({ ...of, action: { kind: 'stop', rollout: channel.rollouts[0]?.id ?? '' } });
});

test('a page is sent whatever the files and routes of a module are: they are the words of another team', async () => {
  const optional = Array.from({ length: 40 }, (_, at) => `:p${at}?`).join('/');
  const paths = [`/hostile/${optional}`, `/doubtful/${'a?'.repeat(40)}${'a'.repeat(40)}`];
  await offerBuild(backend, 'mfe-hostile', {
    'remoteEntry.js': 'entry',
    'module.json': JSON.stringify({
      name: 'mfe-hostile',
      contract: '^1.0.0',
      access: 'signed-in',
      routes: paths.map((at, index) => ({ screen: `s${index}`, path: at, layout: 'app', needsMainPatient: true })),
      slots: [{ slot: 'first', place: 'dashboard.main', order: 0 }],
      calls: [],
    }),
    'parts.json': '{ no JSON',
  });
  const entry = '/m/mfe-hostile/1.0.0/remoteEntry.js';
  expect(await ahead('/dashboard')).toContain(entry);
  expect((await get('/dashboard', { cookie: 'phr_signed_in=1' })).status).toBe(200);
  // each took longer than the age of the universe
  for (const at of [`/hostile${'/x'.repeat(60)}`, `/doubtful/${'a'.repeat(60)}!`])
    expect((await get(at, { cookie: 'phr_signed_in=1', accept: 'text/html' })).status).toBe(200);
  expect(await ahead(`/hostile${'/x'.repeat(40)}`)).toEqual(['/signed-in.js', entry]);
  expect(await ahead(`/hostile${'/x'.repeat(41)}`)).toEqual(['/signed-in.js']);
});
