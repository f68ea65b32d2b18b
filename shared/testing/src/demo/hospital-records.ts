import { UCUM } from '@phr/clinical/units';
import { concept, HL7, ICD10, identifier, idOf, refOf, refTo } from './build.ts';
import type { Clock, DemoFile, DemoResource } from './build.ts';
import { organizationRef, practitionerRef } from './facilities.ts';
import type { PlaceKey } from './facilities.ts';
import { labReportPdf } from './lab-report.ts';
import { DEMO, LINKED_RECORD, nameOf } from './people.ts';
import { ultrasoundPicture } from './pictures.ts';

/** A hospital's own record of the main demo person, which she can link to hers. */
export interface HospitalRecord {
  readonly name: 'at-anh-duong' | 'at-may-trang';
  readonly patientId: string;
  readonly resources: readonly DemoResource[];
  readonly files: readonly DemoFile[];
}

export const HOSPITAL_RECORDS = {
  anhDuong: { id: 'c4a50000-0000-4000-8000-0000000000a1', medicalId: 'AD-0314985', examCode: 'AD26SA0001' },
  mayTrang: { id: LINKED_RECORD, medicalId: 'MT-1809214', examCode: 'MT18SS0921' },
} as const;

const { name, birthDate, gender } = DEMO.chau;

/** Two records: one available for linking, one already linked. */
export function hospitalRecords(clock: Clock): readonly HospitalRecord[] {
  return [anhDuong(clock), mayTrang()];
}

function anhDuong(clock: Clock): HospitalRecord {
  const { id } = HOSPITAL_RECORDS.anhDuong;
  const { patient, subject, visit, idIn } = hospitalOf('anh-duong', HOSPITAL_RECORDS.anhDuong);
  const start = clock.at(-60, 8, 30);
  const { encounter, condition } = visit({
    class: 'SS',
    words: 'Khám ngoại trú',
    start,
    end: clock.at(-60, 10),
    doctor: 'tin',
    reason: 'Siêu âm ổ bụng tổng quát',
    diagnosis: ['Z00.0', 'Khám sức khoẻ tổng quát'],
  });
  const order: DemoResource = {
    resourceType: 'ServiceRequest',
    id: idIn('order'),
    status: 'completed',
    intent: 'order',
    code: { text: 'Siêu âm ổ bụng tổng quát' },
    quantityQuantity: { value: 1, unit: 'lần' },
    subject,
    encounter: refTo('Encounter', encounter.id),
    occurrenceDateTime: clock.at(-60, 9),
    authoredOn: start,
    requester: practitionerRef('tin'),
    performer: [organizationRef('anh-duong')],
    patientInstruction: 'Nhịn ăn 6 giờ, uống nước để bàng quang căng.',
  };
  const key = `${id}/reports/${idOf('file/at-anh-duong/abdomen')}.png`;
  const media: DemoResource = {
    resourceType: 'Media',
    id: idIn('picture'),
    status: 'completed',
    subject,
    encounter: refTo('Encounter', encounter.id),
    createdDateTime: clock.at(-60, 9, 10),
    width: 800,
    height: 600,
    content: { contentType: 'image/png', url: key, title: 'Siêu âm ổ bụng 1' },
  };
  const report: DemoResource = {
    resourceType: 'DiagnosticReport',
    id: idIn('abdomen'),
    status: 'final',
    category: [concept(`${HL7}/v2-0074`, 'RUS', 'Chẩn đoán hình ảnh')],
    code: { text: 'Siêu âm ổ bụng tổng quát' },
    subject,
    encounter: refTo('Encounter', encounter.id),
    effectiveDateTime: clock.at(-60, 9, 10),
    issued: clock.at(-60, 9, 40),
    performer: [organizationRef('anh-duong')],
    conclusion: 'Chưa ghi nhận bất thường trên siêu âm ổ bụng.',
    media: [{ link: refOf(media) }],
    presentedForm: [{ contentType: 'image/png', url: key, title: 'Siêu âm ổ bụng 1' }],
  };
  return {
    name: 'at-anh-duong',
    patientId: id,
    resources: [patient, encounter, condition, order, media, report],
    files: [
      {
        key,
        contentType: 'image/png',
        get bytes() {
          return ultrasoundPicture('at-anh-duong/abdomen');
        },
      },
    ],
  };
}

