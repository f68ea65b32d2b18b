import manifest from '../../../module.json' with { type: 'json' };
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const NEW = {
  id: 'r2',
  code: '24331-1',
  codeText: 'Mỡ máu',
  effectiveDateTime: '2026-11-21T08:40:00+07:00',
  performerDisplay: 'Phòng xét nghiệm X',
  conclusion: 'LDL cao',
  contentTypes: [],
  previousAt: '2026-05-02T08:00:00+07:00',
};
const OLD = {
  id: 'r1',
  code: '24331-1',
  codeText: 'Mỡ máu',
  effectiveDateTime: '2026-05-02T08:00:00+07:00',
  contentTypes: [],
};
const OTHER = {
  id: 'r9',
  code: '58410-2',
  codeText: 'Công thức máu',
  effectiveDateTime: '2026-10-02T08:00:00+07:00',
  contentTypes: [],
};
const ldl = (value: number) => ({
  resourceType: 'Observation',
  id: `o${value}`,
  status: 'final',
  code: { text: 'LDL' },
  valueQuantity: { value, unit: 'mmol/L' },
  referenceRange: [{ high: { value: 3.4, unit: 'mmol/L' } }],
});
const DEVICE = {
  resourceType: 'Device',
  id: 'd',
  property: [{ type: { coding: [{ code: 'DASHBOARD_REPORTS' }] }, valueCode: [{ text: '["58410-2","24331-1"]' }] }],
};

async function open(
  path: string,
  {
    reports = [NEW, OLD] as readonly object[],
    devices = [] as readonly object[],
    broken = '',
    locale = 'vi-VN' as 'vi-VN' | 'en-US',
  } = {},
): Promise<FakeHost> {
  const host = createFakeHost({
    path,
    settings: { locale },
    hrefOf: hrefsOf(manifest.routes),
    respond: ({ path: asked, query }) => {
      if (asked === '/Device') return searchset(devices);
      if (asked.endsWith('/latest')) return String(query?.['codes']).includes(',') ? [NEW, OTHER] : reports.slice(0, 1);
      if (asked.endsWith('/list')) return reports;
      if (broken !== '' && asked.includes(`/${broken}/`))
        throw new AppError({ code: 'SERVER_ERROR', source: 'PHR_API' });
      return asked.includes('/r2/') ? [ldl(4.1)] : [ldl(3.2)];
    },
  });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', {
    level: 1,
    name: locale === 'vi-VN' ? 'Theo thời gian' : 'Over time',
  });
  return host;
}
const calls = (host: FakeHost, end: string) => host.seen.requests.filter(({ path }) => path.endsWith(end));

test("[CALL-19, CALL-20, CALL-21] shows a code's latest report beside earlier ones, then all over time", async () => {
  const host = await open('/report-boards/24331-1?from=2026-01-01&to=2026-11-28');
  await proves('ROUTE-47', async () =>
    expect(await screen.findByRole('region', { name: 'Mỡ máu' })).toBeInTheDocument(),
  );
  expect(await screen.findByRole('region', { name: 'Mỡ máu' })).toHaveTextContent(
    /\d\d:40 21\/11\/2026.*02\/05\/2026.*Phòng xét nghiệm X.*LDL cao/s,
  );
  const row = within(await screen.findByRole('table', { name: 'Các chỉ số' })).getAllByRole('row')[1];
  await waitFor(() => expect(row).toHaveTextContent(/LDL.*4,1 mmol\/L.*3,2 mmol\/L.*đến 3,4 mmol\/L.*Cao/s));
  const all = within(screen.getByRole('list', { name: 'Các lần: Mỡ máu' })).getAllByRole('link');
  expect(all.map((link) => link.getAttribute('href'))).toEqual(['/report-details/r2', '/report-details/r1']);
  for (const end of ['/latest', '/list'])
    expect(calls(host, end)[0]).toMatchObject({
      service: 'phr',
      query: { patientId: 'patient-main', codes: '24331-1', fromDate: '2026-01-01', toDate: '2026-11-28' },
    });
  expect(calls(host, '/r2/observations')).toHaveLength(1);
});

