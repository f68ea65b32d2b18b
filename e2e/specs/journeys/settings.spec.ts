import { expect, onScreen, test } from '../../support/app.ts';

test('[SET-02] [SET-04] [SET-05] [UI-04] settings show password link, device and version; colours and text size take effect and are remembered', async ({ app }) => {
  await app.goto('/setting');
  await onScreen(app, 'Cài đặt');
  await expect(app.getByRole('link', { name: /Đổi mật khẩu/ })).toHaveAttribute('href', /^https?:\/\/.+/);
  const code = await app.getByText(/^[A-Z0-9]{12}$/).innerText();
  await expect(app.getByText('Chrome, Linux')).toBeVisible();
  await expect(app.getByText(/^\d+\.\d+\.\d+/)).toBeVisible();
  const page = app.locator('html');
  await expect(page).toHaveAttribute('data-color-mode', 'light');
  await app.getByRole('radio', { name: 'Tối' }).check();
  await app.getByRole('radio', { name: '130 %' }).check();
  await app.reload();
  await expect(page).toHaveAttribute('data-color-mode', 'dark');
  await expect(page).toHaveAttribute('data-text-size', '130');
  await expect(app.getByText(code)).toBeVisible();
  await app.getByRole('radio', { name: 'Theo máy' }).check();
  await expect(page).toHaveAttribute('data-color-mode', 'light');
  await app.emulateMedia({ colorScheme: 'dark' });
  await expect(page).toHaveAttribute('data-color-mode', 'dark');
});

test('[UX-27] a shared device keeps nothing: what was kept is gone at once, and nothing is written from then on', async ({ app }) => {
  await app.goto('/family');
  await app.getByRole('button', { name: /ÁNH/ }).first().click();
  await expect(app).toHaveURL(/\/dashboard/);
  const kept = () => app.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('phr.context')));
  expect(await kept()).toHaveLength(1);
  await app.goto('/setting');
  const begunAnew = app.waitForEvent('load');
  await app.getByRole('checkbox', { name: /Đây là thiết bị dùng chung/ }).click();
  await begunAnew;
  expect(await kept()).toEqual([]);
  await onScreen(app, 'Cài đặt');
  await expect(app.getByRole('checkbox', { name: /Đây là thiết bị dùng chung/ })).toBeChecked();
  await app.goto('/family');
  await app.getByRole('button', { name: /ÁNH|CHÂU/ }).first().click();
  await expect(app).toHaveURL(/\/dashboard/);
  expect(await kept()).toEqual([]);
});

test('[ROUTE-82] help names whom to call', async ({ app }) => {
  await app.goto('/help');
  await onScreen(app, 'Trợ giúp');
  await expect(app.locator('main').getByRole('link', { name: /115/ })).toHaveAttribute('href', 'tel:115');
  await expect(app.locator('main').locator('a[href^="mailto:"]')).toBeVisible();
});
