import { assess } from './assess.ts';
import { AT, bornYearsAgo, goalOf, ZONE } from './sample.test-support.ts';
import type { AssessInput, Measured, Verdict } from './verdict.ts';

// Verdicts with all that they say, one for each way in which a number may be judged.

const NAME = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
const flagged = (...codes: readonly string[]) => codes.map((code) => ({ coding: [{ system: NAME, code }] }));
const FACILITY = { kind: 'facility', name: 'Hoa Sen' } as const;
const range = (low: number | undefined, high: number | undefined, code: string) => ({
  ...(low === undefined ? {} : { low: { value: low, code } }),
  ...(high === undefined ? {} : { high: { value: high, code } }),
});

function told(verdict: Verdict): string {
  const {
    level = '–',
    band = '–',
    side = '–',
    direction = '–',
    flag = '–',
    said = '–',
    notJudged,
    range: by,
  } = verdict;
  const { atLeast, isNeutral, advice, doubts, outsideWritten, trace } = verdict;
  const edge = (one: { readonly value: number; readonly included: boolean } | undefined): string =>
    one === undefined ? '' : `${one.value}${one.included ? '' : '!'}`;
  return [
    `${level} (${band}) ${side}/${direction} ${flag} ${said}`,
    `by ${trace.judge}${trace.goalId === undefined ? '' : ` ${trace.goalId}`}`,
    ...(by === undefined ? [] : [`${edge(by.low)}…${edge(by.high)} ${by.whose}`]),
    ...(notJudged === undefined ? [] : [`not judged: ${notJudged}`]),
    ...(atLeast === true ? ['at least'] : []),
    ...(isNeutral === true ? ['neutral'] : []),
    ...(outsideWritten === undefined
      ? []
      : [`written ${outsideWritten.low ?? ''}…${outsideWritten.high ?? ''} ${outsideWritten.side}`]),
    ...(advice === undefined ? [] : [`advice ${advice.id} ${advice.urgency}`]),
    ...doubts,
  ].join(', ');
}

type Case = Partial<AssessInput> & { readonly years?: number };
const one = (value: number, unit: string, more: Partial<Measured> = {}): Pick<AssessInput, 'measured'> => ({
  measured: [{ part: 'value', value, unit, ...more }],
});
const pair = (systolic: number, diastolic: number): Pick<AssessInput, 'measured'> => ({
  measured: [
    { part: 'systolic', value: systolic, unit: 'mm[Hg]' },
    { part: 'diastolic', value: diastolic, unit: 'mm[Hg]' },
  ],
});
const HB = { code: { text: 'Hb', coding: [{ system: 'http://loinc.org', code: '718-7' }] } };

