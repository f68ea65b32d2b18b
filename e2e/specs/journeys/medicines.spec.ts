import { expect, NONSENSE, onScreen, test } from '../../support/app.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';
import { overflow } from '../../support/screens.ts';

test('a dose is recorded and taken back; an allergy that is added stands first in the record', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await beNewPerson(page, newAccount());
  await page.goto('/medicines');
  await onScreen(page, 'Thuốc');
  await page.getByRole('link', { name: 'Thêm thuốc' }).first().click();
  await onScreen(page, 'Thêm thuốc');
  await page.getByLabel('Tên thuốc và hàm lượng').fill('Amoxicillin 500 mg');
  await page.getByLabel('Cách dùng').fill('Tối 1 viên trước khi ngủ');
  await page.getByText('Mỗi ngày', { exact: true }).click();
  // 23:59 is always in the future
  await page.getByLabel('Giờ uống').fill('23:59');
  await page.getByLabel('Mỗi lần').fill('1');
  await page.getByLabel('Đơn vị').fill('viên');
  await page.getByLabel('Hiện còn bao nhiêu').fill('6');
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Lưu' }).click();
  const question = page.getByRole('alertdialog', { name: /^Giờ uống 23:59 có đúng/ });
  await question.getByRole('button').last().click();

  await onScreen(page, 'Thuốc');
  const evening = page.getByRole('list', { name: 'Hôm nay: Tối' });
  await expect(evening).toContainText('23:59 · Amoxicillin 500 mg');
  await expect(page.getByText('Còn khoảng 6 ngày')).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: /^Đã uống: Amoxicillin/ }).click();
  await expect(page.getByText('Đã ghi: Amoxicillin 500 mg, 23:59')).toBeVisible();
  await expect(evening).toContainText('Uống lúc');
  await page.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect(page.getByRole('button', { name: /^Đã uống: Amoxicillin/ })).toBeVisible();

  await page.getByRole('link', { name: 'Dị ứng' }).first().click();
  await onScreen(page, 'Dị ứng');
  await page.getByRole('link', { name: 'Thêm dị ứng' }).first().click();
  await page.getByLabel('Dị ứng với gì').fill('Penicillin');
  await page.getByLabel('Khi đó bị gì').fill('Nổi mề đay');
  await page.getByText('Nặng', { exact: true }).click();
  await page.getByRole('button', { name: 'Lưu' }).click();
  await expect(page.getByRole('list', { name: 'Dị ứng' })).toContainText('Penicillin');

  await page.goto('/record');
  await onScreen(page, 'Hồ sơ');
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first).toContainText(/Penicillin.*Nổi mề đay.*Nặng/s);
  await page.goto('/medicines');
  await expect(page.getByText('Hồ sơ ghi dị ứng Penicillin (nặng)')).toBeVisible();
  expect(await page.getByRole('main').innerText()).not.toMatch(NONSENSE);
});
