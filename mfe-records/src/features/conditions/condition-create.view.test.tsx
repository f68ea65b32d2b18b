import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const ICD10 = 'http://hl7.org/fhir/sid/icd-10';
const word = (code: string, vi: string, en: string) => ({
  resourceType: 'Concept',
  id: `condition-${code}`,
  code,
  system: ICD10,
  display: vi,
  valueset: ['condition'],
  designation: [
    { language: 'vi', value: vi },
    { language: 'en', value: en },
  ],
});
const CATALOGUE = [
  word('E11', 'Đái tháo đường típ 2', 'Type 2 diabetes'),
  word('I10', 'Tăng huyết áp', 'Hypertension'),
];
const answers: Responder = ({ method, path }) =>
  path === '/Concept'
    ? searchset(CATALOGUE)
    : method === 'GET'
      ? searchset([])
      : { resourceType: 'Condition', id: 'new' };

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const open = async (
  respond: Responder = answers,
  host = createFakeHost({ path: '/condition-create', respond }),
): Promise<FakeHost> => {
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Thêm bệnh' });
  await screen.findByRole('combobox', { name: /^Tên bệnh/ });
  return host;
};
const disease = () => screen.getByRole('combobox', { name: /^Tên bệnh/ });
const save = () => userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
const writes = (host: FakeHost): readonly ServiceRequest[] =>
  host.seen.requests.filter(({ method }) => method === 'POST');

test('[CALL-76] a catalogued disease is one create with code, date, state, severity, then toast and list', async () => {
  const host = await open();
  await proves('ROUTE-51', () =>
    expect(screen.getByRole('heading', { level: 1, name: 'Thêm bệnh' })).toBeInTheDocument(),
  );
  await userEvent.click(disease());
  await userEvent.click(await screen.findByRole('option', { name: /Đái tháo đường típ 2/ }));
  await userEvent.clear(screen.getByRole('textbox', { name: /^Ngày ghi nhận/ }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Ngày ghi nhận/ }), '02/03/2015');
  const words = (name: RegExp) =>
    within(screen.getByRole('combobox', { name }))
      .getAllByRole<HTMLOptionElement>('option')
      .filter(({ value }) => value !== '')
      .map(({ value, textContent }) => [value, textContent]);
  await proves('COND-03', () =>
    expect(words(/^Tình trạng/)).toEqual([
      ['active', 'Đang mắc'],
      ['relapse', 'Tái phát'],
      ['remission', 'Đã đỡ'],
      ['resolved', 'Đã khỏi'],
    ]),
  );
  await proves('COND-04', () =>
    expect(words(/^Mức độ/)).toEqual([
      ['mild', 'Nhẹ'],
      ['moderate', 'Vừa'],
      ['serious', 'Nặng'],
    ]),
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Tình trạng/ }), 'Đã đỡ');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Mức độ/ }), 'Nặng');
  await proves('NAV-16', async () => {
    await save();
    await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/conditions'));
  });
  const [request] = writes(host);
  expect(writes(host)).toHaveLength(1);
  expect(request).toMatchObject({
    service: 'fhir',
    path: '/Condition',
    body: {
      resourceType: 'Condition',
      subject: { reference: 'Patient/patient-main' },
      recorder: { reference: 'Patient/patient-main' },
      clinicalStatus: { coding: [{ code: 'remission' }] },
      severity: { coding: [{ system: 'http://snomed.info/sct', code: '24484000' }] },
    },
  });
  await proves('COND-02', () => expect(request?.body).toMatchObject({ recordedDate: '2015-03-02' }));
  await proves('COND-01', () =>
    expect(request?.body).toMatchObject({
      code: { coding: [{ system: ICD10, code: 'E11' }], text: 'Đái tháo đường típ 2' },
    }),
  );
  expect(request?.body).toMatchObject({ identifier: [{ value: `urn:uuid:${request?.idempotencyKey}` }] });
  await proves('NOTI-11', () => expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã lưu tiền sử bệnh' }]));
});

