import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';

const ZALO =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 Zalo android/12100';
test.use({
  userAgent: ZALO,
  viewport: { width: 360, height: 740 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

/** Serves the page with the production configuration. */
async function beProduction(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/signin',
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('"production":false', '"production":true');
      expect(body).toContain('"production":true');
      await route.fulfill({ response: answer, body });
    },
  );
}

test('[BLK-01] inside a messaging app a modal says in two steps how to open the site in a browser', async ({
  page,
}) => {
  await beProduction(page);
  await page.goto('/signin?utm_source=zalo');
  const dialog = page.getByRole('alertdialog', { name: 'Vui lòng mở ứng dụng trong trình duyệt' });
  await expect(dialog).toContainText(/Bước 1.*Bước 2/s);
  await expect
    .poll(async () => Object.values((await dialog.boundingBox()) ?? {}).map(Math.round))
    .toEqual([0, 0, 360, 740]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
});

test('[BLK-02] its button copies the link, and the toast that says so is seen and can be closed', async ({ page }) => {
  await beProduction(page);
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sao chép liên kết' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Đã sao chép' });
  await expect(toast).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/signin$/);
  // The toast can be clicked, so nothing covers it.
  await page.getByRole('button', { name: 'Đóng thông báo' }).click();
  await expect(toast).toHaveCount(0);
});
