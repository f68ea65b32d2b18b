import { comparableReports, sharedResults } from './compare.model.ts';
import type { Report } from './report.entity.ts';
import { resultOf } from './results.test-support.ts';

const report = (id: string, more: Partial<Report> = {}): Report => ({
  id,
  status: 'final',
  boardCode: '58410-2',
  effective: '2026-11-21',
  results: [{ id: 'o' }],
  viewers: [],
  otherFiles: [],
  ...more,
});

test('only valid reports of the same code with results can be compared, the nearest first', () => {
  const all = [
    report('this'),
    report('old', { effective: '2024-01-01' }),
    report('near', { effective: '2026-10-01' }),
    report('other', { boardCode: '24331-1' }),
    report('withdrawn', { status: 'entered-in-error' }),
    report('paper', { results: [] }),
  ];
  expect(comparableReports(report('this'), all).map(({ id }) => id)).toEqual(['near', 'old']);
});

test('a report without a code is compared with none', () => {
  const plain = (id: string): Report => {
    const { boardCode: _code, ...rest } = report(id);
    return rest;
  };
  expect(comparableReports(plain('this'), [plain('this'), plain('other')])).toEqual([]);
});

test('results are shared by their code, and by their name only where neither has one', () => {
  const plain = { code: { text: 'Tốc độ lắng máu' } };
  const left = [
    resultOf({ id: 'a', value: 130, name: 'Hemoglobin' }),
    resultOf({ id: 'b', value: 20, more: plain }),
    resultOf({ id: 'c', value: 5, code: '6690-2', name: 'Bạch cầu' }),
  ];
  const right = [
    resultOf({ id: 'x', value: 9, code: '777-3', name: 'Bạch cầu' }),
    resultOf({ id: 'y', value: 112, name: 'Huyết sắc tố' }),
    resultOf({ id: 'z', value: 30, more: plain }),
  ];
  expect(sharedResults(left, right).map(({ left: one, right: other }) => [one.id, other.id])).toEqual([
    ['a', 'y'],
    ['b', 'z'],
  ]);
});
