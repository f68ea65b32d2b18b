import manifest from '../../../module.json' with { type: 'json' };
import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const REPORT = {
  resourceType: 'DiagnosticReport',
  id: 'r1',
  status: 'final',
  code: { text: 'Mỡ máu' },
  effectiveDateTime: '2026-11-21T08:40:00+07:00',
  conclusion: 'LDL cao',
  performer: [{ display: 'Phòng xét nghiệm X' }],
  result: [{ reference: 'Observation/o1' }, { reference: 'Observation/o2' }],
  presentedForm: [{ contentType: 'application/pdf' }],
};
const OBSERVATIONS = [
  {
    resourceType: 'Observation',
    id: 'o1',
    status: 'final',
    code: { text: 'LDL' },
    valueQuantity: { value: 4.1, unit: 'mmol/L' },
    referenceRange: [{ high: { value: 3.4, unit: 'mmol/L' } }],
  },
  {
    resourceType: 'Observation',
    id: 'o2',
    status: 'final',
    code: { text: 'HDL' },
    valueQuantity: { value: 1.4, unit: 'mmol/L' },
    referenceRange: [{ low: { value: 1, unit: 'mmol/L' } }],
  },
];

async function open(
  reports: readonly object[] = [REPORT],
  path = '/report-details/r1',
  observations: readonly object[] = OBSERVATIONS,
): Promise<FakeHost> {
  const host = createFakeHost({
    path,
    respond: ({ path: asked }) => searchset(asked.endsWith('/DiagnosticReport') ? reports : observations),
    hrefOf: hrefsOf(manifest.routes),
  });
  await openPart(mountView, module, host);
  return host;
}

const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('[ROUTE-46][REP-03] a report shows time, author, conclusion, and results with unit and reference', async () => {
  const host = await open();
  expect(await screen.findByRole('region', { name: 'Chi tiết kết quả' })).toHaveTextContent(
    /\d\d:40 21\/11\/2026.*Phòng xét nghiệm X.*LDL cao/s,
  );
  expect(await screen.findByRole('list', { name: 'Ngoài khoảng' })).toBeInTheDocument();
  expect(listed('Ngoài khoảng')).toEqual([expect.stringMatching(/LDL.*4,1 mmol\/L.*Cao.*đến 3,4 mmol\/L/s)]);
  expect(screen.queryByText('HDL')).toBeNull();
  await userEvent.click(screen.getByText('Trong khoảng'));
  expect(listed('Trong khoảng')).toEqual([
    expect.stringMatching(/HDL.*1,4 mmol\/L.*Trong khoảng.*từ 1 mmol\/L trở lên/s),
  ]);
  expect(screen.getByRole('link', { name: 'Xem tài liệu PDF: Mỡ máu' })).toBeInTheDocument();
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({
      path: '/Patient/patient-main/Observation',
      query: expect.objectContaining({ _id: 'o1,o2' }),
    }),
  );
});

test('a withdrawn report says so and shows neither conclusion nor results', async () => {
  await open([{ ...REPORT, status: 'entered-in-error' }]);
  expect(await screen.findByText('Kết quả này đã bị rút lại. Không dùng để tham khảo.')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent('LDL');
});

test('a result withdrawn or not final says so; the withdrawn value is hidden', async () => {
  const [ldl, hdl] = OBSERVATIONS;
  await open([{ ...REPORT, issued: '2026-11-21T10:05:00+07:00' }], undefined, [
    { ...ldl, status: 'entered-in-error' },
    { ...hdl, status: 'preliminary' },
  ]);
  expect(await screen.findByRole('list', { name: 'Chưa đánh giá được' })).toHaveTextContent(
    /LDL Nhập nhầm.*Đã rút lại, không dùng/s,
  );
  expect(document.body).not.toHaveTextContent('4,1');
  await userEvent.click(screen.getByText('Trong khoảng'));
  expect(listed('Trong khoảng')).toEqual([expect.stringMatching(/HDL Kết quả sơ bộ.*1,4 mmol\/L/s)]);
  expect(screen.getByRole('region', { name: 'Chi tiết kết quả' })).toHaveTextContent(
    /Thời gian thực hiện.*:40 21\/11\/2026.*Thời gian trả kết quả.*:05 21\/11\/2026/s,
  );
});

test('a withdrawn report of a list has no way to its files but through its details, which say so', async () => {
  await open(
    [REPORT, { ...REPORT, id: 'r2', code: { text: 'Đường máu' }, status: 'cancelled' }],
    '/observations-list?show=reports',
  );
  const [valid, withdrawn] = within(await screen.findByRole('list', { name: 'Phiếu kết quả' })).getAllByRole(
    'listitem',
  );
  expect(within(valid ?? document.body).getByRole('link', { name: /Xem tài liệu PDF/ })).toBeInTheDocument();
  expect(withdrawn).toHaveTextContent('Đã hủy');
  expect(withdrawn).not.toHaveTextContent('LDL cao');
  expect(within(withdrawn ?? document.body).queryByRole('link', { name: /Xem tài liệu PDF/ })).toBeNull();
});

test('an unknown report is said to be not found', async () => {
  await open([]);
  expect(await screen.findByText('Không tìm thấy kết quả này')).toBeInTheDocument();
});
