import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createFakeShell, type FakeShellOptions, renderIn } from '../../testing/fake-shell.tsx';
import { NotificationsScreen } from './notifications.view.tsx';

afterEach(cleanup);

const fails = (httpStatus: number) => {
  throw new AppError({ code: String(httpStatus), httpStatus, source: 'PHR_API' });
};
const entry = (id: string, kind: string, reference: string, more: object = {}) => ({
  id,
  patientId: 'patient-main',
  kind,
  reference,
  createdAt: '2026-11-25T03:00:00Z',
  read: false,
  ...more,
});
const bundle = (...resources: readonly object[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  entry: resources.map((resource) => ({ resource })),
});
const REPORT = { resourceType: 'DiagnosticReport', id: 'r1', status: 'final', code: { text: 'Công thức máu' } };
const APPOINTMENT = { resourceType: 'Appointment', id: 'a1', status: 'booked', start: '2026-12-01T02:00:00Z' };

/** A server with an inbox: pages of entries, and resources by path. */
function server(
  pages: Readonly<Record<string, { readonly entries: readonly object[]; readonly next?: string }>>,
  things: Readonly<Record<string, (() => unknown) | undefined>> = {},
  marked: unknown[] = [],
): NonNullable<FakeShellOptions['respond']> {
  return ({ path, query, body }: ServiceRequest) => {
    if (path === '/api/phr/inbox') return pages[String(query?.['before'] ?? '')];
    if (path === '/api/phr/inbox/read') {
      marked.push(body);
      return { unread: 0 };
    }
    const thing = things[path];
    return thing === undefined ? fails(403) : thing();
  };
}
const ALL = {
  '/Patient/patient-main/DiagnosticReport': () => bundle(REPORT),
  '/Patient/patient-mother/Appointment': () => bundle(APPOINTMENT),
};
const rows = () => within(screen.getByRole('list', { name: 'Hộp thư' })).getAllByRole('listitem');

test('entries are told in words of what may be read now; those of another person say whose they are', async () => {
  const { shell } = await createFakeShell({
    path: '/notifications',
    respond: server(
      {
        '': {
          entries: [
            entry('3', 'report', 'DiagnosticReport/r1'),
            entry('2', 'appointment', 'Appointment/a1', { patientId: 'patient-mother', read: true }),
            entry('1', 'consent', 'Consent/c1'),
            entry('0', 'report', 'DiagnosticReport/r1', { patientId: 'patient-else' }),
          ],
        },
      },
      { ...ALL, '/Patient/patient-else/DiagnosticReport': () => bundle(REPORT) },
    ),
  });
  renderIn(shell, <NotificationsScreen />);
  expect(await screen.findByText('Kết quả mới: Công thức máu')).toBeInTheDocument();
  expect(screen.getByText('Mẹ · Lịch hẹn đã xác nhận')).toBeInTheDocument();
  const [report, appointment, closed, elsewhere] = rows();
  expect(report).toHaveTextContent('Mới');
  expect(appointment).not.toHaveTextContent('Mới');
  // an unreadable resource has no text and no link
  expect(closed).toHaveTextContent('Mục này không còn xem được');
  expect(within(closed as HTMLElement).queryByRole('button')).toBeNull();
  // a record outside the family cannot be opened
  expect(elsewhere).toHaveTextContent('Hồ sơ khác · Kết quả mới');
  expect(within(elsewhere as HTMLElement).queryByRole('button')).toBeNull();
});

test('things are read in one call for each type of a record', async () => {
  const { shell, host } = await createFakeShell({
    path: '/notifications',
    respond: server(
      { '': { entries: [entry('2', 'report', 'DiagnosticReport/r1'), entry('1', 'report', 'DiagnosticReport/r2')] } },
      ALL,
    ),
  });
  renderIn(shell, <NotificationsScreen />);
  await screen.findByText('Kết quả mới: Công thức máu');
  const reads = host.seen.requests.filter(({ service }) => service === 'fhir');
  expect(reads.map(({ path, query }) => [path, query?.['_id']])).toEqual([
    ['/Patient/patient-main/DiagnosticReport', 'r1,r2'],
  ]);
});

