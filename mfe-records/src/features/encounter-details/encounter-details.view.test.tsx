import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { section } from './section.test-support.ts';

const VISIT = {
  resourceType: 'Encounter',
  id: 'e1',
  status: 'finished',
  class: { code: 'IMP' },
  period: { start: '2026-10-01', end: '2026-10-04' },
  serviceProvider: { reference: 'Organization/o1', display: 'Bệnh viện Sông Hương' },
  account: [{ reference: 'Account/acc' }],
  diagnosis: [
    { condition: { reference: 'Condition/c1' }, use: { coding: [{ code: 'CM' }] } },
    { condition: { reference: 'Condition/c2' }, use: { coding: [{ code: 'DD' }] } },
    { condition: { display: 'Thiếu máu' }, use: { coding: [{ code: 'AD' }] } },
  ],
};
const RECORD: Readonly<Record<string, readonly object[]>> = {
  Encounter: [VISIT],
  Condition: [
    {
      resourceType: 'Condition',
      id: 'c1',
      code: { text: 'Đái tháo đường', coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'E11' }] },
    },
    {
      resourceType: 'Condition',
      id: 'c2',
      code: { text: 'Viêm phổi', coding: [{ system: 'http://snomed.info/sct', code: '233604007' }] },
    },
  ],
  MedicationRequest: [
    {
      resourceType: 'MedicationRequest',
      id: 'm1',
      medicationReference: { reference: 'Medication/1', resource: { code: { text: 'Amlodipin 5 mg' } } },
      requester: { display: 'BS. Hòa' },
      authoredOn: '2026-10-02',
      dosageInstruction: [{ text: 'Uống 1 viên mỗi sáng', route: { text: 'Uống' } }],
      dispenseRequest: { quantity: { value: 30, unit: 'viên' } },
      groupIdentifier: { value: 'QG-42' },
    },
  ],
  ServiceRequest: [
    {
      resourceType: 'ServiceRequest',
      id: 's1',
      status: 'active',
      code: { text: 'X-quang ngực' },
      quantityQuantity: { value: 2, unit: 'lần' },
      patientInstruction: 'Nhịn ăn',
      requester: { display: 'BS. Hòa' },
      performer: [{ display: 'KTV Minh' }],
      occurrenceDateTime: '2026-10-02T08:00:00+07:00',
      authoredOn: '2026-10-01',
    },
  ],
  DiagnosticReport: [
    {
      resourceType: 'DiagnosticReport',
      id: 'r1',
      status: 'final',
      code: { text: 'CT ngực' },
      presentedForm: [
        { contentType: 'application/dicom' },
        { contentType: 'application/pdf' },
        { contentType: 'image/png' },
      ],
    },
  ],
  ImagingStudy: [
    { resourceType: 'ImagingStudy', id: 'i1', status: 'available', description: 'CT ngực', numberOfInstances: 24 },
  ],
  Media: [
    {
      resourceType: 'Media',
      id: 'p1',
      status: 'completed',
      content: { title: 'Ảnh vết mổ', contentType: 'image/jpeg', url: 'x' },
    },
  ],
  Account: [{ resourceType: 'Account', id: 'acc', coverage: [{ coverage: { reference: 'Coverage/cov' } }] }],
  Coverage: [
    {
      resourceType: 'Coverage',
      id: 'cov',
      type: { text: 'Bảo hiểm y tế' },
      subscriberId: 'GD4797',
      class: [{ type: { coding: [{ code: 'plan' }] }, value: '79-071' }],
      period: { start: '2026-01-01', end: '2026-12-31' },
    },
  ],
};

async function open(fails: readonly string[] = [], record = RECORD): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/encounter-details/e1',
    respond: ({ path }) => {
      const type = path.split('/').at(-1) ?? '';
      return fails.includes(type) ? undefined : searchset(record[type] ?? []);
    },
  });
  await openPart(mountView, module, host);
  return host;
}

