import { assess } from './assess.ts';
import type { Measured, SaidRange } from './verdict.ts';

// Real-world shapes of laboratory ranges and interpretations.

const COMMON = {
  at: '2026-11-12T08:00:00+07:00',
  zone: 'Asia/Ho_Chi_Minh',
  now: Date.parse('2026-11-30T08:00:00+07:00'),
  status: 'final',
  person: { birthDate: '1980-05-01', sex: 'female' },
  origin: { kind: 'facility', name: 'Hoa Sen' },
} as const;
type Vital = Parameters<typeof assess>[0]['vital'];

function judged(vital: Vital, measured: Omit<Measured, 'part'>, ranges: readonly SaidRange[], coded?: object) {
  const interpretation = coded === undefined ? {} : { interpretation: [coded] };
  return assess({ ...COMMON, vital, measured: [{ ...measured, part: 'value' }], said: { ranges, ...interpretation } });
}

const upTo = (value: number, unit?: string): SaidRange => ({
  high: { value, ...(unit === undefined ? {} : { code: unit }) },
});

test.each([
  ['cholesterols', 180, 'mg/dL', 4.7, 'mmol/L', 200, 'N'],
  ['cholesterols', 290, 'mg/dL', 7.5, 'mmol/L', 200, 'H'],
  ['uricAcids', 5, 'mg/dL', 297, 'umol/L', 6, 'N'],
  ['uricAcids', 9, 'mg/dL', 535, 'umol/L', 6, 'H'],
  ['glucoses', 1.04, 'g/L', 104, 'mg/dL', 1.1, 'N'],
  ['glucoses', 1.34, 'g/L', 134, 'mg/dL', 1.1, 'H'],
  ['temperatures', 98.6, '[degF]', 37, 'Cel', 99, 'N'],
  ['spo2s', 0.96, '1', 96, '%', 1, 'N'],
] as const)('a range of %s %s %s is converted with the number', (vital, value, code, kept, unit, high, flag) => {
  const number = { value: kept, unit, written: { value, code } };
  for (const range of [upTo(high, code), upTo(high)])
    expect([code, judged(vital, number, [range])]).toEqual([
      code,
      expect.objectContaining({ flag, trace: { judge: 'facility' } }),
    ]);
  // a number in a unit that is not stored behaves the same
  expect(judged(vital, { value, unit: code }, [upTo(high, code)])).toMatchObject({ flag });
});

test('rounding moves no number over the edge of its own range', () => {
  const of = (value: number) =>
    judged('cholesterols', { value: 5.2, unit: 'mmol/L', written: { value, code: 'mg/dL' } }, [upTo(200, 'mg/dL')]);
  expect([of(200).flag, of(201).flag]).toEqual(['N', 'H']);
  expect([of(200).range?.high?.value, of(201).range?.high?.value]).toEqual([5.2, 5.171968]);
  expect(judged('cholesterols', { value: 5.1, unit: 'mmol/L' }, [upTo(200, 'mg/dL')])).toMatchObject({ flag: 'N' });
  expect(judged('cholesterols', { value: 5.1, unit: 'mmol/L' }, [upTo(5, 'kg')]).notJudged).toBe('noRange');
});

const HB = { code: { text: 'Hb' } };
const grams = (low: number, high: number, more: Partial<SaidRange> = {}): SaidRange => ({
  low: { value: low, unit: 'g/dL' },
  high: { value: high, unit: 'g/dL' },
  ...more,
});
const hb = (value: number, range: SaidRange) => judged(HB, { value, unit: 'g/dL' }, [range]);

test.each([
  ['of children, in years that are written out', { age: { high: { value: 12, unit: 'years' } } }],
  ['of an age in a unit that nobody knows', { age: { high: { value: 12, unit: 'Jahre?' } } }],
  ['of men, in words', { appliesTo: [{ text: 'Male' }] }],
  ['of pregnant women', { appliesTo: [{ coding: [{ code: '77386006', display: 'Pregnant' }] }] }],
  ['of children, in words', { appliesTo: [{ text: 'Trẻ em' }] }],
  ['of another kind, in words', { type: { text: 'critical' } }],
  ['of another kind, with a usual code', { type: { text: 'critical', coding: [{ code: 'normal' }] } }],
  ['of what is normal for others', { type: { text: 'Normal for pregnancy' } }],
  ['of pregnant women by the code of women', { appliesTo: [{ text: 'Pregnant', coding: [{ code: '248152002' }] }] }],
  ['of some adults', { appliesTo: [{ text: 'Adult smokers', coding: [{ code: '133936004' }] }] }],
] as const)('a range %s judges no woman of 46', (_, more) => {
  expect(hb(15, grams(11, 14, more)).notJudged).toBe('noRange');
});

