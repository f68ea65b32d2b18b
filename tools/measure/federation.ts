import path from 'node:path';
import type { Browser } from '@playwright/test';
import { ROOT } from '../workspace.ts';
import { launch, median, throttle } from './browser.ts';
import { bundle } from './bundle.ts';
import { startProduct } from './product.ts';
import { signIn } from './sign-in.ts';

const RUNS = 5;
const SCREENS = [
  { name: 'blood pressure', path: '/health-details/bloodPressures', ready: /\d{2,3}\/\d{2,3}/ },
  { name: 'dashboard', path: '/dashboard', ready: /\d{2,3}\/\d{2,3}/ },
] as const;

/** Milliseconds from the start of a navigation with an empty cache until the screen shows its values. */
async function timeTo(browser: Browser, url: string, screen: (typeof SCREENS)[number]): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'vi-VN' });
  const page = await context.newPage();
  await signIn(page, url);
  const devtools = await throttle(page);
  await devtools.send('Network.clearBrowserCache');
  const started = performance.now();
  await page.goto(url + screen.path, { waitUntil: 'commit' });
  await page.locator('main').getByText(screen.ready).first().waitFor();
  const time = performance.now() - started;
  await context.close();
  return time;
}

/**
 * Ratio of the federated product to the same code in one bundle; both run alternately, so that the load of the machine
 * affects both.
 */
export async function measureFederation(): Promise<void> {
  bundle('single-bundle.config.ts');
  const federated = await startProduct(4610);
  const single = await startProduct(4620, path.join(ROOT, '.cache/single-bundle'));
  const browser = await launch();
  for (const screen of SCREENS) {
    const times: [number[], number[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      times[0].push(await timeTo(browser, federated.url, screen));
      times[1].push(await timeTo(browser, single.url, screen));
    }
    const [own, bundle] = [median(times[0]), median(times[1])];
    console.log(
      `  ${screen.name.padEnd(16)} federated ${own.toFixed(0)} ms, one bundle ${bundle.toFixed(0)} ms, ratio ${(own / bundle).toFixed(2)} (limit 1.15)`,
    );
  }
  await browser.close();
  await federated.backend.stop();
  await single.backend.stop();
}
