import type { PatientSummary, ServiceRequest } from '@phr/contract/host-api';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN } from '@phr/testing/fake-host';
import { inShort, signalsOf } from '@phr/testing/signals-of';
import module from '../module.ts';

const NOW = '2026-11-25T20:30:00+07:00';
const CHILD: PatientSummary = {
  id: 'child',
  name: 'BÉ AN',
  birthDate: '2026-08-24',
  gender: 'male',
  relationship: 'SON',
};
const CVX = 'http://hl7.org/fhir/sid/cvx';
const shot = (code: string, day: string) => ({
  resourceType: 'Immunization',
  id: `${code} ${day}`,
  status: 'completed',
  vaccineCode: { coding: [{ system: CVX, code }] },
  occurrenceDateTime: day,
});
const advice = {
  resourceType: 'ImmunizationRecommendation',
  id: 'r1',
  date: '2026-11-01',
  authority: { display: 'Trạm y tế An Bình' },
  recommendation: [
    {
      vaccineCode: [{ text: 'Vắc xin cúm mùa', coding: [{ system: CVX, code: '88' }] }],
      forecastStatus: { coding: [{ code: 'due' }] },
      dateCriterion: [{ code: { coding: [{ code: '30980-7' }] }, value: '2026-11-20' }],
    },
  ],
};
const AT_BIRTH = [shot('19', '2026-08-25'), shot('08', '2026-08-24')];

type Rows = readonly Readonly<Record<string, unknown>>[];
const hostWith = (rows: Rows, clinicalTexts: 'signed' | 'all' | 'off' = 'all') => {
  const host = createFakeHost({
    settings: { clinicalTexts },
    respond: ({ path }: ServiceRequest) =>
      searchset(rows.filter((row) => path.endsWith(`/${String(row['resourceType'])}`))),
  });
  host.patient.set({ ...host.patient.get(), family: [...host.patient.get().family, CHILD] });
  return host;
};
const told = async (rows: Rows, { now = NOW, person = CHILD, texts = 'all' as 'signed' | 'all' | 'off' } = {}) =>
  (await signalsOf(module, 'vaccines', hostWith(rows, texts), { now, person })).signals;

test('[S15] the next dose of a series is told from its day, by the schedule that nobody has signed', async () => {
  expect(await told(AT_BIRTH, { now: '2026-10-23T20:00:00+07:00' })).toEqual([]);
  const [signal, ...more] = await told(AT_BIRTH, { now: '2026-10-24T08:00:00+07:00' });
  expect(inShort(signal ? [signal] : [])).toEqual([
    'due.40 mfe-records/S15/child@schedule: Đến hạn tiêm: Viêm gan B, bạch hầu, ho gà, uốn ván · mũi 1',
  ]);
  expect(signal).toMatchObject({
    detail: 'Theo Thông tư 10/2024/TT-BYT, chưa được bác sĩ duyệt',
    patientId: 'child',
    place: { screen: 'vaccines-due', patientId: 'child' },
  });
  expect(more).toEqual([]);
});

test('[S15] several doses are one signal, and it ends when they are recorded', async () => {
  const later = { now: '2027-06-01T08:00:00+07:00' };
  expect(inShort(await told(AT_BIRTH, later))).toEqual(['due.40 mfe-records/S15/child@schedule: 2 mũi tiêm đến hạn']);
  const series = [
    shot('198', '2026-10-24'),
    shot('198', '2026-11-25'),
    shot('198', '2026-12-25'),
    shot('05', '2027-05-24'),
  ];
  expect(await told([...AT_BIRTH, ...series], later)).toEqual([]);
});

test('[S15] a dose that has been due for more than a year is told by the screen alone', async () => {
  expect(await told(AT_BIRTH, { now: '2027-10-24T08:00:00+07:00' })).toHaveLength(1);
  const old = [...AT_BIRTH, shot('05', '2027-05-24'), shot('05', '2028-03-01')];
  expect(await told(old, { now: '2029-10-24T08:00:00+07:00' })).toEqual([]);
});

test.each(['signed', 'off'] as const)(
  '[S15] with texts "%s" the schedule says nothing, the record does',
  async (texts) => {
    expect(await told(AT_BIRTH, { texts })).toEqual([]);
    expect(inShort(await told([...AT_BIRTH, advice], { texts }))).toEqual([
      'due.40 mfe-records/S15/ImmunizationRecommendation/r1#0: Đến hạn tiêm: Vắc xin cúm mùa',
    ]);
  },
);

test('[S15] what the record advises to an adult is told until it was given, and nobody else is asked about', async () => {
  const person = FAKE_MAIN;
  const [signal] = await told([advice], { person });
  expect(signal).toMatchObject({
    title: 'Đến hạn tiêm: Vắc xin cúm mùa',
    detail: 'Trạm y tế An Bình',
    sources: ['ImmunizationRecommendation/r1#0'],
    patientId: person.id,
  });
  expect(await told([advice, shot('88', '2026-11-22')], { person })).toEqual([]);
  const host = hostWith([]);
  await signalsOf(module, 'vaccines', host, { now: NOW, person });
  expect(host.seen.requests.map(({ path }) => path)).toEqual([`/Patient/${person.id}/ImmunizationRecommendation`]);
});

test('[S15] what could not be read is no sign that a dose is missing', async () => {
  const host = createFakeHost({
    respond: ({ path }: ServiceRequest) => {
      if (path.endsWith('/Immunization')) throw new Error('no answer');
      return searchset([]);
    },
  });
  host.patient.set({ ...host.patient.get(), family: [CHILD] });
  const { status, signals } = await signalsOf(module, 'vaccines', host, { now: NOW, person: CHILD });
  expect([status, signals]).toEqual(['failed', []]);
});
