import { codesOf, codingsOf, codingsToWrite, isVitalKey, vitalKeyOf } from '../codings.ts';
import { LOINC, MDC, SNOMED } from '../code-systems.ts';
import { ECG_LEADS, ECG_VALUES } from '../ecg-codings.ts';
import { checkDigitOf } from '../loinc-check-digit.test-support.ts';
import { numberOf } from '../parts.ts';
import { namesOf, vital, VITALS, type VitalKey } from './index.ts';
import { acceptedAs } from './units.ts';

const LOINC_FORM = /^\d{3,5}-\d$/;

test('every LOINC code that is written or read has its check digit', () => {
  const codes = VITALS.flatMap(({ codes: { write, writeIn, read }, parts }) => [
    ...write,
    ...Object.values(writeIn ?? {}),
    ...read,
    ...[...parts.flatMap(({ component }) => component ?? []), ...ECG_LEADS, ...ECG_VALUES].flatMap(
      ({ primaryCodings, aliases }) => [...primaryCodings, ...aliases],
    ),
  ])
    .filter(({ system }) => system === LOINC)
    .map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(60);
  expect(codes.filter((code) => checkDigitOf(code.slice(0, -2)) !== Number(code.at(-1)))).toEqual([]);
  expect(checkDigitOf('8867')).toBe(4);
});

test('each code has the form of its system', () => {
  const forms = { [LOINC]: LOINC_FORM, [SNOMED]: /^\d{7,9}$/, [MDC]: /^1\d{5}$/ };
  for (const { key, parts } of VITALS)
    for (const { system, code } of [
      ...codingsOf(key),
      ...parts.flatMap(({ component }) =>
        component === undefined ? [] : [...component.primaryCodings, ...component.aliases],
      ),
    ])
      expect(code).toMatch(forms[system as keyof typeof forms]);
});

test.each([
  ['bloodPressures', '35094-2 96607-7 8480-6 8462-4 8459-0 96609-3'],
  ['heartRates', '8889-8 8893-0 40443-4 76282-3 147842 149530'],
  ['respiratoryRates', '151562'],
  ['temperatures', '8331-1 8328-7 8329-5 8332-9 8333-7'],
  ['spo2s', '20564-1 150456'],
  ['weights', '3141-9 3142-7 8335-2'],
  ['heights', '3137-7 3138-5 8306-3'],
  ['bmis', '89270-3'],
  ['glucoses', '2339-0 2345-7 14749-6 41653-7 14743-9 99504-3 2340-8 1558-6 14771-0'],
  ['ketones', '6873-4 66441-7'],
  ['uricAcids', '3084-1'],
  ['cholesterols', '2093-3 35200-5'],
  ['ecgs', '11524-6'],
] as const)('%s is read from the codes of other systems, and none of them is written', (key, codes) => {
  for (const code of codes.split(' ')) {
    expect(vitalKeyOf(code)).toBe(key);
    expect(codesOf(key)).toContain(code);
    expect(codingsToWrite(key).map((coding) => coding.code)).not.toContain(code);
  }
});

const kept = (key: VitalKey, value: number, code: string) => {
  const found = numberOf(key, { value, code });
  return found && [found.value, found.unit.code];
};

test.each([
  ['bloodPressures', 16, 'kPa', 120, 'mm[Hg]'],
  ['heartRates', 1.2, 'Hz', 72, '/min'],
  ['respiratoryRates', 0.25, 'Hz', 15, '/min'],
  ['temperatures', 98.6, '[degF]', 37, 'Cel'],
  ['temperatures', 310.15, 'K', 37, 'Cel'],
  ['spo2s', 0.97, '1', 97, '%'],
  ['weights', 3250, 'g', 3.25, 'kg'],
  ['weights', 185, '[lb_av]', 83.9, 'kg'],
  ['heights', 1.65, 'm', 165, 'cm'],
  ['heights', 1650, 'mm', 165, 'cm'],
  ['heights', 65, '[in_i]', 165.1, 'cm'],
  ['heights', 5, '[ft_i]', 152.4, 'cm'],
  ['glucoses', 110, 'mg/dL', 110, 'mg/dL'],
  ['glucoses', 1100, 'mg/L', 110, 'mg/dL'],
  ['glucoses', 1.1, 'g/L', 110, 'mg/dL'],
  ['glucoses', 110, 'mg%', 110, 'mg/dL'],
  ['ketones', 10.41, 'mg/dL', 1, 'mmol/L'],
  ['uricAcids', 6, 'mg/dL', 357, 'umol/L'],
  ['cholesterols', 200, 'mg/dL', 5.2, 'mmol/L'],
] as const)('%s: %s %s is kept as %s %s', (key, value, unit, keptValue, keptUnit) => {
  expect(kept(key, value, unit)).toEqual([keptValue, keptUnit]);
});

