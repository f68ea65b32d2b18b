import type { RouteLocation } from '@phr/contract/host-api';
import type { Registry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PatientState } from '../services/patient/patient.model.ts';
import { boardVisit } from '../core/board-visit.ts';
import { createFakeShell, type FakeShellOptions, renderIn } from '../testing/fake-shell.tsx';
import { SignedIn } from './signed-in.tsx';

/** With a token the path is a shell screen in this frame, with this title. */
async function isOwnScreen(path: string, title: string, layout = 'app', options: FakeShellOptions = {}) {
  const { shell } = await createFakeShell({
    ...options,
    path,
    respond: () => ({ resourceType: 'Patient', id: 'patient-main', name: [{ text: 'TRẦN MINH CHÂU' }] }),
  });
  const found = shell.routes.get().find(path);
  if (found === undefined) throw new Error(`no route ${path}`);
  expect(found.route).toMatchObject({ set: 'in', layout });
  expect(found.route.module).toBeUndefined();
  renderIn(shell, <SignedIn decision={{ kind: 'show', ...found }} overlayRoot={document.body} />);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(screen.getByRole('banner')).toBeInTheDocument();
}

test('[ROUTE-12] family is a screen of the shell', () => isOwnScreen('/family', 'Gia đình'));
test('[ROUTE-13] profile is a screen of the shell', () => isOwnScreen('/profile', 'Hồ sơ cá nhân'));
test('[ROUTE-15] create-profile is a screen of the shell', () =>
  isOwnScreen('/create-profile', 'Tạo hồ sơ', 'onboard', { patient: 'missing', details: [] }));
test('[ROUTE-16] create-related-profile is a screen of the shell', () =>
  isOwnScreen('/create-related-profile', 'Thêm thành viên gia đình'));
test('[ROUTE-24] form-example is a screen of the shell', () => isOwnScreen('/form-example', 'Biểu mẫu minh họa'));
test('[ROUTE-25] component-example is a screen of the shell', () =>
  isOwnScreen('/component-example', 'Thành phần minh họa'));
test('[ROUTE-81] setting is a screen of the shell', () => isOwnScreen('/setting', 'Cài đặt', 'app-bottom-bar'));

const release = (
  name: string,
  slots: Registry['modules'][number]['current']['manifest']['slots'] = [],
): Registry['modules'][number] => ({
  name,
  enabled: true,
  loadTimeoutMs: 8_000,
  current: {
    version: '1.0.0',
    container: name,
    entry: '',
    integrity: '',
    manifest: {
      name,
      contract: '^1.0.0',
      access: 'signed-in',
      calls: [],
      routes: [{ screen: name, path: `/of-${name}`, layout: 'app', needsMainPatient: true }],
      slots,
    },
  },
});

test.each([
  ['/of-mfe-x', ['mfe-x/app']],
  // the top place and the sources of today; the rest loads when near
  ['/dashboard', ['mfe-x/a', 'mfe-y/today']],
  // The carers' board asks the same sources.
  ['/family', ['mfe-y/today']],
  ['/help', []],
])('while account and patient are read, the parts of modules of %s are on their way', async (path, modules) => {
  const registry: Registry = {
    schema: 1,
    publishedAt: '',
    modules: [
      release('mfe-x', [
        { slot: 'a', place: 'dashboard.main', order: 1 },
        { slot: 'b', place: 'dashboard.side', order: 1 },
      ]),
      release('mfe-y', [
        { slot: 'c', place: 'dashboard.main', order: 2 },
        { slot: 'today', place: 'today.signals', order: 2, source: true, text: { 'vi-VN': 'Y' } },
      ]),
    ],
  };
  const { shell, seen } = await createFakeShell({ path, patient: 'loading', registry });
  renderIn(shell, <SignedIn decision={{ kind: 'wait' }} overlayRoot={document.body} />);
  expect(seen.preloads).toEqual(modules);
});

