import type { Registry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { AuthStatus } from '../services/auth/auth-state.ts';
import { createFakeShell } from '../testing/fake-shell.tsx';
import { App } from './app.tsx';
import { ShellContext } from '../core/shell.tsx';

test('[UI-18] a spinner stands in the page while the token loads, and goes when it is known', async () => {
  const { shell } = await createFakeShell({ path: '/signin', auth: 'loading' });
  const status = createStore<AuthStatus>('loading');
  render(
    <ShellContext value={{ ...shell, auth: { ...shell.auth, status } }}>
      <App overlayRoot={document.body} />
    </ShellContext>,
  );
  expect(screen.getByText('Đang tải...').closest('[role="status"]')).toBeInTheDocument();
  expect(screen.queryByRole('heading')).toBeNull();
  act(() => status.set('anonymous'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Đăng nhập' })).toBeInTheDocument();
  expect(screen.queryByText('Đang tải...')).toBeNull();
});

test.each([
  ['[DEEP-05]', '/oneid-cb', 1],
  ['[DEEP-06]', '/auth-cb', 1],
  ['and nothing else does:', '/signin', 0],
])('%s %s finishes a sign-in', async (_id, path, times) => {
  window.history.replaceState(null, '', `${path}?code=c&state=s`);
  const { shell } = await createFakeShell({ path: `${path}?code=c&state=s`, auth: 'anonymous' });
  const finished: string[] = [];
  render(
    <ShellContext
      value={{
        ...shell,
        auth: {
          ...shell.auth,
          finish: async (url) => {
            finished.push(url);
            return 'handed-over';
          },
        },
      }}
    >
      <App overlayRoot={document.body} />
    </ShellContext>,
  );
  expect(
    await screen.findByRole('heading', { level: 1, name: times === 1 ? 'Đã đăng nhập' : 'Đăng nhập' }),
  ).toBeInTheDocument();
  expect(finished).toEqual(times === 1 ? [`http://localhost${path}?code=c&state=s`] : []);
  window.history.replaceState(null, '', '/');
});

describe('a link that brings people who have no account yet', () => {
  const programme: Registry = {
    schema: 1,
    publishedAt: '',
    modules: [
      {
        name: 'mfe-x',
        enabled: true,
        loadTimeoutMs: 1,
        current: {
          version: '1.0.0',
          container: 'x',
          entry: '',
          integrity: '',
          manifest: {
            name: 'mfe-x',
            contract: '^1.0.0',
            access: 'signed-in',
            calls: [],
            slots: [],
            routes: [
              {
                screen: 'enrollment',
                path: '/enrollment',
                layout: 'app',
                needsMainPatient: true,
                serves: ['programme'],
              },
            ],
          },
        },
      },
    ],
  };
  const arriveAt = async (path: string, auth: AuthStatus) => {
    const made = await createFakeShell({ path, auth, registry: programme, module: () => new Promise(() => undefined) });
    const told = import.meta.jest.spyOn(made.shell.notifications, 'show');
    render(
      <ShellContext value={made.shell}>
        <App overlayRoot={document.body} />
      </ShellContext>,
    );
    return { ...made, titles: () => told.mock.calls.map(([{ title }]) => title) };
  };
  afterEach(() => localStorage.removeItem('phr.entry'));

  test('[DEEP-04] opens the programme of its codes when signed in, and keeps them until a profile exists', async () => {
    const { host, shell } = await arriveAt('/quick-in?t=F0H&e=E1&o=O1', 'signed-in');
    await waitFor(() => expect(host.seen.visits[0]).toBe('/enrollment?e=E1&t=F0H&o=O1'));
    expect(shell.accountMemory.takeParams('0901234567')).toEqual({
      codeType: 'F0H',
      enrollmentCode: 'E1',
      orgCode: 'O1',
    });
  });

  test("[DEEP-07] a partner's is noted and said; one that lacks the programme says so", async () => {
    const partner = await arriveAt('/partner/phong-kham-7', 'signed-in');
    await waitFor(() =>
      expect(partner.titles()).toEqual([expect.stringContaining('Đã ghi nhận liên kết của đối tác')]),
    );
    expect([localStorage.getItem('phr.entry'), partner.host.seen.visits[0]]).toEqual([
      '/partner/phong-kham-7',
      '/dashboard',
    ]);
    const incomplete = await arriveAt('/quick-in?t=F0H&o=O1', 'signed-in');
    await waitFor(() => expect(incomplete.titles()).toEqual([expect.stringContaining('thiếu mã chương trình')]));
  });

  test.each(['/quick-in?t=F0H&e=E1&o=O1', '/signup?t=F0H&e=E1&o=O1', '/signin?t=F0H&e=E1&o=O1'])(
    '[DEEP-04] %s is what somebody came for who signs in from there',
    async (path) => {
      const { seen } = await arriveAt(path, 'anonymous');
      await waitFor(() => expect(seen.wanted).toContain('/quick-in?t=F0H&e=E1&o=O1'));
    },
  );
});
