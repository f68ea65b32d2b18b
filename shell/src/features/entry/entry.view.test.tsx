import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { localStore, tabStore } from '../../services/host/storage.ts';
import { createFakeShell, type FakeShellOptions, renderIn } from '../../testing/fake-shell.tsx';
import { PartnerScreen, UtmScreen } from './entry.view.tsx';
import { RegisterOrgScreen } from './register-org.view.tsx';

beforeEach(() => {
  localStore.remove('phr.entry');
  tabStore.remove('phr.utm');
});

test("[DEEP-07] [ROUTE-09] a partner's link is kept as the entry point and leads to sign-in", async () => {
  const { shell, host } = await createFakeShell({ auth: 'anonymous', path: '/partner/clinic-7' });
  renderIn(shell, <PartnerScreen />);
  expect(localStore.get('phr.entry')).toBe('/partner/clinic-7');
  expect(host.seen.visits).toEqual(['/signin']);
});

test('a partner that no code looks like is not kept', async () => {
  const { shell, host } = await createFakeShell({
    auth: 'anonymous',
    path: `/partner/${encodeURIComponent('//evil.test')}`,
  });
  renderIn(shell, <PartnerScreen />);
  expect(localStore.get('phr.entry')).toBeUndefined();
  expect(host.seen.visits).toEqual(['/signin']);
});

const PARTS = ['zalo', 'post', 'tet', 'suc-khoe', 'banner', '42'];
const NAMES = ['source', 'medium', 'campaign', 'term', 'content', 'id'];
test.each([0, 1, 2, 3, 4, 5, 6])(
  "[DEEP-02] [ROUTE-10] a campaign's link with %i parts is kept for the session and leads on",
  async (count) => {
    const path = ['/utm', ...PARTS.slice(0, count)].join('/');
    const { shell, host } = await createFakeShell({ path });
    expect(shell.routes.get().find(path)?.params).toEqual(
      Object.fromEntries(NAMES.slice(0, count).map((name, at) => [name, PARTS[at]])),
    );
    renderIn(shell, <UtmScreen />);
    expect(tabStore.get('phr.utm')).toBe(path);
    expect(host.seen.visits).toEqual(['/']);
  },
);

async function openOrg(options: FakeShellOptions) {
  const made = await createFakeShell(options);
  renderIn(made.shell, <RegisterOrgScreen />);
  return made;
}

test('[ROUTE-06] [SIGN-18] signed out, the link is kept for the next new account and for after sign-in', async () => {
  const { shell, host, seen } = await openOrg({ auth: 'anonymous', path: '/register-org/7/8/SS' });
  expect(screen.getByRole('link', { name: 'Tạo tài khoản' })).toHaveAttribute('href', '/signup');
  expect(shell.accountMemory.entry()).toEqual({
    registerOrg: '7',
    sharedOrg: '8',
    codeType: 'SS',
    encounterType: 'SS',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Đăng nhập' }));
  expect(seen.wanted).toEqual(['/register-org/7/8/SS']);
  expect(host.seen.visits).toEqual(['/signin']);
});

test('[ROUTE-06] signed in: the organisation of the link is confirmed next', async () => {
  const { shell, host } = await createFakeShell({ path: '/register-org/7/8/SS' });
  const went: unknown[] = [];
  renderIn(
    {
      ...shell,
      navigation: {
        ...shell.navigation,
        go: (...step) => {
          went.push(step);
        },
      },
    },
    <RegisterOrgScreen />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  expect(went).toEqual([['organisation', { ro: '7', so: '8', encounterType: 'SS' }]]);
  expect(host.seen.visits).toEqual([]);
});

test('[SIGN-18] signed in without a profile: what the link said waits for the profile', async () => {
  const { shell, host } = await openOrg({ path: '/register-org/7', patient: 'missing', details: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  expect(host.seen.visits).toEqual(['/confirm-create-profile']);
  expect(shell.accountMemory.takeParams('0901234567')).toEqual({ registerOrg: '7' });
});

test("[ORG-01] [CALL-81] without an organisation offers the providers in the answer's order, newest first", async () => {
  const organization = (id: string, name: string) => ({
    resource: { resourceType: 'Organization', id, name, address: [{ text: 'Hà Nội' }] },
  });
  const { shell, host } = await createFakeShell({
    path: '/register-org',
    respond: () => ({
      resourceType: 'Bundle',
      type: 'searchset',
      entry: [organization('7', 'Bệnh viện X'), organization('8', 'Phòng khám Y')],
    }),
  });
  const went: unknown[] = [];
  renderIn(
    {
      ...shell,
      navigation: {
        ...shell.navigation,
        go: (...step) => {
          went.push(step);
        },
      },
    },
    <RegisterOrgScreen />,
  );
  await screen.findByRole('button', { name: 'Đăng ký: Phòng khám Y' });
  expect(
    screen.getAllByRole('button', { name: /^Đăng ký:/ }).map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Đăng ký: Bệnh viện X', 'Đăng ký: Phòng khám Y']);
  await userEvent.click(screen.getByRole('button', { name: 'Đăng ký: Phòng khám Y' }));
  expect(host.seen.requests).toMatchObject([
    { service: 'fhir', path: '/Organization', query: { type: 'prov', _sort: '-_lastUpdated' } },
  ]);
  expect(went).toEqual([['organisation', { ro: '8' }]]);
});

test('a list that does not come says so and is tried again', async () => {
  let calls = 0;
  await openOrg({
    path: '/register-org',
    respond: () => {
      calls += 1;
      return calls === 1 ? undefined : { resourceType: 'Bundle', type: 'searchset', entry: [] };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Thử lại' }));
  await waitFor(() => expect(screen.getByText('Chưa có cơ sở y tế nhận đăng ký')).toBeInTheDocument());
});
