import { countsOf, isOutside, resultsOf } from './result.model.ts';
import type { JudgingContext } from '@phr/fhir/judging';
import { readResult } from './result.entity.ts';

/** An unknown person: the laboratory's interpretation and range still judge. */
const NOBODY: JudgingContext = { person: {}, zone: 'UTC', now: Date.parse('9999-01-01') };
const read = (resource: object) => readResult(resource, 'vi-VN', NOBODY);

const observation = (more: object) => ({
  resourceType: 'Observation',
  id: 'o',
  status: 'final',
  code: { text: 'Glucose' },
  ...more,
});
const measured = (value: number, range: object | undefined, unit = 'mmol/L') =>
  observation({ valueQuantity: { value, unit }, ...(range && { referenceRange: [range] }) });
const limits = (low: number, high: number, unit = 'mmol/L') => ({
  low: { value: low, unit },
  high: { value: high, unit },
});
const placeOf = (resource: object) => read(resource)?.[0]?.place;

test("the laboratory's own word decides, whatever the range says", () => {
  const said = (code: string) =>
    placeOf(
      observation({
        valueQuantity: { value: 5, unit: 'mmol/L' },
        referenceRange: [limits(3, 6)],
        interpretation: [{ coding: [{ code }] }],
      }),
    );
  expect(['H', 'HH', 'L', 'LL', 'N', 'A'].map(said)).toEqual(['high', 'high', 'low', 'low', 'within', undefined]);
});

test('without it one plain range of the same unit decides, its limits included', () => {
  expect([3.0, 3.1, 6.2, 6.3].map((value) => placeOf(measured(value, limits(3.1, 6.2))))).toEqual([
    'low',
    'within',
    'within',
    'high',
  ]);
});

test('nothing is judged from a text, another unit, several ranges or no value', () => {
  expect(placeOf(measured(5, { text: '1.0 - 2.2' }))).toBeUndefined();
  expect(placeOf(measured(90, limits(3.9, 5.6), 'mg/dL'))).toBeUndefined();
  expect(
    placeOf(
      observation({ valueQuantity: { value: 9, unit: 'mmol/L' }, referenceRange: [limits(3, 6), limits(3, 10)] }),
    ),
  ).toBeUndefined();
  expect(placeOf(observation({ referenceRange: [limits(3, 6)] }))).toBeUndefined();
});

test('"over 90" lies above 6 for certain; "over 4" may lie inside and says nothing', () => {
  const over = (value: number) =>
    placeOf(observation({ valueQuantity: { value, comparator: '>', unit: 'mmol/L' }, referenceRange: [limits(3, 6)] }));
  expect([90, 4].map(over)).toEqual(['high', undefined]);
});

test('a potassium of 6.9 beside 3.5 to 5.1 is outside without any flag of the laboratory', () => {
  const [result] = read(measured(6.9, limits(3.5, 5.1))) ?? [];
  expect(result).toMatchObject({ place: 'high', reference: '3,5 – 5,1 mmol/L' });
  expect(result !== undefined && isOutside(result)).toBe(true);
});

test('a panel is told by its components; a result that the server does not have by its name', () => {
  const panel =
    read(
      observation({
        id: 'p',
        component: [
          { code: { text: 'Tâm thu' }, valueQuantity: { value: 120, unit: 'mmHg' } },
          { code: { text: 'Tâm trương' }, valueQuantity: { value: 80, unit: 'mmHg' } },
        ],
      }),
    ) ?? [];
  expect(panel.map(({ name, value }) => [name, value])).toEqual([
    ['Tâm thu', '120 mmHg'],
    ['Tâm trương', '80 mmHg'],
  ]);
  expect(resultsOf([{ display: 'Tiểu cầu' }, { id: 'p' }, { id: 'gone' }], panel).map(({ name }) => name)).toEqual([
    'Tiểu cầu',
    'Tâm thu',
    'Tâm trương',
  ]);
});

test('a result that was taken back keeps its name and status, and neither value nor judgement', () => {
  const glucose = observation({
    valueQuantity: { value: 25, unit: 'mmol/L' },
    referenceRange: [limits(3, 6)],
    interpretation: [{ coding: [{ code: 'HH' }] }],
    component: [{ code: { text: 'Mẫu' }, valueString: 'máu' }],
  });
  for (const status of ['entered-in-error', 'cancelled']) {
    expect(read({ ...glucose, status })).toEqual([
      {
        id: 'o',
        observationId: 'o',
        name: 'Glucose',
        value: undefined,
        reference: undefined,
        place: undefined,
        flag: undefined,
        severity: undefined,
        status,
      },
    ]);
  }
  expect(read({ ...glucose, status: 'preliminary' })?.map(({ status, value }) => [status, value])).toEqual([
    ['preliminary', '25 mmol/L'],
    ['preliminary', 'máu'],
  ]);
});

test('critical is more than high, and abnormal counts as outside although it has no side', () => {
  const said = (code: string) =>
    read(
      observation({
        valueQuantity: { value: 5, unit: 'mmol/L' },
        interpretation: [
          { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code }] },
        ],
      }),
    )?.[0];
  expect(['HH', 'LL', 'AA', 'A', 'H', 'N', 'POS'].map((code) => [said(code)?.severity, said(code)?.flag])).toEqual([
    ['critical', 'Rất cao'],
    ['critical', 'Rất thấp'],
    ['critical', 'Rất bất thường'],
    ['abnormal', 'Bất thường'],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, 'Dương tính'],
  ]);
  expect(
    ['HH', 'A', 'H', 'N', 'POS'].map((code) => {
      const result = said(code);
      return result !== undefined && isOutside(result);
    }),
  ).toEqual([true, true, true, false, false]);
  expect(countsOf(['H', 'N', 'POS'].flatMap((code) => said(code) ?? []))).toEqual({
    outside: 1,
    within: 1,
    unjudged: 1,
  });
});
