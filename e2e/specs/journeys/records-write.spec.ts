import type { Page } from '@playwright/test';
import { expect, NONSENSE, onScreen, test } from '../../support/app.ts';
import { mainPatientId, readRecord } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';

test.use({ viewport: { width: 360, height: 740 } });

const toast = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible();
const save = (page: Page) => page.getByRole('button', { name: 'Lưu', exact: true }).click();
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
const search = async (page: Page, label: string | RegExp, typed: string, option: RegExp) => {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
};
const clean = async (page: Page) => {
  expect(await page.locator('main').innerText()).not.toMatch(NONSENSE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
};

test('[COND-05, NAV-33] catalogued and typed diseases, and vaccinations, are added, changed and deleted', async ({
  page,
  faults,
}) => {
  test.setTimeout(90_000);
  await beNewPerson(page, newAccount());
  await page.goto('/conditions');
  await page.getByRole('link', { name: 'Thêm bệnh' }).click();
  await onScreen(page, 'Thêm bệnh');
  await search(page, /^Tên bệnh/, 'tang huyet ap', /Tăng huyết áp/);
  await page.getByLabel(/^Mức độ/).selectOption('Vừa');
  await clean(page);
  await save(page);
  await onScreen(page, /^Bệnh$/);
  await toast(page, 'Đã lưu tiền sử bệnh');
  const diseases = page.getByRole('list', { name: 'Bệnh', exact: true }).getByRole('listitem');
  await expect(diseases).toHaveCount(1);
  await expect(diseases.first()).toContainText(/Tăng huyết áp.*Vừa/s);

  await page.getByRole('link', { name: 'Thêm bệnh' }).click();
  await page.getByRole('combobox', { name: /^Tên bệnh/ }).fill('Đau lưng lâu năm');
  await save(page);
  await expect(diseases).toHaveCount(2);
  await page.getByRole('button', { name: 'Xóa: Đau lưng lâu năm' }).click();
  await confirm(page);
  await toast(page, 'Đã xóa khỏi tiền sử bệnh');
  await expect(diseases).toHaveCount(1);
  await clean(page);

  await page.goto('/immunizations');
  await page.getByRole('link', { name: 'Thêm mũi tiêm' }).click();
  await search(page, /^Vắc xin/, 'cum', /[Cc]úm/);
  await page.getByRole('textbox', { name: /^Ngày tiêm/ }).fill('02/10/2026');
  await page.getByLabel(/^Nơi tiêm/).fill('Trạm y tế phường An Bình');
  await clean(page);
  await save(page);
  await onScreen(page, 'Tiêm chủng');
  await toast(page, 'Đã thêm mũi tiêm');
  const doses = page.getByRole('list', { name: 'Tiêm chủng' }).getByRole('listitem');
  await expect(doses).toHaveCount(1);
  await page.getByRole('link', { name: /^Chỉnh sửa:/ }).click();
  await onScreen(page, 'Sửa mũi tiêm');
  await page.getByLabel(/^Lô vắc xin/).fill('FL26A117');
  await save(page);
  await onScreen(page, 'Tiêm chủng');
  await toast(page, 'Đã cập nhật mũi tiêm');
  await expect(doses.first()).toContainText(/02\/10\/2026.*FL26A117.*Trạm y tế phường An Bình/s);
  await page.getByRole('button', { name: /^Xóa:/ }).click();
  await confirm(page);
  await toast(page, 'Đã xóa mũi tiêm');
  await expect(page.getByText('Chưa có mũi tiêm')).toBeVisible();

  await page.goto('/health-create?name=weights');
  await page.getByLabel(/^Cân nặng/).fill('54');
  await save(page);
  await toast(page, 'Đã lưu chỉ số sức khỏe');
  expect(faults).toEqual({ policy: [], errors: [] });
});

test('[ENC-30, ENC-33, NAV-13, NAV-14, CALL-37, CALL-38, ROUTE-28] adds and deletes a treatment with paper', async ({
  page,
  faults,
}) => {
  test.setTimeout(90_000);
  await beNewPerson(page, newAccount());
  await page.goto('/encounters');
  await expect(page.getByText('Chưa có lịch sử điều trị')).toBeVisible();
  await page.getByRole('link', { name: 'Thêm lần khám' }).click();
  await page.getByRole('radio', { name: 'Nội trú' }).check();
  await search(page, /^Bệnh viện/, 'sao mai', /Sao Mai/);
  await search(page, /^Chẩn đoán/, 'viem phoi', /[Vv]iêm phổi/);
  await page.getByRole('textbox', { name: /^Từ ngày/ }).fill('02/11/2026');
  await page.getByRole('textbox', { name: /^Đến ngày/ }).fill('09/11/2026');

  // The storage's response is held back until the test releases it.
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(
    (url) => url.pathname.endsWith('.pdf'),
    async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    },
  );
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Giấy ra viện.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') });
  await expect(page.getByRole('progressbar', { name: 'Đang tải lên Giấy ra viện.pdf' })).toBeVisible();
  await save(page);
  await expect(page.getByRole('alert').getByText('Vui lòng chờ các tệp đính kèm tải lên xong')).toBeVisible();
  arrive();
  await expect(page.getByRole('button', { name: 'Bỏ tệp Giấy ra viện.pdf' })).toBeVisible();
  await clean(page);
  await save(page);
  await onScreen(page, 'Lần khám');
  await toast(page, 'Đã lưu lịch sử điều trị');

  await page.getByRole('link', { name: /02\/11\/2026.*Sao Mai/ }).click();
  await onScreen(page, / · \d\d\/\d\d\/\d{4}$/);
  await expect(page.getByRole('region', { name: 'Thông tin lần khám' })).toContainText(
    /02\/11\/2026 – 09\/11\/2026.*Nội trú.*Bạn tự nhập/s,
  );
  await expect(page.getByText(/[Vv]iêm phổi/).first()).toBeVisible();
  await page.getByRole('heading', { name: /^Hồ sơ bệnh án/ }).click();
  const paper = page.getByRole('link', { name: /^Mở tệp Giấy ra viện\.pdf/ });
  const viewer = new URL((await paper.getAttribute('href')) ?? '', page.url());
  expect([viewer.pathname, viewer.searchParams.get('name')]).toEqual(['/pdf-viewer', 'Giấy ra viện.pdf']);
  await clean(page);

  await page.getByRole('button', { name: 'Xóa lần khám này' }).click();
  await confirm(page);
  await onScreen(page, 'Lần khám');
  await toast(page, 'Đã xóa khỏi lịch sử điều trị');
  await expect(page.getByText('Chưa có lịch sử điều trị')).toBeVisible();
  expect(faults).toEqual({ policy: [], errors: [] });
});

