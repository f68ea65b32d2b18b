import type { Page } from '@playwright/test';
import { manifestOf, MODULES } from '../../../tools/workspace.ts';
import { expect, openSignedIn, test } from '../../support/app.ts';

const KB = 1000;

// Without the service worker's cache, so that every request is counted, and with the animations that most people see.
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'no-preference' } });

/**
 * Compressed bytes by resource type, for documents opened from now on: the previous page may still be loading and is
 * not counted.
 */
async function meter(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const documents = new Set<string>();
  const seen = new Map<string, { url: string; kind: string; bytes: number }>();
  // All requests of a document carry its loader id, including the request for the document itself.
  devtools.on('Network.requestWillBeSent', ({ requestId, loaderId, type }) => {
    if (type === 'Document' && requestId === loaderId) documents.add(loaderId);
  });
  devtools.on('Network.responseReceived', ({ requestId, loaderId, type, response }) => {
    if (!documents.has(loaderId)) return;
    const length = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1];
    seen.set(requestId, { url: response.url, kind: type, bytes: Number(length ?? 0) });
  });
  const all = () => [...seen.values()];
  return {
    clearCache: () => devtools.send('Network.clearBrowserCache'),
    /** Requested URLs, without those that match `later`. */
    requests: (later?: RegExp) => all().flatMap(({ url }) => (later?.test(url) === true ? [] : [url])),
    bytes: (kind: string, url = /./) =>
      all()
        .filter((one) => one.kind === kind && url.test(one.url))
        .reduce((sum, one) => sum + one.bytes, 0),
  };
}

/** The screen has finished loading, and the network is idle. */
async function complete(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.waitForLoadState('networkidle');
}

test('the sign-in page over an empty cache: at most 15 requests, 200 kB of script, 20 kB of style', async ({
  page,
}) => {
  const meters = await meter(page);
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  expect(meters.requests().length).toBeLessThanOrEqual(15);
  expect(meters.bytes('Script')).toBeLessThanOrEqual(200 * KB);
  expect(meters.bytes('Stylesheet')).toBeLessThanOrEqual(20 * KB);
  expect(meters.bytes('Font')).toBeLessThanOrEqual(52 * KB);
});

/**
 * The live connection and the service worker are started when the page is idle, so they do not count towards the
 * screen.
 */
const WHEN_QUIET = /\/(?:live|socket|pwa)\.|\/socket\.io\/|\/sw\.js/;

/**
 * Opens the dashboard with an empty cache and scrolls to its end. Returns the requests until the first values are
 * shown, and the bytes of all scripts.
 */
async function costOfDashboard(page: Page, titles: readonly string[]) {
  await openSignedIn(page);
  await page.waitForLoadState('networkidle');
  const meters = await meter(page);
  await meters.clearCache();
  await page.goto('/dashboard');
  await expect(
    page
      .locator('main')
      .getByText(/\d{2,3}\/\d{2,3}/)
      .first(),
  ).toBeVisible();
  await complete(page);
  const requests = meters.requests(WHEN_QUIET);
  for (const title of titles) {
    // Content further down is loaded when it gets near.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByText(title).first()).toBeVisible();
    await complete(page);
  }
  const bytes = meters.bytes('Script', new RegExp(`^(?!.*(?:${WHEN_QUIET.source}))`));
  expect(bytes).toBeGreaterThan(200 * KB);
  return { requests, bytes };
}

test('a wide dashboard with the parts of three modules, to its end: at most 310 kB of script', async ({ page }) => {
  const { bytes } = await costOfDashboard(page, ['Chỉ số mới nhất', 'Lịch hẹn sắp tới', 'Lần khám gần đây']);
  expect(bytes).toBeLessThanOrEqual(310 * KB);
});

test('the dashboard of a phone: at most 36 requests first, and 300 kB of script to its end', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const { requests, bytes } = await costOfDashboard(page, ['Chỉ số mới nhất', 'Lối tắt']);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(36);
  expect(bytes).toBeLessThanOrEqual(300 * KB);
});

// Viewers are opened without a file, so only their frame is measured; the decoders have their own budget (size gate).
for (const { name: module, routes, menu = [] } of MODULES.map(manifestOf)) {
  const path = routes.find(({ screen }) => screen === (menu[0] ?? routes[0])?.screen)?.path ?? '';
  test(`${module}: its own script until the first screen shows is at most 60 kB and its entry 10 kB`, async ({
    page,
  }) => {
    await openSignedIn(page, '/setting');
    await page.waitForLoadState('networkidle');
    const meters = await meter(page);
    await meters.clearCache();
    await page.goto(path);
    await complete(page);
    const own = new RegExp(`/m/${module}/`);
    await expect.poll(() => meters.bytes('Script', own)).toBeGreaterThan(0);
    expect(meters.bytes('Script', new RegExp(`/m/${module}/.*remoteEntry`))).toBeLessThanOrEqual(10 * KB);
    // The entry has its own budget.
    expect(
      meters.bytes('Script', own) - meters.bytes('Script', new RegExp(`/m/${module}/.*remoteEntry`)),
    ).toBeLessThanOrEqual(60 * KB);
  });
}
