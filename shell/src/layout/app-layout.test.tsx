import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import type { Door, Registry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../testing/fake-shell.tsx';
import { AppLayout } from './app-layout.tsx';

const draw = (
  shell: Awaited<ReturnType<typeof createFakeShell>>['shell'],
  layout: 'app' | 'app-bottom-bar' | 'onboard' | 'viewer' = 'app',
  screenName = 'help',
) =>
  renderIn(
    shell,
    <AppLayout layout={layout} screen={screenName}>
      <h1>x</h1>
    </AppLayout>,
  );

async function viewingMother(wide = true) {
  const made = await createFakeShell({ wide });
  const context = createStore({ epoch: 2, main: FAKE_MAIN, viewed: FAKE_MOTHER, family: [FAKE_MAIN, FAKE_MOTHER] });
  return { ...made, shell: { ...made.shell, patients: { ...made.shell.patients, context } } };
}

test('[HDR-01] the header has search, notifications and log out', async () => {
  const { shell } = await createFakeShell();
  draw(shell);
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: /Tìm kiếm/ })).toHaveAttribute('href', '/search');
  expect(header.getByRole('link', { name: /Thông báo/ })).toHaveAttribute('href', '/notifications');
  expect(header.getByRole('button', { name: 'Đăng xuất' })).toBeInTheDocument();
});

test("the bell has the server's count of what lasts, and this session's where the server has none", async () => {
  const { shell } = await createFakeShell();
  draw(shell);
  const bell = screen.getByRole('link', { name: /Thông báo/ });
  act(() => shell.notifications.show({ type: 'info', title: 'Đã lưu' }));
  expect(bell).toHaveAccessibleName(/1 chưa đọc/);
  act(() => shell.notifications.unread.set(3));
  expect(bell).toHaveAccessibleName(/3 chưa đọc/);
  act(() => shell.notifications.unread.set(0));
  expect(bell).not.toHaveAccessibleName(/chưa đọc/);
});

test("[HDR-02] the header's title is cut after 25 characters and keeps the whole one", async () => {
  const { shell } = await createFakeShell();
  const title = createStore('Yếu tố nguy cơ sức khỏe gia đình');
  draw({ ...shell, navigation: { ...shell.navigation, title } });
  expect(screen.getByTitle('Yếu tố nguy cơ sức khỏe gia đình')).toHaveTextContent('Yếu tố nguy cơ sức khỏe g…');
});

