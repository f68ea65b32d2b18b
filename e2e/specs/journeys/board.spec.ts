import { expect, openSignedIn, test } from '../../support/app.ts';

const MOTHER = 'NGUYỄN THỊ ÁNH';

test("[NAV-10] the board leads to a relative's form in one press, and afterwards back to the own record", async ({
  page,
  faults,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.addInitScript(() => {
    const shown = Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shown.moved += Number(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openSignedIn(page, '/family');
  const mother = page.getByRole('listitem').filter({ hasText: MOTHER });
  // Long timeout: every module is loaded and queried first.
  await expect(mother.getByText(/mmHg|mmol\/L|bpm|%|kg|°C/).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  expect(await page.evaluate(() => 'moved' in window && window.moved), 'CLS').toBeLessThanOrEqual(0.02);
  await mother.getByRole('link', { name: /^Thêm chỉ số\. Cho: / }).click();
  await expect(page).toHaveURL(/-create.*[?&]p=/);
  await expect(page.getByText(`Cho: ${MOTHER}`)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`Bạn đang ở hồ sơ của ${MOTHER}`)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Về hồ sơ của tôi' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(`Bạn đang ở hồ sơ của ${MOTHER}`)).toHaveCount(0);
  await page.getByRole('heading', { name: 'Lối tắt' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: 'Người thân' }).getByText(/· Ánh$/)).toBeVisible();
  expect(faults.errors).toEqual([]);
});

test('the visit kit of the next appointment leads to the code over the whole screen', async ({ page, faults }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openSignedIn(page, '/appointments');
  const href = await page.getByRole('main').locator('a[href*="/appointment-details/"]').first().getAttribute('href');
  await page.goto(`/visit-kit/${href?.split('/').at(-1)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Chuẩn bị khám' })).toBeVisible();
  await expect(page.getByText('Nơi khám', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: /BHYT/ }).check();
  await page.getByRole('link', { name: 'Đưa mã QR' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Mã QR cá nhân' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: /BHYT/ })).toBeChecked();
  expect(faults.errors).toEqual([]);
});
