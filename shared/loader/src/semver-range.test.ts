import { satisfies } from './semver-range.ts';

test.each([
  ['1.3.0', '>=1.0.0 <2.0.0', true],
  ['2.0.0', '>=1.0.0 <2.0.0', false],
  ['0.9.9', '>=1.0.0 <2.0.0', false],
  ['1.10.0', '>1.9.9 <=1.10.0', true],
  ['1.9.9', '>1.9.9 <=1.10.0', false],
  ['3.1.0', '>=1.0.0 <2.0.0 || >=3.0.0 <4.0.0', true],
  ['2.5.0', '>=1.0.0 <2.0.0||>=3.0.0 <4.0.0', false],
  ['1.2.3', '1.2.3', true],
  ['1.2.4', '=1.2.3', false],
  ['1.2.3', '^1.2.3 || ^2.0.0', true],
  ['0.3.1', '^0.2.0', false],
  ['0.2.5', '^0.2.0', true],
])('%s in %s: %s', (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});

test.each(['', '||', 'latest', '~1.2.0', '1.x', '>=1', '^^1.0.0', '>=1.0.0-rc.1', '>= 1.0.0'])(
  'what is no comparator fits nothing: "%s"',
  (range) => {
    expect(satisfies('1.2.3', range)).toBe(false);
  },
);
