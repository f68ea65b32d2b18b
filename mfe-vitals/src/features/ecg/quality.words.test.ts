import { analyseRecord } from '@phr/clinical/ecg-analysis';
import { heart, noise, over, repeated, sine, triangle } from '@phr/clinical/ecg-signals.test-support';
import { language } from '../readings/sample-language.test-support.ts';
import { qualityPhrases, rateName } from './quality.words.ts';

const RATE = 500;
const clean = heart(75).signal;
const hum = sine(clean.length, RATE, 50, 0.5);
/** Sentence about the leads with these names. */
const said = (leads: Readonly<Record<string, Float32Array>>) => {
  const found = analyseRecord(
    Object.entries(leads).map(([name, signal]) => ({ name, signal })),
    RATE,
  );
  if (!found) throw new Error('no leads');
  return { phrases: qualityPhrases(found, language), name: rateName(found, language) };
};
const partlyLost = clean.slice().fill(0.1, 5000, 8000);

test('nothing is said of clear curves; the rate is named after its lead', () => {
  expect(said({ I: clean, II: clean })).toEqual({ phrases: [], name: 'Nhịp tim đếm ở chuyển đạo II' });
});

test.each<[string, Readonly<Record<string, Float32Array>>, readonly string[]]>([
  ['hum', { II: hum }, ['Chuyển đạo II bị nhiễu điện lưới, không tính được nhịp tim']],
  ['hum in a lead that does not speak', { II: over(clean, hum), I: clean }, ['Có nhiễu điện lưới ở chuyển đạo II']],
  ['noise', { II: noise(15_000, 0.6) }, ['Tín hiệu ở chuyển đạo II nhiễu, không tính được nhịp tim']],
  [
    'a clipped range',
    { II: clean.map((value) => Math.min(Math.max(value, -0.1), 0.15)) },
    ['Chuyển đạo II mất tín hiệu hoặc vượt giới hạn của máy ở nhiều đoạn, không tính được nhịp tim'],
  ],
  [
    'an electrode off',
    { II: new Float32Array(15_000) },
    ['Điện cực của chuyển đạo II có thể đã bị tuột, không tính được nhịp tim'],
  ],
  ['one second', { II: clean.slice(0, 500) }, ['Bản ghi quá ngắn để tính nhịp tim']],
  [
    'hum over a part',
    { II: over(clean, hum.slice().fill(0, 0, 11_000)) },
    ['Chuyển đạo II có đoạn không rõ: nhịp tim đo trên 60\u00a0% đoạn rõ', 'Có nhiễu điện lưới ở chuyển đạo II'],
  ],
  ['a part', { II: partlyLost }, ['Chuyển đạo II có đoạn không rõ: nhịp tim đo trên 60\u00a0% đoạn rõ']],
])('says why a rate is missing or of a part: %s', (_what, leads, phrases) => {
  expect(said(leads).phrases).toEqual(phrases);
});

test('a rate of a part and of a test signal is called so', () => {
  expect(said({ II: partlyLost }).name).toBe('Nhịp tim đếm ở chuyển đạo II, đo trên 60\u00a0% đoạn rõ');
  const test = said({ II: heart(75, { vary: 0 }).signal });
  expect(test.phrases).toEqual(['Tín hiệu thử: các nhịp giống hệt nhau, không phải nhịp của tim người']);
  expect(test.name).toBe('Nhịp của tín hiệu thử ở chuyển đạo II');
  expect(said({ II: repeated(75, triangle) }).phrases[0]).toMatch(/^Tín hiệu thử/);
});
