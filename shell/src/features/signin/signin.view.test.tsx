import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { SigninScreen } from './signin.view.tsx';

const toasts = (shell: Awaited<ReturnType<typeof createFakeShell>>['shell']) =>
  shell.notifications.toaster.toasts().map(({ type, title, description }) => ({ type, title, description }));

test('[AUTH-07] the button waits for the authorization request, then opens it', async () => {
  const { shell, seen, signin } = await createFakeShell({ auth: 'anonymous', signin: { ready: false, open: false } });
  renderIn(shell, <SigninScreen />);
  expect(seen.prepared).toBe(1);
  expect(screen.getByRole('button', { name: 'Đang chuẩn bị…' })).toBeDisabled();
  act(() => signin.set({ ready: true, open: false }));
  await userEvent.click(screen.getByRole('button', { name: 'Đăng nhập' }));
  expect(seen.signIns).toEqual([false]);
});

test('[AUTH-10] a code that a quick sign-up has sent can be entered from here', async () => {
  const { shell } = await createFakeShell({ auth: 'anonymous', signin: { ready: true, open: false } });
  const view = renderIn(shell, <SigninScreen />);
  expect(screen.getByRole('link', { name: 'Xác thực OTP' })).toHaveAttribute('href', '/phone-to-verify');
  view.unmount();
  shell.accountMemory.keepCode({ userName: '0912345678', phoneNumber: '84912345678', otpId: 'otp-1' });
  renderIn(shell, <SigninScreen />);
  expect(screen.getByRole('link', { name: 'Xác thực OTP' })).toHaveAttribute('href', '/phone-verify');
});

test('[AUTH-13] a failed sign-in shows the toast and the same in its place', async () => {
  const { shell } = await createFakeShell({
    auth: 'anonymous',
    signin: { ready: true, open: false, problem: 'failed' },
  });
  renderIn(shell, <SigninScreen />);
  expect(toasts(shell)).toEqual([
    { type: 'error', title: 'Có lỗi xảy ra', description: 'Vui lòng tải lại trang và thử lại' },
  ]);
  expect(screen.getByText('Vui lòng tải lại trang và thử lại')).toBeInTheDocument();
});

test('[AUTH-14] a dismissed sign-in is told as information', async () => {
  const { shell } = await createFakeShell({
    auth: 'anonymous',
    signin: { ready: true, open: false, problem: 'dismissed' },
  });
  renderIn(shell, <SigninScreen />);
  expect(toasts(shell)).toEqual([{ type: 'info', title: 'Vui lòng tải lại trang và thử lại', description: undefined }]);
});

test('[AUTH-15] another open sign-in window is told, and can be replaced', async () => {
  const { shell, seen } = await createFakeShell({
    auth: 'anonymous',
    signin: { ready: true, open: false, problem: 'locked' },
  });
  renderIn(shell, <SigninScreen />);
  expect(toasts(shell)).toEqual([
    {
      type: 'info',
      title: 'Một cửa sổ đăng nhập khác đang mở. Vui lòng đóng cửa sổ đó và thử lại',
      description: undefined,
    },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Dùng ở đây' }));
  expect(seen.signIns).toEqual([true]);
});

test('[AUTH-06] no access token is told in words', async () => {
  const { shell } = await createFakeShell({
    auth: 'anonymous',
    signin: { ready: true, open: false, problem: 'noAccessCode' },
  });
  renderIn(shell, <SigninScreen />);
  expect(toasts(shell)).toMatchObject([{ type: 'error', title: 'Không lấy được mã truy cập' }]);
});

test('[ERR-08] an identity service that is not reached is named, with another try', async () => {
  const { shell, seen } = await createFakeShell({
    auth: 'anonymous',
    signin: { ready: false, open: false, problem: 'unreachable' },
  });
  renderIn(shell, <SigninScreen />);
  expect(screen.getByText('Không kết nối được máy chủ đăng nhập')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(seen.prepared).toBe(2);
});

test('[AUTH-08] [AUTH-09] [AUTH-10] links lead to sign-up, forgotten password and OTP verification', async () => {
  const { shell } = await createFakeShell({ auth: 'anonymous', path: '/signin?t=F0H&e=E1&o=O1' });
  renderIn(shell, <SigninScreen />);
  expect(screen.getByRole('link', { name: 'Tạo tài khoản' })).toHaveAttribute('href', '/quick-in?t=F0H&e=E1&o=O1');
  expect(screen.getByRole('link', { name: 'Quên mật khẩu?' })).toHaveAttribute(
    'href',
    'https://id.test/forgot?ui_locales=vi-VN&lang=vi',
  );
  expect(screen.getByRole('link', { name: 'Xác thực OTP' })).toHaveAttribute('href', '/phone-to-verify');
});

test('the sign-in window offers the sign-up form, with the codes that the person came by', async () => {
  const { shell, host, signin } = await createFakeShell({ auth: 'anonymous', path: '/signin' });
  renderIn({ ...shell, auth: { ...shell.auth, wanted: () => '/quick-in?t=F0H&e=E1&o=O1' } }, <SigninScreen />);
  expect(screen.getByRole('link', { name: 'Tạo tài khoản' })).toHaveAttribute('href', '/quick-in?t=F0H&e=E1&o=O1');
  act(() => signin.set({ ready: false, open: false, wantsAccount: true }));
  expect(host.seen.visits).toEqual(['/quick-in?t=F0H&e=E1&o=O1']);
});

test.each([
  ['kept', /Đăng nhập để tiếp tục, nội dung đang nhập vẫn còn/],
  ['dropped', /thiết bị dùng chung nên nội dung đang nhập không được giữ lại/],
  ['elsewhere', /Bạn đã đăng xuất ở một thẻ khác/],
] as const)('after a session that ended (%s) it says why, and what became of what was typed', async (ended, words) => {
  const { shell } = await createFakeShell({ auth: 'anonymous' });
  renderIn({ ...shell, auth: { ...shell.auth, consumeSessionEnded: () => ended } }, <SigninScreen />);
  expect(screen.getByText(words)).toBeInTheDocument();
});
