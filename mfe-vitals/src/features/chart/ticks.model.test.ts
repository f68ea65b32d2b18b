import { tickFormat } from './ticks.model.ts';

test.each([
  [0.5, 'vi-VN', [18, 18.5, 19], ['18,0', '18,5', '19,0']],
  [20, 'vi-VN', [0, 1000], ['0', '1000']],
  [0.25, 'en-US', [1, 1.25], ['1.00', '1.25']],
  [0.1 + 0.2, 'en-US', [0.3, 0.6], ['0.3', '0.6']],
] as const)('the values along an axis of step %s have the same decimals', (step, locale, values, labels) =>
  expect(values.map(tickFormat(step, locale))).toEqual(labels),
);
