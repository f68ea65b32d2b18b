import {
  parseDateInput,
  parseDecimal,
  parsePair,
  parsePartialDateInput,
  parseTimeInput,
  writeDecimal,
} from './parse-input.tsx';

test.each([
  ['36,6', 36.6],
  ['36.6', 36.6],
  [' 120 ', 120],
  [',5', 0.5],
  ['54.', 54],
  ['-1', -1],
])('[UX-30] %p is the number %p', (typed, value) => {
  expect(parseDecimal(typed)).toBe(value);
});

test.each(['', '120/80', '1e3', '1.234,5', '36,6 °C', '٣', 'NaN', 'Infinity', '.', '0x10'])(
  '[UX-30] %p is not a number',
  (typed) => {
    expect(parseDecimal(typed)).toBeUndefined();
  },
);

test('[UX-30] a pasted pair is taken apart', () => {
  expect(parsePair(' 120/80 ')).toEqual(['120', '80']);
  expect(parsePair('120')).toBeUndefined();
});

test.each([
  ['1/2/2026', '2026-02-01'],
  ['01-02-2026', '2026-02-01'],
  ['01022026', '2026-02-01'],
  ['1.2.2026', '2026-02-01'],
  [' 29/02/2024 ', '2024-02-29'],
])('[UX-29] %p is the date %s', (typed, date) => {
  expect(parseDateInput(typed)).toEqual({ kind: 'date', date });
});

test.each([
  ['31/02/2026', 'impossible'],
  ['29/02/2026', 'impossible'],
  ['32/01/2026', 'impossible'],
  ['01/13/2026', 'impossible'],
  ['00/01/2026', 'impossible'],
  ['01/01/0000', 'impossible'],
  ['1/2/26', 'unreadable'],
  ['2026-02-01', 'unreadable'],
  ['mai', 'unreadable'],
  [' ', 'empty'],
])('[UX-29] %p is %s', (typed, kind) => {
  expect(parseDateInput(typed).kind).toBe(kind);
});

test.each([
  ['8:15', '08:15'],
  ['08:15', '08:15'],
  ['8h15', '08:15'],
  ['0815', '08:15'],
  ['23.59', '23:59'],
  ['24:00', undefined],
  ['8', undefined],
  ['08:60', undefined],
])('[UX-29] the time %p is %p', (typed, time) => {
  expect(parseTimeInput(typed)).toBe(time);
});

test.each([
  ['2019', { kind: 'date', date: '2019' }],
  [' 3/2019 ', { kind: 'date', date: '2019-03' }],
  ['03-2019', { kind: 'date', date: '2019-03' }],
  ['1/2/2019', { kind: 'date', date: '2019-02-01' }],
  ['13/2019', { kind: 'impossible' }],
  ['0000', { kind: 'impossible' }],
  ['', { kind: 'empty' }],
  ['19', { kind: 'unreadable' }],
  ['mùa hè 2019', { kind: 'unreadable' }],
])('a date of which the month or the year may be all that is known: %p', (typed, read) => {
  expect(parsePartialDateInput(typed)).toEqual(read);
});

test.each([36.6, 1234.5, 0.000001, 1_234_567, -1])('%p is written so that it is read back', (value) => {
  for (const locale of ['vi-VN', 'en-US'] as const) expect(parseDecimal(writeDecimal(value, locale))).toBe(value);
  expect([writeDecimal(36.6, 'vi-VN'), writeDecimal(36.6, 'en-US')]).toEqual(['36,6', '36.6']);
});
