import * as plainDate from '@phr/time/plain-date';
import { dayOf, deviceZone, startOfDay } from '@phr/time/zone';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { rawValue } from '../readings/samples.test-support.ts';

// A server's aggregates of a sensor: 288 readings a day, none loaded by the page.
const ZONE = deviceZone();
const TODAY = dayOf(Date.now(), ZONE);
const told = (day: string, more: object = {}) => {
  const first = startOfDay(day, ZONE);
  return {
    day,
    unit: 'mmol/L',
    count: 288,
    first: new Date(first).toISOString(),
    last: new Date(first + 86_000_000).toISOString(),
    parts: [{ key: 'value', low: 3.2, high: 12.4, mean: 7.25, median: 7 }],
    levels: { target: 250, mild: 30, dangerous: 8 },
    ...more,
  };
};
const YEAR = Array.from({ length: 300 }, (_, index) => told(plainDate.add(TODAY, { days: index - 300 })));
/** The answer to a request for days. */
const yearOf = ({ query }: ServiceRequest) =>
  YEAR.filter(({ day }) => day >= String(query?.['from']) && day <= String(query?.['to']));
const isDays = ({ path }: ServiceRequest): boolean => path === '/api/phr/observation/days';
const isPeriod = ({ path, query }: ServiceRequest): boolean =>
  path.includes('/Observation') && (query?.['date'] !== undefined || path.includes('_cursor'));
const isConfig = ({ path }: ServiceRequest): boolean => path.includes('ViewConfig');
const latest = [rawValue('glucoses', 6, new Date(Date.now() - 600_000).toISOString())];

async function open(respond: Responder, search = '?range=year'): Promise<FakeHost> {
  const host = createFakeHost({
    path: `/health-details/glucoses${search}`,
    respond: (request) => (isConfig(request) ? [] : respond(request)),
  });
  host.view(FAKE_MOTHER);
  await openPart(mountView, module, host);
  return host;
}
const panel = async () => within(await screen.findByRole('region', { name: 'Diễn biến' }));

test("draws a period beyond 14 days from the server's daily figures, with a single request", async () => {
  const host = await open((request) => (isDays(request) ? yearOf(request) : searchset(latest)), '?range=30d');
  const chart = await (await panel()).findByRole('application');
  expect(chart).toHaveAccessibleName(
    /^8\.352 lần đo, thấp nhất 3,2, cao nhất 12,4 mmol\/L; 1\.102 lần ngoài mục tiêu\./,
  );
  chart.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(
    await (await panel()).findByText(
      /^Trung bình ngày 7,3 mmol\/L, 288 lần đo, 3,2–12,4 mmol\/L, Mức xấu nhất: Nguy hiểm · Thấp, \d\d\/\d\d\/\d{4}$/,
    ),
  ).toBeInTheDocument();
  expect(host.seen.requests.filter(isPeriod)).toEqual([]);
  expect(host.seen.requests.filter(isDays).map(({ query }) => query)).toEqual([
    { patientId: FAKE_MOTHER.id, name: 'glucoses', from: plainDate.add(TODAY, { days: -29 }), to: TODAY, zone: ZONE },
  ]);
});

test('14 days and less are drawn from the readings themselves', async () => {
  const host = await open((request) => (isDays(request) ? yearOf(request) : searchset(latest)), '?range=14d');
  await (await panel()).findByRole('application');
  expect(host.seen.requests.filter(isDays)).toEqual([]);
  expect(host.seen.requests.filter(isPeriod)).toHaveLength(1);
});

test('lists the readings of a long period with few of them, with who measured each', async () => {
  const few = [rawValue('glucoses', 6.4, `${plainDate.add(TODAY, { days: -1 })}T05:00:00Z`)];
  const host = await open(
    (request) =>
      isDays(request)
        ? [told(plainDate.add(TODAY, { days: -1 }), { count: 1, levels: { target: 1 } })]
        : searchset(few),
    '?range=30d&view=table',
  );
  expect(await (await panel()).findByRole('cell', { name: 'Tự nhập (BỆNH NHÂN)' })).toBeInTheDocument();
  expect(host.seen.requests.filter(isPeriod)).toHaveLength(1);
});

