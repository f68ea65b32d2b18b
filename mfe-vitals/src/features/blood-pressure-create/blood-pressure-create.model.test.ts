import type { OccasionForm } from '../record/record.model.ts';
import { mostUrgentVerdict } from '../record/most-urgent.model.ts';
import {
  checkForm,
  doubtsAbout,
  EMPTY_FORM,
  meanOfForm,
  readDraft,
  readingsFor,
  type BloodPressureEntry,
  type BloodPressureForm,
  type TypedPressure,
} from './blood-pressure-create.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-25T10:00:30+07:00');
type Form = BloodPressureForm & OccasionForm;
type Typed = Partial<Omit<Form, 'series'> & TypedPressure>;
/** A form with these numbers in its first reading, and those of a series after it. */
const form = (
  { systolic = '128', diastolic = '82', pulse = '', ...more }: Typed = {},
  ...others: readonly Partial<TypedPressure>[]
): Form => ({
  ...EMPTY_FORM,
  series: [{ systolic, diastolic, pulse }, ...EMPTY_FORM.series.slice(1)].map((typed, place) => ({
    ...typed,
    ...others[place - 1],
  })),
  date: '25/11/2026',
  time: '08:15',
  note: '',
  ...more,
});
const faultsOf = (...typed: Parameters<typeof form>) => {
  const checked = checkForm(form(...typed), NOW, ZONE);
  return checked.ok ? [] : checked.faults.map(({ field, message }) => `${field} ${message}`);
};

test('[VIT-16][VIT-17] both numbers are needed, numeric, whole and above 0', () => {
  expect(faultsOf({ systolic: '', diastolic: '' })).toEqual([
    'systolic vit.err.systolicRequired',
    'diastolic vit.err.diastolicRequired',
  ]);
  expect(faultsOf({ systolic: 'abc' })).toEqual(['systolic vit.err.numeric']);
  for (const systolic of ['0', '-5', '128,5']) expect(faultsOf({ systolic })).toEqual(['systolic vit.err.bp']);
  expect(faultsOf({})).toEqual([]);
});

test('[VIT-18] the pulse is above 10 and below 250, and may be left out', () => {
  expect(['10', '250', 'x'].map((pulse) => faultsOf({ pulse }))).toEqual([
    ['pulse vit.err.pulse'],
    ['pulse vit.err.pulse'],
    ['pulse vit.err.numeric'],
  ]);
  expect(['11', '249', ''].map((pulse) => faultsOf({ pulse }))).toEqual([[], [], []]);
});

test('a time that does not exist or lies in the future is refused; this very minute is not', () => {
  expect(faultsOf({ date: '31/02/2026' })).toEqual(['date picker.dateNotExist']);
  expect(faultsOf({ date: 'hôm qua' })).toEqual(['date field.dateInvalid']);
  expect(faultsOf({ time: '25:00' })).toEqual(['time field.timeInvalid']);
  expect(faultsOf({ time: '10:01' })).toEqual(['time vit.err.future']);
  expect(faultsOf({ time: '10:00' })).toEqual([]);
  expect(faultsOf({ date: '1/2/2026', time: '8h15' })).toEqual([]);
});

const entry: BloodPressureEntry = {
  series: [{ systolic: 128, diastolic: 82 }],
  arm: 'right',
  measuredAt: Date.parse('2026-11-25T08:15:00+07:00'),
};

test('rare values, jumps and swapped numbers are asked about, usual ones and 30 % more are not', () => {
  expect(doubtsAbout(entry, { systolic: 130, diastolic: 84 })).toEqual([]);
  expect(doubtsAbout({ series: [{ systolic: 300, diastolic: 82 }] })).toMatchObject([
    { kind: 'value', question: { field: 'systolic', value: 300, reason: 'unusuallyHigh' } },
  ]);
  expect(doubtsAbout({ series: [{ systolic: 180, diastolic: 82 }] }, { systolic: 120 })).toEqual([]);
  expect(doubtsAbout({ series: [{ systolic: 181, diastolic: 82 }] }, { systolic: 120 })).toMatchObject([
    { kind: 'value', question: { field: 'systolic', value: 181, reason: 'jump', last: 120 } },
  ]);
  expect(doubtsAbout({ series: [{ systolic: 80, diastolic: 120 }] })).toEqual([
    { kind: 'swapped', systolic: 80, diastolic: 120 },
  ]);
});

