import type { Page } from '@playwright/test';
import { ACCOUNT } from './product.ts';

/** Signs the demo account in by redirect (a narrow window never opens a popup) and waits for the dashboard. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signin`);
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  await page.getByLabel('Số điện thoại').fill(ACCOUNT.user);
  await page.getByLabel('Mật khẩu').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForURL(/dashboard/);
}
