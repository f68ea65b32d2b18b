import { concept, HL7, ICD10, identifier, idOf, PHR_BASE, refOf, refTo } from './build.ts';
import type { Clock, DemoResource } from './build.ts';
import { medicineRef, organizationRef, practitionerRef } from './facilities.ts';
import type { DoctorKey, MedicineKey, PlaceKey } from './facilities.ts';
import { DEMO } from './people.ts';
import type { DemoName } from './people.ts';

type EncounterClass = 'SS' | 'IMP' | 'F0H' | 'POST_COVID' | 'FAMILY_DOCTOR';
type Use = 'AD' | 'DD' | 'CM';

const CLASSES: Readonly<Record<EncounterClass, { readonly system: string; readonly words: string }>> = {
  SS: { system: `${HL7}/v3-ActCode`, words: 'Khám ngoại trú' },
  IMP: { system: `${HL7}/v3-ActCode`, words: 'Điều trị nội trú' },
  F0H: { system: `${PHR_BASE}/fhir/CodeSystem/encounter-class`, words: 'Theo dõi COVID-19 tại nhà' },
  POST_COVID: { system: `${PHR_BASE}/fhir/CodeSystem/encounter-class`, words: 'Theo dõi hậu COVID-19' },
  FAMILY_DOCTOR: { system: `${PHR_BASE}/fhir/CodeSystem/encounter-class`, words: 'Bác sĩ gia đình' },
};

const DIAGNOSES = {
  hypertension: ['I10', 'Tăng huyết áp vô căn (nguyên phát)'],
  diabetes: ['E11.9', 'Đái tháo đường típ 2 không có biến chứng'],
  lipids: ['E78.5', 'Tăng lipid máu'],
  pneumonia: ['J18.9', 'Viêm phổi, tác nhân không xác định'],
  covid: ['U07.1', 'COVID-19, đã xác định virus'],
  postCovid: ['U09.9', 'Tình trạng sau COVID-19'],
  pharyngitis: ['J02.9', 'Viêm họng cấp'],
  tonsillitis: ['J03.9', 'Viêm amidan cấp'],
  migraine: ['G43.9', 'Bệnh đau nửa đầu (Migraine)'],
  checkup: ['Z00.0', 'Khám sức khoẻ tổng quát'],
  back: ['M54.5', 'Đau lưng vùng thấp'],
} as const satisfies Record<string, readonly [code: string, text: string]>;
export type Diagnosis = keyof typeof DIAGNOSES;

interface Visit {
  readonly person: DemoName;
  readonly key: string;
  readonly kind: EncounterClass;
  readonly status: 'planned' | 'arrived' | 'in-progress' | 'finished' | 'cancelled' | 'unknown';
  /** Days before today; negative is in the future. */
  readonly ago: number;
  /** Length of stay in days; absent if ongoing. */
  readonly days?: number;
  readonly place: PlaceKey;
  readonly doctor: DoctorKey;
  readonly diagnoses: readonly (readonly [Use, Diagnosis])[];
  readonly priority?: 'S' | 'A' | 'UR' | 'U' | 'R';
  readonly medicines?: readonly (readonly [MedicineKey, quantity: number, dosage: string])[];
  readonly orders?: readonly (readonly [text: string, instruction: string])[];
}

