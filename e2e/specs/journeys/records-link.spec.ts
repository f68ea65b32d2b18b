import type { Page } from '@playwright/test';
import { ACCOUNT } from '../../support/addresses.ts';
import { expect, NONSENSE, onScreen, proves, test } from '../../support/app.ts';
import { readRecord } from '../../support/ids.ts';
import { beNewAccount, beNewPerson, codesOf, fillProfile, newAccount } from '../../support/person.ts';
import { sealedTexts } from '../../support/sealed.ts';

interface Bundle {
  readonly entry?: readonly {
    readonly resource: { readonly id: string; readonly name?: string; readonly result?: readonly object[] };
  }[];
}

const resourcesOf = async (page: Page, path: string) =>
  ((await readRecord(page, path)) as Bundle).entry?.map(({ resource }) => resource) ?? [];
const providerId = async (page: Page, name: string) => {
  const found = (await resourcesOf(page, '/Organization?type=prov&_count=200')).find(
    (organization) => organization.name === name,
  );
  if (found === undefined) throw new Error(`There is no provider ${name}`);
  return found.id;
};
const toast = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible();
const clean = async (page: Page) => expect(await page.locator('main').innerText()).not.toMatch(NONSENSE);

test("[JRN-09, JRN-11, JRN-14] an organisation's link leads to treatment, report, assessment, lab results", async ({
  page,
  faults,
}) => {
  test.setTimeout(120_000);
  await beNewAccount(page, newAccount());
  const hospital = await providerId(page, 'Bệnh viện Đa khoa Sao Mai');
  await page.goto(`/register-org/${hospital}/${hospital}/F0H`);
  await page.getByRole('button', { name: 'Tiếp tục' }).click();
  await page.getByRole('link', { name: 'Tạo hồ sơ' }).click();
  await fillProfile(page, { name: 'Lý Thị Thử', birthDate: '03/02/1980', gender: 'Nữ' });
  await page.getByRole('button', { name: 'Tạo hồ sơ' }).click();

  await onScreen(page, 'Xác nhận đăng ký cơ sở y tế');
  await expect(page).toHaveURL(new RegExp(`/confirm-register-org/${hospital}/${hospital}\\?encounterType=F0H`));
  const registrations: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/patient-app/encounter/register')) registrations.push(request.postData() ?? '');
  });
  await page.getByRole('button', { name: 'Đăng ký', exact: true }).click();
  await expect(page.getByText('Hãy đánh dấu đồng ý trước khi đăng ký').first()).toBeVisible();
  expect(registrations).toEqual([]);
  await page.getByRole('checkbox', { name: /Tôi đồng ý chia sẻ/ }).check();
  await proves('NAV-11', async () => {
    await page.getByRole('button', { name: 'Đăng ký', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    const kept = Object.keys(await sealedTexts(page, 'localStorage'));
    expect(kept.filter((key) => key.startsWith('phr.signup.'))).toEqual([]);
  });
  await toast(page, 'Đăng ký điều trị thành công');
  expect(registrations).toHaveLength(1);

  // Registering has refreshed the encounters of the dashboard's slot.
  await page.locator('main a[href*="/encounter-details/"]').first().click();
  await onScreen(page, / · \d\d\/\d\d\/\d{4}$/);
  await expect(page.getByText('Chưa đánh giá')).toBeVisible();
  await page.getByRole('link', { name: 'Khai báo sức khỏe F0 tại nhà' }).click();
  await page.getByLabel(/^SpO2/).fill('95');
  await page.getByRole('checkbox', { name: 'Ho', exact: true }).check();
  await page.getByRole('button', { name: 'Gửi khai báo' }).click();
  await onScreen(page, / · \d\d\/\d\d\/\d{4}$/);
  await toast(page, 'Đang đánh giá nguy cơ');
  await expect(page.getByText('Nguy cơ cao')).toBeVisible();
  const encounter = page.url();
  await page.getByRole('link', { name: 'Đánh giá nguy cơ', exact: true }).click();
  await onScreen(page, 'Đánh giá nguy cơ của lần khám');
  await page.locator('main a[href*="/risk-assessment/"]').first().click();
  await onScreen(page, /^Đánh giá nguy cơ$/);
  await expect(page.getByText('Nguy hiểm', { exact: true })).toBeVisible();
  await expect(page.getByText(/không thay thế chẩn đoán của bác sĩ/)).toBeVisible();
  await clean(page);

  await page.goto(encounter);
  await page.getByRole('link', { name: 'Kết quả xét nghiệm', exact: true }).click();
  await expect(page.getByText('Chưa có thông tin xét nghiệm')).toBeVisible();
  const add = async (type: string, result: string) => {
    await page.getByRole('link', { name: 'Thêm kết quả xét nghiệm' }).click();
    await expect(page.getByText('Mã lần khám')).toBeVisible();
    await expect(page.getByText('Thời gian điều trị')).toBeVisible();
    await page.getByLabel('Loại xét nghiệm').selectOption(type);
    await page.getByRole('radio', { name: result }).check();
    await expect(page.getByLabel(/^Nơi làm/)).toBeVisible();
    await page.getByRole('button', { name: 'Gửi kết quả' }).click();
    // the preset result is asked about
    if (result === 'Âm tính') await page.getByRole('button', { name: 'Đúng, tiếp tục' }).click();
    await onScreen(page, /^Kết quả xét nghiệm$/);
    await toast(page, 'Đã lưu kết quả');
  };
  await add('Xét nghiệm nhanh kháng nguyên COVID-19', 'Dương tính');
  const rows = page.getByRole('list', { name: 'Kết quả xét nghiệm' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/Xét nghiệm nhanh kháng nguyên COVID-19.*\d\d\/\d\d\/\d{4}.*Kết quả: Dương tính/s);
  await add('Xét nghiệm nhanh kháng nguyên COVID-19', 'Âm tính');
  await expect(rows).toHaveCount(2);
  // Both results are in the same report.
  const patient = /"id":"([\w-]+)"/.exec(registrations[0] ?? '')?.[1] ?? '';
  const reports = await resourcesOf(page, `/Patient/${patient}/DiagnosticReport`);
  expect(reports.map(({ result }) => result?.length)).toEqual([2]);

  await rows.first().getByRole('button', { name: /^Xóa/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click();
  await toast(page, 'Đã xóa kết quả');
  await expect(rows).toHaveCount(1);
  expect(faults).toEqual({ policy: [], errors: [] });
});

test('[JRN-09, JRN-11, JRN-12, JRN-14] vouchers, programmes and consent, and what a person reports', async ({
  page,
  faults,
}) => {
  test.setTimeout(120_000);
  await beNewPerson(page, newAccount());
  await page.goto('/voucher');
  await page.getByLabel('Mã ưu đãi').fill('giadinh');
  await page.getByRole('button', { name: 'Áp dụng' }).click();
  await toast(page, 'Đã thêm phiếu ưu đãi');
  await expect(page.getByRole('list', { name: 'Ưu đãi', exact: true })).toContainText(
    /Khám sức khoẻ gia đình, Khám nhi.*Mã ưu đãi: GIADINH.*Thời hạn: từ \d\d\/\d\d\/\d{4}.*Số lần sử dụng: 0/is,
  );

  await page.goto('/patient-qrs');
  await expect(page.getByRole('img', { name: 'Mã QR cá nhân' })).toBeVisible();

  const join = async (path: string) => {
    await page.goto(path);
    await page.getByRole('checkbox', { name: /Tôi đồng ý chia sẻ/ }).check();
    await page.getByRole('button', { name: 'Tham gia', exact: true }).click();
  };
  await join('/enrollment?e=TIEUDUONG&t=SS&o=SAO-MAI');
  await expect(page).toHaveURL(/\/dashboard$/);
  await toast(page, 'Tham gia chương trình thành công');
  await join('/enrollment?e=BSGD2026&t=FAMILY_DOCTOR&o=HUONG-SEN');
  await expect(page).toHaveURL(/\/encounter-details\/[\w-]+$/);

  await page.getByRole('link', { name: 'Yếu tố nguy cơ sức khỏe' }).click();
  await page.getByLabel(/^Tần suất uống \(/).selectOption('Không bao giờ');
  await page.getByLabel(/^Số gói mỗi năm/).fill('0');
  await page.getByRole('button', { name: 'Lưu' }).click();
  await onScreen(page, / · \d\d\/\d\d\/\d{4}$/);

  await page.goto('/patient-consents');
  await page.locator('main a[href*="/patient-consent-details/"]').first().click();
  await page.getByRole('button', { name: /^Ngừng cho xem/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Ngừng cho xem/ })
    .click();
  await toast(page, 'Đã cập nhật đồng ý chia sẻ');

  await page.goto('/observations-list');
  await page.getByRole('link', { name: 'Thêm kết quả khác' }).click();
  await page.getByLabel('Loại kết quả').selectOption('X-quang ngực');
  await page.getByLabel(/^Kết quả/).fill('Phổi hai bên sáng.');
  await page.getByLabel(/^Nơi thực hiện/).fill('Phòng khám An Bình');
  await page.getByRole('button', { name: 'Lưu' }).click();
  await onScreen(page, /^Tất cả kết quả$/);
  await expect(page.getByText(/Phổi hai bên sáng\./)).toBeVisible();
  await clean(page);

  await page.goto('/encounters');
  await page.goto('/post-covid-19-health-report');
  await page.getByLabel(/^Ngày bắt đầu/).fill('01/10/2026');
  await page.getByLabel('Đau đầu', { exact: true }).selectOption('Nhẹ');
  await page.getByLabel('Tần suất: Đau đầu').selectOption('Thỉnh thoảng');
  await page.getByRole('button', { name: 'Gửi khai báo' }).click();
  await expect(page).toHaveURL(/\/encounters$/);

  await page.goto('/questionnaires');
  const name = 'Giấc ngủ và tinh thần trong hai tuần qua';
  await page.getByRole('link', { name: `Bắt đầu: ${name}` }).click();
  await expect(page.getByRole('radiogroup')).toHaveCount(4);
  for (const group of await page.getByRole('radiogroup').all()) await group.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Gửi câu trả lời' }).click();
  await onScreen(page, /^Phiếu hỏi sức khỏe$/);
  await page.getByRole('link', { name: `Các lần trả lời: ${name}` }).click();
  await onScreen(page, 'Các lần trả lời');
  await page.locator('main a[href*="/questionnaire-response-details/"]').click();
  await onScreen(page, 'Chi tiết câu trả lời');
  await expect(page.getByText('Bạn khó vào giấc hoặc thức giấc giữa đêm')).toBeVisible();
  await expect(page.getByText('Không bao giờ').first()).toBeVisible();
  await clean(page);
  expect(faults).toEqual({ policy: [], errors: [] });
});

test("[JRN-04] a hospital's record is requested, opened with the six-digit code, read and unlinked", async ({
  page,
  faults,
}) => {
  test.setTimeout(90_000);
  await beNewPerson(page, newAccount());
  await page.goto('/link-profile');
  await onScreen(page, /^Liên kết hồ sơ$/);
  const row = page.getByRole('list', { name: 'Yêu cầu liên kết' }).getByRole('listitem');
  await proves('LINK-05', async () => {
    await page.getByRole('link', { name: 'Tạo yêu cầu' }).click();
    await onScreen(page, 'Tạo yêu cầu liên kết hồ sơ');
    await page.getByLabel('Cơ sở y tế', { exact: true }).selectOption('Trung tâm Y khoa Ánh Dương');
    await page.getByLabel('Mã y tế').fill('AD-0314985');
    await page.getByRole('button', { name: 'Gửi yêu cầu' }).click();
    await onScreen(page, /^Liên kết hồ sơ$/);
    await toast(page, 'Đã gửi yêu cầu liên kết hồ sơ');
    await expect(row).toContainText(
      /Trung tâm Y khoa Ánh Dương.*Mã y tế: AD-0314985.*Mã yêu cầu: \d{8}.*Cập nhật lần cuối: .*Đang chờ/s,
    );

    // The hospital knows the demo account's phone number.
    const code = (await codesOf(ACCOUNT)).at(-1) ?? '';
    await row.getByRole('button', { name: /^Nhập mã truy cập/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Không nhận được mã')).toBeVisible();
    await dialog.getByLabel(/^Mã truy cập/).fill(code === '000000' ? '000001' : '000000');
    await dialog.getByRole('button', { name: 'Xác nhận' }).click();
    await expect(dialog.getByText('Mã không đúng hoặc đã hết hạn').first()).toBeVisible();
    await dialog.getByLabel(/^Mã truy cập/).fill(code);
    await dialog.getByRole('button', { name: 'Xác nhận' }).click();
    await expect(row).toContainText('Hoàn thành');
    await expect(page.getByRole('list', { name: 'Kết quả tại cơ sở đã liên kết' })).toContainText(
      'Siêu âm ổ bụng tổng quát',
    );
  });
  await clean(page);
  // The linked record's encounter, report and file are shown with their source.
  const source = page.getByText('Hồ sơ của bạn tại Trung tâm Y khoa Ánh Dương');
  await page.getByRole('list', { name: 'Lần khám tại cơ sở đã liên kết' }).getByRole('link').click();
  await onScreen(page, / · \d\d\/\d\d\/\d{4}$/);
  await expect(source).toBeVisible();
  await page.getByRole('heading', { name: 'Chi tiết kỹ thuật' }).click();
  await expect(page.getByText('AD26SA0001')).toBeVisible();
  await page.getByRole('heading', { name: /^Xét nghiệm, hình ảnh/ }).click();
  await page.locator('main a[href*="/report-details/"]').click();
  await expect(page.getByRole('region', { name: 'Chi tiết kết quả' })).toBeVisible();
  await expect(source).toBeVisible();
  await expect(page.getByText('Chưa ghi nhận bất thường trên siêu âm ổ bụng.')).toBeVisible();
  await page.locator('main a[href*="/image-viewer"]').click();
  await expect(page.locator('main img')).toBeVisible();
  await page.goto('/link-profile');

  await row.getByRole('button', { name: /^Hủy liên kết/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hủy liên kết' }).click();
  await expect(row).toContainText('Đã hủy');
  await expect(page.getByRole('list', { name: 'Kết quả tại cơ sở đã liên kết' })).toHaveCount(0);
  expect(faults).toEqual({ policy: [], errors: [] });
});
