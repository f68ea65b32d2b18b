import { createStore } from '@phr/contract/store';
import { act, render, screen } from '@testing-library/react';
import type { AuthStatus } from '../auth/auth.ts';
import { createFakeShell } from '../testing/fake-shell.tsx';
import { App } from './app.tsx';
import { ShellContext } from './shell.tsx';

test('[UI-18] a spinner stands in the page while the token loads, and goes when it is known', async () => {
  const { shell } = await createFakeShell({ path: '/signin', auth: 'loading' });
  const status = createStore<AuthStatus>('loading');
  render(<ShellContext value={{ ...shell, auth: { ...shell.auth, status } }}><App overlayRoot={document.body} /></ShellContext>);
  expect(screen.getByText('Đang tải...').closest('[role="status"]')).toBeInTheDocument();
  expect(screen.queryByRole('heading')).toBeNull();
  act(() => status.set('anonymous'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Đăng nhập' })).toBeInTheDocument();
  expect(screen.queryByText('Đang tải...')).toBeNull();
});
