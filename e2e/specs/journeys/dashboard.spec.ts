import type { Page } from '@playwright/test';
import { expect, onScreen, openSignedIn, proves, test } from '../../support/app.ts';
import { readOneByOne } from '../../support/read-batches.ts';
import { mainPatientId } from '../../support/ids.ts';
import { sealedTexts } from '../../support/sealed.ts';

const narrow = { width: 390, height: 844 };
/** Scrolls to the end, since content further down is loaded when it gets near. */
const toTheEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Tiles with a label; leaves out the icon links for adding a value. */
const tiles = (page: Page) => section(page, 'Lối tắt').getByRole('link').filter({ hasText: /./ });

test('[DASH-11, DASH-12, DASH-18] tiles chosen on a phone and their order survive a reload on that device', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(narrow);
  await openSignedIn(page);
  await expect(
    section(page, 'Chỉ số mới nhất').getByRole('link', { name: /^(Nhịp tim|Nhiệt độ|Đường huyết|Huyết áp)/ }),
  ).toHaveCount(4);
  await expect(tiles(page)).toHaveText([
    'Gia đình',
    'Tiền sử bệnh',
    'Chỉ số sức khỏe',
    'Lịch sử điều trị',
    'Lịch hẹn',
    'Phiếu hỏi sức khỏe',
  ]);
  await page.getByRole('button', { name: 'Tùy chỉnh' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Đưa Huyết áp lên' }).click();
  await dialog.getByRole('button', { name: 'Đưa Huyết áp lên' }).click();
  await dialog.getByRole('button', { name: 'Đưa Huyết áp lên' }).click();
  for (const off of ['Nhiệt độ', 'Phiếu hỏi sức khỏe', 'Gia đình'])
    await dialog.getByRole('checkbox', { name: off }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Tiêm chủng' }).check();
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect(dialog).toHaveCount(0);
  const features = ['Tiền sử bệnh', 'Chỉ số sức khỏe', 'Lịch sử điều trị', 'Lịch hẹn', 'Tiêm chủng'];
  for (let look = 0; look < 2; look += 1) {
    await expect(tiles(page)).toHaveText(features);
    await expect(
      section(page, 'Chỉ số mới nhất').getByRole('link', { name: /^(Nhịp tim|Nhiệt độ|Đường huyết|Huyết áp)/ }),
    ).toHaveText([/^Huyết áp/, /^Nhịp tim/, /^Đường huyết/]);
    if (look === 0) await page.reload();
  }
  // The device's id is stored encrypted for this person, without any other data.
  await proves('DEV-16', async () => {
    const texts = await sealedTexts(page, 'localStorage');
    expect(Object.entries(texts).filter(([key]) => key.startsWith('phr.device.'))).toEqual([
      [`phr.device.${await mainPatientId(page)}`, await page.evaluate(() => localStorage.getItem('phr.deviceId'))],
    ]);
  });
  const other = await browser.newPage({ viewport: narrow });
  await openSignedIn(other);
  await expect(tiles(other)).toHaveCount(6);
  await other.close();
});

test('[DASH-05] [DASH-08] [DASH-09] [DASH-10] a wide dashboard has menu, quick links and appointments', async ({
  page,
}) => {
  await readOneByOne(page);
  const asked = Promise.all(
    ['Encounter', 'Appointment'].map((type) =>
      page.waitForRequest((request) => {
        const { pathname, searchParams } = new URL(request.url());
        return (
          pathname.endsWith(`/${type}`) && searchParams.get('_sort') === '-date' && searchParams.get('_count') === '3'
        );
      }),
    ),
  );
  await openSignedIn(page);
  const tiles = section(page, 'Chỉ số mới nhất');
  await expect(tiles).toBeVisible();
  await proves('DASH-01', async () => {
    const menu = page.getByRole('navigation', { name: 'Menu chính' });
    await expect(menu).toBeVisible();
    const [left, content] = [await menu.boundingBox(), await tiles.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0);
  });
  await expect(section(page, 'Truy cập nhanh').getByRole('link')).toHaveCount(4);
  const next = section(page, 'Lịch hẹn sắp tới');
  await expect(next.getByRole('link', { name: 'Xem chi tiết' })).toBeVisible();
  const [main, side] = [await tiles.boundingBox(), await next.boundingBox()];
  expect(side?.x).toBeGreaterThan((main?.x ?? 0) + (main?.width ?? 0));
  await toTheEnd(page);
  await asked;
  const rows = section(page, 'Lịch hẹn').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeLessThanOrEqual(3);
  await next.getByRole('link', { name: 'Xem chi tiết' }).click();
  await expect(page).toHaveURL(/\/appointment-details\//);
});

test('[DASH-16] [DASH-17] [DASH-07] a record without encounters and appointments says so', async ({ page }) => {
  const nothing = { resourceType: 'Bundle', type: 'searchset', total: 0, entry: [] };
  await readOneByOne(page);
  await page.route(/\/fhir\/Patient\/[^/]+\/(?:Encounter|Appointment)/, (route) =>
    route.fulfill({ json: nothing, contentType: 'application/fhir+json' }),
  );
  await openSignedIn(page);
  await expect(section(page, 'Chỉ số mới nhất')).toBeVisible();
  await toTheEnd(page);
  await expect(section(page, 'Lần khám gần đây').getByText('Chưa có lịch sử điều trị')).toBeVisible();
  await expect(section(page, 'Lịch hẹn').getByText('Chưa có lịch hẹn')).toBeVisible();
});

test("[DASH-13] [MENU-04] the phone's bottom bar has devices for oneself, health indexes for others", async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  await openSignedIn(page);
  const bar = page.getByRole('navigation', { name: 'Menu nhanh' });
  const doors = ['Hôm nay', 'Chỉ số', 'Hồ sơ', 'Gia đình'];
  await expect(bar.getByRole('link')).toHaveText(['Quét mã QR', 'Thiết bị', 'Cài đặt', ...doors]);
  await page.goto('/family');
  await page.getByRole('button', { name: /ÁNH/ }).first().click();
  await expect(bar.getByRole('link')).toHaveText(['Quét mã QR', 'Cài đặt', ...doors]);
  await page.goto('/medical-devices');
  await expect(page.getByText('Chỉ có trong hồ sơ của bạn')).toBeVisible();
  await page.getByRole('button', { name: 'Mở trong hồ sơ của tôi' }).click();
  await expect(page.getByRole('link', { name: /Thêm thiết bị/ }).first()).toBeVisible();
});

test('[HDR-01] [HDR-02] [HDR-03] a long title is cut on a phone and whole on a wide screen', async ({ tab }) => {
  const title = 'Khai báo sức khỏe hậu COVID-19';
  await tab.goto('/post-covid-19-health-report');
  await onScreen(tab, title);
  await expect(tab.getByRole('banner').getByText('Khai báo sức khỏe hậu COV')).toBeHidden();
  await tab.setViewportSize(narrow);
  // the title moves to the banner once the heading has scrolled out of view
  await tab.evaluate(() => window.scrollTo(0, 200));
  await expect(tab.getByRole('banner').getByText('Khai báo sức khỏe hậu COV…', { exact: true })).toBeVisible();
  await expect(tab.getByRole('banner').getByTitle(title)).toBeVisible();
});

test('on a phone "today" says how one is and what to do, leads there, and one thing is put away', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  // A very low reading that the meter sent ten minutes ago.
  const at = new Date(Date.now() - 600_000).toISOString();
  const low = {
    resourceType: 'Observation',
    id: 'low',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '15074-8' }] },
    effectiveDateTime: at,
    valueQuantity: { value: 2.2, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
  };
  await readOneByOne(page);
  await page.route(/\/fhir\/Patient\/[^/]+\/Observation\?.*date=ge/, (route) =>
    route.fulfill({
      json: { resourceType: 'Bundle', type: 'searchset', total: 1, entry: [{ resource: low }] },
      contentType: 'application/fhir+json',
    }),
  );
  await openSignedIn(page);
  const now = section(page, 'Cần xử lý ngay');
  await expect(now.getByRole('link', { name: /^Đường huyết 2,2.*rất thấp$/ })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'rất thấp' })).toHaveCount(1);
  await expect(
    section(page, 'Việc hôm nay').getByRole('link', { name: 'Bệnh viện Đa khoa Sao Mai xin xem hồ sơ', exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Ẩn 30 ngày: Hồ sơ chưa ghi gì về dị ứng/ }).click();
  await expect(page.getByRole('link', { name: 'Hồ sơ chưa ghi gì về dị ứng' })).toHaveCount(0);
  await expect(page.getByText('Đã ẩn 30 ngày: Hồ sơ chưa ghi gì về dị ứng')).toBeVisible();
  await page.reload();
  await expect(now).toBeVisible();
  await expect(page.getByText('Hồ sơ chưa ghi gì về dị ứng')).toHaveCount(0);
  await section(page, 'Việc hôm nay')
    .getByRole('link', { name: /^Trả lời/ })
    .click();
  await expect(page).toHaveURL(/\/patient-consent-details\//);
  await page.goBack();
  await now.getByRole('link', { name: /^Cần làm gì/ }).click();
  await expect(page).toHaveURL(/\/health-details\/glucoses/);
});
