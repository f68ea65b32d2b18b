import type { PlainDate } from '@phr/time/plain-date';
import { readRecommendations, readVaccination } from './vaccination.entity.ts';
import { dosesIn, vaccinePlan } from './vaccines-due.model.ts';
import { groupTitle, recommendationTitle } from './vaccines-due.words.ts';

const TODAY = '2026-11-30' as PlainDate;
const CVX = 'http://hl7.org/fhir/sid/cvx';
const shot = (code: string, day: string | undefined, more: object = {}) => ({
  resourceType: 'Immunization',
  id: `${code} ${day}`,
  status: 'completed',
  vaccineCode: { coding: [{ system: CVX, code }] },
  ...(day && { occurrenceDateTime: day }),
  ...more,
});
const advice = (lines: readonly object[], date = '2026-11-01') => ({
  resourceType: 'ImmunizationRecommendation',
  id: 'r1',
  date,
  authority: { display: 'Trạm y tế An Bình' },
  recommendation: lines,
});
const line = (code: string, status: string, more: object = {}) => ({
  vaccineCode: [{ coding: [{ system: CVX, code }] }],
  forecastStatus: { coding: [{ code: status }] },
  ...more,
});
const due = (value: string) => ({
  dateCriterion: [{ code: { coding: [{ system: 'http://loinc.org', code: '30980-7' }] }, value }],
});
const read = (...shots: readonly object[]) => shots.flatMap((one) => readVaccination(one) ?? []);
const plan = ({
  shots = [] as readonly object[],
  advised = [] as readonly object[],
  ...more
}: {
  shots?: readonly object[];
  advised?: readonly object[];
  birthDate?: string;
  isScheduleShown?: boolean;
} = {}) =>
  vaccinePlan({
    birthDate: '2026-05-15',
    today: TODAY,
    given: read(...shots),
    recommendations: advised.flatMap((one) => readRecommendations(one, 'vi-VN')),
    isScheduleShown: true,
    ...more,
  });
const told = (made: ReturnType<typeof plan>, ...states: Parameters<typeof dosesIn>[1]) =>
  dosesIn(made, states).map((dose) => `${groupTitle(dose, 'vi-VN')} ${dose.due ?? dose.given ?? ''}`.trim());

describe('a vaccination of the record', () => {
  test('counts when it was given, by its code and by the diseases that are named', () => {
    expect(
      read(
        shot('198', '2026-07-20T08:00:00+07:00', { protocolApplied: [{ doseNumberPositiveInt: 1 }] }),
        shot('999', '2026-07-20', { protocolApplied: [{ targetDisease: [{ coding: [{ code: '14189004' }] }] }] }),
      ),
    ).toMatchObject([
      { day: '2026-07-20', dose: 1, diseases: ['diphtheria', 'pertussis', 'tetanus', 'hepatitisB'] },
      { diseases: ['measles'] },
    ]);
  });

  test('that was refused or entered in error does not count; one in words is against nothing', () => {
    expect(
      read(shot('19', '2026-05-16', { status: 'not-done' }), shot('19', '2026-05-16', { status: 'entered-in-error' })),
    ).toEqual([]);
    expect(read({ id: 'w', status: 'completed', vaccineCode: { text: 'Sởi' } })).toEqual([
      { id: 'w', codes: [], diseases: [] },
    ]);
  });
});

test('one injection against four diseases is one row', () => {
  const made = plan({ shots: [shot('19', '2026-05-16'), shot('08', '2026-05-15'), shot('198', '2026-07-20')] });
  expect(told(made, 'given')).toEqual([
    'Viêm gan B · mũi sơ sinh 2026-05-15',
    'Lao (BCG) · mũi 1 2026-05-16',
    'Viêm gan B, bạch hầu, ho gà, uốn ván · mũi 1 2026-07-20',
  ]);
  expect(told(made, 'due', 'late')).toEqual(['Viêm gan B, bạch hầu, ho gà, uốn ván · mũi 2 2026-08-20']);
  expect(told(made, 'next')).toEqual(['Sởi · mũi 1 2027-02-15']);
  expect(told(made, 'later')).toEqual([
    'Viêm gan B · mũi 3',
    'Bạch hầu, uốn ván · mũi 3, 4, 5',
    'Ho gà · mũi 3, 4',
    'Sởi · mũi 2',
  ]);
});

describe('what the record advises', () => {
  test('wins over the schedule for its diseases, and is told in its own words', () => {
    const made = plan({
      advised: [
        advice([
          { ...line('198', 'due', due('2026-12-05')), doseNumberPositiveInt: 2, targetDisease: { text: '5 trong 1' } },
        ]),
      ],
    });
    expect(made.recommended.map((one) => [recommendationTitle(one, 'vi-VN'), one.state, one.due, one.by])).toEqual([
      ['5 trong 1 · mũi 2', 'next', '2026-12-05', 'Trạm y tế An Bình'],
    ]);
    expect(told(made, 'due', 'late', 'next', 'later')).toEqual(['Sởi · mũi 1 2027-02-15', 'Sởi · mũi 2']);
    expect(told(made, 'ask')).toEqual(['Lao (BCG) · mũi 1']);
  });

  test.each([
    ['due', due('2026-11-30'), 'due'],
    ['due', {}, 'due'],
    ['due', due('2026-12-01'), 'next'],
    ['overdue', due('2026-06-01'), 'late'],
    ['immune', {}, 'notNeeded'],
    ['contraindicated', {}, 'notNeeded'],
    ['complete', {}, 'notNeeded'],
  ])('as "%s" with %j is %s', (status, more, state) => {
    expect(plan({ advised: [advice([line('05', status, more)])] }).recommended.map((one) => one.state)).toEqual([
      state,
    ]);
  });

  test('is done when it was given since, and then the schedule speaks again', () => {
    const advised = [advice([line('05', 'overdue')])];
    const before = plan({ advised, shots: [shot('03', '2026-10-31')] });
    expect(before.recommended).toHaveLength(1);
    const after = plan({ advised, shots: [shot('03', '2026-11-20')] });
    expect(after.recommended).toEqual([]);
    expect(told(after, 'given')).toContain('Sởi · mũi 1 2026-11-20');
  });

  test('about one vaccine is its newest word; an unknown status says nothing', () => {
    const made = plan({
      advised: [
        advice([line('88', 'complete')]),
        advice([line('88', 'overdue')], '2025-01-01'),
        advice([line('21', 'maybe')]),
      ],
    });
    expect(made.recommended.map(({ forecast }) => forecast)).toEqual(['complete']);
  });
});

test('there is no schedule for an adult, without a whole birth date, and where only signed texts are shown', () => {
  expect(plan({ birthDate: '2008-11-30' }).without).toBe('adult');
  expect(plan({ birthDate: '2008-12-01' }).without).toBeUndefined();
  expect(plan({ birthDate: '2026' }).without).toBe('birthDate');
  expect(plan({ birthDate: '2027-01-01' }).without).toBe('birthDate');
  const unsigned = plan({ isScheduleShown: false, advised: [advice([line('05', 'due')])] });
  expect([unsigned.without, unsigned.doses, unsigned.recommended.length]).toEqual(['unsigned', [], 1]);
});
