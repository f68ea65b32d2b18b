import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CallbackOutcome } from '../../services/auth/signin-flow.ts';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { CallbackScreen } from './callback.view.tsx';

const { jest } = import.meta;

async function open(outcome: CallbackOutcome) {
  const { shell, host } = await createFakeShell({ path: '/auth-cb?code=secret&state=s', auth: 'loading' });
  const finished: string[] = [];
  renderIn(
    {
      ...shell,
      auth: {
        ...shell.auth,
        finish: async (url) => {
          finished.push(url);
          return outcome;
        },
      },
    },
    <CallbackScreen />,
  );
  return { host, finished };
}

test('[AUTH-11] in a sign-in window the success view lets the person close it', async () => {
  const close = jest.spyOn(window, 'close').mockImplementation(() => undefined);
  await open('handed-over');
  expect(await screen.findByRole('heading', { level: 1, name: 'Đã đăng nhập' })).toBeInTheDocument();
  expect(screen.getByText('Đăng nhập thành công. Bạn có thể đóng cửa sổ này.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Đóng cửa sổ' }));
  expect(close).toHaveBeenCalledTimes(1);
  close.mockRestore();
});

test('a failed callback leads to the sign-in screen; its code is used once and leaves the address', async () => {
  const { host, finished } = await open('not-signed-in');
  expect(await screen.findByRole('status')).toBeInTheDocument();
  expect(finished).toHaveLength(1);
  expect(host.seen.visits.join(' ')).not.toContain('secret');
  expect(host.navigation.location.get().pathname).toBe('/signin');
});
