import type { Page } from '@playwright/test';
import { expect, onScreen, test } from '../../support/app.ts';

test.use({ serviceWorkers: 'allow' });

const STATIC =
  /^(?:\/|\/[\w.-]+\.[0-9a-f]{8}\.(?:js|css|woff2)|\/m\/[a-z-]+\/[\w.-]+\/[\w./-]+\.(?:js|css|wasm|woff2|svg|png))$/;

/** Everything in Cache Storage: request URLs, response URLs, and the text of the cached page. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const addresses: string[] = [];
    let html = '';
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        for (const url of [request.url, answer?.url ?? ''])
          if (url !== '') addresses.push(url.slice(location.origin.length));
        if (request.url === `${location.origin}/`) html = (await answer?.text()) ?? '';
      }
    }
    return { addresses, html };
  });

test('[AUTH-21] after use and sign-out the caches hold static files of the product and nothing of a person', async ({
  tab: page,
}) => {
  await page.goto('/dashboard');
  await onScreen(page, /./);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const [path, heading] of [
    ['/encounters', 'Lần khám'],
    ['/health-details/bloodPressures', /Huyết áp/],
    ['/appointments', 'Lịch hẹn'],
    ['/profile', /./],
    ['/patient-qrs', /./],
  ] as const) {
    await page.goto(path);
    await onScreen(page, heading);
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]:not(button)') === null);
  }
  const inUse = await kept(page);
  expect(inUse.addresses.filter((address) => address.startsWith('/m/')).length).toBeGreaterThan(5);
  expect(inUse.addresses.filter((address) => !STATIC.test(address))).toEqual([]);

  await page.goto('/setting');
  await onScreen(page, 'Cài đặt');
  await page.locator('main').getByRole('button', { name: 'Đăng xuất' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeVisible();
  const after = await kept(page);
  expect(after.addresses.filter((address) => !STATIC.test(address))).toEqual([]);
  expect(after.html).toContain('id="phr-config"');
  expect(after.html).not.toMatch(/eyJ|0901234567|TRẦN|Bearer|access_token/);
});

test('[ARCH-08] a kept module file changed on the device is not run but fetched anew', async ({ tab: page }) => {
  await page.goto('/appointments');
  await onScreen(page, 'Lịch hẹn');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await onScreen(page, 'Lịch hẹn');
  const changed = await page.evaluate(async () => {
    const cache = await caches.open('phr-releases');
    const files = (await cache.keys()).filter(({ url }) => url.includes('/m/mfe-booking/'));
    for (const { url } of files)
      await cache.put(url, new Response('window.tampered = true;', { headers: { 'content-type': 'text/javascript' } }));
    return files.length;
  });
  expect(changed).toBeGreaterThan(1);
  // Files in the HTTP cache would not be requested from the worker.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.reload();
  await onScreen(page, 'Lịch hẹn');
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  const texts = await page.evaluate(async () => {
    const cache = await caches.open('phr-releases');
    const entry = (await cache.keys()).find(({ url }) => /\/m\/mfe-booking\/.*remoteEntry\.js$/.test(url));
    return entry === undefined ? '' : ((await (await cache.match(entry))?.text()) ?? '');
  });
  expect(texts).not.toBe('');
  expect(texts).not.toContain('tampered');
});
