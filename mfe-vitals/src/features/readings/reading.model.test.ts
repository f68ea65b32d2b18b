import { bandedGlucoses } from '../glucose-board/glucose-board.model.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VITAL_KEYS, codingsToWrite, vitalKeyOf } from '@phr/clinical/codings';
import { statusExtensions } from '@phr/fhir/device-status';
import { observation } from '@phr/fhir/observation';
import { shownValue, timePhrase, valuePhrase, type Language } from './reading.words.ts';
import {
  hasValue,
  requiresAction,
  latestOf,
  readingOf,
  readingsOf,
  withComputedBmis,
  type Reading,
  type ReadingContext,
} from './reading.model.ts';
import { language as vietnamese } from './sample-language.test-support.ts';
import { bloodPressure, parsed, rawBloodPressure, rawValue, single } from './samples.test-support.ts';

const NOW = Date.parse('2026-11-25T10:00:00+07:00');
const adult: ReadingContext = { birthDate: '1958-06-02', zone: 'Asia/Ho_Chi_Minh', now: NOW };
const AT = '2026-11-25T08:15:00+07:00';
const language: Language = {
  t: (key) => (key === 'unit.mmolL' ? 'mmol/L' : key),
  locale: 'vi-VN',
  glucoseUnit: 'mmol/L',
  zone: 'Asia/Ho_Chi_Minh',
};

function read(raw: Parameters<typeof readingOf>[0], context = adult): Reading {
  const reading = readingOf(raw, context);
  if (reading === undefined) throw new Error('No reading');
  return reading;
}