const ids: Readonly<Record<string, string>> = {
  bloodPressure: '11111111-1111-4111-8111-111111111111',
  heartRates: '22222222-2222-4222-8222-222222222222',
};
const observationsFor = (one: BloodPressureEntry) =>
  readingsFor(one, {
    patientId: 'p1',
    measuredAt: one.measuredAt,
    now: NOW,
    zone: ZONE,
    note: one.note,
    idOf: (name) => ids[name] ?? name,
  }).map(({ resource }) => resource);

test('[VIT-01][VIT-02] the observation carries everything that the record needs', () => {
  const [observation] = observationsFor({ ...entry, note: 'Sau khi đi bộ' });
  expect(observation).toMatchObject({
    resourceType: 'Observation',
    status: 'final',
    identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${ids['bloodPressure']}` }],
    category: [{ coding: [{ code: 'vital-signs' }] }],
    code: {
      coding: [
        { system: 'http://loinc.org', code: '85354-9' },
        { system: 'http://snomed.info/sct', code: '75367002' },
      ],
    },
    subject: { reference: 'Patient/p1' },
    performer: [{ reference: 'Patient/p1' }],
    effectiveDateTime: '2026-11-25T08:15:00+07:00',
    issued: '2026-11-25T10:00:30+07:00',
    note: [{ text: 'Sau khi đi bộ' }],
  });
});

test('[VIT-04][VIT-30][VIT-31] each number is written in mmHg with its reference and interpretation', () => {
  const component = (systolic: number, diastolic: number) =>
    observationsFor({ ...entry, series: [{ systolic, diastolic }] })[0]?.['component'];
  expect(component(130, 59)).toMatchObject([
    {
      code: { coding: [{ code: '8480-6' }] },
      valueQuantity: { value: 130, unit: 'mmHg', code: 'mm[Hg]' },
      interpretation: [{ coding: [{ code: 'H' }] }],
      referenceRange: [{ low: { value: 90 }, high: { value: 129 } }],
    },
    {
      code: { coding: [{ code: '8462-4' }] },
      valueQuantity: { value: 59, unit: 'mmHg', code: 'mm[Hg]' },
      interpretation: [{ coding: [{ code: 'L' }] }],
      referenceRange: [{ low: { value: 60 }, high: { value: 84 } }],
    },
  ]);
  expect(component(89, 85)).toMatchObject([
    { interpretation: [{ coding: [{ code: 'L' }] }] },
    { interpretation: [{ coding: [{ code: 'H' }] }] },
  ]);
  expect(component(129, 84)).toMatchObject([
    { interpretation: [{ coding: [{ code: 'N' }] }] },
    { interpretation: [{ coding: [{ code: 'N' }] }] },
  ]);
});

test('[VIT-05] the arm is written as body site', () => {
  const site = (arm: 'left' | 'right') => observationsFor({ ...entry, arm })[0]?.['bodySite'];
  expect(site('right')).toMatchObject({ coding: [{ code: '368209003' }] });
  expect(site('left')).toMatchObject({ coding: [{ code: '368208006' }] });
  // The right arm is the default.
  const checked = checkForm(form(), NOW, ZONE);
  expect(checked.ok && checked.entry.arm).toBe('right');
});

test('[VIT-07] a pulse is a second observation in /min, with its own id', () => {
  expect(observationsFor({ ...entry, series: [{ systolic: 128, diastolic: 82, pulse: 72 }] })[1]).toMatchObject({
    identifier: [{ value: `urn:uuid:${ids['heartRates']}` }],
    code: { coding: [{ code: '8867-4' }, { code: '364075005' }] },
    valueQuantity: { value: 72, code: '/min' },
    referenceRange: [{ low: { value: 51 }, high: { value: 90 } }],
  });
  expect(observationsFor(entry)).toHaveLength(1);
});

describe('a series of three', () => {
  const first = { times: '3', systolic: '150', diastolic: '95' };
  const second = { systolic: '131', diastolic: '84', pulse: '70' };
  const third = { systolic: '128', diastolic: '81' };

  test('each reading is checked and named by its own field', () => {
    expect(faultsOf(first, { ...second, systolic: '' }, { ...third, pulse: '9' })).toEqual([
      'systolic2 vit.err.systolicRequired',
      'pulse3 vit.err.pulse',
    ]);
    expect(faultsOf(first, second, third)).toEqual([]);
    // Fields of a series that was given up are not looked at.
    expect(faultsOf({ ...first, times: '1' }, { systolic: 'x' })).toEqual([]);
  });

  test('[VIT-04] all three are written a minute apart, the last at the typed time, each with its own id', () => {
    const checked = checkForm(form(first, second, third), NOW, ZONE);
    if (!checked.ok) throw new Error('Refused');
    const written = observationsFor(checked.entry);
    expect(written.map((one) => one['effectiveDateTime'])).toEqual([
      '2026-11-25T08:13:00+07:00',
      '2026-11-25T08:14:00+07:00',
      '2026-11-25T08:14:00+07:00',
      '2026-11-25T08:15:00+07:00',
    ]);
    expect(new Set(written.map((one) => JSON.stringify(one['identifier']))).size).toBe(4);
  });

  test('the mean leaves the first reading out', () => {
    expect(meanOfForm(form(first, second, third))).toEqual({
      mean: { systolic: 130, diastolic: 83 },
      used: 2,
      count: 3,
    });
    expect(meanOfForm(form(first, second))).toMatchObject({ used: 2, count: 2 });
    expect(meanOfForm(form(first))).toBeUndefined();
    expect(meanOfForm(form())).toBeUndefined();
  });
});

describe('a draft', () => {
  const typed = form({ times: '3', arm: 'left' }, { systolic: '131' }, { pulse: '70' });

  test('is read back as it was', () => {
    expect(readDraft(JSON.parse(JSON.stringify(typed)), form())).toEqual(typed);
  });

  test('of the time when every number had a field of its own loses nothing', () => {
    const { series: _series, ...texts } = typed;
    const old = { ...texts, systolic: '128', diastolic: '82', pulse: '', systolic2: '131', pulse3: '70' };
    expect(readDraft(old, form())).toEqual(typed);
  });

  test('with something else in its fields keeps what can be read', () => {
    expect(readDraft({ series: [{ systolic: 120 }, 'x'], arm: 3, note: 'Sau khi đi bộ' }, form())).toEqual({
      ...form({ systolic: '', diastolic: '', note: 'Sau khi đi bộ' }),
    });
    expect(readDraft('x', form())).toBeUndefined();
  });
});

const writtenFor = (series: BloodPressureEntry['series']) =>
  readingsFor(
    { series, arm: 'right', measuredAt: NOW },
    { patientId: 'p1', measuredAt: NOW, now: NOW, zone: ZONE, idOf: (name) => name },
  );

test('a very dangerous pressure asks for the instruction; 180 or 110 and more at any age', () => {
  const asks = (birthDate: string | undefined) =>
    [
      [159, 99],
      [160, 80],
      [120, 100],
      [179, 109],
      [180, 80],
      [120, 110],
    ].map(([systolic = 0, diastolic = 0]) => {
      const written = writtenFor([{ systolic, diastolic }]);
      return (
        mostUrgentVerdict(written, { zone: ZONE, now: NOW, ...(birthDate === undefined ? {} : { birthDate }) }) !==
        undefined
      );
    });
  expect(asks('1980-01-01')).toEqual([false, true, true, true, true, true]);
  for (const birthDate of ['2016-01-01', undefined])
    expect(asks(birthDate)).toEqual([false, false, false, false, true, true]);
});

test('of a series the last reading counts', () => {
  const asks = (last: number) =>
    mostUrgentVerdict(
      writtenFor([
        { systolic: 190, diastolic: 90 },
        { systolic: last, diastolic: 80 },
      ]),
      { zone: ZONE, now: NOW, birthDate: '1980-01-01' },
    )?.advice?.id;
  expect([118, 185].map(asks)).toEqual([undefined, 'bp.crisis']);
});
