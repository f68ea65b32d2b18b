import type { ServiceRequest } from '@phr/contract/host-api';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { inShort, signalsOf } from '@phr/testing/signals-of';
import { doseKey } from '@phr/fhir/doses';
import { deviceZone, momentOf, startOfDay } from '@phr/time/zone';
import { allergy, recorded, statement } from '../features/medicines/samples.test-support.ts';
import module from '../module.ts';

// Times are in the device's zone, whatever zone the tests run in.
const at = (time: string, day = 30) =>
  new Date(momentOf(`2026-11-${String(day).padStart(2, '0')}`, time, deviceZone())).toISOString();
const METFORMIN = statement('m1', 'Metformin 500 mg', { times: ['07:00', '18:00'] });

type Rows = readonly Readonly<Record<string, unknown>>[];
const hostWith = (...rows: Rows) =>
  createFakeHost({
    respond: ({ path, method, body }: ServiceRequest) =>
      method === 'GET'
        ? searchset(rows.filter((row) => path.endsWith(`/${String(row['resourceType'])}`)))
        : { ...(body as object), id: 'new' },
  });
const told = async (rows: Rows, now: string, source = 'medicines') =>
  inShort((await signalsOf(module, source, hostWith(...rows), { now })).signals);

test('[S7] a dose is told from an hour before until two hours after its time, unless it is recorded', async () => {
  expect(await told([METFORMIN], at('05:59'))).toEqual([]);
  const due = ['due.0 mfe-records/S7/m1@2026-11-30T07:00: Metformin 500 mg · 07:00'];
  expect(await told([METFORMIN], at('06:00'))).toEqual(due);
  expect(await told([METFORMIN], at('09:00'))).toEqual(due);
  expect(await told([METFORMIN, recorded('d', 'm1', '2026-11-30T07:00')], at('07:30'))).toEqual([]);
  const skipped = recorded('d', 'm1', '2026-11-30T07:00', { status: 'not-done' });
  expect(await told([METFORMIN, skipped], at('07:30'))).toEqual([]);
  const mistake = recorded('d', 'm1', '2026-11-30T07:00', { status: 'entered-in-error' });
  expect(await told([METFORMIN, mistake], at('07:30'))).toEqual(due);
});

test('[S8] a dose of today that passed is told as not recorded until midnight', async () => {
  const passed = ['due.20 mfe-records/S8/m1@2026-11-30T07:00: Chưa ghi: Metformin 500 mg, sáng'];
  expect(await told([METFORMIN], at('09:01'))).toEqual(passed);
  expect(await told([METFORMIN], at('16:59'))).toEqual(passed);
  const { signals } = await signalsOf(module, 'medicines', hostWith(METFORMIN), { now: at('09:30') });
  expect(signals[0]?.expiresAt).toBe(new Date(startOfDay('2026-12-01', deviceZone())).toISOString());
  expect(signals[0]?.actions.map(({ id, undoMs }) => [id, undoMs])).toEqual([
    ['taken', 10_000],
    ['skip', 10_000],
  ]);
  const none = await told([METFORMIN], at('00:30', 30));
  expect(none).toEqual([]);
});

test('[S7] a dose near midnight is due on both sides of it', async () => {
  const late = statement('m2', 'Losartan 50 mg', { times: ['23:30'] });
  const due = ['due.0 mfe-records/S7/m2@2026-11-29T23:30: Losartan 50 mg · 23:30'];
  expect(await told([late], at('23:45', 29))).toEqual(due);
  expect(await told([late], at('00:30', 30))).toEqual(due);
});

test('[S7] a dose of the evening without an hour is told from the evening on until it is answered', async () => {
  const timing = { repeat: { frequency: 1, period: 1, periodUnit: 'd', when: ['EVE'] } };
  const dosage = [{ text: 'Tối 1 viên', timing, doseAndRate: [{ doseQuantity: { value: 1, unit: 'viên' } }] }];
  const evening = statement('m4', 'Losartan 50 mg', { confirmed: null, more: { dosage } });
  expect(await told([evening], at('16:59'))).toEqual([]);
  const due = ['due.5 mfe-records/S7/m4@2026-11-30TEVE: Losartan 50 mg · tối, chưa đặt giờ'];
  expect(await told([evening], at('17:00'))).toEqual(due);
  const { signals } = await signalsOf(module, 'medicines', hostWith(evening), { now: at('23:00') });
  expect(signals[0]?.detail).toBe('1 viên · Cách dùng: Tối 1 viên');
  expect(await told([evening, recorded('d', 'm4', '2026-11-30TEVE')], at('20:00'))).toEqual([]);
});

