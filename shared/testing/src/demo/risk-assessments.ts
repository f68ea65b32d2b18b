import { concept, idOf, PHR_BASE, refTo } from './build.ts';
import type { Clock, DemoResource } from './build.ts';
import { encounterId } from './encounters.ts';
import { practitionerRef } from './facilities.ts';
import type { DoctorKey } from './facilities.ts';
import { DEMO } from './people.ts';
import type { DemoName } from './people.ts';

/** Levels of home reports, as worded by the server. */
const LEVELS = {
  target: ['Mục tiêu', 'Tiếp tục tự theo dõi hai lần mỗi ngày.'],
  veryMild: ['Nguy cơ rất nhẹ', 'Nghỉ ngơi, uống đủ nước và tiếp tục tự theo dõi hai lần mỗi ngày.'],
  mild: ['Nguy cơ nhẹ', 'Báo cho cơ sở y tế đang quản lý bạn trong ngày.'],
  dangerous: ['Nguy hiểm', 'Báo ngay cho cơ sở y tế đang quản lý bạn.'],
} as const;
const NO_DIAGNOSIS = 'Thông tin chỉ để tham khảo, không thay thế chẩn đoán của bác sĩ.';

interface Assessment {
  readonly person: DemoName;
  readonly encounter: string;
  readonly key: string;
  readonly ago: number;
  readonly hour: number;
  readonly rationale?: string;
}
type HomeReport = Assessment & { readonly level: keyof typeof LEVELS };

/** Assessments of home reports, by the server's rules: 261/QĐ-BYT, 2671/QĐ-BYT, WHO. */
const HOME_REPORTS: readonly HomeReport[] = [
  {
    person: 'chau',
    encounter: 'covid-home',
    key: 'day-1',
    ago: 6,
    hour: 19,
    level: 'dangerous',
    rationale: 'SpO2 từ 94 đến 96 % (261/QĐ-BYT)',
  },
  {
    person: 'chau',
    encounter: 'covid-home',
    key: 'day-3',
    ago: 4,
    hour: 8,
    level: 'veryMild',
    rationale: 'Nhiệt độ trên 37,5 °C (WHO IMCI); Có triệu chứng nhẹ (261/QĐ-BYT)',
  },
  {
    person: 'chau',
    encounter: 'covid-home',
    key: 'day-5',
    ago: 2,
    hour: 20,
    level: 'veryMild',
    rationale: 'Có triệu chứng nhẹ (261/QĐ-BYT)',
  },
  {
    person: 'anh',
    encounter: 'covid-home',
    key: 'day-1',
    ago: 671,
    hour: 9,
    level: 'mild',
    rationale: 'Có triệu chứng và trên 60 tuổi (WHO)',
  },
  {
    person: 'anh',
    encounter: 'covid-home',
    key: 'day-4',
    ago: 668,
    hour: 8,
    level: 'dangerous',
    rationale: 'SpO2 từ 94 đến 96 % (261/QĐ-BYT); Thở nhanh (261/QĐ-BYT)',
  },
  {
    person: 'anh',
    encounter: 'covid-home',
    key: 'day-7',
    ago: 665,
    hour: 20,
    level: 'dangerous',
    rationale: 'SpO2 từ 94 đến 96 % (261/QĐ-BYT)',
  },
  { person: 'anh', encounter: 'covid-home', key: 'day-10', ago: 662, hour: 8, level: 'target' },
];

type ByDoctor = Assessment & {
  readonly doctor: DoctorKey;
  /** Code and name of the published score. */
  readonly method: readonly [code: string, text: string];
  readonly about: string;
  readonly risk: string;
  readonly outcome: string;
  readonly advice: string;
};

/**
 * Clinical scores. Sources: BTS 2009 (CURB-65), Morse 1989 (falls), ESC/ESH 2018 (cardiovascular), McIsaac 1998 (sore
 * throat).
 */
