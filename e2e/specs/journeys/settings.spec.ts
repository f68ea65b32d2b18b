import { expect, onScreen, signIn, test } from '../../support/app.ts';
import { sealedTexts } from '../../support/sealed.ts';

test('[SET-02] [SET-04] [SET-05] [UI-04] settings link password and device; colours and text size apply', async ({
  tab,
}) => {
  await tab.goto('/setting');
  await onScreen(tab, 'Cài đặt');
  await expect(tab.getByRole('link', { name: /Đổi mật khẩu/ })).toHaveAttribute('href', /^https?:\/\/.+/);
  const code = await tab.getByText(/^[A-Z0-9]{12}$/).innerText();
  await expect(tab.getByText('Chrome, Linux')).toBeVisible();
  await expect(tab.getByText(/^\d+\.\d+\.\d+/)).toBeVisible();
  const page = tab.locator('html');
  await expect(page).toHaveAttribute('data-color-mode', 'light');
  await tab.getByRole('radio', { name: 'Tối' }).check();
  await tab.getByRole('radio', { name: '130 %' }).check();
  await tab.reload();
  await expect(page).toHaveAttribute('data-color-mode', 'dark');
  await expect(page).toHaveAttribute('data-text-size', '130');
  await expect(tab.getByText(code)).toBeVisible();
  await tab.getByRole('radio', { name: 'Theo máy' }).check();
  await expect(page).toHaveAttribute('data-color-mode', 'light');
  await tab.emulateMedia({ colorScheme: 'dark' });
  await expect(page).toHaveAttribute('data-color-mode', 'dark');
});

test('[UX-27] marking a device as shared removes what it kept, and nothing is kept from then on', async ({ tab }) => {
  await tab.goto('/family');
  await tab.getByRole('button', { name: /ÁNH/ }).first().click();
  await expect(tab).toHaveURL(/\/dashboard/);
  const kept = async () =>
    Object.keys(await sealedTexts(tab, 'localStorage')).filter((key) => key.startsWith('phr.context'));
  // the record last viewed, and the account's own ids
  await expect.poll(kept).toHaveLength(2);
  await tab.goto('/setting');
  // Changing the setting signs out, since the kind of a session is fixed when it starts.
  await tab.getByRole('checkbox', { name: /Đây là thiết bị dùng chung/ }).click();
  await expect(tab).toHaveURL(/\/signin/);
  await expect(tab.getByRole('checkbox', { name: /Đây là thiết bị dùng chung/ })).toBeChecked();
  expect(await kept()).toEqual([]);
  await signIn(tab, '/family');
  await tab.getByRole('button', { name: /Xem hồ sơ: NGUYỄN THỊ ÁNH/ }).click();
  await expect(tab).toHaveURL(/\/dashboard/);
  expect(await kept()).toEqual([]);
  expect(await tab.evaluate(() => sessionStorage.getItem('phr.session'))).toBeNull();
  // The device stays shared for the next person.
  await tab.getByRole('button', { name: 'Đăng xuất' }).first().click();
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect(tab).toHaveURL(/\/signin/);
  await expect(tab.getByRole('checkbox', { name: /Đây là thiết bị dùng chung/ })).toBeChecked();
});

test('[GLU-02] the chosen glucose unit is kept with the device, and returns to a browser that forgot it', async ({
  tab,
}) => {
  await tab.goto('/setting');
  await expect(tab.getByRole('radio', { name: 'mmol/L' })).toBeChecked();
  const kept = tab.waitForResponse(/\/device\/current\/add$/);
  await tab.getByRole('radio', { name: 'mg/dL' }).check();
  expect((await kept).status()).toBe(200);
  for (const path of ['/setting', '/glucose-create']) {
    await tab.evaluate(() => localStorage.removeItem('phr.glucoseUnit'));
    await tab.goto(path);
    await expect(tab.getByRole('radio', { name: 'mg/dL' })).toBeChecked();
  }
});

test('[ROUTE-82] help names whom to call', async ({ tab }) => {
  await tab.goto('/help');
  await onScreen(tab, 'Trợ giúp');
  await expect(tab.locator('main').getByRole('link', { name: /115/ })).toHaveAttribute('href', 'tel:115');
  await expect(tab.locator('main').locator('a[href^="mailto:"]')).toBeVisible();
});