test.each<[string, Case, string]>([
  ['a pressure on target', { ...pair(110, 70) }, 'target (target) –/– N –, by product, 90…120! product'],
  [
    'a pressure whose lower number is worse',
    { ...pair(125, 95) },
    'dangerous (dangerous) high/high H –, by product, 60…80! product',
  ],
  [
    'a pressure whose numbers are as bad on either side',
    { ...pair(85, 50) },
    'veryMild (target) low/low L –, by product, 90…120! product, advice bp.low soon',
  ],
  [
    'a crisis',
    { ...pair(185, 111) },
    'veryDangerous (veryDangerous) high/high H –, by product, 90…120! product, advice bp.crisis today',
  ],
  [
    'a pressure in pregnancy',
    { ...pair(150, 80), person: { ...bornYearsAgo(30), pregnant: 'yes' } },
    'dangerous (dangerous) high/high H –, by product, 90…120! product, advice bp.pregnant today',
  ],
  ['a pressure of a child', { ...pair(150, 80), years: 10 }, '– (–) –/– H –, by none, not judged: adultsOnly'],
  [
    'a pressure that a facility calls high as a whole',
    { ...pair(118, 70), origin: FACILITY, said: { interpretation: flagged('H') } },
    'mild (target) high/high H high, by facility',
  ],
  [
    'a pressure that a facility calls low as a whole',
    { ...pair(118, 70), origin: FACILITY, said: { interpretation: flagged('L') } },
    'mild (target) low/low L low, by facility',
  ],
  [
    'a pressure that a facility calls usual, though it is dangerous',
    { ...pair(190, 70), origin: FACILITY, said: { interpretation: flagged('N') } },
    'veryDangerous (veryDangerous) high/high H –, by product, 90…120! product, advice bp.crisis today',
  ],
  [
    'a low temperature that is usual',
    { vital: 'temperatures', ...one(36.5, 'Cel') },
    'veryMild (veryMild) usualLow/low – –, by product, 36.8…37.5 product, neutral',
  ],
  [
    'a slight fever',
    { vital: 'temperatures', ...one(37.6, 'Cel') },
    'veryMild (target) high/high H –, by product, 36.8…37.5 product',
  ],
  [
    'a fever in Fahrenheit',
    { vital: 'temperatures', ...one(104, '[degF]') },
    'dangerous (dangerous) high/high H –, by product, 36.8…37.5 product, advice temp.fever soon',
  ],
  [
    'a saturation between two bands',
    { vital: 'spo2s', ...one(94.5, '%') },
    'mild (mild) low/low L –, by product, 98… product, advice spo2.low today',
  ],
  [
    'a saturation under a goal',
    { vital: 'spo2s', ...one(89, '%'), goals: [goalOf('59408-5', { detailRange: range(88, 92, '%') })] },
    'target (dangerous) –/– L –, by goal g1, 88…92 goal, written 95…99 low',
  ],
  [
    'a saturation over a goal',
    { vital: 'spo2s', ...one(97, '%'), goals: [goalOf('59408-5', { detailRange: range(88, 92, '%') })] },
    'veryMild (veryMild) slightlyHigh/high N –, by goal g1, 88…92 goal',
  ],
  [
    'a saturation far under a goal',
    { vital: 'spo2s', ...one(79, '%'), goals: [goalOf('59408-5', { detailRange: range(88, 92, '%') })] },
    'veryDangerous (veryDangerous) low/low L –, by product, 98… product, advice spo2.low now',
  ],
  [
    'a glucose on target beyond the printed range',
    { vital: 'glucoses', ...one(6.5, 'mmol/L') },
    'target (target) –/– H –, by product, 3.9…10 product, written 3.1…6.2 high',
  ],
  [
    'a low glucose within the printed range',
    { vital: 'glucoses', ...one(3.5, 'mmol/L') },
    'dangerous (dangerous) low/low N –, by product, 3.9…10 product, advice glu.low today',
  ],
  [
    'a glucose within a goal',
    { vital: 'glucoses', ...one(9, 'mmol/L'), goals: [goalOf('15074-8', { detailRange: range(4, 10, 'mmol/L') })] },
    'target (target) –/– H –, by goal g1, 4…10 goal, written 3.1…6.2 high',
  ],
  [
    'a glucose over a goal of one side',
    {
      vital: 'glucoses',
      ...one(9, 'mmol/L'),
      goals: [goalOf('15074-8', { detailQuantity: { value: 8, code: 'mmol/L', comparator: '<' } })],
    },
    'veryMild (target) high/high H –, by goal g1, …8! goal',
  ],
  [
    'a glucose at a goal that excludes it',
    {
      vital: 'glucoses',
      ...one(8, 'mmol/L'),
      goals: [goalOf('15074-8', { detailQuantity: { value: 8, code: 'mmol/L', comparator: '<' } })],
    },
    'veryMild (target) high/high H –, by goal g1, …8! goal',
  ],
  [
    'a glucose at a goal that includes it',
    {
      vital: 'glucoses',
      ...one(8, 'mmol/L'),
      goals: [goalOf('15074-8', { detailQuantity: { value: 8, code: 'mmol/L', comparator: '<=' } })],
    },
    'target (target) –/– H –, by goal g1, …8 goal, written 3.1…6.2 high',
  ],
  [
    'a glucose over a least goal',
    {
      vital: 'glucoses',
      ...one(5, 'mmol/L'),
      goals: [goalOf('15074-8', { detailQuantity: { value: 6, code: 'mmol/L', comparator: '>=' } })],
    },
    'veryMild (target) slightlyLow/low N –, by goal g1, 6… goal',
  ],
  [
    'a glucose for which a goal in the other unit stands',
    { vital: 'glucoses', ...one(9, 'mmol/L'), goals: [goalOf('15074-8', { detailRange: range(70, 144, 'mg/dL') })] },
    'veryMild (target) high/high H –, by goal g1, 3.9…8 goal',
  ],
  [
    'a glucose below a meter',
    { vital: 'glucoses', ...one(1.1, 'mmol/L', { comparator: '<' }) },
    'veryDangerous (veryDangerous) low/low L –, by product, 3.9…10 product, advice glu.veryLow now',
  ],
  [
    'a glucose above a meter',
    { vital: 'glucoses', ...one(33.3, 'mmol/L', { comparator: '>' }) },
    'veryDangerous (dangerous) high/high H –, by product, 3.9…10 product, advice glu.extreme now',
  ],
  [
    'a glucose at least high',
    { vital: 'glucoses', ...one(11, 'mmol/L', { comparator: '>=' }) },
    'mild (mild) high/high H –, by product, 3.9…10 product, at least',
  ],
  [
    'a glucose that may be anything',
    { vital: 'glucoses', ...one(11, 'mmol/L', { comparator: '<' }) },
    '– (–) –/– – –, by none, not judged: comparator, advice glu.veryLow now',
  ],
  [
    'a pulse of a runner',
    { vital: 'heartRates', ...one(45, '/min') },
    'mild (mild) low/low – –, by product, 51…90 product',
  ],
  [
    'a pulse in motion',
    { vital: 'heartRates', ...one(140, '/min'), context: { rest: false } },
    'veryDangerous (veryDangerous) high/high – –, by product, 51…90 product',
  ],
  [
    'a pulse of a child',
    { vital: 'heartRates', ...one(170, '/min'), years: 1 },
    '– (–) –/– – –, by none, not judged: from16, advice hr today',
  ],
  [
    'a breath without a table',
    { vital: 'respiratoryRates', ...one(26, '/min') },
    '– (–) –/– – –, by none, not judged: noRange, advice rr today',
  ],
  [
    'a ketone of a configured range',
    { vital: 'ketones', ...one(0.9, 'mmol/L'), configured: [{ high: 0.6 }] },
    'mild (–) high/high H –, by configured, …0.6 configured, advice ket.some soon',
  ],
  ['a weight', { vital: 'weights', ...one(70, 'kg') }, '– (–) –/– – –, by none, not judged: noRange'],
  ['a body mass', { vital: 'bmis', ...one(24, 'kg/m2') }, 'mild (mild) high/high – –, by product, 18.5…23! product'],
  [
    'a body mass of no known age',
    { vital: 'bmis', ...one(24, 'kg/m2'), person: {} },
    '– (–) –/– – –, by none, not judged: adultsOnly',
  ],
  [
    'a reading that was corrected',
    { vital: 'spo2s', ...one(99, '%'), status: 'amended' },
    'target (target) –/– N –, by product, 98… product, amended',
  ],
  [
    'a reading that is preliminary',
    { vital: 'spo2s', ...one(99, '%'), status: 'preliminary' },
    'target (target) –/– N –, by product, 98… product, preliminary',
  ],
  [
    'a reading of the future',
    { vital: 'spo2s', ...one(99, '%'), at: '2026-11-27T08:10:01+07:00' },
    '– (–) –/– – –, by none, not judged: future',
  ],
  [
    'a reading of a clock that is ten minutes fast',
    { vital: 'spo2s', ...one(99, '%'), at: '2026-11-27T08:10:00+07:00' },
    'target (target) –/– N –, by product, 98… product',
  ],
  [
    'a reading of tomorrow',
    { vital: 'spo2s', ...one(99, '%'), at: '2026-11-28' },
    '– (–) –/– – –, by none, not judged: future',
  ],
  [
    'a reading of this month',
    { vital: 'spo2s', ...one(99, '%'), at: '2026-11' },
    'target (target) –/– N –, by product, 98… product',
  ],
  ['a reading in another unit', { vital: 'spo2s', ...one(99, 'kg') }, '– (–) –/– – –, by none, not judged: unit'],
  [
    'a result in its range',
    { vital: HB, ...one(13, 'g/dL'), origin: FACILITY, said: { ranges: [range(12, 16, 'g/dL')] } },
    'target (–) –/– N within, by facility, 12…16 facility',
  ],
  [
    'a result over its range',
    { vital: HB, ...one(17, 'g/dL'), origin: FACILITY, said: { ranges: [range(12, 16, 'g/dL')] } },
    'mild (–) high/high H high, by facility, 12…16 facility',
  ],
  [
    'a result under its range',
    { vital: HB, ...one(11, 'g/dL'), origin: FACILITY, said: { ranges: [range(12, undefined, 'g/dL')] } },
    'mild (–) low/low L low, by facility, 12… facility',
  ],
  [
    'a result that is critical',
    {
      vital: HB,
      ...one(6, 'g/dL'),
      origin: FACILITY,
      said: { interpretation: flagged('L', 'LL'), ranges: [range(12, 16, 'g/dL')] },
    },
    'veryDangerous (–) low/low L veryLow, by facility, 12…16 facility',
  ],
  [
    'a result whose flag contradicts its range',
    {
      vital: HB,
      ...one(13, 'g/dL'),
      origin: FACILITY,
      said: { interpretation: flagged('H'), ranges: [range(12, 16, 'g/dL')] },
    },
    'mild (–) high/high H high, by facility, 12…16 facility, saidAgainstRange',
  ],
  [
    'a result in words',
    {
      vital: HB,
      ...one(Number.MIN_VALUE, 'mild (–) –/– – other, by facility', { isWord: true }),
      origin: FACILITY,
      said: { interpretation: flagged('POS') },
    },
    'mild (–) –/– – other, by facility',
  ],
  [
    'a result in words, flagged',
    {
      vital: HB,
      ...one(1, 'veryDangerous (–) high/high H veryHigh, by facility', { isWord: true }),
      origin: FACILITY,
      said: { interpretation: flagged('HH') },
    },
    'veryDangerous (–) high/high H veryHigh, by facility',
  ],
  [
    'a result in words of the person',
    {
      vital: HB,
      ...one(1, '– (–) –/– – –, by none, not judged: absent', { isWord: true }),
      said: { interpretation: flagged('HH') },
    },
    '– (–) –/– – –, by none, not judged: absent',
  ],
  [
    'a result with a goal',
    { vital: HB, ...one(13, 'g/dL'), goals: [goalOf('718-7', { detailRange: range(12, 14, 'g/dL') })] },
    'target (–) –/– – –, by goal g1, 12…14 goal',
  ],
])('the verdict of %s', (_, { years = 40, ...more }, words) => {
  const verdict = assess({
    vital: 'bloodPressures',
    measured: [],
    at: AT,
    zone: ZONE,
    now: Date.parse(AT),
    person: bornYearsAgo(years),
    origin: { kind: 'person' },
    ...more,
  });
  expect(told(verdict)).toBe(words);
});