describe('[DEEP-09] a link that names the person whose record it is in', () => {
  const registry: Registry = {
    schema: 1,
    publishedAt: '',
    modules: [
      {
        ...release('mfe-x'),
        current: {
          ...release('mfe-x').current,
          manifest: {
            ...release('mfe-x').current.manifest,
            routes: [{ screen: 'consent', path: '/consent/:id?/:p?', layout: 'app', needsMainPatient: true }],
          },
        },
      },
    ],
  };
  const open = async (personId: string, options: FakeShellOptions = {}) => {
    const path = `/consent/c/${personId}`;
    const made = await createFakeShell({ path, registry, ...options });
    const told = import.meta.jest.spyOn(made.shell.notifications, 'show');
    const found = made.shell.routes.get().find(path);
    if (found === undefined) throw new Error(`no route ${path}`);
    renderIn(made.shell, <SignedIn decision={{ kind: 'show', ...found }} overlayRoot={document.body} />);
    return { ...made, told };
  };

  test('opens her record and says so, once', async () => {
    const { seen, told } = await open(FAKE_MOTHER.id);
    expect(seen.views).toEqual([FAKE_MOTHER.id]);
    expect(told.mock.calls.map(([{ title }]) => title)).toEqual([
      expect.stringContaining('Đang xem hồ sơ của NGUYỄN THỊ ÁNH'),
    ]);
    expect(screen.queryByText('Bạn không có quyền truy cập')).toBeNull();
  });

  test('leaves a record that is open already as it is', async () => {
    const { seen, told } = await open('patient-main');
    expect([seen.views, told.mock.calls]).toEqual([[], []]);
  });

  test('says that access is restricted where the account may not see her, and opens nothing', async () => {
    const { seen } = await open('somebody');
    expect(await screen.findByRole('alert')).toHaveTextContent('Bạn không có quyền truy cập');
    expect(seen.views).toEqual([]);
  });

  test('waits for the family before it says so', async () => {
    const { shell } = await createFakeShell();
    const details = shell.patients.state.get().details.slice(0, 1);
    const made = await createFakeShell({ path: '/consent/c/somebody', registry });
    const found = made.shell.routes.get().find('/consent/c/somebody');
    if (found === undefined) throw new Error('no route');
    const patients = {
      ...made.shell.patients,
      state: createStore<PatientState>({ status: 'ready', details, family: 'loading' }),
    };
    renderIn(
      { ...made.shell, patients },
      <SignedIn decision={{ kind: 'show', ...found }} overlayRoot={document.body} />,
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the address of a screen names the person while another record is on screen (R-H5)', () => {
  const draw = async (path: string, viewed = FAKE_MAIN) => {
    const made = await createFakeShell({ path, respond: () => ({ resourceType: 'Bundle', type: 'searchset' }) });
    const { pathname, search } = new URL(path, 'https://phr.test');
    const location = createStore<RouteLocation>({ pathname, search, hash: '', key: '1', action: 'POP' });
    const context = createStore({ epoch: 2, main: FAKE_MAIN, viewed, family: [FAKE_MAIN, FAKE_MOTHER] });
    const told = import.meta.jest.spyOn(made.shell.notifications, 'show');
    const names: string[] = [];
    const rename = (named: string) => {
      names.push(named);
      location.set({ ...location.get(), search: new URL(named, 'https://phr.test').search });
    };
    const shell = {
      ...made.shell,
      patients: { ...made.shell.patients, context },
      navigation: { ...made.shell.navigation, location, rename },
    };
    const found = shell.routes.get().find(pathname);
    if (found === undefined) throw new Error(`no route ${path}`);
    renderIn(shell, <SignedIn decision={{ kind: 'show', ...found }} overlayRoot={document.body} />);
    return { ...made, names, told, location };
  };

  test('an address without a person gets her, once, and the screen stays as it is', async () => {
    const { names } = await draw('/family?tab=1', FAKE_MOTHER);
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(names).toEqual([`/family?tab=1&p=${FAKE_MOTHER.id}`]);
    expect(heading).toBeInTheDocument();
  });

  test("the own record's address, and that of a screen that is of no record, name nobody", async () => {
    expect((await draw('/family')).names).toEqual([]);
    expect((await draw('/notifications', FAKE_MOTHER)).names).toEqual([]);
  });

  test('a copied address opens the record of a relative and says so', async () => {
    const { seen, told } = await draw(`/family?p=${FAKE_MOTHER.id}`);
    expect(seen.views).toEqual([FAKE_MOTHER.id]);
    expect(told.mock.calls).toHaveLength(1);
  });

  test('the record of somebody else stays shut: the page says that access is restricted, not that it is gone', async () => {
    const { seen } = await draw('/family?p=somebody');
    expect(await screen.findByRole('alert')).toHaveTextContent('Bạn không có quyền truy cập');
    expect(seen.views).toEqual([]);
  });

  test('behind a form that was opened from the board it is asked where to go on, not in the form itself', async () => {
    const visit = { patientId: FAKE_MOTHER.id, pathname: '/notifications' };
    const asked = () => screen.queryByText(`Bạn đang ở hồ sơ của ${FAKE_MOTHER.name}`);
    boardVisit.set(visit);
    const { location } = await draw('/family', FAKE_MOTHER);
    await waitFor(() => expect(asked()).toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Ở lại' }));
    expect(asked()).toBeNull();
    act(() => location.set({ ...location.get(), pathname: '/notifications', key: '2' }));
    act(() => boardVisit.set(visit));
    expect(asked()).toBeNull();
    act(() => boardVisit.set(undefined));
  });

  test('each address that names a person opens her record, also after another one was opened by hand', async () => {
    const { seen, location } = await draw('/family');
    const go = (search: string) => act(() => location.set({ ...location.get(), search, key: search }));
    go(`?p=${FAKE_MOTHER.id}`);
    go('');
    go(`?p=${FAKE_MOTHER.id}`);
    expect(seen.views).toEqual([FAKE_MOTHER.id, FAKE_MOTHER.id]);
  });
});

test("[MENU-04] a screen of the owner says so in a relative's record, and opens in the owner's own", async () => {
  const { shell, seen } = await createFakeShell({ path: '/family' });
  const found = shell.routes.get().find('/family');
  if (found === undefined) throw new Error('no route');
  const context = createStore({ epoch: 2, main: FAKE_MAIN, viewed: FAKE_MOTHER, family: [FAKE_MAIN, FAKE_MOTHER] });
  const route = { ...found.route, screen: 'medical-devices' };
  const relative = { ...shell, patients: { ...shell.patients, context } };
  renderIn(relative, <SignedIn decision={{ kind: 'own-only', route }} overlayRoot={document.body} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Thiết bị y tế' })).toBeInTheDocument();
  expect(screen.getByText(new RegExp(`đang xem hồ sơ của ${FAKE_MOTHER.name}`))).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Mở trong hồ sơ của tôi' }));
  expect(seen.views).toEqual([FAKE_MAIN.id]);
});
