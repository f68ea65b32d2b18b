import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const person = { versionId: '3', source: 'https://phr.example/source/person' };
const patient = { reference: 'Patient/patient-main' };
type Rows = Readonly<Record<string, readonly object[]>>;

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

async function open(path: string, rows: Rows, write: Responder = () => ({})): Promise<FakeHost> {
  const host = createFakeHost({
    path,
    hrefOf: (name, params = {}) => `/${name}?${new URLSearchParams(params).toString()}`,
    respond: (request) => {
      if (request.method !== 'GET') return write(request);
      if (request.path.includes('phrObservationDynamicForm')) return FORMS;
      const found = rows[request.path.split('/').at(-1) ?? ''] ?? [];
      const id = request.query?.['_id'];
      return searchset(found.filter((one) => id === undefined || ('id' in one && one.id === id)));
    },
  });
  await openPart(mountView, module, host);
  return host;
}
const FORMS = [
  {
    code: 'chest-xray',
    title: 'X-quang ngực',
    category: 'imaging',
    fields: [
      { key: 'effectiveDateTime', label: 'Thời gian xét nghiệm', type: 'date', required: true },
      { key: 'valueString', label: 'Kết quả', type: 'string', required: true },
      { key: 'performer', label: 'Nơi thực hiện', type: 'string' },
    ],
  },
];
const writes = (host: FakeHost) => host.seen.requests.filter(({ method }) => method !== 'GET');
const save = () => userEvent.click(screen.getByRole('button', { name: /^(Lưu|Gửi)/ }));
const field = (name: RegExp) => screen.findByRole('textbox', { name });
async function retype(name: RegExp, text: string): Promise<void> {
  const input = await field(name);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

const ASTHMA = {
  resourceType: 'Condition',
  id: 'c1',
  meta: person,
  clinicalStatus: { coding: [{ system: 'x', code: 'active' }] },
  code: { text: 'Hen' },
  subject: patient,
  recorder: patient,
  recordedDate: '2015-03-02',
  evidence: [{ code: [{ text: 'Khò khè' }] }],
};

test('a disease is corrected in the form that made it: the year alone, another state, all else as it was', async () => {
  const host = await open('/condition-create?id=c1', { Condition: [ASTHMA] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Sửa tiền sử bệnh' })).toBeInTheDocument();
  expect(await screen.findByRole('combobox', { name: /^Tên bệnh/ })).toHaveValue('Hen');
  expect(await field(/^Ngày ghi nhận/)).toHaveValue('02/03/2015');
  await retype(/^Ngày ghi nhận/, '2014');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Tình trạng/ }), 'Đã đỡ');
  await save();
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/conditions'));
  expect(writes(host)).toEqual([
    expect.objectContaining({
      service: 'fhir',
      method: 'PUT',
      path: '/Condition/c1',
      ifMatch: 'W/"3"',
      idempotencyKey: expect.any(String) as string,
      body: {
        ...ASTHMA,
        recordedDate: '2014',
        clinicalStatus: { coding: [expect.objectContaining({ code: 'remission' })] },
      },
    }),
  ]);
  expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã lưu thay đổi' }]);
});

test('without a network a correction waits, and can be mended in the form that made it', async () => {
  const host = await open('/condition-create?id=c1', { Condition: [ASTHMA] });
  await retype(/^Ngày ghi nhận/, '03/2014');
  host.setOffline(true);
  await save();
  await waitFor(() => expect(host.waiting.get()).toHaveLength(1));
  expect(host.waiting.get()[0]).toMatchObject({ title: 'Sửa: Hen', body: { recordedDate: '2014-03' } });
  expect(writes(host)[0]?.queue?.mend).toMatchObject({
    screen: 'condition-create',
    params: { id: 'c1' },
    form: 'condition-create c1',
    value: { recordedDate: '03/2014' },
  });
});

test('a correction that met a newer version takes it in on request and keeps what was typed', async () => {
  let version = '3';
  const current = () => [{ ...ASTHMA, meta: { ...person, versionId: version }, recordedDate: `201${version}` }];
  const host = createFakeHost({
    path: '/condition-create?id=c1',
    respond: ({ method, path }) => {
      if (method === 'GET') return searchset(path.endsWith('/Condition') ? current() : []);
      if (version === '4') return {};
      version = '4';
      throw new AppError({ code: 'CONFLICT', httpStatus: 412, source: 'FHIR_SERVER' });
    },
  });
  await openPart(mountView, module, host);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /^Mức độ/ }), 'Nặng');
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Tải bản mới, giữ nội dung đã nhập' }));
  await screen.findByText('Đã tải bản mới. Nội dung bạn nhập vẫn còn. Hãy xem lại rồi lưu.');
  expect(await field(/^Ngày ghi nhận/)).toHaveValue('2014');
  await save();
  await waitFor(() => expect(writes(host).map(({ ifMatch }) => ifMatch)).toEqual(['W/"3"', 'W/"4"']));
  expect(writes(host)[1]?.body).toMatchObject({ recordedDate: '2014', severity: { coding: [{ code: '24484000' }] } });
});

