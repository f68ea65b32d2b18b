import { checkForm, doubtsAbout, instantOf, isUrgent, readingsFor, type BloodPressureForm } from './blood-pressure-create.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-25T10:00:30+07:00');
const form = (more: Partial<BloodPressureForm> = {}): BloodPressureForm => ({ systolic: '128', diastolic: '82', pulse: '', arm: 'right', date: '25/11/2026', time: '08:15', note: '', ...more });
const faultsOf = (more: Partial<BloodPressureForm>) => {
  const checked = checkForm(form(more), NOW, ZONE);
  return checked.ok ? [] : checked.faults.map(({ field, message }) => `${field} ${message}`);
};

test('[VIT-16][VIT-17] both numbers are needed, numeric, whole and above 0', () => {
  expect(faultsOf({ systolic: '', diastolic: '' })).toEqual(['systolic vit.err.systolicRequired', 'diastolic vit.err.diastolicRequired']);
  expect(faultsOf({ systolic: 'abc' })).toEqual(['systolic vit.err.numeric']);
  for (const systolic of ['0', '-5', '128,5']) expect(faultsOf({ systolic })).toEqual(['systolic vit.err.bp']);
  expect(faultsOf({})).toEqual([]);
});

test('[VIT-18] the pulse is above 10 and below 250, and may be left out', () => {
  expect(['10', '250', 'x'].map((pulse) => faultsOf({ pulse }))).toEqual([['pulse vit.err.pulse'], ['pulse vit.err.pulse'], ['pulse vit.err.numeric']]);
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

test('the typed time is that of a clock in the zone, also around a change of the clock', () => {
  expect(new Date(instantOf('2026-11-25', '08:15', ZONE)).toISOString()).toBe('2026-11-25T01:15:00.000Z');
  expect(new Date(instantOf('2026-03-29', '08:00', 'Europe/Berlin')).toISOString()).toBe('2026-03-29T06:00:00.000Z');
  expect(new Date(instantOf('2026-10-25', '08:00', 'Europe/Berlin')).toISOString()).toBe('2026-10-25T07:00:00.000Z');
});

const entry = { systolic: 128, diastolic: 82, arm: 'right' as const, measuredAt: Date.parse('2026-11-25T08:15:00+07:00') };

test('unlikely values, jumps and swapped numbers are asked about, usual ones are not', () => {
  expect(doubtsAbout(entry, { systolic: 130, diastolic: 84 })).toEqual([]);
  expect(doubtsAbout({ ...entry, systolic: 300 })).toEqual([{ kind: 'unlikely', field: 'systolic', value: 300 }]);
  expect(doubtsAbout({ ...entry, systolic: 180 }, { systolic: 120 })).toEqual([{ kind: 'unlikely', field: 'systolic', value: 180 }]);
  expect(doubtsAbout({ ...entry, systolic: 80, diastolic: 120 })).toEqual([{ kind: 'swapped', systolic: 80, diastolic: 120 }]);
});

test('180 or 110 and more ask for the instruction, at any age', () => {
  expect([[179, 109], [180, 80], [120, 110]].map(([systolic, diastolic]) => isUrgent({ systolic, diastolic }))).toEqual([false, true, true]);
});

const observationsFor = (...args: Parameters<typeof readingsFor>) => readingsFor(...args).map(({ resource }) => resource);
const ids = { bloodPressure: '11111111-1111-4111-8111-111111111111', pulse: '22222222-2222-4222-8222-222222222222' };

test('[VIT-01][VIT-02] the observation carries everything that the record needs', () => {
  const [observation] = observationsFor({ ...entry, note: 'Sau khi đi bộ' }, 'p1', ids, NOW, ZONE);
  expect(observation).toMatchObject({
    resourceType: 'Observation', status: 'final', identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${ids.bloodPressure}` }],
    category: [{ coding: [{ code: 'vital-signs' }] }],
    code: { coding: [{ system: 'http://loinc.org', code: '85354-9' }, { system: 'http://snomed.info/sct', code: '75367002' }] },
    subject: { reference: 'Patient/p1' }, performer: [{ reference: 'Patient/p1' }],
    effectiveDateTime: '2026-11-25T08:15:00+07:00', issued: '2026-11-25T10:00:30+07:00', note: [{ text: 'Sau khi đi bộ' }],
  });
});

test('[VIT-04][VIT-30][VIT-31] each number is written in mmHg with its reference and interpretation', () => {
  const component = (systolic: number, diastolic: number) => observationsFor({ ...entry, systolic, diastolic }, 'p1', ids, NOW, ZONE)[0]?.['component'];
  expect(component(130, 59)).toMatchObject([
    { code: { coding: [{ code: '8480-6' }] }, valueQuantity: { value: 130, unit: 'mmHg', code: 'mm[Hg]' }, interpretation: [{ coding: [{ code: 'H' }] }], referenceRange: [{ low: { value: 90 }, high: { value: 129 } }] },
    { code: { coding: [{ code: '8462-4' }] }, valueQuantity: { value: 59, unit: 'mmHg', code: 'mm[Hg]' }, interpretation: [{ coding: [{ code: 'L' }] }], referenceRange: [{ low: { value: 60 }, high: { value: 84 } }] },
  ]);
  expect(component(89, 85)).toMatchObject([{ interpretation: [{ coding: [{ code: 'L' }] }] }, { interpretation: [{ coding: [{ code: 'H' }] }] }]);
  expect(component(129, 84)).toMatchObject([{ interpretation: [{ coding: [{ code: 'N' }] }] }, { interpretation: [{ coding: [{ code: 'N' }] }] }]);
});

test('[VIT-05] the arm is written as body site', () => {
  const site = (arm: 'left' | 'right') => observationsFor({ ...entry, arm }, 'p1', ids, NOW, ZONE)[0]?.['bodySite'];
  expect(site('right')).toMatchObject({ coding: [{ code: '368209003' }] });
  expect(site('left')).toMatchObject({ coding: [{ code: '368208006' }] });
});

test('[VIT-07] a pulse is a second observation in /min, with its own id', () => {
  expect(observationsFor({ ...entry, pulse: 72 }, 'p1', ids, NOW, ZONE)[1]).toMatchObject({
    identifier: [{ value: `urn:uuid:${ids.pulse}` }], code: { coding: [{ code: '8867-4' }, { code: '364075005' }] }, valueQuantity: { value: 72, code: '/min' }, referenceRange: [{ low: { value: 51 }, high: { value: 90 } }],
  });
  expect(observationsFor(entry, 'p1', ids, NOW, ZONE)).toHaveLength(1);
});
