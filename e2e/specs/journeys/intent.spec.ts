import type { Page } from '@playwright/test';
import { IDENTITY, SHELL } from '../../support/addresses.ts';
import { expect, onScreen, openSignedIn, test } from '../../support/app.ts';
import { mainPatientId, motherId, readRecord } from '../../support/ids.ts';
import { sealedTexts } from '../../support/sealed.ts';
import { beNewAccount, newAccount, newCodeOf } from '../../support/person.ts';

// The destination of a link survives signing in and signing up.

const LINK = '/quick-in?t=FAMILY_DOCTOR&e=BSGD2026&o=HUONG-SEN';
const PROGRAMME = `${SHELL}/enrollment?e=BSGD2026&t=FAMILY_DOCTOR&o=HUONG-SEN`;

/** Opens the identity service's popup with the app's button. */
async function openWindow(page: Page): Promise<Page> {
  const opens = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  const window = await opens;
  await window.waitForURL(`${IDENTITY}/**`);
  return window;
}

async function answer(window: Page, user: string, password: string): Promise<void> {
  await window.getByLabel('Số điện thoại').fill(user);
  await window.getByLabel('Mật khẩu').fill(password);
  await window.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
}

test('[DEEP-04] quick sign-up codes open the programme after sign-in, or at once when signed in', async ({ page }) => {
  await page.goto(LINK);
  await page.getByRole('link', { name: 'Đăng nhập' }).click();
  await answer(await openWindow(page), '0901234567', 'phr-demo-2026');
  await expect(page).toHaveURL(PROGRAMME, { timeout: 20_000 });
  await expect(page.getByText('Bác sĩ gia đình Hương Sen').first()).toBeVisible();
  await page.goto(LINK);
  await expect(page).toHaveURL(PROGRAMME);
});

test("a forgotten password is changed in the sign-in window, which then goes on to the person's goal", async ({
  page,
}) => {
  const account = newAccount();
  await beNewAccount(page, account);
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(LINK);
  await page.getByRole('link', { name: 'Đăng nhập' }).click();
  const window = await openWindow(page);
  await window.getByRole('link', { name: 'Quên mật khẩu?' }).click();
  await window.getByLabel('Số điện thoại').fill(account.user);
  const code = await newCodeOf(account, () => window.getByRole('button', { name: 'Gửi mã' }).click());
  await window.getByLabel('Mã xác thực').fill(code);
  await window.getByLabel('Mật khẩu mới').fill('mot-mat-khau-moi-2026');
  await window.getByLabel('Nhập lại mật khẩu').fill('mot-mat-khau-moi-2026');
  await window.getByRole('button', { name: 'Đổi mật khẩu' }).click();
  await expect(window.getByText('Đã đổi mật khẩu')).toBeVisible();
  await window.getByRole('link', { name: 'Quay lại đăng nhập' }).click();
  await answer(window, account.user, 'mot-mat-khau-moi-2026');
  // The main window continues; an account without a record has to create one before enrolling.
  await onScreen(page, 'Bạn chưa có hồ sơ');
  await expect.poll(() => sealedTexts(page, 'sessionStorage')).toMatchObject({ 'phr.from': LINK });
});

test('who wants an account gets the form in the main window, with the codes of the link', async ({ page }) => {
  await page.goto('/signin?t=FAMILY_DOCTOR&e=BSGD2026&o=HUONG-SEN');
  const window = await openWindow(page);
  await window.getByRole('button', { name: 'Tạo tài khoản' }).click();
  await expect(page).toHaveURL(`${SHELL}${LINK}`);
  await onScreen(page, 'Đăng ký nhanh');
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Tiếp tục ở cửa sổ trước');
});

test('an expired sign-in window sends the person to the main window, where sign-in leads to the goal', async ({
  page,
}) => {
  await page.goto('/encounters');
  const window = await openWindow(page);
  // Half an hour later, the service no longer knows this sign-in attempt.
  await page.context().clearCookies({ domain: new URL(IDENTITY).hostname });
  await window.getByLabel('Số điện thoại').fill('0901234567');
  await window.getByLabel('Mật khẩu').fill('phr-demo-2026');
  await window.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Trang đăng nhập đã hết hạn');
  await window.getByRole('link', { name: 'Về ứng dụng' }).click();
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Tiếp tục ở cửa sổ trước');
  await expect(window.getByRole('button', { name: 'Đăng nhập' })).toHaveCount(0);
  await expect(page.getByText('Trang đăng nhập đã hết hạn. Hãy đăng nhập lại.').first()).toBeVisible();
  await Promise.all([window.waitForEvent('close'), window.getByRole('button', { name: 'Đóng cửa sổ' }).click()]);
  await answer(await openWindow(page), '0901234567', 'phr-demo-2026');
  await expect(page).toHaveURL(`${SHELL}/encounters`, { timeout: 20_000 });
});

test("[DEEP-09] a consent link opens and names a relative's record; a stranger's stays shut", async ({ page }) => {
  await openSignedIn(page);
  const own = await mainPatientId(page);
  const mother = await motherId(page);
  await page.goto(`/patient-consent-details/00000000-0000-4000-8000-000000000000/${mother}`);
  await expect(page.getByText('Đang xem hồ sơ của NGUYỄN THỊ ÁNH, vì liên kết thuộc hồ sơ này.')).toBeVisible();
  await expect(
    page
      .getByRole('banner')
      .or(page.locator('body'))
      .getByText(/Đang xem hồ sơ của NGUYỄN THỊ ÁNH/)
      .first(),
  ).toBeVisible();
  await expect(page.getByText('Không tìm thấy yêu cầu này')).toBeVisible();
  const { entry: consents } = (await readRecord(page, `/Patient/${own}/Consent?_count=1`)) as {
    readonly entry: readonly { readonly resource: { readonly id: string } }[];
  };
  await page.goto(`/patient-consent-details/${consents[0]?.resource.id ?? ''}/11111111-1111-4111-8111-111111111111`);
  await expect(page.getByRole('alert')).toContainText('Bạn không có quyền truy cập');
  await expect(page.getByRole('term')).toHaveCount(0);
});