/** The birth of her son, on his birth date. */
function mayTrang(): HospitalRecord {
  const { id } = HOSPITAL_RECORDS.mayTrang;
  const { patient, subject, visit, idIn } = hospitalOf('may-trang', HOSPITAL_RECORDS.mayTrang);
  const { encounter, condition } = visit({
    class: 'IMP',
    words: 'Điều trị nội trú',
    start: '2018-09-20T16:00:00+07:00',
    end: '2018-09-25T10:00:00+07:00',
    doctor: 'ngan',
    reason: 'Thai 39 tuần, ngôi mông',
    diagnosis: ['O82.0', 'Mổ lấy thai chọn lọc'],
  });
  const inStay = { subject, encounter: refTo('Encounter', encounter.id) };
  const taken = '2018-09-20T17:10:00+07:00';
  const tests = [
    {
      loinc: '718-7',
      name: 'Huyết sắc tố (HGB)',
      value: 108,
      unit: 'g/L',
      ucum: 'g/L',
      low: 110,
      high: 150,
      flag: 'L',
    },
    {
      loinc: '6690-2',
      name: 'Số lượng bạch cầu (WBC)',
      value: 9.8,
      unit: 'G/L',
      ucum: '10*9/L',
      low: 6,
      high: 16,
      flag: 'N',
    },
    {
      loinc: '777-3',
      name: 'Số lượng tiểu cầu (PLT)',
      value: 214,
      unit: 'G/L',
      ucum: '10*9/L',
      low: 150,
      high: 400,
      flag: 'N',
    },
  ] as const;
  const results = tests.map(
    (test, index): DemoResource => ({
      resourceType: 'Observation',
      id: idIn(`result/${index}`),
      status: 'final',
      category: [{ coding: [{ system: `${HL7}/observation-category`, code: 'laboratory', display: 'Laboratory' }] }],
      code: concept('http://loinc.org', test.loinc, test.name),
      ...inStay,
      effectiveDateTime: taken,
      issued: taken,
      performer: [organizationRef('may-trang')],
      valueQuantity: { value: test.value, unit: test.unit, system: UCUM, code: test.ucum },
      interpretation: [
        {
          coding: [
            {
              system: `${HL7}/v3-ObservationInterpretation`,
              code: test.flag,
              display: test.flag === 'L' ? 'Low' : 'Normal',
            },
          ],
        },
      ],
      referenceRange: [
        {
          low: { value: test.low, unit: test.unit, system: UCUM, code: test.ucum },
          high: { value: test.high, unit: test.unit, system: UCUM, code: test.ucum },
        },
      ],
    }),
  );
  const key = `${id}/reports/${idOf('file/at-may-trang/blood')}.pdf`;
  const report: DemoResource = {
    resourceType: 'DiagnosticReport',
    id: idIn('blood'),
    status: 'final',
    category: [concept(`${HL7}/v2-0074`, 'HM', 'Huyết học')],
    code: concept('http://loinc.org', '58410-2', 'Xét nghiệm máu trước mổ'),
    ...inStay,
    effectiveDateTime: taken,
    issued: '2018-09-20T18:30:00+07:00',
    performer: [organizationRef('may-trang')],
    result: results.map((result, index) => refOf(result, tests[index]?.name)),
    conclusion: 'Thiếu máu nhẹ, các chỉ số khác phù hợp thai kỳ.',
    presentedForm: [{ contentType: 'application/pdf', url: key, title: 'Phiếu xét nghiệm trước mổ' }],
  };
  const medicine: DemoResource = {
    resourceType: 'MedicationRequest',
    id: idIn('iron'),
    status: 'completed',
    intent: 'order',
    medicationCodeableConcept: { text: 'Sắt fumarat và acid folic, viên' },
    ...inStay,
    authoredOn: '2018-09-25T09:00:00+07:00',
    requester: practitionerRef('ngan'),
    dosageInstruction: [
      {
        text: 'Ngày 1 viên sau ăn sáng, trong 30 ngày',
        route: concept('http://snomed.info/sct', '26643006', 'Đường uống'),
      },
    ],
    dispenseRequest: { quantity: { value: 30, unit: 'viên' } },
  };
  const pdf = (): Uint8Array =>
    labReportPdf({
      facility: 'Bệnh viện Phụ sản Mây Trắng',
      address: '3 Đường Bờ Kè, Quận Ninh Kiều, Cần Thơ',
      title: 'XÉT NGHIỆM MÁU TRƯỚC MỔ',
      patient: name,
      birthDate: birthDate.split('-').reverse().join('/'),
      sex: 'Nữ',
      code: HOSPITAL_RECORDS.mayTrang.medicalId,
      takenAt: '17:10 20/09/2018',
      doctor: 'BS.CKI HUỲNH KIM NGÂN',
      conclusion: 'Thiếu máu nhẹ, các chỉ số khác phù hợp thai kỳ.',
      lines: tests.map((test) => ({
        name: test.name,
        value: String(test.value).replace('.', ','),
        unit: test.unit,
        range: `${test.low} – ${test.high}`,
        ...(test.flag === 'N' ? {} : { flag: test.flag }),
      })),
    });
  return {
    name: 'at-may-trang',
    patientId: id,
    resources: [patient, encounter, condition, medicine, ...results, report],
    files: [
      {
        key,
        contentType: 'application/pdf',
        get bytes() {
          return pdf();
        },
      },
    ],
  };
}

