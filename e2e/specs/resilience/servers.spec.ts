import { expect, onScreen, test } from '../../support/app.ts';
import { readOneByOne } from '../../support/read-batches.ts';

test('[ERR-08, AUTH-07] with the identity service down the sign-in page says so and offers to try again', async ({
  page,
}) => {
  await page.route('**/.well-known/openid-configuration', (route) => route.abort());
  await page.goto('/signin');
  await expect(page.getByText('Không kết nối được máy chủ đăng nhập').first()).toBeVisible();
  await page.unroute('**/.well-known/openid-configuration');
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
});

test('[AUTH-07] the button waits for the authorization request', async ({ page }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/.well-known/openid-configuration', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: /Đang chuẩn bị|Đăng nhập/ }).first()).toBeDisabled();
  answer();
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
});

test('[ERR-14] with the record server down each part says so in its place; menu and settings stay usable', async ({
  tab,
}) => {
  await readOneByOne(tab);
  await tab.route('**/fhir/Patient/*/**', (route) => route.abort());
  await tab.goto('/encounters');
  await expect(tab.getByText(/Máy chủ không truy cập được|Không tải được/).first()).toBeVisible({ timeout: 20_000 });
  await expect(tab.getByText('Chưa có lịch sử điều trị')).toHaveCount(0);
  await tab.getByRole('link', { name: 'Cài đặt' }).first().click();
  await onScreen(tab, 'Cài đặt');
  await tab.unroute('**/fhir/Patient/*/**');
  await tab.goto('/encounters');
  await expect(tab.locator('main a[href*="/encounter-details/"]').first()).toBeVisible();
});

test('[AUTH-24, AUTH-25] a failing server never leads to "create a profile": that is for a missing one', async ({
  tab,
}) => {
  await readOneByOne(tab);
  await tab.route('**/fhir/User/*', (route) => route.fulfill({ status: 503, body: '' }));
  await tab.goto('/dashboard');
  await expect(tab.getByRole('button', { name: 'Thử lại' }).first()).toBeVisible({ timeout: 20_000 });
  expect(tab.url()).not.toContain('confirm-create-profile');
});

test('[AUTH-25, ROUTE-14] a main patient that is gone leads to the screen that offers to create one', async ({
  tab,
}) => {
  await readOneByOne(tab);
  await tab.route(/\/fhir\/Patient\/[\w-]+(?:\?|$)/, (route) =>
    route.fulfill({
      status: 410,
      contentType: 'application/fhir+json',
      body: '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"deleted"}]}',
    }),
  );
  await tab.goto('/dashboard');
  await expect(tab).toHaveURL(/confirm-create-profile/, { timeout: 20_000 });
});

test('[AUTH-19] an expired token whose refresh is refused leads to sign-in once, without a loop', async ({ tab }) => {
  let refreshes = 0;
  await tab.route('**/connect/token', (route) => {
    refreshes += 1;
    return route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"invalid_grant"}' });
  });
  await tab.route('**/fhir/**', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/fhir+json',
      body: '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"login"}]}',
    }),
  );
  // The app redirects to the identity service while this page is still loading.
  await tab.goto('/encounters').catch(() => undefined);
  await expect(tab.getByRole('button', { name: 'Đăng nhập' })).toBeVisible({ timeout: 20_000 });
  expect(refreshes).toBe(1);
});

test('[VIT-52, ERR-23] a refused save keeps the form, shows a red toast and never claims success', async ({ tab }) => {
  await tab.route('**/fhir/**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 422,
          contentType: 'application/fhir+json',
          body: '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"invalid"}]}',
        })
      : route.fallback(),
  );
  await tab.goto('/blood-pressure-create');
  await tab.getByLabel(/tâm thu/).fill('126');
  await tab.getByLabel(/tâm trương/).fill('79');
  // Measured as soon as it appears, because it disappears by itself.
  const shown = tab.waitForFunction(() => {
    const toast = document.querySelector('section[aria-label="Thông báo nhanh"] [role=alert]');
    if (toast === null) return undefined;
    const { right, top } = toast.getBoundingClientRect();
    return {
      fromRight: document.documentElement.clientWidth - right,
      top,
      fill: getComputedStyle(toast).backgroundColor,
    };
  });
  await tab.getByRole('button', { name: 'Lưu' }).click();
  await expect(tab.getByRole('alert').first()).toBeVisible();
  await expect(tab.getByLabel(/tâm thu/)).toHaveValue('126');
  await expect(tab.getByText(/Đã lưu|thành công/)).toHaveCount(0);
  const look = await (await shown).jsonValue();
  if (look === undefined) throw new Error('no toast');
  expect(look.fromRight).toBeLessThanOrEqual(24);
  expect(look.top).toBeLessThan(160);
  const [red = 0, green = 0, blue = 0] = (look.fill.match(/[\d.]+/g) ?? []).map(Number);
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
});
