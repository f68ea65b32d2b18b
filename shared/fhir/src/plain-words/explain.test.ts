import { LOINC } from '@phr/clinical/codings';
import { closingOf, explain, type Circumstances, type Explanation, type ResultVerdict } from './explain.ts';
import { matchResult } from './match.ts';
import { loadWords, type WordsByKey } from './rows.ts';

let vi: WordsByKey;
let en: WordsByKey;
beforeAll(async () => {
  vi = await loadWords('vi-VN');
  en = await loadWords('en-US');
});

const LOW_RED_CELLS: ResultVerdict = { place: 'low', value: 3.5, low: 3.9, high: 5.4 };
const match = (code: string, unit: string) =>
  matchResult({ code: { coding: [{ system: LOINC, code }] }, unit: { code: unit } });

function explained(
  verdict: ResultVerdict,
  circumstances: Circumstances = { status: 'final', age: 68 },
  { code = '789-8', unit = '10*12/L', setting = 'all' as 'all' | 'signed' | 'off' } = {},
): Explanation {
  return explain({ match: match(code, unit), verdict, circumstances }, vi, 'vi-VN', setting);
}

test('a low result has its name, the word, what it is, common reasons and the next step', () => {
  const told = explained(LOW_RED_CELLS);
  expect(told).toMatchObject({
    name: 'Hồng cầu',
    word: { place: 'low', isSlight: false },
    isDraft: true,
    closing: 'ask',
  });
  expect(told.what).toContain('oxy');
  expect(told.text).toMatch(/thiếu sắt.*\.$/);
  expect(told.text).not.toContain('Một mình');
  expect(closingOf([told], 'vi-VN')).toBe('Một mình kết quả này không nói lên bệnh, hãy hỏi bác sĩ.');
});

test.each<[string, ResultVerdict, Circumstances, { word: boolean; instead: RegExp | undefined }]>([
  ['no range and no flag', { value: 3.5 }, {}, { word: false, instead: /không ghi khoảng/ }],
  ['a child', LOW_RED_CELLS, { age: 17 }, { word: true, instead: /theo tuổi/ }],
  ['a pregnant woman', LOW_RED_CELLS, { isPregnant: true }, { word: true, instead: /mang thai/ }],
  ['a range by sex, and none known', LOW_RED_CELLS, { needsSex: true }, { word: true, instead: /nam và nữ/ }],
  ['a provisional result', LOW_RED_CELLS, { status: 'preliminary' }, { word: false, instead: /tạm/ }],
  ['a cancelled test', LOW_RED_CELLS, { status: 'cancelled' }, { word: false, instead: /lấy mẫu lại/ }],
  ['an error', LOW_RED_CELLS, { status: 'entered-in-error' }, { word: false, instead: /Ghi nhầm/ }],
  ['a spoiled sample', LOW_RED_CELLS, { isSpoiled: true }, { word: true, instead: /lấy mẫu lại/ }],
  ['a stay in hospital', LOW_RED_CELLS, { isWatched: true }, { word: true, instead: /đang theo dõi/ }],
  ['a flag against the range', { ...LOW_RED_CELLS, isContradicted: true }, {}, { word: false, instead: /không khớp/ }],
  ['a critical result', { ...LOW_RED_CELLS, isCritical: true }, {}, { word: true, instead: /trong hôm nay/ }],
])('%s keeps the reasons to itself', (_, verdict, circumstances, { word, instead }) => {
  const told = explained(verdict, { status: 'final', age: 68, ...circumstances });
  expect(told.text).toBeUndefined();
  expect(told.word !== undefined).toBe(word);
  expect(told.instead).toMatch(instead ?? /^$/);
});

test('slight is up to a quarter of the range, and never for results of which little matters much', () => {
  const at = (value: number) => explained({ place: 'low', value, low: 4, high: 6 }).word?.isSlight;
  expect([at(3.5), at(3.4)]).toEqual([true, false]);
  const decimals = explained({ place: 'high', value: 5.5, low: 3.9, high: 5.18 }, {}).word?.isSlight;
  expect(decimals).toBe(true);
  const potassium = { code: '2823-3', unit: 'mmol/L' };
  expect(explained({ place: 'high', value: 5.1, low: 3.5, high: 5 }, {}, potassium).word?.isSlight).toBe(false);
});

test('texts without a signature are shown in the demo alone, marked; names always', () => {
  const signed = explained(LOW_RED_CELLS, {}, { setting: 'signed' });
  expect(signed).toEqual({ name: 'Hồng cầu', word: { place: 'low', isSlight: false }, isDraft: false });
  const row = vi['rbc'];
  if (row === undefined) throw new Error('no row');
  const approved = { rbc: { ...row, signed: true } };
  const input = { match: match('789-8', '10*12/L'), verdict: LOW_RED_CELLS, circumstances: {} };
  expect(explain(input, approved, 'vi-VN', 'signed')).toMatchObject({ isDraft: false, closing: 'ask' });
  expect(explain(input, approved, 'vi-VN', 'off').text).toBeUndefined();
});

test('a number of a strange unit gets no word', () => {
  const told = explained({ place: 'high', value: 40, high: 30 }, {}, { code: '13457-7', unit: '%' });
  expect([told.word, told.text]).toEqual([undefined, undefined]);
  expect(told.what).toBeDefined();
});

test('nothing that matches says so, in both languages', () => {
  const nothing = { match: undefined, verdict: {}, circumstances: {} };
  expect(explain(nothing, en, 'en-US', 'all').instead).toMatch(/no explanation/);
  expect(explain(nothing, vi, 'vi-VN', 'all').instead).toMatch(/Chưa có lời giải thích/);
});