interface Visit {
  readonly class: 'SS' | 'IMP';
  readonly words: string;
  readonly start: string;
  readonly end: string;
  readonly doctor: Parameters<typeof practitionerRef>[0];
  readonly reason: string;
  readonly diagnosis: readonly [icd10: string, text: string];
}

/** The patient in the hospital's record, and its visits. */
function hospitalOf(
  place: PlaceKey,
  { id, medicalId, examCode }: { readonly id: string; readonly medicalId: string; readonly examCode: string },
) {
  const subject = refTo('Patient', id, name);
  const idIn = (part: string): string => idOf(`at/${place}/${part}`);
  const patient: DemoResource = {
    resourceType: 'Patient',
    id,
    active: true,
    identifier: [{ type: { coding: [{ system: `${HL7}/v2-0203`, code: 'MA' }] }, ...identifier('ma', medicalId) }],
    name: [nameOf(name)],
    gender,
    birthDate,
    telecom: [{ system: 'phone', value: DEMO.chau.phone, use: 'mobile' }],
    managingOrganization: organizationRef(place),
  };
  const visit = (made: Visit): { readonly encounter: DemoResource; readonly condition: DemoResource } => {
    const condition: DemoResource = {
      resourceType: 'Condition',
      id: idIn('diagnosis'),
      clinicalStatus: concept(`${HL7}/condition-clinical`, 'resolved', 'Đã khỏi'),
      category: [{ coding: [{ system: `${HL7}/condition-category`, code: 'encounter-diagnosis' }] }],
      code: concept(ICD10, ...made.diagnosis),
      subject,
      encounter: refTo('Encounter', idIn('visit')),
      recordedDate: made.start,
      recorder: practitionerRef(made.doctor),
    };
    const encounter: DemoResource = {
      resourceType: 'Encounter',
      id: idIn('visit'),
      identifier: [{ type: concept(`${HL7}/v2-0203`, 'MR', 'Mã hồ sơ bệnh án'), ...identifier('encounter', examCode) }],
      status: 'finished',
      class: { system: `${HL7}/v3-ActCode`, code: made.class, display: made.words },
      type: [{ text: made.words }],
      subject,
      participant: [{ individual: practitionerRef(made.doctor) }],
      period: { start: made.start, end: made.end },
      reasonCode: [{ text: made.reason }],
      diagnosis: [
        {
          condition: refOf(condition, made.diagnosis[1]),
          use: { coding: [{ system: `${HL7}/diagnosis-role`, code: 'DD' }] },
          rank: 1,
        },
      ],
      serviceProvider: organizationRef(place),
    };
    return { encounter, condition };
  };
  return { patient, subject, visit, idIn };
}
