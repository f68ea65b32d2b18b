import { factorBetween } from './ucum.ts';

test.each([
  ['g/dL', 'g/L', 10],
  ['g/l', 'g/L', 1],
  ['mg/dL', 'g/L', 0.01],
  ['10*3/uL', '10*9/L', 1],
  ['10*6/µL', '10*12/L', 1],
  ['/uL', '10*9/L', 0.001],
  ['mmol/L', 'umol/L', 1000],
  ['ng/mL', 'ug/L', 1],
  ['m[IU]/L', 'u[IU]/mL', 1],
  ['U/L', 'U/L', 1],
  ['{cells}/uL', '/uL', 1],
  ['{score}', '{score}', 1],
])('%s becomes %s', (from, to, factor) => {
  expect(factorBetween(from, to)).toBeCloseTo(factor, 12);
  expect(factorBetween(to, from)).toBeCloseTo(1 / factor, 12);
});

test.each([
  ['mmol/L', 'mg/dL'],
  ['U/L', '[IU]/L'],
  ['kat/L', 'U/L'],
  ['%', 'g/L'],
  ['%', '1'],
  ['mg/L{FEU}', 'ng/mL{DDU}'],
  ['mg/L{FEU}', 'mg/L'],
  ['mL/min/{1.73_m2}', 'mL/min'],
  ['G/L', 'g/L'],
  ['10*9/L', 'G/L'],
  ['', 'g/L'],
  ['', '1'],
  ['10*3', ''],
  ['g/', 'x'],
  ['lát', 'g/L'],
])('%s does not become %s', (from, to) => {
  expect(factorBetween(from, to)).toBeUndefined();
});
