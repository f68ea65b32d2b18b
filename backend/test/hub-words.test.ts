import { writeObservation } from '@phr/clinical/assess/write';
import { observationsOf } from '../src/gateway/hub/reading.ts';

const AT = '2026-11-27T08:00:00+07:00';
const IDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const person = { birthDate: '1958-06-02' };
const goals = [
  {
    lifecycleStatus: 'active',
    startDate: '2026-10-01',
    expressedBy: { reference: 'Practitioner/1' },
    target: [
      { measure: { coding: [{ code: '8480-6' }] }, detailQuantity: { value: 130, comparator: '<', code: 'mm[Hg]' } },
    ],
  },
];
const base = { rid: 'r1', mac: 'AA:BB:CC:DD:EE:FF', measuredAt: AT };

test('[VIT-30][VIT-31] what a hub measures carries the same words as what a form writes', () => {
  const [pressure, pulse] =
    observationsOf(
      { ...base, kind: 'blood-pressure', unit: 'mmHg', value: { systolic: 155, diastolic: 95, pulse: 120 } },
      { patientId: 'p1', person, goals },
      new Date(AT),
      IDS,
    ) ?? [];
  const word = writeObservation({
    vital: 'bloodPressures',
    measured: [
      { part: 'systolic', value: 155, unit: 'mm[Hg]' },
      { part: 'diastolic', value: 95, unit: 'mm[Hg]' },
    ],
    at: AT,
    zone: 'Asia/Ho_Chi_Minh',
    person,
    goals,
  });
  expect(pressure?.['component']).toMatchObject([word.systolic, word.diastolic]);
  expect(JSON.stringify(word.systolic)).toMatch(/"H".*dangerous.*treatment/);
  expect(JSON.stringify(pulse?.['interpretation'])).toMatch(/dangerous/);
});

test('a low sugar of a meter is not called normal', () => {
  const [sugar] =
    observationsOf(
      { ...base, kind: 'glucose', unit: 'mmol/L', value: 3.5 },
      { patientId: 'p1', person, goals: [] },
      new Date(AT),
      IDS,
    ) ?? [];
  const codes = (sugar?.['interpretation'] as { coding: { code: string }[] }[]).map(({ coding }) => coding[0]?.code);
  expect(codes).toEqual(['dangerous']);
});
