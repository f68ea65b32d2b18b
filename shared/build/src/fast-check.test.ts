import * as fc from 'fast-check';

test('properties have one seed for every run, or the one that is asked for', () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(Number(process.env['FAST_CHECK_SEED'] ?? 20_260_101));
});