test.each([
  ['adults', { appliesTo: [{ text: 'Adult' }] }],
  ['women, in words', { appliesTo: [{ text: 'Nữ giới' }] }],
  ['anybody, called usual', { type: { text: 'Khoảng bình thường' } }],
  ['women by code among adults', { appliesTo: [{ coding: [{ code: '248152002' }] }, { text: 'người lớn' }] }],
  ['everybody', { appliesTo: [{ text: 'All' }] }],
  ['either sex', { appliesTo: [{ coding: [{ code: 'male' }] }, { coding: [{ code: 'female' }] }] }],
  ['people from 18 years', { age: { low: { value: 18, unit: 'tuổi' } } }],
  ['anybody, called normal', { type: { text: 'Normal range' } }],
] as const)('a range of %s judges her', (_, more) => {
  expect(hb(15, grams(11, 14, more))).toMatchObject({ flag: 'H', level: 'mild' });
});

test('an edge that is written as "below" does not hold its own number', () => {
  const below = (comparator?: string): SaidRange => ({
    high: { value: 12.5, unit: 'g/dL', ...(comparator && { comparator }) },
  });
  expect([hb(12.5, below('<')).flag, hb(12.5, below('<=')).flag, hb(12.5, below()).flag]).toEqual(['H', 'N', 'N']);
});

test("a letter of a laboratory's own table means what stands beside it, and not what HL7 means", () => {
  const of = (coding: object) => judged(HB, { value: 15, unit: 'g/dL' }, [], { coding: [coding] });
  expect(of({ system: 'https://lab.example/flags', code: 'H', display: 'Hemolyzed' })).toMatchObject({ said: 'other' });
  for (const system of [
    'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
    'http://hl7.org/fhir/v2/0078',
    'urn:oid:2.16.840.1.113883.5.83',
  ])
    expect(of({ system, code: 'H', display: 'Hoch' })).toMatchObject({ said: 'high' });
  expect(of({ system: 'https://lab.example/flags', code: 'H', display: 'Cao' })).toMatchObject({ said: 'high' });
  expect(of({ system: 'https://lab.example/flags', code: 'H' })).toMatchObject({ said: 'high' });
});

test('a word that is no level leaves the level to the range beside it', () => {
  const of = (ranges: readonly SaidRange[]) => judged(HB, { value: 7, unit: 'g/dL' }, ranges, { text: 'xem ghi chú' });
  expect(of([grams(12, 16)])).toMatchObject({ flag: 'L', said: 'low', level: 'mild' });
  expect(of([])).toMatchObject({ said: 'other' });
});

test('a range names the unit of its number by code or by name, and only then its edge keeps its side', () => {
  const of = (value: number, written: object, high: object) =>
    judged('cholesterols', { value: 5.2, unit: 'mmol/L', written: { value, ...written } }, [{ high }]).flag;
  const sent = { code: 'mg/dL', unit: 'mg/dl' };
  for (const edge of [{ code: 'mg/dL' }, { code: 'mg/dL', unit: 'mg%' }, { unit: 'mg/dL' }, { unit: 'mg/dl' }])
    expect([of(200, sent, { value: 200, ...edge }), of(201, sent, { value: 200, ...edge })]).toEqual(['N', 'H']);
  expect(of(200, { unit: 'mg/dL' }, { value: 200, code: 'mg/dL', unit: 'mg/dL' })).toBe('N');
  // a number that was not sent in this unit stands as it was rounded
  expect(of(5.15, { code: 'mmol/L' }, { value: 200, code: 'mg/dL' })).toBe('H');
});
