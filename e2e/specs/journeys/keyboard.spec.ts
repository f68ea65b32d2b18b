import { ACCOUNT, IDENTITY } from '../../support/addresses.ts';
import { expect, onScreen, test } from '../../support/app.ts';
import { bookFor, idsOf, mainPatientId } from '../../support/ids.ts';
import { pressOn, tabTo } from '../../support/keyboard.ts';

// Six journeys by keyboard alone (UX-37).

test('[ROUTE-01] by keyboard: sign in', async ({ page }) => {
  // A narrow window signs in by redirect, without a popup.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
  await pressOn(page, page.getByRole('button', { name: 'Đăng nhập' }));
  await page.waitForURL(`${IDENTITY}/**`);
  await tabTo(page, page.getByLabel('Số điện thoại'));
  await page.keyboard.type(ACCOUNT.user);
  await tabTo(page, page.getByLabel('Mật khẩu', { exact: true }));
  await page.keyboard.type(ACCOUNT.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard/);
  await onScreen(page, /Châu/);
});

test('[ROUTE-40] by keyboard: record a blood pressure', async ({ app }) => {
  await pressOn(app, app.getByRole('link', { name: 'Chỉ số sức khỏe' }).first());
  await onScreen(app, 'Chỉ số');
  await expect(app.getByRole('heading', { level: 1 })).toBeFocused();
  await pressOn(app, app.getByRole('link', { name: /^Huyết áp/ }).first());
  await onScreen(app, 'Huyết áp');
  await pressOn(app, app.getByRole('link', { name: /Thêm/ }).first());
  await onScreen(app, /Thêm huyết áp/);
  await tabTo(app, app.getByLabel(/tâm thu/).first());
  await app.keyboard.type('123');
  await tabTo(app, app.getByLabel(/tâm trương/).first());
  await app.keyboard.type('79');
  await pressOn(app, app.getByRole('button', { name: 'Lưu', exact: true }));
  await onScreen(app, 'Huyết áp');
  await expect(app.getByText(/123\/79/).first()).toBeVisible();
});

test('[ROUTE-27] by keyboard: read an encounter', async ({ app }) => {
  await pressOn(app, app.getByRole('link', { name: 'Lịch sử điều trị' }).first());
  await onScreen(app, 'Lần khám');
  await pressOn(app, app.locator('main a[href*="/encounter-details/"]').first());
  await expect(app).toHaveURL(/\/encounter-details\//);
  await expect(app.getByRole('heading', { level: 1 })).toBeFocused();
  const section = app.locator('main summary, main button[aria-expanded]').first();
  await pressOn(app, section);
});

test('[ROUTE-30] by keyboard: cancel an appointment', async ({ tab }) => {
  const id = await bookFor(tab, await mainPatientId(tab));
  await tab.goto(`/appointment-details/${id}`);
  await pressOn(tab, tab.getByRole('button', { name: 'Hủy lịch hẹn' }));
  const dialog = tab.getByRole('alertdialog');
  // The safe choice is focused first.
  await expect(dialog.getByRole('button').first()).toBeFocused();
  const reason = dialog.getByRole('textbox');
  for (
    let presses = 0;
    presses < 4 && !(await reason.evaluate((element) => element === document.activeElement));
    presses += 1
  )
    await tab.keyboard.press('Shift+Tab');
  await expect(reason).toBeFocused();
  await tab.keyboard.type('Bận việc');
  await pressOn(tab, dialog.getByRole('button', { name: 'Hủy lịch hẹn' }));
  await expect(tab.locator('main').getByText('Đã hủy').first()).toBeVisible();
});

test('[FAM-02] by keyboard: switch to another person and back', async ({ app }) => {
  await pressOn(app, app.getByRole('link', { name: 'Sức khỏe gia đình' }).first());
  await onScreen(app, 'Gia đình');
  await pressOn(app, app.getByRole('button', { name: /ÁNH/ }).first());
  await expect(app.getByText(/Đang xem hồ sơ của NGUYỄN THỊ ÁNH/)).toBeVisible();
  await pressOn(app, app.getByRole('button', { name: 'Về hồ sơ của tôi' }));
  await expect(app.getByText(/Đang xem hồ sơ của/)).toHaveCount(0);
});

test('[ROUTE-19] by keyboard: view a picture of a report', async ({ tab }) => {
  const { imaging } = await idsOf(tab, await mainPatientId(tab));
  await tab.goto(`/report-details/${imaging}`);
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  await pressOn(tab, tab.locator('main a[href*="/dicom-viewer"]').first());
  await expect(tab).toHaveURL(/\/dicom-viewer/);
  const zoom = tab.getByRole('button', { name: 'Phóng to' });
  await expect(zoom).toBeVisible({ timeout: 30_000 });
  await pressOn(tab, zoom);
  // The viewer can be left by keyboard as well.
  await pressOn(
    tab,
    tab
      .getByRole('link', { name: /Đóng|Quay lại/ })
      .or(tab.getByRole('button', { name: /Đóng|Quay lại/ }))
      .first(),
  );
  await expect(tab).toHaveURL(/\/report-details\//);
});
