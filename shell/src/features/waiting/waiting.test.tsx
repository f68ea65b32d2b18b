import type { WaitingWrite } from '@phr/contract/host-api';
import { createStore } from '@phr/contract/store';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { OutboxEntry } from '../../services/outbox/entry.ts';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import type { SessionTimeout } from '../../services/auth/session-clock.ts';
import { SessionWarning } from '../session/session-warning.view.tsx';
import { SignOutDialog } from '../session/sign-out-dialog.view.tsx';
import { WaitingList } from './waiting-list.view.tsx';

const write = (parts: Partial<WaitingWrite> = {}): WaitingWrite => ({
  id: 'w1',
  module: 'mfe-vitals',
  patientId: 'patient-mother',
  title: 'Huyết áp 128/82 mmHg',
  at: '2026-11-25T07:42:00+07:00',
  state: 'waiting',
  body: {},
  ...parts,
});
const refused = write({ state: 'refused', error: { code: 'FORM_INPUT_INVALID', message: 'x' } });
const entry: OutboxEntry = {
  id: 'w1',
  module: 'mfe-vitals',
  keptAt: 1,
  request: { service: 'fhir', method: 'POST', path: '/Observation' },
  queue: {
    patientId: 'patient-mother',
    title: 'Huyết áp 128/82 mmHg',
    at: '',
    mend: { screen: 'blood-pressure-create', form: 'bp', value: { systolic: '128' } },
  },
};

// jsdom draws no dialogs.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
});
afterEach(cleanup);

async function open(writes: readonly WaitingWrite[]) {
  const made = await createFakeShell();
  made.host.waiting.set(writes);
  const taken: string[] = [];
  const shell = {
    ...made.shell,
    outbox: {
      ...made.shell.outbox,
      find: async () => entry,
      take: async (id: string) => {
        taken.push(id);
        return entry;
      },
    },
  };
  return { ...made, shell, taken };
}

test('[UX-27] lists what waits with whose it is and when it was measured, and shows nothing if none waits', async () => {
  const { shell, host } = await open([write()]);
  renderIn(shell, <WaitingList />);
  expect(screen.getByText('Huyết áp 128/82 mmHg')).toBeInTheDocument();
  expect(screen.getByText(/NGUYỄN THỊ ÁNH · .*07:42|NGUYỄN THỊ ÁNH · /)).toBeInTheDocument();
  expect(screen.getByText('Chưa gửi')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Bỏ' })).not.toBeInTheDocument();
  act(() => host.waiting.set([]));
  expect(screen.queryByText('Huyết áp 128/82 mmHg')).not.toBeInTheDocument();
});

test('a refused write says why, reopens its form for its person, and is discarded only on request', async () => {
  const { shell, host, seen, taken } = await open([refused]);
  renderIn(shell, <WaitingList />);
  expect(screen.getByText(/Thông tin không đúng/)).toBeInTheDocument();
  expect(screen.getByText('Cần xem lại')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Bỏ' }));
  expect(taken).toEqual([]);
  expect(screen.getByText('Bỏ mục "Huyết áp 128/82 mmHg"?')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Ở lại' }));
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Sửa' }));
  });
  expect(host.keptDrafts.get('bp patient-mother')?.value).toEqual({ systolic: '128' });
  expect(taken).toEqual(['w1']);
  expect(seen.views).toEqual(['patient-mother']);
  expect(host.seen.visits.at(-1)).toBe('/blood-pressure-create');
});

test('a write that this device will not give out stays in the list, and the person is told', async () => {
  const { shell } = await open([refused]);
  const away = () => Promise.reject(new DOMException('', 'InvalidStateError'));
  renderIn({ ...shell, outbox: { ...shell.outbox, find: away, take: away } }, <WaitingList />);
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Sửa' }));
  });
  expect(shell.notifications.all.get()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Bỏ' }));
  await act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name: 'Bỏ' }).at(-1) ?? document.body);
  });
  expect(shell.notifications.all.get()).toHaveLength(2);
});

test('[UX-27] signing out names what was not sent, and deletes it only when the person says so', async () => {
  const { shell, seen } = await open([write()]);
  let closed = 0;
  renderIn(
    shell,
    <SignOutDialog
      open
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  expect(screen.getByText('Có 1 mục chưa gửi')).toBeInTheDocument();
  expect(screen.getByText('Huyết áp 128/82 mmHg')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Ở lại' }));
  expect([closed, seen.signOuts]).toEqual([1, 0]);
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Gửi ngay' }));
  });
  expect([seen.flushes, seen.signOuts]).toEqual([1, 0]);
  expect(screen.getByText(/Vẫn chưa gửi được/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Đăng xuất và xóa' }));
  expect(seen.signOuts).toBe(1);
});

test('[UX-33] signing out names the forms that are begun in any tab, and what becomes of them', async () => {
  const { shell } = await createFakeShell();
  renderIn({ ...shell, countDrafts: async () => 2 }, <SignOutDialog open onClose={() => undefined} />);
  expect(
    await screen.findByText(/Có 2 biểu mẫu đang nhập dở, ở thẻ này hoặc thẻ khác\. Đăng xuất sẽ xóa/),
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Đăng xuất và xóa' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Ở lại' })).toHaveFocus();
});

test('[UX-36] the end of the session is told in minutes; staying is the first choice', async () => {
  const { shell } = await createFakeShell();
  const news = createStore<SessionTimeout>({ kind: 'running' });
  let extended = 0;
  renderIn(
    {
      ...shell,
      auth: {
        ...shell.auth,
        session: {
          news,
          extend: () => {
            extended += 1;
          },
        },
      },
    },
    <SessionWarning />,
  );
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  act(() => news.set({ kind: 'soon', reason: 'idle', minutes: 2 }));
  expect(screen.getByText('Bạn sắp được đăng xuất sau 2 phút vì không thao tác')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Ở lại' }));
  expect(extended).toBe(1);
  act(() => news.set({ kind: 'soon', reason: 'absolute', minutes: 1 }));
  expect(screen.getByText(/Phiên sẽ kết thúc sau 1 phút/)).toBeInTheDocument();
});
