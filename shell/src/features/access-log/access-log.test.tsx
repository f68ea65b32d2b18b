import { AppError } from '@phr/contract/app-error';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { SettingScreen } from '../setting/setting.view.tsx';
import { accessOf, grouped } from './access-log.model.ts';

const event = (
  id: string,
  {
    action = 'R',
    entity = 'Observation/1',
    at = '2026-11-25T03:00:00Z',
    who = { reference: 'User/b', display: 'LÊ AN' },
    outcome = '0',
    kind = 'read',
  }: {
    readonly action?: string;
    readonly entity?: string;
    readonly at?: string;
    readonly who?: object;
    readonly outcome?: string;
    readonly kind?: string;
  } = {},
) => ({
  resourceType: 'AuditEvent',
  id,
  type: { code: 'rest' },
  subtype: [{ code: kind }],
  action,
  recorded: at,
  outcome,
  agent: [{ who, requestor: true }],
  entity: [
    { what: { reference: 'Patient/patient-main' } },
    { what: entity.includes('/') ? { reference: entity } : { display: entity } },
  ],
});
const bundle = (...events: readonly object[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  entry: events.map((resource) => ({ resource })),
});

test('lines that say the same of one day are one with a count', () => {
  const entries = [event('3'), event('2'), event('1', { at: '2026-11-24T03:00:00Z' })].flatMap(
    (one) => accessOf(one) ?? [],
  );
  expect(grouped(entries, 'Asia/Ho_Chi_Minh').map(({ id, times }) => [id, times])).toEqual([
    ['3', 2],
    ['1', 1],
  ]);
  expect(accessOf(event('4', { action: 'E', kind: 'execute', entity: 'Bundle' }))).toMatchObject({
    deed: 'several',
    type: undefined,
  });
  expect(accessOf({ id: '5' } as Parameters<typeof accessOf>[0])).toBeUndefined();
});

test('a refused try says what was tried, that it was somebody without rights, and how often', () => {
  const tried = {
    ...event('1', { outcome: '4', who: { display: 'stranger' } }),
    entity: [
      { what: { reference: 'Patient/p' }, detail: [{ type: 'tries', valueString: '12' }] },
      { what: { reference: 'Observation/1' } },
    ],
  };
  expect(accessOf(tried)).toMatchObject({
    byStranger: true,
    refused: true,
    times: 12,
    deed: 'read',
    type: 'Observation',
  });
  expect(grouped([event('2'), tried].flatMap((one) => accessOf(one) ?? [])).map(({ times }) => times)).toEqual([1, 12]);
});

test('settings lead to who saw and changed the record on screen, in words', async () => {
  const { shell, host } = await createFakeShell({
    path: '/setting',
    respond: () =>
      bundle(
        event('3', { action: 'U', kind: 'update', entity: 'Patient/patient-main' }),
        event('2', { outcome: '4', who: { display: 'stranger' } }),
        event('1', { who: { display: 'system' } }),
      ),
  });
  renderIn(shell, <SettingScreen />);
  await userEvent.click(screen.getByRole('link', { name: 'Ai đã xem và sửa hồ sơ' }));
  expect(host.seen.visits).toEqual(['/setting?show=access-log']);
  const rows = within(await screen.findByRole('list', { name: 'Ai đã xem và sửa hồ sơ' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows[0]).toMatch(/^Sửa: .*LÊ AN · /);
  expect(rows[1]).toMatch(/^Đã thử xem: .*Một người không có quyền với hồ sơ này · .*Bị từ chối$/);
  expect(rows[2]).toContain('Hệ thống');
  const asked = host.seen.requests.filter(({ service }) => service === 'fhir');
  expect(asked).toMatchObject([{ path: '/AuditEvent', query: { patient: 'patient-main' } }]);
});

test('[UI-17] [ERR-28] a log that cannot be loaded is no empty log, and no toast', async () => {
  const { shell } = await createFakeShell({
    path: '/setting?show=access-log',
    respond: () => {
      throw new AppError({ httpStatus: 500 });
    },
  });
  renderIn(shell, <SettingScreen />);
  expect(await screen.findByText('Không tải được nhật ký')).toBeInTheDocument();
  expect(screen.queryByText(/^Chưa có ai xem/)).toBeNull();
  expect(shell.notifications.toaster.toasts()).toEqual([]);
});

test('whoever may only read a record is told that its log is for those who keep it', async () => {
  const { shell } = await createFakeShell({
    path: '/setting?show=access-log',
    respond: () => {
      throw new AppError({ code: 'ACCESS_DENIED', httpStatus: 403 });
    },
  });
  renderIn(shell, <SettingScreen />);
  expect(await screen.findByText('Chỉ người giữ hồ sơ này mới xem được nhật ký.')).toBeInTheDocument();
});
