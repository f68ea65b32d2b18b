import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import type { Locale } from '@phr/contract/locale';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';

type Rows = Readonly<Record<string, readonly object[]>>;
const typeOf = ({ path }: ServiceRequest): string => path.split('/').at(-1) ?? '';

const VISIT = {
  resourceType: 'Encounter',
  id: 'v1',
  status: 'finished',
  class: { code: 'AMB' },
  type: [{ text: 'Khám tim mạch' }],
  period: { start: '2026-10-25T08:00:00+07:00', end: '2026-10-25T09:00:00+07:00' },
};
const REPORT = {
  resourceType: 'DiagnosticReport',
  id: 'r1',
  status: 'final',
  code: { text: 'Công thức máu' },
  effectiveDateTime: '2026-10-26',
  encounter: { reference: 'Encounter/v1' },
};
const ORDER = {
  resourceType: 'MedicationRequest',
  id: 'o1',
  status: 'active',
  intent: 'order',
  medicationCodeableConcept: { text: 'Losartan 50 mg' },
  authoredOn: '2026-10-25',
  encounter: { reference: 'Encounter/v1' },
};
const USE = {
  resourceType: 'MedicationStatement',
  id: 'm1',
  status: 'stopped',
  medicationCodeableConcept: { text: 'Amlodipin 5 mg' },
  effectivePeriod: { start: '2019-03', end: '2026-10-26' },
};
const VACCINE = {
  resourceType: 'Immunization',
  id: 'i1',
  status: 'completed',
  vaccineCode: { text: 'Viêm gan B' },
  occurrenceDateTime: '2019',
};
const ALL: Rows = {
  Encounter: [VISIT],
  DiagnosticReport: [REPORT],
  MedicationRequest: [ORDER],
  MedicationStatement: [USE],
  Immunization: [VACCINE],
};

/** Responds to searches by type, and with days of blood pressure. */
const answering =
  (rows: Rows, days: readonly object[] = []) =>
  (request: ServiceRequest): unknown => {
    if (request.path.endsWith('/observation/days')) return request.query?.['name'] === 'bloodPressures' ? days : [];
    return searchset([...(rows[typeOf(request)] ?? [])]);
  };

async function open(
  path: string,
  respond: (request: ServiceRequest) => unknown,
  locale: Locale = 'vi-VN',
): Promise<FakeHost> {
  const host = createFakeHost({ path, respond, hrefOf: hrefsOf(manifest.routes), settings: { locale } });
  await openPart(mountView, module, host);
  return host;
}

const rowsOf = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

test('visits have their reports and medicines under them; starts and stops stand at their own dates', async () => {
  await open('/timeline', answering(ALL));
  const year = await rowsOf('Năm 2026');
  expect(year).toHaveLength(2);
  expect(year[0]).toMatch(/Ngừng dùng Amlodipin 5 mg.*26\/10\/2026 · Thuốc/);
  expect(year[1]).toMatch(/25\/10\/2026 · Khám/);
  expect(screen.getByRole('link', { name: 'Công thức máu' })).toHaveAttribute('href', '/report-details/r1');
  expect(screen.getByRole('link', { name: 'Losartan 50 mg' })).toHaveAttribute('href', '/medicines');
});

test('partial dates stand under their year as exact as they are, without a day that nobody said', async () => {
  await open('/timeline', answering(ALL));
  const year = await rowsOf('Năm 2019');
  expect(year[0]).toMatch(/Bắt đầu dùng Amlodipin 5 mg.*03\/2019 · Thuốc/);
  expect(year[1]).toMatch(/Viêm gan B.*2019 · Tiêm/);
  expect(year.join()).not.toMatch(/01\/2019|\d\d\/03\/2019/);
});

test('a visit has the state that every other screen says of it, its own words and its window', async () => {
  const isolation = (id: string, start: string) => ({
    ...VISIT,
    id,
    status: 'arrived',
    class: { code: 'F0H' },
    period: { start },
  });
  const recent = new Date(Date.now() - 5 * 86_400_000).toISOString();
  await open('/timeline', answering({ Encounter: [isolation('v2', recent), isolation('v3', '2019-05-02')] }));
  expect((await rowsOf(`Năm ${new Date(recent).getFullYear()}`))[0]).toContain('Đã đăng ký');
  expect((await rowsOf('Năm 2019'))[0]).toContain('Đã qua (hết hạn)');
  expect(screen.queryByText('Đã đến khám')).toBeNull();
});

test('a prescription without a visit says that it is one', async () => {
  await open('/timeline?show=medicines', answering({ MedicationRequest: [{ ...ORDER, encounter: undefined }] }));
  expect((await rowsOf('Năm 2026'))[0]).toMatch(/Losartan 50 mg.*25\/10\/2026 · Thuốc.*Đơn thuốc/);
});

test('a filter is part of the address and makes only the searches that it needs', async () => {
  const host = await open('/timeline?show=vaccines', answering(ALL));
  expect(await rowsOf('Năm 2019')).toHaveLength(1);
  // judging data is loaded on every screen that may show results
  const judging = ['Goal', 'observationComponentViewConfig'];
  expect(host.seen.requests.map(typeOf).filter((type) => !judging.includes(type))).toEqual(['Immunization']);
  expect(screen.getByRole('link', { name: 'Tiêm' })).toHaveAttribute('aria-current', 'page');
});

