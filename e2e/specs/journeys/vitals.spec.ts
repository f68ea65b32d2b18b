import { readFileSync } from 'node:fs';
import { expect, NONSENSE, onScreen, test } from '../../support/app.ts';

test('[JRN-05] readings are recorded, read back on details and boards, and saved as a file', async ({ tab }) => {
  test.setTimeout(120_000);
  const clean = async () => expect(await tab.locator('main').innerText()).not.toMatch(NONSENSE);

  await tab.goto('/health-create?name=weights');
  await onScreen(tab, 'Thêm chỉ số');
  await tab.getByLabel(/^Cân nặng/).fill('57,4');
  await tab.getByText('Thêm chỉ số khác cùng lúc').click();
  await tab.getByLabel(/^Chiều cao/).fill('157');
  const others = [
    [/^Nhịp tim/, '71'],
    [/^SpO2/, '97'],
    [/^Nhiệt độ/, '36,7'],
    [/^Ketone/, '0,4'],
    [/^Cholesterol/, '4,9'],
    [/^Axit uric/, '317'],
  ] as const;
  for (const [label, value] of others) await tab.getByLabel(label).fill(value);
  await tab.getByRole('button', { name: 'Lưu' }).click();
  const yes = tab.getByRole('button', { name: 'Đúng, tiếp tục' });
  await expect(yes.or(tab.getByRole('heading', { level: 1, name: 'Chỉ số', exact: true }))).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  await onScreen(tab, /^Chỉ số$|Trang chủ|Chào|Xin chào/);

  await tab.goto('/health-details/bmis');
  await onScreen(tab, /BMI/);
  await expect(tab.getByText(/23,29/).first()).toBeVisible();
  await clean();
  for (const [name, value] of [
    ['weights', '57,4 kg'],
    ['heights', '157 cm'],
    ['heartRates', '71 nhịp/phút'],
    ['spo2s', '97 %'],
    ['temperatures', '36,7 °C'],
    ['ketones', '0,4 mmol/L'],
    ['cholesterols', '4,9 mmol/L'],
    ['uricAcids', '317 µmol/L'],
  ] as const) {
    await tab.goto(`/health-details/${name}`);
    await expect(
      tab
        .locator('main')
        .getByText(new RegExp(value.replace(' ', '\\s*')))
        .first(),
    ).toBeVisible();
  }

  await tab.goto('/glucose-create');
  await tab.getByLabel(/^Đường huyết/).fill('6,3');
  await tab.getByRole('radio', { name: 'Sau ăn' }).check();
  await tab.getByRole('button', { name: 'Lưu' }).click();
  const saved = tab.getByRole('status').filter({ hasText: 'Đã lưu chỉ số sức khỏe' }).first();
  await expect(yes.or(saved).first()).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  // leaving the page earlier could abort the save
  await expect(saved).toBeVisible();
  await tab.goto('/bg-board');
  await onScreen(tab, 'Đường huyết theo thời gian');
  await expect(tab.getByRole('region', { name: 'Thời gian trong mục tiêu' })).toBeVisible();
  await clean();
  await tab.goto('/health-details/glucoses');
  await expect(tab.getByText(/Sau ăn/).first()).toBeVisible();

  for (const name of ['bloodPressures', 'heartRates', 'temperatures', 'bmis', 'spo2s']) {
    await tab.goto(`/health-boards/${name}`);
    await onScreen(tab, / theo thời gian$/);
    await clean();
  }
  await tab.goto('/health-details/bloodPressures?range=year');
  await onScreen(tab, 'Huyết áp');
  await tab.getByRole('application').press('End');
  await expect(tab.getByRole('status').filter({ hasText: /mmHg/ }).first()).toBeVisible();
  await tab.getByRole('button', { name: 'Xem dạng bảng' }).click();
  await expect(tab.getByRole('table').first()).toBeVisible();
  const download = tab.waitForEvent('download');
  await tab.getByRole('button', { name: 'Tải tệp CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv.split('\r\n').length).toBeGreaterThan(3);
  expect(csv).toContain('Tâm thu (mmHg)');
});

test('on a phone the calendar of measuring days opens at the latest week', async ({ tab }) => {
  await tab.setViewportSize({ width: 360, height: 800 });
  await tab.goto('/health-boards/bloodPressures');
  const calendar = tab.getByRole('img', { name: /ngày có lần đo/ });
  await expect(calendar.locator('svg')).toBeAttached();
  const beyond = () => calendar.evaluate((box) => [box.scrollWidth - box.clientWidth, box.scrollLeft]);
  await expect.poll(async () => (await beyond())[0]).toBeGreaterThan(100);
  await expect.poll(async () => Math.round(((await beyond())[0] ?? 0) - ((await beyond())[1] ?? 0))).toBe(0);
});
