import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const CLINICAL = 'http://terminology.hl7.org/CodeSystem/condition-clinical';

async function open(path: string, record: Readonly<Record<string, readonly object[]>>): Promise<FakeHost> {
  const host = createFakeHost({
    path,
    respond: ({ path: asked }) => searchset(record[asked.split('/').at(-1) ?? ''] ?? []),
  });
  await openPart(mountView, module, host);
  return host;
}

test('diseases: date as exact as it is known, status and severity in words', async () => {
  const host = await open('/conditions', {
    Condition: [
      {
        resourceType: 'Condition',
        id: 'c',
        code: { text: 'Hen phế quản' },
        onsetDateTime: '2014',
        recordedDate: '2015-03-02',
        clinicalStatus: { coding: [{ system: CLINICAL, code: 'remission' }] },
        severity: { coding: [{ system: 'http://snomed.info/sct', code: '6736007' }] },
      },
    ],
  });
  await proves('ROUTE-50', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Bệnh' })).toBeInTheDocument(),
  );
  const row = within(await screen.findByRole('list', { name: 'Bệnh' })).getByRole('listitem');
  expect(row).toHaveTextContent(/Hen phế quản.*2014.*Vừa.*02\/03\/2015.*Đã đỡ/s);
  expect(row).not.toHaveTextContent('01/01/2014');
  await proves('CALL-60', () =>
    expect(host.seen.requests).toEqual([
      expect.objectContaining({ service: 'fhir', method: 'GET', path: '/Patient/patient-main/Condition' }),
    ]),
  );
});

test('a disease that was recorded several times is one row, told by the newest; the others open below', async () => {
  const recorded = (id: string, day: string, clinical: string) => ({
    resourceType: 'Condition',
    id,
    code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'I10' }], text: 'Tăng huyết áp' },
    recordedDate: day,
    clinicalStatus: { coding: [{ system: CLINICAL, code: clinical }] },
  });
  await open('/conditions', {
    Condition: [recorded('new', '2026-05-03', 'active'), recorded('old', '2024-05-02', 'resolved')],
  });
  const list = within(await screen.findByRole('list', { name: 'Bệnh' }));
  const row = list.getByRole('listitem');
  expect(row).toHaveTextContent(/03\/05\/2026.*Đang mắc/s);
  expect(row).not.toHaveTextContent('02/05/2024');
  await userEvent.click(list.getByRole('heading', { name: 'Đã ghi trước đó 1 lần' }));
  expect(
    within(await list.findByRole('list', { name: 'Đã ghi trước đó: Tăng huyết áp' })).getByRole('listitem'),
  ).toHaveTextContent(/02\/05\/2024.*Đã khỏi/s);
});

test('loads other parts on demand, and omits those never sent; "none known" is no entry', async () => {
  await open('/conditions', {
    AllergyIntolerance: [
      {
        resourceType: 'AllergyIntolerance',
        id: 'a',
        code: { coding: [{ system: 'http://snomed.info/sct', code: '716186003', display: 'No known allergy' }] },
      },
    ],
    Procedure: [{ resourceType: 'Procedure', id: 'p', status: 'completed', code: { text: 'Cắt amidan' } }],
  });
  await userEvent.click(await screen.findByRole('heading', { name: 'Thông tin khác trong hồ sơ' }));
  expect(await screen.findByRole('heading', { name: 'Dị ứng (0)' })).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('heading', { name: 'Thủ thuật và phẫu thuật (1)' }));
  expect(await screen.findByText('Cắt amidan')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: /Kế hoạch chăm sóc/ })).toBeNull();
});

const ALLERGY = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification';
const allergy = (id: string, text: string, more: object = {}) => ({
  resourceType: 'AllergyIntolerance',
  id,
  code: { text },
  ...more,
});
const openSection = async (record: Readonly<Record<string, readonly object[]>>, name: string) => {
  await open('/conditions', record);
  await userEvent.click(await screen.findByRole('heading', { name: 'Thông tin khác trong hồ sơ' }));
  await userEvent.click(await screen.findByRole('heading', { name }));
};

test('allergies: only true ones count, the most dangerous is first, those ruled out stand apart', async () => {
  await openSection(
    {
      AllergyIntolerance: [
        allergy('milk', 'Sữa', { criticality: 'low' }),
        allergy('error', 'Tôm', { verificationStatus: { coding: [{ system: ALLERGY, code: 'entered-in-error' }] } }),
        allergy('nut', 'Đậu phộng', {
          criticality: 'high',
          reaction: [{ manifestation: [{ text: 'Sốc phản vệ' }], severity: 'severe' }],
        }),
        allergy('none', 'No known drug allergies'),
        allergy('out', 'Penicillin', { verificationStatus: { coding: [{ system: ALLERGY, code: 'refuted' }] } }),
      ],
    },
    'Dị ứng (2)',
  );
  const now = within(screen.getByRole('list', { name: 'Dị ứng: Hiện nay' })).getAllByRole('listitem');
  expect(now[0]).toHaveTextContent(/Đậu phộng.*Nguy cơ: Cao.*Sốc phản vệ \(Nặng\)/s);
  expect(now[1]).toHaveTextContent('Sữa');
  expect(now[2]).toHaveTextContent(/^No known drug allergies$/);
  const apart = within(screen.getByRole('list', { name: /^Dị ứng: Đã loại trừ/ }));
  expect(apart.getByText('Tôm').tagName).toBe('S');
  expect(apart.getByText('Penicillin')).toBeInTheDocument();
});

