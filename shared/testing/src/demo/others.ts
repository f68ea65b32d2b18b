import { concept, HL7, idOf, identifier, PHR_BASE, refTo, USAGE_COUNT } from './build.ts';
import type { Clock, DemoResource } from './build.ts';
import { organizationRef, practitionerRef } from './facilities.ts';
import { insuranceOf } from './encounters.ts';
import { DEMO } from './people.ts';
import type { DemoName } from './people.ts';

const patientRef = (person: DemoName): object => refTo('Patient', DEMO[person].id, DEMO[person].name);

const VACCINES: readonly {
  readonly person: DemoName;
  readonly cvx: string;
  readonly name: string;
  readonly ago: number;
  readonly lot: string;
  readonly place: 'sao-mai' | 'huong-sen' | null;
  readonly note?: string;
}[] = [
  { person: 'anh', cvx: '88', name: 'Vắc xin cúm mùa', ago: 40, lot: 'FL26A117', place: 'huong-sen' },
  {
    person: 'anh',
    cvx: '33',
    name: 'Vắc xin phế cầu PPSV23',
    ago: 380,
    lot: 'PN25C004',
    place: 'sao-mai',
    note: 'Sưng nhẹ chỗ tiêm một ngày',
  },
  { person: 'anh', cvx: '213', name: 'Vắc xin COVID-19, mũi nhắc', ago: 760, lot: 'CV24K220', place: 'sao-mai' },
  { person: 'chau', cvx: '88', name: 'Vắc xin cúm mùa', ago: 41, lot: 'FL26A117', place: null },
  { person: 'chau', cvx: '45', name: 'Vắc xin viêm gan B', ago: 640, lot: 'HB25B310', place: 'huong-sen' },
  {
    person: 'khang',
    cvx: '03',
    name: 'Vắc xin sởi - quai bị - rubella',
    ago: 1020,
    lot: 'MM24D018',
    place: 'huong-sen',
  },
  { person: 'khang', cvx: '88', name: 'Vắc xin cúm mùa', ago: 40, lot: 'FL26A118', place: 'huong-sen' },
  {
    person: 'bao',
    cvx: '115',
    name: 'Vắc xin uốn ván - bạch hầu - ho gà',
    ago: 210,
    lot: 'TD26B001',
    place: 'sao-mai',
  },
];

/** `place: null`: self-reported, with the facility as free text. */
function vaccinations(person: DemoName, clock: Clock): readonly DemoResource[] {
  return VACCINES.filter((vaccine) => vaccine.person === person).map(
    ({ cvx, name, ago, lot, place, note }, index): DemoResource => ({
      resourceType: 'Immunization',
      id: idOf(`immunization/${person}/${index}`),
      status: 'completed',
      vaccineCode: concept('http://hl7.org/fhir/sid/cvx', cvx, name),
      patient: patientRef(person),
      occurrenceDateTime: clock.day(-ago),
      lotNumber: lot,
      performer: [{ actor: place === null ? { display: 'Trạm y tế phường An Bình' } : organizationRef(place) }],
      ...(note === undefined ? {} : { note: [{ text: note }] }),
    }),
  );
}

const CONSENTS = [
  { key: 'ask', status: 'proposed', from: -1, to: 29, provider: 'sao-mai' },
  { key: 'clinic', status: 'active', from: -20, to: 70, provider: 'huong-sen' },
  { key: 'refused', status: 'rejected', from: -200, to: -170, provider: 'anh-duong' },
  { key: 'ended', status: 'inactive', from: -400, to: -310, provider: 'sao-mai' },
] as const;

function consents(person: DemoName, clock: Clock): readonly DemoResource[] {
  return CONSENTS.slice(0, person === 'anh' ? 4 : person === 'chau' ? 2 : 0).map(
    ({ key, status, from, to, provider }): DemoResource => ({
      resourceType: 'Consent',
      id: idOf(`consent/${person}/${key}`),
      identifier: [identifier('consent', idOf(`consent-code/${person}/${key}`).slice(0, 6).toUpperCase())],
      status,
      scope: { coding: [{ system: `${HL7}/consentscope`, code: 'patient-privacy' }] },
      category: [concept('http://loinc.org', '59284-0', 'Chia sẻ hồ sơ')],
      patient: patientRef(person),
      dateTime: clock.at(from, 9),
      organization: [organizationRef(provider)],
      policyRule: { coding: [{ system: `${HL7}/v3-ActCode`, code: 'OPTIN' }] },
      provision: {
        type: 'permit',
        period: { start: clock.at(from, 9), end: clock.at(to, 17) },
        actor: [
          {
            role: { coding: [{ system: `${HL7}/v3-ParticipationType`, code: 'CST' }] },
            reference: organizationRef(provider),
          },
          {
            role: { coding: [{ system: `${HL7}/v3-ParticipationType`, code: 'PRCP' }] },
            reference: practitionerRef('duong'),
          },
        ],
      },
    }),
  );
}

function vouchers(person: DemoName, clock: Clock): readonly DemoResource[] {
  if (person !== 'chau') return [];
  return [
    {
      resourceType: 'Coverage',
      id: idOf('coverage/chau/voucher'),
      extension: [{ url: USAGE_COUNT, valueInteger: 1 }],
      identifier: [identifier('voucher', 'KHOE2026')],
      status: 'active',
      type: concept(`${PHR_BASE}/fhir/CodeSystem/coverage-type`, 'VOUCHER', 'Phiếu ưu đãi'),
      beneficiary: patientRef(person),
      period: { start: clock.day(-30), end: clock.day(150) },
      payor: [organizationRef('anh-duong')],
      class: [
        {
          type: { coding: [{ system: `${PHR_BASE}/fhir/CodeSystem/voucher`, code: 'service' }] },
          value: 'ultrasound',
          name: 'Siêu âm ổ bụng tổng quát',
        },
      ],
    },
  ];
}

function allergies(person: DemoName, clock: Clock): readonly DemoResource[] {
  const known = {
    anh: ['372687004', 'Amoxicillin', 'Nổi mề đay', 'high'],
    khang: ['762952008', 'Đậu phộng', 'Ngứa, sưng môi', 'low'],
  } as const;
  if (person !== 'anh' && person !== 'khang') return [];
  const [code, text, reaction, criticality] = known[person];
  return [
    {
      resourceType: 'AllergyIntolerance',
      id: idOf(`allergy/${person}`),
      clinicalStatus: concept(`${HL7}/allergyintolerance-clinical`, 'active', 'Đang có'),
      criticality,
      category: [person === 'anh' ? 'medication' : 'food'],
      code: concept('http://snomed.info/sct', code, text),
      patient: patientRef(person),
      recordedDate: clock.day(-900),
      reaction: [{ manifestation: [{ text: reaction }] }],
    },
  ];
}

/** A person's vaccinations, consents, insurance, vouchers and allergies. */
export function otherResources(person: DemoName, clock: Clock): readonly DemoResource[] {
  return [
    insuranceOf(person, clock),
    ...vouchers(person, clock),
    ...vaccinations(person, clock),
    ...consents(person, clock),
    ...allergies(person, clock),
  ];
}
