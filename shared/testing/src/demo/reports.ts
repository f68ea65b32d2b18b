import { roundHalfUp } from '@phr/clinical/numbers';
import { UCUM } from '@phr/clinical/units';
import { CT_IMAGE, DIGITAL_XRAY_IMAGE, uidOf, writeGreyImage } from '../dicom-writer.ts';
import { randomOf } from '../random.ts';
import { concept, HL7, idOf, PHR_BASE, refOf, refTo } from './build.ts';
import type { Clock, DemoFile, DemoResource, Reference } from './build.ts';
import { encounterId } from './encounters.ts';
import { organizationRef, practitionerRef } from './facilities.ts';
import { labReportPdf } from './lab-report.ts';
import type { LabLine } from './lab-report.ts';
import { DEMO } from './people.ts';
import type { DemoName } from './people.ts';
import {
  chestXray,
  CT_INTERCEPT,
  CT_SIZE,
  CT_SLICES,
  CT_SPACING,
  CT_THICKNESS,
  ctSlice,
  XRAY_SIZE,
  XRAY_SPACING,
} from './phantom.ts';
import { ultrasoundPicture, woundPicture } from './pictures.ts';

export interface Reports {
  readonly resources: readonly DemoResource[];
  readonly files: readonly DemoFile[];
}

const patientRef = (person: DemoName): Reference => refTo('Patient', DEMO[person].id, DEMO[person].name);
const keyOf = (person: DemoName, name: string, extension: string): string =>
  `${DEMO[person].id}/reports/${idOf(`file/${person}/${name}`)}.${extension}`;

/** A file whose bytes are made when they are read: a series takes longer than all resources together. */
function fileOf(key: string, contentType: string, make: () => Uint8Array): DemoFile {
  return {
    key,
    contentType,
    get bytes() {
      return make();
    },
  };
}

interface BloodTest {
  readonly loinc: string;
  readonly name: string;
  readonly unit: string;
  readonly ucum: string;
  readonly low?: number;
  readonly high?: number;
  readonly decimals: number;
}

const BLOOD_COUNT: readonly BloodTest[] = [
  { loinc: '789-8', name: 'Số lượng hồng cầu (RBC)', unit: 'T/L', ucum: '10*12/L', low: 3.9, high: 5.4, decimals: 2 },
  { loinc: '718-7', name: 'Huyết sắc tố (HGB)', unit: 'g/L', ucum: 'g/L', low: 120, high: 160, decimals: 0 },
  { loinc: '4544-3', name: 'Hematocrit (HCT)', unit: '%', ucum: '%', low: 36, high: 46, decimals: 1 },
  { loinc: '6690-2', name: 'Số lượng bạch cầu (WBC)', unit: 'G/L', ucum: '10*9/L', low: 4, high: 10, decimals: 2 },
  { loinc: '777-3', name: 'Số lượng tiểu cầu (PLT)', unit: 'G/L', ucum: '10*9/L', low: 150, high: 400, decimals: 0 },
  {
    loinc: '787-2',
    name: 'Thể tích trung bình hồng cầu (MCV)',
    unit: 'fL',
    ucum: 'fL',
    low: 80,
    high: 100,
    decimals: 1,
  },
];
const CHEMISTRY: readonly BloodTest[] = [
  { loinc: '14647-2', name: 'Cholesterol toàn phần', unit: 'mmol/L', ucum: 'mmol/L', high: 5.2, decimals: 1 },
  { loinc: '14927-8', name: 'Triglycerid', unit: 'mmol/L', ucum: 'mmol/L', high: 1.7, decimals: 1 },
  { loinc: '14646-4', name: 'HDL-Cholesterol', unit: 'mmol/L', ucum: 'mmol/L', low: 1, decimals: 1 },
  { loinc: '22748-8', name: 'LDL-Cholesterol', unit: 'mmol/L', ucum: 'mmol/L', high: 3.4, decimals: 1 },
  { loinc: '14682-9', name: 'Creatinin', unit: 'µmol/L', ucum: 'umol/L', low: 44, high: 97, decimals: 0 },
];

const NUMBER = (value: number, decimals: number): string => value.toFixed(decimals).replace('.', ',');
const rangeText = ({ low, high, decimals }: BloodTest): string =>
  low !== undefined && high !== undefined
    ? `${NUMBER(low, decimals)} – ${NUMBER(high, decimals)}`
    : high !== undefined
      ? `đến ${NUMBER(high, decimals)}`
      : `từ ${NUMBER(low ?? 0, decimals)}`;

