import { paramsOf, rangeOf } from './board-range.model.ts';

const read = (search: string, today = '2026-11-28') => rangeOf(new URLSearchParams(search), today);

test('the range stands in the address; a year is usual, and what cannot be read counts as nothing', () => {
  expect(read('')).toEqual({ span: '1y', from: '2025-11-28' });
  expect(read('range=3m')).toEqual({ span: '3m', from: '2026-08-28' });
  expect(read('range=3m', '2026-05-31')).toEqual({ span: '3m', from: '2026-02-28' });
  expect(read('', '2028-02-29')).toEqual({ span: '1y', from: '2027-02-28' });
  expect(read('range=all')).toEqual({ span: 'all' });
  expect(read('from=2026-01-05&to=2026-02-01')).toEqual({ span: 'custom', from: '2026-01-05', to: '2026-02-01' });
  expect(read('from=2026-02-30&range=nonsense')).toEqual({ span: '1y', from: '2025-11-28' });
});

test('an address that is written reads back the same', () => {
  for (const search of ['', '?range=3m', '?range=all', '?from=2026-01-05', '?from=2026-01-05&to=2026-02-01'])
    expect(new URLSearchParams(paramsOf(read(search.slice(1)))).toString()).toBe(search.slice(1));
});
