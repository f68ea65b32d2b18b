import type { Page } from '@playwright/test';
import { expect, NONSENSE, onScreen, proves, test } from '../../support/app.ts';
import { choose, codesOf, fillProfile, newAccount, register, signInNarrow } from '../../support/person.ts';
import { sealedTexts } from '../../support/sealed.ts';

test.use({ viewport: { width: 360, height: 740 } });

const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

test("[JRN-02, JRN-03] a person registers on a phone, confirms the number, adds own and mother's profile", async ({
  page,
  faults,
}) => {
  test.setTimeout(120_000);
  const account = newAccount();

  await page.goto('/signin');
  await page.getByRole('link', { name: 'Tạo tài khoản' }).click();
  await onScreen(page, 'Tạo tài khoản');
  await register(page, account);
  await expect(page).toHaveURL(/\/phone-verify$/);
  await fits(page);
  expect(page.url()).not.toContain(account.user);
  const [first = ''] = await codesOf(account);

  // Leaving the page invalidates the code: a new one can be requested, and the old one is rejected (SIGN-06).
  await page.getByRole('link', { name: 'Quay lại' }).click();
  await page.getByRole('link', { name: 'Xác thực OTP' }).click();
  await page.getByLabel('Số điện thoại di động').fill(account.user);
  await page.getByRole('button', { name: 'Gửi mã' }).click();
  const field = page.getByLabel('Nhập mã xác thực gồm 6 chữ số');
  await expect(field).toBeVisible();
  await expect.poll(async () => (await codesOf(account)).length).toBe(2);
  const [, second = ''] = await codesOf(account);
  if (first !== second) {
    await field.fill(first);
    await page.getByRole('button', { name: 'Xác thực' }).click();
    await expect(page.getByText('Mã không đúng hoặc đã hết hạn').first()).toBeVisible();
  }
  // Only two codes can be requested (SIGN-05).
  await expect(page.getByRole('button', { name: /^Gửi lại mã/ })).toHaveCount(0);
  await expect(page.getByText('Mỗi tài khoản chỉ được yêu cầu mã 2 lần')).toBeVisible();
  await field.fill(second);
  await page.getByRole('button', { name: 'Xác thực' }).click();
  await expect(page).toHaveURL(/\/signin$/);

  await signInNarrow(page, account);
  await onScreen(page, 'Bạn chưa có hồ sơ');
  await page.getByRole('link', { name: 'Tạo hồ sơ' }).click();
  await fillProfile(page, { name: 'đặng  thị hồng', birthDate: '14031985', gender: 'Nữ' });
  await page.getByRole('combobox', { name: /^Nghề nghiệp/ }).click();
  const rows = page.getByRole('listbox', { name: 'Nghề nghiệp' }).getByRole('option');
  await expect(rows.first()).toBeVisible();
  // Height of single-line rows; long words may wrap.
  await proves('UI-05', async () =>
    expect(await rows.evaluateAll((all) => Math.min(...all.map((row) => row.getBoundingClientRect().height)))).toBe(42),
  );
  await choose(page, 'Nghề nghiệp', 'giam doc doanh', 'Giám đốc doanh nghiệp');
  await fits(page);
  await page.getByRole('button', { name: 'Tạo hồ sơ' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'ĐẶNG THỊ HỒNG' })).toBeVisible();
  await expect(page.getByText('Đã xác thực')).toBeVisible();
  await expect(page.getByText('12, Nguyễn Thái Học, Kim Mã, Quận Ba Đình, Hà Nội')).toBeVisible();
  await expect(page.getByText('Giám đốc doanh nghiệp')).toBeVisible();
  await fits(page);

  await page.getByRole('link', { name: 'Thêm người liên hệ' }).click();
  await page.getByLabel('Họ và tên').fill('lê văn nam');
  await page.getByLabel('Mối quan hệ').selectOption({ label: 'Người liên hệ khẩn cấp' });
  await page.getByLabel('Số điện thoại').fill('0987654321');
  await page.getByRole('button', { name: 'Lưu' }).click();
  await expect(page.getByRole('link', { name: 'Chỉnh sửa: LÊ VĂN NAM' })).toBeVisible();

  await page.getByRole('link', { name: 'Cập nhật hồ sơ' }).click();
  await expect(page.getByRole('textbox', { name: 'Ngày sinh' })).toHaveValue('14/03/1985');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'to.png', mimeType: 'image/png', buffer: Buffer.alloc(716_801, 0x89) });
  await expect(page.getByText('Chỉ nhận ảnh .jpg, .gif hoặc .png')).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'anh.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await page.getByRole('dialog', { name: 'Cắt ảnh đại diện' }).getByRole('button', { name: 'Chọn' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('hong@example.vn');
  await page.getByRole('button', { name: 'Lưu' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText('hong@example.vn')).toBeVisible();
  await expect(page.locator('main img')).toHaveJSProperty('complete', true);
  await expect(page.getByRole('link', { name: 'Chỉnh sửa: LÊ VĂN NAM' })).toBeVisible();

  await page.goto('/family');
  await page.getByRole('link', { name: 'Thêm thành viên' }).click();
  await choose(page, 'Người này là gì của bạn', 'me', 'Mẹ');
  await fillProfile(page, { name: 'nguyễn thị mận', birthDate: '2/6/1958', gender: 'Nữ', phone: '0911222333' });
  await page.getByRole('button', { name: 'Thêm thành viên' }).click();
  await expect(page).toHaveURL(/\/family$/);
  await page.getByRole('button', { name: 'Xem hồ sơ: NGUYỄN THỊ MẬN' }).click();
  await expect(page).toHaveURL(/\/dashboard\?p=[\w-]+$/);
  const banner = page.getByText('Đang xem hồ sơ của NGUYỄN THỊ MẬN (Mẹ)');
  await expect(banner).toBeVisible();
  await page.goto('/profile');
  await expect(banner).toBeVisible();
  await expect(page.getByRole('heading', { name: 'NGUYỄN THỊ MẬN' })).toBeVisible();
  await expect(page.getByText('02/06/1958')).toBeVisible();
  expect(await page.locator('main').innerText()).not.toMatch(NONSENSE);

  // Removing the member on screen switches back to the account's own record (D-104).
  await page.goto('/family');
  const more = page.getByRole('button', { name: /^Thao tác khác/ });
  await expect(more).toHaveCount(1);
  await more.click();
  await page.getByRole('button', { name: 'Xóa thành viên: NGUYỄN THỊ MẬN' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa thành viên' }).click();
  await expect(page.getByText('Đã xóa thành viên gia đình').first()).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByText('NGUYỄN THỊ MẬN')).toHaveCount(0);
  expect(faults.errors).toEqual([]);
  expect(faults.policy).toEqual([]);
});