test('[ROUTE-27] the facts of the encounter; the true status in words although it is long over', async () => {
  await open();
  const facts = await screen.findByRole('region', { name: 'Thông tin lần khám' });
  expect(screen.getByRole('heading', { level: 1, name: 'Nội trú · 01/10/2026' })).toBeInTheDocument();
  expect(facts).toHaveTextContent(/Bệnh viện Sông Hương.*01\/10\/2026 – 04\/10\/2026.*4.*Nội trú/s);
  expect(facts).toHaveTextContent('Đã ra viện');
  expect(facts).not.toHaveTextContent('Đã qua');
});

test('[ENC-04] status, times, days, class, type, extent and urgency of an encounter stand among its facts', async () => {
  const extent = {
    url: 'https://his.example/fhir/StructureDefinition/encounter-extent-type',
    valueString: 'Khám theo yêu cầu',
  };
  const facts = async (more: object) => {
    await open([], {
      ...RECORD,
      Encounter: [{ ...VISIT, extension: [extent], type: [{ text: 'Khám nội' }], ...more }],
    });
    return screen.findByRole('region', { name: 'Thông tin lần khám' });
  };
  expect(await facts({ priority: { text: 'Hẹn trước' } })).toHaveTextContent(
    /01\/10\/2026 – 04\/10\/2026.*4.*Nội trú · Khám nội.*Khám theo yêu cầu.*Hẹn trước.*Đã ra viện/s,
  );
  expect(await facts({ class: { code: 'F0H' }, priority: { coding: [{ code: 'UR' }] } })).toHaveTextContent(
    'Mức độ ưu tiênNguy cơ trung bình',
  );
});

test('[ENC-06][ENC-12] diagnoses show their use, main one first, and a code only if it is ICD-10', async () => {
  const paid = { condition: { display: 'Suy hô hấp' }, use: { coding: [{ code: 'billing' }] } };
  await open([], { ...RECORD, Encounter: [{ ...VISIT, diagnosis: [...VISIT.diagnosis, paid] }] });
  const rows = within(await section(/^Chẩn đoán \(4\)/)).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Viêm phổiChẩn đoán chính',
    'Đái tháo đường (E11)Bệnh kèm theo',
    'Thiếu máuChẩn đoán nhập viện',
    'Suy hô hấpChẩn đoán thanh toán',
  ]);
});

test('[ENC-07][ENC-08][CALL-64] a medication shows name, amount, dosage, route, who, when and code', async () => {
  const host = await open();
  expect(await section(/^Thuốc \(1\)/)).toHaveTextContent(
    /Amlodipin 5 mg.*Uống 1 viên mỗi sáng.*30 viên.*Đường dùng: Uống.*02\/10\/2026.*BS\. Hòa.*QG-42/s,
  );
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({
      path: '/Patient/patient-main/MedicationRequest',
      query: expect.objectContaining({ encounter: 'e1', _assoc: 'medicationReference' }),
    }),
  );
});

test('[ENC-09][CALL-65] services: status in words, amount, times, people, instruction', async () => {
  const host = await open();
  expect(await section(/^Dịch vụ \(1\)/)).toHaveTextContent(
    /X-quang ngực.*Số lượng: 2 lần.*Thời gian thực hiện: \d\d:\d\d 02\/10\/2026.*Ngày chỉ định: 01\/10\/2026.*Bác sĩ chỉ định: BS\. Hòa.*Người thực hiện: KTV Minh.*Nhịn ăn.*Đang thực hiện/s,
  );
  expect(within(await section(/^Dịch vụ \(1\)/)).getByRole('link')).toHaveAttribute(
    'href',
    '/service-request-detail?id=s1',
  );
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({
      path: '/Patient/patient-main/ServiceRequest',
      query: expect.objectContaining({ encounter: 'e1' }),
    }),
  );
});

test('[ENC-10][CALL-62][CALL-63] insurance by way of the account', async () => {
  const host = await open();
  expect(await section(/^Bảo hiểm \(1\)/)).toHaveTextContent(
    /Bảo hiểm y tế.*GD4797.*79-071.*01\/01\/2026.*31\/12\/2026/s,
  );
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({ path: '/Patient/patient-main/Account', query: expect.objectContaining({ _id: 'acc' }) }),
  );
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({ path: '/Patient/patient-main/Coverage', query: expect.objectContaining({ _id: 'cov' }) }),
  );
});

