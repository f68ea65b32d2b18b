import { loadWords } from '@phr/fhir/plain-words/rows';
import { plainWords, type PlainWords } from './plain-results.model.ts';
import { resultOf, type Test } from './results.test-support.ts';

let all: PlainWords;
let signed: PlainWords;
beforeAll(async () => {
  all = await plainWords('vi-VN', 'all');
  signed = await plainWords('vi-VN', 'signed');
});
const asked = (test: Test, birthDate = '1985-03-14') => ({ result: resultOf(test), birthDate });
const LOW = { value: 112, low: 120, high: 160 };

test('a low result is called by its everyday name, and explained', () => {
  expect(all.explain(asked(LOW))).toMatchObject({
    name: 'Huyết sắc tố',
    word: { place: 'low', isSlight: true },
    what: expect.stringContaining('oxy'),
    text: expect.stringMatching(/\.$/),
    closingWords: expect.stringContaining('Một mình kết quả này không nói lên bệnh'),
    isDraft: true,
  });
});

test('without a signature nothing but the name is told (R-S7)', () => {
  const explanation = signed.explain(asked(LOW));
  expect(explanation).toMatchObject({ name: 'Huyết sắc tố', isDraft: false });
  expect([explanation.what, explanation.text, explanation.usual]).toEqual([undefined, undefined, undefined]);
});

test('what the laboratory did not judge, a child, a spoiled sample and a contradiction get no reasons', () => {
  const cases = [
    asked({ value: 112 }),
    asked(LOW, '2018-03-14'),
    asked({ ...LOW, more: { note: [{ text: 'Mẫu tán huyết nhẹ' }] } }),
    asked({ ...LOW, more: { interpretation: [{ coding: [{ code: 'H' }] }] } }),
    asked({ ...LOW, more: { status: 'preliminary' } }),
  ];
  for (const one of cases) {
    const { text, instead } = all.explain(one);
    expect([text, typeof instead]).toEqual([undefined, 'string']);
  }
});

test('a result that was found is told as found, the others are counted', () => {
  const found = (code: string) => ({ interpretation: [{ coding: [{ code }] }], valueString: 'x' });
  const protein = { code: '20454-5', name: 'Protein niệu', unit: '' };
  const summary = all.summarize([
    asked({ ...protein, more: found('POS') }),
    asked({ code: '5802-4', name: 'Nitrit niệu', more: found('NEG') }),
  ]);
  expect(summary).toMatch(/^Có đạm trong nước tiểu\. Không thấy gì bất thường/);
});

test.each<[string, Test, boolean]>([
  ['a code of HIV', { code: '56888-1', name: 'HIV Ag/Ab miễn dịch tự động' }, true],
  ['a code of HIV with the name of another test', { code: '56888-1', name: 'Huyết sắc tố' }, true],
  ['a code that no row knows, with HIV in its name', { code: '75622-1', name: 'HIV 1+2 combo' }, true],
  ['a name in another language', { code: '1-8', name: 'Syphilis screen' }, true],
  ['a tumour marker', { code: '2857-1', name: 'PSA' }, true],
  ['haemoglobin', LOW, false],
  ['papaverin, which only begins like one', { code: '1-8', name: 'Papaverin' }, false],
])('%s is told in its details alone or not: %#', (_what, test, isSensitive) => {
  expect(all.isSensitive(asked(test))).toBe(isSensitive);
});

test('moles and grams become one another by the table of the result alone', () => {
  const glucose = asked({ code: '2345-7', name: 'Glucose', value: 100, unit: 'mg/dL' });
  expect(100 * (all.factor(glucose, 'mg/dL', 'mmol/L') ?? 0)).toBeCloseTo(5.55, 2);
  expect(all.factor(asked(LOW), 'mg/dL', 'mmol/L')).toBeUndefined();
  expect(all.factor(asked(LOW), 'g/dL', 'g/L')).toBe(10);
});

test('no explanation is longer than 240 characters', async () => {
  for (const locale of ['vi-VN', 'en-US'] as const) {
    const rows = Object.values(await loadWords(locale));
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ what, low, high }) => [low, high].some((text) => `${what} ${text}`.length > 240))).toEqual(
      [],
    );
  }
});