test('a unit of another vital is none of this one', () => {
  expect(kept('weights', 5, 'mmol/L')).toBeUndefined();
  expect(kept('ketones', 5, 'g/L')).toBeUndefined();
  expect(acceptedAs('heights', 'value', 'constructor')).toBeUndefined();
  expect(acceptedAs('heights', 'value', undefined)).toBeUndefined();
});

test('a name is one word in each language, the one of the labels', () => {
  expect(VITALS.map(({ names }) => names['vi-VN'])).toEqual([
    'Huyết áp',
    'Nhịp tim',
    'SpO2',
    'Nhịp thở',
    'Điện tim',
    'Đường huyết',
    'Ketone',
    'Cholesterol toàn phần',
    'Axit uric',
    'Nhiệt độ',
    'Cân nặng',
    'Chiều cao',
    'Chỉ số khối cơ thể (BMI)',
  ]);
  expect(namesOf('glucoses')['en-US']).toBe('Glucose');
});

test('keys, fields, hub kinds and characteristics name one thing each', () => {
  const fields = VITALS.flatMap(({ parts }) => parts.map(({ field }) => field));
  const kinds = VITALS.flatMap(({ hub }) => hub?.kind ?? []);
  for (const names of [VITALS.map(({ key }) => key), fields, kinds]) expect(new Set(names).size).toBe(names.length);
  expect(() => vital('none' as VitalKey)).toThrow(RangeError);
  expect(isVitalKey('none')).toBe(false);
});

const MEASURES = VITALS.flatMap(({ key, parts }) =>
  parts.flatMap((part) => part.measures.map((measure) => ({ key, part: part.key, ...measure }))),
);

test('the steps that are asked about are those that were decided', () => {
  const jumps = VITALS.flatMap(({ key, parts }) =>
    parts.flatMap((part) => (part.jump === undefined ? [] : [[key, part.key, part.jump]])),
  );
  expect(jumps).toEqual([
    ['bloodPressures', 'systolic', { by: 60 }],
    ['bloodPressures', 'diastolic', { by: 60 }],
    ['weights', 'value', { share: 0.1, withinDays: 30 }],
    ['heights', 'value', { by: 3, fromAge: 18 }],
  ]);
});

/** A measure in one line: what is refused, what is asked about, and what looks like a slip. */
function told({ key, part, unit, decimals, refuse, ask, slips = [] }: (typeof MEASURES)[number]): string {
  const { above, from, upTo, below, whole } = refuse;
  const held = `${above === undefined ? `${from ?? ''}…` : `>${above}…`}${below === undefined ? (upTo ?? '') : `<${below}`}`;
  const slip = slips.map((one) => `${one.from}…${one.upTo} as ${one.unit ?? `10^${one.places ?? 0}`}`);
  return [
    `${key} ${part} ${unit.code} .${decimals}: ${held}${whole === true ? ' whole' : ''}, usual ${ask.join('…')}`,
    ...slip,
  ].join(', ');
}

test('each number has the limits that were decided', () => {
  expect(MEASURES.map(told)).toEqual([
    'bloodPressures systolic mm[Hg] .0: >0…350 whole, usual 60…260, 8…25 as 10^1',
    'bloodPressures diastolic mm[Hg] .0: >0…350 whole, usual 30…160, 4…15 as 10^1',
    'heartRates value /min .0: >10…<250, usual 30…220',
    'spo2s value % .0: 0…100, usual 70…100, 0.7…1 as 10^2',
    'respiratoryRates value /min .0: >0…150, usual 6…60',
    'ecgs value /min .0: >10…<250, usual 30…220',
    'glucoses value mmol/L .1: >0…150, usual 1.5…33.3, 33.4…600 as mg/dL',
    'glucoses value mg/dL .0: >0…2700, usual 27…600, 1.5…10 as mmol/L',
    'ketones value mmol/L .1: 0…30, usual 0…10',
    'cholesterols value mmol/L .1: >0…50, usual 1…15, 100…400 as mg/dL',
    'uricAcids value umol/L .0: >0…3000, usual 50…1200, 3…20 as mg/dL',
    'temperatures value Cel .1: 10…47, usual 34…42, 93…108 as [degF], 340…420 as 10^-1',
    'weights value kg .1: >0…<300, usual 2…200, 2000…200000 as g',
    'heights value cm .1: >0…275, usual 40…220, 0.4…2.2 as m, 400…2200 as mm',
    'bmis value kg/m2 .2: >0…, usual 10…70',
  ]);
});