test("[ENC-11] lists the encounter's reports, pictures, papers and imaging studies, each by its name", async () => {
  const paper = {
    resourceType: 'DocumentReference',
    id: 'd1',
    status: 'current',
    description: 'Giấy ra viện',
    content: [{ attachment: {} }],
  };
  const host = await open([], { ...RECORD, DocumentReference: [paper] });
  const rows = async (name: RegExp) =>
    within(await section(name))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  expect(await rows(/^Xét nghiệm, hình ảnh \(1\)/)).toEqual([expect.stringContaining('CT ngực')]);
  expect(await rows(/^Hình ảnh \(1\)/)).toEqual([expect.stringContaining('Ảnh vết mổ')]);
  expect(await rows(/^Hồ sơ bệnh án \(1\)/)).toEqual([expect.stringContaining('Giấy ra viện')]);
  expect(await rows(/^Chẩn đoán hình ảnh \(1\)/)).toEqual([expect.stringMatching(/CT ngực.*24 ảnh/)]);
  // Of this encounter, not of the whole record.
  const asked = host.seen.requests.filter(({ path }) =>
    /DiagnosticReport|Media|DocumentReference|ImagingStudy/.test(path),
  );
  expect(asked.map(({ query }) => query?.['encounter'])).toEqual(['e1', 'e1', 'e1', 'e1']);
});

test('[REP-06] a study says at which server its images are kept', async () => {
  const endpoint = {
    reference: 'Endpoint/x',
    resource: { resourceType: 'Endpoint', id: 'x', address: 'https://pacs.saomai.example/dicom-web' },
  };
  const host = await open([], { ...RECORD, ImagingStudy: [{ ...RECORD['ImagingStudy']?.[0], endpoint: [endpoint] }] });
  expect(await section(/^Chẩn đoán hình ảnh \(1\)/)).toHaveTextContent('Ảnh gốc lưu tại pacs.saomai.example');
  // the server includes the endpoint only on request
  expect(host.seen.requests.find(({ path }) => path.endsWith('/ImagingStudy'))?.query).toMatchObject({
    _assoc: 'endpoint',
  });
});

test('[CALL-67][CALL-68][CALL-69] asks for reports, imaging studies and media, and opens their viewer', async () => {
  const host = await open();
  const reports = within(await section(/^Xét nghiệm, hình ảnh \(1\)/));
  expect(await section(/^Chẩn đoán hình ảnh \(1\)/)).toHaveTextContent('24 ảnh');
  expect(await section(/^Hình ảnh \(1\)/)).toHaveTextContent('Ảnh vết mổ');
  for (const [name, viewer] of [
    ['Xem ảnh DICOM', 'dicom-viewer'],
    ['Xem tài liệu PDF', 'pdf-viewer'],
    ['Xem hình ảnh', 'image-viewer'],
  ] as const) {
    expect(reports.getByRole('link', { name: `${name}: CT ngực` })).toHaveAttribute(
      'href',
      `/${viewer}?diagnosticReportId=r1&name=CT+ng%E1%BB%B1c`,
    );
  }
  for (const [type, query] of [
    ['DiagnosticReport', { encounter: 'e1', 'status:not': 'registered' }],
    ['Media', { encounter: 'e1' }],
    ['ImagingStudy', { encounter: 'e1', _assoc: 'endpoint' }],
  ] as const) {
    expect(host.seen.requests).toContainEqual(
      expect.objectContaining({
        service: 'fhir',
        method: 'GET',
        path: `/Patient/patient-main/${type}`,
        query: expect.objectContaining(query) as object,
      }),
    );
  }
  await userEvent.click(reports.getByRole('link', { name: 'Xem ảnh DICOM: CT ngực' }));
  expect(host.seen.visits.at(-1)).toMatch(/^\/dicom-viewer\?/);
});