test("the table has mean, extremes, worst level and count of each day, and opens a day's readings", async () => {
  const ofDay = [rawValue('glucoses', 6.4, `${plainDate.add(TODAY, { days: -1 })}T05:00:00Z`)];
  const host = await open(
    (request) => (isDays(request) ? yearOf(request) : searchset(isPeriod(request) ? ofDay : latest)),
    '?range=30d&view=table',
  );
  const row = (await (await panel()).findAllByRole('row'))[1] ?? fail();
  expect(row).toHaveTextContent(/Trung bình ngày 7,3 mmol\/L3,2–12,4Nguy hiểm · Thấp288 lần đo$/);
  await userEvent.click(within(row).getByRole('button', { name: /: xem từng lần đo$/ }));
  expect(host.navigation.location.get().search).toBe(`?range=day&view=table&at=${plainDate.add(TODAY, { days: -1 })}`);
  await waitFor(async () => expect((await panel()).getByRole('region')).toHaveFocus());
  expect(await (await panel()).findByRole('cell', { name: 'Tự nhập (BỆNH NHÂN)' })).toBeInTheDocument();
  // one step back is the table of days again (UX-04)
  host.navigation.back('/');
  expect(host.navigation.location.get().search).toMatch(/view=table/);
  expect(host.navigation.location.get().search).not.toMatch(/range=day/);
});

describe('a server without days', () => {
  test.each([
    ['404', 404],
    ['501', 501],
  ])('answers %s once and is asked for the readings from then on', async (code, httpStatus) => {
    const host = await open((request) => {
      if (isDays(request)) throw new AppError({ code, httpStatus });
      return searchset([
        rawValue('glucoses', 6.4, `${plainDate.add(TODAY, { days: -2 })}T05:00:00Z`),
        rawValue('glucoses', 8, `${plainDate.add(TODAY, { days: -2 })}T09:00:00Z`),
      ]);
    }, '?range=30d&view=table');
    expect((await (await panel()).findAllByRole('row'))[1]).toHaveTextContent(
      /Trung bình ngày 7,2 mmol\/L6,4–8,0.*2 lần đo$/,
    );
    await userEvent.click((await panel()).getByRole('button', { name: 'Năm' }));
    await waitFor(() => expect(host.seen.requests.filter(isPeriod)).toHaveLength(2));
    expect(host.seen.requests.filter(isDays)).toHaveLength(1);
  });

  test('or one that fails or answers something else leaves the chart to the readings', async () => {
    for (const answer of [undefined, { resourceType: 'Bundle' }]) {
      await open((request) => (isDays(request) ? answer : searchset(latest)), '?range=30d');
      expect(await (await panel()).findByRole('application')).toBeInTheDocument();
    }
  });
});

test('the file holds every single reading also of a year that is drawn by days, page by page', async () => {
  const saved: string[] = [];
  const createObjectURL = (blob: Blob) => {
    const reader = new FileReader();
    reader.onload = () => saved.push(String(reader.result));
    reader.readAsText(blob);
    return 'blob:x';
  };
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
  const page = (from: number) =>
    Array.from({ length: 100 }, (_, index) =>
      rawValue('glucoses', 6 + index / 100, new Date(Date.now() - (from + index) * 300_000).toISOString()),
    );
  const host = await open((request) => {
    if (isDays(request)) return yearOf(request);
    if (!isPeriod(request)) return searchset(latest);
    const at = Number(/_cursor=(\d+)/.exec(request.path)?.[1] ?? 0);
    return searchset(
      page(at * 100),
      1200,
      at < 11 ? `/Patient/${FAKE_MOTHER.id}/Observation?_cursor=${at + 1}` : undefined,
    );
  }, '?range=30d');
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Tải tệp CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.trim().split('\r\n')).toHaveLength(1 + 1200);
  expect(host.seen.requests.filter(isPeriod)).toHaveLength(12);
});

test('a file that cannot be read says so beside the button, and in a toast', async () => {
  const host = await open((request) => {
    if (isDays(request)) return yearOf(request);
    if (isPeriod(request)) throw new AppError({ code: 'NETWORK' });
    return searchset(latest);
  }, '?range=30d');
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Tải tệp CSV' }));
  expect(await (await panel()).findByText('Không tải được tệp CSV')).toBeInTheDocument();
  expect(host.seen.notices).toHaveLength(1);
});

function fail(): never {
  throw new Error('Nothing there');
}
