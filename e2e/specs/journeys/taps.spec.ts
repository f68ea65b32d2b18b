import type { Locator, Page } from '@playwright/test';
import { expect, onScreen, test } from '../../support/app.ts';
import { axeFaults } from '../../support/axe.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';
import { openSession } from '../../support/session.ts';

// Number of taps for a family's weekly tasks, starting at the dashboard at 360 px; typing is not counted.
interface Counter {
  readonly taps: () => number;
  tap(what: Locator): Promise<void>;
}

/** The last minute of every hour, so that one of them is always due soon. */
const TIMES = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:59`);

async function fromToday(page: Page): Promise<Counter> {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: /Chỉ số mới nhất|Sinh hiệu gần nhất/ })).toBeVisible();
  let taps = 0;
  return {
    taps: () => taps,
    async tap(what) {
      await what.click();
      taps += 1;
    },
  };
}

test('her own blood pressure takes two taps', async ({ tab }) => {
  const { tap, taps } = await fromToday(tab);
  await tap(tab.getByRole('link', { name: 'Thêm Huyết áp' }));
  await tab.getByLabel(/^Tâm thu|^Số trên/).fill('118');
  await tab.getByLabel(/^Tâm trương|^Số dưới/).fill('76');
  await tap(tab.getByRole('button', { name: 'Lưu', exact: true }));
  await expect(tab.getByText('118/76').first()).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(2);
});

test("her mother's blood pressure takes two taps, the newest result of her child one", async ({ tab }) => {
  const mother = await fromToday(tab);
  // relatives are further down the page and rendered when they get near
  await tab.getByRole('heading', { name: 'Lối tắt' }).scrollIntoViewIfNeeded();
  await mother.tap(tab.getByRole('main').getByRole('link', { name: /^Thêm chỉ số\. Cho: Mẹ/ }));
  await tab.getByLabel(/^Tâm thu|^Số trên/).fill('128');
  await tab.getByLabel(/^Tâm trương|^Số dưới/).fill('79');
  await mother.tap(tab.getByRole('button', { name: 'Lưu', exact: true }));
  await expect(tab.getByText('128/79').first()).toBeVisible();
  expect(mother.taps(), "mother's blood pressure").toBeLessThanOrEqual(2);
  await tab.goto('/family');
  await tab.getByRole('button', { name: /^Xem hồ sơ.*KHANG/ }).click();
  await expect(tab).toHaveURL(/\/dashboard\?p=/);
  await expect(tab.getByText(/^Đang xem hồ sơ của .*KHANG/)).toBeAttached();
  const child = await fromToday(tab);
  await child.tap(tab.getByRole('region', { name: 'Mới' }).locator('a[href*="/report-details/"]').first());
  await expect(tab).toHaveURL(/\/report-details\//);
  expect(child.taps(), 'newest result').toBeLessThanOrEqual(1);
});

test('allergies are one tap away, the list of medicines two', async ({ tab }) => {
  const { tap, taps } = await fromToday(tab);
  const doors = tab.getByRole('navigation', { name: 'Menu nhanh' });
  await tap(doors.getByRole('link', { name: 'Hồ sơ' }));
  await expect(tab.getByRole('heading', { name: 'Dị ứng', exact: true })).toBeVisible();
  await expect(tab.getByRole('link', { name: 'Xem, thêm và sửa dị ứng' })).toBeVisible();
  expect(taps(), 'allergies').toBeLessThanOrEqual(1);
  await tap(
    tab
      .getByRole('main')
      .getByRole('link', { name: /^Thuốc/ })
      .first(),
  );
  await onScreen(tab, /^Thuốc/);
  expect(taps(), 'medicines').toBeLessThanOrEqual(2);
});

test('the summary for the doctor is two taps away, her own QR code two', async ({ tab }) => {
  const first = await fromToday(tab);
  const doors = tab.getByRole('navigation', { name: 'Menu nhanh' });
  await first.tap(doors.getByRole('link', { name: 'Hồ sơ' }));
  await first.tap(tab.getByRole('link', { name: 'Tóm tắt cho bác sĩ' }).first());
  await onScreen(tab, /^Tóm tắt/);
  expect(first.taps(), 'summary').toBeLessThanOrEqual(2);
  const second = await fromToday(tab);
  await second.tap(doors.getByRole('button', { name: 'Thêm' }));
  await second.tap(tab.getByRole('dialog').getByRole('button', { name: 'Đưa mã QR' }));
  await expect(tab.getByRole('img', { name: /QR/ }).first()).toBeVisible();
  expect(second.taps(), 'QR code').toBeLessThanOrEqual(2);
});

test('the next visit takes no tap', async ({ tab }) => {
  await fromToday(tab);
  const today = tab.getByRole('region', { name: /Việc hôm nay|Sắp tới/ });
  await expect(today.getByRole('link', { name: /^Khám / }).first()).toBeVisible();
});

test('medicines now take no tap, an answer to a hospital two', async ({ page }) => {
  const account = newAccount();
  await beNewPerson(page, account);
  await page.goto('/medicine-create');
  await page.getByLabel('Tên thuốc và hàm lượng').fill('Metformin 500 mg');
  await page.getByText('Mỗi ngày', { exact: true }).click();
  await page.getByLabel('Giờ uống').fill(TIMES.join(', '));
  await page.getByRole('button', { name: 'Lưu' }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByRole('list', { name: /^Hôm nay: / }).last()).toContainText('Metformin 500 mg');
  await page.request.post('/api/services/demo-hospital/consent-requests', {
    data: { phone: account.user, provider: 'SAO-MAI' },
  });

  const { tap, taps } = await fromToday(page);
  const today = page.getByRole('region', { name: 'Việc hôm nay' });
  await expect(today.getByText(/^Metformin 500 mg · \d\d:59/).first()).toBeVisible();
  expect(taps(), 'medicines now').toBe(0);
  await tap(today.getByRole('link', { name: /^Trả lời: / }));
  await tap(page.getByRole('button', { name: 'Không cho phép' }));
  expect(taps(), 'answer').toBeLessThanOrEqual(2);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Không cho phép' }).click();
  await expect(page.getByRole('button', { name: 'Không cho phép' })).toHaveCount(0);
});

test('a visit as last time takes two taps, a new one five', async ({ page }) => {
  // an account with a past appointment to repeat, whose appointments no other spec counts
  await openSession(page, { user: '0907654321', password: 'phr-demo-2026' });
  const booking = page.getByRole('region', { name: 'Lối tắt' }).getByRole('link', { name: 'Đặt lịch hẹn' });
  const send = page.getByRole('button', { name: 'Gửi yêu cầu' });
  const again = await fromToday(page);
  await again.tap(booking);
  const offer = page.getByRole('region', { name: 'Như lần trước' });
  await expect(offer.getByRole('radio')).toHaveCount(3);
  expect(await axeFaults(page)).toEqual([]);
  await again.tap(offer.getByRole('button', { name: 'Gửi yêu cầu' }));
  await onScreen(page, 'Lịch hẹn');
  expect(again.taps(), 'as last time').toBeLessThanOrEqual(2);

  const other = await fromToday(page);
  await other.tap(booking);
  await other.tap(page.getByRole('button', { name: /^Chọn Khám/ }).first());
  await other.tap(page.getByRole('button', { name: /^Chọn / }).first());
  await other.tap(page.getByRole('button', { name: /^\d\d:\d\d, / }).last());
  await onScreen(page, 'Xác nhận đặt lịch');
  await other.tap(send);
  await onScreen(page, 'Lịch hẹn');
  expect(other.taps(), 'a new one').toBeLessThanOrEqual(5);
});
