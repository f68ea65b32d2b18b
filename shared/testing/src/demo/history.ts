import { concept, HL7, ICD10, idOf, PHR_BASE, refTo } from './build.ts';
import type { Clock, DemoFile, DemoResource } from './build.ts';
import { dischargeLetterPdf } from './discharge-letter.ts';
import { encounterId } from './encounters.ts';
import { medicineRef, organizationRef, practitionerRef } from './facilities.ts';
import { DEMO } from './people.ts';
import type { DemoName } from './people.ts';

export interface History {
  readonly resources: readonly DemoResource[];
  readonly files: readonly DemoFile[];
}

const SNOMED = 'http://snomed.info/sct';
const LOINC = 'http://loinc.org';

/**
 * A blood pressure goal in mmHg.
 * @param due YYYY-MM-DD
 */
const pressureBelow = ([code, name]: readonly [code: string, name: string], value: number, due: string): object => ({
  measure: concept(LOINC, code, name),
  detailQuantity: { value, comparator: '<', unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
  dueDate: due,
});

/** The rest of a record: medicines taken, procedures, family history, plans, goals, care team, habits, documents. */
export function historyOf(person: DemoName, clock: Clock): History {
  const patient = refTo('Patient', DEMO[person].id, DEMO[person].name);
  const id = (name: string): string => idOf(`history/${person}/${name}`);

  const taken = (
    medicine: Parameters<typeof medicineRef>[0],
    since: number,
    dosage: string,
    planned: Partial<ReturnType<typeof plan>> | ReturnType<typeof once> = {},
  ): DemoResource => ({
    resourceType: 'MedicationStatement',
    id: id(`taken/${medicine}`),
    status: 'active',
    medicationReference: medicineRef(medicine),
    subject: patient,
    effectivePeriod: { start: clock.day(-since) },
    dateAsserted: clock.day(-35),
    informationSource: patient,
    ...planned,
    dosage: [{ text: dosage, ...planned.dosage }],
  });
  /** Confirmed dose times, and the tablets counted that day. */
  const plan = (times: readonly string[], confirmed: number, count: number) => ({
    extension: [
      { url: `${PHR_BASE}/fhir/StructureDefinition/plan-confirmed`, valueDateTime: clock.at(-confirmed, 20) },
      {
        url: `${PHR_BASE}/fhir/StructureDefinition/medicine-stock`,
        extension: [
          { url: 'count', valueDecimal: count },
          { url: 'at', valueDateTime: clock.at(-confirmed, 20) },
        ],
      },
    ],
    dosage: {
      timing: { repeat: { frequency: times.length, period: 1, periodUnit: 'd', timeOfDay: times } },
      doseAndRate: [{ doseQuantity: { value: 1, unit: 'viên' } }],
    },
  });
  /** Once a day at an event of the day, without an hour. */
  const once = (event: string) => ({
    dosage: {
      timing: { repeat: { frequency: 1, period: 1, periodUnit: 'd', when: [event] } },
      doseAndRate: [{ doseQuantity: { value: 1, unit: 'viên' } }],
    },
  });
  const procedure = (
    name: string,
    code: readonly [snomed: string, text: string],
    date: string,
    note: string,
    doctor: Parameters<typeof practitionerRef>[0],
  ): DemoResource => ({
    resourceType: 'Procedure',
    id: id(`procedure/${name}`),
    status: 'completed',
    code: concept(SNOMED, ...code),
    subject: patient,
    performedDateTime: date,
    performer: [{ actor: practitionerRef(doctor) }],
    note: [{ text: note }],
  });
  const relative = (
    name: string,
    kin: readonly [code: string, text: string],
    illness: readonly [icd10: string, text: string],
    age: number,
  ): DemoResource => ({
    resourceType: 'FamilyMemberHistory',
    id: id(`relative/${name}`),
    status: 'completed',
    patient,
    date: clock.day(-300),
    relationship: concept(`${HL7}/v3-RoleCode`, ...kin),
    condition: [
      {
        code: concept(ICD10, ...illness),
        onsetAge: { value: age, unit: 'tuổi', system: 'http://unitsofmeasure.org', code: 'a' },
      },
    ],
  });
  const habit = (name: string, ago: number, code: object, component: readonly object[]): DemoResource => ({
    resourceType: 'Observation',
    id: id(`habit/${name}`),
    status: 'final',
    category: [
      { coding: [{ system: `${HL7}/observation-category`, code: 'social-history', display: 'Social History' }] },
    ],
    code,
    subject: patient,
    performer: [patient],
    effectiveDateTime: clock.day(-ago),
    issued: clock.at(-ago, 20),
    component,
  });
  const drinking = (ago: number, code: string, text: string): DemoResource =>
    habit('alcohol', ago, concept(LOINC, '11331-6', 'Sử dụng rượu bia'), [
      {
        code: {
          coding: [{ system: LOINC, code: '68518-0', display: 'How often do you have a drink containing alcohol' }],
        },
        valueCodeableConcept: { coding: [{ system: LOINC, code }], text },
      },
    ]);
  const smoking = (ago: number, packs: number): DemoResource =>
    habit('tobacco', ago, concept(LOINC, '11367-0', 'Sử dụng thuốc lá'), [
      {
        code: {
          coding: [
            { system: `${PHR_BASE}/fhir/CodeSystem/social-history`, code: 'packs-per-year', display: 'Packs per year' },
          ],
        },
        valueQuantity: { value: packs, unit: '{packs}/a', system: 'http://unitsofmeasure.org', code: '{packs}/a' },
      },
    ]);

  switch (person) {
    case 'anh': {
      const goal = refTo('Goal', id('goal/pressure'), 'Huyết áp dưới 130/80 mmHg');
      const letter = `${DEMO.anh.id}/reports/${idOf('file/anh/discharge')}.pdf`;
      const stay = refTo('Encounter', encounterId('anh', 'pneumonia'));
      const resources: readonly DemoResource[] = [
        taken('amlodipin', 1080, 'Sáng 1 viên, uống sau ăn', plan(['07:00:00'], 20, 26)),
        taken('losartan', 700, 'Tối 1 viên', once('EVE')),
        taken('metformin', 970, 'Sáng 1 viên, chiều 1 viên, trong bữa ăn', plan(['07:00:00', '18:00:00'], 20, 120)),
        taken('atorvastatin', 580, 'Tối 1 viên trước khi ngủ', once('HS')),
        procedure(
          'cataract',
          ['415089008', 'Phẫu thuật phaco mắt phải, đặt thuỷ tinh thể nhân tạo'],
          clock.day(-1400),
          'Thị lực sau mổ 8/10.',
          'tin',
        ),
        relative('father', ['NFTH', 'Cha đẻ'], ['I63.9', 'Nhồi máu não'], 62),
        relative('sister', ['NSIS', 'Chị em gái ruột'], ['E11.9', 'Đái tháo đường típ 2 không có biến chứng'], 58),
        {
          resourceType: 'Goal',
          id: id('goal/pressure'),
          lifecycleStatus: 'active',
          achievementStatus: concept(`${HL7}/goal-achievement`, 'improving', 'Đang tiến triển'),
          description: { text: 'Huyết áp dưới 130/80 mmHg' },
          subject: patient,
          startDate: clock.day(-126),
          expressedBy: practitionerRef('duong'),
          target: [
            pressureBelow(['8480-6', 'Huyết áp tâm thu'], 130, clock.day(60)),
            pressureBelow(['8462-4', 'Huyết áp tâm trương'], 80, clock.day(60)),
          ],
        },
        {
          resourceType: 'CarePlan',
          id: id('plan'),
          status: 'active',
          intent: 'plan',
          title: 'Theo dõi tăng huyết áp và đái tháo đường tại nhà',
          subject: patient,
          period: { start: clock.day(-126), end: clock.day(239) },
          created: clock.day(-126),
          author: practitionerRef('duong'),
          goal: [goal],
          activity: [
            {
              detail: {
                status: 'in-progress',
                code: concept(LOINC, '85354-9', 'Đo huyết áp'),
                scheduledTiming: {
                  repeat: { frequency: 2, period: 1, periodUnit: 'd', timeOfDay: ['06:30:00', '19:30:00'] },
                },
                description: 'Đo huyết áp sáng và tối, mỗi lần hai lượt cách nhau 1 phút',
              },
            },
            { detail: { status: 'in-progress', description: 'Đo đường huyết lúc đói hai ngày mỗi tuần' } },
            { detail: { status: 'in-progress', description: 'Ăn dưới 5 g muối mỗi ngày, đi bộ 30 phút' } },
            { detail: { status: 'scheduled', description: 'Tái khám tim mạch và xét nghiệm HbA1c' } },
          ],
        },
        {
          resourceType: 'CareTeam',
          id: id('team'),
          status: 'active',
          name: 'Nhóm chăm sóc của bà Ánh',
          subject: patient,
          period: { start: clock.day(-126) },
          participant: [
            { role: [{ text: 'Bác sĩ tim mạch' }], member: practitionerRef('duong') },
            { role: [{ text: 'Bác sĩ gia đình' }], member: practitionerRef('ngan') },
            { role: [{ text: 'Cơ sở y tế' }], member: organizationRef('huong-sen') },
          ],
        },
        {
          resourceType: 'DocumentReference',
          id: id('letter'),
          status: 'current',
          type: concept(LOINC, '18842-5', 'Giấy ra viện'),
          subject: patient,
          date: clock.at(-417, 10),
          author: [practitionerRef('phuc')],
          description: 'Giấy ra viện',
          content: [
            {
              attachment: {
                contentType: 'application/pdf',
                url: letter,
                title: 'Giấy ra viện',
                creation: clock.at(-417, 10),
              },
            },
          ],
          context: { encounter: [stay] },
        },
        drinking(36, 'LA6270-8', 'Không bao giờ'),
        smoking(36, 0),
      ];
      const [year = '', month = '', day = ''] = clock.day(-417).split('-');
      const bytes = (): Uint8Array =>
        dischargeLetterPdf({
          facility: 'Bệnh viện Đa khoa Sao Mai',
          address: '12 Đường Hoa Sữa, Quận Ninh Kiều, Cần Thơ',
          patient: DEMO.anh.name,
          birthDate: DEMO.anh.birthDate.split('-').reverse().join('/'),
          sex: 'Nữ',
          code: DEMO.anh.pi,
          admitted: clock.day(-425).split('-').reverse().join('/'),
          discharged: `${day}/${month}/${year}`,
          diagnosis: 'Viêm phổi, tác nhân không xác định (J18.9). Tăng huyết áp, đái tháo đường típ 2.',
          treatment: 'Ceftriaxon truyền tĩnh mạch 7 ngày, thuốc huyết áp và đường huyết như cũ.',
          advice: 'Uống thuốc theo đơn, uống đủ nước. Chụp kiểm tra ngực sau 3 tháng.',
          doctor: 'ThS.BS VÕ HOÀNG PHÚC',
        });
      return {
        resources,
        files: [
          {
            key: letter,
            contentType: 'application/pdf',
            get bytes() {
              return bytes();
            },
          },
        ],
      };
    }
    case 'chau':
      return {
        resources: [
          procedure('birth', ['11466000', 'Mổ lấy thai'], DEMO.khang.birthDate, 'Mẹ và bé khoẻ.', 'ngan'),
          relative('mother', ['NMTH', 'Mẹ đẻ'], ['I10', 'Tăng huyết áp vô căn (nguyên phát)'], 55),
          drinking(97, 'LA18926-8', 'Mỗi tháng một lần hoặc ít hơn'),
          smoking(97, 0),
        ],
        files: [],
      };
    case 'khang':
      return {
        resources: [
          relative('grandmother', ['MGRMTH', 'Bà ngoại'], ['E11.9', 'Đái tháo đường típ 2 không có biến chứng'], 59),
        ],
        files: [],
      };
    case 'bao':
      return {
        resources: [taken('paracetamol', 40, 'Ngày 2 lần, mỗi lần 1 viên sau ăn'), smoking(44, 120)],
        files: [],
      };
  }
}
