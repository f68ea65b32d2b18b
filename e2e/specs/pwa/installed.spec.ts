import type { BrowserContext, Page } from '@playwright/test';
import { expect, onScreen, test as base } from '../../support/app.ts';
import { builtShell, deploy, laterBuild, type Build } from '../../support/deployment.ts';

// One deployment per spec, because these specs publish, break and remove files.
const test = base.extend<{ readonly shell: Build; readonly site: Awaited<ReturnType<typeof deploy>> }>({
  shell: async ({}, use) => use(await builtShell()),
  site: async ({ shell }, use) => {
    const site = await deploy(shell);
    await use(site);
    await site.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

/**
 * Opens the sign-in screen and waits until the worker has cached everything. Registers it right away; the page itself
 * would do so later.
 */
async function openKept(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signin`);
  await onScreen(page, 'Đăng nhập');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const build = (page: Page) => page.evaluate(() => document.documentElement.dataset['build']);
const caches_ = (page: Page) => page.evaluate(() => caches.keys());
/** The sign-up screen is a chunk that this tab has not loaded yet. */
async function openLazily(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Tạo tài khoản' }).click();
  await onScreen(page, 'Tạo tài khoản');
}

test('the app can be installed: manifests in both languages, icons of each size and one worker', async ({
  page,
  site,
  faults,
}) => {
  await openKept(page, site.url);
  const devtools = await page.context().newCDPSession(page);
  const { errors, manifest } = (await devtools.send('Page.getAppManifest')) as {
    readonly errors: readonly unknown[];
    readonly manifest?: { readonly name?: string };
  };
  expect(errors).toEqual([]);
  expect(manifest?.name ?? 'Sổ sức khỏe gia đình').toBe('Sổ sức khỏe gia đình');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  for (const file of ['manifest.webmanifest', 'manifest.en.webmanifest']) {
    const found = (await (await page.request.get(`${site.url}/${file}`)).json()) as {
      readonly icons: readonly { readonly src: string; readonly sizes: string }[];
    };
    for (const { src, sizes } of found.icons) {
      const size = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
  }
  expect(faults).toEqual({ policy: [], errors: [] });
});

test('[UX-27] opened with the server gone, the app opens, says what it needs, and goes on by itself', async ({
  page,
  context,
  site,
}) => {
  await openKept(page, site.url);
  await page.close();
  site.goAway();
  await context.setOffline(true);
  const cold = await context.newPage();
  await cold.goto(`${site.url}/encounter-details/42?code=secret`);
  await onScreen(cold, 'Cần có mạng để mở hồ sơ');
  await expect(cold.getByText('Không có mạng.')).toBeVisible();
  const kept = await cold.evaluate(async () => {
    const all: { url: string; answered: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        all.push({ url: request.url, answered: (await cache.match(request))?.url ?? '' });
    }
    return JSON.stringify(all);
  });
  expect(kept).not.toMatch(/encounter|secret|signin/);
  site.comeBack();
  await context.setOffline(false);
  await expect(cold.getByRole('heading', { level: 1, name: 'Cần có mạng' })).toHaveCount(0);
  await expect(cold.getByRole('link', { name: 'Tạo tài khoản' })).toBeVisible();
});

test('[UX-33] a new version breaks no open tab: it keeps its old files and is told of the new one', async ({
  page,
  context,
  site,
  shell,
}) => {
  await openKept(page, site.url);
  const old = await build(page);
  const later = laterBuild(shell);
  site.publish(later);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);

  const fresh = await context.newPage();
  await fresh.goto(`${site.url}/signin`);
  await onScreen(fresh, 'Đăng nhập');
  expect(await build(fresh)).not.toBe(old);

  // The server no longer has the old build's files.
  site.takePaths();
  await openLazily(page);
  await page.getByLabel('Họ và tên').fill('Nguyễn Văn A');
  expect(
    site.takePaths().filter((path) => /\.js$/.test(path) && path !== '/sw.js' && !later.files.has(path.slice(1))),
  ).toEqual([]);
  await openLazily(fresh);

  // One tab activates the new version; the other is not interrupted and keeps the old files.
  await expect(async () => {
    const isWaiting = await fresh.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      registration?.waiting?.postMessage({ kind: 'take-over' });
      return registration?.waiting != null;
    });
    expect(isWaiting).toBe(false);
  }).toPass();
  await expect(page.getByLabel('Họ và tên')).toHaveValue('Nguyễn Văn A');
  expect(await build(page)).toBe(old);
  expect((await caches_(page)).filter((name) => name.includes('shell'))).toHaveLength(2);

  // The old tab shows a notice, and reloads only once the person agrees to lose unsaved input.
  const notice = page.getByText('Có phiên bản mới của ứng dụng.');
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Tải lại trang' }).click();
  await page.getByRole('button', { name: 'Tiếp tục nhập' }).click();
  await expect(page.getByLabel('Họ và tên')).toHaveValue('Nguyễn Văn A');
  await page.getByRole('button', { name: 'Tải lại trang' }).click();
  await page.getByRole('button', { name: 'Bỏ', exact: true }).click();
  await expect.poll(() => build(page)).not.toBe(old);
  await expect(notice).toHaveCount(0);
  // Unused files are deleted when the next page starts.
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ kind: 'started', releases: [] }));
  await expect.poll(async () => (await caches_(page)).filter((name) => name.includes('shell')).length).toBe(1);
});

test('a worker removed or turned off by the server leaves nothing behind, and the app works without it', async ({
  page,
  context,
  site,
  shell,
}) => {
  await openKept(page, site.url);
  site.remove('sw.js');
  // The worker checks whether it still exists when a page is opened; stopping it makes that immediate.
  await stopWorkers(context, page);
  await page.goto(`${site.url}/signin`);
  await expect.poll(() => caches_(page)).toEqual([]);
  await page.goto(`${site.url}/signup`);
  await onScreen(page, 'Tạo tài khoản');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);

  const off = shell.get('sw-off.js');
  if (off === undefined) throw new Error('No sw-off.js in the build');
  site.put('sw.js', shell.get('sw.js') ?? off);
  await openKept(page, site.url);
  site.put('sw.js', off);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect.poll(() => caches_(page)).toEqual([]);
  await openLazily(page);
});

async function stopWorkers(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
}
