import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { SettingScreen } from './setting.view.tsx';

test('[SET-01] shows login name and e-mail only where there is one', async () => {
  const { shell } = await createFakeShell();
  const { unmount } = renderIn(shell, <SettingScreen />);
  expect(screen.getByText('0901234567')).toBeInTheDocument();
  expect(screen.queryByText('Thư điện tử')).toBeNull();
  unmount();
  const { shell: other } = await createFakeShell({ user: { userName: '', email: 'chau@phr.test' } });
  renderIn(other, <SettingScreen />);
  expect(screen.getByText('chau@phr.test')).toBeInTheDocument();
  expect(screen.queryByText('Tên đăng nhập')).toBeNull();
});

test('[SET-03] [I18N-03] the language changes in place, without a reload', async () => {
  const { shell, host } = await createFakeShell();
  renderIn(shell, <SettingScreen />);
  await userEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(host.settings.get().locale).toBe('en-US');
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeInTheDocument();
});

test('[UI-04] the colour mode is chosen here', async () => {
  const { shell } = await createFakeShell();
  renderIn(shell, <SettingScreen />);
  expect(screen.getByRole('radio', { name: 'Sáng' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Tối' }));
  expect(shell.settings.colorChoice.get()).toBe('dark');
});

test('[SET-02] [SET-04] [SET-05] shows password link, device and version', async () => {
  const { shell } = await createFakeShell();
  renderIn(shell, <SettingScreen />);
  expect(screen.getByRole('link', { name: /Đổi mật khẩu/ })).toHaveAttribute('href', 'https://id.test/change');
  for (const text of ['A1B2C3D4E5F6', 'Chrome, Linux', '1.2.3']) expect(screen.getByText(text)).toBeInTheDocument();
});

test('[AUTH-21] signing out asks first', async () => {
  const { shell, seen } = await createFakeShell();
  renderIn(shell, <SettingScreen />);
  await userEvent.click(screen.getByRole('button', { name: 'Đăng xuất' }));
  expect(seen.signOuts).toBe(0);
  await userEvent.click(screen.getAllByRole('button', { name: 'Đăng xuất' }).at(-1) ?? document.body);
  expect(seen.signOuts).toBe(1);
});
