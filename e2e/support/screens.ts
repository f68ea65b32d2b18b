import type { Page } from '@playwright/test';

/** Waits until a screen shows its content: its heading is visible and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 30_000 });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]:not(button)') === null, undefined, {
    timeout: 30_000,
  });
}

/** How far the page is wider than its window, in px. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Height by which a page may still grow while it renders, px. */
const SPARE = 2_000;

/**
 * Makes the window taller than its page, so that no sticky bar covers a control: the position of bars has its own test.
 * A page may grow with its window, since content near the visible area is loaded. The step is therefore repeated until
 * the page fits.
 */
export async function showWhole(page: Page): Promise<void> {
  const window = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (window === null || height <= window.height) return;
  await page.setViewportSize({ ...window, height: height + SPARE });
  await settled(page);
  await showWhole(page);
}
