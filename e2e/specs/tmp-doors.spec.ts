import { openSignedIn, test } from '../support/app.ts';

const shot = (page: import('@playwright/test').Page, name: string, full = false) =>
  page.screenshot({ path: `/tmp/doors-shots/${name}.png`, fullPage: full });

test('phone vi', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSignedIn(page);
  await page.waitForLoadState('networkidle');
  await shot(page, 'home');
  await page.getByRole('navigation', { name: 'Menu nhanh' }).getByRole('button', { name: 'Thêm' }).click();
  await page.waitForTimeout(800);
  await shot(page, 'sheet');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Menu nhanh' }).getByRole('link', { name: 'Hồ sơ' }).click();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(800);
  await shot(page, 'record', true);
  await page.goto('/family');
  await page.getByRole('button', { name: /ÁNH/ }).first().click();
  await page.waitForLoadState('networkidle');
  await shot(page, 'mother');
  console.log('URL', page.url());
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.goto('/encounters');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.waitForTimeout(800);
  await shot(page, 'big');
});

test('wide en dark', async ({ page }) => {
  await openSignedIn(page);
  await page.goto('/setting');
  await page.getByText('English').first().click();
  await page
    .getByText(/Tối|Dark/)
    .first()
    .click();
  await page.goto('/record');
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(800);
  await shot(page, 'wide');
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  await shot(page, 'wide-home');
});