interface Found {
  readonly entry?: readonly {
    readonly resource: {
      readonly id: string;
      readonly class?: { readonly code: string };
      readonly code?: { readonly coding?: readonly { readonly code: string }[] };
    };
  }[];
}
const found = async (page: Page, path: string) =>
  (((await readRecord(page, path)) as Found).entry ?? []).map(({ resource }) => resource);

test('[DEEP-09, COV-06, REP-08] what others wrote is shown whole: access requests, an order, report boards', async ({
  tab,
}) => {
  test.setTimeout(60_000);
  const patient = await mainPatientId(tab);
  await tab.goto('/patient-consents');
  await tab.locator('main a[href*="/patient-consent-details/"]').first().click();
  await onScreen(tab, 'Ai xin xem hồ sơ');
  const names = tab.getByRole('term');
  for (const name of ['Mã yêu cầu', 'Cơ sở y tế', 'Nhân viên y tế', 'Cấp quyền cho', 'Trạng thái', 'Thời gian bắt đầu'])
    await expect(names.filter({ hasText: name }).first()).toBeVisible();
  await clean(tab);
  const address = new URL(tab.url()).pathname;
  await tab.goto(`${address}/${patient}`);
  await expect(names.filter({ hasText: 'Mã yêu cầu' })).toBeVisible();
  await tab.goto('/patient-consent-details');
  await onScreen(tab, 'Quyền riêng tư');

  const [order] = await found(tab, `/Patient/${patient}/ServiceRequest?_count=1`);
  await tab.goto(`/service-request-detail/${order?.id ?? ''}`);
  await expect(names.filter({ hasText: 'Bác sĩ chỉ định' })).toBeVisible();
  await clean(tab);
  await tab.getByRole('link', { name: 'Xem lần khám' }).click();
  await onScreen(tab, / · \d\d\/\d\d\/\d{4}$/);

  const [report] = await found(tab, `/Patient/${patient}/DiagnosticReport?_sort=-date&_count=1`);
  await tab.goto(`/report-details/${report?.id ?? ''}`);
  await tab
    .getByRole('navigation', { name: 'Phiếu này hay theo thời gian' })
    .getByRole('link', { name: 'Theo thời gian' })
    .click();
  await onScreen(tab, 'Theo thời gian');
  await tab.getByRole('link', { name: 'Tất cả', exact: true }).click();
  await expect(tab).toHaveURL(/range=all$/);
  await expect(
    tab
      .getByRole('list', { name: /^Các lần:/ })
      .getByRole('link')
      .first(),
  ).toBeVisible();
  await clean(tab);
});
