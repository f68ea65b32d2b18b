import type { Page } from '@playwright/test';
import { expect, onScreen, signIn, test } from '../../support/app.ts';

/** Collects console errors and uncaught exceptions. */
function listen(page: Page, heard: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => heard.push(error.message));
}

test('a normal session leaves no error in the console: sign-in, screens, a reload, a second tab, sign-out', async ({
  page,
}) => {
  const heard: string[] = [];
  page.context().on('page', (opened) => listen(opened, heard));
  listen(page, heard);
  await signIn(page);
  for (const [path, heading] of [
    ['/health-details/bloodPressures', /./],
    ['/encounters', 'Lần khám'],
    ['/appointments', /./],
    ['/medical-devices', /./],
    ['/setting', 'Cài đặt'],
  ] as const) {
    await page.goto(path);
    await onScreen(page, heading);
  }
  await page.reload();
  await onScreen(page, 'Cài đặt');
  const second = await page.context().newPage();
  await second.goto('/family');
  await onScreen(second, 'Gia đình');
  await page.bringToFront();
  await page.locator('main').getByRole('button', { name: 'Đăng xuất' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  for (const tab of [page, second]) await expect(tab.getByRole('button', { name: 'Đăng nhập' })).toBeVisible();
  await expect(second.getByText('Bạn đã đăng xuất ở một thẻ khác của trình duyệt này.')).toBeVisible();
  expect(heard).toEqual([]);
});
