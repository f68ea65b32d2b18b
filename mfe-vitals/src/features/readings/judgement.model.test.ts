import { changeOf, judgementOf, targetOf } from './judgement.model.ts';
import { targetPhrase, type Language } from './reading.words.ts';
import { readingOf, type Reading, type ReadingContext } from './reading.model.ts';
import { bloodPressure, parsed, rawValue, single } from './samples.test-support.ts';

const AT = '2026-11-25T08:15:00+07:00';
const context: ReadingContext = {
  birthDate: '1958-06-02',
  zone: 'Asia/Ho_Chi_Minh',
  now: Date.parse('2026-11-25T10:00:00+07:00'),
};
const AGE = 68;
const TEXTS: Readonly<Record<string, string>> = {
  'range.below': 'dưới {n}',
  'range.above': 'từ {n} trở lên',
  'range.between': 'từ {a} đến {b}',
  'range.fromToBelow': 'từ {a} đến dưới {b}',
  'range.target': 'Mục tiêu: {range} ({who})',
  'range.targetPlain': 'Mục tiêu: {range}',
  'who.adults': 'người lớn từ 18 tuổi',
};
const language: Language = {
  t: (key, values = {}) => (TEXTS[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  locale: 'vi-VN',
  glucoseUnit: 'mmol/L',
  zone: 'Asia/Ho_Chi_Minh',
};

function read(...args: Parameters<typeof readingOf>): Reading {
  const reading = readingOf(...args);
  if (reading === undefined) throw new Error('No reading');
  return reading;
}
const pressure = (systolic: number, diastolic: number) => read(bloodPressure(systolic, diastolic, AT), context);
const value = (...[storeKey, number]: [Parameters<typeof single>[0], number]) =>
  read(single(storeKey, number, AT), context);

test('[VIT-57] outside the target a level also says which way', () => {
  expect(judgementOf(pressure(162, 98), AGE)).toEqual({ level: 'veryDangerous', direction: 'high' });
  expect(judgementOf(pressure(122, 78), AGE)).toEqual({ level: 'veryMild', direction: 'high' });
  expect(judgementOf(pressure(85, 55), AGE)).toEqual({ level: 'veryMild', direction: 'low' });
  expect(judgementOf(pressure(118, 76), AGE)).toEqual({ level: 'target' });
  expect(judgementOf(value('spo2s', 91), AGE)).toEqual({ level: 'mild', direction: 'low' });
  expect(judgementOf(value('heartRates', 39), AGE)).toEqual({ level: 'veryDangerous', direction: 'low' });
  expect(judgementOf(value('bmis', 23), AGE)).toEqual({ level: 'mild', direction: 'high' });
  expect(judgementOf(value('glucoses', 3.5), AGE)).toEqual({ level: 'dangerous', direction: 'low' });
});

test('[VIT-56] 37.7 °C at 30 years is in the target, yet high and not green', () => {
  const reading = read(single('temperatures', 37.7, AT), { ...context, birthDate: '1996-01-01' });
  expect(reading.assessment?.level).toBe('target');
  expect(judgementOf(reading, 30)).toEqual({ level: 'veryMild', direction: 'high' });
});

test('[VIT-10][VIT-11][VIT-12] vitals without bands get no level, no target and no colour', () => {
  for (const storeKey of ['ketones', 'uricAcids', 'cholesterols', 'weights', 'heights', 'respiratoryRates'] as const) {
    expect(judgementOf(value(storeKey, 5), AGE)).toBeUndefined();
    expect(targetOf(storeKey, AGE, 'mmol/L')).toBeUndefined();
  }
});

test('a target is told in words, with the people it is for', () => {
  const phrase = (storeKey: Parameters<typeof targetOf>[0], age = AGE) =>
    targetPhrase(targetOf(storeKey, age, 'mmol/L') ?? { bands: [] }, '', language);
  expect(phrase('bloodPressures')).toBe('Mục tiêu: dưới 120/80 (người lớn từ 18 tuổi)');
  expect(phrase('spo2s')).toBe('Mục tiêu: từ 98 trở lên');
  expect(phrase('heartRates')).toBe('Mục tiêu: từ 51 đến 90 (who.from16)');
  expect(phrase('bmis')).toBe('Mục tiêu: từ 18,5 đến dưới 23 (người lớn từ 18 tuổi)');
  expect(phrase('temperatures', 10)).toBe('Mục tiêu: từ 36,4 đến 37,7 (who.upTo10)');
  expect(phrase('temperatures', 66)).toBe('Mục tiêu: từ 35,8 đến 37,1 (who.from66)');
});

test('[VIT-29] up, down and equal; of a blood pressure the systolic part is told first', () => {
  expect(changeOf(pressure(162, 98), pressure(128, 80), 'mmol/L')).toEqual({ part: 'systolic', difference: 34 });
  expect(changeOf(pressure(120, 76), pressure(120, 80), 'mmol/L')).toEqual({ part: 'diastolic', difference: -4 });
  expect(changeOf(pressure(120, 80), pressure(120, 80), 'mmol/L')).toEqual({ part: 'systolic', difference: 0 });
  expect(changeOf(value('temperatures', 36.9), value('temperatures', 36.6), 'mmol/L')).toEqual({
    part: 'value',
    difference: 0.3,
    percent: 0.8,
  });
  expect(changeOf(value('spo2s', 98), value('spo2s', 97), 'mmol/L')).toEqual({ part: 'value', difference: 1 });
  expect(changeOf(pressure(120, 80), undefined, 'mmol/L')).toBeUndefined();
});

test('[VIT-27] two units of glucose are compared in the one that is shown', () => {
  const mass = read(
    parsed(rawValue('glucoses', 1, AT, { valueQuantity: { value: 180, unit: 'mg/dL', code: 'mg/dL' } })),
    context,
  );
  expect(changeOf(value('glucoses', 9), mass, 'mmol/L')).toEqual({ part: 'value', difference: -1, percent: -10 });
  expect(changeOf(value('glucoses', 9), mass, 'mg/dL')).toEqual({ part: 'value', difference: -18, percent: -10 });
});