test('opening an entry reads it and leads to its thing in its record', async () => {
  const marked: unknown[] = [];
  const { shell, host, seen } = await createFakeShell({
    path: '/notifications',
    respond: server(
      { '': { entries: [entry('7', 'appointment', 'Appointment/a1', { patientId: 'patient-mother' })] } },
      ALL,
      marked,
    ),
  });
  shell.notifications.unread.set(1);
  renderIn(shell, <NotificationsScreen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Xem: Mẹ · Lịch hẹn đã xác nhận' }));
  expect(seen.views).toEqual(['patient-mother']);
  expect(host.seen.visits.at(-1)).toBe('/appointment-details?id=a1');
  await waitFor(() => expect(shell.notifications.unread.get()).toBe(0));
  expect(marked).toEqual([{ ids: ['7'] }]);
});

test('all are marked as read at once; further pages come when they are asked for', async () => {
  const marked: unknown[] = [];
  const { shell } = await createFakeShell({
    path: '/notifications',
    respond: server(
      {
        '': { entries: [entry('9', 'report', 'DiagnosticReport/r1')], next: '9' },
        9: { entries: [entry('8', 'appointment', 'Appointment/a1', { patientId: 'patient-mother' })] },
      },
      ALL,
      marked,
    ),
  });
  renderIn(shell, <NotificationsScreen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Xem thêm' }));
  await screen.findByText('Mẹ · Lịch hẹn đã xác nhận');
  expect(screen.getAllByText('Mới')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Đánh dấu đã đọc tất cả' }));
  await waitFor(() => expect(screen.queryByText('Mới')).toBeNull());
  expect(marked).toEqual([{ all: true }]);
});

test('the list is read anew when the server tells of more, and not when of fewer', async () => {
  const entries = [entry('1', 'report', 'DiagnosticReport/r1', { read: true })];
  const { shell, host } = await createFakeShell({
    path: '/notifications',
    respond: server({ '': { entries } }, { ...ALL, '/Patient/patient-main/Appointment': () => bundle(APPOINTMENT) }),
  });
  shell.notifications.unread.set(1);
  renderIn(shell, <NotificationsScreen />);
  await screen.findByText('Kết quả mới: Công thức máu');
  entries.unshift(entry('2', 'appointment', 'Appointment/a1'));
  act(() => shell.notifications.unread.set(0));
  expect(host.seen.requests.filter(({ path }) => path === '/api/phr/inbox')).toHaveLength(1);
  act(() => shell.notifications.unread.set(1));
  expect(await screen.findByText('Lịch hẹn đã xác nhận')).toBeInTheDocument();
});

test('a failure says so and can be tried again', async () => {
  let isDown = true;
  const respond = server({ '': { entries: [] } });
  const { shell } = await createFakeShell({
    path: '/notifications',
    respond: (request) => (isDown ? fails(503) : respond(request)),
  });
  renderIn(shell, <NotificationsScreen />);
  const again = await screen.findByRole('button', { name: 'Thử lại' });
  isDown = false;
  fireEvent.click(again);
  expect(await screen.findByText('Hộp thư trống')).toBeInTheDocument();
});

test.each([404, 501])('a server without an inbox (%i) leaves the list of the session alone', async (status) => {
  const { shell } = await createFakeShell({ path: '/notifications', respond: () => fails(status) });
  renderIn(shell, <NotificationsScreen />);
  expect(await screen.findByText('Chưa có thông báo')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Hộp thư' })).toBeNull();
});

test('what is told at length elsewhere leads there from the list, in the record that it is in', async () => {
  const { shell, host, seen } = await createFakeShell({
    path: '/notifications?tab=session',
    respond: server({ '': { entries: [] } }),
  });
  renderIn(shell, <NotificationsScreen />);
  act(() => {
    shell.notifications.show({ type: 'success', title: 'Đã lưu kết quả' });
    shell.notifications.show({
      type: 'error',
      title: 'Rất nguy hiểm',
      description: 'Gọi 115 ngay',
      place: { screen: 'encounter-risk-assessment', params: { encounterId: 'e1' }, patientId: 'patient-mother' },
    });
  });
  expect(await screen.findAllByRole('button', { name: /^Xem/ })).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Lần sử dụng này' })).toHaveAttribute('aria-current', 'page');
  fireEvent.click(screen.getByRole('button', { name: 'Xem: Rất nguy hiểm' }));
  expect(seen.views).toEqual(['patient-mother']);
  expect(host.seen.visits.at(-1)).toBe('/encounter-risk-assessment?encounterId=e1');
});

describe('opened by a message on the device', () => {
  const ID = '0b9ff9a5-7a54-4c0e-9a8e-0f8a5a4d3a11';
  /** The screen as opened by a push notification; `about` is the server's response. */
  async function opened(about: object | (() => unknown), marked: unknown[] = []) {
    const rest = server({ '': { entries: [] } }, ALL, marked);
    const { shell, host, seen } = await createFakeShell({
      path: `/notifications?open=${ID}`,
      respond: (request) =>
        request.path === `/api/phr/push/messages/${ID}`
          ? typeof about === 'function'
            ? about()
            : about
          : rest(request),
    });
    renderIn(shell, <NotificationsScreen />);
    await waitFor(() => expect(host.seen.visits[0]).toBe('/notifications'));
    return { host, seen, marked };
  }

  test('leads to the thing in its record, and reads the entry', async () => {
    const about = entry('7', 'appointment', 'Appointment/a1', { patientId: 'patient-mother' });
    const { host, seen, marked } = await opened({ kind: 'appointments', entry: about });
    await waitFor(() => expect(host.seen.visits).toEqual(['/notifications', '/appointment-details?id=a1']));
    expect([seen.views, marked]).toEqual([['patient-mother'], [{ ids: ['7'] }]]);
  });

  test('of a dose leads to the medicines', async () => {
    const { host } = await opened({ kind: 'doses' });
    await waitFor(() => expect(host.seen.visits).toEqual(['/notifications', '/medicines']));
  });

  test.each([
    ['several things', {}],
    ['a closed thing', { kind: 'requests', entry: entry('1', 'consent', 'Consent/c1') }],
    [
      'a record outside the family',
      { kind: 'results', entry: entry('1', 'report', 'DiagnosticReport/r1', { patientId: 'x' }) },
    ],
    ['an older server', () => fails(404)],
  ])('of %s stays at the inbox', async (_what, about) => {
    const { host, marked } = await opened(about);
    expect(await screen.findByText('Hộp thư trống')).toBeInTheDocument();
    expect([host.seen.visits, marked]).toEqual([['/notifications'], []]);
  });
});
