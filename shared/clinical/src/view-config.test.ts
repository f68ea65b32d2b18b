import { configuredRanges, rangeFor, rangesOf, readViewConfig } from './view-config.ts';

const chart = (unit: unknown, ...referenceRanges: unknown[]) => ({ unit, referenceRanges });
const index = (storeKey: unknown, ...charts: unknown[]) => ({
  storeKey,
  title: ` ${String(storeKey)} `,
  codes: ['1-1'],
  charts,
});
const GREEN = { low: 0.1, high: 0.6, color: 'Green', text: ' tốt ' };

test('a configuration is read as far as it can be', () => {
  const config = readViewConfig([
    index('ketones', chart('mmol/L', GREEN, { high: 3, color: 'red' }), chart(5, { text: 'chỉ chữ' })),
    { storeKey: 'waist', codes: ['8280-0', 'a,b', 'c d', 5, '', 'x'.repeat(65), 'y'.repeat(64)] },
    { storeKey: ' ' },
    null,
    'text',
    index('empty', chart('x', {}, { low: 'a', high: Number.NaN, text: '' }), { referenceRanges: 'x' }, 5),
  ]);
  expect([...config]).toEqual([
    [
      'ketones',
      {
        title: 'ketones',
        codes: ['1-1'],
        ranges: [
          { low: 0.1, high: 0.6, text: 'tốt', unit: 'mmol/L', isTarget: true },
          { high: 3, text: '', unit: 'mmol/L', isTarget: false },
          { text: 'chỉ chữ', isTarget: false },
        ],
      },
    ],
    ['waist', { title: 'waist', codes: ['8280-0', 'y'.repeat(64)], ranges: [] }],
    ['empty', { title: 'empty', codes: ['1-1'], ranges: [] }],
  ]);
  expect([...readViewConfig({ storeKey: 'ketones' }), ...readViewConfig(undefined)]).toEqual([]);
});

test.each([
  ['target', true],
  ['TARGET', true],
  ['green', true],
  ['greenish', false],
  ['light green', false],
  [undefined, false],
])('a range of the colour %s is the target: %s', (color, isTarget) => {
  const config = readViewConfig([index('ketones', chart('x', { low: 1, ...(color === undefined ? {} : { color }) }))]);
  expect(config.get('ketones')?.ranges[0]?.isTarget).toBe(isTarget);
});

test('the target is shown, else the first range; what has bands of its own keeps them', () => {
  const red = { high: 3, color: 'red' };
  const config = readViewConfig([
    index('ketones', chart('mmol/L', red, GREEN)),
    index('weights', chart('kg', red)),
    ...['bloodPressures', 'heartRates', 'temperatures', 'spo2s', 'bmis', 'glucoses'].map((key) =>
      index(key, chart('x', GREEN)),
    ),
  ]);
  expect([rangeFor(config, 'ketones')?.high, rangeFor(config, 'weights')?.high, rangeFor(config, 'heights')]).toEqual([
    0.6,
    3,
    undefined,
  ]);
  expect(rangeFor(undefined, 'ketones')).toBeUndefined();
  expect(rangeFor(config, 'glucoses')).toBeUndefined();
  // only a target judges
  expect([...configuredRanges(config)]).toEqual([['ketones', [{ low: 0.1, high: 0.6 }]]]);
  expect([...configuredRanges(readViewConfig([index('ketones', chart('x', { high: 1, color: 'target' }))]))]).toEqual([
    ['ketones', [{ high: 1 }]],
  ]);
});

test('an index that nobody knows is judged by its targets in the unit that is named', () => {
  const range = { text: '', isTarget: true };
  expect(
    rangesOf({
      title: 'x',
      codes: [],
      ranges: [
        { ...range, unit: 'cm', low: 1 },
        { ...range, unit: 'mm', high: 2 },
        { ...range, high: 3 },
        { ...range, unit: 'cm', high: 4, isTarget: false },
      ],
    }),
  ).toEqual([
    { unit: 'cm', low: 1 },
    { unit: 'mm', high: 2 },
  ]);
});
