/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { AppError } from '@phr/contract/app-error';
import type { RegistryEntry } from '@phr/contract/registry';
import type { Signal } from '@phr/contract/today';
import { createFakeShell } from '../../testing/fake-shell.tsx';
import { readEntryOf, readInboxSignals } from './inbox-signals.model.ts';

/** A module that shows the entries' types. */
const DETAILS: RegistryEntry = {
  name: 'mfe-details',
  enabled: true,
  loadTimeoutMs: 1,
  current: {
    version: '1.0.0',
    container: 'details',
    entry: '',
    integrity: '',
    manifest: {
      name: 'mfe-details',
      contract: '^1.3.0',
      access: 'signed-in',
      routes: ['Appointment', 'DiagnosticReport', 'Device'].map((type) => ({
        screen: `of-${type}`,
        path: `/of-${type}/:id`,
        layout: 'app' as const,
        needsMainPatient: true,
        shows: [type],
      })),
      calls: [],
      slots: [],
    },
  },
};
const entry = (id: string, kind: string, reference: string, more: object = {}) => ({
  id,
  patientId: 'patient-main',
  kind,
  reference,
  createdAt: new Date(Date.now() - 3_600_000).toISOString(),
  read: false,
  ...more,
});
const LONG = 'Đa khoa Quốc tế '.repeat(12);
const THINGS: Readonly<Record<string, object>> = {
  Appointment: { id: 'a1', status: 'booked', start: '2026-12-01T02:00:00Z' },
  DiagnosticReport: { id: 'r1', status: 'final', code: { text: LONG } },
  Device: { id: 'd1', deviceName: [{ name: 'Hub phòng khách' }] },
};

async function shellWith(entries: readonly object[], failure?: number) {
  const marked: unknown[] = [];
  const made = await createFakeShell({
    registry: { schema: 1, publishedAt: '', modules: [DETAILS] },
    respond: ({ path, body }) => {
      if (failure !== undefined) throw new AppError({ code: String(failure), httpStatus: failure });
      if (path === '/api/phr/inbox') return { entries };
      if (path === '/api/phr/inbox/read') {
        marked.push(body);
        return { unread: 0 };
      }
      const type = path.split('/').at(-1) ?? '';
      const resource = { resourceType: type, ...THINGS[type] };
      return { resourceType: 'Bundle', type: 'searchset', entry: THINGS[type] ? [{ resource }] : [] };
    },
  });
  const told = (patientId = 'patient-main') => readInboxSignals(made.shell, patientId, new AbortController().signal);
  return { ...made, told, marked };
}
const inShort = (signals: readonly Signal[]) =>
  signals.map(({ kind, rank, title, place }) => [`${kind}.${rank}`, title, place.screen]);

test('[S12] [S19] a changed appointment and a hub that is away are told until they are read', async () => {
  const { told, shell, marked } = await shellWith([
    entry('2', 'appointment', 'Appointment/a1'),
    entry('1', 'hub', 'Device/d1'),
    entry('0', 'appointment', 'Appointment/a1', { read: true }),
  ]);
  const { status, signals } = await told();
  expect(status).toBe('ready');
  expect(inShort(signals)).toEqual([
    ['new.10', 'Lịch hẹn đã xác nhận', 'of-Appointment'],
    ['soon.30', 'Hub phòng khách mất kết nối', 'of-Device'],
  ]);
  expect(signals[0]).toMatchObject({ id: 'shell/S12/2', sources: ['Appointment/a1'], patientId: 'patient-main' });
  shell.notifications.unread.set(2);
  await readEntryOf(shell, 'shell/S12/2');
  expect(marked).toEqual([{ ids: ['2'] }]);
  expect(shell.notifications.unread.get()).toBe(0);
});

test('[S13] an unread report is told for thirty days, with a name that fits', async () => {
  const { told } = await shellWith([entry('3', 'report', 'DiagnosticReport/r1')]);
  const [signal] = (await told()).signals;
  expect(signal).toMatchObject({ kind: 'new', rank: 0, sources: ['DiagnosticReport/r1'] });
  expect(signal?.title.length).toBeLessThanOrEqual(80);
  const days = (Date.parse(signal?.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
});

test('[S12] [S19] what is of another record, waits for an answer elsewhere or cannot be opened is left out', async () => {
  const { told } = await shellWith([
    entry('4', 'appointment', 'Appointment/a1', { patientId: 'patient-mother' }),
    entry('3', 'consent', 'Consent/c1'),
    entry('2', 'tomorrow', 'Thing/t1'),
    entry('1', 'hub', 'Device/gone'),
  ]);
  expect(inShort((await told()).signals)).toEqual([]);
  expect(inShort((await told('patient-mother')).signals)).toEqual([
    ['new.10', 'Lịch hẹn đã xác nhận', 'of-Appointment'],
  ]);
});

test.each([
  [404, 'ready'],
  [501, 'ready'],
  [502, 'failed'],
])('[S12] [S19] a server that answers %i makes the source %s', async (httpStatus, status) => {
  const { told } = await shellWith([], httpStatus);
  expect(await told()).toEqual({ status, signals: [] });
});
