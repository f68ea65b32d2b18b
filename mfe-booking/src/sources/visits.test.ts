import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { signalsOf } from '@phr/testing/signals-of';
import manifest from '../../module.json' with { type: 'json' };
import module from '../module.ts';

const visit = (more: object = {}) => ({
  resourceType: 'Appointment',
  id: 'v1',
  status: 'booked',
  start: '2026-12-11T08:00:00+07:00',
  end: '2026-12-11T08:30:00+07:00',
  participant: [
    { actor: { reference: 'HealthcareService/h', display: 'Khám tim mạch' } },
    { actor: { reference: 'Location/l', display: 'Bệnh viện Sao Mai' } },
  ],
  ...more,
});
const hostWith = (...rows: readonly object[]) => createFakeHost({ respond: () => searchset([...rows]) });
const told = async (now: string, row: object = visit()) =>
  (await signalsOf(module, 'visits', hostWith(row), { now })).signals;

test('[S11] a visit is told from three days before it, with day, time and place', async () => {
  expect(await told('2026-12-08T07:59:00+07:00')).toEqual([]);
  expect(await told('2026-12-08T08:00:00+07:00')).toEqual([
    expect.objectContaining({
      id: 'mfe-booking/S11/v1',
      kind: 'soon',
      rank: 0,
      title: 'Khám tim mạch · 08:00 Thứ Sáu 11/12/2026',
      detail: expect.stringMatching(/^Còn 3 ngày · Bệnh viện Sao Mai/),
      dueAt: '2026-12-11T08:00:00+07:00',
      actions: [
        {
          id: 'prepare',
          label: 'Chuẩn bị',
          place: { screen: 'visit-kit', params: { appointmentId: 'v1' }, patientId: FAKE_MAIN.id },
        },
      ],
    }),
  ]);
});

test("[S11] days are those of the facility's calendar: the evening before it is tomorrow", async () => {
  expect((await told('2026-12-10T23:30:00+07:00'))[0]?.detail).toMatch(/^Ngày mai/);
  const [today] = await told('2026-12-11T00:30:00+07:00');
  expect(today?.detail).toMatch(/^Hôm nay/);
  expect(today?.actions.map(({ id }) => id)).toEqual(['qr', 'prepare']);
});

test('[S11] from three hours before it is due, until its end; one without an end lasts an hour', async () => {
  expect((await told('2026-12-11T04:59:00+07:00'))[0]?.kind).toBe('soon');
  expect((await told('2026-12-11T05:00:00+07:00'))[0]?.kind).toBe('due');
  expect((await told('2026-12-11T08:29:00+07:00'))[0]?.kind).toBe('due');
  expect(await told('2026-12-11T08:30:00+07:00')).toEqual([]);
  expect(await told('2026-12-11T08:59:00+07:00', visit({ end: undefined }))).toHaveLength(1);
  expect(await told('2026-12-11T09:00:00+07:00', visit({ end: undefined }))).toEqual([]);
});

test('[S11] a visit that is cancelled, done or only proposed says nothing', async () => {
  for (const status of ['cancelled', 'fulfilled', 'noshow', 'proposed'])
    expect(await told('2026-12-11T05:00:00+07:00', visit({ status }))).toEqual([]);
});

test('[S11] one that nobody confirmed says so; one of this day is not put away', async () => {
  const [tomorrow] = await told('2026-12-10T12:00:00+07:00', visit({ status: 'pending' }));
  expect(tomorrow?.detail).toMatch(/^Ngày mai · Chờ xác nhận · Bệnh viện Sao Mai/);
  const [today] = await told('2026-12-11T01:00:00+07:00');
  expect(today?.detail).toMatch(/^Hôm nay · Bệnh viện Sao Mai/);
  expect([tomorrow?.dismiss, today?.dismiss]).toEqual(['today', 'never']);
});

test('[S11] one moved by another part of the page is read again', async () => {
  const rows = [visit()];
  const host = createFakeHost({ respond: () => searchset(rows) });
  const { feed, signals } = await signalsOf(module, 'visits', host, { now: '2026-12-10T08:00:00+07:00' });
  expect(signals).toHaveLength(1);
  rows.length = 0;
  const gone = new Promise<void>((resolve) => {
    feed.state.subscribe(() => {
      if (feed.state.get().signals.length === 0) resolve();
    });
  });
  host.tell('appointment.changed', { patientId: FAKE_MAIN.id });
  await gone;
});

test('[S11] visits of another person are read from that record; a failure is no empty list', async () => {
  const host = hostWith(visit());
  const { signals } = await signalsOf(module, 'visits', host, {
    now: '2026-12-10T08:00:00+07:00',
    person: FAKE_MOTHER,
  });
  expect(signals.map(({ patientId }) => patientId)).toEqual([FAKE_MOTHER.id]);
  expect(host.seen.requests.map(({ path }) => path)).toEqual([`/Patient/${FAKE_MOTHER.id}/Appointment`]);
  const broken = createFakeHost({ respond: () => undefined });
  expect((await signalsOf(module, 'visits', broken)).status).toBe('failed');
});

test('[S11] a host without the visit kit leads to the appointment itself', async () => {
  const host = createFakeHost({
    respond: () => searchset([visit()]),
    hrefOf: (screen) => {
      if (screen === 'visit-kit') throw new Error('UNKNOWN_SCREEN');
      return `/${screen}`;
    },
  });
  const { signals } = await signalsOf(module, 'visits', host, { now: '2026-12-10T08:00:00+07:00' });
  expect(signals[0]?.actions).toMatchObject([{ id: 'open', place: { screen: 'appointment-details' } }]);
});

test('the call that the host may make ahead is the one that the source makes', async () => {
  const host = hostWith(visit());
  await signalsOf(module, 'visits', host, { now: '2026-12-08T08:00:00+07:00' });
  const asked = host.seen.requests.map(({ method, service, path, query = {} }) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return `${method} ${service} ${path.replace(FAKE_MAIN.id, ':id')}?${search.toString()}`;
  });
  expect(asked).toEqual(manifest.slots.find(({ slot }) => slot === 'visits')?.ahead);
});
