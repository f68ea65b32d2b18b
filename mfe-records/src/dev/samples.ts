import { searchset } from '@phr/testing/dev-page';
import type { Responder } from '@phr/testing/fake-host';

const DAY = 86_400_000;
const at = (days: number, hour = '09:30'): string =>
  `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T${hour}:00+07:00`;
const subject = { reference: 'Patient/patient-main' };
const inVisit = { subject, encounter: { reference: 'Encounter/1234abcd-visit-2' } };

const encounter = (
  id: string,
  status: string,
  classCode: string,
  days: number,
  provider: string,
  more: object = {},
) => ({
  resourceType: 'Encounter',
  id,
  status,
  class: { code: classCode },
  subject,
  period: { start: at(days) },
  serviceProvider: { reference: `Organization/${provider}`, display: provider },
  ...more,
});

const VISITS = [
  encounter('5678ef01-visit-3', 'in-progress', 'IMP', -2, 'Bệnh viện Sông Hương', {
    type: [{ text: 'Điều trị viêm phổi' }],
  }),
  encounter('1234abcd-visit-2', 'finished', 'SS', -3, 'Bệnh viện Sông Hương', {
    type: [{ text: 'Khám tim mạch' }],
    period: { start: at(-3), end: at(-3, '11:00') },
    account: [{ reference: 'Account/acc' }],
    diagnosis: [
      { condition: { reference: 'Condition/c1' }, use: { coding: [{ code: 'DD' }] } },
      { condition: { display: 'Rối loạn mỡ máu' }, use: { coding: [{ code: 'CM' }] } },
    ],
  }),
  encounter('9abc2345-visit-1', 'finished', 'FAMILY_DOCTOR', -40, 'Phòng khám bác sĩ gia đình An Bình'),
  ...Array.from({ length: 44 }, (_, index) =>
    encounter(
      `old-${String(index).padStart(5, '0')}`,
      'finished',
      index % 3 === 0 ? 'IMP' : 'SS',
      -60 - index * 20,
      index % 2 === 0 ? 'Bệnh viện Sông Hương' : 'Phòng khám đa khoa Tràng Tiền',
    ),
  ),
];

const result = (
  id: string,
  name: string,
  value: number,
  unit: string,
  low: number,
  high: number,
  more: object = {},
) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  category: [{ coding: [{ code: 'laboratory' }] }],
  code: { text: name },
  ...inVisit,
  effectiveDateTime: at(-3, '08:40'),
  valueQuantity: { value, unit },
  referenceRange: [{ low: { value: low, unit }, high: { value: high, unit } }],
  ...more,
});

