import fc from 'fast-check';
import type { Locale } from '@phr/contract/locale';
import type { Explained, ResultVerdict } from './explain.ts';
import rows from './generated/rows.json' with { type: 'json' };
import type { ResultRow } from './rows.ts';
import { loadWords, type WordsByKey } from './rows.ts';
import { summarize } from './summary.ts';

const ALL = rows as unknown as readonly ResultRow[];
const words = {} as Record<Locale, WordsByKey>;
beforeAll(async () => {
  for (const locale of ['vi-VN', 'en-US'] as const) words[locale] = await loadWords(locale);
});

const result = (key: string, verdict: ResultVerdict): Explained => {
  const row = ALL.find((one) => one.key === key);
  if (row === undefined) throw new Error(`no row ${key}`);
  return { match: { row, unitFits: true }, verdict, circumstances: { status: 'final' } };
};
const at = (value: number, low?: number, high?: number): ResultVerdict => ({
  place: low !== undefined && value < low ? 'low' : high !== undefined && value > high ? 'high' : 'within',
  value,
  ...(low === undefined ? {} : { low }),
  ...(high === undefined ? {} : { high }),
});
const both = (results: readonly Explained[]) => [
  summarize(results, words['vi-VN'], 'vi-VN'),
  summarize(results, words['en-US'], 'en-US'),
];

const BLOOD = [result('rbc', at(3.8, 3.9, 5.4)), result('wbc', at(6.1, 4, 10)), result('plt', at(210, 150, 400))];

test('what is outside comes first, what is not after it', () => {
  expect(both(BLOOD)).toEqual([
    'Hồng cầu hơi thấp. Bạch cầu và tiểu cầu bình thường.',
    'Red blood cells are slightly low. White blood cells and platelets are normal.',
  ]);
});

test('one word is said once, in the order of the report', () => {
  const report = [
    result('hgb', at(112, 120, 160)),
    result('hct', at(34, 36, 46)),
    result('wbc', at(12.9, 4, 10)),
    result('plt', at(98, 150, 400)),
    ...['mcv', 'mch', 'mchc', 'rdw'].map((key) => result(key, at(1, 0, 2))),
  ];
  expect(both(report)).toEqual([
    'Huyết sắc tố và tỷ lệ hồng cầu trong máu hơi thấp. Bạch cầu cao. Tiểu cầu thấp. Các kết quả khác bình thường.',
    'Hemoglobin and hematocrit are slightly low. White blood cells are high. Platelets are low. The other results are normal.',
  ]);
  expect(both([result('rbc', at(3.8, 3.9, 5.4)), ...report])[0]).toMatch(/^Hồng cầu hơi thấp\. Bạch cầu cao\./);
});

test('potassium is never slightly high, and abbreviations keep their capitals', () => {
  expect(
    both([result('k', at(5.6, 3.5, 5)), result('ldl', at(3.9, undefined, 3.4)), result('hdl', at(0.8, 1))]),
  ).toEqual([
    'Kali máu cao. Mỡ xấu LDL hơi cao. Mỡ tốt HDL hơi thấp.',
    'Potassium is high. LDL cholesterol is slightly high. HDL cholesterol is slightly low.',
  ]);
});

test('all within is said as that, never as health; what cannot be judged is counted', () => {
  const normal = BLOOD.slice(1);
  expect(both(normal)).toEqual([
    'Cả 2 kết quả đều trong khoảng tham chiếu.',
    'All 2 results are within the reference range.',
  ]);
  expect(both([...normal, result('rbc', {})])).toEqual([
    '2 kết quả bình thường, 1 kết quả chưa đánh giá được.',
    '2 results are normal, 1 could not be judged.',
  ]);
});

