import { act, screen, within } from '@testing-library/react';
import { BareLayout } from '../../layout/bare-layout.tsx';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { SigninScreen } from './signin.view.tsx';

const { jest } = import.meta;
let isOnline = true;
const setNetwork = (online: boolean) =>
  act(() => {
    isOnline = online;
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  });
beforeAll(() => {
  Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true });
});
afterEach(() => {
  isOnline = true;
  jest.useRealTimers();
});

test('[UX-27] opened without a network the app says what it needs, shows no failure, goes on by itself', async () => {
  isOnline = false;
  const { shell, seen, signin } = await createFakeShell({
    auth: 'anonymous',
    signin: { ready: false, open: false, problem: 'unreachable' },
  });
  renderIn(
    shell,
    <BareLayout>
      <SigninScreen />
    </BareLayout>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Cần có mạng để mở hồ sơ' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '115' })).toBeInTheDocument();
  expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument();
  expect(shell.notifications.toaster.toasts()).toEqual([]);
  const before = seen.prepared;
  setNetwork(true);
  expect(seen.prepared).toBe(before + 1);
  act(() => signin.set({ ready: true, open: false }));
  expect(screen.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
});

test('[ERR-08] retries an unreachable identity service after 5, 10 and 20 seconds, until it answers', async () => {
  const { shell, seen, signin } = await createFakeShell({
    auth: 'anonymous',
    signin: { ready: false, open: false, problem: 'unreachable' },
  });
  jest.useFakeTimers();
  renderIn(
    shell,
    <BareLayout>
      <SigninScreen />
    </BareLayout>,
  );
  const before = seen.prepared;
  for (const [seconds, tries] of [
    [5, 1],
    [10, 2],
    [20, 3],
  ] as const) {
    act(() => {
      jest.advanceTimersByTime(seconds * 1_000);
    });
    expect(seen.prepared - before).toBe(tries);
  }
  act(() => signin.set({ ready: true, open: false }));
  act(() => {
    jest.advanceTimersByTime(120_000);
  });
  expect(seen.prepared - before).toBe(3);
});