interface LabOrder {
  readonly person: DemoName;
  readonly name: string;
  readonly title: string;
  readonly code: readonly [loinc: string, text: string];
  readonly ago: number;
  readonly tests: readonly BloodTest[];
  readonly values: readonly number[];
  readonly conclusion: string;
  readonly encounter?: string;
  readonly status?: 'final' | 'preliminary';
}

/** A laboratory report with its results and the same as PDF. */
function laboratory(order: LabOrder, clock: Clock): Reports {
  const { person, name, tests, values, ago } = order;
  const subject = patientRef(person);
  const encounter =
    order.encounter === undefined ? {} : { encounter: refTo('Encounter', encounterId(person, order.encounter)) };
  const time = clock.at(-ago, 8, 10);
  const flagOf = (test: BloodTest, value: number): 'L' | 'N' | 'H' =>
    test.low !== undefined && value < test.low ? 'L' : test.high !== undefined && value > test.high ? 'H' : 'N';
  const results = tests.map((test, index): DemoResource => {
    const value = values[index] ?? 0;
    const quantity = (amount: number): object => ({ value: amount, unit: test.unit, system: UCUM, code: test.ucum });
    return {
      resourceType: 'Observation',
      id: idOf(`observation/${person}/${name}/${test.loinc}`),
      status: order.status ?? 'final',
      category: [concept(`${HL7}/observation-category`, 'laboratory', 'Laboratory')],
      code: concept('http://loinc.org', test.loinc, test.name),
      subject,
      ...encounter,
      effectiveDateTime: time,
      issued: clock.at(-ago, 10, 30),
      performer: [organizationRef('sao-mai')],
      valueQuantity: quantity(value),
      interpretation: [{ coding: [{ system: `${HL7}/v3-ObservationInterpretation`, code: flagOf(test, value) }] }],
      referenceRange: [
        {
          ...(test.low === undefined ? {} : { low: quantity(test.low) }),
          ...(test.high === undefined ? {} : { high: quantity(test.high) }),
          text: rangeText(test),
        },
      ],
    };
  });
  const key = keyOf(person, name, 'pdf');
  const { name: patient, birthDate, gender, pi } = DEMO[person];
  const report: DemoResource = {
    resourceType: 'DiagnosticReport',
    id: idOf(`report/${person}/${name}`),
    status: order.status ?? 'final',
    category: [concept(`${HL7}/v2-0074`, 'LAB', 'Xét nghiệm')],
    code: concept('http://loinc.org', ...order.code),
    subject,
    ...encounter,
    effectiveDateTime: time,
    issued: clock.at(-ago, 10, 30),
    performer: [organizationRef('sao-mai')],
    resultsInterpreter: [practitionerRef('duong')],
    result: results.map((result) => refOf(result)),
    conclusion: order.conclusion,
    presentedForm: [{ contentType: 'application/pdf', url: key, title: order.title, creation: clock.at(-ago, 10, 30) }],
  };
  const lines = tests.map((test, index): LabLine => {
    const value = values[index] ?? 0;
    const flag = flagOf(test, value);
    return {
      name: test.name,
      value: NUMBER(value, test.decimals),
      unit: test.unit,
      range: rangeText(test),
      ...(flag === 'N' ? {} : { flag }),
    };
  });
  const [year = '', month = '', day = ''] = clock.day(-ago).split('-');
  const pdf = (): Uint8Array =>
    labReportPdf({
      facility: 'Bệnh viện Đa khoa Sao Mai',
      address: '12 Đường Hoa Sữa, Quận Ninh Kiều, Cần Thơ',
      title: order.title.toUpperCase(),
      patient,
      birthDate: birthDate.split('-').reverse().join('/'),
      sex: gender === 'female' ? 'Nữ' : 'Nam',
      code: pi,
      takenAt: `08:10 ${day}/${month}/${year}`,
      doctor: 'BS.CKII ĐẶNG THUỲ DƯƠNG',
      lines,
      conclusion: order.conclusion,
    });
  return { resources: [...results, report], files: [fileOf(key, 'application/pdf', pdf)] };
}