const VISITS: readonly Visit[] = [
  {
    person: 'anh',
    key: 'follow-up',
    kind: 'SS',
    status: 'finished',
    ago: 35,
    days: 0,
    place: 'sao-mai',
    doctor: 'duong',
    diagnoses: [
      ['DD', 'hypertension'],
      ['CM', 'diabetes'],
      ['CM', 'lipids'],
    ],
    medicines: [
      ['amlodipin', 30, 'Sáng 1 viên, uống sau ăn'],
      ['losartan', 30, 'Tối 1 viên'],
      ['metformin', 60, 'Sáng 1 viên, chiều 1 viên, uống trong bữa ăn'],
      ['atorvastatin', 30, 'Tối 1 viên trước khi ngủ'],
    ],
    orders: [
      ['Tổng phân tích tế bào máu ngoại vi', 'Nhịn ăn 8 giờ trước khi lấy máu'],
      ['Siêu âm ổ bụng tổng quát', 'Nhịn ăn sáng, uống nước để bàng quang căng'],
    ],
  },
  {
    person: 'anh',
    key: 'home-doctor',
    kind: 'FAMILY_DOCTOR',
    status: 'in-progress',
    ago: 2,
    place: 'huong-sen',
    doctor: 'ngan',
    diagnoses: [['DD', 'hypertension']],
    orders: [['Đo huyết áp tại nhà', 'Đo sáng và tối, mỗi lần hai lượt cách nhau 1 phút']],
  },
  {
    person: 'anh',
    key: 'pneumonia',
    kind: 'IMP',
    status: 'finished',
    ago: 425,
    days: 8,
    place: 'sao-mai',
    doctor: 'phuc',
    diagnoses: [
      ['AD', 'pneumonia'],
      ['DD', 'pneumonia'],
      ['CM', 'hypertension'],
      ['CM', 'diabetes'],
    ],
    medicines: [
      ['ceftriaxon', 14, 'Truyền tĩnh mạch ngày 2 lần'],
      ['paracetamol', 10, 'Uống 1 viên khi sốt trên 38,5 °C, cách nhau ít nhất 6 giờ'],
    ],
    orders: [
      ['Chụp X-quang ngực thẳng', 'Tháo trang sức trước khi chụp'],
      ['Chụp cắt lớp vi tính lồng ngực', 'Nín thở theo hiệu lệnh'],
    ],
  },
  {
    person: 'anh',
    key: 'post-covid',
    kind: 'POST_COVID',
    status: 'finished',
    ago: 640,
    days: 12,
    place: 'huong-sen',
    doctor: 'ngan',
    diagnoses: [['DD', 'postCovid']],
  },
  {
    person: 'anh',
    key: 'covid-home',
    kind: 'F0H',
    status: 'finished',
    ago: 671,
    days: 10,
    place: 'huong-sen',
    doctor: 'ngan',
    diagnoses: [['DD', 'covid']],
    priority: 'R',
  },
  {
    person: 'anh',
    key: 'next-visit',
    kind: 'SS',
    status: 'planned',
    ago: -12,
    place: 'sao-mai',
    doctor: 'duong',
    diagnoses: [],
  },
  {
    person: 'chau',
    key: 'current',
    kind: 'SS',
    status: 'in-progress',
    ago: 1,
    place: 'sao-mai',
    doctor: 'phuc',
    diagnoses: [['AD', 'migraine']],
    medicines: [['paracetamol', 10, 'Uống 1 viên khi đau đầu, không quá 4 viên một ngày']],
  },
  {
    person: 'chau',
    key: 'checkup',
    kind: 'SS',
    status: 'finished',
    ago: 96,
    days: 0,
    place: 'anh-duong',
    doctor: 'tin',
    diagnoses: [['DD', 'checkup']],
    orders: [['Siêu âm ổ bụng tổng quát', 'Nhịn ăn 6 giờ']],
  },
  {
    person: 'chau',
    key: 'covid-home',
    kind: 'F0H',
    status: 'arrived',
    ago: 6,
    place: 'huong-sen',
    doctor: 'ngan',
    diagnoses: [['AD', 'covid']],
    priority: 'R',
  },
  {
    person: 'chau',
    key: 'sore-throat',
    kind: 'FAMILY_DOCTOR',
    status: 'finished',
    ago: 61,
    days: 0,
    place: 'huong-sen',
    doctor: 'ngan',
    diagnoses: [['DD', 'pharyngitis']],
    medicines: [['amoxicillin', 21, 'Ngày 3 lần, mỗi lần 1 viên, đủ 7 ngày']],
  },
  {
    person: 'chau',
    key: 'missed',
    kind: 'SS',
    status: 'cancelled',
    ago: 150,
    place: 'sao-mai',
    doctor: 'duong',
    diagnoses: [],
  },
  {
    person: 'chau',
    key: 'imported',
    kind: 'SS',
    status: 'unknown',
    ago: 800,
    days: 0,
    place: 'sao-mai',
    doctor: 'duong',
    diagnoses: [['DD', 'checkup']],
  },
  {
    person: 'khang',
    key: 'fever',
    kind: 'SS',
    status: 'finished',
    ago: 5,
    days: 0,
    place: 'huong-sen',
    doctor: 'ngan',
    diagnoses: [['DD', 'tonsillitis']],
    medicines: [
      ['amoxicillin', 14, 'Ngày 2 lần, mỗi lần nửa viên, đủ 7 ngày'],
      ['paracetamol', 6, 'Uống nửa viên khi sốt trên 38,5 °C'],
    ],
  },
  {
    person: 'khang',
    key: 'checkup',
    kind: 'FAMILY_DOCTOR',
    status: 'arrived',
    ago: 1,
    place: 'huong-sen',
    doctor: 'ngan',
    diagnoses: [],
  },
  {
    person: 'bao',
    key: 'back-pain',
    kind: 'SS',
    status: 'finished',
    ago: 44,
    days: 0,
    place: 'anh-duong',
    doctor: 'tin',
    diagnoses: [['DD', 'back']],
    medicines: [['paracetamol', 20, 'Ngày 2 lần, mỗi lần 1 viên sau ăn']],
  },
];

