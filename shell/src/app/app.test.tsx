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

test.each([['[DEEP-05]', '/oneid-cb', 1], ['[DEEP-06]', '/auth-cb', 1], ['and nothing else does:', '/signin', 0]])('%s %s finishes a sign-in', async (_id, path, times) => {
  window.history.replaceState(null, '', `${path}?code=c&state=s`);
  const { shell } = await createFakeShell({ path: `${path}?code=c&state=s`, auth: 'anonymous' });
  const finished: string[] = [];
  render(<ShellContext value={{ ...shell, auth: { ...shell.auth, finish: async (url) => { finished.push(url); return 'handed-over'; } } }}><App overlayRoot={document.body} /></ShellContext>);
  expect(await screen.findByRole('heading', { level: 1, name: times === 1 ? 'Đã đăng nhập' : 'Đăng nhập' })).toBeInTheDocument();
  expect(finished).toEqual(times === 1 ? [`http://localhost${path}?code=c&state=s`] : []);
  window.history.replaceState(null, '', '/');
});