interface Series {
  readonly person: DemoName;
  readonly name: string;
  readonly modality: 'CT' | 'DX';
  readonly ago: number;
  readonly title: string;
  readonly loinc: string;
  readonly conclusion: string;
  readonly encounter: string;
}

/** An imaging report: each instance of its series is an attachment of type application/dicom, and an ImagingStudy tells the series. */
function imaging(series: Series, clock: Clock): Reports {
  const { person, name, modality, ago, title } = series;
  const uid = (part: string): string => uidOf(idOf(`uid/${person}/${name}/${part}`));
  const count = modality === 'CT' ? CT_SLICES : 1;
  const keys = Array.from({ length: count }, (_, index) => keyOf(person, `${name}/${index}`, 'dcm'));
  const { id, name: patientName, birthDate, gender, pi } = DEMO[person];
  const common = {
    modality,
    patient: { id: pi, name: patientName, birthDate, sex: gender === 'female' ? 'F' : 'M' } as const,
    studyUid: uid('study'),
    seriesUid: uid('series'),
    frameUid: uid('frame'),
    accessionNumber: idOf(`accession/${id}/${name}`).slice(0, 8).toUpperCase(),
    studyDescription: title,
    bodyPart: 'CHEST',
    institution: 'Bệnh viện Đa khoa Sao Mai',
    date: clock.day(-ago).replaceAll('-', ''),
    time: '143000',
  } as const;
  const files = keys.map((key, index) =>
    fileOf(key, 'application/dicom', () =>
      writeGreyImage(
        modality === 'CT'
          ? {
              ...common,
              sopClass: CT_IMAGE,
              instanceUid: uid(`instance/${index}`),
              instanceNumber: index + 1,
              seriesDescription: 'Lát cắt ngang 6 mm',
              rows: CT_SIZE,
              columns: CT_SIZE,
              pixels: ctSlice(index),
              intercept: CT_INTERCEPT,
              windows: [
                { center: 40, width: 400, name: 'Trung thất' },
                { center: -600, width: 1500, name: 'Phổi' },
              ],
              spacing: CT_SPACING,
              slice: {
                position: [(-CT_SIZE / 2) * CT_SPACING, (-CT_SIZE / 2) * CT_SPACING, -index * CT_THICKNESS],
                thickness: CT_THICKNESS,
              },
            }
          : {
              ...common,
              sopClass: DIGITAL_XRAY_IMAGE,
              instanceUid: uid(`instance/${index}`),
              instanceNumber: 1,
              seriesDescription: 'Ngực thẳng',
              rows: XRAY_SIZE,
              columns: XRAY_SIZE,
              pixels: chestXray(),
              intercept: 0,
              windows: [{ center: 1500, width: 2600, name: 'Chuẩn' }],
              spacing: XRAY_SPACING,
              viewPosition: 'PA',
            },
      ),
    ),
  );
  const subject = patientRef(person);
  const encounter = refTo('Encounter', encounterId(person, series.encounter));
  const time = clock.at(-ago, 14, 30);
  const study: DemoResource = {
    resourceType: 'ImagingStudy',
    id: idOf(`study/${person}/${name}`),
    identifier: [{ system: 'urn:dicom:uid', value: `urn:oid:${common.studyUid}` }],
    status: 'available',
    modality: [{ system: 'http://dicom.nema.org/resources/ontology/DCM', code: modality }],
    subject,
    encounter,
    started: time,
    numberOfSeries: 1,
    numberOfInstances: count,
    description: title,
    series: [
      {
        uid: common.seriesUid,
        number: 1,
        modality: { system: 'http://dicom.nema.org/resources/ontology/DCM', code: modality },
        description: modality === 'CT' ? 'Lát cắt ngang 6 mm' : 'Ngực thẳng',
        numberOfInstances: count,
        bodySite: { system: 'http://snomed.info/sct', code: '51185008', display: 'Lồng ngực' },
        instance: keys.map((_, index) => ({
          uid: uid(`instance/${index}`),
          sopClass: {
            system: 'urn:ietf:rfc:3986',
            code: `urn:oid:${modality === 'CT' ? CT_IMAGE : DIGITAL_XRAY_IMAGE}`,
          },
          number: index + 1,
        })),
      },
    ],
  };
  const report: DemoResource = {
    resourceType: 'DiagnosticReport',
    id: idOf(`report/${person}/${name}`),
    status: 'final',
    category: [concept(`${HL7}/v2-0074`, modality === 'CT' ? 'CT' : 'RAD', 'Chẩn đoán hình ảnh')],
    code: concept('http://loinc.org', series.loinc, title),
    subject,
    encounter,
    effectiveDateTime: time,
    issued: clock.at(-ago, 16),
    performer: [organizationRef('sao-mai')],
    resultsInterpreter: [practitionerRef('tin')],
    imagingStudy: [refOf(study)],
    conclusion: series.conclusion,
    presentedForm: keys.map((url, index) => ({
      contentType: 'application/dicom',
      url,
      title: count === 1 ? title : `${title} ${index + 1}/${count}`,
    })),
  };
  return { resources: [study, report], files };
}