const CHRONIC: readonly {
  readonly person: DemoName;
  readonly diagnosis: Diagnosis;
  readonly ago: number;
  readonly status: 'active' | 'remission' | 'resolved' | 'relapse';
  readonly severity: 'mild' | 'moderate' | 'serious';
}[] = [
  { person: 'anh', diagnosis: 'hypertension', ago: 1090, status: 'active', severity: 'moderate' },
  { person: 'anh', diagnosis: 'diabetes', ago: 980, status: 'active', severity: 'mild' },
  { person: 'anh', diagnosis: 'lipids', ago: 581, status: 'active', severity: 'mild' },
  { person: 'anh', diagnosis: 'pneumonia', ago: 425, status: 'resolved', severity: 'serious' },
  { person: 'chau', diagnosis: 'migraine', ago: 700, status: 'relapse', severity: 'mild' },
  { person: 'bao', diagnosis: 'back', ago: 300, status: 'remission', severity: 'moderate' },
];
const SEVERITIES = { mild: ['255604002', 'Nhẹ'], moderate: ['6736007', 'Vừa'], serious: ['24484000', 'Nặng'] } as const;
const CLINICAL = { active: 'Đang mắc', relapse: 'Tái phát', remission: 'Thuyên giảm', resolved: 'Đã khỏi' } as const;

export function encounterId(person: DemoName, key: string): string {
  return idOf(`encounter/${person}/${key}`);
}

const patientRef = (person: DemoName): object => refTo('Patient', DEMO[person].id, DEMO[person].name);
const diagnosisConcept = (diagnosis: Diagnosis): object =>
  concept(ICD10, DIAGNOSES[diagnosis][0], DIAGNOSES[diagnosis][1]);
const coverageId = (person: DemoName): string => idOf(`coverage/${person}/insurance`);
/** HL7 emergency words for S, A, UR and R; U is the product's own 'not assessed'. */
const PRIORITIES = {
  S: 'Nguy cơ rất cao',
  A: 'Nguy cơ cao',
  UR: 'Nguy cơ trung bình',
  R: 'Nguy cơ thấp',
  U: 'Chưa đánh giá',
} as const;

/** A person's encounters with diagnoses, medicines and orders, and chronic conditions. */
export function encounterResources(person: DemoName, clock: Clock): readonly DemoResource[] {
  const long = CHRONIC.filter((condition) => condition.person === person).map(
    ({ diagnosis, ago, status, severity }): DemoResource => ({
      resourceType: 'Condition',
      id: idOf(`condition/${person}/${diagnosis}`),
      clinicalStatus: concept(`${HL7}/condition-clinical`, status, CLINICAL[status]),
      verificationStatus: { coding: [{ system: `${HL7}/condition-ver-status`, code: 'confirmed' }] },
      severity: concept('http://snomed.info/sct', SEVERITIES[severity][0], SEVERITIES[severity][1]),
      category: [{ coding: [{ system: `${HL7}/condition-category`, code: 'problem-list-item' }] }],
      code: diagnosisConcept(diagnosis),
      subject: patientRef(person),
      recordedDate: clock.day(-ago),
    }),
  );
  return [
    ...long,
    ...VISITS.filter((visit) => visit.person === person).flatMap((visit) => visitResources(visit, clock)),
  ];
}

