import { fireEvent, screen } from '@testing-library/react';
import { createFakeShell, renderIn } from '../testing/fake-shell.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { Screen } from './screen.tsx';

const Family = () => (
  <Screen title="Sức khỏe gia đình">
    <p>Có ba người</p>
  </Screen>
);

test('[UX-24] a screen whose file fails to load says so, and offers a retry and then a reload', async () => {
  let isDown = true;
  const Own = lazyScreen(
    async () => {
      if (isDown) throw new Error('Loading chunk failed');
      return Family;
    },
    <p>Đang tải</p>,
  );
  const { shell, seen } = await createFakeShell({ path: '/family' });
  renderIn(
    shell,
    <>
      <nav>Menu</nav>
      <Own />
    </>,
  );
  expect(screen.getByText('Đang tải')).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('Không tải được phần này');
  expect(screen.getByRole('heading', { level: 1, name: 'Gia đình' })).toBeInTheDocument();
  expect(screen.getByRole('navigation')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Tải lại trang' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Tải lại trang' }));
  expect(seen.appReloads).toBe(1);
  expect(screen.getByText(/SHELL-NETWORK/)).toBeInTheDocument();
  isDown = false;
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('Có ba người')).toBeInTheDocument();
});
