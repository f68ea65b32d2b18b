import manifest from '../../../module.json' with { type: 'json' };
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import type { ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { observationOf, type Test } from '../reports/results.test-support.ts';

const report = (id: string, name: string, tests: readonly Test[], more: object = {}) => ({
  resourceType: 'DiagnosticReport',
  id,
  status: 'final',
  code: { text: name },
  effectiveDateTime: '2026-11-21T08:40:00+07:00',
  performer: [{ display: 'Bệnh viện X' }],
  result: tests.map((test, index) => ({
    reference: `Observation/${id}-${index}`,
    resource: observationOf({ id: `${id}-${index}`, ...test }),
  })),
  ...more,
});
const LOW: Test = { value: 112, low: 120, high: 160 };
const NORMAL: Test = { value: 130, low: 120, high: 160 };
const HIV: Test = {
  code: '56888-1',
  name: 'HIV Ag/Ab miễn dịch tự động',
  more: { valueString: 'Dương tính', interpretation: [{ coding: [{ code: 'A' }] }] },
};
const BLOOD = report('r1', 'Công thức máu', [LOW, NORMAL, { value: 5, code: '1-8', name: 'Khác' }]);
const FINE = report('r2', 'Sinh hóa máu', [NORMAL, NORMAL]);

async function open(
  path: string,
  answers: (request: ServiceRequest) => unknown,
  settings: { readonly locale?: 'vi-VN' | 'en-US' } = {},
): Promise<FakeHost> {
  const host = createFakeHost({ path, respond: answers, hrefOf: hrefsOf(manifest.routes), settings });
  await openPart(mountView, module, host);
  return host;
}
const listing =
  (...reports: readonly object[]) =>
  ({ path }: ServiceRequest) =>
    searchset(path.endsWith('/DiagnosticReport') ? reports : []);
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Kết quả' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('each report has its name, place, date and how it came out', async () => {
  const host = await open('/results', listing(BLOOD, FINE));
  expect(await screen.findByRole('heading', { level: 1, name: 'Kết quả' })).toBeInTheDocument();
  await waitFor(async () =>
    expect((await rows())[0]).toMatch(
      /Công thức máu.*21\/11\/2026 · Bệnh viện X.*1 ngoài khoảng, 1 trong khoảng, 1 chưa đánh giá/,
    ),
  );
  expect((await rows())[1]).toMatch(/Sinh hóa máu.*2 trong khoảng/);
  expect(host.seen.requests.find(({ path }) => path.endsWith('/DiagnosticReport'))?.query).toMatchObject({
    _sort: '-date',
    _assoc: 'result',
    'status:not': 'registered',
  });
});

test('a sensitive result is neither counted nor told, and a withdrawn report tells nothing', async () => {
  await open(
    '/results',
    listing(report('h1', 'Xét nghiệm A', [HIV]), report('w1', 'Xét nghiệm B', [LOW], { status: 'entered-in-error' })),
  );
  await waitFor(async () => expect((await rows())[0]).toContain('Đã có kết quả, mở để xem'));
  expect((await rows()).join()).not.toMatch(/ngoài khoảng|Dương tính/);
});

test.each([
  ['laboratory', { category: expect.stringMatching(/^LAB,.*HM/) }],
  ['imaging', { category: expect.stringMatching(/^RAD,.*CT/) }],
  ['other', { 'category:not': expect.stringMatching(/LAB.*RAD/) }],
])('the kind "%s" is chosen by the server, and is part of the address', async (show, query) => {
  const host = await open(`/results?show=${show}`, listing(FINE));
  await rows();
  expect(host.seen.requests.find(({ path }) => path.endsWith('/DiagnosticReport'))?.query).toMatchObject(query);
});

test('"outside" looks on through the pages until it has found what there is', async () => {
  const page = (reports: readonly object[], next?: string) => ({
    ...searchset(reports),
    ...(next !== undefined && { link: [{ relation: 'next', url: next }] }),
  });
  await open('/results?show=outside', ({ path }) => {
    if (path.includes('_cursor')) return page([{ ...BLOOD, id: 'r9' }]);
    return path.endsWith('/DiagnosticReport')
      ? page([FINE], '/Patient/patient-main/DiagnosticReport?_cursor=2')
      : searchset([]);
  });
  await waitFor(async () => expect(await rows()).toEqual([expect.stringContaining('Công thức máu')]));
});

test('nothing outside, nothing at all, and a failure are three things', async () => {
  await open('/results?show=outside', listing(FINE));
  expect(await screen.findByText('Không có phiếu nào ngoài khoảng')).toBeInTheDocument();
  document.body.replaceChildren();
  await open('/results', listing());
  expect(await screen.findByText('Chưa có kết quả')).toBeInTheDocument();
  document.body.replaceChildren();
  const host = await open('/results', () => undefined);
  expect(await screen.findByRole('heading', { name: /Không tải được/ })).toBeInTheDocument();
  expect(host.seen.requests.length).toBeGreaterThan(0);
});

test('one test through time: units that do not become one another stand apart, laboratories are named', async () => {
  const values = [
    observationOf({ id: 'a', value: 112, low: 120, high: 160 }),
    observationOf({ id: 'b', value: 13, unit: 'g/dL', at: '2026-04-02' }),
    observationOf({ id: 'c', value: 38, unit: '%', at: '2025-04-02' }),
  ];
  const host = await open('/results?code=718-7', ({ path }) => searchset(path.endsWith('/Observation') ? values : []));
  expect(await screen.findByRole('heading', { level: 1, name: 'Huyết sắc tố theo thời gian' })).toBeInTheDocument();
  const told = within(await screen.findByRole('list', { name: 'Huyết sắc tố, g/L' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(told[0]).toMatch(/112 g\/L.*21\/11\/2026 · Phòng xét nghiệm X.*Thấp/);
  expect(told[1]).toMatch(/13 g\/dL \(≈ 130 g\/L\).*02\/04\/2026/);
  expect(screen.getByRole('list', { name: 'Huyết sắc tố, %' })).toHaveTextContent('38 %');
  expect(host.seen.requests.find(({ path }) => path.endsWith('/Observation'))?.query).toMatchObject({ code: '718-7' });
});

test('in English it says the same', async () => {
  await open('/results', listing(BLOOD), { locale: 'en-US' });
  expect(await screen.findByText(/1 outside the range, 1 within the range, 1 not judged/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Outside the range' }));
  expect(await screen.findByText(/1 outside the range/)).toBeInTheDocument();
});