function visitResources(visit: Visit, clock: Clock): readonly DemoResource[] {
  const { person, key, kind, ago, days } = visit;
  const id = encounterId(person, key);
  const subject = patientRef(person);
  const encounter = refTo('Encounter', id);
  const start = clock.at(-ago, kind === 'IMP' ? 15 : 8, 30);
  const end = days === undefined ? undefined : clock.at(-ago + days, kind === 'IMP' ? 10 : 11);
  // old entries from elsewhere have no status
  const isOver = visit.status === 'finished' || visit.status === 'unknown';
  const conditions = visit.diagnoses.map(
    ([use, diagnosis], index): DemoResource => ({
      resourceType: 'Condition',
      id: idOf(`condition/${person}/${key}/${index}`),
      clinicalStatus:
        isOver && use !== 'CM'
          ? concept(`${HL7}/condition-clinical`, 'resolved', CLINICAL.resolved)
          : concept(`${HL7}/condition-clinical`, 'active', CLINICAL.active),
      category: [{ coding: [{ system: `${HL7}/condition-category`, code: 'encounter-diagnosis' }] }],
      code: diagnosisConcept(diagnosis),
      subject,
      encounter,
      recordedDate: start,
      recorder: practitionerRef(visit.doctor),
    }),
  );
  const account: DemoResource = {
    resourceType: 'Account',
    id: idOf(`account/${person}/${key}`),
    status: visit.status === 'finished' ? 'inactive' : 'active',
    name: 'Chi phí khám chữa bệnh',
    subject: [subject],
    servicePeriod: end === undefined ? { start } : { start, end },
    coverage: [{ coverage: refTo('Coverage', coverageId(person)), priority: 1 }],
    owner: organizationRef(visit.place),
  };
  const medicines = (visit.medicines ?? []).map(
    ([medicine, quantity, dosage], index): DemoResource => ({
      resourceType: 'MedicationRequest',
      id: idOf(`medication-request/${person}/${key}/${index}`),
      groupIdentifier: identifier('prescription', `DT${encounterCode(visit)}`),
      status: visit.status === 'finished' ? 'completed' : 'active',
      intent: 'order',
      medicationReference: medicineRef(medicine),
      subject,
      encounter,
      authoredOn: start,
      requester: practitionerRef(visit.doctor),
      dosageInstruction: [
        {
          text: dosage,
          route:
            medicine === 'ceftriaxon'
              ? concept('http://snomed.info/sct', '47625008', 'Đường tĩnh mạch')
              : concept('http://snomed.info/sct', '26643006', 'Đường uống'),
        },
      ],
      dispenseRequest: { quantity: { value: quantity, unit: medicine === 'ceftriaxon' ? 'lọ' : 'viên' } },
    }),
  );
  const orders = (visit.orders ?? []).map(
    ([text, instruction], index): DemoResource => ({
      resourceType: 'ServiceRequest',
      id: idOf(`service-request/${person}/${key}/${index}`),
      status: visit.status === 'finished' ? 'completed' : 'active',
      intent: 'order',
      code: { text },
      quantityQuantity: { value: 1, unit: 'lần' },
      subject,
      encounter,
      occurrenceDateTime: clock.at(-ago, 9),
      authoredOn: start,
      requester: practitionerRef(visit.doctor),
      performer: [organizationRef(visit.place)],
      patientInstruction: instruction,
    }),
  );
  return [
    {
      resourceType: 'Encounter',
      id,
      identifier: [
        { type: concept(`${HL7}/v2-0203`, 'MR', 'Mã hồ sơ bệnh án'), ...identifier('encounter', encounterCode(visit)) },
      ],
      status: visit.status,
      class: { system: CLASSES[kind].system, code: kind, display: CLASSES[kind].words },
      type: [{ text: CLASSES[kind].words }],
      ...(visit.priority === undefined
        ? {}
        : { priority: concept(`${HL7}/v3-ActPriority`, visit.priority, PRIORITIES[visit.priority]) }),
      subject,
      participant: [{ individual: practitionerRef(visit.doctor) }],
      period: end === undefined ? { start } : { start, end },
      ...(conditions.length === 0
        ? {}
        : {
            reasonCode: [{ text: DIAGNOSES[visit.diagnoses[0]?.[1] ?? 'checkup'][1] }],
            diagnosis: conditions.map((condition, index) => ({
              condition: refOf(condition, DIAGNOSES[visit.diagnoses[index]?.[1] ?? 'checkup'][1]),
              use: { coding: [{ system: `${HL7}/diagnosis-role`, code: visit.diagnoses[index]?.[0] ?? 'DD' }] },
              rank: index + 1,
            })),
          }),
      account: [refOf(account)],
      serviceProvider: organizationRef(visit.place),
    },
    account,
    ...conditions,
    ...medicines,
    ...orders,
    ...(kind === 'IMP' ? [claimOf(visit, clock)] : []),
  ];
}