test('a week of readings is one row: of each vital how many, and how low and high they went', async () => {
  const day = (date: string, low: number, high: number) => ({
    day: date,
    unit: 'mm[Hg]',
    count: 2,
    parts: [
      { key: 'systolic', low, high },
      { key: 'diastolic', low: 76, high: 92 },
    ],
  });
  const pressures = [day('2026-11-09', 120, 146), day('2026-11-11', 118, 130), day('2026-11-02', 125, 125)];
  const weights = [{ day: '2026-11-10', unit: 'kg', count: 1, parts: [{ key: 'value', low: 53.7, high: 53.7 }] }];
  await open('/timeline', (request) =>
    request.query?.['name'] === 'weights' ? weights : answering({}, pressures)(request),
  );
  const year = await rowsOf('Năm 2026');
  expect(year).toHaveLength(2);
  expect(year[0]).toMatch(
    /Tuần 09\/11–15\/11\/2026.*Huyết áp: 4 lần đo · 118\/76–146\/92 mmHg.*Cân nặng: 1 lần đo · 53,7 kg/,
  );
  expect(year[1]).toMatch(/Tuần 02\/11–08\/11\/2026.*2 lần đo/);
});

test('a part that one day of a week lacks stays in the week; one that no day has is marked', async () => {
  const day = (date: string, parts: Readonly<Record<string, number>>) => ({
    day: date,
    unit: 'mm[Hg]',
    count: 1,
    parts: Object.entries(parts).map(([key, value]) => ({ key, low: value, high: value })),
  });
  const pressures = [
    day('2026-11-09', { diastolic: 76 }),
    day('2026-11-10', { systolic: 120, diastolic: 80 }),
    day('2026-11-11', { systolic: 130 }),
    day('2026-11-02', { diastolic: 90 }),
  ];
  await open('/timeline', answering({}, pressures));
  const year = await rowsOf('Năm 2026');
  expect(year[0]).toMatch(/Huyết áp: 3 lần đo · 120\/76–130\/80 mmHg/);
  expect(year[1]).toMatch(/Huyết áp: 1 lần đo · \?\/90 mmHg/);
});

test('glucose of two meters is told in the unit that the person reads, on one line', async () => {
  const sugar = (unit: string, count: number, low: number, high: number) => ({
    day: '2026-11-10',
    unit,
    count,
    parts: [{ key: 'value', low, high }],
  });
  const answers = answering({});
  await open('/timeline', (request) =>
    request.query?.['name'] === 'glucoses'
      ? [sugar('mmol/L', 3, 5, 7.2), sugar('mg/dL', 1, 180, 180)]
      : answers(request),
  );
  const [week] = await rowsOf('Năm 2026');
  expect(week).toMatch(/Đường huyết: 4 lần đo · 5–10 mmol\/L$/);
});

test('what is counted is said in the plural form of the language', async () => {
  const weight = (count: number, day: string) => ({
    day,
    unit: 'kg',
    count,
    parts: [{ key: 'value', low: 53.7, high: 54 }],
  });
  const weights = [weight(1, '2026-11-10'), weight(2, '2026-11-03')];
  const answers = answering({});
  await open('/timeline', (request) => (request.query?.['name'] === 'weights' ? weights : answers(request)), 'en-US');
  const year = await rowsOf('2026');
  expect(year[0]).toMatch(/Weight: 1 reading · 53\.7–54 kg/);
  expect(year[1]).toMatch(/Weight: 2 readings/);
});

test('nothing stands below a day that an unread page could fill, until that page has come', async () => {
  let answer: ((body: unknown) => void) | undefined;
  const older = { ...VACCINE, id: 'i2', vaccineCode: { text: 'Cúm' }, occurrenceDateTime: '2026-10-30' };
  await open('/timeline', (request) => {
    if (request.path === '/page/2')
      return new Promise((resolve) => {
        answer = resolve;
      });
    if (typeOf(request) !== 'Immunization') return answering(ALL)(request);
    const first = { ...older, id: 'i0', occurrenceDateTime: '2026-11-20' };
    return { ...searchset([first]), link: [{ relation: 'next', url: '/page/2' }] };
  });
  await waitFor(() => expect(answer).toBeDefined());
  expect(screen.queryByText(/Ngừng dùng/)).toBeNull();
  answer?.(searchset([older]));
  await waitFor(async () =>
    expect(await rowsOf('Năm 2026')).toEqual([
      expect.stringContaining('20/11/2026'),
      expect.stringContaining('30/10/2026'),
      expect.stringContaining('26/10/2026'),
      expect.stringContaining('25/10/2026'),
    ]),
  );
});

test('a search that fails is named and read again on wish; the others are shown', async () => {
  let isBroken = true;
  await open('/timeline', (request) => {
    if (typeOf(request) === 'Immunization' && isBroken) throw new AppError({ code: 'FORBIDDEN', httpStatus: 403 });
    return answering(ALL)(request);
  });
  expect(await screen.findByText(/Chưa đọc được: Tiêm chủng/)).toBeInTheDocument();
  expect(await rowsOf('Năm 2026')).toHaveLength(2);
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  await waitFor(async () => expect(await rowsOf('Năm 2019')).toHaveLength(2));
  expect(screen.queryByText(/Chưa đọc được/)).toBeNull();
});

test('a year is reached by its button; an empty record says so', async () => {
  await open('/timeline', answering(ALL));
  await userEvent.click(await screen.findByRole('button', { name: '2019' }));
  expect(screen.getByRole('heading', { name: 'Năm 2019' })).toHaveFocus();
  await open('/timeline', answering({}));
  expect(await screen.findByText('Chưa có gì trong hồ sơ')).toBeInTheDocument();
});