test('a reading is judged when its verdict is first asked for, and once', () => {
  const configured: NonNullable<ReadingContext['configured']> = new Map();
  const asked = import.meta.jest.spyOn(configured, 'get');
  const reading = read(single('spo2s', 97, AT), { ...adult, configured });
  expect([reading.counts, reading.parts[0]?.amount, asked.mock.calls.length]).toEqual([
    true,
    expect.objectContaining({ value: 97 }),
    0,
  ]);
  expect(reading.parts[0]?.verdict?.level).toBe(reading.verdict.level);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('[VIT-51] finds a reading by any code of its set: LOINC only, SNOMED CT only or another', () => {
  const withCode = (code: string) => parsed(rawValue('heartRates', 72, AT, { code: { coding: [{ code }] } }));
  expect(read(withCode('8867-4')).vitalKey).toBe('heartRates');
  expect(read(withCode('364075005')).vitalKey).toBe('heartRates');
  expect(
    read(parsed(rawBloodPressure(120, 80, AT, { code: { coding: [{ system: 'http://loinc.org', code: '55284-4' }] } })))
      .vitalKey,
  ).toBe('bloodPressures');
  expect(readingOf(withCode('718-7'), adult)).toBeUndefined();
});

test('[VIT-04] systolic and diastolic are told apart by their codes, in whatever order they come', () => {
  const raw = rawBloodPressure(128, 82, AT);
  expect(
    read(parsed({ ...raw, component: raw.component.toReversed() })).parts.map(({ key, amount }) => [
      key,
      amount.kind === 'measured' && amount.value,
    ]),
  ).toEqual([
    ['systolic', 128],
    ['diastolic', 82],
  ]);
});

test('[VIT-55] the worse part decides: 118/95 is dangerous', () => {
  expect(read(bloodPressure(118, 95, AT)).verdict).toMatchObject({ band: 'dangerous', level: 'dangerous' });
});

test('[VIT-54] 85/55 is in the target band and never shown as on target', () => {
  expect(read(bloodPressure(85, 55, AT)).verdict).toMatchObject({ band: 'target', level: 'veryMild', flag: 'L' });
});

test('[VIT-35] a child and a person without birth date get no adult level; age is that at the reading', () => {
  const born = '2008-11-25';
  expect(
    read(bloodPressure(150, 95, '2026-11-24T08:00:00+07:00'), { ...adult, birthDate: born }).verdict,
  ).toMatchObject({ notJudged: 'adultsOnly' });
  expect(
    read(bloodPressure(150, 95, '2026-11-24T08:00:00+07:00'), { ...adult, birthDate: born }).verdict.level,
  ).toBeUndefined();
  expect(read(bloodPressure(150, 95, '2026-11-25T08:00:00+07:00'), { ...adult, birthDate: born }).verdict.level).toBe(
    'dangerous',
  );
  expect(read(bloodPressure(150, 95, AT), { zone: adult.zone, now: NOW }).verdict.level).toBeUndefined();
});

test('[GLU-08] judges glucose in its stored unit: 181 and 251 mg/dL keep their band despite rounding', () => {
  const mass = (value: number) =>
    parsed(rawValue('glucoses', 1, AT, { valueQuantity: { value, unit: 'mg/dL', code: 'mg/dL' } }));
  expect(read(mass(181)).verdict.level).toBe('mild');
  expect(read(mass(251)).verdict.level).toBe('dangerous');
  expect(shownValue(read(mass(181)), language)).toEqual({ digits: '10,0', unit: 'mmol/L' });
  expect(shownValue(read(mass(181)), { ...language, glucoseUnit: 'mg/dL' })).toEqual({
    digits: '181',
    unit: 'unit.mgdL',
  });
});

test('[VIT-25] readings by a facility or clinician cannot be deleted, even if named in the resource', () => {
  const by = (performer: readonly object[], more: object = {}) =>
    read(parsed(rawValue('weights', 58, AT, { performer, ...more }))).deletable;
  expect(by([{ reference: 'Patient/patient-main' }])).toBe(true);
  expect(by([])).toBe(true);
  expect(by([{ reference: 'Patient/patient-main' }, { reference: 'Organization/clinic' }])).toBe(false);
  expect(by([{ reference: 'https://records.example/fhir/Practitioner/7/_history/2' }])).toBe(false);
  expect(by([{ reference: '#doctor' }], { contained: [{ resourceType: 'Practitioner', id: 'doctor' }] })).toBe(false);
});

test('the source is the person, the facility by name, or an unnamed facility', () => {
  const source = (performer: readonly object[]) => read(parsed(rawValue('weights', 58, AT, { performer }))).source;
  expect(source([{ reference: 'Patient/patient-main' }])).toEqual({ kind: 'patient' });
  expect(source([{ reference: 'Organization/clinic', display: 'Bệnh viện Hoa Sen' }])).toEqual({
    kind: 'facility',
    name: 'Bệnh viện Hoa Sen',
  });
  expect(source([{ reference: 'Organization/clinic' }])).toEqual({ kind: 'facility' });
  // the server's stamp decides who entered it; a typed place does not make it a hospital's
  const stamped = (from: string, performer: readonly object[]) =>
    read(parsed(rawValue('weights', 58, AT, { meta: { source: `https://phr.example/source/${from}` }, performer })));
  expect(stamped('person', [{ display: 'Bệnh viện Hoa Sen' }])).toMatchObject({
    source: { kind: 'patient', place: 'Bệnh viện Hoa Sen' },
    deletable: true,
  });
  expect(stamped('device', []).source).toEqual({ kind: 'patient' });
  // the performer is not guessed
  expect(source([])).toEqual({ kind: 'unknown' });
  expect(stamped('facility', []).source).toEqual({ kind: 'facility' });
  expect(stamped('facility', [{ display: 'Bệnh viện Hoa Sen' }])).toMatchObject({
    source: { kind: 'facility', name: 'Bệnh viện Hoa Sen' },
    deletable: false,
  });
});

test('a code of another system is no vital sign, whatever its digits', () => {
  const coded = (system: string) =>
    readingOf(parsed(rawValue('heartRates', 71, AT, { code: { coding: [{ system, code: '8867-4' }] } })), adult);
  expect(coded('https://lab.example/codes')).toBeUndefined();
  expect(coded('http://loinc.org')?.vitalKey).toBe('heartRates');
});

test('a part that was not measured is named, never 0: the other part still judges', () => {
  const half = rawBloodPressure(165, 80, AT);
  const reading = read(
    parsed({
      ...half,
      component: [
        half.component[0],
        { code: half.component[1]?.code, dataAbsentReason: { coding: [{ code: 'not-performed' }] } },
      ],
    }),
  );
  expect(shownValue(reading, language)).toEqual({ digits: '165/absent.notMeasured', unit: 'unit.mmHg' });
  expect(reading.verdict.level).toBe('veryDangerous');
  expect(reading.counts).toBe(false);
});

test('a value that is withheld, by reason or by extension, says so', () => {
  const url = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
  for (const valueQuantity of [
    { extension: [{ url, valueCode: 'masked' }] },
    { _value: { extension: [{ url, valueCode: 'masked' }] }, unit: 'kg' },
  ]) {
    const reading = read(parsed(rawValue('weights', 1, AT, { valueQuantity })));
    expect(shownValue(reading, language).missing).toBe('absent.withheld');
    expect(hasValue(reading)).toBe(false);
  }
});

test('pounds become kilograms and keep what was written', () => {
  const reading = read(
    parsed(rawValue('weights', 1, AT, { valueQuantity: { value: 152, unit: 'lb', code: '[lb_av]' } })),
  );
  expect(reading.parts[0]?.amount).toMatchObject({
    kind: 'measured',
    value: 68.9,
    written: { value: 152, unit: 'lb' },
  });
  expect(reading.counts).toBe(true);
});

test('[VIT-03] Fahrenheit becomes Celsius and is judged in Celsius', () => {
  const reading = read(
    parsed(rawValue('temperatures', 1, AT, { valueQuantity: { value: 102.2, unit: 'degF', code: '[degF]' } })),
    { ...adult, birthDate: '1996-01-01' },
  );
  expect(reading.parts[0]?.amount).toMatchObject({ value: 39 });
  expect(reading.verdict.level).toBe('mild');
});

test('shows a number without a proper unit as written, and never judges or draws it', () => {
  for (const [valueQuantity, phrase] of [
    [{ value: 96 }, '96\u00a0unit.missing'],
    [{ value: 9, unit: 'points', code: '{score}' }, '9\u00a0points'],
    [{ value: 9, code: '{score}' }, '9\u00a0unit.missing'],
  ] as const) {
    const reading = read(parsed(rawValue('spo2s', 1, AT, { valueQuantity })));
    expect(valuePhrase(reading, language)).toBe(phrase);
    expect(reading.verdict.level).toBeUndefined();
    expect(reading.counts).toBe(false);
  }
});

test('HI of a meter is told with its comparator and left out of statistics', () => {
  const reading = read(
    parsed(
      rawValue('glucoses', 1, AT, { valueQuantity: { value: 33.3, comparator: '>', unit: 'mmol/L', code: 'mmol/L' } }),
    ),
  );
  expect(shownValue(reading, language).digits).toBe('> 33,3');
  expect(reading.counts).toBe(false);
});

test('"< 3" is less than 3; of several levels the mildest is said, none where it may be the target', () => {
  const level = (vitalKey: 'glucoses' | 'heartRates' | 'spo2s', comparator: string, value: number) => {
    const unit = { glucoses: 'mmol/L', heartRates: '/min', spo2s: '%' }[vitalKey];
    return read(parsed(rawValue(vitalKey, 1, AT, { valueQuantity: { value, comparator, unit, code: unit } }))).verdict
      .level;
  };
  expect([level('glucoses', '<', 3), level('glucoses', '<', 1.1), level('glucoses', '<=', 3)]).toEqual([
    'veryDangerous',
    'veryDangerous',
    'dangerous',
  ]);
  expect([
    level('glucoses', '>', 33.3),
    level('glucoses', '>', 13.9),
    level('glucoses', '>', 10),
    level('glucoses', '>=', 13.9),
  ]).toEqual(['veryDangerous', 'dangerous', 'mild', 'mild']);
  expect([
    level('heartRates', '<', 60),
    level('heartRates', '<', 40),
    level('heartRates', '<', 200),
    level('heartRates', '>', 130),
  ]).toEqual([undefined, 'veryDangerous', undefined, 'veryDangerous']);
  expect([level('spo2s', '<', 80), level('spo2s', '>', 98), level('spo2s', '>', 90)]).toEqual([
    'veryDangerous',
    'target',
    undefined,
  ]);
});

test('a number is told in full where its usual decimals would put it into another level', () => {
  const digits = (reading: Reading) => shownValue(reading, vietnamese).digits;
  expect([119.6, 119.4, 129.7].map((systolic) => digits(read(bloodPressure(systolic, 76, AT))))).toEqual([
    '119,6/76',
    '119/76',
    '129,7/76',
  ]);
  expect([94.5, 96.4].map((value) => digits(read(single('spo2s', value, AT))))).toEqual(['94,5', '96']);
  expect([10.04, 10.4, 9.96].map((value) => digits(read(single('glucoses', value, AT))))).toEqual([
    '10,04',
    '10,4',
    '10,0',
  ]);
});

test('0 of a sensor that warms up is shown and neither judged nor counted', () => {
  const reading = read(single('glucoses', 0, AT));
  expect(reading.verdict.level).toBeUndefined();
  expect(reading.counts).toBe(false);
});

test('voided readings are never the latest, never judged and never counted', () => {
  const readings = readingsOf(
    [
      parsed(rawBloodPressure(1200, 80, '2026-11-25T09:00:00+07:00', { status: 'entered-in-error' })),
      parsed(rawBloodPressure(1, 1, '2026-11-25T08:59:00+07:00', { status: 'cancelled' })),
      bloodPressure(118, 76, '2026-11-24T08:00:00+07:00'),
    ],
    adult,
  );
  expect(readings.map(({ status, counts }) => [status, counts])).toEqual([
    ['entered-in-error', false],
    ['cancelled', false],
    [undefined, true],
  ]);
  expect(readings[0]?.verdict.level).toBeUndefined();
  expect(latestOf(readings, NOW).latest?.id).toBe(readings[2]?.id);
});

test('a reading of the year 2161 is not the latest for ever', () => {
  const readings = readingsOf(
    [single('heartRates', 70, '2161-07-12T08:00:00+07:00'), single('heartRates', 72, AT)],
    adult,
  );
  expect(readings[0]).toMatchObject({ counts: false });
  expect(latestOf(readings, NOW).latest?.parts[0]?.amount).toMatchObject({ value: 72 });
});

test('[VIT-29] the previous reading skips what cannot be compared', () => {
  const readings = readingsOf(
    [
      single('heartRates', 80, AT),
      parsed(rawValue('heartRates', 1, '2026-11-24T08:00:00+07:00', { valueQuantity: { value: 70 } })),
      single('heartRates', 72, '2026-11-23T08:00:00+07:00'),
    ],
    adult,
  );
  expect(latestOf(readings, NOW).previous?.parts[0]?.amount).toMatchObject({ value: 72 });
});

test('a date is shown as exact as it was given, and a missing one is said', () => {
  const at = (effectiveDateTime: string | undefined) =>
    timePhrase(read(parsed(rawValue('heights', 157, AT, { effectiveDateTime, issued: undefined }))), language);
  expect(at('2014')).toBe('2014');
  expect(at('2014-03')).toBe('03/2014');
  expect(at('1999-12-03')).toBe('03/12/1999');
  expect(at(AT)).toBe('08:15 25/11/2026');
  expect(at('yesterday')).toBe('reading.noTime');
  expect(at(undefined)).toBe('reading.noTime');
});

test('[VIT-13][VIT-15] the index of a day needs weight and height of that very day', () => {
  const readings = withComputedBmis(
    readingsOf(
      [
        single('weights', 54.3, '2026-11-20T06:30:00+07:00'),
        single('heights', 165, '2026-11-20T23:50:00+07:00'),
        single('weights', 54, '2026-11-21T00:10:00+07:00'),
      ],
      adult,
    ),
    adult,
  );
  const bmis = readings.filter(({ vitalKey }) => vitalKey === 'bmis');
  expect(bmis).toHaveLength(1);
  expect(bmis[0]).toMatchObject({
    measuredAt: '2026-11-20T23:50:00+07:00',
    deletable: false,
    source: { kind: 'computed' },
  });
  expect(bmis[0]?.parts[0]?.amount).toMatchObject({ value: 19.94 });
});

test('[VIT-13] a day that has an index of its own gets no computed one', () => {
  const readings = withComputedBmis(
    readingsOf([single('weights', 54.3, AT), single('heights', 165, AT), single('bmis', 20, AT)], adult),
    adult,
  );
  expect(readings.filter(({ vitalKey }) => vitalKey === 'bmis')).toHaveLength(1);
});

test('every vital has a reading by its first written code', () => {
  for (const vitalKey of VITAL_KEYS) expect(vitalKeyOf(codingsToWrite(vitalKey)[0]?.code ?? '')).toBe(vitalKey);
});

const RECORDS = path.resolve(import.meta.dirname, '../../../../../shared/data/records');
const test_ = existsSync(RECORDS) ? test : test.skip;
if (!existsSync(RECORDS)) console.info('skipped: no real records beside the project');

test_('real records: every vital sign is put into words without undefined, NaN or a raw code', () => {
  let count = 0;
  for (const file of readdirSync(RECORDS).filter((name) => name.endsWith('.json'))) {
    const content: unknown = JSON.parse(readFileSync(path.join(RECORDS, file), 'utf8'));
    for (const resource of resourcesIn(content)) {
      const one = observation(resource);
      const reading = one === undefined ? undefined : readingOf(one, adult);
      if (reading === undefined) continue;
      count += 1;
      const words = [valuePhrase(reading, language), timePhrase(reading, language)];
      for (const phrase of words) {
        expect(phrase).not.toMatch(/undefined|NaN|Invalid|null|[{}]/);
        expect(phrase.trim()).not.toBe('');
      }
    }
  }
  expect(count).toBeGreaterThan(50);
});

function resourcesIn(content: unknown): readonly unknown[] {
  if (typeof content !== 'object' || content === null) return [];
  if ('entry' in content && Array.isArray(content.entry))
    return content.entry.map((entry: { readonly resource?: unknown }) => entry.resource);
  return [content];
}

test('a systolic pressure of its own is a blood pressure of which the other number is missing', () => {
  const lone = rawValue('weights', 185, AT, {
    code: { coding: [{ system: 'http://loinc.org', code: '8480-6' }] },
    valueQuantity: { value: 185, unit: 'mmHg', code: 'mm[Hg]' },
  });
  const reading = read(parsed(lone));
  expect(reading.vitalKey).toBe('bloodPressures');
  expect(reading.parts.map(({ key, amount }) => [key, amount.kind === 'measured' && amount.value])).toEqual([
    ['systolic', 185],
    ['diastolic', false],
  ]);
  expect(reading.verdict.level).toBe('veryDangerous');
});

test('what the meter doubts is shown with its doubt, and stands outside means, charts and notices', () => {
  const said = (...codes: readonly string[]) =>
    read(parsed(rawBloodPressure(185, 115, AT, { extension: statusExtensions(codes) })));
  const doubted = said('cuffTooLoose', 'bodyMovement');
  expect([doubted.counts, doubted.deviceStatus]).toEqual([false, ['cuffTooLoose', 'bodyMovement']]);
  expect(requiresAction(doubted, NOW)).toBe(false);
  const irregular = said('irregularPulse');
  expect([irregular.counts, requiresAction(irregular, NOW)]).toEqual([true, true]);
  expect(said()).toMatchObject({ counts: true });
  expect(said()).not.toHaveProperty('deviceStatus');
});

test('what a condition may change stands apart, also as a reading beyond the meter', () => {
  const modifier = { modifierExtension: [{ url: 'http://x.example/not', valueBoolean: true }] };
  const changed = read(parsed(rawBloodPressure(120, 70, AT, modifier)));
  expect([changed.counts, changed.isApart, changed.verdict.notJudged]).toEqual([false, true, 'modifier']);
  const part = rawBloodPressure(120, 70, AT);
  const inside = { component: part.component.map((one) => ({ ...one, ...modifier })) };
  expect(read(parsed({ ...part, ...inside })).isApart).toBe(true);
  const low = (more: object) =>
    bandedGlucoses([
      read(
        parsed(
          rawValue('glucoses', 1, AT, {
            valueQuantity: { value: 2.2, comparator: '<', unit: 'mmol/L', code: 'mmol/L' },
            ...more,
          }),
        ),
      ),
    ]).length;
  expect([low({}), low(modifier), low({ status: 'entered-in-error' })]).toEqual([1, 0, 0]);
});
