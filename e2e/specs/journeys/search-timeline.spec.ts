import { expect, NONSENSE, onScreen, test } from '../../support/app.ts';

test('what is in the record is found by an everyday word, and a word in the address leaves it', async ({ tab }) => {
  await tab.goto('/search?q=blood+pressure');
  await onScreen(tab, 'Tìm kiếm');
  await expect(tab.getByRole('searchbox')).toHaveValue('blood pressure');
  await expect(tab).toHaveURL(/\/search$/);
  const screens = tab.getByRole('region', { name: 'Mục trong ứng dụng' });
  await expect(screens.getByRole('link', { name: 'Thêm huyết áp' })).toBeVisible();
  await tab.getByRole('searchbox').fill('hgb');
  const entries = tab.getByRole('region', { name: 'Trong hồ sơ' });
  await entries
    .getByRole('link', { name: /[Hh]uyết sắc tố|Hemoglobin/ })
    .first()
    .click();
  await expect(tab).toHaveURL(/\/report-details\//);
});

test('the timeline shows years of a record, newest first, and keeps to one kind on wish', async ({ tab }) => {
  await tab.setViewportSize({ width: 360, height: 800 });
  await tab.goto('/record');
  await tab.getByRole('main').getByRole('link', { name: 'Dòng thời gian' }).click();
  await onScreen(tab, 'Dòng thời gian');
  const years = tab.getByRole('main').getByRole('heading', { name: /^Năm \d{4}$/ });
  await expect(years.first()).toBeVisible();
  const names = await years.allInnerTexts();
  expect(names).toEqual(names.toSorted().toReversed());
  expect(await tab.getByRole('main').innerText()).not.toMatch(NONSENSE);
  await tab.getByRole('link', { name: 'Tiêm', exact: true }).click();
  await expect(
    tab
      .getByRole('listitem')
      .filter({ hasText: / · Tiêm/ })
      .first(),
  ).toBeVisible();
  await expect(tab.getByRole('listitem').filter({ hasText: / · Khám/ })).toHaveCount(0);
});
