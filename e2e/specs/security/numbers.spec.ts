import { expect, test } from '../../support/app.ts';
import { IDENTITY } from '../../support/addresses.ts';
import { codesOf, newAccount, newCodeOf } from '../../support/person.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('who typed a number that another person has proven gives another one at the next sign-in', async ({
  browser,
  page,
}) => {
  const typed = newAccount();
  const phoneNumber = `84${typed.user.slice(1)}`;
  const made = await page.request.post('/api/ano/phr/auth/sign-up', {
    data: { fullName: 'NGƯỜI GÕ TRƯỚC', userName: typed.user, phoneNumber, password: 'cua-nguoi-go-truoc' },
  });
  expect(made.ok()).toBe(true);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  const answer = await theirs.request.post('/api/ano/phr/auth/sign-up', {
    data: { fullName: 'CHỦ SỐ', userName: typed.user, phoneNumber, password: typed.password },
  });
  const { data } = (await answer.json()) as { readonly data: { readonly otpId: string } };
  const code = (await codesOf(typed)).at(-1);
  expect(
    (
      await theirs.request.post(`${IDENTITY}/api/account/confirmPhoneNumber`, {
        data: { userName: typed.user, otpId: data.otpId, code },
      })
    ).ok(),
  ).toBe(true);
  await context.close();

  await page.goto('/signin');
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  await page.waitForURL(`${IDENTITY}/**`);
  await page.getByLabel('Số điện thoại').fill(typed.user);
  await page.getByLabel('Mật khẩu').fill('cua-nguoi-go-truoc');
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  await expect(page.getByRole('heading', { name: 'Nhập số điện thoại khác' })).toBeVisible();
  await expect(page.getByText('Hồ sơ của bạn vẫn được giữ nguyên')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const other = newAccount();
  await page.getByLabel('Số điện thoại').fill(other.user);
  const sent = await newCodeOf(other, () => page.getByRole('button', { name: 'Gửi mã' }).click());
  await page.getByLabel('Mã xác thực').fill(sent);
  await page.getByRole('button', { name: 'Xác thực và tiếp tục' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Đăng xuất' })).toBeAttached();
  await expect(page.getByText('Bạn chưa có hồ sơ')).toBeVisible();
});
