import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from '../../support/app.ts';

// Drafts survive the loss of the page.

const systolic = (page: Page) => page.getByLabel(/tâm thu/);

async function expectOffered(page: Page): Promise<void> {
  await expect(page.getByText(/Tiếp tục bản nháp lúc/)).toBeVisible();
  await page.getByRole('button', { name: 'Tiếp tục', exact: true }).click();
  await expect(systolic(page)).toHaveValue('137');
}

test('[UX-33] the last key before a reload is in the draft', async ({ page }) => {
  await openSignedIn(page, '/blood-pressure-create');
  await systolic(page).pressSequentially('137');
  await page.reload();
  await expectOffered(page);
});

test('[UX-33] the last key before the tab is closed is in the draft', async ({ page, context }) => {
  await openSignedIn(page, '/blood-pressure-create');
  await systolic(page).pressSequentially('137');
  await page.close();
  const next = await context.newPage();
  await openSignedIn(next, '/blood-pressure-create');
  await expectOffered(next);
});

test("[UX-33] the last key before another site takes the page's place is in the draft", async ({ page }) => {
  await openSignedIn(page, '/blood-pressure-create');
  await systolic(page).pressSequentially('137');
  await page.evaluate(() => {
    location.href = '/config.json';
  });
  await page.waitForURL('**/config.json');
  await page.goBack();
  await expectOffered(page);
});
