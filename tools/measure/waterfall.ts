import type { CDPSession } from '@playwright/test';
import { kb, launch, PRESSURE, shownAt, throttle } from './browser.ts';
import { startProduct } from './product.ts';
import { signIn } from './sign-in.ts';

interface Fetched {
  readonly url: string;
  readonly from: number;
  to?: number;
  bytes?: number;
}

/** All requests of a page in the order of their start, with times in ms since the first. */
function listen(devtools: CDPSession): readonly Fetched[] {
  const all: Fetched[] = [];
  const open = new Map<string, Fetched>();
  let first: number | undefined;
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    first ??= timestamp;
    const one = { url: request.url, from: (timestamp - first) * 1_000 };
    open.set(requestId, one);
    all.push(one);
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = open.get(requestId);
    if (one !== undefined) Object.assign(one, { to: (timestamp - (first ?? 0)) * 1_000, bytes: encodedDataLength });
  });
  return all;
}

/**
 * A cold load of the dashboard on 4× CPU and a 4G connection: every request with its time and size, and when the first
 * value was visible.
 */
export async function measureWaterfall(): Promise<void> {
  const { url, backend } = await startProduct(4_700);
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'vi-VN' });
  const page = await context.newPage();
  await signIn(page, url);
  const devtools = await throttle(page);
  await devtools.send('Network.clearBrowserCache');
  const all = listen(devtools);
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  const shown = await shownAt(page, PRESSURE);
  await page.waitForLoadState('networkidle');
  for (const { from, to = NaN, bytes = 0, url: address } of all)
    console.log(
      `  ${from.toFixed().padStart(6)} to ${to.toFixed().padStart(6)} ms ${kb(bytes).padStart(9)}  ${address.replace(url, '').slice(0, 110)}`,
    );
  console.log(`  ${all.length} requests; the first value stands there after ${shown.toFixed()} ms`);
  await browser.close();
  await backend.stop();
}
