import type { Page } from '@playwright/test';
import { manifestOf, MODULES } from '../../../tools/workspace.ts';
import { expect, openSignedIn, test } from '../../support/app.ts';

const KB = 1000;

// What a page asks for counts in full: nothing comes out of a worker's store, and nothing is left out because it came late. It moves as for most people.
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'no-preference' } });

/** Bytes of compressed bodies by kind, of the documents opened from now on: a slow page before may still be fetching, and is not counted. */
async function meter(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const documents = new Set<string>();
  const seen = new Map<string, { url: string; kind: string; bytes: number }>();
  // A document's own request carries the id of its loader, and so does everything that the document asks for.
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
    /** Addresses that were asked for, but those of `later`. */
    requests: (later?: RegExp) => all().flatMap(({ url }) => (later?.test(url) === true ? [] : [url])),
    bytes: (kind: string, url = /./) =>
      all()
        .filter((one) => one.kind === kind && url.test(one.url))
        .reduce((sum, one) => sum + one.bytes, 0),
  };
}

/** Everything that the screen needs is there: no place is loading, and the network is still. */
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

/** The live connection and the worker's registration come when the page is quiet: they are no part of the screen. */
const WHEN_QUIET = /\/(?:live|socket|pwa)\.|\/socket\.io\/|\/sw\.js/;

/** Opens the dashboard over an empty cache, and goes to its end: what it asks for until the first values stand there, and what its scripts weigh in all. */
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
    // What stands further down comes when it is near.
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

// A viewer without an address of what to show: its frame; the drawing code has a budget of its own (size gate).
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
    // The entry stands on its own budget.
    expect(
      meters.bytes('Script', own) - meters.bytes('Script', new RegExp(`/m/${module}/.*remoteEntry`)),
    ).toBeLessThanOrEqual(60 * KB);
  });
}
