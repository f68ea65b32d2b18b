import { factorBetween } from '@phr/clinical/ucum';
import { monthOf, previousOf } from './previous.model.ts';
import { resultOf, type Test } from './results.test-support.ts';

const factor = (_result: unknown, from: string, to: string) => factorBetween(from, to);
const NOW = resultOf({ id: 'now', value: 112 });
const before = (...earlier: readonly Test[]) => {
  const found = previousOf(
    NOW,
    earlier.map((test, index) => resultOf({ id: `e${index}`, at: '2026-04-02', ...test })),
    factor,
    'vi-VN',
  );
  return found && `${found.isConverted ? '≈ ' : ''}${found.words} (${monthOf(found.at)})`;
};

test('the value before is the latest of the same test', () => {
  expect(before({ value: 128, at: '2025-01-10' }, { value: 130, at: '2026-04-02' }, { value: 5, code: '6690-2' })).toBe(
    '130 (04/26)',
  );
});

test('a later value and the value itself are none before', () => {
  expect(before({ value: 130, at: '2026-11-25' }, { id: 'now', value: 99 })).toBeUndefined();
});

test('another unit is worked out, and said to be; a unit that does not become this one says nothing', () => {
  expect(before({ value: 13.2, unit: 'g/dL' })).toBe('≈ 132 (04/26)');
  expect(before({ value: 8, unit: 'mmol/L' })).toBeUndefined();
  expect(before({ value: 12, unit: 'g/dL', comparator: '<' })).toBeUndefined();
});

test('a comparator stays with its number; what is not valid, or has no number, is none', () => {
  expect(before({ value: 130, comparator: '>' })).toBe('> 130 (04/26)');
  for (const more of [{ status: 'preliminary' }, { status: 'entered-in-error' }, { modifierExtension: [{ url: 'x' }] }])
    expect(before({ value: 130, more })).toBeUndefined();
  expect(before({ more: { valueString: '130' } })).toBeUndefined();
});

test('a date is told as exactly as it was given', () => {
  expect(['2026-04-02', '2026-04', '2026', '2026-11-21T08:40:00+07:00'].map(monthOf)).toEqual([
    '04/26',
    '04/26',
    '2026',
    '11/26',
  ]);
});
