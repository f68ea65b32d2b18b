import { readFileSync } from 'node:fs';
import { expect, NONSENSE, onScreen, test } from '../../support/app.ts';

test('[ROUTE-39, ROUTE-41, ROUTE-44, ROUTE-45, ROUTE-38, VIT-46, VIT-50, NAV-20] readings are recorded, read back on details and boards, and saved as a file', async ({ app }) => {
  test.setTimeout(120_000);
  const clean = async () => expect(await app.locator('main').innerText()).not.toMatch(NONSENSE);

  await app.goto('/health-create?name=weights');
  await onScreen(app, 'Thêm chỉ số sức khỏe');
  await app.getByLabel(/^Cân nặng/).fill('57,4');
  await app.getByText('Thêm chỉ số khác cùng lúc').click();
  await app.getByLabel(/^Chiều cao/).fill('157');
  await app.getByRole('button', { name: 'Lưu' }).click();
  const yes = app.getByRole('button', { name: 'Đúng, tiếp tục' });
  await expect(yes.or(app.getByRole('heading', { level: 1, name: 'Chỉ số sức khỏe' }))).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  await onScreen(app, /Chỉ số sức khỏe|Trang chủ|Chào|Xin chào/);

  await app.goto('/health-details/bmis');
  await onScreen(app, /BMI/);
  await expect(app.getByText(/23,29/).first()).toBeVisible();
  await clean();

  await app.goto('/glucose-create');
  await app.getByLabel(/^Đường huyết/).fill('6,3');
  await app.getByRole('radio', { name: 'Sau ăn' }).check();
  await app.getByRole('button', { name: 'Lưu' }).click();
  await expect(yes.or(app.getByRole('status').filter({ hasText: 'Đã lưu chỉ số sức khỏe' })).first()).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  await app.goto('/bg-board');
  await onScreen(app, 'Bảng theo dõi đường huyết');
  await expect(app.getByRole('region', { name: 'Tỷ lệ trong khoảng' })).toBeVisible();
  await clean();
  await app.goto('/health-details/glucoses');
  await expect(app.getByText(/Sau ăn/).first()).toBeVisible();

  for (const name of ['bloodPressures', 'heartRates', 'temperatures', 'bmis', 'spo2s']) {
    await app.goto(`/health-boards/${name}`);
    await onScreen(app, /^Bảng theo dõi: /);
    await clean();
  }
  await app.goto('/health-details/bloodPressures?range=year');
  await onScreen(app, 'Huyết áp');
  await app.getByRole('application').press('End');
  await expect(app.getByRole('status').filter({ hasText: /mmHg/ }).first()).toBeVisible();
  await app.getByRole('button', { name: 'Xem dạng bảng' }).click();
  await expect(app.getByRole('table').first()).toBeVisible();
  const download = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Tải tệp CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv.split('\r\n').length).toBeGreaterThan(3);
  expect(csv).toContain('Tâm thu (mmHg)');
});
