import type { Page } from '@playwright/test';

/** Waits until a screen shows what it has: its heading is there and no place is loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 30_000 });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]:not(button)') === null, undefined, {
    timeout: 30_000,
  });
}

/** How far the page is wider than its window, in px. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
