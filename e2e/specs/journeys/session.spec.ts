import type { BrowserContext, Page } from '@playwright/test';
import { IDENTITY, SHELL } from '../../support/addresses.ts';
import { expect, onScreen, signIn, test } from '../../support/app.ts';

const renewals = (context: BrowserContext): string[] => {
  const seen: string[] = [];
  context.on('request', (request) => {
    if (request.url() === `${IDENTITY}/connect/token` && (request.postData() ?? '').includes('refresh_token'))
      seen.push(request.url());
  });
  return seen;
};
/** Backdates the tab's token, so that the next request renews it. */
const age = (page: Page) =>
  page.evaluate(() => {
    const token = JSON.parse(sessionStorage.getItem('phr.session') ?? '{}') as { issuedAt: number };
    sessionStorage.setItem('phr.session', JSON.stringify({ ...token, issuedAt: token.issuedAt - 1_300 }));
  });

test('[AUTH-20] three tabs that reach the margin together make one token request, and all go on', async ({
  app,
  context,
}) => {
  const tabs = [app, await context.newPage(), await context.newPage()];
  for (const tab of tabs.slice(1)) {
    await tab.goto('/setting');
    await onScreen(tab, 'Cài đặt');
  }
  // Leaves the app first: a running page would share its newer token with the other tabs.
  for (const tab of tabs) await tab.goto('/config.json');
  for (const tab of tabs) await age(tab);
  const seen = renewals(context);
  await Promise.all(tabs.map((tab) => tab.goto('/family')));
  for (const tab of tabs) await expect(tab.getByText('NGUYỄN THỊ ÁNH').first()).toBeVisible({ timeout: 20_000 });
  const tokens = await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(
        () => (JSON.parse(sessionStorage.getItem('phr.session') ?? '{}') as { accessToken: string }).accessToken,
      ),
    ),
  );
  expect(seen).toHaveLength(1);
  expect(new Set(tokens).size).toBe(1);
});

test('[UX-33, UX-36] a key postpones the idle warning; after the end, sign-in returns to the typed form', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, '/blood-pressure-create');
  await page.getByLabel(/tâm thu/).fill('137');
  await page.clock.runFor(28 * 60_000);
  const warning = page.getByRole('alertdialog');
  await expect(warning).toContainText('Bạn sắp được đăng xuất sau 2 phút');
  await page.keyboard.press('Enter');
  await expect(warning).toBeHidden();
  await page.clock.runFor(28 * 60_000);
  await expect(warning).toBeVisible();
  await page.clock.runFor(2 * 60_000 + 1_000);
  await page.clock.resume();
  await expect(page.getByText(/Phiên đã kết thúc để bảo vệ hồ sơ/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('137')).toHaveCount(0);
  await signIn(page, page.url());
  await expect(page).toHaveURL(`${SHELL}/blood-pressure-create`);
  await expect(page.getByText(/Tiếp tục bản nháp lúc/)).toBeVisible();
  await page.getByRole('button', { name: 'Tiếp tục', exact: true }).click();
  await expect(page.getByLabel(/tâm thu/)).toHaveValue('137');
});