test('[S7] [S8] times that nobody confirmed, weekly and stopped medicines and text alone plan nothing', async () => {
  for (const one of [
    statement('m', 'A', { times: ['07:00'], confirmed: null }),
    statement('m', 'A', { times: ['07:00'], more: { status: 'stopped' } }),
    statement('m', 'A', { times: ['07:00'], more: { meta: { source: 'https://phr.example/source/facility' } } }),
    statement('m', 'A', { more: { dosage: [{ text: 'Sáng 1 viên' }] } }),
    statement('m', 'A', {
      more: { dosage: [{ timing: { repeat: { period: 1, periodUnit: 'wk', timeOfDay: ['07:00:00'] } } }] },
    }),
  ])
    expect(await told([one], at('07:30'))).toEqual([]);
  // times already past when confirmed were never planned
  const now = statement('m', 'A', { times: ['07:00', '18:00'], confirmed: at('12:00') });
  expect(await told([now], at('12:30'))).toEqual([]);
});

test('[S7] the action records the dose for the person of the signal, under the name of its planned time', async () => {
  const host = hostWith(METFORMIN);
  const { feed } = await signalsOf(module, 'medicines', host, { now: at('07:10'), person: FAKE_MOTHER });
  await feed.act('mfe-records/S7/m1@2026-11-30T07:00', 'taken', 'key');
  const [write] = host.seen.requests.filter(({ method }) => method === 'POST');
  const key = await doseKey({ statementId: 'm1', local: '2026-11-30T07:00' });
  expect(write).toMatchObject({
    path: '/MedicationAdministration',
    idempotencyKey: key,
    queue: { patientId: FAKE_MOTHER.id },
    body: {
      status: 'completed',
      subject: { reference: `Patient/${FAKE_MOTHER.id}` },
      identifier: [{ value: `urn:uuid:${key}` }, { value: 'm1/2026-11-30T07:00' }],
      performer: [{ actor: { display: FAKE_MAIN.name } }],
      supportingInformation: [{ reference: 'MedicationStatement/m1' }],
    },
  });
});

test('[S8] skipping stores that no reason was given', async () => {
  const host = hostWith(METFORMIN);
  const { feed } = await signalsOf(module, 'medicines', host, { now: at('12:00') });
  await feed.act('mfe-records/S8/m1@2026-11-30T07:00', 'skip', 'key');
  expect(host.seen.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    status: 'not-done',
    statusReason: [{ text: 'Không nêu lý do' }],
    effectiveDateTime: expect.stringContaining('T07:00'),
  });
});

test('[S14] a stock of seven days or less is told', async () => {
  // counted in the evening of 1 November: 28 or 29 doses until today
  const few = statement('m', 'Amlodipin 5 mg', { times: ['12:00'], count: 35 });
  const many = statement('m', 'Amlodipin 5 mg', { times: ['12:00'], count: 60 });
  const stock = (await told([few], at('09:00'))).filter((line) => line.includes('S14'));
  expect(stock).toEqual(['soon.20 mfe-records/S14/m: Còn khoảng 7 ngày: Amlodipin 5 mg']);
  expect((await told([many], at('09:00'))).filter((line) => line.includes('S14'))).toEqual([]);
});

test('[S4] an active allergy that fits what is taken or prescribed is a danger', async () => {
  const severe = allergy('Amoxicillin', { criticality: 'high' });
  const taken = statement('m', 'Amoxicillin 500 mg, viên');
  const { signals } = await signalsOf(module, 'medicines', hostWith(severe, taken), { now: at('09:00') });
  expect(signals).toEqual([
    expect.objectContaining({
      id: 'mfe-records/S4/a1@m',
      kind: 'danger',
      rank: 5,
      title: 'Hồ sơ ghi dị ứng Amoxicillin (nặng)',
      detail: 'Thuốc đang dùng: Amoxicillin 500 mg, viên, có Amoxicillin. Hỏi bác sĩ hoặc dược sĩ trước khi dùng.',
      dismiss: '30d',
    }),
  ]);
  const order = { resourceType: 'MedicationRequest', id: 'r', status: 'active', intent: 'order' };
  const orders = [{ ...order, medicationCodeableConcept: { text: 'Ampicillin 500 mg' } }];
  expect(await told([allergy('Penicillin'), ...orders], at('09:00'), 'findings')).toEqual([
    'danger.5 mfe-records/S4/a1@r: Hồ sơ ghi dị ứng Penicillin',
  ]);
  expect(await told([allergy('Penicillin'), { ...orders[0], status: 'completed' }], at('09:00'), 'findings')).toEqual(
    [],
  );
});

