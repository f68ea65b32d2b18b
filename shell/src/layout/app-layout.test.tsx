import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { createStore } from '@phr/contract/store';
import { screen, within } from '@testing-library/react';
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

async function viewingMother() {
  const made = await createFakeShell();
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
  expect(screen.getByText('Đang xem hồ sơ của NGUYỄN THỊ ÁNH (Mẹ ruột)')).toBeInTheDocument();
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

test('[MENU-01] on the dashboard the whole menu stands in the page too, for narrow screens', async () => {
  const { shell } = await createFakeShell();
  draw(shell, 'app-bottom-bar', 'dashboard');
  const [, inPage] = screen.getAllByRole('navigation', { name: 'Menu chính' });
  expect(within(inPage ?? document.body).getAllByRole('link')).toHaveLength(14);
});

test('[DASH-13] the bottom bar stands only on the screens of table T2', async () => {
  const { shell } = await createFakeShell();
  const { unmount } = draw(shell, 'app-bottom-bar');
  expect(screen.getByRole('navigation', { name: 'Menu nhanh' })).toBeInTheDocument();
  unmount();
  draw(shell, 'onboard');
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('[AUTH-21] logging out asks first', async () => {
  const { shell, seen } = await createFakeShell();
  draw(shell);
  await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Đăng xuất' }));
  expect(seen.signOuts).toBe(0);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Đăng xuất' }));
  expect(seen.signOuts).toBe(1);
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
        /* nothing is told any more */
      }
    },
  });
  let height = 57;
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height);
  const { style } = document.documentElement;
  const heights = () => [style.getPropertyValue('--sticky-top'), style.getPropertyValue('--sticky-bottom')];
  const tell = () => watched.forEach((told) => told());

  const { shell } = await viewingMother();
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