const SAMPLES: Readonly<Record<string, readonly object[]>> = {
  Condition: [
    {
      resourceType: 'Condition',
      id: 'c1',
      ...inVisit,
      clinicalStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }],
      },
      code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'I10' }], text: 'Tăng huyết áp vô căn' },
      recordedDate: at(-3),
      note: [{ text: 'Theo dõi tại nhà mỗi ngày' }],
    },
    {
      resourceType: 'Condition',
      id: 'c2',
      subject,
      clinicalStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'remission' }],
      },
      severity: { coding: [{ system: 'http://snomed.info/sct', code: '6736007' }] },
      code: { text: 'Hen phế quản' },
      onsetDateTime: '2014',
    },
  ],
  MedicationRequest: [
    {
      resourceType: 'MedicationRequest',
      id: 'm1',
      status: 'active',
      intent: 'order',
      ...inVisit,
      medicationCodeableConcept: { text: 'Amlodipin 5 mg' },
      dosageInstruction: [{ text: 'Uống 1 viên mỗi sáng sau ăn', route: { text: 'Uống' } }],
      dispenseRequest: { quantity: { value: 30, unit: 'viên' } },
      requester: { display: 'BS. Lê Thị Hòa' },
      authoredOn: at(-3),
      groupIdentifier: { value: '01234567-8901' },
    },
    {
      resourceType: 'MedicationRequest',
      id: 'm2',
      status: 'active',
      intent: 'order',
      ...inVisit,
      medicationReference: {
        reference: 'Medication/x',
        resource: { resourceType: 'Medication', code: { text: 'Atorvastatin 10 mg' } },
      },
    },
  ],
  ServiceRequest: [
    {
      resourceType: 'ServiceRequest',
      id: 's1',
      status: 'completed',
      intent: 'order',
      ...inVisit,
      code: { text: 'Xét nghiệm mỡ máu' },
      quantityQuantity: { value: 1, unit: 'lần' },
      authoredOn: at(-3),
      requester: { display: 'BS. Lê Thị Hòa' },
      patientInstruction: 'Nhịn ăn 8 giờ trước khi lấy máu',
    },
  ],
  DiagnosticReport: [
    {
      resourceType: 'DiagnosticReport',
      id: 'r1',
      status: 'final',
      category: [{ text: 'Xét nghiệm' }],
      code: { text: 'Mỡ máu' },
      ...inVisit,
      effectiveDateTime: at(-3, '08:40'),
      performer: [{ display: 'Phòng xét nghiệm Sông Hương' }],
      conclusion: 'LDL cao, nên giảm mỡ trong bữa ăn.',
      result: [{ reference: 'Observation/o1' }, { reference: 'Observation/o2' }, { display: 'Tiểu cầu: kết quả giấy' }],
      presentedForm: [
        { contentType: 'application/pdf', title: 'mo-mau.pdf' },
        { contentType: 'text/csv', title: 'mo-mau.csv' },
      ],
    },
    {
      resourceType: 'DiagnosticReport',
      id: 'r2',
      status: 'preliminary',
      code: { text: 'CT ngực' },
      ...inVisit,
      effectiveDateTime: at(-3, '10:10'),
      performer: [{ display: 'Khoa chẩn đoán hình ảnh' }],
      presentedForm: [{ contentType: 'application/dicom' }, { contentType: 'image/jpeg' }],
    },
    {
      resourceType: 'DiagnosticReport',
      id: 'r3',
      status: 'entered-in-error',
      code: { text: 'Công thức máu' },
      subject,
      effectiveDateTime: at(-50),
      conclusion: 'Không dùng',
    },
  ],
  Observation: [
    result('o1', 'LDL-cholesterol', 4.1, 'mmol/L', 0, 3.4, { interpretation: [{ coding: [{ code: 'H' }] }] }),
    result('o2', 'HDL-cholesterol', 1.4, 'mmol/L', 1, 2.2),
    {
      resourceType: 'Observation',
      id: 'o3',
      status: 'final',
      code: { text: 'Nitrit nước tiểu' },
      subject,
      effectiveDateTime: at(-90),
      valueCodeableConcept: { text: 'Âm tính' },
    },
    {
      resourceType: 'Observation',
      id: 'o4',
      status: 'final',
      code: { text: 'Kali máu' },
      subject,
      effectiveDateTime: at(-91),
      dataAbsentReason: { coding: [{ code: 'not-performed' }] },
    },
  ],
  ImagingStudy: [
    {
      resourceType: 'ImagingStudy',
      id: 'i1',
      status: 'available',
      ...inVisit,
      description: 'CT ngực không cản quang',
      started: at(-3, '10:05'),
      numberOfInstances: 24,
    },
  ],
  Media: [],
  Account: [
    { resourceType: 'Account', id: 'acc', status: 'active', coverage: [{ coverage: { reference: 'Coverage/cov' } }] },
  ],
  Coverage: [
    {
      resourceType: 'Coverage',
      id: 'cov',
      status: 'active',
      type: { text: 'Bảo hiểm y tế' },
      subscriberId: 'GD4797932000001',
      payor: [{ display: 'Bảo hiểm xã hội Việt Nam' }],
      period: { start: '2026-01-01', end: '2026-12-31' },
      class: [{ type: { coding: [{ code: 'plan' }] }, value: '79-071' }],
    },
  ],
  Immunization: [
    {
      resourceType: 'Immunization',
      id: 'im1',
      status: 'completed',
      vaccineCode: { text: 'Cúm mùa' },
      patient: subject,
      occurrenceDateTime: '2026-10-02',
      lotNumber: 'FLU-26-118',
      location: { display: 'Trung tâm y tế phường' },
    },
    {
      resourceType: 'Immunization',
      id: 'im2',
      status: 'not-done',
      vaccineCode: { text: 'Zona' },
      patient: subject,
      occurrenceDateTime: '2026-05-11',
      statusReason: { text: 'Đang sốt' },
    },
  ],
  AllergyIntolerance: [
    {
      resourceType: 'AllergyIntolerance',
      id: 'al1',
      clinicalStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }],
      },
      criticality: 'high',
      code: { text: 'Penicillin' },
      patient: subject,
      reaction: [{ manifestation: [{ text: 'Nổi mề đay' }] }],
    },
  ],
};

/** The fake patient's record. `?fail=Type,Type` in the URL makes these types fail. */
export const respond: Responder = ({ path, query }) => {
  const type = path.split('?')[0]?.split('/').at(-1) ?? '';
  if (new URL(document.URL).searchParams.get('fail')?.split(',').includes(type)) return undefined;
  if (type === 'Encounter') return visits(path, query?.['_id'], query?.['status'], Number(query?.['_count'] ?? 20));
  const all = SAMPLES[type];
  if (all === undefined) return searchset([]);
  const ids = query?.['_id']?.toString().split(',');
  return searchset(
    all.filter(
      (resource) =>
        (ids === undefined || ('id' in resource && ids.includes(String(resource.id)))) &&
        (query?.['encounter'] === undefined || 'encounter' in resource),
    ),
  );
};

function visits(path: string, id: unknown, status: unknown, count: number): object {
  const from = Number(new URL(path, 'http://dev.invalid').searchParams.get('from') ?? 0);
  const rows = VISITS.filter(
    (visit) =>
      (id === undefined || visit.id === id) &&
      (status === undefined || String(status).split(',').includes(visit.status)),
  );
  const next =
    from + count < rows.length && id === undefined ? `/Patient/patient-main/Encounter?from=${from + count}` : undefined;
  return searchset(rows.slice(from, from + count), rows.length, next);
}
