import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { InAppBrowserBlock } from './in-app-browser.view.tsx';

const ZALO = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 Zalo android/12100';

async function draw(production: boolean, userAgent: string) {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  const { shell } = await createFakeShell();
  renderIn({ ...shell, config: { ...shell.config, production, inAppBrowsers: ['Zalo'] } }, <InAppBrowserBlock />);
  return shell;
}

test('[BLK-01] [BLK-02] in a messaging app a modal names the two steps and copies the link', async () => {
  const shell = await draw(true, ZALO);
  const user = userEvent.setup();
  const dialog = screen.getByRole('alertdialog', { name: 'Vui lòng mở ứng dụng trong trình duyệt' });
  expect(dialog).toHaveTextContent(/Bước 1: Sao chép liên kết bên dưới.*Bước 2: Mở trình duyệt và dán liên kết/s);
  expect(dialog.className).toMatch(/full/);
  // it cannot be dismissed
  await user.keyboard('{Escape}');
  expect(dialog).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sao chép liên kết' }));
  expect(await navigator.clipboard.readText()).toBe(document.location.href);
  expect(shell.notifications.all.get()).toMatchObject([{ type: 'success', title: 'Đã sao chép' }]);
});

test('[BLK-02] a browser that does not let the link be copied says so, and how it is copied by hand', async () => {
  const shell = await draw(true, ZALO);
  const user = userEvent.setup();
  const { jest } = import.meta;
  const refused = jest
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'Sao chép liên kết' }));
  expect(shell.notifications.all.get()).toMatchObject([
    { type: 'error', title: 'Chưa sao chép được', description: 'Hãy nhấn giữ liên kết ở bước 1 rồi chọn sao chép.' },
  ]);
  refused.mockRestore();
});

test.each([
  ['outside of the production site', false, ZALO],
  ['in a normal browser', true, 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36'],
] as const)('[BLK-03] %s the modal does not show', async (_where, production, userAgent) => {
  await draw(production, userAgent);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
