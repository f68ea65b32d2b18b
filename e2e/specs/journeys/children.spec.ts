import { expect, NONSENSE, onScreen, test } from '../../support/app.ts';
import { overflow } from '../../support/screens.ts';

/** The demo account's son, aged eight. */
const CHILD = 'b5a60000-0000-4000-8000-000000000003';

test("a child's growth stands among the curves of WHO, with a twin and on paper", async ({ tab }) => {
  await tab.setViewportSize({ width: 360, height: 800 });
  await tab.goto(`/health-indexes?p=${CHILD}`);
  await onScreen(tab, 'Chỉ số');
  await tab.getByRole('link', { name: 'Tăng trưởng của trẻ' }).click();
  await onScreen(tab, 'Tăng trưởng của trẻ');
  const newest = tab.getByRole('region', { name: 'Lần đo mới nhất' });
  await expect(newest).toContainText(/\d+(,\d)?\u00a0cm/);
  await expect(newest).toContainText(/Z-score[−+]\d,\d\d/);
  await expect(tab.getByText(/^Chưa được bác sĩ duyệt/)).toBeVisible();
  await expect(
    tab.getByRole('application', { name: /^Chiều dài, chiều cao theo tuổi, bé trai: \d+ lần đo/ }),
  ).toBeVisible();
  expect(await overflow(tab)).toBeLessThanOrEqual(0);
  await tab.getByRole('button', { name: 'BMI', exact: true }).click();
  await expect(newest).toContainText('kg/m²');
  await tab.getByRole('button', { name: 'Xem dạng bảng' }).click();
  await expect(tab.getByRole('table')).toBeVisible();
  expect(await overflow(tab)).toBeLessThanOrEqual(0);
  await tab.emulateMedia({ media: 'print' });
  await tab.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(tab.getByRole('table')).toBeVisible();
  await expect(tab.getByRole('application')).toBeVisible();
  expect(await tab.getByRole('main').innerText()).not.toMatch(NONSENSE);
});

test('vaccinations that are not recorded are told as that, with the name and gaps of the schedule', async ({ tab }) => {
  await tab.setViewportSize({ width: 360, height: 800 });
  await tab.goto(`/immunizations?p=${CHILD}`);
  await onScreen(tab, 'Tiêm chủng');
  await tab.getByRole('link', { name: 'Mũi tiêm đến hạn' }).click();
  await onScreen(tab, 'Mũi tiêm đến hạn');
  await expect(tab.getByText('Theo lịch Thông tư 10/2024/TT-BYT, chưa được bác sĩ duyệt')).toBeVisible();
  await expect(tab.getByRole('region', { name: 'Đã ghi trong hồ sơ' })).toContainText('Sởi · mũi 1');
  await expect(tab.getByRole('region', { name: 'Hỏi trạm y tế' })).toContainText('Lao (BCG)');
  await expect(tab.getByText(/^Lịch ở đây chưa có: bại liệt/)).toBeVisible();
  expect(await overflow(tab)).toBeLessThanOrEqual(0);
  expect(await tab.getByRole('main').innerText()).not.toMatch(NONSENSE);
});
