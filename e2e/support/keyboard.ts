import type { Locator, Page } from '@playwright/test';
import { expect } from './proves.ts';

/** Presses Tab until an element has the focus, like a user without a pointer. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, `reached within ${most} presses of Tab`).toBeFocused();
}

/** Reaches an element by Tab and presses Enter on it. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
