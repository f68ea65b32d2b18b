import { expect, NONSENSE, onScreen, proves, test } from '../../support/app.ts';
import { idsOf, mainPatientId, readRecord, viewMother } from '../../support/ids.ts';
import type { Page } from '@playwright/test';

/** Opens a report's file by its link: treatment history, an encounter with results, the file. */
async function openFrom(app: Page, link: string): Promise<void> {
  await app.goto('/encounters');
  await onScreen(app, 'Lần khám');
  await app
    .locator('main a[href*="/encounter-details/"]')
    .filter({ hasText: 'Trung tâm Y khoa Ánh Dương' })
    .first()
    .click();
  await app.getByText(/^Xét nghiệm, hình ảnh \([1-9]/).click();
  await app.getByRole('link', { name: link }).first().click();
}

test("[ROUTE-20] a report's PDF is read in the app; its menu resets, has no info, and saves", async ({ tab }) => {
  await openFrom(tab, 'Xem tài liệu PDF');
  await expect(tab).toHaveURL(/\/pdf-viewer\?.*diagnosticReportId=/);
  await expect(tab.locator('[data-page="1"][data-drawn]')).toBeVisible();
  await proves('IMG-18', async () => {
    await tab.getByRole('button', { name: 'Phóng to' }).click();
    await tab.getByRole('button', { name: 'Đặt lại khung nhìn' }).click();
    await expect(tab.getByText('100%')).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Thông tin' })).toBeEnabled();
    const saved = tab.waitForEvent('download');
    await tab.getByRole('button', { name: 'Tải xuống' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^.+\.pdf$/);
  });
  await proves('IMG-19', async () => {
    await tab.getByRole('button', { name: 'Thông tin' }).click();
    await expect(tab.getByRole('status').filter({ hasText: 'Chưa được hỗ trợ' })).toBeVisible();
  });
  expect(await tab.locator('body').innerText()).not.toMatch(NONSENSE);
});

test("[ROUTE-21, IMG-27] a report's picture is viewed in the app, which says that it cannot be saved", async ({
  tab,
}) => {
  await openFrom(tab, 'Xem hình ảnh');
  await expect(tab).toHaveURL(/\/image-viewer\?.*diagnosticReportId=/);
  await expect(tab.getByTestId('gallery').getByRole('img')).toBeVisible();
  await tab.getByRole('button', { name: 'Tải xuống' }).click();
  await expect(tab.getByRole('status').filter({ hasText: 'Chưa được hỗ trợ' })).toBeVisible();
  expect(await tab.locator('body').innerText()).not.toMatch(NONSENSE);
});

test("[IMG-32, CALL-100, CALL-101, CALL-102] a facility's QR opens its files without the person's token", async ({
  tab,
}) => {
  const tokens: boolean[] = [];
  tab.on('request', (request) => {
    if (request.url().includes('/vendor/patientapp/')) tokens.push(request.headers()['authorization'] !== undefined);
  });
  const open = (viewer: string) => tab.goto(`/${viewer}?qr=MO-TAI-LIEU&id=SM-2026-0001&name=Phim`);
  await open('pdf-viewer');
  await expect(tab.locator('[data-page="1"][data-drawn]')).toBeVisible();
  await open('image-viewer');
  await expect(tab.getByTestId('gallery').getByRole('img')).toBeVisible();
  await open('dicom-viewer');
  await expect(tab.getByTestId('dicom-surface').locator('canvas').first()).toBeVisible({ timeout: 30_000 });
  // the document, two lists, an image and at least one slice
  expect(tokens.length).toBeGreaterThanOrEqual(5);
  expect(tokens).not.toContain(true);
});

test('[JRN-07] lab results have unit and range, and an X-ray report links to its images', async ({ tab }) => {
  const patient = await mainPatientId(tab);
  const { imaging } = await idsOf(tab, patient);
  const { entry = [] } = (await readRecord(tab, `/Patient/${patient}/DiagnosticReport?category=LAB&_count=1`)) as {
    readonly entry?: readonly { readonly resource: { readonly id: string } }[];
  };
  await tab.goto(`/report-details/${entry[0]?.resource.id ?? 'none'}`);
  const result = tab
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /\d (?:mmol\/L|g\/L|G\/L)/ })
    .first();
  await expect(result).toContainText(/\d.*(?:mmol|g)\/L.*(?:đến|từ|\d\s*[–-]\s*\d)/is);
  await expect(result).toContainText(/Trong khoảng|Cao|Thấp/);
  await tab.goto(`/report-details/${imaging}`);
  await proves('ROUTE-19', async () => {
    await tab.locator('main a[href*="/dicom-viewer"]').first().click();
    await expect(tab).toHaveURL(/\/dicom-viewer\?/);
    await expect(tab.getByTestId('dicom-surface').locator('canvas').first()).toBeVisible({ timeout: 30_000 });
  });
  await expect(tab.getByRole('application').getByText(/^Ngày chụp: \d{2}\/\d{2}\/\d{4}$/)).toBeVisible();
  expect(await tab.locator('body').innerText()).not.toMatch(NONSENSE);
});

test('[JRN-09] an X-ray of the mother is given to the built-in check, which says that it is no reading', async ({
  tab,
}) => {
  test.setTimeout(60_000);
  const mother = await viewMother(tab);
  const reports = (await readRecord(tab, `/Patient/${mother}/DiagnosticReport?code=36643-5&_sort=date&_count=1`)) as {
    readonly entry?: readonly { readonly resource: { readonly id: string } }[];
  };
  const xray = reports.entry?.[0]?.resource.id ?? 'none';
  await tab.goto(`/report-details/${xray}`);
  await tab.locator('main a[href*="/dicom-viewer"]').first().click();
  await expect(tab.getByTestId('dicom-surface').locator('canvas').first()).toBeVisible({ timeout: 30_000 });
  await tab.getByRole('button', { name: 'Đánh giá nguy cơ bằng AI' }).click();
  const dialog = tab.getByRole('dialog', { name: 'Chọn loại đánh giá nguy cơ' });
  await expect(dialog.getByRole('radio', { name: 'X-quang ngực' })).toBeChecked();
  await expect(dialog.getByText('không thay thế chẩn đoán của bác sĩ')).toBeVisible();
  await dialog.getByRole('button', { name: 'Xác nhận' }).click();
  await expect(tab).toHaveURL(/\/report-details\/[\w-]+\?p=[\w-]+$/);
  expect(tab.url()).not.toContain(xray);
  await expect(
    tab.getByText(/Đây chỉ là kiểm tra chất lượng ảnh bằng phần mềm, không phải kết quả đọc phim/),
  ).toBeVisible();
  await expect(tab.getByText(/1536 × 1536/)).toBeVisible();
  expect(await tab.locator('body').innerText()).not.toMatch(NONSENSE);
});
