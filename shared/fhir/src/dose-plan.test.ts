import fc from 'fast-check';
import { add, dayOfWeek, until } from '@phr/time/plain-date';
import {
  confirmedAt,
  CONFIRMED_URL,
  readEventPlan,
  readPlan,
  timesOn,
  timingOf,
  WEEK_DAYS,
  type DosePlan,
} from './dose-plan.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const statement = (repeat: object, more: object = {}) => ({
  resourceType: 'MedicationStatement',
  id: 'm',
  status: 'active',
  dosage: [{ text: 'Sáng 1 viên', timing: { repeat } }],
  ...more,
});
const DAILY = { frequency: 1, period: 1, periodUnit: 'd', timeOfDay: ['07:00:00'] };
const plan = (repeat: object, more?: object) => readPlan(statement(repeat, more), ZONE);

test('daily times are read in order, each once', () => {
  expect(plan(DAILY)).toEqual({ times: ['07:00'] });
  expect(plan({ period: 1, periodUnit: 'd', timeOfDay: ['18:00', '07:00:00', '18:00:00'] })).toEqual({
    times: ['07:00', '18:00'],
  });
});

test('a weekly medicine is never planned daily', () => {
  const weekly = { frequency: 1, period: 1, periodUnit: 'wk', timeOfDay: ['08:00:00'] };
  expect(plan(weekly)).toBeUndefined();
  const onMonday = plan({ ...weekly, dayOfWeek: ['mon'] });
  expect(onMonday).toEqual({ times: ['08:00'], days: ['mon'] });
  const days = Array.from({ length: 28 }, (_, index) => add('2026-11-01', { days: index }));
  const planned = days.filter((day) => onMonday !== undefined && timesOn(onMonday, day).length > 0);
  expect(planned).toEqual(['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23']);
});

test.each<[string, object, object, object?]>([
  ['each day', { ...DAILY, dayOfWeek: [] }, { times: ['07:00'] }],
  [
    'some days, each week',
    { ...DAILY, frequency: 2, periodUnit: 'wk', dayOfWeek: ['wed', 'mon'] },
    { times: ['07:00'], days: ['mon', 'wed'] },
  ],
  ['some days, without a period', { timeOfDay: ['07:00'], dayOfWeek: ['mon'] }, { times: ['07:00'], days: ['mon'] }],
  ['some days, daily', { ...DAILY, dayOfWeek: ['mon'] }, { times: ['07:00'], days: ['mon'] }],
  [
    'five days from a day on',
    { ...DAILY, boundsDuration: { value: 5, code: 'd' } },
    { times: ['07:00'], start: '2026-11-01', end: '2026-11-05' },
    { effectivePeriod: { start: '2026-11-01' } },
  ],
  [
    'two weeks from a day on, in words',
    { ...DAILY, boundsDuration: { value: 2, unit: 'wk' } },
    { times: ['07:00'], start: '2026-11-01', end: '2026-11-14' },
    { effectiveDateTime: '2026-11-01' },
  ],
  [
    'every 90 days from a day on',
    { ...DAILY, period: 90, boundsPeriod: { start: '2026-11-01' } },
    { times: ['07:00'], everyDays: 90, start: '2026-11-01' },
  ],
  ['until the end of a month', { ...DAILY, boundsPeriod: { end: '2026-12' } }, { times: ['07:00'], end: '2026-12-31' }],
  [
    'in a year',
    { ...DAILY, boundsPeriod: { start: '2026', end: '2027' } },
    { times: ['07:00'], start: '2026-01-01', end: '2027-12-31' },
  ],
])('a plan of %s', (_what, repeat, expected, more = {}) => {
  expect(plan(repeat, more)).toEqual(expected);
});

