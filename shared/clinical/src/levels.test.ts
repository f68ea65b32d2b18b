import { compareLevels, LEVELS, worst, worstFirst } from './levels.ts';

test('levels go from best to worst, and those that nobody judged come last', () => {
  const mixed = [undefined, 'target', 'veryDangerous', undefined, 'mild'] as const;
  expect([...mixed].map((level) => ({ level })).toSorted((a, b) => worstFirst(a.level, b.level))).toEqual(
    ['veryDangerous', 'mild', 'target', undefined, undefined].map((level) => ({ level })),
  );
  expect([worstFirst('target', undefined) < 0, worstFirst(undefined, 'target') > 0]).toEqual([true, true]);
  expect(LEVELS.toSorted(compareLevels)).toEqual(LEVELS);
});

test('the worst of several is told, and of none none', () => {
  expect([worst('mild', undefined, 'dangerous', 'target'), worst('target'), worst(undefined), worst()]).toEqual([
    'dangerous',
    'target',
    undefined,
    undefined,
  ]);
});