interface Photos {
  readonly person: DemoName;
  readonly name: string;
  readonly ago: number;
  readonly title: string;
  readonly category: readonly [code: string, text: string];
  readonly conclusion?: string;
  readonly encounter: string;
  readonly count: number;
  readonly paint: (name: string) => Uint8Array;
}

/** A report with pictures: Media resources, and the same as attachments. */
function photos(album: Photos, clock: Clock): Reports {
  const { person, name, ago, title, count } = album;
  const subject = patientRef(person);
  const encounter = refTo('Encounter', encounterId(person, album.encounter));
  const time = clock.at(-ago, 9, 45);
  const files = Array.from({ length: count }, (_, index) =>
    fileOf(keyOf(person, `${name}/${index}`, 'png'), 'image/png', () => album.paint(`${person}/${name}/${index}`)),
  );
  const media = files.map(
    ({ key, contentType }, index): DemoResource => ({
      resourceType: 'Media',
      id: idOf(`media/${person}/${name}/${index}`),
      status: 'completed',
      subject,
      encounter,
      createdDateTime: time,
      width: 800,
      height: 600,
      content: { contentType, url: key, title: `${title} ${index + 1}` },
    }),
  );
  const report: DemoResource = {
    resourceType: 'DiagnosticReport',
    id: idOf(`report/${person}/${name}`),
    status: 'final',
    category: [concept(`${HL7}/v2-0074`, ...album.category)],
    code: { coding: [{ system: `${PHR_BASE}/fhir/CodeSystem/report`, code: name, display: title }], text: title },
    subject,
    encounter,
    effectiveDateTime: time,
    issued: time,
    performer: [organizationRef('anh-duong')],
    ...(album.conclusion === undefined ? {} : { conclusion: album.conclusion }),
    media: media.map((medium) => ({ link: refOf(medium) })),
    presentedForm: files.map(({ key, contentType }, index) => ({
      contentType,
      url: key,
      title: `${title} ${index + 1}`,
    })),
  };
  return { resources: [...media, report], files };
}

const bloodCount = (name: string): readonly number[] => {
  const random = randomOf(`blood/${name}`);
  return [4.1, 128, 38.4, 6.9, 262, 89].map((usual, index) =>
    roundHalfUp(usual * (1 + random.normal(0, 0.03)), BLOOD_COUNT[index]?.decimals ?? 0),
  );
};
const COUNT = ['58410-2', 'Tổng phân tích tế bào máu ngoại vi'] as const;
const LIPIDS = ['24331-1', 'Xét nghiệm mỡ máu và chức năng thận'] as const;
const COUNT_TITLE = 'Phiếu kết quả xét nghiệm máu';

