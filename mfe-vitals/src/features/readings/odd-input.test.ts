import { inUnit } from '@phr/clinical/glucose';
import { chartPeriod } from '@phr/clinical/periods';
import { verdictOf } from '@phr/fhir/judging';
import { pointsOf, valueAxis } from '../chart/series.model.ts';
import { latestOf, readingsOf } from './reading.model.ts';
import { writtenPhrase } from './range.words.ts';
import { judgingPhrase, timePhrase, valuePhrase, type Language } from './reading.words.ts';
import { language } from './sample-language.test-support.ts';
import { single } from './samples.test-support.ts';

// Inputs that made other programs fail, from their issue trackers, with the correct value here.
const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-25T10:00:00+07:00');
const read = (...observations: Parameters<typeof readingsOf>[0]) => readingsOf(observations, { zone: ZONE, now: NOW });
const mgdl = (value: number, at = '2026-11-25T08:00:00+07:00') =>
  single('glucoses', value, at, { valueQuantity: { value, unit: 'mg/dL', code: 'mg/dL' } });

test('[GLU-07] 145, 154 and 163 mg/dL are told by 0.0555 and stay what the meter wrote (Juggluco 54)', () => {
  expect([145, 154, 163].map((value) => inUnit(value, 'mg/dL', 'mmol/L'))).toEqual([8, 8.5, 9]);
  expect(valuePhrase(read(mgdl(145))[0] ?? fail(), { ...language, glucoseUnit: 'mg/dL' } satisfies Language)).toBe(
    '145\u00a0mg/dL',
  );
});

test('8.1 that was typed is 8.1 that is shown, at any way through the units (Trio 267)', () => {
  expect(
    valuePhrase(read(single('glucoses', 8.1, '2026-11-25T08:00:00+07:00'))[0] ?? fail(), {
      ...language,
      glucoseUnit: 'mmol/L',
    }),
  ).toBe('8,1\u00a0mmol/L');
  for (let tenth = 10; tenth <= 333; tenth += 1) expect(inUnit(tenth / 10, 'mmol/L', 'mmol/L')).toBe(tenth / 10);
});

test('08:17 at three hours behind UTC is 08:17 there, and not shifted twice (openScale 923)', () => {
  const [reading] = read(single('weights', 58, '2026-11-25T08:17:00-03:00'));
  expect(timePhrase(reading ?? fail(), { ...language, zone: 'America/Sao_Paulo' })).toMatch(/^08:17/);
  expect(timePhrase(reading ?? fail(), { ...language, zone: ZONE })).toMatch(/^18:17/);
});

test('-1 of a band not worn is not judged, and a sample of 2000 is not the latest (Gadgetbridge 91, 1000)', () => {
  const readings = read(
    single('heartRates', -1, '2026-11-25T09:00:00+07:00'),
    single('heartRates', 70, '2000-01-01T00:00:00Z'),
    single('heartRates', 72, '2026-11-24T09:00:00+07:00'),
  );
  const day = chartPeriod('7d', '2026-11-25', ZONE);
  expect(pointsOf(readings, day, 'mmol/L').map(({ values }) => values[0]?.value)).toEqual([72]);
  expect(readings[0]).toMatchObject({ counts: false });
  expect(readings[0]?.verdict.level).toBeUndefined();
  expect(
    latestOf(
      readings.filter(({ counts }) => counts),
      NOW,
    ).latest?.measuredAt,
  ).toBe('2026-11-24T09:00:00+07:00');
});

test('an entry of the year 2161 stretches no axis (cgm-remote-monitor 8453)', () => {
  const readings = read(mgdl(110), mgdl(900, '2161-07-12T00:00:00Z'));
  const points = pointsOf(readings, chartPeriod('year', '2161-07-12', ZONE), 'mg/dL');
  expect(points).toEqual([]);
  expect(valueAxis(pointsOf(readings, chartPeriod('day', '2026-11-25', ZONE), 'mg/dL'), []).max).toBeLessThan(200);
});

test('two values of one minute are two points of one line, in order (decoding-contour-next-link 28)', () => {
  const points = pointsOf(
    read(mgdl(110), mgdl(118), mgdl(120, '2026-11-25T08:05:00+07:00')),
    chartPeriod('day', '2026-11-25', ZONE),
    'mg/dL',
  );
  expect(points.map(({ at }) => new Date(at).toISOString().slice(11, 16))).toEqual(['01:00', '01:00', '01:05']);
  expect(points.map(({ values }) => values[0]?.value).sort()).toEqual([110, 118, 120]);
});