function encounterCode({ person, key }: Visit): string {
  return `${DEMO[person].pi.slice(0, 4)}${idOf(`code/${person}/${key}`).slice(0, 6).toUpperCase()}`;
}

/** Cost of a stay: medicines T_THUOC, supplies T_VTYT, other. */
function claimOf(visit: Visit, clock: Clock): DemoResource {
  const { person, key } = visit;
  const system = `${PHR_BASE}/fhir/CodeSystem/claim-item`;
  const items = [
    ['T_THUOC', 'Thuốc', 1_842_000],
    ['T_VTYT', 'Vật tư y tế', 415_000],
    ['T_GIUONG', 'Ngày giường nội khoa', 1_920_000],
    ['T_CDHA', 'Chẩn đoán hình ảnh', 705_000],
  ] as const;
  return {
    resourceType: 'Claim',
    id: idOf(`claim/${person}/${key}`),
    status: 'active',
    type: concept(`${HL7}/claim-type`, 'institutional', 'Cơ sở y tế'),
    use: 'claim',
    patient: patientRef(person),
    created: clock.at(-visit.ago + 8, 10),
    provider: organizationRef(visit.place),
    priority: { coding: [{ system: `${HL7}/processpriority`, code: 'normal' }] },
    insurance: [{ sequence: 1, focal: true, coverage: refTo('Coverage', coverageId(person)) }],
    item: items.map(([code, text, value], index) => ({
      sequence: index + 1,
      productOrService: concept(system, code, text),
      net: { value, currency: 'VND' },
      encounter: [refTo('Encounter', encounterId(person, key))],
    })),
    total: { value: items.reduce((sum, [, , value]) => sum + value, 0), currency: 'VND' },
  };
}

/** A person's insurance, found through encounters' accounts. */
export function insuranceOf(person: DemoName, clock: Clock): DemoResource {
  return {
    resourceType: 'Coverage',
    id: coverageId(person),
    identifier: [
      identifier('insurance-card', `DN4${DEMO[person].birthDate.replaceAll('-', '')}0${DEMO[person].id.slice(-3)}`),
    ],
    status: 'active',
    type: concept(`${HL7}/v3-ActCode`, 'EHCPOL', 'Bảo hiểm y tế'),
    subscriberId: DEMO[person].pi,
    beneficiary: patientRef(person),
    period: { start: `${clock.today.slice(0, 4)}-01-01`, end: `${clock.today.slice(0, 4)}-12-31` },
    payor: [{ display: 'Bảo hiểm xã hội (minh hoạ)' }],
    class: [
      { type: { coding: [{ system: `${HL7}/coverage-class`, code: 'plan' }] }, value: '4', name: 'Mức hưởng 80 %' },
    ],
  };
}
