import { changeOf } from './change.model.ts';
import { targetPhrase } from './range.words.ts';
import { judgingPhrase, levelPhrase } from './reading.words.ts';
import { readingOf, type Reading, type ReadingContext } from './reading.model.ts';
import { language } from './sample-language.test-support.ts';
import { bloodPressure, parsed, rawValue, single } from './samples.test-support.ts';

const AT = '2026-11-25T08:15:00+07:00';
const context: ReadingContext = {
  birthDate: '1958-06-02',
  zone: 'Asia/Ho_Chi_Minh',
  now: Date.parse('2026-11-25T10:00:00+07:00'),
};

function read(...args: Parameters<typeof readingOf>): Reading {
  const reading = readingOf(...args);
  if (reading === undefined) throw new Error('No reading');
  return reading;
}
const pressure = (systolic: number, diastolic: number) => read(bloodPressure(systolic, diastolic, AT), context);
const value = (...[vitalKey, number]: [Parameters<typeof single>[0], number]) =>
  read(single(vitalKey, number, AT), context);
const level = ({ verdict }: Reading) => levelPhrase(verdict, language);
const judging = ({ verdict, vitalKey }: Reading) => judgingPhrase(verdict, vitalKey, language);

test('[VIT-57] beside a level stands which way and the range that judged, with whose it is', () => {
  const said = (reading: Reading) => [level(reading), judging(reading)];
  expect(said(pressure(162, 98))).toEqual(['Rất nguy hiểm · Cao', 'mục tiêu dưới 120/80']);
  expect(said(pressure(121, 79))).toEqual(['Hơi lệch · hơi trên mục tiêu', 'mục tiêu dưới 120/80']);
  expect(said(pressure(85, 55))).toEqual(['Hơi lệch · Thấp', 'mục tiêu từ 90/60 đến dưới 120/80']);
  expect(said(pressure(118, 76))).toEqual(['Trong mục tiêu', 'mục tiêu dưới 120/80']);
  expect(said(value('spo2s', 96))).toEqual(['Hơi lệch · hơi dưới mục tiêu', 'mục tiêu từ 98']);
  expect(said(value('spo2s', 91))).toEqual(['Rất nguy hiểm · Thấp', 'mục tiêu từ 98']);
  expect(said(value('heartRates', 39))).toEqual(['Rất nguy hiểm · Thấp', 'mục tiêu 51–90']);
  expect(said(value('bmis', 23))).toEqual(['Ngoài mục tiêu · Cao', 'mục tiêu từ 18,5 đến dưới 23']);
  expect(said(value('glucoses', 3.5))).toEqual(['Nguy hiểm · Thấp', 'mục tiêu 3,9–10']);
  expect(said(value('glucoses', 7))).toEqual(['Trong mục tiêu', 'mục tiêu 3,9–10']);
});

test("a doctor's goal judges, and what a facility wrote beside its own result", () => {
  const goals = [
    {
      lifecycleStatus: 'active',
      startDate: '2026-10-01',
      expressedBy: { reference: 'Practitioner/1', display: 'BS. Lê Thu Hà' },
      target: [
        {
          measure: { coding: [{ code: '8480-6' }] },
          detailQuantity: { value: 130, comparator: '<', unit: 'mmHg', code: 'mm[Hg]' },
        },
      ],
    },
  ];
  const reading = read(bloodPressure(144, 85, AT), { ...context, goals });
  expect([level(reading), judging(reading)]).toEqual(['Nguy hiểm · Cao', 'bác sĩ đặt: dưới 130']);
  expect(targetPhrase(reading.verdict, 'bloodPressures', language)).toBe(
    'Mục tiêu do BS. Lê Thu Hà đặt từ 01/10/2026: dưới 130',
  );
  const lab = read(
    parsed(
      rawValue('glucoses', 7.2, AT, {
        meta: {},
        performer: [{ reference: 'Organization/7', display: 'Bệnh viện Chợ Rẫy' }],
        interpretation: [{ coding: [{ code: 'H' }] }],
        referenceRange: [{ low: { value: 3.9, code: 'mmol/L' }, high: { value: 6.4, code: 'mmol/L' } }],
      }),
    ),
    context,
  );
  expect([level(lab), judging(lab)]).toEqual(['Cao', 'khoảng của Bệnh viện Chợ Rẫy 3,9–6,4']);
});

test('[VIT-56] 37.7 °C at 30 years is in the target, yet high and not green', () => {
  const reading = read(single('temperatures', 37.7, AT), { ...context, birthDate: '1996-01-01' });
  expect(reading.verdict).toMatchObject({ band: 'target', level: 'veryMild', side: 'high' });
});

test('[VIT-10][VIT-11][VIT-12] vitals without bands get no level, no target and no colour', () => {
  for (const vitalKey of ['ketones', 'uricAcids', 'cholesterols', 'weights', 'heights', 'respiratoryRates'] as const) {
    const reading = value(vitalKey, 5);
    expect([reading.verdict.level, level(reading), judging(reading)]).toEqual([undefined, undefined, undefined]);
    expect(targetPhrase(reading.verdict, vitalKey, language)).toBeUndefined();
  }
});

test('a target is told in words, with the people it is for', () => {
  const phrase = (reading: Reading) => targetPhrase(reading.verdict, reading.vitalKey, language);
  expect(phrase(pressure(118, 76))).toBe('Mục tiêu: dưới 120/80 (người lớn từ 18 tuổi)');
  expect(phrase(value('spo2s', 99))).toBe('Mục tiêu: từ 98');
  expect(phrase(value('heartRates', 70))).toBe('Mục tiêu: 51–90 (từ 16 tuổi)');
  expect(phrase(value('bmis', 20))).toBe('Mục tiêu: từ 18,5 đến dưới 23 (người lớn từ 18 tuổi)');
  const warm = (birthDate: string) => phrase(read(single('temperatures', 36.9, AT), { ...context, birthDate }));
  expect(warm('2016-01-01')).toBe('Mục tiêu: 36,4–37,5 (đến 10 tuổi)');
  expect(warm('1960-01-01')).toBe('Mục tiêu: 35,8–37,1 (từ 66 tuổi)');
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
