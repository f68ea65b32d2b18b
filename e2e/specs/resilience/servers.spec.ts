import { expect, onScreen, signIn, test } from '../../support/app.ts';

test('[ERR-08, AUTH-07] with the identity service down the sign-in page says so and offers to try again', async ({ page }) => {
  await page.route('**/.well-known/openid-configuration', (route) => route.abort());
  await page.goto('/signin');
  await expect(page.getByText('Không kết nối được máy chủ đăng nhập').first()).toBeVisible();
  await page.unroute('**/.well-known/openid-configuration');
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
});

test('[AUTH-07] the button waits for the authorization request', async ({ page }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => { answer = resolve; });
  await page.route('**/.well-known/openid-configuration', async (route) => { await held; await route.continue(); });
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: /Đang chuẩn bị|Đăng nhập/ }).first()).toBeDisabled();
  answer();
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
});

test('[ERR-14] with the record server down each part says so in its place; menu and settings stay usable', async ({ app }) => {
  await app.route('**/fhir/Patient/*/**', (route) => route.abort());
  await app.goto('/encounters');
  await expect(app.getByText(/Máy chủ không truy cập được|Không tải được/).first()).toBeVisible({ timeout: 20_000 });
  await expect(app.getByText('Chưa có lịch sử điều trị')).toHaveCount(0);
  await app.getByRole('link', { name: 'Cài đặt' }).first().click();
  await onScreen(app, 'Cài đặt');
  await app.unroute('**/fhir/Patient/*/**');
  await app.goto('/encounters');
  await expect(app.locator('main a[href*="/encounter-details/"]').first()).toBeVisible();
});

test('[AUTH-24, AUTH-25] a failing server never leads to "create a profile": that is for a missing one', async ({ page }) => {
  await page.route('**/fhir/User/*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/signin');
  await signInUntil(page);
  await expect(page.getByRole('button', { name: 'Thử lại' }).first()).toBeVisible({ timeout: 20_000 });
  expect(page.url()).not.toContain('confirm-create-profile');
});

test('[AUTH-25, ROUTE-14] a main patient that is gone leads to the screen that offers to create one', async ({ page }) => {
  await page.route(/\/fhir\/Patient\/[\w-]+(?:\?|$)/, (route) => route.fulfill({ status: 410, contentType: 'application/fhir+json', body: '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"deleted"}]}' }));
  await page.goto('/signin');
  await signInUntil(page);
  await expect(page).toHaveURL(/confirm-create-profile/, { timeout: 20_000 });
});

test('[AUTH-19] an expired token whose refresh is refused ends at the sign-in page, once, and not in a loop', async ({ app }) => {
  let refreshes = 0;
  await app.route('**/connect/token', (route) => { refreshes += 1; return route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"invalid_grant"}' }); });
  await app.route('**/fhir/**', (route) => route.fulfill({ status: 401, contentType: 'application/fhir+json', body: '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"login"}]}' }));
  // The app leaves for the identity service while this page still loads.
  await app.goto('/encounters').catch(() => undefined);
  await expect(app.getByRole('button', { name: 'Đăng nhập' })).toBeVisible({ timeout: 20_000 });
  expect(refreshes).toBe(1);
});

test('[VIT-52] a save that the server refuses keeps the form and never says that it was saved', async ({ app }) => {
  await app.route('**/fhir/**', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 422, contentType: 'application/fhir+json', body: '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"invalid"}]}' }) : route.fallback()));
  await app.goto('/blood-pressure-create');
  await app.getByLabel(/Tâm thu/).fill('126');
  await app.getByLabel(/Tâm trương/).fill('79');
  await app.getByRole('button', { name: 'Lưu' }).click();
  await expect(app.getByRole('alert').first()).toBeVisible();
  await expect(app.getByLabel(/Tâm thu/)).toHaveValue('126');
  await expect(app.getByText(/Đã lưu|thành công/)).toHaveCount(0);
});

async function signInUntil(page: Parameters<typeof signIn>[0]): Promise<void> {
  await signIn(page).catch(() => undefined);
}
