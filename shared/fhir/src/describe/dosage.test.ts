import type { Dosage } from '../datatypes.ts';
import { doseWords, dosesWords, timingWords } from './dosage.ts';

const amount = (value: number, unit: string) => ({ value, unit });
const text = (words: string) => ({ text: words });
const repeat = (more: object): Dosage => ({ timing: { repeat: more } });

test.each<[Dosage, string | undefined, string | undefined]>([
  [{}, undefined, undefined],
  [{ text: '' }, undefined, undefined],
  [{ doseAndRate: [{ doseRange: { low: amount(1, 'g'), high: amount(2, 'g') } }] }, '1 – 2 g', '1 – 2 g'],
  [{ doseAndRate: [{ rateQuantity: amount(5, 'mL/h') }] }, 'tốc độ 5 mL/h', 'at a rate of 5 mL/h'],
  [
    { doseAndRate: [{ rateRange: { low: amount(1, 'mL'), high: amount(2, 'mL') } }] },
    'tốc độ 1 – 2 mL',
    'at a rate of 1 – 2 mL',
  ],
  [
    { doseAndRate: [{ rateRatio: { numerator: amount(1, 'g'), denominator: amount(2, 'giờ') } }] },
    'tốc độ 1 g trong 2 giờ',
    'at a rate of 1 g in 2 giờ',
  ],
  [
    { doseAndRate: [{ type: text('tính theo cân nặng'), doseQuantity: amount(1, 'g') }] },
    '1 g, (tính theo cân nặng)',
    '1 g, (tính theo cân nặng)',
  ],
  [{ asNeededBoolean: true }, 'khi cần', 'as needed'],
  [{ asNeededBoolean: false }, 'dùng đều', 'regularly, not only as needed'],
  [
    { maxDosePerPeriod: { numerator: amount(4, 'g'), denominator: amount(1, 'ngày') } },
    'tối đa 4 g trong 1 ngày',
    'up to 4 g in 1 ngày',
  ],
  [{ maxDosePerAdministration: amount(1, 'g') }, 'tối đa 1 g mỗi lần', 'up to 1 g each time'],
  [{ maxDosePerLifetime: amount(9, 'g') }, 'tối đa 9 g trong cả đời', 'up to 9 g in a lifetime'],
  [
    { route: text('uống'), site: text('lưỡi'), method: text('ngậm'), additionalInstruction: [text('no')] },
    'uống, lưỡi, ngậm, no',
    'uống, lưỡi, ngậm, no',
  ],
  [{ text: 'Sáng', patientInstruction: 'lắc kỹ' }, 'Sáng; lắc kỹ', 'Sáng; lắc kỹ'],
  [repeat({ frequency: 1 }), '1 lần', '1 time'],
  [repeat({ frequency: 2, frequencyMax: 3 }), '2 – 3 lần', '2 – 3 times'],
  [repeat({ frequencyMax: 3 }), 'tối đa 3 lần', 'up to 3 times'],
  [repeat({ period: 1, periodUnit: 'd' }), '1 lần mỗi ngày', '1 time every day'],
  [repeat({ frequency: 2, period: 3, periodUnit: 'wk' }), '2 lần mỗi 3 tuần', '2 times every 3 weeks'],
  [repeat({ dayOfWeek: ['mon', 'sun'] }), 'thứ Hai, Chủ nhật', 'Monday, Sunday'],
  [repeat({ timeOfDay: ['08:00:00', '20:30:15'] }), 'lúc 08:00, lúc 20:30:15', 'at 08:00, at 20:30:15'],
  [repeat({ when: ['AC', 'HS'] }), 'trước bữa ăn, trước khi đi ngủ', 'before a meal, before going to sleep'],
  [repeat({ when: ['PC'], offset: 30 }), '30 phút sau bữa ăn', '30 minutes after a meal'],
  [repeat({ when: ['PC'], offset: 0 }), 'sau bữa ăn', 'after a meal'],
  [repeat({ duration: 1, durationUnit: 'h' }), 'mỗi lần kéo dài 1 giờ', 'each lasting 1 hour'],
  [repeat({ duration: 1, durationMax: 2, durationUnit: 'h' }), 'mỗi lần kéo dài 1 – 2 giờ', 'each lasting 1 – 2 hours'],
  [repeat({ boundsDuration: amount(7, 'ngày') }), 'trong 7 ngày', 'for 7 ngày'],
  [repeat({ boundsRange: { low: amount(5, 'ngày'), high: amount(7, 'ngày') } }), 'trong 5 – 7 ngày', 'for 5 – 7 ngày'],
  [
    repeat({ boundsPeriod: { start: '2026-03-01', end: '2026-03-02' } }),
    '01/03/2026 – 02/03/2026',
    '01/03/2026 – 02/03/2026',
  ],
  [repeat({ count: 1 }), 'tổng cộng 1 lần', '1 time altogether'],
  [repeat({ count: 2, countMax: 4 }), 'tổng cộng 2 – 4 lần', '2 – 4 times altogether'],
  [
    { timing: { event: ['2026-03-01', '2026-03-05'], code: { text: 'hai lần' } } },
    'hai lần, 01/03/2026, 05/03/2026',
    'hai lần, 01/03/2026, 05/03/2026',
  ],
])('a dose in words: %j', (dosage, vi, en) => {
  expect([doseWords(dosage, 'vi-VN'), doseWords(dosage, 'en-US')]).toEqual([vi, en]);
});