/** Reports of a person with their results and files. */
export function reportsOf(person: DemoName, clock: Clock): Reports {
  const parts: Readonly<Record<DemoName, () => readonly Reports[]>> = {
    anh: () => [
      laboratory(
        {
          person,
          name: 'count-1',
          title: COUNT_TITLE,
          code: COUNT,
          ago: 35,
          tests: BLOOD_COUNT,
          values: [3.78, 112, 34.9, 6.42, 251, 86.3],
          conclusion: 'Thiếu máu nhẹ, các chỉ số khác trong giới hạn.',
          encounter: 'follow-up',
        },
        clock,
      ),
      laboratory(
        {
          person,
          name: 'count-2',
          title: COUNT_TITLE,
          code: COUNT,
          ago: 217,
          tests: BLOOD_COUNT,
          values: bloodCount('anh/2'),
          conclusion: 'Các chỉ số trong giới hạn bình thường.',
        },
        clock,
      ),
      laboratory(
        {
          person,
          name: 'count-3',
          title: COUNT_TITLE,
          code: COUNT,
          ago: 424,
          tests: BLOOD_COUNT,
          values: [4.02, 121, 37.1, 15.8, 318, 88.4],
          conclusion: 'Tăng bạch cầu, phù hợp tình trạng nhiễm trùng.',
          encounter: 'pneumonia',
        },
        clock,
      ),
      laboratory(
        {
          person,
          name: 'lipids',
          title: 'Phiếu kết quả sinh hoá máu',
          code: LIPIDS,
          ago: 35,
          tests: CHEMISTRY,
          values: [5.1, 2.1, 1.2, 2.9, 71],
          conclusion: 'Tăng triglycerid.',
          encounter: 'follow-up',
        },
        clock,
      ),
      imaging(
        {
          person,
          name: 'chest-xray',
          modality: 'DX',
          ago: 425,
          title: 'X-quang ngực thẳng',
          loinc: '36643-5',
          conclusion: 'Đám mờ thuỳ dưới phổi phải, theo dõi viêm phổi. Bóng tim không to.',
          encounter: 'pneumonia',
        },
        clock,
      ),
      imaging(
        {
          person,
          name: 'chest-ct',
          modality: 'CT',
          ago: 424,
          title: 'CT lồng ngực',
          loinc: '24627-2',
          conclusion: 'Nốt đơn độc khoảng 18 mm ở phổi phải, đề nghị chụp kiểm tra sau 3 tháng.',
          encounter: 'pneumonia',
        },
        clock,
      ),
      photos(
        {
          person,
          name: 'abdomen-ultrasound',
          ago: 35,
          title: 'Siêu âm ổ bụng',
          category: ['RUS', 'Siêu âm'],
          conclusion: 'Nang đơn thuần thận phải 24 mm, sỏi nhỏ 4 mm không ứ nước.',
          encounter: 'follow-up',
          count: 3,
          paint: ultrasoundPicture,
        },
        clock,
      ),
    ],
    chau: () => [
      laboratory(
        {
          person,
          name: 'count-1',
          title: COUNT_TITLE,
          code: COUNT,
          ago: 96,
          tests: BLOOD_COUNT,
          values: bloodCount('chau/1'),
          conclusion: 'Các chỉ số trong giới hạn bình thường.',
          encounter: 'checkup',
        },
        clock,
      ),
      laboratory(
        {
          person,
          name: 'lipids',
          title: 'Phiếu kết quả sinh hoá máu',
          code: LIPIDS,
          ago: 1,
          tests: CHEMISTRY.slice(0, 3),
          values: [4.6, 1.1, 1.5],
          conclusion: 'Kết quả sơ bộ.',
          encounter: 'current',
          status: 'preliminary',
        },
        clock,
      ),
      imaging(
        {
          person,
          name: 'chest-xray',
          modality: 'DX',
          ago: 96,
          title: 'X-quang ngực thẳng',
          loinc: '36643-5',
          conclusion: 'Hai phế trường sáng, bóng tim không to.',
          encounter: 'checkup',
        },
        clock,
      ),
      photos(
        {
          person,
          name: 'abdomen-ultrasound',
          ago: 96,
          title: 'Siêu âm ổ bụng',
          category: ['RUS', 'Siêu âm'],
          encounter: 'checkup',
          count: 2,
          paint: ultrasoundPicture,
        },
        clock,
      ),
    ],
    khang: () => [
      photos(
        {
          person,
          name: 'wound',
          ago: 5,
          title: 'Ảnh vết thương đang lành',
          category: ['OTH', 'Khác'],
          conclusion: 'Vết xước da cẳng chân trái, sạch, đang lành tốt.',
          encounter: 'fever',
          count: 1,
          paint: woundPicture,
        },
        clock,
      ),
    ],
    bao: () => [
      laboratory(
        {
          person,
          name: 'count-1',
          title: COUNT_TITLE,
          code: COUNT,
          ago: 44,
          tests: BLOOD_COUNT,
          values: bloodCount('bao/1'),
          conclusion: 'Các chỉ số trong giới hạn bình thường.',
          encounter: 'back-pain',
        },
        clock,
      ),
    ],
  };
  const made = parts[person]();
  return { resources: made.flatMap(({ resources }) => resources), files: made.flatMap(({ files }) => files) };
}
