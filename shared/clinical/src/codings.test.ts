import {
  codesOf,
  codingsToWrite,
  componentOf,
  isVitalKey,
  LOINC,
  MDC,
  SNOMED,
  VITAL_KEYS,
  vitalKeyOf,
  vitalIn,
  vitalOf,
  type VitalKey,
} from './codings.ts';
import { ECG_LEADS } from './ecg-codings.ts';
import { MG_PER_DL, MMOL_PER_L, unitOf } from './units.ts';

const systemsOf = (key: VitalKey): readonly string[] =>
  codingsToWrite(key).map(({ system, code }) => `${system}|${code}`);

test('[CODE-01] the codes of blood pressure, glucose, ECG, BMI, heart rate and temperature', () => {
  expect(codesOf('bloodPressures')).toContain('85354-9');
  expect(codesOf('glucoses')).toContain('15074-8');
  expect(codingsToWrite('ecgs').map(({ code }) => code)).toEqual(['131328']);
  expect(codesOf('bmis')).toContain('60621009');
  expect(codesOf('heartRates')).toContain('364075005');
  expect(codesOf('temperatures')).toContain('56342008');
});

test('[CODE-02] the codes of SpO2, height, weight, ketone, uric acid and cholesterol', () => {
  const seeds: readonly (readonly [VitalKey, string])[] = [
    ['spo2s', '103228002'],
    ['heights', '50373000'],
    ['weights', '27113001'],
    ['ketones', '391465009'],
    ['uricAcids', '1710001'],
    ['cholesterols', '121868005'],
  ];
  for (const [key, code] of seeds)
    expect(codingsToWrite(key)).toContainEqual(expect.objectContaining({ system: SNOMED, code }));
});

test('[CODE-03] a new reading carries the LOINC coding first and the SNOMED coding after it', () => {
  const both: readonly VitalKey[] = [
    'bloodPressures',
    'heartRates',
    'respiratoryRates',
    'temperatures',
    'spo2s',
    'weights',
    'heights',
    'bmis',
    'uricAcids',
    'cholesterols',
  ];
  for (const key of both) {
    const systems = codingsToWrite(key).map((coding) => coding.system);
    expect(systems[0]).toBe(LOINC);
    expect(systems.at(-1)).toBe(SNOMED);
  }
  expect(systemsOf('bloodPressures')).toEqual([`${LOINC}|85354-9`, `${SNOMED}|75367002`]);
  expect(systemsOf('spo2s')).toEqual([`${LOINC}|2708-6`, `${LOINC}|59408-5`, `${SNOMED}|103228002`]);
});

test('a glucose value in mg/dL also carries the code for a mass', () => {
  expect(codingsToWrite('glucoses', MMOL_PER_L).map(({ code }) => code)).toEqual(['15074-8']);
  expect(codingsToWrite('glucoses', MG_PER_DL).map(({ code }) => code)).toEqual(['15074-8', '2339-0']);
});

test('[VIT-51] any code of either system leads to the same vital, and no code to two', () => {
  for (const [loinc, snomed, key] of [
    ['8867-4', '364075005', 'heartRates'],
    ['8310-5', '56342008', 'temperatures'],
    ['85354-9', '75367002', 'bloodPressures'],
  ] as const) {
    expect(vitalKeyOf(loinc)).toBe(key);
    expect(vitalKeyOf(snomed)).toBe(key);
  }
  const all = VITAL_KEYS.flatMap((key) => codesOf(key));
  expect(new Set(all).size).toBe(all.length);
  for (const key of VITAL_KEYS) for (const code of codesOf(key)) expect(vitalKeyOf(code)).toBe(key);
  for (const [code, key] of [
    ['55284-4', 'bloodPressures'],
    ['386725007', 'temperatures'],
    ['2339-0', 'glucoses'],
    ['2093-3', 'cholesterols'],
  ] as const)
    expect(vitalKeyOf(code)).toBe(key);
  expect(vitalKeyOf('718-7')).toBeUndefined();
});

