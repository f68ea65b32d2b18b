import { holds } from '@phr/clinical/assess/chart-scale';
import { verdictOf } from '@phr/fhir/judging';
import { judgingWords, levelWords } from '@phr/fhir/verdict-words';
import { formatNumber } from '@phr/ui/format';
import fc from 'fast-check';
import { judgingPhrase, levelPhrase } from './reading.words.ts';
import { dayOfReading, readingOf, type ReadingContext } from './reading.model.ts';
import { language } from './sample-language.test-support.ts';
import { bloodPressure, single } from './samples.test-support.ts';
import { scaleOf, verdictOn } from './scale.model.ts';

const AT = '2026-11-25T08:15:00+07:00';
const NOW = Date.parse('2026-11-25T10:00:00+07:00');
const goal = (value: number, comparator: string) => ({
  lifecycleStatus: 'active',
  startDate: '2026-01-01',
  expressedBy: { reference: 'Practitioner/1', display: 'BS. Lê Thu Hà' },
  target: ['8480-6', '15074-8', '2708-6', '8867-4', '8310-5'].map((code) => ({
    measure: { coding: [{ code }] },
    detailQuantity: {
      value,
      comparator,
      code: { '8480-6': 'mm[Hg]', '15074-8': 'mmol/L', '2708-6': '%', '8867-4': '/min', '8310-5': 'Cel' }[code] ?? '',
    },
  })),
});
const tenths = (low: number, high: number) => fc.integer({ min: low * 10, max: high * 10 }).map((value) => value / 10);
const observations = fc.oneof(
  fc
    .tuple(fc.integer({ min: 50, max: 230 }), fc.integer({ min: 30, max: 140 }))
    .map(([a, b]) => bloodPressure(a, b, AT)),
  tenths(1, 40).map((value) => single('glucoses', value, AT)),
  fc.integer({ min: 60, max: 100 }).map((value) => single('spo2s', value, AT)),
  fc.integer({ min: 25, max: 200 }).map((value) => single('heartRates', value, AT)),
  tenths(34, 42).map((value) => single('temperatures', value, AT)),
  tenths(12, 45).map((value) => single('bmis', value, AT)),
  tenths(0.1, 5).map((value) => single('ketones', value, AT)),
);
const contexts = fc
  .record({
    birthDate: fc.constantFrom('1958-06-02', '1990-01-01', '2015-03-04', '2026-10-20', undefined),
    goals: fc.option(fc.tuple(fc.integer({ min: 4, max: 160 }), fc.constantFrom('<', '>=')), { nil: undefined }),
  })
  .map(
    ({ birthDate, goals }): ReadingContext => ({
      zone: language.zone,
      now: NOW,
      ...(birthDate === undefined ? {} : { birthDate }),
      ...(goals === undefined ? {} : { goals: [goal(...goals)] }),
    }),
  );

test('2,000 readings: lists, days, charts and the record say the same of each', () => {
  fc.assert(
    fc.property(observations, contexts, (observation, context) => {
      const reading = readingOf(observation, context);
      if (reading === undefined) throw new Error('No reading');
      const { verdict, vitalKey, parts } = reading;
      const record = verdictOf(observation, {
        person: context.birthDate === undefined ? {} : { birthDate: context.birthDate },
        zone: context.zone,
        now: context.now,
        ...(context.goals === undefined ? {} : { goals: context.goals }),
      });
      expect(record).toEqual(verdict);
      const number = (value: number): string => formatNumber(value, 'vi-VN');
      expect([
        levelWords(record, { locale: 'vi-VN', t: language.t }),
        judgingWords(record, vitalKey, { locale: 'vi-VN', number }),
      ]).toEqual([levelPhrase(verdict, language), judgingPhrase(verdict, vitalKey, language)]);
      const numbers = parts.flatMap(({ key, amount }) =>
        amount.kind === 'measured' ? [[key, amount.value] as const] : [],
      );
      const unit = parts[0]?.amount.kind === 'measured' ? parts[0].amount.unit.code : '';
      const day = dayOfReading(reading, context) ?? '';
      expect(verdictOn(day, vitalKey, unit, numbers, context)).toEqual(verdict);
      for (const { part, bands } of scaleOf(vitalKey, 'mmol/L', day, context)) {
        const value = numbers.find(([key]) => key === part)?.[1] ?? NaN;
        expect(bands.filter((band) => holds(band, value)).map(({ level }) => level)).toEqual([
          verdict.parts[part]?.level,
        ]);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a reading whose unit is told twice and not the same: nobody judges, and both units stand there', () => {
  const observation = {
    ...single('glucoses', 5.1, AT),
    valueQuantity: { value: 5.1, unit: 'mmol/L', code: 'mg/dL', system: 'http://unitsofmeasure.org' },
  };
  const context: ReadingContext = { zone: language.zone, now: NOW };
  const reading = readingOf(observation, context);
  expect(reading?.parts[0]?.amount).toEqual({ kind: 'written', value: 5.1, unit: 'mmol/L ≠ mg/dL' });
  for (const verdict of [reading?.verdict, verdictOf(observation, { person: {}, zone: language.zone, now: NOW })])
    expect(verdict).toEqual({
      notJudged: expect.any(String),
      doubts: [],
      trace: { judge: 'none' },
      parts: expect.anything(),
    });
});
