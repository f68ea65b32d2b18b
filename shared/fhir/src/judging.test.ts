import { type JudgingContext, numbersIn, originOf, performersOf, saidOf, verdictOf, verdictOfPart } from './judging.ts';
import type { Observation } from './observation.ts';
import { type Source, sourceUri } from './source.ts';

const DOCTOR = { reference: 'Practitioner/1', display: 'BS. Mai' };
const LABORATORY = [{ coding: [{ code: 'laboratory' }] }];
const originOfOne = (parts: object) => originOf({ resourceType: 'Observation', ...parts } as unknown as Observation);
const stamped = (source: Source) => ({ meta: { source: sourceUri(source) } });

test('a result is the word of a facility by its stamp, its performer, or because a laboratory made it', () => {
  const facility = { kind: 'facility' };
  expect(originOfOne(stamped('facility'))).toEqual(facility);
  expect(originOfOne({ ...stamped('facility'), performer: [{ reference: 'Patient/1' }] })).toEqual(facility);
  expect(originOfOne({ performer: [DOCTOR] })).toEqual({ ...facility, name: 'BS. Mai' });
  expect(originOfOne({ category: LABORATORY })).toEqual(facility);
  expect(originOfOne({ performer: [{ display: 'Nhà thuốc An Bình' }] })).toEqual({
    ...facility,
    name: 'Nhà thuốc An Bình',
  });
});

test('a result is the word of the person who performed it, and of nobody known without any sign', () => {
  expect(originOfOne({ performer: [{ reference: 'Patient/1' }] })).toEqual({ kind: 'person' });
  expect(originOfOne({ performer: [{ type: 'Patient', display: 'Mai' }] })).toEqual({ kind: 'person' });
  expect(originOfOne({})).toEqual({ kind: 'unknown' });
});

test('what was entered here is the word of the person or of the device, whatever stands in it', () => {
  const sources = ['person', 'partner', 'device'] as const;
  expect(sources.map((source) => originOfOne({ ...stamped(source), performer: [DOCTOR] }).kind)).toEqual([
    'person',
    'person',
    'device',
  ]);
});

const loinc = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] });
const of = (parts: object): Observation => parts as unknown as Observation;
const mmol = (value: number, more: object = {}) => ({
  valueQuantity: { value, unit: 'mmol/L', code: 'mmol/L', ...more },
});
const pressureOf = (...parts: readonly (readonly [code: string, value: number | undefined])[]) =>
  of({
    code: loinc('85354-9'),
    component: parts.map(([code, value]) => ({
      code: loinc(code),
      ...(value === undefined ? {} : { valueQuantity: { value, unit: 'mmHg', code: 'mm[Hg]' } }),
    })),
  });
const measuredIn = (...asked: Parameters<typeof numbersIn>) => numbersIn(...asked).flatMap(({ measured }) => measured);

test.each<[string, Parameters<typeof numbersIn>, object[]]>([
  [
    'both parts of a pressure',
    [pressureOf(['8480-6', 120], ['8462-4', 80], ['8867-4', 70]), 'bloodPressures'],
    [
      { part: 'systolic', value: 120, unit: 'mm[Hg]', printed: 'mmHg' },
      { part: 'diastolic', value: 80, unit: 'mm[Hg]', printed: 'mmHg' },
    ],
  ],
  [
    'the one part of a pressure that has a value',
    [pressureOf(['8480-6', undefined], ['8462-4', 80]), 'bloodPressures'],
    [{ part: 'diastolic', value: 80, unit: 'mm[Hg]', printed: 'mmHg' }],
  ],
  [
    'a pressure that stands alone',
    [of({ code: loinc('8480-6'), valueQuantity: { value: 120, code: 'mm[Hg]' } }), 'bloodPressures'],
    [{ part: 'systolic', value: 120, unit: 'mm[Hg]' }],
  ],
  [
    'a number with a comparator',
    [of(mmol(33.3, { comparator: '>' })), 'glucoses'],
    [{ part: 'value', value: 33.3, unit: 'mmol/L', printed: 'mmol/L', comparator: '>' }],
  ],
  [
    'a comparator that nobody knows',
    [of(mmol(33.3, { comparator: 'ad' })), 'glucoses'],
    [{ part: 'value', value: 33.3, unit: 'mmol/L', printed: 'mmol/L' }],
  ],
  [
    'a number in a unit that is converted',
    [of({ valueQuantity: { value: 98.6, unit: 'F', code: '[degF]' } }), 'temperatures'],
    [{ part: 'value', value: 37, unit: 'Cel', printed: 'F', written: { value: 98.6, code: '[degF]', unit: 'F' } }],
  ],
  [
    'a number in a unit of something else',
    [of({ valueQuantity: { value: 98.6, code: 'kg' } }), 'temperatures'],
    [{ part: 'value', value: 98.6, unit: '' }],
  ],
  ['a result by its code', [of(mmol(5)), undefined], [{ part: 'value', value: 5, unit: 'mmol/L', printed: 'mmol/L' }]],
  [
    'a result by its printed unit',
    [of({ valueQuantity: { value: 5, unit: 'mm' } }), undefined],
    [{ part: 'value', value: 5, unit: 'mm', printed: 'mm' }],
  ],
  [
    'a result without a unit',
    [of({ valueQuantity: { value: 5 } }), undefined],
    [{ part: 'value', value: 5, unit: '' }],
  ],
  ['nothing', [of({ referenceRange: [] }), undefined], []],
  [
    'a word',
    [of({ interpretation: [{ text: 'POS' }] }), undefined],
    [{ part: 'value', value: 0, unit: '', isWord: true, said: { interpretation: [{ text: 'POS' }] } }],
  ],
])('the numbers that are judged: %s', (_, asked, measured) => {
  expect(measuredIn(...asked)).toEqual(measured);
});