test('tests that find something say what, the others are counted', () => {
  const report = [
    result('u-pro', { place: 'high' }),
    result('u-nit', { place: 'low' }),
    result('u-leu', { place: 'low' }),
  ];
  const [inVietnamese = '', inEnglish = ''] = both(
    report.map((one) =>
      one.match === undefined ? one : { ...one, match: { ...one.match, row: { ...one.match.row, kind: 'ord' } } },
    ),
  );
  expect(inVietnamese).toMatch(/^Có đạm trong nước tiểu\. Không thấy gì bất thường trong 2 mục còn lại\.$/);
  expect(inEnglish).toMatch(/: found\. Nothing unusual in the other 2 tests\.$/);
});

test('sensitive results are neither named nor counted; one result alone needs no summary', () => {
  const hiv = ALL.find(({ sensitivity, kind }) => sensitivity === 'private' && kind === 'ord');
  const secret = result(hiv?.key ?? '', { place: 'high' });
  expect(both([...BLOOD, secret])).toEqual(both(BLOOD));
  expect(both(BLOOD.slice(0, 1))).toEqual([undefined, undefined]);
});

test('every judged result is named or counted, in whole sentences', () => {
  const numbers = ALL.filter(
    ({ kind, sensitivity, key }) =>
      kind === 'qn' && sensitivity === undefined && !/-(pct|abs)$/.test(key) && !['hgb', 'hct'].includes(key),
  );
  const verdicts = [at(1, 2, 3), at(1.9, 2, 3), at(2.5, 2, 3), at(3.1, 2, 3), at(9, 2, 3)];
  const report = fc.uniqueArray(
    fc.record({ row: fc.constantFrom(...numbers), verdict: fc.constantFrom(...verdicts) }),
    {
      selector: ({ row }) => row.key,
      minLength: 2,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(report, fc.constantFrom<Locale>('vi-VN', 'en-US'), (chosen, locale) => {
      const text =
        summarize(
          chosen.map(({ row, verdict }) => result(row.key, verdict)),
          words[locale],
          locale,
        ) ?? '';
      expect(text).toMatch(/\.$/);
      expect(text).not.toMatch(/\{|\}| {2}|\.\.|undefined/);
      const namesIn = chosen.filter(({ row }) =>
        text.toLowerCase().includes((words[locale][row.key]?.name ?? '-').toLowerCase()),
      );
      const counted = [...text.matchAll(/(\d+) (?:kết quả|other|results)/g)].reduce(
        (all, [, count]) => all + Number(count),
        0,
      );
      const hasOthers = /Các kết quả khác|The other results/.test(text);
      expect(namesIn.length + counted >= chosen.length || hasOthers).toBe(true);
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('one is told as one, and several as several', () => {
  const [low, normal, high] = [
    result('k', at(3, 3.5, 5)),
    result('plt', at(210, 150, 400)),
    result('wbc', at(15, 4, 10)),
  ];
  const unjudged = ['mcv', 'mch'].map((key) => result(key, {}));
  const tests = ['u-pro', 'u-nit', 'u-leu'].map((key, index): Explained => {
    const one = result(key, { place: index === 0 ? 'high' : 'low' });
    return one.match === undefined ? one : { ...one, match: { ...one.match, row: { ...one.match.row, kind: 'ord' } } };
  });
  const english = (...results: readonly Explained[]) => both(results)[1];
  expect([
    english(low, normal, ...unjudged.slice(0, 1)),
    english(low, high, ...unjudged),
    english(low, ...tests.slice(0, 2)),
    english(normal, ...tests.slice(1, 2), ...unjudged),
  ]).toEqual([
    'Potassium is low. Platelets are normal. 1 result could not be judged.',
    'Potassium is low. White blood cells are high. 2 results could not be judged.',
    'Potassium is low. Protein in urine: found. Nothing unusual in the other test.',
    '2 results are normal, 2 could not be judged.',
  ]);
  const many = ['k', 'wbc', 'plt', 'na', 'mcv'].map((key) => result(key, at(9, 4, 5)));
  expect([english(...many), english(...many.slice(0, 4))]).toEqual([
    'Potassium, white blood cells, platelets and 2 other results are high.',
    'Potassium, white blood cells, platelets and 1 other result are high.',
  ]);
});
