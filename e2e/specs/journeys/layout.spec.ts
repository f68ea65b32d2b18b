import { expect, onScreen, test } from '../../support/app.ts';

test('[UI-02] the wide layout with its left menu begins at 992 px', async ({ tab }) => {
  const menu = tab.getByRole('navigation', { name: 'Menu chính' });
  await tab.setViewportSize({ width: 992, height: 800 });
  await tab.goto('/encounters');
  await onScreen(tab, 'Lần khám');
  await expect(menu).toBeVisible();
  await tab.setViewportSize({ width: 991, height: 800 });
  await expect(menu).toBeHidden();
});

test('[UI-03] content is at most 1184 px wide, however wide the window is', async ({ tab }) => {
  await tab.setViewportSize({ width: 1920, height: 900 });
  await tab.goto('/encounters');
  await onScreen(tab, 'Lần khám');
  // Only visible content counts; its containers may be wider.
  const widths = await tab
    .locator('main :is(h1, h2, li, section, nav, p)')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().width));
  expect(Math.max(...widths)).toBeLessThanOrEqual(1184);
});

test('[ROUTE-07] the partner sign-in callback says what to do when nothing was started', async ({ page }) => {
  await page.goto('/oneid-cb?error=access_denied&state=none');
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeVisible();
  expect(page.url()).not.toContain('access_denied');
});
