import { elementLines, elementValue } from './any-value.ts';

const of = (value: unknown, key = 'note'): string | undefined => elementValue({ [key]: value }, key, 'vi-VN');

test.each<[string, unknown, string | undefined]>([
  ['a number', 1.5, '1,5'],
  ['yes', true, 'Có'],
  ['no', false, 'Không'],
  ['a text', ' x ', 'x'],
  ['an empty text', ' ', undefined],
  ['a date', '2026-03-01', '01/03/2026'],
  ['a text that begins like a date', '2026 lần', '2026 lần'],
  ['nothing', null, undefined],
  ['an empty object', {}, undefined],
  ['a list', ['a', ' ', 'b'], 'a; b'],
  ['an empty list', [' '], undefined],
  ['a concept', { coding: [{ display: 'Sốt' }], text: 'Sốt cao' }, 'Sốt cao'],
  ['a ratio', { numerator: { value: 1, unit: 'g' }, denominator: { value: 2, unit: 'L' } }, '1 g / 2 L'],
  ['half a ratio', { numerator: { value: 1, unit: 'g' } }, '1 g'],
  ['money', { value: 5, currency: 'VND' }, '5\u00a0VND'],
  ['a quantity', { value: 5, unit: 'mg', comparator: '<' }, '< 5 mg'],
  ['a value in words', { value: 'năm', system: 's' }, 'năm'],
  ['a range', { low: { value: 1, unit: 'g' }, high: { value: 2, unit: 'g' } }, '1 – 2 g'],
  ['a timing', { repeat: { frequency: 2, period: 1, periodUnit: 'd' } }, '2 lần mỗi ngày'],
  ['a file', { contentType: 'application/pdf', title: 'Giấy' }, 'Giấy (Tệp PDF)'],
  ['a file by its address', { url: 'https://x.example/a' }, 'Tệp'],
  ['a reference', { reference: 'Patient/a', display: 'An' }, 'An'],
  ['a reference by its type', { reference: 'Patient/a' }, 'Bệnh nhân'],
  ['a reference by its number', { identifier: { value: '7' } }, '7'],
  ['a period', { start: '2026-03-01', end: '2026-03-02' }, '01/03/2026 – 02/03/2026'],
  ['a coding', { system: 'x', code: 'y', display: 'Z' }, 'Z'],
  ['a note', { text: 'n', authorString: 'Lan' }, 'n (Lan ghi)'],
  ['one element', { summary: { text: 'II' } }, 'II'],
  ['several elements', { summary: { text: 'II' }, type: { text: 'Lâm sàng' } }, 'Tóm tắt: II, Loại: Lâm sàng'],
  ['elements of which one has no words', { summary: { text: 'II' }, type: {}, extension: [{ url: 'x' }] }, 'II'],
  ['elements that nobody knows', { odd: 1 }, undefined],
  [
    'an element beside what belongs to all',
    { id: 'x', extension: [], _start: {}, start: '2026-03-01', end: '2026-03-01' },
    '01/03/2026',
  ],
])('a value in words: %s', (_, value, words) => {
  expect(of(value)).toBe(words);
});

test('a status and a kind have the words of their codes', () => {
  expect([of('active', 'status'), of('Task', 'kind'), of('odd', 'kind')]).toEqual(['Đang hiệu lực', 'Yêu cầu', 'odd']);
});

test('elements without a value, and those without a name, are told as far as they can be', () => {
  expect(elementLines({ note: ' ', colour: 'đỏ' }, ['note', 'colour', 'gone'], 'vi-VN')).toEqual([
    { label: 'colour', value: 'đỏ' },
  ]);
});
