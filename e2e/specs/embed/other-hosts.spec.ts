import type { Page } from '@playwright/test';
import { PARTNER } from '../../support/addresses.ts';
import { expect, test } from '../../support/app.ts';
import { callerOf, type Caller } from '../../support/caller.ts';

interface PartnerPage {
  start(who: Caller): void;
}

async function openPartner(page: Page, file: string): Promise<{ readonly partner: Page; readonly errors: string[] }> {
  const who = await callerOf(page);
  const partner = await page.context().newPage();
  const errors: string[] = [];
  partner.on('pageerror', (error) => errors.push(error.message));
  await partner.goto(`${PARTNER}/${file}`);
  await partner.evaluate((one) => (window as unknown as PartnerPage).start(one), who);
  return { partner, errors };
}

test('[ARCH-05] a single-spa root mounts and unmounts a slot and a view of the module', async ({ page }) => {
  const { partner, errors } = await openPartner(page, 'single-spa.html');
  await partner.getByRole('link', { name: 'Sinh hiệu' }).click();
  await expect(partner.getByRole('heading', { name: 'Chỉ số mới nhất' })).toBeVisible();
  await expect(partner.locator('#tiles').getByText('Huyết áp').first()).toBeVisible();
  await partner.getByRole('navigation').getByRole('link', { name: 'Huyết áp' }).click();
  await expect(partner.getByRole('heading', { name: 'Chỉ số mới nhất' })).toHaveCount(0);
  await expect(partner.getByRole('heading', { name: 'Huyết áp' }).first()).toBeVisible();
  await expect(partner.getByText(/\d{2,3}\/\d{2,3}/).first()).toBeVisible();
  await partner.getByRole('link', { name: 'Đóng' }).click();
  await expect(partner.getByRole('heading', { name: 'Huyết áp' })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('[ARCH-05] a page on React 18 shows the view, which runs on its own React, and both go on working', async ({
  page,
}) => {
  const { partner, errors } = await openPartner(page, 'react-18.html');
  await expect(partner.getByRole('heading', { name: /^React 18\./ })).toBeVisible();
  await expect(partner.getByRole('heading', { name: 'Huyết áp' }).first()).toBeVisible();
  await expect(partner.getByText(/\d{2,3}\/\d{2,3}/).first()).toBeVisible();
  await partner.getByRole('button', { name: 'Đóng' }).click();
  await expect(partner.getByRole('heading', { name: 'Huyết áp' })).toHaveCount(0);
  await partner.getByRole('button', { name: 'Mở' }).click();
  await expect(partner.getByRole('heading', { name: 'Huyết áp' }).first()).toBeVisible();
  expect(await partner.evaluate(() => (window as unknown as { React: { version: string } }).React.version)).toMatch(
    /^18\./,
  );
  expect(errors).toEqual([]);
});