test('[S4] an open prescription is found behind more closed ones than a page holds', async () => {
  const order = {
    resourceType: 'MedicationRequest',
    intent: 'order',
    medicationCodeableConcept: { text: 'Ampicillin' },
  };
  const orders = [
    ...Array.from({ length: 30 }, (_, at) => ({ ...order, id: `c${at}`, status: 'completed' })),
    { ...order, id: 'r', status: 'active' },
  ];
  const host = createFakeHost({
    respond: ({ path, query }) => {
      if (path.endsWith('/AllergyIntolerance')) return searchset([allergy('Penicillin')]);
      if (!path.endsWith('/MedicationRequest')) return searchset([]);
      const wanted = String(query?.['status'] ?? 'completed,active').split(',');
      return searchset(orders.filter(({ status }) => wanted.includes(status)).slice(0, Number(query?.['_count'])));
    },
  });
  const { signals } = await signalsOf(module, 'findings', host, { now: at('09:00') });
  expect(signals.map(({ id }) => id)).toEqual(['mfe-records/S4/a1@r']);
});

test('[S7] what could not be read is told as failed, and no dose looks missing', async () => {
  const host = createFakeHost({
    respond: ({ path }) => (path.endsWith('/MedicationAdministration') ? undefined : searchset([METFORMIN])),
  });
  expect(await signalsOf(module, 'medicines', host, { now: at('12:00') })).toMatchObject({
    status: 'failed',
    signals: [],
  });
});

describe('what is of another person, and what could not be read', () => {
  const rows = [
    statement('m1', 'Metformin 500 mg', { times: ['07:00', '12:00'], count: 40 }),
    statement('m2', 'Amoxicillin 500 mg'),
    allergy('Amoxicillin'),
  ];
  const rulesOf = (signals: readonly { readonly id: string }[]) => [
    ...new Set(signals.map(({ id }) => id.split('/')[1])),
  ];

  test('[S4] [S7] [S8] [S14] all of another person is read from that record, and told of it', async () => {
    const host = hostWith(...rows);
    const { signals } = await signalsOf(module, 'medicines', host, { now: at('12:10'), person: FAKE_MOTHER });
    expect(rulesOf(signals).sort()).toEqual(['S14', 'S4', 'S7', 'S8']);
    expect(new Set(signals.map(({ patientId }) => patientId))).toEqual(new Set([FAKE_MOTHER.id]));
    for (const { path } of host.seen.requests) expect(path).toMatch(new RegExp(`^/Patient/${FAKE_MOTHER.id}/`));
  });

  test.each([
    ['MedicationStatement', []],
    ['MedicationAdministration', ['S4']],
    ['AllergyIntolerance', ['S7', 'S8', 'S14']],
  ])('[S4] [S7] [S8] [S14] without %s the source has failed and tells only %j', async (type, expected) => {
    const host = createFakeHost({
      respond: ({ path }) =>
        path.endsWith(`/${type}`)
          ? undefined
          : searchset(rows.filter(({ resourceType }) => path.endsWith(`/${String(resourceType)}`))),
    });
    const { status, signals } = await signalsOf(module, 'medicines', host, { now: at('12:10') });
    expect(status).toBe('failed');
    expect(rulesOf(signals).sort()).toEqual([...expected].sort());
  });
});

test('[S7] a dose that waits for the network is not asked for again', async () => {
  const host = hostWith(METFORMIN);
  host.setOffline(false);
  const { feed } = await signalsOf(module, 'medicines', host, { now: at('07:10') });
  expect(feed.state.get().signals).toHaveLength(1);
  host.setOffline(true);
  await feed.act('mfe-records/S7/m1@2026-11-30T07:00', 'taken', 'key');
  expect(host.waiting.get()).toHaveLength(1);
  expect(feed.state.get().signals).toEqual([]);
});

test('a source reads three lists of a record at most, two for the board', async () => {
  for (const [scope, most] of [
    ['today', 3],
    ['board', 2],
  ] as const)
    for (const source of ['medicines', 'findings']) {
      const host = hostWith(METFORMIN);
      await signalsOf(module, source, host, { now: at('12:00'), scope });
      expect(host.seen.requests.length).toBeLessThanOrEqual(most);
    }
});