test('what was stopped, forbidden, ruled out, cancelled or replaced does not look like what holds', async () => {
  const [medicine] = RECORD['MedicationRequest'] ?? [];
  const [condition] = RECORD['Condition'] ?? [];
  const verified = (code: string) => ({
    verificationStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code }] },
  });
  await open([], {
    ...RECORD,
    MedicationRequest: [
      { ...medicine, status: 'active' },
      { ...medicine, id: 'm2', status: 'stopped' },
      { ...medicine, id: 'm3', status: 'active', doNotPerform: true },
      {
        ...medicine,
        id: 'm4',
        dosageInstruction: [
          {
            doseAndRate: [{ doseQuantity: { value: 1, unit: 'viên' } }],
            timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } },
          },
        ],
      },
    ],
    Condition: [
      { ...condition, ...verified('confirmed') },
      { ...condition, id: 'c3', ...verified('provisional') },
      { ...condition, id: 'c4', ...verified('refuted') },
    ],
    Media: [{ resourceType: 'Media', id: 'p1', status: 'entered-in-error', content: { title: 'Ảnh' } }],
    ImagingStudy: [{ resourceType: 'ImagingStudy', id: 'i1', status: 'cancelled', description: 'CT' }],
    DocumentReference: [
      { resourceType: 'DocumentReference', id: 'd1', status: 'superseded', description: 'Giấy cũ' },
      {
        resourceType: 'DocumentReference',
        id: 'd2',
        status: 'current',
        docStatus: 'preliminary',
        description: 'Giấy nháp',
      },
    ],
    Coverage: [{ ...RECORD['Coverage']?.[0], status: 'cancelled' }],
  });
  const badges = async (name: RegExp, words: RegExp) =>
    within(await section(name))
      .getAllByRole('listitem')
      .map((row) => words.exec(row.textContent)?.[0]);
  expect(await badges(/^Thuốc \(2\)/, /Đã ngừng|Không được dùng/)).toEqual([
    undefined,
    'Đã ngừng',
    'Không được dùng',
    undefined,
  ]);
  // of four two are in use
  expect(await section(/^Thuốc \(2\)/)).toHaveTextContent('Không còn dùng: 2');
  expect(await section(/^Thuốc \(2\)/)).toHaveTextContent('Không được dùng: Uống 1 viên mỗi sáng');
  expect(await section(/^Thuốc \(2\)/)).toHaveTextContent('1 viên, 2 lần mỗi ngày');
  expect(
    (await badges(/^Chẩn đoán \(/, /Tạm thời|Đã loại trừ|Đã xác nhận/)).filter((words) => words !== undefined),
  ).toEqual(['Tạm thời', 'Đã loại trừ']);
  expect(await badges(/^Hình ảnh \(1\)/, /Nhập nhầm/)).toEqual(['Nhập nhầm']);
  expect(await badges(/^Chẩn đoán hình ảnh \(1\)/, /Đã hủy/)).toEqual(['Đã hủy']);
  expect(await badges(/^Hồ sơ bệnh án \(2\)/, /Đã có bản mới|Kết quả sơ bộ|Bản sơ bộ/)).toEqual([
    'Đã có bản mới',
    expect.stringContaining('sơ bộ'),
  ]);
  expect(await badges(/^Bảo hiểm \(1\)/, /Đã hủy/)).toEqual(['Đã hủy']);
});

test('a section that fails says so and leaves the others whole', async () => {
  await open(['MedicationRequest']);
  expect(await section(/^Thuốc: không tải được/)).toHaveTextContent('Không tải được thuốc');
  expect(await section(/^Chẩn đoán \(3\)/)).toHaveTextContent('Viêm phổi');
});

test('nothing recorded: sections are empty in words, and an unknown encounter is said to be not found', async () => {
  await open([], { Encounter: [{ resourceType: 'Encounter', id: 'e1', status: 'unknown' }] });
  expect(await screen.findByText('Lần khám này chưa có thuốc')).toBeInTheDocument();
  // a single line, without anything to expand
  expect(screen.queryByRole('heading', { name: /^Thuốc/ })).toBeNull();
  expect(document.body).not.toHaveTextContent(/undefined|NaN|Invalid/);
  await open([], {});
  expect(await screen.findByText('Không tìm thấy lần khám này')).toBeInTheDocument();
});