test('compares with the previous valid report, marks those not final, and admits unread former values', async () => {
  const mistaken = { ...OLD, id: 'r0', status: 'entered-in-error', effectiveDateTime: '2026-08-01T08:00:00+07:00' };
  const host = await open('/report-boards/24331-1', {
    reports: [{ ...NEW, status: 'preliminary' }, mistaken, OLD],
    broken: 'r1',
  });
  expect(await screen.findByRole('region', { name: 'Mỡ máu' })).toHaveTextContent('Kết quả sơ bộ');
  const table = await screen.findByRole('table', { name: 'Các chỉ số' });
  expect(within(table).getByRole('columnheader', { name: 'Lần trước (02/05/2026)' })).toBeInTheDocument();
  await waitFor(() => expect(table).toHaveTextContent('Không tải được'));
  expect(calls(host, '/r0/observations')).toHaveLength(0);
  const [first, second, third] = within(screen.getByRole('list', { name: 'Các lần: Mỡ máu' })).getAllByRole('listitem');
  expect([first, second, third].map((item) => /Kết quả sơ bộ|Nhập nhầm/.exec(item?.textContent ?? '')?.[0])).toEqual([
    'Kết quả sơ bộ',
    'Nhập nhầm',
    undefined,
  ]);
});

test('a report with a code that has words is called by them in English, one without as it was sent', async () => {
  await open('/report-boards/58410-2', { locale: 'en-US', reports: [OTHER] });
  expect(await screen.findByRole('region', { name: 'Complete blood count' })).toBeInTheDocument();
  await open('/report-boards/odd', {
    locale: 'en-US',
    reports: [{ ...NEW, code: 'Nước tiểu', codeText: 'Nước tiểu' }],
  });
  expect(await screen.findByRole('region', { name: 'Nước tiểu' })).toBeInTheDocument();
});

test('[REP-08] the address holds the period: usual ones by link, own days by typing, never reversed', async () => {
  const host = await open('/report-boards/24331-1');
  await userEvent.click(screen.getByRole('link', { name: 'Tất cả' }));
  expect(host.navigation.location.get().search).toBe('?range=all');
  await waitFor(() =>
    expect(calls(host, '/list').at(-1)?.query).toEqual({
      patientId: 'patient-main',
      codes: '24331-1',
      fromDate: undefined,
      toDate: undefined,
    }),
  );
  await userEvent.click(screen.getByRole('textbox', { name: /^Từ ngày/ }));
  await userEvent.paste('5/1/2026');
  await waitFor(() => expect(host.navigation.location.get().search).toBe('?from=2026-01-05'));
  expect(screen.getByRole('textbox', { name: /^Từ ngày/ })).toHaveFocus();
  await userEvent.click(screen.getByRole('textbox', { name: /^Đến ngày/ }));
  await userEvent.paste('4/1/2026');
  expect(screen.getByText('Đến ngày không được trước từ ngày')).toBeInTheDocument();
  expect(host.navigation.location.get().search).toBe('?from=2026-01-05');
});

test('[REP-09] the device says which codes are followed; their latest reports lead to boards', async () => {
  const host = await open('/report-boards/24331-1', { devices: [DEVICE] });
  const followed = within(await screen.findByRole('list', { name: 'Kết quả khác bạn theo dõi' }));
  expect(
    followed
      .getAllByRole('link')
      .map((link) => [link.textContent.startsWith('Công thức máu'), link.getAttribute('href')]),
  ).toEqual([[true, '/report-boards/58410-2']]);
  expect(calls(host, '/Device')[0]).toMatchObject({
    query: { patient: 'patient-main', identifier: expect.stringMatching(/\|A1B2C3D4E5F6$/) },
  });
  expect(calls(host, '/latest').map(({ query }) => query?.['codes'])).toContain('58410-2,24331-1');
});

test('without reports in the time it says so, and a device that follows nothing asks for nothing', async () => {
  const host = await open('/report-boards/24331-1', { reports: [] });
  expect(
    await screen.findByText('Không có kết quả trong khoảng thời gian này. Hãy chọn khoảng dài hơn.'),
  ).toBeInTheDocument();
  expect(calls(host, '/latest')).toHaveLength(1);
});