test('[CALL-88] the catalogue is asked for what was typed, 20 at a time', async () => {
  const host = await open();
  await userEvent.type(disease(), 'duong{ArrowDown}');
  await waitFor(() =>
    expect(host.seen.requests.at(-1)).toMatchObject({
      path: '/Concept',
      query: { valueset: 'condition', display: 'duong', _count: 20 },
    }),
  );
  expect(await screen.findByRole('option', { name: /Đái tháo đường típ 2/ })).toHaveTextContent('E11');
});

test('[COND-01] keeps a typed disease as typed, without a code, also when Enter sends the form', async () => {
  const host = await open();
  await userEvent.type(disease(), 'Đau lưng lâu năm');
  await userEvent.tab();
  expect(disease()).toHaveValue('Đau lưng lâu năm');
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]?.body).toMatchObject({
    code: { text: 'Đau lưng lâu năm' },
    clinicalStatus: { coding: [{ code: 'active' }] },
  });
  expect(JSON.stringify(writes(host)[0]?.body)).not.toMatch(/icd-10|severity/);
});

test('without the catalogue the name can still be typed', async () => {
  const host = await open(({ method }) => (method === 'GET' ? undefined : { id: 'new' }));
  expect(await screen.findByText('Không tải được danh mục. Bạn vẫn có thể nhập tên.')).toBeInTheDocument();
  await userEvent.type(disease(), 'Hen');
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(1));
});

test('a missing disease and a day to come are said at their fields and on top; nothing is sent', async () => {
  const host = await open();
  const date = screen.getByRole('textbox', { name: /^Ngày ghi nhận/ });
  await userEvent.clear(date);
  await userEvent.type(date, '01/01/2199');
  await save();
  const summary = within(screen.getByRole('alert'));
  expect(summary.getByRole('link', { name: 'Vui lòng chọn hoặc nhập tên bệnh' })).toBeInTheDocument();
  expect(date).toHaveAttribute('aria-invalid', 'true');
  expect(host.seen.titles.at(-1)).toBe('Lỗi: Thêm bệnh');
  expect(writes(host)).toHaveLength(0);
});

test('without a network a disease waits for the person named on the form, and is listed as not sent', async () => {
  const host = createFakeHost({ path: '/condition-create', respond: answers });
  host.view(FAKE_MOTHER);
  await open(undefined, host);
  expect(screen.getByText('Cho: NGUYỄN THỊ ÁNH (Mẹ)')).toBeInTheDocument();
  host.setOffline(true);
  await userEvent.type(disease(), 'Hen');
  await save();
  await waitFor(() => expect(host.waiting.get()).toHaveLength(1));
  expect(host.waiting.get()[0]).toMatchObject({
    patientId: 'patient-mother',
    title: 'Bệnh: Hen',
    body: { resourceType: 'Condition' },
  });
  expect(host.seen.notices).toEqual([{ type: 'info', title: 'Đã giữ trên máy. Sẽ gửi khi có mạng.' }]);
  expect(host.seen.requests.find(({ method }) => method === 'POST')?.queue).toMatchObject({
    mend: { screen: 'condition-create', form: 'condition-create', value: { disease: 'Hen' } },
  });
  const waiting = within(await screen.findByRole('list', { name: 'Chưa gửi' }));
  expect(waiting.getByText('Bệnh: Hen')).toBeInTheDocument();

  host.setOffline(false);
  const before = host.seen.requests.length;
  host.waiting.set([]);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Chưa gửi' })).toBeNull());
  await waitFor(() =>
    expect(host.seen.requests.slice(before).map(({ path }) => path)).toContain('/Patient/patient-mother/Condition'),
  );
});

test('a refusal keeps what was typed and says why; the second try carries the same id', async () => {
  const host = await open((request) => {
    if (request.method === 'POST') throw new AppError({ code: 'TIMEOUT', httpStatus: 0, source: 'FHIR_SERVER' });
    return answers(request);
  });
  await userEvent.type(disease(), 'Hen');
  await save();
  expect(await screen.findByText('Yêu cầu mất quá nhiều thời gian. Vui lòng thử lại.')).toBeInTheDocument();
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(2));
  expect(writes(host)[1]?.idempotencyKey).toBe(writes(host)[0]?.idempotencyKey);
  expect(disease()).toHaveValue('Hen');
});
