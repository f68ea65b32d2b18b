import words from './generated/words.vi-VN.json' with { type: 'json' };
import { usualWords } from './usual.ts';

test.each([
  ['m:>=130 g/L; f:>=120 g/L', 'nam từ 130 g/L; nữ từ 120 g/L', 'men from 130 g/L; women from 120 g/L'],
  ['3.5-5.0 mmol/L', '3,5–5,0 mmol/L', '3.5–5.0 mmol/L'],
  ['<0.5 mg/L FEU (age < 50)', 'dưới 0,5 mg/L FEU (dưới 50 tuổi)', 'below 0.5 mg/L FEU (under 50 years)'],
  ['0.4-4.0 mIU/L (not in pregnancy)', '0,4–4,0 mIU/L (khi không mang thai)', '0.4–4.0 mIU/L (not in pregnancy)'],
  ['negative', 'âm tính', 'negative'],
])('%s is said in words', (range, vi, en) => {
  expect([usualWords(range, 'vi-VN'), usualWords(range, 'en-US')]).toEqual([vi, en]);
});

test('no sign and no English word is left in Vietnamese, in whatever the table holds', () => {
  const said = Object.values(words).map(({ usual }) => usualWords(usual, 'vi-VN'));
  expect(said.filter((text) => /[<>]|\b[mf]:|\b(?:not|in|age|without|fasting|negative)\b/.test(text))).toEqual([]);
});
