import type { JudgingRange, WholeVerdict } from '@phr/clinical/assess/verdict';
import type { VitalKey } from '@phr/clinical/codings';
import { judgingWords, levelWords, rangesInWords } from './verdict-words.ts';

const t = (key: string): string => key;
const number = (value: number): string => String(value).replace('.', ',');
const edge = (value: number, included = true) => ({ value, included });

test.each<[string, Parameters<typeof levelWords>[0], string | undefined]>([
  ['no level', { side: 'high' }, undefined],
  ['a level alone', { level: 'target' }, 'level.target'],
  ['a level and a side', { level: 'mild', side: 'high' }, 'level.mild · risk.high'],
  ['a side that is no danger', { level: 'veryMild', side: 'usualLow', isNeutral: true }, 'risk.usualLow'],
  ['the word of a facility', { level: 'mild', side: 'high', said: 'high' }, 'Cao'],
  ['a word without a name', { level: 'mild', side: 'high', said: 'other' }, 'level.mild · risk.high'],
  ['a level that may be worse', { level: 'mild', atLeast: true }, 'ít nhất level.mild'],
])('a verdict in words: %s', (_, verdict, words) => {
  expect(levelWords(verdict, { locale: 'vi-VN', t })).toBe(words);
});

test.each<[string, readonly (Pick<JudgingRange, 'low' | 'high'> & { unit?: string })[], string, string]>([
  ['an upper edge', [{ high: edge(120, false) }, { high: edge(80, false) }], 'dưới 120/80', 'below 120/80'],
  ['an upper edge that counts', [{ high: edge(37.5) }], 'đến 37,5', 'up to 37,5'],
  ['a lower edge', [{ low: edge(98) }], 'từ 98', 'from 98'],
  ['a lower edge that does not count', [{ low: edge(98, false) }], 'trên 98', 'over 98'],
  ['both edges', [{ low: edge(3.9), high: edge(10) }], '3,9–10', '3,9–10'],
  [
    'both edges, the upper one not',
    [{ low: edge(18.5), high: edge(23, false) }],
    'từ 18,5 đến dưới 23',
    '18,5 to under 23',
  ],
  ['the unit of the value', [{ high: edge(10), unit: 'mmol/L' }], 'đến 10', 'up to 10'],
  ['another unit', [{ high: edge(37), unit: 'Cel' }], 'đến 37\u00a0°C', 'up to 37\u00a0°C'],
  ['a unit that is not kept', [{ high: edge(37), unit: 'x' }], 'đến 37\u00a0x', 'up to 37\u00a0x'],
])('a range in words: %s', (_, ranges, vi, en) => {
  const of = (locale: 'vi-VN' | 'en-US') => rangesInWords(ranges, { locale, number, unit: 'mmol/L' });
  expect([of('vi-VN'), of('en-US')]).toEqual([vi, en]);
});

describe('who judged', () => {
  const upper = { high: edge(120, false), low: edge(90), unit: 'mm[Hg]', whose: 'product' } as const;
  const lower = { high: edge(80, false), low: edge(60), unit: 'mm[Hg]', whose: 'product' } as const;
  const of = (verdict: object, vital?: VitalKey): string | undefined =>
    judgingWords(
      { level: 'mild', doubts: [], trace: { judge: 'product' }, parts: {}, ...verdict } as WholeVerdict,
      vital,
      { locale: 'vi-VN', number },
    );
  const pair = (more: object = {}) => ({
    range: upper,
    parts: { systolic: { range: upper }, diastolic: { range: lower } },
    ...more,
  });

  test('is told with the range that judged', () => {
    const range = { high: edge(130, false), unit: 'mm[Hg]' };
    const by = (judge: string, more: object = {}) =>
      of({ range: { ...range, whose: judge, ...more }, trace: { judge } });
    expect([
      by('product'),
      by('goal'),
      by('configured'),
      by('facility'),
      by('facility', { by: 'Hoa Sen' }),
      of({ trace: { judge: 'facility' } }),
      of({ trace: { judge: 'goal' } }),
    ]).toEqual([
      'mục tiêu dưới 130',
      'bác sĩ đặt: dưới 130',
      'khoảng tham chiếu dưới 130',
      'khoảng ghi kèm dưới 130',
      'khoảng của Hoa Sen dưới 130',
      'theo cơ sở y tế',
      undefined,
    ]);
  });

  test('is told for both parts of a pressure, with the lower edges only where it is low', () => {
    expect([
      of(pair(), 'bloodPressures'),
      of(pair({ direction: 'low' }), 'bloodPressures'),
      of(pair(), 'glucoses'),
    ]).toEqual(['mục tiêu dưới 120/80', 'mục tiêu từ 90/60 đến dưới 120/80', 'mục tiêu từ 90/60 đến dưới 120/80']);
  });

  test('is told for the deciding part alone where another judged the other', () => {
    const goal = { high: edge(75, false), unit: 'mm[Hg]', whose: 'goal', by: 'BS. Hoa' };
    expect(of(pair({ parts: { systolic: { range: upper }, diastolic: { range: goal } } }), 'bloodPressures')).toBe(
      'mục tiêu dưới 120',
    );
    expect(
      of({
        range: goal,
        trace: { judge: 'goal' },
        parts: { systolic: { range: { ...goal, by: 'BS. Mai' } }, diastolic: { range: goal } },
      }),
    ).toBe('bác sĩ đặt: dưới 75');
  });

  test('is not told where nobody did, or nothing came of it', () => {
    expect([of({ range: upper, trace: { judge: 'none' } }), of({ range: upper, level: undefined })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