test('[SIGN-17, NAV-07, DEEP-04] quick sign-up codes last until the profile, then open the programme', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const account = newAccount();
  await page.goto('/signin?t=FAMILY_DOCTOR&e=KHONG-CO&o=BV');
  await page.getByRole('link', { name: 'Tạo tài khoản' }).click();
  await page.getByRole('textbox', { name: 'Ngày sinh' }).fill('14/03/1985');
  await register(page, account);
  await expect(page).toHaveURL(/\/signin/);
  await signInNarrow(page, account);
  await onScreen(page, 'Bạn chưa có hồ sơ');
  await page.getByRole('link', { name: 'Tạo hồ sơ' }).click();
  await fillProfile(page, { name: 'Đặng Thị Hồng', birthDate: '14/03/1985', gender: 'Nữ' });
  await page.getByRole('button', { name: 'Tạo hồ sơ' }).click();
  await expect(page).toHaveURL(/\/enrollment\?/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ e: 'KHONG-CO', t: 'FAMILY_DOCTOR', o: 'BV' });
  // The stored sign-up data is deleted after use (D-79).
  expect(Object.keys(await sealedTexts(page, 'localStorage')).filter((key) => key.startsWith('phr.signup.'))).toEqual(
    [],
  );
});

test('[ROUTE-06, ROUTE-09, ROUTE-10, DEEP-07, DEEP-08, SIGN-15] partner and campaign links open signed out', async ({
  page,
}) => {
  await page.goto('/partner/phong-kham-7');
  await expect(page).toHaveURL(/\/signin$/);
  expect(await page.evaluate(() => localStorage.getItem('phr.entry'))).toBe('/partner/phong-kham-7');
  await page.goto('/utm/zalo/post/tet');
  await expect(page).toHaveURL(/\/signin$/);
  await page.goto('/register-org/7/8/SS');
  await onScreen(page, 'Đăng ký cơ sở y tế');
  await page.getByRole('link', { name: 'Tạo tài khoản' }).click();
  await onScreen(page, 'Tạo tài khoản');
  await page.goto('/phone-verify');
  await expect(page.getByText('Không tìm thấy thông tin đăng ký. Vui lòng liên hệ hỗ trợ.')).toBeVisible();
});
