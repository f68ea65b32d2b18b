import type { Browser, Page } from '@playwright/test';
import { countTransfers, kb, launch, median, PRESSURE, shownAt, throttle, type Transfer } from './browser.ts';
import { startProduct } from './product.ts';
import { signIn } from './sign-in.ts';

const RUNS = 5;

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly signedIn: boolean;
  readonly ready: RegExp;
}
const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/signin', signedIn: false, ready: /Tạo tài khoản/ },
  { name: 'dashboard', path: '/dashboard', signedIn: true, ready: PRESSURE },
  { name: 'family', path: '/family', signedIn: true, ready: /TRẦN AN KHANG/ },
  { name: 'profile', path: '/profile', signedIn: true, ready: /CHAU\w+/ },
];

interface Vitals {
  readonly lcp: number;
  readonly inp: number;
  readonly cls: number;
}
/**
 * `shown`: when the main content of the screen is visible, ms. The largest paint is not used, since it may be a
 * greeting whose length depends on the hour.
 */
interface Visit extends Vitals {
  readonly shown: number;
}

/** Records the browser's paint, input and layout-shift entries from the start of each document. */
const watch = () => {
  const seen = Object.assign(window, { vitals: { lcp: 0, inp: 0, cls: 0 } }).vitals;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('event', (entry) => {
    if ('interactionId' in entry && entry.interactionId !== 0) seen.inp = Math.max(seen.inp, entry.duration);
  });
  observe('layout-shift', (entry) => {
    if ('hadRecentInput' in entry && 'value' in entry && entry.hadRecentInput === false)
      seen.cls += Number(entry.value);
  });
};

/**
 * One visit with an empty cache on 4× CPU and a 4G connection: paint, layout shifts until everything is there, then the
 * slowest of a few presses.
 */
async function visit(browser: Browser, url: string, { path, signedIn, ready }: Screen): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'vi-VN' });
  const page = await context.newPage();
  if (signedIn) {
    await signIn(page, url);
    // a device that was used before knows how much space "today" needs
    await page.waitForLoadState('networkidle');
  }
  await page.addInitScript(watch);
  const devtools = await throttle(page);
  await devtools.send('Network.clearBrowserCache');
  await page.goto(url + path, { waitUntil: 'commit' });
  const shown = await shownAt(page, ready);
  await page.waitForLoadState('networkidle');
  await press(page, signedIn);
  const vitals = await page.evaluate(() => (window as Window & { readonly vitals?: Vitals }).vitals);
  await context.close();
  return { ...(vitals ?? { lcp: Number.NaN, inp: Number.NaN, cls: Number.NaN }), shown };
}

/**
 * Typical first actions: a key, the language or a dialog, and back again. Each press is waited for until it was
 * painted.
 */
async function press(page: Page, signedIn: boolean): Promise<void> {
  const painted = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve, 100));
        }),
    );
  await page.keyboard.press('Tab');
  await painted();
  if (!signedIn) {
    for (const language of ['EN', 'VI']) {
      await page.getByRole('button', { name: language }).first().click();
      await painted();
    }
    return;
  }
  await page.getByRole('link', { name: /Thông báo/ }).click();
  await painted();
}

const show = (name: string, { requests, script, style, font }: Transfer): void =>
  console.log(
    `  ${name.padEnd(34)} ${String(requests).padStart(3)} requests, script ${kb(script)}, style ${kb(style)}, fonts ${kb(font)}`,
  );

/**
 * The size of the first pages with an empty cache, as transferred; then their speed on a slow phone (median of five; a
 * trend, not a gate).
 */
export async function measurePages(): Promise<void> {
  const { url, backend } = await startProduct(Number(process.env['MEASURE_PORT'] ?? 4600));
  const browser = await launch();
  await measureBytes(browser, url);
  for (const screen of SCREENS) {
    const runs: Visit[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await visit(browser, url, screen));
    const of = (name: keyof Visit) => median(runs.map((run) => run[name]));
    console.log(
      `  ${screen.name.padEnd(34)} LCP ${of('lcp').toFixed(0)} ms (limit 2500), shown ${of('shown').toFixed(0)} ms, INP ${of('inp').toFixed(0)} ms (limit 200), CLS ${of('cls').toFixed(3)} (limit 0.02)`,
    );
  }
  await browser.close();
  await backend.stop();
}

async function measureBytes(browser: Browser, url: string): Promise<void> {
  const fresh = () =>
    browser
      .newContext({ viewport: { width: 390, height: 844 }, locale: 'vi-VN', serviceWorkers: 'block' })
      .then((context) => context.newPage());
  const signInPage = await fresh();
  const read = await countTransfers(signInPage);
  await signInPage.goto(`${url}/signin`);
  await signInPage.getByRole('button', { name: 'Đăng nhập' }).and(signInPage.locator(':enabled')).waitFor();
  await signInPage.waitForLoadState('networkidle');
  show('sign-in page', read());

  const dashboard = await fresh();
  await signIn(dashboard, url);
  await dashboard.waitForLoadState('networkidle');
  const again = await countTransfers(dashboard);
  const devtools = await dashboard.context().newCDPSession(dashboard);
  await devtools.send('Network.clearBrowserCache');
  await dashboard.goto(`${url}/dashboard`);
  await dashboard.getByText('Huyết áp').first().waitFor();
  await dashboard.waitForLoadState('networkidle');
  show('dashboard, all of it', again());
}
