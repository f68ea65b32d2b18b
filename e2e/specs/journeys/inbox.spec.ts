import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { callAs } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';
import { openSession } from '../../support/session.ts';

const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Thông báo/ });

test('what a hospital asks for lasts: in the bell, after a reload, on another device, until it is opened', async ({
  page,
  browser,
}) => {
  const account = newAccount();
  await beNewPerson(page, account);
  const asked = await page.request.post('/api/services/demo-hospital/consent-requests', {
    data: { phone: account.user, provider: 'SAO-MAI' },
  });
  expect(asked.status()).toBe(201);
  await page.goto('/notifications');
  const entry = page.getByRole('listitem').filter({ hasText: /Sao Mai.* xin xem hồ sơ/ });
  await expect(entry).toContainText('Mới');
  await page.reload();
  await expect(entry).toContainText('Mới');
  await expect(bellOf(page)).toHaveAccessibleName(/1 chưa đọc/, { timeout: 20_000 });

  // the same person on a second device
  const other = await browser.newContext();
  const second = await other.newPage();
  await openSession(second, account);
  await second.goto('/notifications');
  await second.getByRole('button', { name: /^Xem: .*Sao Mai/ }).click();
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(second).toHaveURL(/patient-consent-details/);
  await other.close();

  // reading on the other device updates the count here
  await expect(bellOf(page)).not.toHaveAccessibleName(/chưa đọc/);
  await page.reload();
  await expect(entry).toBeVisible();
  await expect(entry).not.toContainText('Mới');
  expect((await callAs(page, '/api/phr/inbox/read', { all: true })).body).toEqual({ data: { unread: 0 } });
});
