import { AppError } from '@phr/contract/app-error';
import { createStore } from '@phr/contract/store';
import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { PatientQrsScreen } from './patient-qrs.view.tsx';
import { QrScannerScreen } from './qr-scanner.view.tsx';

const { jest } = import.meta;
const code = (seconds: number) => ({
  pid: 'CHAU85P01',
  content: 'https://phr.example/q',
  image: 'data:image/png;base64,AAAA',
  expiresAt: new Date(Date.now() + seconds * 1_000).toISOString(),
});
const picture = () => screen.findByRole('img', { name: 'Mã QR cá nhân' });
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('[QR-01] a code that fails to load offers a retry, then shows itself, its text and its end', async () => {
  let isDown = true;
  const { shell, host } = await createFakeShell({
    path: '/patient-qrs',
    respond: () => {
      if (isDown) throw new AppError({ code: '503', httpStatus: 503 });
      return code(300);
    },
  });
  renderIn(shell, <PatientQrsScreen />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Không tải được');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await picture()).toHaveAttribute('src', 'data:image/png;base64,AAAA');
  expect(screen.getByText('CHAU85P01')).toBeInTheDocument();
  expect(screen.getByText(/^\d\d:\d\d$/)).toBeInTheDocument();
  expect(host.seen.requests.map(({ path }) => path)).toEqual([
    '/api/phr/qr/generator/pid/patient-main',
    '/api/phr/qr/generator/pid/patient-main',
  ]);
});

test("[QR-01] an ending code renews itself, and another person never sees the former one's code", async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { shell, host } = await createFakeShell({ path: '/patient-qrs', respond: () => code(60) });
  const context = createStore(shell.patients.context.get());
  renderIn({ ...shell, patients: { ...shell.patients, context } }, <PatientQrsScreen />);
  await picture();
  act(() => {
    jest.advanceTimersByTime(61_000);
  });
  await waitFor(() => expect(host.seen.requests).toHaveLength(2));
  await picture();
  act(() => context.set({ epoch: 2, main: FAKE_MAIN, viewed: FAKE_MOTHER, family: [FAKE_MAIN, FAKE_MOTHER] }));
  expect(screen.queryByRole('img', { name: 'Mã QR cá nhân' })).toBeNull();
  await picture();
  expect(host.seen.requests.at(-1)?.path).toBe('/api/phr/qr/generator/pid/patient-mother');
  expect(screen.getByText(/NGUYỄN THỊ ÁNH/)).toBeInTheDocument();
});

test('[QR-01] for a desk the code fills the screen, which stays on until it is closed', async () => {
  const locks: string[] = [];
  const lock = { release: async () => void locks.push('released') };
  const request = async (kind: string) => {
    locks.push(kind);
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  const { shell } = await createFakeShell({ path: '/patient-qrs?large=1', respond: () => code(300) });
  renderIn(shell, <PatientQrsScreen />);
  const large = within(await screen.findByRole('dialog', { name: FAKE_MAIN.name }));
  expect(large.getByRole('img', { name: 'Mã QR cá nhân' })).toHaveAttribute('src', 'data:image/png;base64,AAAA');
  expect(large.getByText('CHAU85P01')).toBeInTheDocument();
  expect(locks).toEqual(['screen']);
  await userEvent.click(large.getByRole('button', { name: 'Đóng' }));
  await waitFor(() => expect(locks).toEqual(['screen', 'released']));
  Reflect.deleteProperty(navigator, 'wakeLock');
  await userEvent.click(screen.getByRole('button', { name: 'Xem toàn màn hình' }));
  expect(screen.getByRole('dialog', { name: FAKE_MAIN.name })).toBeInTheDocument();
});

test.each([
  ['vi-VN', 'NotAllowedError', 'Ứng dụng cần quyền dùng máy ảnh. Vui lòng cho phép trong cài đặt trình duyệt.'],
  ['en-US', 'NotAllowedError', 'The app needs permission to use the camera. Please allow it in the browser settings.'],
  ['vi-VN', 'NotFoundError', 'Không dùng được máy ảnh trên thiết bị này. Bạn có thể chọn ảnh có mã QR.'],
] as const)(
  '[QR-03] in %s a camera that answers %s is told, and a picture may be chosen instead',
  async (locale, name, words) => {
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: {
        getUserMedia: async () => {
          throw new DOMException('', name);
        },
      },
    });
    const { shell } = await createFakeShell({ path: '/qr-scanner' });
    shell.settings.choose({ locale });
    renderIn(shell, <QrScannerScreen />);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
    expect(screen.getByRole('button', { name: /^(Chọn ảnh có mã|Choose a picture)$/ })).toBeInTheDocument();
    // offers a way on to someone who came to show their own code
    const own = screen.getByRole('link', { name: /^(Đưa mã QR của tôi|Show my own QR code)$/ });
    expect(own).toHaveAttribute('href', '/patient-qrs');
  },
);
