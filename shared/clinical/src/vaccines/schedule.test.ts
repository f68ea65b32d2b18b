import { add, parse, type PlainDate } from '@phr/time/plain-date';
import file from '../../data/vaccine-schedule.json' with { type: 'json' };
import { type Disease, diseasesOf, type GivenVaccine, scheduleOf, scheduleSignature } from './schedule.ts';

const day = (text: string): PlainDate => {
  const read = parse(text);
  if (read === undefined) throw new Error(text);
  return read;
};
const BORN = day('2026-01-31');
const of = (disease: Disease, today: string, given: readonly GivenVaccine[] = []) =>
  scheduleOf(BORN, day(today), given)
    .filter((one) => one.disease === disease)
    .map(({ isAtBirth, number, state, due, given: on }) =>
      `${isAtBirth ? 'birth' : number} ${state} ${due ?? on ?? ''}`.trim(),
    );
const dtp = (...days: (string | undefined)[]): readonly GivenVaccine[] =>
  days.map((on) => ({ diseases: diseasesOf('102'), ...(on && { day: on }) }));

test('a newborn has two doses now and others on a day that their month has', () => {
  expect(of('hepatitisB', '2026-01-31')).toEqual(['birth due 2026-01-31', '1 next 2026-03-31', '2 later', '3 later']);
  expect(of('tuberculosis', '2026-01-31')).toEqual(['1 due 2026-01-31']);
  expect(of('measles', '2026-01-31')).toEqual(['1 next 2026-10-31', '2 later']);
});

test('what has a last day is asked about after it, and not told as late', () => {
  expect(of('hepatitisB', '2026-02-02')[0]).toBe('birth ask');
  expect(of('tuberculosis', '2026-03-02')).toEqual(['1 late 2026-01-31']);
  expect(of('tuberculosis', '2026-03-03')).toEqual(['1 ask']);
});

test('a dose is due from its day, late after a month, and the next one a month after the one before', () => {
  expect(of('pertussis', '2026-03-30')[0]).toBe('1 next 2026-03-31');
  expect(of('pertussis', '2026-03-31')[0]).toBe('1 due 2026-03-31');
  expect(of('pertussis', '2026-04-29')[0]).toBe('1 due 2026-03-31');
  expect(of('pertussis', '2026-04-30')[0]).toBe('1 late 2026-03-31');
  expect(of('pertussis', '2026-05-01', dtp('2026-04-05'))).toEqual([
    '1 given 2026-04-05',
    '2 next 2026-05-05',
    '3 later',
    '4 later',
  ]);
});

test('a combined vaccine counts for each of its diseases; two records of one day are one dose', () => {
  const given = [...dtp('2026-03-31'), { diseases: diseasesOf('08'), day: '2026-03-31' }];
  expect(of('hepatitisB', '2026-04-01', given)).toEqual([
    'birth ask',
    '1 given 2026-03-31',
    '2 next 2026-04-30',
    '3 later',
  ]);
  expect(of('tetanus', '2026-04-01', given)[0]).toBe('1 given 2026-03-31');
});

test('a dose of the first four weeks is the one at birth', () => {
  expect(of('hepatitisB', '2026-04-01', [{ diseases: ['hepatitisB'], day: '2026-01-31' }])).toEqual([
    'birth given 2026-01-31',
    '1 due 2026-03-31',
    '2 later',
    '3 later',
  ]);
});

test('a booster has its age; after a series that was late itself the schedule has no answer', () => {
  const series = dtp('2026-03-31', '2026-05-01', '2026-06-01');
  expect(of('pertussis', '2027-07-01', series)[3]).toBe('4 next 2027-07-31');
  expect(of('pertussis', '2027-09-01', series)[3]).toBe('4 late 2027-07-31');
  expect(of('pertussis', '2028-09-01', dtp('2028-01-01', '2028-03-01', '2028-05-01'))[3]).toBe('4 ask');
  expect(of('tetanus', '2033-02-01', [...series, ...dtp('2027-08-01')])[4]).toBe('5 due 2033-01-31');
  expect(of('pertussis', '2033-02-01')).toEqual(['1 ask', '2 ask', '3 ask', '4 ask']);
});

test('a dose without a day is given, and nothing is worked out from it', () => {
  expect(of('diphtheria', '2026-06-01', dtp(undefined))).toEqual(['1 given', '2 ask', '3 later', '4 later', '5 later']);
  expect(of('diphtheria', '2026-06-01', [{ diseases: ['diphtheria'], day: '2026-05-20', dose: 2 }])).toEqual([
    '1 given',
    '2 given 2026-05-20',
    '3 next 2026-06-20',
    '4 later',
    '5 later',
  ]);
  expect(of('diphtheria', '2026-06-01', dtp('2026-04'))[1]).toBe('2 ask');
});

test('thirty children have their first dose against measles at nine months, whatever the day of birth', () => {
  for (let at = 0; at < 30; at += 1) {
    const born = add('2024-01-15', { days: at * 13 });
    const [first] = scheduleOf(born, born, []).filter(({ disease }) => disease === 'measles');
    expect(first?.due).toBe(add(born, { months: 9 }));
  }
});

test('codes that the schedule does not know are against nothing, and are not guessed', () => {
  expect(diseasesOf('88')).toEqual([]);
  expect(diseasesOf(undefined)).toEqual([]);
  expect(diseasesOf('14189004')).toEqual(['measles']);
  const known = Object.keys(file.diseases);
  for (const names of [...Object.values(file.cvx), ...Object.values(file.snomed)])
    for (const name of names.split(' ')) expect(known).toContain(name);
});

test('the schedule is a draft with sources, shown where all texts are, and named in each language', () => {
  expect(scheduleSignature('all')).toEqual({ isDraft: true });
  expect(([undefined, 'signed', 'off'] as const).map(scheduleSignature)).toEqual([undefined, undefined, undefined]);
  expect(file.sources.length).toBeGreaterThan(3);
  for (const names of [file.names, ...file.leftOut, ...Object.values(file.diseases)])
    expect(Object.values(names).filter((name) => name.trim() !== '')).toHaveLength(2);
});
