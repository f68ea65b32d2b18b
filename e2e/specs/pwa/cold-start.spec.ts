import type { Page } from '@playwright/test';
import { expect, onScreen, test } from '../../support/app.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';
import { openSession } from '../../support/session.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * Waits until the worker has cached what an offline start needs. Registers it right away; the page itself would do so
 * later.
 */
async function keepApp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('[UX-27] a start without a network tells what waits; after sending and sign-out nothing is counted', async ({
  page,
  context,
}) => {
  const account = newAccount();
  await beNewPerson(page, account);
  await page.goto('/blood-pressure-create');
  await page.getByLabel(/tâm thu/).waitFor();
  await keepApp(page);

  await context.setOffline(true);
  await page.getByLabel(/tâm thu/).fill('121');
  await page.getByLabel(/tâm trương/).fill('79');
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await expect(page.getByText('Có 1 mục chưa gửi')).toBeVisible();

  // The signed-in tab after a reload.
  await page.reload();
  await expect(page.getByText('Cần có mạng để mở hồ sơ. Màn hình này tự mở khi có mạng lại.')).toBeVisible();
  await expect(page.getByText('Không có mạng.')).toBeVisible();
  await expect(page.getByText('Có 1 mục chưa gửi')).toBeVisible();
  await page.close();

  // In a new tab nobody is signed in. The number of unsent entries reveals nothing about anybody.
  const cold = await context.newPage();
  await cold.goto('/');
  await onScreen(cold, 'Cần có mạng để mở hồ sơ');
  await expect(cold.getByText('Có 1 mục chưa gửi trên máy này')).toBeVisible();
  expect(await cold.locator('body').innerText()).not.toMatch(/121|Huyết áp|THỬ/);

  await context.setOffline(false);
  await openSession(cold, account);
  await cold.goto('/health-details/bloodPressures');
  await expect(cold.getByText('121/79').first()).toBeVisible();
  await expect(cold.getByText('Có 1 mục chưa gửi')).toHaveCount(0);
  await cold.goto('/setting');
  await cold.locator('main').getByRole('button', { name: 'Đăng xuất' }).click();
  await cold.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect(cold.getByRole('button', { name: 'Đăng nhập' })).toBeVisible({ timeout: 20_000 });

  await context.setOffline(true);
  await cold.goto('/');
  await onScreen(cold, 'Cần có mạng để mở hồ sơ');
  await expect(cold.getByText(/chưa gửi trên máy này/)).toHaveCount(0);
});
