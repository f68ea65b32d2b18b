import type { Page, Request } from '@playwright/test';
import { expect, onScreen, test } from '../../support/app.ts';
import { isReadBatch } from '../../support/read-batches.ts';
import { mainPatientId, readRecord } from '../../support/ids.ts';

/** Enters a blood pressure that no other spec uses. */
async function enter(page: Page, systolic: string, diastolic: string): Promise<void> {
  await page.getByLabel(/tâm thu/).fill(systolic);
  await page.getByLabel(/tâm trương/).fill(diastolic);
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  const unusual = page.getByRole('button', { name: 'Đúng, tiếp tục' });
  const kept = page.getByText('Đã giữ trên máy. Sẽ gửi khi có mạng.').first();
  await expect(unusual.or(kept)).toBeVisible();
  if (await unusual.isVisible()) await unusual.click();
  await expect(kept).toBeVisible();
}

const isWrite = (request: Request): boolean =>
  request.method() === 'POST' && request.url().includes('/fhir') && !isReadBatch(request);
/** Does not open the databases: opening one by name would recreate it while another tab is deleting it. */
const databasesOf = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).length);
const storedOnDisk = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name);
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error ?? new Error());
      });
      for (const room of database.objectStoreNames) {
        const values = await new Promise<unknown[]>((resolve) => {
          const asked = database.transaction(room).objectStore(room).getAll();
          asked.onsuccess = () => resolve(asked.result as unknown[]);
        });
        for (const value of values) {
          if (value instanceof CryptoKey) {
            texts.push(`key extractable ${value.extractable}`);
            continue;
          }
          texts.push(new TextDecoder().decode((value as { data: ArrayBuffer }).data));
        }
      }
      database.close();
    }
    // the registry contains no personal data
    const { 'phr.registry': _modules, ...local } = { ...localStorage } as Record<string, string>;
    return { texts, storage: JSON.stringify([local, { ...sessionStorage }]) };
  });

/** Number of blood pressures with these values in the person's record on the server. */
async function countOf(page: Page, systolic: number, diastolic: number): Promise<number> {
  const found = (await readRecord(
    page,
    `/Patient/${await mainPatientId(page)}/Observation?code=85354-9&_count=200&_sort=-date`,
  )) as Bundle;
  return (found.entry ?? []).filter(({ resource }) => {
    const values = (resource.component ?? []).map(({ valueQuantity }) => valueQuantity?.value);
    return values.includes(systolic) && values.includes(diastolic);
  }).length;
}
interface Bundle {
  readonly entry?: readonly {
    readonly resource: { readonly component?: readonly { readonly valueQuantity?: { readonly value: number } }[] };
  }[];
}

test('[UX-27] a reading entered without a network is kept sealed, survives a reload, and is sent once', async ({
  app,
}) => {
  const accepted: string[] = [];
  // A random value, which earlier runs are unlikely to have stored. Counted on the server, not on a screen.
  const diastolic = 81 + Math.floor(Math.random() * 18);
  const shown = new RegExp(`141/${diastolic}`);
  const before = await countOf(app, 141, diastolic);
  await app.goto('/blood-pressure-create');
  await app.getByLabel(/tâm thu/).waitFor();
  // Writes first fail without a network; later the server stores one, but its response is lost.
  let network: 'gone' | 'answer lost' | 'there' = 'gone';
  await app.context().route('**/fhir/**', async (route) => {
    if (!isWrite(route.request())) return route.fallback();
    if (network === 'gone') return route.abort();
    accepted.push(route.request().headers()['if-none-exist'] ?? route.request().postData() ?? '');
    if (network === 'there') return route.continue();
    network = 'there';
    await route.fetch();
    return route.abort();
  });
  await enter(app, '141', String(diastolic));
  const disk = await storedOnDisk(app);
  expect(disk.texts).toContain('key extractable false');
  expect(`${disk.texts.join()} ${disk.storage}`).not.toMatch(/141|mmHg|Huyết áp/);

  await app.reload();
  await app.goto('/notifications');
  await expect(app.getByText(shown).first()).toBeVisible();
  await expect(app.getByText('Chưa gửi', { exact: true }).first()).toBeVisible();

  network = 'answer lost';
  await app.getByRole('button', { name: 'Gửi ngay' }).click();
  await expect(app.getByText(shown)).toHaveCount(0, { timeout: 20_000 });
  expect(accepted.length).toBeGreaterThanOrEqual(2);
  expect(new Set(accepted).size).toBe(1);
  await app.goto('/health-details/bloodPressures');
  await expect(app.getByText(shown).first()).toBeVisible();
  expect((await countOf(app, 141, diastolic)) - before).toBe(1);
});

test('[AUTH-21, UX-27] sign-out names what was not sent, then removes it from the device in every tab', async ({
  app,
}) => {
  await app.goto('/blood-pressure-create');
  await app.getByLabel(/tâm thu/).waitFor();
  await app.context().route('**/fhir/**', (route) => (isWrite(route.request()) ? route.abort() : route.fallback()));
  await enter(app, '139', '91');
  const second = await app.context().newPage();
  await second.goto('/notifications');
  await expect(second.getByText(/139\/91/).first()).toBeVisible();
  await app.goto('/setting');
  await onScreen(app, 'Cài đặt');
  await app.locator('main').getByRole('button', { name: 'Đăng xuất' }).click();
  const dialog = app.getByRole('alertdialog');
  await expect(dialog).toContainText('Có 1 mục chưa gửi');
  await expect(dialog).toContainText('139/91');
  await dialog.getByRole('button', { name: 'Đăng xuất và xóa' }).click();
  for (const page of [app, second])
    await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => databasesOf(second)).toBe(0);
  expect((await storedOnDisk(app)).storage).not.toMatch(/139|eyJ/);
});