test.each([
  ['times without a period', { timeOfDay: ['07:00:00'] }],
  ['twice a day with one time', { ...DAILY, frequency: 2 }],
  ['once a day with two times', { ...DAILY, timeOfDay: ['07:00', '18:00'] }],
  ['up to twice', { ...DAILY, frequencyMax: 2 }],
  ['every two weeks', { ...DAILY, period: 2, periodUnit: 'wk', dayOfWeek: ['mon'] }],
  ['three times a week on two days', { ...DAILY, frequency: 3, periodUnit: 'wk', dayOfWeek: ['mon', 'wed'] }],
  ['twice a day on some days, at one time', { ...DAILY, frequency: 2, dayOfWeek: ['mon'] }],
  ['every two days on some days', { ...DAILY, period: 2, dayOfWeek: ['mon'], boundsPeriod: { start: '2026-11-01' } }],
  ['every 91 days', { ...DAILY, period: 91, boundsPeriod: { start: '2026-11-01' } }],
  ['every one and a half days', { ...DAILY, period: 1.5, boundsPeriod: { start: '2026-11-01' } }],
  ['a period without a unit', { ...DAILY, periodUnit: undefined }],
  ['monthly', { ...DAILY, periodUnit: 'mo' }],
  ['every eight hours', { ...DAILY, period: 8, periodUnit: 'h' }],
  ['every 1 to 2 days', { ...DAILY, periodMax: 2 }],
  ['three times in all', { ...DAILY, count: 3 }],
  ['an infusion of an hour', { ...DAILY, duration: 1, durationUnit: 'h' }],
  ['before breakfast', { ...DAILY, when: ['ACM'] }],
  ['for 5 to 7 days', { ...DAILY, boundsRange: { low: { value: 5 } } }],
  ['for days from an unknown start', { ...DAILY, boundsDuration: { value: 5, code: 'd' } }],
  ['each other day from an unknown start', { ...DAILY, period: 2 }],
  ['an unknown week day', { ...DAILY, dayOfWeek: ['mon', 'xyz'] }],
  ['no time', { ...DAILY, timeOfDay: ['25:00'] }],
  ['seconds', { ...DAILY, timeOfDay: ['07:00:30'] }],
  ['a bound that is no date', { ...DAILY, boundsPeriod: { end: '2026-13' } }],
  ['an element that is not known', { ...DAILY, extension: [{ url: 'x' }] }],
])('what is not represented makes no plan: %s', (_what, repeat) => {
  expect(plan(repeat)).toBeUndefined();
});

test('as needed, what must not be taken, several doses, codes and conditions make no plan', () => {
  const dosage = { timing: { repeat: DAILY } };
  for (const more of [
    { doNotPerform: true },
    { modifierExtension: [{ url: 'x' }] },
    { dosage: [dosage, dosage] },
    { dosage: [{ ...dosage, asNeededBoolean: true }] },
    { dosage: [{ ...dosage, asNeededCodeableConcept: { text: 'đau' } }] },
    { dosage: [{ ...dosage, maxDosePerPeriod: { numerator: { value: 1 } } }] },
    { dosage: [{ timing: { repeat: DAILY, code: { text: 'QD' } } }] },
    { dosage: [{ timing: { event: ['2026-11-30'] } }] },
    { dosage: [{ text: 'Sáng 1 viên' }] },
    { dosage: [] },
  ])
    expect(readPlan(statement(DAILY, more), ZONE)).toBeUndefined();
});

test('bounds of the timing and of the use hold together, whichever is narrower', () => {
  const read = plan(
    { ...DAILY, boundsPeriod: { start: '2026-11-10', end: '2026-12' } },
    { effectivePeriod: { start: '2026-01', end: '2026-12-05T23:30:00+07:00' } },
  );
  expect(read).toEqual({ times: ['07:00'], start: '2026-11-10', end: '2026-12-05' });
  if (read === undefined) throw new Error();
  expect(['2026-11-09', '2026-11-10', '2026-12-05', '2026-12-06'].map((day) => timesOn(read, day).length)).toEqual([
    0, 1, 1, 0,
  ]);
  const week = { boundsDuration: { value: 1, code: 'wk' } };
  expect(plan({ ...DAILY, ...week }, { effectivePeriod: { start: '2026-11-10' } })?.end).toBe('2026-11-16');
  expect(plan({ ...DAILY, ...week }, { effectivePeriod: { start: '2026-11' } })).toBeUndefined();
});

