import { countsOf, sortedResults } from './result.model.ts';
import { resultOf, WOMAN } from './results.test-support.ts';

const sexed = (code: string, low: number, high: number) => ({
  low: { value: low, unit: 'g/L', code: 'g/L' },
  high: { value: high, unit: 'g/L', code: 'g/L' },
  appliesTo: [{ coding: [{ system: 'http://hl7.org/fhir/administrative-gender', code }] }],
});
const BOTH = { referenceRange: [sexed('male', 135, 175), sexed('female', 120, 160)] };

test('the range is the one that fits the sex of the person; of an unknown one none fits', () => {
  const woman = resultOf({ value: 128, more: BOTH });
  expect(woman.details).toMatchObject({ range: { low: 120, high: 160 }, needsSex: false });
  expect(woman.place).toBe('within');
  const man = resultOf({ value: 128, more: BOTH }, { ...WOMAN, person: { sex: 'male' } });
  expect([man.details?.range, man.place]).toEqual([{ low: 135, high: 175 }, 'low']);
  const unknown = resultOf({ value: 128, more: BOTH }, { ...WOMAN, person: { sex: 'other' } });
  expect(unknown.details).toMatchObject({ needsSex: true });
  expect([unknown.details?.range, unknown.place]).toEqual([undefined, undefined]);
});

test('a range for an age fits at the day of the sample alone', () => {
  const year = (value: number) => ({ value, unit: 'a', code: 'a' });
  const child = { low: { value: 105, unit: 'g/L' }, high: { value: 140, unit: 'g/L' }, age: { high: year(12) } };
  const grown = { low: { value: 120, unit: 'g/L' }, high: { value: 160, unit: 'g/L' }, age: { low: year(13) } };
  const ranges = { referenceRange: [child, grown] };
  const at = (birthDate: string) =>
    resultOf({ value: 110, more: ranges }, { ...WOMAN, person: { birthDate } }).details?.range;
  expect([at('1985-03-14'), at('2018-03-14')]).toEqual([
    { low: 120, high: 160 },
    { low: 105, high: 140 },
  ]);
});

test('a range in another unit, in words, or for treatment is not drawn', () => {
  const kinds = [
    { low: { value: 12, unit: 'g/dL' }, high: { value: 16, unit: 'g/dL' } },
    { text: '120 - 160' },
    { low: { value: 120, unit: 'g/L' }, type: { coding: [{ code: 'treatment' }] } },
  ];
  for (const range of kinds)
    expect(resultOf({ value: 112, more: { referenceRange: [range] } }).details?.range).toBeUndefined();
});

test('a number keeps its digits and its comparator', () => {
  expect(resultOf({ value: 7.5, comparator: '<', unit: 'mmol/L' }).details?.number).toMatchObject({
    words: '< 7,5',
    comparator: '<',
    unitWords: 'mmol/L',
  });
  expect(resultOf({ value: 7.5, comparator: 'ad' }).details?.number).toBeUndefined();
});

test('what is outside comes first, the most serious before all; each group in the order of the report', () => {
  const said = (code: string) => ({ interpretation: [{ coding: [{ code }] }] });
  const results = [
    resultOf({ id: 'normal', value: 130, low: 120, high: 160 }),
    resultOf({ id: 'low', value: 112, low: 120, high: 160 }),
    resultOf({ id: 'unjudged', value: 5, code: '1-8' }),
    resultOf({ id: 'critical', value: 60, low: 120, high: 160, more: said('LL') }),
    resultOf({ id: 'high', value: 170, low: 120, high: 160 }),
    resultOf({ id: 'gone', value: 90, more: { status: 'entered-in-error' } }),
  ];
  const { outside, unjudged, within } = sortedResults(results);
  expect([outside, unjudged, within].map((group) => group.map(({ id }) => id))).toEqual([
    ['critical', 'low', 'high'],
    ['unjudged', 'gone'],
    ['normal'],
  ]);
  expect(countsOf(results)).toEqual({ outside: 3, within: 1, unjudged: 1 });
});