test('what its writer says of a result is handed on with its ranges, as far as there is something', () => {
  const [interpretation, referenceRange] = [[{ text: 'Cao' }], [{ text: '1 – 2' }]];
  expect([
    saidOf(of({})),
    saidOf(of({ interpretation })),
    saidOf(of({ referenceRange })),
    saidOf(of({ interpretation, referenceRange })),
  ]).toEqual([undefined, { interpretation }, { ranges: referenceRange }, { interpretation, ranges: referenceRange }]);
});

test('who performed is known by the type of what is inside, too', () => {
  const contained = [{ resourceType: 'Patient', id: 'p' }, { id: 'x' }];
  const performer = [
    { reference: '#p' },
    { reference: '#x' },
    { reference: '#gone' },
    { reference: 'Patient/p' },
    { reference: '-p' },
  ];
  expect(performersOf({ performer, contained })).toEqual([{ reference: '#p', type: 'Patient' }, ...performer.slice(1)]);
  expect(performersOf({})).toEqual([]);
});

describe('a result of the record', () => {
  const context: JudgingContext = {
    person: { birthDate: '1980-01-01' },
    zone: 'Asia/Ho_Chi_Minh',
    now: Date.parse('2026-11-30T08:00:00+07:00'),
    configured: new Map([['ketones', [{ high: 0.6 }]]]),
  };
  const day = { effectiveDateTime: '2026-11-20', status: 'final' };

  test('is judged as the vital that it is, with the ranges of the deployment for it alone', () => {
    const ketone = of({ ...day, code: loinc('6873-4'), ...mmol(0.9) });
    expect([ketone, of({ ...ketone, code: loinc('718-7') })].map((one) => verdictOf(one, context).trace.judge)).toEqual(
      ['configured', 'none'],
    );
    const ranges = [{ high: 0.5 }];
    expect(verdictOf(of({ ...day, code: loinc('718-7'), ...mmol(0.9) }), context, ranges)).toMatchObject({
      level: 'mild',
      trace: { judge: 'configured' },
    });
    // for vitals the ranges of the deployment count, not those of results
    expect(verdictOf(of({ ...ketone, ...mmol(0.55) }), context, ranges).level).toBe('target');
  });

  test.each([
    ['its day', { effectiveDateTime: '2026-12-24' }],
    ['its instant', { effectiveInstant: '2026-12-24T08:00:00+07:00' }],
    ['its period', { effectivePeriod: { start: '2026-12-24' } }],
    ['its issue', { issued: '2026-12-24T08:00:00+07:00' }],
  ])('is not judged when it is of the future, by %s', (_, at) => {
    expect(
      verdictOf(of({ code: loinc('2708-6'), valueQuantity: { value: 97, code: '%' }, ...at }), context),
    ).toMatchObject({
      notJudged: 'future',
    });
  });

  test('that was taken back is not judged', () => {
    const saturation = of({ ...day, code: loinc('2708-6'), valueQuantity: { value: 97, code: '%' } });
    expect(verdictOf(of({ ...saturation, status: 'entered-in-error' }), context).notJudged).toBe('void');
    expect(verdictOf(saturation, context).level).toBe('veryMild');
  });

  test('has parts that are judged as what they are', () => {
    const panel = { ...day, ...pressureOf(['8480-6', 150], ['8462-4', 70], ['2708-6', 97]) };
    const [systolic = {}, diastolic = {}] = panel.component ?? [];
    expect([systolic, diastolic].map((part) => verdictOfPart(of(panel), part, context).level)).toEqual([
      'dangerous',
      'target',
    ]);
    const saturation = { code: loinc('2708-6'), valueQuantity: { value: 97, code: '%' } };
    expect(verdictOfPart(of(panel), saturation, context).level).toBe('veryMild');
    expect(verdictOfPart(of({ ...day, code: loinc('1') }), { code: loinc('2'), ...mmol(1) }, context).notJudged).toBe(
      'noRange',
    );
  });
});