test.each<[string, object]>([
  ['an unknown element of the dose', { speed: 1 }],
  ['an unknown element of the amount', { doseAndRate: [{ odd: 1 }] }],
  ['a kind of dose without words', { doseAndRate: [{ type: {}, doseQuantity: amount(1, 'g') }] }],
  ['a rate without its time', { doseAndRate: [{ rateRatio: { numerator: amount(1, 'g') } }] }],
  ['a maximum without its time', { maxDosePerPeriod: { numerator: amount(1, 'g') } }],
  ['a maximum without an amount', { maxDosePerAdministration: {} }],
  ['a maximum of a life without an amount', { maxDosePerLifetime: {} }],
  ['a need without words', { asNeededCodeableConcept: {} }],
  ['an unknown element of the timing', { timing: { odd: 1 } }],
  ['a timing without words', { timing: { code: {} } }],
  ['an unreadable time', { timing: { event: ['2026-03-01', 'mai'] } }],
  ['an unknown element of the repeat', repeat({ odd: 1 })],
  ['a period without its unit', repeat({ period: 1 })],
  ['a unit without its period', repeat({ periodUnit: 'd' })],
  ['an unknown unit', repeat({ period: 1, periodUnit: 'fortnight' })],
  ['a duration without its unit', repeat({ duration: 1 })],
  ['a unit without its duration', repeat({ durationUnit: 'h' })],
  ['one unknown day of several', repeat({ dayOfWeek: ['mon', 'someday'] })],
  ['an unknown event', repeat({ when: ['toString'] })],
  ['minutes before nothing', repeat({ offset: 30 })],
])('a dose is not told in part: %s', (_, part) => {
  const dosage = { text: '1 viên', ...part };
  expect(doseWords(dosage, 'vi-VN')).toBe('1 viên; xem bản gốc để biết đủ cách dùng');
  expect(doseWords(part, 'vi-VN')).toBe('xem bản gốc để biết đủ cách dùng');
});

test('doses are numbered as they follow one another, one alone only by its own number', () => {
  expect(dosesWords([text('a')], 'vi-VN')).toEqual(['a']);
  expect(dosesWords([{ ...text('a'), sequence: 3 }], 'vi-VN')).toEqual(['3. a']);
  expect(dosesWords([{ ...text('b'), sequence: 2 }, { ...text('a'), sequence: 1 }, {}], 'vi-VN')).toEqual([
    '1. a',
    '2. b',
  ]);
  expect(dosesWords([text('a'), text('b')], 'vi-VN')).toEqual(['1. a', '2. b']);
});

test('a timing alone is told, or refers to the original, or is nothing', () => {
  expect([
    timingWords({ repeat: { frequency: 2, period: 1, periodUnit: 'd', count: 3 } }, 'en-US'),
    timingWords({ repeat: { period: 1 } }, 'en-US'),
    timingWords({}, 'en-US'),
    timingWords({ code: { coding: [{ code: 'BID' }], text: 'BID' } }, 'en-US'),
  ]).toEqual([
    '2 times every day, 3 times altogether',
    'see the original for the full directions',
    undefined,
    'twice a day',
  ]);
});