test('medicines: what must not be taken has a section of its own, stopped ones do not count', async () => {
  const medicine = (id: string, text: string, more: object) => ({
    resourceType: 'MedicationRequest',
    id,
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { text },
    ...more,
  });
  await openSection(
    {
      MedicationRequest: [
        medicine('on', 'Metformin', {}),
        medicine('off', 'Prednisolon', { status: 'stopped' }),
        medicine('never', 'Aspirin', { doNotPerform: true, dosageInstruction: [{ text: '1 viên/ngày' }] }),
      ],
    },
    'Thuốc được kê (1)',
  );
  expect(screen.getByRole('heading', { name: 'Không dùng thuốc này' })).toBeInTheDocument();
  const forbidden = screen.getByRole('list', { name: 'Thuốc được kê: Không dùng thuốc này' });
  expect(forbidden).toHaveTextContent(/Aspirin.*Không dùng: 1 viên\/ngày/s);
  expect(forbidden).not.toHaveTextContent('Liều dùng');
  expect(screen.getByRole('list', { name: 'Thuốc được kê: Trước đây hoặc chưa bắt đầu' })).toHaveTextContent(
    /Prednisolon/,
  );
});

test('what a row leaves out is named by the way to the original; an unknown condition sets apart', async () => {
  await open('/conditions', {
    Condition: [
      {
        resourceType: 'Condition',
        id: 'a',
        code: { text: 'Hen' },
        extension: [{ url: 'http://x', valueString: 'chữ thêm' }],
      },
      { resourceType: 'Condition', id: 'b', code: { text: 'Lao' }, modifierExtension: [{ url: 'http://x/not' }] },
    ],
  });
  const list = within(await screen.findByRole('list', { name: 'Bệnh' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(list.getByText('Chưa hiển thị hết: thông tin bổ sung')).toBeInTheDocument();
  await userEvent.click(list.getByText('Xem bản gốc'));
  expect(await list.findByText(/chữ thêm/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('heading', { name: /^Đã loại trừ, ghi nhầm/ }));
  expect(await screen.findByText(/Có điều kiện làm đổi nghĩa/)).toBeInTheDocument();
});

test('[ROUTE-62][IMM-01][CALL-70] a vaccination shows vaccine, date, lot, place, note, or "not given"', async () => {
  await open('/immunizations', {
    Immunization: [
      {
        resourceType: 'Immunization',
        id: 'i1',
        status: 'completed',
        vaccineCode: { text: 'Cúm mùa' },
        occurrenceDateTime: '2026-10-02',
        lotNumber: 'FLU-1',
        location: { display: 'Trạm y tế' },
        note: [{ text: 'Tay trái' }],
      },
      {
        resourceType: 'Immunization',
        id: 'i2',
        status: 'not-done',
        vaccineCode: { text: 'Zona' },
        occurrenceDateTime: '2026-05-11',
        statusReason: { text: 'Đang sốt' },
      },
    ],
  });
  const rows = within(await screen.findByRole('list', { name: 'Tiêm chủng' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/Cúm mùa.*02\/10\/2026.*FLU-1.*Trạm y tế.*Tay trái/s);
  expect(rows[1]).toHaveTextContent(/Zona.*Đang sốt/s);
});

test('[ROUTE-59] results by category and reports, chosen by the address', async () => {
  const host = await open('/observations-list?show=laboratory', {
    Observation: [
      {
        resourceType: 'Observation',
        id: 'o',
        status: 'final',
        code: { text: 'Kali máu' },
        dataAbsentReason: { coding: [{ code: 'not-performed' }] },
      },
    ],
  });
  expect(await screen.findByText('Kali máu')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent(/\b0\b mmol|undefined/);
  expect(host.seen.requests[0]?.query).toMatchObject({ category: 'laboratory', _sort: '-date' });
  await userEvent.click(screen.getByRole('link', { name: 'Phiếu kết quả' }));
  expect(await screen.findByText('Chưa có kết quả')).toBeInTheDocument();
  expect(host.seen.requests.at(-1)).toMatchObject({
    path: '/Patient/patient-main/DiagnosticReport',
    query: expect.objectContaining({ 'status:not': 'registered' }),
  });
});

test('a screen that is not there yet says so', async () => {
  await open('/voucher', {});
  expect(await screen.findByRole('heading', { level: 1, name: 'Ưu đãi' })).toBeInTheDocument();
});