const BY_DOCTORS: readonly ByDoctor[] = [
  {
    person: 'anh',
    encounter: 'follow-up',
    key: 'heart',
    ago: 35,
    hour: 10,
    doctor: 'duong',
    method: ['esc-esh-2018', 'Phân tầng nguy cơ tim mạch (ESC/ESH 2018)'],
    about: 'Tăng huyết áp',
    risk: 'Nguy cơ cao',
    outcome: 'Biến cố tim mạch trong 10 năm',
    rationale: 'Tăng huyết áp có đái tháo đường kèm theo, chưa ghi nhận tổn thương cơ quan đích',
    advice: 'Giữ huyết áp dưới 130/80 mmHg nếu dung nạp được, ăn nhạt, đi bộ 30 phút mỗi ngày và tái khám đúng hẹn.',
  },
  {
    person: 'anh',
    encounter: 'pneumonia',
    key: 'pneumonia',
    ago: 425,
    hour: 16,
    doctor: 'phuc',
    method: ['curb-65', 'Thang điểm CURB-65'],
    about: 'Viêm phổi mắc phải tại cộng đồng',
    risk: 'Nguy cơ thấp',
    outcome: 'Diễn biến nặng',
    rationale: '1 điểm: từ 65 tuổi trở lên',
    advice: 'Theo dõi nội trú vì có đái tháo đường và tăng huyết áp kèm theo.',
  },
  {
    person: 'anh',
    encounter: 'pneumonia',
    key: 'fall',
    ago: 424,
    hour: 9,
    doctor: 'phuc',
    method: ['morse', 'Thang điểm ngã Morse'],
    about: 'Ngã trong khi nằm viện',
    risk: 'Nguy cơ trung bình',
    outcome: 'Ngã',
    rationale: '35 điểm: có bệnh kèm theo 15, đang truyền tĩnh mạch 20',
    advice: 'Gọi điều dưỡng khi cần ra khỏi giường, mang dép chống trượt, để đèn ngủ ban đêm.',
  },
  {
    person: 'khang',
    encounter: 'fever',
    key: 'throat',
    ago: 5,
    hour: 9,
    doctor: 'ngan',
    method: ['mcisaac', 'Thang điểm McIsaac'],
    about: 'Đau họng ở trẻ em',
    risk: 'Khả năng cao',
    outcome: 'Nhiễm liên cầu nhóm A',
    rationale: '4 điểm: sốt trên 38 °C, không ho, amidan sưng có mủ, tuổi từ 3 đến 14',
    advice: 'Uống đủ 7 ngày kháng sinh theo đơn; khám lại ngay nếu trẻ khó thở, không nuốt được hoặc sốt quá 48 giờ.',
  },
];

/** A person's risk assessments: results of home reports, and clinical scores. */
export function riskResources(person: DemoName, clock: Clock): readonly DemoResource[] {
  const common = ({ encounter, key, ago, hour }: Assessment) => ({
    resourceType: 'RiskAssessment',
    id: idOf(`risk/${person}/${encounter}/${key}`),
    status: 'final',
    subject: refTo('Patient', DEMO[person].id, DEMO[person].name),
    encounter: refTo('Encounter', encounterId(person, encounter)),
    occurrenceDateTime: clock.at(-ago, hour, 15),
    note: [{ text: NO_DIAGNOSIS }],
  });
  return [
    ...HOME_REPORTS.filter((report) => report.person === person).map((report): DemoResource => {
      const [words, advice] = LEVELS[report.level];
      return {
        ...common(report),
        method: {
          coding: [
            {
              system: `${PHR_BASE}/fhir/CodeSystem/risk-method`,
              code: 'covid19-home',
              display: '261/QĐ-BYT, 2671/QĐ-BYT',
            },
          ],
          text: 'Đánh giá theo dõi COVID-19 tại nhà',
        },
        code: { text: 'COVID-19' },
        prediction: [
          {
            qualitativeRisk: concept(`${PHR_BASE}/fhir/CodeSystem/risk-level`, report.level, words),
            ...(report.rationale === undefined ? {} : { rationale: report.rationale }),
          },
        ],
        mitigation: advice,
      };
    }),
    ...BY_DOCTORS.filter((score) => score.person === person).map(
      (score): DemoResource => ({
        ...common(score),
        method: concept(`${PHR_BASE}/fhir/CodeSystem/risk-method`, ...score.method),
        code: { text: score.about },
        performer: practitionerRef(score.doctor),
        prediction: [
          { qualitativeRisk: { text: score.risk }, outcome: { text: score.outcome }, rationale: score.rationale },
        ],
        mitigation: score.advice,
      }),
    ),
  ];
}
