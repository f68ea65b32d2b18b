import { AppError } from '@phr/contract/app-error';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { sealedDevice } from '../../services/host/sealed-texts.ts';
import { localStore } from '../../services/host/storage.ts';
import { SettingScreen } from './setting.view.tsx';

test('[SET-01] shows login name and e-mail only where there is one', async () => {
  const { shell } = await createFakeShell();
  const { unmount } = renderIn(shell, <SettingScreen />);
  expect(screen.getByText('0901234567')).toBeInTheDocument();
  expect(screen.queryByText('Email')).toBeNull();
  unmount();
  const { shell: other } = await createFakeShell({ user: { userName: '', email: 'chau@phr.test' } });
  renderIn(other, <SettingScreen />);
  expect(screen.getByText('chau@phr.test')).toBeInTheDocument();
  expect(screen.queryByText('Tên đăng nhập')).toBeNull();
});

test('[SET-03] [I18N-03] the language changes in place, without a reload', async () => {
  const { shell, host } = await createFakeShell();
  renderIn(shell, <SettingScreen />);
  expect(
    within(screen.getByRole('combobox', { name: 'Ngôn ngữ' }))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Tiếng Việt', 'English']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ngôn ngữ' }), 'English');
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
  expect(screen.getByRole('link', { name: /Đổi mật khẩu/ })).toHaveAttribute(
    'href',
    'https://id.test/change?ui_locales=vi-VN&lang=vi',
  );
  expect(screen.getByRole('link', { name: /Thiết bị đang đăng nhập/ })).toHaveAttribute(
    'href',
    'https://id.test/sessions?ui_locales=vi-VN&lang=vi',
  );
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

test('[GLU-02] the unit of glucose takes effect at once and is kept for the device', async () => {
  const { shell, host, seen } = await createFakeShell();
  renderIn(shell, <SettingScreen />);
  await userEvent.click(screen.getByRole('radio', { name: 'mg/dL' }));
  expect(host.settings.get().glucoseUnit).toBe('mg/dL');
  expect(seen.saved).toEqual([{ GLUCOSE_UNIT: 'mg/dL' }]);
});

test('[GLU-02] a unit that could not be kept is told', async () => {
  const { shell } = await createFakeShell();
  const save = async () => {
    throw new AppError({ code: 'UNAVAILABLE', httpStatus: 503 });
  };
  renderIn({ ...shell, deviceProperties: { ...shell.deviceProperties, save } }, <SettingScreen />);
  await userEvent.click(screen.getByRole('radio', { name: 'mg/dL' }));
  await waitFor(() => expect(shell.notifications.all.get()).toMatchObject([{ type: 'error' }]));
});

describe('a shared device', () => {
  const checkbox = () => screen.getByRole('checkbox', { name: /Đây là thiết bị dùng chung/ });
  afterEach(() => {
    localStore.remove('phr.shared');
  });

  test('[UX-27] forgets whom it showed, and the session ends: the next one is of a shared device', async () => {
    sealedDevice.set('phr.context.patient-main', 'patient-mother');
    const { shell, seen } = await createFakeShell();
    renderIn(shell, <SettingScreen />);
    await userEvent.click(checkbox());
    expect(seen.signOuts).toBe(1);
    expect(sealedDevice.get('phr.context.patient-main')).toBeUndefined();
    expect(localStore.get('phr.shared')).toBe('1');
  });

  test('waits until everything entered was sent', async () => {
    const { shell, host, seen } = await createFakeShell();
    host.waiting.set([
      {
        id: 'w',
        module: 'mfe-vitals',
        patientId: 'patient-main',
        title: 'Huyết áp 128/82 mmHg',
        at: '2026-11-25T10:00:00Z',
        state: 'waiting',
        body: {},
      },
    ]);
    renderIn(shell, <SettingScreen />);
    await userEvent.click(checkbox());
    expect(screen.getByRole('alert')).toHaveTextContent('Có 1 mục chưa gửi');
    expect(checkbox()).not.toBeChecked();
    expect(localStore.get('phr.shared')).toBeUndefined();
    expect(seen.signOuts).toBe(0);
  });
});

test('which indexes the monitor of vital signs shows is chosen here and kept for this device', async () => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  const { shell, seen } = await createFakeShell({
    path: '/setting?show=monitor',
    properties: { status: 'ready', values: { LATEST_INDEXES: '["29463-7"]' } },
  });
  renderIn(shell, <SettingScreen />);
  expect(screen.getByRole('link', { name: 'Chỉ số của màn hình theo dõi' })).toHaveAttribute(
    'href',
    '/setting?show=monitor',
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Chỉ số của màn hình theo dõi' }));
  const [watched, latest] = dialog.getAllByRole('list').map((list) => within(list));
  const shown = (list: typeof watched) => list?.getAllByRole('checkbox', { checked: true }).length;
  expect([shown(watched), shown(latest)]).toEqual([3, 1]);
  await userEvent.click(latest?.getByRole('checkbox', { name: 'Huyết áp' }) ?? document.body);
  await userEvent.click(dialog.getByRole('button', { name: 'Lưu' }));
  expect(seen.saved).toEqual([
    { MONITOR_INDEXES: '["8867-4","2708-6","9279-1"]', LATEST_INDEXES: '["29463-7","85354-9"]' },
  ]);
});