test('[ECG-02] an ECG has the leads I, II and III under their MDC codes', () => {
  expect(ECG_LEADS.map(({ key, primaryCodings }) => [key, primaryCodings[0]?.system, primaryCodings[0]?.code])).toEqual(
    [
      ['I', MDC, '131329'],
      ['II', MDC, '131330'],
      ['III', MDC, '131389'],
    ],
  );
  expect(componentOf('ecgs', { coding: [{ code: '8867-4' }] })?.key).toBe('heartRate');
});

test('[VIT-04] blood pressure has a systolic and a diastolic component in mmHg, read in either system', () => {
  expect(
    vitalOf('bloodPressures').components.map(({ key, primaryCodings, unit }) => [
      key,
      primaryCodings[0]?.code,
      unit.code,
      unit.sign,
    ]),
  ).toEqual([
    ['systolic', '8480-6', 'mm[Hg]', 'mmHg'],
    ['diastolic', '8462-4', 'mm[Hg]', 'mmHg'],
  ]);
  const partOf = (system: string, code: string) => componentOf('bloodPressures', { coding: [{ system, code }] })?.key;
  expect(partOf(SNOMED, '271649006')).toBe('systolic');
  expect(partOf(SNOMED, '271650006')).toBe('diastolic');
  expect(partOf(LOINC, '8478-0')).toBeUndefined();
  expect(partOf('https://lab.example/codes', '8480-6')).toBeUndefined();
});

test.each([
  ['VIT-03', 'temperatures', ['Cel']],
  ['VIT-06', 'spo2s', ['%']],
  ['VIT-07', 'heartRates', ['/min']],
  ['VIT-07', 'respiratoryRates', ['/min']],
  ['VIT-08', 'heights', ['cm']],
  ['VIT-09', 'weights', ['kg']],
  ['VIT-10', 'ketones', ['mmol/L']],
  ['VIT-11', 'uricAcids', ['umol/L']],
  ['VIT-12', 'cholesterols', ['mmol/L']],
  ['VIT-13', 'bmis', ['kg/m2']],
  ['GLU-01', 'glucoses', ['mmol/L', 'mg/dL']],
] as const)('[%s] the unit of %s is %s', (_row, key, units) => {
  expect(vitalOf(key).units.map(({ code }) => code)).toEqual(units);
});

test('units are found by UCUM code, printed sign and common spellings', () => {
  expect(unitOf('mm[Hg]')?.key).toBe('mmHg');
  expect(unitOf('mmHg')?.key).toBe('mmHg');
  expect(unitOf('MG/DL')?.key).toBe('mgdL');
  expect(unitOf('beats/min')?.key).toBe('perMin');
  expect(unitOf('kg/m²')?.key).toBe('kgm2');
  expect(unitOf('[degF]')).toBeUndefined();
  expect(unitOf(undefined)).toBeUndefined();
});

test('vital keys are told from other names', () => {
  expect(isVitalKey('ecgs')).toBe(true);
  expect(isVitalKey('toString')).toBe(false);
});

test('a code means a vital in its own system only, under any name of it, and where none is told', () => {
  const keyOf = (...coding: { readonly system?: string; readonly code?: string }[]) => vitalIn({ coding });
  for (const system of [LOINC, 'urn:oid:2.16.840.1.113883.6.1', 'https://loinc.org', undefined])
    expect(keyOf({ ...(system === undefined ? {} : { system }), code: '8867-4' })).toBe('heartRates');
  expect(keyOf({ system: 'urn:iso:std:iso:11073:10101', code: '149530' })).toBe('heartRates');
  for (const system of ['https://lab.example/codes', SNOMED, MDC, ''])
    expect(keyOf({ system, code: '8867-4' })).toBeUndefined();
  expect(keyOf({ system: LOINC, code: '364075005' })).toBeUndefined();
  expect(keyOf({ system: 'https://lab.example/codes', code: '29463-7' }, { system: LOINC, code: '8867-4' })).toBe(
    'heartRates',
  );
  expect(keyOf({ system: LOINC }, {})).toBeUndefined();
});
