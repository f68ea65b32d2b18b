import { AppError } from '@phr/contract/app-error';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, type FakeShellOptions, renderIn } from '../../testing/fake-shell.tsx';
import { codeOf, checkCode, RESEND_SECONDS } from './phone-verify.model.ts';
import { PhoneToVerifyScreen } from './phone-to-verify.view.tsx';
import { PhoneVerifyScreen } from './phone-verify.view.tsx';

const { jest } = import.meta;

const PENDING = { userName: '0912345678', phoneNumber: '84912345678', otpId: 'otp-1' };
const field = () => screen.getByRole('textbox', { name: 'Nhập mã xác thực gồm 6 chữ số' });
const verify = () => userEvent.click(screen.getByRole('button', { name: /^Xác thực/ }));

async function open(
  options: FakeShellOptions,
  before: (shell: Awaited<ReturnType<typeof createFakeShell>>['shell']) => void = () => undefined,
) {
  const made = await createFakeShell({ path: '/phone-verify', ...options });
  before(made.shell);
  const view = renderIn(made.shell, <PhoneVerifyScreen />);
  return { ...made, ...view };
}
const openWithCode = (options: FakeShellOptions = {}) =>
  open({ auth: 'anonymous', ...options }, ({ accountMemory }) => {
    accountMemory.keepCode(PENDING);
    accountMemory.keepVerifying(PENDING);
  });

test('[SIGN-04] a code is 6 digits; what is pasted with spaces is read', () => {
  expect(codeOf(' 123 456 ')).toBe('123456');
  expect(codeOf('mã: 1234567')).toBe('123456');
  expect([checkCode({ code: '12345' }).ok, checkCode({ code: '123456' }).ok]).toEqual([false, true]);
});

test('[NOTI-09, SIGN-04, ROUTE-04] signed out: a pasted code confirms the number and leads to sign-in', async () => {
  const { host, shell } = await openWithCode({ respond: () => ({ confirmed: true }) });
  expect(screen.getByText('0912 345 678')).toBeInTheDocument();
  expect(field()).toHaveAttribute('autocomplete', 'one-time-code');
  await userEvent.click(field());
  await userEvent.paste('123 456');
  await proves('NAV-02', async () => {
    await verify();
    await waitFor(() => expect(host.seen.visits).toEqual(['/signin']));
  });
  expect(host.seen.requests).toMatchObject([
    {
      service: 'identity',
      path: '/api/account/confirmPhoneNumber',
      body: { userName: '0912345678', otpId: 'otp-1', code: '123456' },
    },
  ]);
  expect(shell.accountMemory.verifying()).toBeUndefined();
  expect(shell.accountMemory.proof()).toBe('otp-1');
  expect(shell.notifications.toaster.toasts().map(({ type, title }) => [type, title])).toEqual([
    ['success', 'Xác thực số điện thoại thành công'],
  ]);
});

test('who signs up with a number is told, whether it has an account or not, what becomes of an older one', async () => {
  await openWithCode();
  expect(screen.getByText(/^Nếu bạn đã có tài khoản với số này, hãy quay lại và đăng nhập/)).toBeInTheDocument();
});

test('[ERR-11] a wrong code is told at the field', async () => {
  await openWithCode({
    respond: () => {
      throw new AppError({ code: 'InvalidToken', httpStatus: 400 });
    },
  });
  await userEvent.type(field(), '123456');
  await verify();
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/Mã không đúng hoặc đã hết hạn/));
  expect(field()).toHaveValue('123456');
});

test('[SIGN-06] leaving the page ends the code: its id is gone from memory', async () => {
  const { shell, unmount } = await openWithCode();
  expect(screen.getByText(/Nếu rời trang này, mã xác thực sẽ mất hiệu lực/)).toBeInTheDocument();
  unmount();
  expect(shell.accountMemory.code()).toBeUndefined();
  renderIn(shell, <PhoneVerifyScreen />);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('button', { name: 'Gửi mã' })).toBeInTheDocument();
});

test('[SIGN-15] with nobody to verify the screen reports no registration and refers to support', async () => {
  await open({ auth: 'anonymous' });
  expect(screen.getByText('Không tìm thấy thông tin đăng ký. Vui lòng liên hệ hỗ trợ.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '1900 0000' })).toHaveAttribute('href', 'tel:19000000');
});

test('[SIGN-05] another code may be asked for after a minute, once; then the support is named', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const { host } = await openWithCode({ respond: () => ({ id: 'otp-2', left: 0 }) });
    expect(screen.getByRole('button', { name: `Gửi lại mã sau ${RESEND_SECONDS} giây` })).toBeDisabled();
    act(() => {
      jest.advanceTimersByTime(RESEND_SECONDS * 1_000 + 500);
    });
    await act(async () => screen.getByRole('button', { name: 'Gửi lại mã' }).click());
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Gửi lại mã/ })).toBeNull());
    expect(screen.getByText(/Mỗi tài khoản chỉ được yêu cầu mã 2 lần/)).toBeInTheDocument();
    expect(host.seen.requests).toMatchObject([
      { path: '/api/phr/account/otp/request', body: { dialingCode: '84', phoneNumber: '912345678' } },
    ]);
  } finally {
    jest.useRealTimers();
  }
});

test('[SIGN-05] the third request is refused in words', async () => {
  await open(
    {
      auth: 'anonymous',
      respond: () => {
        throw new AppError({ code: 'OTP_LIMIT', httpStatus: 429 });
      },
    },
    ({ accountMemory }) => accountMemory.keepVerifying(PENDING),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Gửi mã' }));
  expect(await screen.findByText('Bạn đã yêu cầu mã 2 lần. Vui lòng liên hệ hỗ trợ.')).toBeInTheDocument();
});

test('[NAV-26] [SIGN-12] [ROUTE-04] signed in, a requested code confirms the number, and leads back', async () => {
  const { host, seen } = await open({
    user: { phoneNumberVerified: false },
    respond: ({ path }) => (path.endsWith('/request') ? { id: 'otp-9', left: 1 } : { verified: true }),
  });
  expect(host.seen.requests).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Gửi mã' }));
  await userEvent.type(await screen.findByRole('textbox'), '654321');
  await verify();
  await waitFor(() => expect(host.navigation.location.get()).toMatchObject({ action: 'POP', pathname: '/profile' }));
  expect(host.seen.requests.map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/api/phr/account/otp/request',
      body: { userName: '0901234567', phoneNumber: '901234567', dialingCode: '84', verified: false },
    },
    { path: '/api/phr/account/otp/verify', body: { id: 'otp-9', otp: '654321' } },
  ]);
  expect(seen.reloads).toBe(1);
});

test('a number that is confirmed needs no code', async () => {
  await open({ user: { phoneNumberVerified: true } });
  expect(screen.getByText('Đã xác thực số điện thoại')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Gửi mã' })).toBeNull();
});

test('[ROUTE-05] a typed number gets a code and the next screen knows whose it is', async () => {
  const { shell, host } = await createFakeShell({
    auth: 'anonymous',
    path: '/phone-to-verify',
    respond: () => ({ id: 'otp-3', left: 1 }),
  });
  renderIn(shell, <PhoneToVerifyScreen />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Số điện thoại di động' }), '+84 912 345 678');
  await userEvent.click(screen.getByRole('button', { name: /^Gửi mã/ }));
  await waitFor(() => expect(host.seen.visits).toEqual(['/phone-verify']));
  expect(shell.accountMemory.code()).toEqual({ ...PENDING, otpId: 'otp-3', left: 1 });
});
