import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from '../../support/app.ts';

// What a person has typed when the page goes from under her hands.

const systolic = (page: Page) => page.getByLabel(/Tâm thu/);

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

/** From here on as on a machine with much to do: what the browser encrypts is ready a second later. */
const slowCrypto = (page: Page) =>
  page.evaluate(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    crypto.subtle.encrypt = async (...all) => {
      const done = await encrypt(...all);
      await new Promise((resolve) => {
        setTimeout(resolve, 1000);
      });
      return done;
    };
  });

const draftsOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('refused'));
      });
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('phr.vault.'))?.name;
    if (name === undefined) return 0;
    const database = await answer(indexedDB.open(name));
    const count = await answer(database.transaction('drafts').objectStore('drafts').count());
    database.close();
    return count;
  });

test('[UX-33] the last key before the tab is closed is in the draft', async ({ page, context }) => {
  await openSignedIn(page, '/blood-pressure-create');
  await systolic(page).pressSequentially('13');
  await expect.poll(() => draftsOnDevice(page)).toBe(1);
  await slowCrypto(page);
  await systolic(page).press('7');
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
