import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const ENCOUNTER = {
  resourceType: 'Encounter',
  id: 'e1',
  identifier: [{ type: { coding: [{ code: 'MR' }] }, value: 'SM-0042' }],
  status: 'arrived',
  class: { code: 'F0H' },
  period: { start: '2026-11-20', end: '2026-11-30' },
  serviceProvider: { display: 'Bệnh viện Sao Mai' },
};

async function open(
  path: string,
  record: Readonly<Record<string, readonly object[]>>,
  before?: string,
): Promise<FakeHost> {
  const host = createFakeHost({
    path: before ?? path,
    respond: ({ method, path: asked }) =>
      method === 'POST'
        ? { resourceType: 'Bundle', type: 'transaction-response' }
        : searchset(record[asked.split('/').at(-1) ?? ''] ?? []),
  });
  if (before !== undefined) host.navigation.push(path);
  await openPart(mountView, module, host);
  return host;
}
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Gửi kết quả' }));
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Đúng, tiếp tục' }));

test('[ROUTE-56] the form opens for an encounter and for a report', async () => {
  for (const [query, path] of [
    ['encounterId=e1', '/Patient/patient-main/Encounter'],
    ['diagnosticId=e1', '/Patient/patient-main/DiagnosticReport'],
  ] as const) {
    const host = await open(`/lab-observation-create?${query}`, { Encounter: [ENCOUNTER] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Thêm kết quả xét nghiệm' })).toBeInTheDocument();
    await waitFor(() =>
      expect(host.seen.requests).toContainEqual(
        expect.objectContaining({ path, query: expect.objectContaining({ _id: 'e1' }) as object }),
      ),
    );
  }
});

test('[LAB-06, CALL-95] an error leads to its field; a result is saved once and goes back', async () => {
  const host = await open(
    '/lab-observation-create?encounterId=e1',
    { Encounter: [ENCOUNTER] },
    '/lab-observations?encounterId=e1',
  );
  await proves('LAB-01', async () => {
    expect(await screen.findByText('SM-0042')).toBeInTheDocument();
    expect(document.body).toHaveTextContent(/20\/11\/2026 – 30\/11\/2026/);
  });
  await proves('LAB-02', () => {
    expect(screen.getByRole('textbox', { name: /^Thời gian/ })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Loại xét nghiệm' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Nơi làm/ })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Âm tính' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Gửi kết quả' })).toBeEnabled();
  });
  await submit();
  expect(screen.getAllByText('Vui lòng chọn loại xét nghiệm').length).toBeGreaterThan(1);
  expect(posts(host)).toHaveLength(0);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Loại xét nghiệm' }), 'pcr');
  await userEvent.click(screen.getByRole('radio', { name: 'Dương tính' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Nơi làm/ }), 'Trạm y tế phường');
  await proves('NAV-22', async () => {
    await submit();
    await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/lab-observations'));
  });
  expect(posts(host)).toEqual([
    expect.objectContaining({
      path: '/',
      idempotencyKey: expect.stringMatching(/^[\w-]{36}$/) as string,
      body: {
        resourceType: 'Bundle',
        type: 'transaction',
        entry: [
          expect.objectContaining({
            resource: expect.objectContaining({
              resourceType: 'Observation',
              interpretation: [{ coding: [expect.objectContaining({ code: 'POS' })] }],
            }) as object,
          }),
          expect.objectContaining({
            request: expect.objectContaining({ method: 'POST', url: 'DiagnosticReport' }) as object,
          }),
        ],
      },
    }),
  ]);
  await proves('NOTI-11', () => expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã lưu kết quả' }]));
});

test('[LAB-06] a preset negative that nobody chose is asked about and stored only when confirmed', async () => {
  const host = await open('/lab-observation-create', {}, '/lab-observations');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Loại xét nghiệm' }), 'pcr');
  await submit();
  const question = screen.getByRole('alertdialog', { name: /chưa chọn kết quả, đang để sẵn là Âm tính/ });
  await userEvent.click(within(question).getByRole('button', { name: 'Sửa' }));
  expect(posts(host)).toHaveLength(0);
  expect(screen.getByRole('radio', { name: 'Âm tính' })).toBeChecked();
  await submit();
  await confirm();
  await waitFor(() => expect(posts(host)).toHaveLength(1));
  expect(posts(host)[0]?.body).toMatchObject({
    entry: [{ resource: { interpretation: [{ coding: [{ code: 'NEG' }] }] } }, {}],
  });
});

test('[LAB-13][CALL-95][CALL-99] with a named report the result is added to it', async () => {
  const host = await open('/lab-observation-create?diagnosticId=r1', {
    DiagnosticReport: [
      {
        resourceType: 'DiagnosticReport',
        id: 'r1',
        status: 'final',
        code: { text: 'Phiếu' },
        result: [{ reference: 'Observation/a' }],
      },
    ],
  });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Loại xét nghiệm' }), 'antigen');
  await submit();
  await confirm();
  await waitFor(() => expect(posts(host)).toHaveLength(1));
  expect(posts(host)[0]?.body).toMatchObject({
    entry: [
      {},
      {
        request: { method: 'PUT', url: 'DiagnosticReport/r1' },
        resource: {
          result: [{ reference: 'Observation/a' }, { reference: expect.stringMatching(/^urn:uuid:/) as string }],
        },
      },
    ],
  });
});

test('without a network the result waits on the device and stands in the list', async () => {
  const host = await open('/lab-observation-create', {}, '/lab-observations');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Loại xét nghiệm' }), 'antigen');
  host.setOffline(true);
  await submit();
  await confirm();
  expect(await screen.findByRole('list', { name: 'Chưa gửi' })).toHaveTextContent(
    'Xét nghiệm nhanh kháng nguyên COVID-19: Âm tính',
  );
  expect(host.seen.notices).toEqual([{ type: 'info', title: 'Đã giữ trên máy. Sẽ gửi khi có mạng.' }]);
});

test("[ROUTE-57][LAB-11] lists the encounter's results as cards with time, type and result", async () => {
  const result = (id: string, more: object) => ({
    resourceType: 'Observation',
    id,
    status: 'final',
    category: [{ coding: [{ code: 'laboratory' }] }],
    code: { text: `Xét nghiệm ${id}` },
    effectiveDateTime: '2026-11-27T08:15:00+07:00',
    ...more,
  });
  const host = await open('/lab-observations?encounterId=e1', {
    Observation: [
      result('A', {
        interpretation: [
          { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'NEG' }] },
        ],
      }),
      result('B', {}),
    ],
  });
  const [first, second] = within(await screen.findByRole('list', { name: 'Kết quả xét nghiệm' })).getAllByRole(
    'listitem',
  );
  expect(first).toHaveTextContent(/Xét nghiệm A.*27\/11\/2026.*Kết quả: Âm tính/s);
  expect(second).toHaveTextContent('Kết quả: Chưa có dữ liệu');
  expect(host.seen.requests[0]).toMatchObject({
    path: '/Patient/patient-main/Observation',
    query: { category: 'laboratory', encounter: 'e1', _sort: '-date' },
  });
  expect(screen.getByRole('link', { name: 'Thêm kết quả xét nghiệm' })).toHaveAttribute(
    'href',
    '/lab-observation-create?encounterId=e1',
  );
});

test('a laboratory result that was taken back shows no value, one that is not final says so', async () => {
  const result = (id: string, status: string) => ({
    resourceType: 'Observation',
    id,
    status,
    code: { text: `Xét nghiệm ${id}` },
    effectiveDateTime: '2026-11-27T08:15:00+07:00',
    valueQuantity: { value: 7.5, unit: 'mmol/L' },
    referenceRange: [{ high: { value: 6, unit: 'mmol/L' } }],
  });
  await open('/lab-observations', {
    Observation: [result('A', 'entered-in-error'), result('B', 'preliminary'), result('C', 'final')],
  });
  const [wrong, early, sure] = within(await screen.findByRole('list', { name: 'Kết quả xét nghiệm' })).getAllByRole(
    'listitem',
  );
  expect(wrong).toHaveTextContent(/Kết quả: Đã rút lại, không dùng.*Nhập nhầm/s);
  expect(wrong).not.toHaveTextContent(/7,5|đến 6/);
  expect(early).toHaveTextContent(/Kết quả: 7,5 mmol\/L.*Khoảng của phòng xét nghiệm: đến 6 mmol\/L.*Kết quả sơ bộ/s);
  expect(sure).not.toHaveTextContent('Kết quả sơ bộ');
});

test('[LAB-12] without entries it says so, also for a report without results', async () => {
  await open('/lab-observations', {});
  expect(await screen.findByText('Chưa có thông tin xét nghiệm')).toBeInTheDocument();
  const host = await open('/lab-observations?diagnosticId=r1', {
    DiagnosticReport: [{ resourceType: 'DiagnosticReport', id: 'r1', status: 'final' }],
  });
  expect(await screen.findByText('Chưa có thông tin xét nghiệm')).toBeInTheDocument();
  expect(host.seen.requests.map(({ path }) => path)).toEqual(['/Patient/patient-main/DiagnosticReport']);
});

describe('how results of a laboratory are judged in their list', () => {
  const potassium = (more: object) => ({
    resourceType: 'Observation',
    id: 'k',
    status: 'final',
    category: [{ coding: [{ code: 'laboratory' }] }],
    code: { coding: [{ system: 'http://loinc.org', code: '2823-3' }], text: 'Kali' },
    valueQuantity: { value: 6.9, unit: 'mmol/L' },
    referenceRange: [{ low: { value: 3.5, unit: 'mmol/L' }, high: { value: 5.1, unit: 'mmol/L' } }],
    ...more,
  });
  const rowOf = async (more: object): Promise<HTMLElement> => {
    await open('/lab-observations', { Observation: [potassium(more)] });
    return screen.findByRole('listitem');
  };

  test('[LAB-10] a result beyond its range is called high without any flag, with whose range it is', async () => {
    const row = await rowOf({ performer: [{ reference: 'Organization/1', display: 'Viện Hóa' }] });
    expect(row).toHaveTextContent('6,9 mmol/L');
    expect(row).toHaveTextContent('Đánh giá: Caokhoảng của Viện Hóa 3,5–5,1');
  });

  test.each([
    ['inside the range', { valueQuantity: { value: 4, unit: 'mmol/L' } }, 'Đánh giá: Trong khoảng'],
    ['by the word of the laboratory', { interpretation: [{ coding: [{ code: 'HH' }] }] }, 'Đánh giá: Rất cao'],
    [
      'each number of a panel',
      {
        valueQuantity: undefined,
        referenceRange: undefined,
        component: [
          potassium({}),
          { ...potassium({ code: { text: 'Natri' } }), interpretation: [{ coding: [{ code: 'L' }] }] },
        ],
      },
      'Kali máuCaokhoảng ghi kèm 3,5–5,1NatriThấpkhoảng ghi kèm 3,5–5,1',
    ],
    [
      'a word that is neither high nor low',
      { interpretation: [{ coding: [{ code: 'R', display: 'Resistant' }] }], referenceRange: undefined },
      'Đánh giá: Kháng',
    ],
  ])('%s', async (_, more, told) => {
    expect(await rowOf(more)).toHaveTextContent(told);
  });

  test('what the person entered is judged by no word that stands beside it', async () => {
    const row = await rowOf({
      meta: { source: 'https://phr.example/source/person' },
      interpretation: [{ coding: [{ code: 'H' }] }],
    });
    expect(row).not.toHaveTextContent('Đánh giá');
  });

  test('a glucose of a laboratory without a word is judged by the table of this product, a goal goes before', async () => {
    const glucose = potassium({
      code: { coding: [{ code: '15074-8' }] },
      referenceRange: undefined,
      valueQuantity: { value: 8, unit: 'mmol/L', code: 'mmol/L' },
      effectiveDateTime: '2026-11-20T08:00:00+07:00',
    });
    await open('/lab-observations', { Observation: [glucose] });
    expect(await screen.findByRole('listitem')).toHaveTextContent('Trong mục tiêumục tiêu 3,9–10');
    const goal = {
      resourceType: 'Goal',
      id: 'g',
      lifecycleStatus: 'active',
      startDate: '2026-10-01',
      expressedBy: { reference: 'Practitioner/1' },
      target: [
        { measure: { coding: [{ code: '15074-8' }] }, detailQuantity: { value: 7, unit: 'mmol/L', comparator: '<' } },
      ],
    };
    document.body.replaceChildren();
    await open('/lab-observations', { Observation: [glucose], Goal: [goal] });
    await waitFor(async () => expect(await screen.findByRole('listitem')).toHaveTextContent('bác sĩ đặt: dưới 7'));
  });
});