function fail(): never {
  throw new Error('no reading');
}

test('a value with a unit as long as a text may be is judged by nobody', () => {
  const code = '{'.repeat(65_000);
  const [reading] = read(single('glucoses', 8.1, '2026-11-25T08:00:00+07:00', { valueQuantity: { value: 8.1, code } }));
  expect(reading?.verdict.level).toBeUndefined();
});

const LABORATORY = {
  meta: {},
  category: [{ coding: [{ code: 'laboratory' }] }],
  performer: [{ reference: 'Organization/7', display: 'Hoa Sen' }],
};

test.each([
  ['cholesterols', 290, 'mg/dL', 200, 'high'],
  ['cholesterols', 180, 'mg/dL', 200, 'within'],
  ['uricAcids', 9, 'mg/dL', 6, 'high'],
  ['glucoses', 1.04, 'g/L', 1.1, 'within'],
  ['temperatures', 98.6, '[degF]', 99, 'within'],
] as const)(
  '%s of %s %s is judged by its own range of up to %s, and by all screens alike',
  (key, value, code, high, said) => {
    const result = single(key, value, '2026-11-25T08:00:00+07:00', {
      ...LABORATORY,
      valueQuantity: { value, unit: code, code },
      referenceRange: [{ high: { value: high, unit: code, code } }],
    });
    const person = { birthDate: '1980-01-01' };
    const [reading] = readingsOf([result], { zone: ZONE, now: NOW, ...person });
    expect(reading?.verdict).toMatchObject({ said, trace: { judge: 'facility' } });
    expect(reading?.verdict).toEqual(verdictOf(result, { zone: ZONE, now: NOW, person }));
  },
);

test('a number whose unit says Fahrenheit and whose code Celsius is told with both, judged by nobody', () => {
  const [reading] = read(
    single('temperatures', 101.5, '2026-11-25T08:00:00+07:00', {
      valueQuantity: { value: 101.5, unit: 'F', code: 'Cel' },
    }),
  );
  expect(valuePhrase(reading ?? fail(), language)).toBe('101,5\u00a0F ≠ Cel');
  expect(reading).toMatchObject({ counts: false, verdict: { notJudged: 'unit' } });
});

test('a range in another unit than the value beside it says its own', () => {
  const of = (glucoseUnit: Language['glucoseUnit']) => {
    const [reading] = read(mgdl(181));
    return judgingPhrase(reading?.verdict ?? fail(), 'glucoses', { ...language, glucoseUnit });
  };
  expect([of('mmol/L'), of('mg/dL')]).toEqual(['mục tiêu 70–180\u00a0mg/dL', 'mục tiêu 70–180']);
  const [seven] = read(single('glucoses', 7, '2026-11-25T08:00:00+07:00'));
  const beyond = (glucoseUnit: Language['glucoseUnit']) =>
    writtenPhrase(seven?.verdict ?? fail(), 'glucoses', glucoseUnit, { ...language, glucoseUnit });
  expect(beyond('mg/dL')).toMatch(/6,2\u00a0mmol\/L$/);
  expect(beyond('mmol/L')).not.toMatch(/mmol/);
});

test('a lone systolic pressure, and a word without a number, are judged as on every other screen', () => {
  const of = (parts: object) => {
    const result = single('heartRates', 190, '2026-11-25T08:00:00+07:00', { ...LABORATORY, ...parts });
    const person = { birthDate: '1980-01-01' };
    const [reading] = readingsOf([result], { zone: ZONE, now: NOW, ...person });
    expect(reading?.verdict).toEqual(verdictOf(result, { zone: ZONE, now: NOW, person }));
    return reading?.verdict;
  };
  const mmHg = { value: 190, unit: 'mmHg', code: 'mm[Hg]' };
  expect(of({ code: { coding: [{ code: '8480-6' }] }, valueQuantity: mmHg })).toMatchObject({
    level: 'veryDangerous',
    parts: { systolic: { level: 'veryDangerous' } },
  });
  const panel = { coding: [{ code: '85354-9' }] };
  expect(of({ code: panel, valueQuantity: undefined, interpretation: [{ coding: [{ code: 'HH' }] }] })).toMatchObject({
    said: 'veryHigh',
  });
});