test('[UX-05] the skip link is first and leads to the content', async () => {
  const { shell } = await createFakeShell();
  draw(shell);
  await userEvent.tab();
  expect(document.activeElement).toHaveTextContent('Bỏ qua đến nội dung chính');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test("[UX-06] another person's record is named under the header, with the way back", async () => {
  const { shell, seen, host } = await viewingMother();
  draw(shell);
  expect(screen.getByText('Đang xem hồ sơ của NGUYỄN THỊ ÁNH (Mẹ)')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Về hồ sơ của tôi' }));
  expect(seen.views).toEqual(['patient-main']);
  expect(host.seen.visits).toEqual(['/dashboard']);
});

test('[MENU-03] the menu hides devices while another person is viewed', async () => {
  const { shell } = await createFakeShell();
  const { unmount } = draw(shell);
  expect(within(screen.getByRole('navigation', { name: 'Menu chính' })).getByText('Thiết bị')).toBeInTheDocument();
  unmount();
  draw((await viewingMother()).shell);
  expect(within(screen.getByRole('navigation', { name: 'Menu chính' })).queryByText('Thiết bị')).toBeNull();
});

test("[MENU-02] log out closes the menu's second group, after help", async () => {
  const { shell } = await createFakeShell();
  draw(shell);
  const [, account] = within(screen.getByRole('navigation', { name: 'Menu chính' })).getAllByRole('list');
  expect(
    within(account ?? document.body)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .slice(-2),
  ).toEqual(['Trợ giúp', 'Đăng xuất']);
});

test('[MENU-01] the whole menu stands beside a wide screen, and nowhere in the page of a narrow one', async () => {
  const wide = draw((await createFakeShell()).shell, 'app-bottom-bar', 'dashboard');
  expect(within(screen.getByRole('navigation', { name: 'Menu chính' })).getAllByRole('link')).toHaveLength(14);
  expect(screen.queryByRole('navigation', { name: 'Menu nhanh' })).toBeNull();
  wide.unmount();
  const { shell } = await createFakeShell({ wide: false });
  draw(shell, 'app-bottom-bar', 'dashboard');
  for (const name of ['Lối chính', 'Menu chính']) expect(screen.queryByRole('navigation', { name })).toBeNull();
});

test('[MENU-01] the head of each screen of a phone opens the whole menu; what is chosen closes it', async () => {
  const { shell } = await createFakeShell({ wide: false });
  draw(shell);
  await userEvent.click(screen.getByRole('button', { name: 'Menu chính' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Menu chính' }));
  expect(sheet.getAllByRole('link')).toHaveLength(14);
  await userEvent.click(sheet.getByRole('link', { name: 'Quyền riêng tư' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Menu chính' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Đăng xuất' }));
  expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
});

test('[DASH-13] scan, devices and settings stand above the doors only on the screens of table T2', async () => {
  const { shell } = await createFakeShell({ wide: false });
  const { unmount } = draw(shell, 'app-bottom-bar');
  const bar = () => within(screen.getByRole('navigation', { name: 'Menu nhanh' }));
  const doors = ['Hôm nay', 'Chỉ số', 'Hồ sơ', 'Gia đình'];
  const links = () =>
    bar()
      .getAllByRole('link')
      .map((link) => link.textContent);
  expect(links()).toEqual(['Quét mã QR', 'Thiết bị', 'Cài đặt', ...doors]);
  unmount();
  const { unmount: away } = draw(shell, 'app');
  expect(links()).toEqual(doors);
  expect(bar().getByRole('button', { name: 'Thêm' })).toBeInTheDocument();
  away();
  const { unmount: gone } = draw(shell, 'onboard');
  expect(screen.queryByRole('navigation')).toBeNull();
  gone();
  draw(shell, 'viewer');
  expect(screen.queryByRole('navigation')).toBeNull();
});

/** A registry with one module at that door; `own` is the door of its second screen. */
const registryWith = (door: Door, own: Door | 'none'): Registry => ({
  schema: 1,
  publishedAt: '',
  modules: [
    {
      name: 'mfe-sixth',
      enabled: true,
      loadTimeoutMs: 8_000,
      current: {
        version: '1.0.0',
        container: 'mfe_sixth',
        entry: '',
        integrity: '',
        manifest: {
          name: 'mfe-sixth',
          contract: '^1.0.0',
          access: 'signed-in',
          calls: [],
          slots: [],
          door,
          routes: [
            { screen: 'sixth', path: '/sixth/:id', layout: 'app', needsMainPatient: true },
            { screen: 'sixth-other', path: '/other', layout: 'app', needsMainPatient: true, door: own },
            { screen: 'record', path: '/record', layout: 'app', needsMainPatient: true },
          ],
        },
      },
    },
  ],
});

const marked = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .queryAllByText((_text, element) => element?.hasAttribute('aria-current') === true)
    .map((link) => [link.textContent, link.getAttribute('aria-current')]);

test.each([
  ['/dashboard', [['Hôm nay', 'page']]],
  ['/create-related-profile', [['Gia đình', 'true']]],
  ['/patient-qrs', [['Thêm', 'true']]],
  ['/record', [['Hồ sơ', 'page']]],
  ['/sixth/7', [['Hồ sơ', 'true']]],
  ['/other', [['Chỉ số', 'true']]],
  ['/setting', []],
])('on %s the doors of both widths mark where that is, by what the module says itself', async (path, expected) => {
  for (const [wide, name] of [
    [false, 'Menu nhanh'],
    [true, 'Lối chính'],
  ] as const) {
    const { shell } = await createFakeShell({ path, wide, registry: registryWith('record', 'readings') });
    const { unmount } = draw(shell);
    expect(marked(name)).toEqual(expected);
    unmount();
  }
});

test('a screen may stand under no door though its module stands under one', async () => {
  const { shell } = await createFakeShell({ path: '/other', wide: false, registry: registryWith('record', 'none') });
  draw(shell);
  expect(marked('Menu nhanh')).toEqual([]);
});

test('the doors make room for the keyboard, and stay away until the press that left the field has ended', async () => {
  const { shell } = await createFakeShell({ wide: false });
  renderIn(
    shell,
    <AppLayout layout="app" screen="help">
      <input aria-label="tên" />
      <input type="checkbox" aria-label="đồng ý" />
      <button type="button">Lưu</button>
    </AppLayout>,
  );
  const bar = screen.getByRole('navigation', { name: 'Menu nhanh' });
  await userEvent.click(screen.getByRole('checkbox'));
  expect(bar).not.toHaveAttribute('data-typing');
  await userEvent.click(screen.getByRole('textbox'));
  expect(bar).toHaveAttribute('data-typing');
  const user = userEvent.setup();
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Lưu' }) });
  expect(screen.getByRole('button', { name: 'Lưu' })).toHaveFocus();
  expect(bar).toHaveAttribute('data-typing');
  await user.pointer({ keys: '[/MouseLeft]' });
  expect(bar).not.toHaveAttribute('data-typing');
});

test.each([
  ['Menu nhanh', false],
  ['Lối chính', true],
])('the middle door of "%s" opens the sheet of what can be added', async (name, wide) => {
  const { shell } = await createFakeShell({ wide });
  draw(shell);
  await userEvent.click(within(screen.getByRole('navigation', { name })).getByRole('button', { name: 'Thêm' }));
  const sheet = await screen.findByRole('dialog', { name: 'Thêm' });
  await userEvent.click(within(sheet).getByRole('button', { name: 'Đóng' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the row above the doors slides away while a person scrolls down and comes back with a scroll up', async () => {
  const { shell } = await createFakeShell({ wide: false });
  draw(shell, 'app-bottom-bar');
  const row = screen.getByRole('link', { name: 'Quét mã QR' }).parentElement;
  const scrollTo = (top: number) => {
    Object.assign(window, { scrollY: top });
    act(() => {
      window.dispatchEvent(new Event('scroll'));
    });
  };
  scrollTo(200);
  expect(row).toHaveAttribute('data-away');
  scrollTo(195);
  expect(row).toHaveAttribute('data-away');
  scrollTo(100);
  expect(row).not.toHaveAttribute('data-away');
  scrollTo(0);
});

test('[AUTH-21] logging out asks first', async () => {
  const { shell, seen } = await createFakeShell();
  draw(shell);
  await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Đăng xuất' }));
  expect(seen.signOuts).toBe(0);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Đăng xuất' }));
  expect(seen.signOuts).toBe(1);
});

test('[UX-06] whose record it is stands in the header once its line has gone out of view', async () => {
  const { shell } = await viewingMother();
  draw(shell, 'app');
  const header = within(screen.getByRole('banner'));
  expect(screen.getByText(/^Đang xem hồ sơ của/)).toBeInTheDocument();
  const chip = () => header.queryByText(new RegExp(`^Mẹ · `));
  expect(chip()).toBeNull();
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 49 });
  act(() => void window.dispatchEvent(new Event('scroll')));
  expect(chip()).toBeInTheDocument();
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 });
  act(() => void window.dispatchEvent(new Event('scroll')));
  expect(chip()).toBeNull();
});

test('while the frame is drawn nobody asks where the page is scrolled to: it would be laid out for that', async () => {
  const asked = import.meta.jest.fn(() => 0);
  Object.defineProperty(window, 'scrollY', { configurable: true, get: asked });
  draw((await createFakeShell({ wide: false })).shell, 'app-bottom-bar');
  expect(asked).not.toHaveBeenCalled();
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 });
});

test('[UX-08] the bars say how high they are, also when that changes, and nothing once they are gone', async () => {
  const { jest } = import.meta;
  const watched = new Map<Element, () => void>();
  Object.assign(globalThis, {
    ResizeObserver: class {
      readonly #told: () => void;
      constructor(told: () => void) {
        this.#told = told;
      }
      observe(bar: Element) {
        watched.set(bar, this.#told);
      }
      disconnect() {
        /* notices are cleared */
      }
    },
  });
  let height = 57;
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height);
  const { style } = document.documentElement;
  const heights = () => [style.getPropertyValue('--sticky-top'), style.getPropertyValue('--sticky-bottom')];
  const tell = () => watched.forEach((told) => told());

  const { shell } = await viewingMother(false);
  const { unmount } = draw(shell, 'app-bottom-bar');
  expect(
    [...watched.keys()].map(
      (bar) =>
        bar.contains(screen.getByRole('banner')) || bar === screen.getByRole('navigation', { name: 'Menu nhanh' }),
    ),
  ).toEqual([true, true]);
  tell();
  expect(heights()).toEqual(['57px', '57px']);
  height = 154;
  tell();
  expect(heights()).toEqual(['154px', '154px']);
  unmount();
  expect(heights()).toEqual(['', '']);
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'ResizeObserver');
});