test('moments are days on the clock of the person', () => {
  const late = { effectivePeriod: { start: '2026-11-29T18:30:00Z' } };
  expect(plan(DAILY, late)?.start).toBe('2026-11-30');
  expect(readPlan(statement(DAILY, late), 'America/New_York')?.start).toBe('2026-11-29');
});

const times = fc.uniqueArray(
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`),
  { minLength: 1, maxLength: 6 },
);
const day = fc.integer({ min: 0, max: 900 }).map((days): string => add('2025-06-01', { days }));
const plans: fc.Arbitrary<DosePlan> = fc
  .record({
    times: times.map((all) => all.toSorted()),
    rhythm: fc.oneof(
      fc.constant({}),
      fc.subarray([...WEEK_DAYS], { minLength: 1 }).map((days) => ({ days })),
      fc.integer({ min: 2, max: 90 }).map((everyDays) => ({ everyDays })),
    ),
    start: day,
    length: fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined }),
  })
  .map(({ times: all, rhythm, start, length }) => ({
    times: all,
    ...rhythm,
    start,
    ...(length === undefined ? {} : { end: add(start, { days: length }) }),
  }));

test('a plan that is written and read is the same plan', () => {
  fc.assert(
    fc.property(plans, ({ start, end, ...rhythm }) => {
      const resource = {
        effectivePeriod: { ...(start && { start }), ...(end && { end }) },
        dosage: [{ timing: timingOf(rhythm) }],
      };
      expect(readPlan(resource, ZONE)).toEqual({ ...rhythm, ...(start && { start }), ...(end && { end }) });
    }),
  );
});

test('no dose lies outside the bounds, on another week day, or nearer than the period', () => {
  fc.assert(
    fc.property(plans, day, (one, at) => {
      const planned = timesOn(one, at);
      if (planned.length === 0) return;
      expect(planned).toEqual(one.times);
      expect(one.start === undefined || at >= one.start).toBe(true);
      expect(one.end === undefined || at <= one.end).toBe(true);
      expect(one.days?.includes(WEEK_DAYS[dayOfWeek(at) - 1] ?? 'mon') ?? true).toBe(true);
      if (one.everyDays !== undefined) expect(until(one.start ?? at, at) % one.everyDays).toBe(0);
    }),
  );
});

test('any element that is added to a plan ends it', () => {
  const known = new Set(['id', 'frequency', 'period', 'periodUnit', 'timeOfDay', 'dayOfWeek', 'boundsPeriod']);
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.jsonValue(), (key, value) => {
      fc.pre(!known.has(key) && key !== '__proto__');
      expect(plan({ ...DAILY, [key]: value })).toBeUndefined();
    }),
  );
});

test('times are a proposal until the person has confirmed them', () => {
  const extension = [{ url: CONFIRMED_URL, valueDateTime: '2026-11-30T08:00:00+07:00' }];
  expect(confirmedAt(statement(DAILY))).toBeUndefined();
  expect(confirmedAt(statement(DAILY, { extension: [{ url: CONFIRMED_URL }] }))).toBeUndefined();
  expect(confirmedAt(statement(DAILY, { extension }))).toBe('2026-11-30T08:00:00+07:00');
});

test.each<[string, object, readonly string[] | undefined]>([
  ['one event', { when: ['HS'] }, ['HS']],
  ['several events, each once', { when: ['CM', 'CV', 'CM'], frequency: 2 }, ['CM', 'CV']],
  ['one meal', { when: ['PC'], frequency: 1 }, ['PC']],
  ['three meals', { when: ['PC'], frequency: 3 }, ['PC', 'PC-2', 'PC-3']],
  ['any meal, without a number', { when: ['AC'], frequency: undefined }, ['AC']],
  ['an event that nobody knows', { when: ['HS', 'BLUE_MOON'] }, undefined],
  ['no event', { when: [] }, undefined],
  ['four meals', { when: ['PC'], frequency: 4 }, undefined],
  ['two of one event', { when: ['HS'], frequency: 2 }, undefined],
])('doses by what happens in the day: %s', (_, repeat, times) => {
  const found = readEventPlan(statement({ frequency: 1, period: 1, periodUnit: 'd', ...repeat }), ZONE);
  expect(found?.times).toEqual(times);
});