test('what a hospital wrote, and what came in a file, has no form of correction and no way to it', async () => {
  const hospital = { ...ASTHMA, id: 'h', meta: { source: 'https://phr.example/source/facility' } };
  const imported = {
    ...ASTHMA,
    id: 'i',
    meta: { ...person, tag: [{ system: 'https://phr.example/import', code: 'x' }] },
  };
  const rows = { Condition: [ASTHMA, hospital, imported] };
  await open('/conditions', rows);
  await screen.findByRole('list', { name: 'Bệnh' });
  expect(screen.getAllByRole('link', { name: /^Chỉnh sửa/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/condition-create?id=c1',
  ]);
  for (const id of ['h', 'i']) {
    await open(`/condition-create?id=${id}`, rows);
    expect(await screen.findByText(/nên không sửa được ở đây/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
  }
  await open('/condition-create?id=none', rows);
  expect(await screen.findByText('Không tìm thấy mục này')).toBeInTheDocument();
});

const ANTIGEN = { system: 'http://loinc.org', code: '94558-4', display: 'Ag' };
const LAB = {
  resourceType: 'Observation',
  id: 'o1',
  meta: person,
  status: 'final',
  category: [{ coding: [{ code: 'laboratory' }] }],
  code: { coding: [ANTIGEN], text: 'Kháng nguyên' },
  subject: patient,
  performer: [patient],
  effectiveDateTime: '2026-11-27T08:15:00+07:00',
  interpretation: [{ coding: [{ code: 'POS' }] }],
};
const REPORT = {
  resourceType: 'DiagnosticReport',
  id: 'r1',
  meta: { ...person, versionId: '7' },
  status: 'final',
  code: LAB.code,
  subject: patient,
  performer: [patient],
  effectiveDateTime: LAB.effectiveDateTime,
  result: [{ reference: 'Observation/o1' }],
};

test('a laboratory result is corrected, and its report, if it tells of nothing else, says the same', async () => {
  const host = await open('/lab-observation-create?id=o1', { Observation: [LAB], DiagnosticReport: [REPORT] });
  expect(await screen.findByRole('radio', { name: 'Dương tính' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Âm tính' }));
  await retype(/Nơi làm/, 'Trạm y tế');
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(2));
  const [result, report] = writes(host);
  expect(result).toMatchObject({
    method: 'PUT',
    path: '/Observation/o1',
    ifMatch: 'W/"3"',
    body: {
      id: 'o1',
      status: 'corrected',
      code: LAB.code,
      interpretation: [{ coding: [{ code: 'NEG' }] }],
      performer: [{ display: 'Trạm y tế' }],
    },
  });
  expect(report).toMatchObject({
    path: '/DiagnosticReport/r1',
    ifMatch: 'W/"7"',
    queue: { after: result?.idempotencyKey },
    body: { status: 'corrected', performer: [{ display: 'Trạm y tế' }], result: REPORT.result },
  });
});

test('a report that was withdrawn is not brought back by the correction of its result', async () => {
  const host = await open('/lab-observation-create?id=o1', {
    Observation: [LAB],
    DiagnosticReport: [{ ...REPORT, status: 'entered-in-error' }],
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'Âm tính' }));
  await save();
  await waitFor(() => expect(host.seen.notices).toHaveLength(1));
  expect(writes(host).map(({ path }) => path)).toEqual(['/Observation/o1']);
});

test('a report that could not be read keeps what it says, and the person is told', async () => {
  const host = createFakeHost({
    path: '/lab-observation-create?id=o1',
    respond: ({ method, path }) => {
      if (method !== 'GET') return {};
      return path.endsWith('/DiagnosticReport') ? undefined : searchset(path.endsWith('/Observation') ? [LAB] : []);
    },
  });
  await openPart(mountView, module, host);
  await userEvent.click(await screen.findByRole('radio', { name: 'Âm tính' }));
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  await waitFor(() =>
    expect(host.seen.notices.map(({ title }) => title)).toEqual([
      'Phiếu kết quả giữ ngày và nơi thực hiện cũ vì chưa đọc được phiếu',
      'Đã lưu thay đổi',
    ]),
  );
});

test('a typed result is corrected in its own form, and its way there stands in the list', async () => {
  const xray = {
    ...LAB,
    id: 'x1',
    category: [{ coding: [{ code: 'imaging' }] }],
    code: {
      coding: [{ system: 'https://phr.example/fhir/CodeSystem/result', code: 'chest-xray' }],
      text: 'X-quang ngực',
    },
    effectiveDateTime: '2026-11-20',
    interpretation: undefined,
    valueString: 'Bình thường',
    note: [{ text: 'Chụp thẳng' }],
  };
  const rows = { Observation: [xray] };
  await open('/observations-list', rows);
  const edit = await screen.findByRole('link', { name: /^Chỉnh sửa: X-quang ngực/ });
  expect(edit).toHaveAttribute('href', '/observations-create?id=x1');
  const host = await open('/observations-create?id=x1', rows);
  expect(await field(/^Kết quả/)).toHaveValue('Bình thường');
  await retype(/^Kết quả/, 'Mờ đáy phổi phải');
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]).toMatchObject({
    method: 'PUT',
    path: '/Observation/x1',
    body: {
      status: 'corrected',
      code: xray.code,
      effectiveDateTime: '2026-11-20',
      valueString: 'Mờ đáy phổi phải',
      note: xray.note,
    },
  });
});

const VISIT = {
  resourceType: 'Encounter',
  id: 'e1',
  meta: { ...person, tag: [{ system: 'https://phr.example/fhir/CodeSystem/origin', code: 'patient' }] },
  status: 'finished',
  class: { code: 'IMP' },
  period: { start: '2019-03', end: '2019-04' },
  serviceProvider: { display: 'Bệnh viện X' },
  text: { status: 'additional', div: '<div>Mổ ruột thừa</div>' },
  reasonCode: [{ text: 'Viêm ruột thừa' }],
  diagnosis: [{ condition: { reference: 'Condition/d1' } }],
};
const paper = (id: string, key: string, title: string) => ({
  resourceType: 'DocumentReference',
  id,
  meta: person,
  status: 'current',
  content: [{ attachment: { url: `patient-main/encounters/${key}`, title, size: 5, contentType: 'application/pdf' } }],
});

test('a treatment opens with its months, diagnosis, note and papers, which are renamed and taken away', async () => {
  const host = await open('/encounter-create?id=e1', {
    Encounter: [VISIT],
    Condition: [{ ...ASTHMA, id: 'd1', code: { text: 'Viêm ruột thừa cấp' } }],
    DocumentReference: [paper('p1', 'a.pdf', 'IMG_0231.pdf'), paper('p2', 'b.pdf', 'Đơn thuốc.pdf')],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Sửa lần khám' })).toBeInTheDocument();
  expect(await field(/^Từ ngày/)).toHaveValue('03/2019');
  expect(await screen.findByRole('combobox', { name: /^Chẩn đoán/ })).toHaveValue('Viêm ruột thừa cấp');
  expect(await field(/^Ghi chú/)).toHaveValue('Mổ ruột thừa');
  await userEvent.click(await screen.findByRole('button', { name: 'Đổi tên: IMG_0231.pdf' }));
  await retype(/^Tên giấy tờ/, 'Giấy ra viện{Enter}');
  expect(await screen.findByText('Giấy ra viện')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Bỏ tệp Đơn thuốc.pdf' }));
  await retype(/^Từ ngày/, '2019');
  const told: unknown[] = [];
  host.topics.subscribe('encounter.changed', (event) => told.push(event));
  await save();
  await waitFor(() => expect(host.seen.notices).toHaveLength(1));
  expect(writes(host)).toHaveLength(1);
  expect(told).toEqual([{ patientId: 'patient-main' }]);
  expect(writes(host)[0]).toMatchObject({
    service: 'admin',
    method: 'PUT',
    path: '/patient-app/encounter/e1',
    ifMatch: 'W/"3"',
    body: {
      patientId: 'patient-main',
      hospital: { name: 'Bệnh viện X' },
      classCode: 'IMP',
      diagnosis: { display: 'Viêm ruột thừa cấp' },
      from: '2019',
      to: '2019-04',
      note: 'Mổ ruột thừa',
      attachments: [{ path: 'patient-main/encounters/a.pdf', name: 'Giấy ra viện' }],
      removed: ['patient-main/encounters/b.pdf'],
    },
  });
});

test('the details of a treatment of her own lead to its correction', async () => {
  await open('/encounter-details/e1', { Encounter: [VISIT] });
  const edit = within(document.body).findByRole('link', { name: 'Sửa lần khám' });
  expect(await edit).toHaveAttribute('href', '/encounter-create?id=e1');
});
