import { analyseLead, analyseRecord, type LeadAnalysis } from './ecg-analysis.ts';
import { atRatio, heart, motion, noise, over, ramp, repeated, sine, triangle } from './ecg-signals.test-support.ts';
import { mainsShare } from './ecg-signal.ts';
import { repeatsItself } from './ecg-test-signal.ts';
import { beatAround } from './ecg-windows.ts';
import { detectByAverages } from './r-peaks-by-averages.ts';

const RATE = 500;
const clean = heart(75).signal;
const rateOrNone = ({ heartRate }: LeadAnalysis, wanted: number) =>
  heartRate === undefined || Math.abs(heartRate - wanted) <= 2;

describe.each([125, 250, 360, 500, 1000])('a clean heart at %i samples a second', (rate) => {
  test.each([32, 40, 60, 75, 100, 150, 180, 210])('%i beats a minute: good, rate within 2', (perMinute) => {
    const found = analyseLead(heart(perMinute, { rate }).signal, rate);
    expect(found).toMatchObject({ quality: 'good', clear: 1, hum: false, isTest: false, runs: [] });
    expect(Math.abs((found.heartRate ?? 0) - perMinute)).toBeLessThanOrEqual(2);
  });
});

test('the second detector finds each beat of a clean lead, upright or inverted, far from zero or wandering', () => {
  const { signal, beats } = heart(72);
  for (const sign of [1, -1]) {
    const moved = over(signal, sine(signal.length, RATE, 0.3, 1)).map((value) => sign * value - 9.3);
    const found = detectByAverages(moved, RATE);
    expect(beats.filter((beat) => !found.some((at) => Math.abs(at / RATE - beat) < 0.05))).toEqual([]);
    expect(found).toHaveLength(beats.length);
  }
});

test.each([50, 60, 49.8])(
  'hum of %f Hz alone, where a detector finds beats in plenty, is poor and has no rate',
  (hertz) => {
    const found = analyseLead(sine(15_000, RATE, hertz, 0.5), RATE);
    expect(found).toMatchObject({ quality: 'poor', cause: 'hum', hum: true, isTest: false, peaks: [] });
    expect(found.heartRate).toBeUndefined();
  },
);

test('hum over a heart: 0.1 mV is none of it, 0.2 mV hides it', () => {
  const with50 = (size: number) => over(clean, sine(clean.length, RATE, 50, size));
  expect(analyseLead(with50(0.1), RATE)).toMatchObject({ quality: 'good', hum: false });
  expect(analyseLead(with50(0.2), RATE)).toMatchObject({ quality: 'poor', cause: 'hum', hum: true });
  expect(mainsShare(with50(0.1), RATE)).toBeCloseTo(0.14, 1);
  expect(mainsShare(sine(5000, RATE, 60, 1), RATE)).toBeGreaterThan(0.98);
  expect(mainsShare(new Float32Array(5000), RATE)).toBe(0);
});

test.each([1, 2, 3, 4, 5])('noise without a heart has no rate (%i)', (seed) => {
  for (const signal of [noise(15_000, 0.6, seed), motion(15_000, RATE, seed)]) {
    expect(analyseLead(signal, RATE)).toMatchObject({ quality: 'poor', cause: 'noise' });
    expect(analyseLead(signal, RATE).heartRate).toBeUndefined();
  }
});

test.each([1, 2, 3])(
  'an electrode that moves: 12 dB and less noise keep the rate, 6 dB and more have none (%i)',
  (seed) => {
    const at = (decibels: number) => analyseLead(atRatio(clean, motion(clean.length, RATE, seed), decibels), RATE);
    for (const decibels of [24, 18, 12]) {
      expect(at(decibels).quality).toBe('good');
      expect(Math.abs((at(decibels).heartRate ?? 0) - 75)).toBeLessThanOrEqual(2);
    }
    for (const decibels of [6, 0]) expect(at(decibels)).toMatchObject({ quality: 'poor', peaks: [] });
  },
);

test('white noise at any ratio: the rate is right within 2, or there is none', () => {
  for (const decibels of [24, 18, 12, 6, 3, 0, -6])
    for (const seed of [1, 2, 3])
      expect(rateOrNone(analyseLead(atRatio(clean, noise(clean.length, 1, seed), decibels), RATE), 75)).toBe(true);
});

test.each([40, 66, 71.3, 75, 100, 137])(
  'a triangle and a ramp of %f a minute are a test signal; a rate is right or none',
  (perMinute) => {
    for (const shape of [triangle, ramp])
      for (const rate of [250, 360, 500]) {
        const found = analyseLead(repeated(perMinute, shape, 30, rate), rate);
        expect(found.isTest).toBe(true);
        expect(rateOrNone(found, perMinute)).toBe(true);
      }
  },
);

test('a beat is cut out where all of it is there: 0.06 s before its peak and 0.1 s after, without its mean', () => {
  const signal = clean.slice(0, 200);
  const widths = [29, 30, 149, 150].map((peak) => beatAround(signal, peak, RATE)?.length);
  expect(widths).toEqual([undefined, 81, 81, undefined]);
  const beat = [...(beatAround(signal, 100, RATE) ?? [])];
  expect(Math.abs(beat.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-4);
  expect((beat[1] ?? 0) - (beat[0] ?? 0)).toBeCloseTo((signal[71] ?? 0) - (signal[70] ?? 0), 6);
  expect(beatAround(signal.fill(Number.NaN, 120, 121), 100, RATE)).toBeUndefined();
});

test('a signal of five seconds is long enough to repeat, and a shorter or smaller one is not', () => {
  const of = (samples: number, size = 1) =>
    repeatsItself(
      repeated(60, triangle)
        .slice(0, samples)
        .map((value) => size * value),
      RATE,
    );
  expect([of(2_500), of(2_499), of(2_500, 0.02), of(2_500, 0.01), of(2_500, 0)]).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

test('a signal with gaps is a test signal by the share of what is there', () => {
  const half = (odd: number): boolean => {
    const signal = repeated(60, triangle);
    for (let at = 0; at < signal.length; at += 1) {
      if (at % 4_000 < 2_000) signal[at] = Number.NaN;
      else if (at % 1_000 < odd) signal[at] = -3;
    }
    // nothing else repeats: the odd values stand at other places of each cycle
    return repeatsItself(
      signal.map((value, at) => (value === -3 ? -((at * 7) % 13) : value)),
      RATE,
    );
  };
  expect([half(0), half(40)]).toEqual([true, false]);
});

test('equal beats in equal time are a test signal with a rate; those of a heart are not', () => {
  for (const perMinute of [40, 71, 83.7, 120])
    expect(analyseLead(heart(perMinute, { vary: 0 }).signal, RATE)).toMatchObject({
      isTest: true,
      quality: 'good',
      heartRate: Math.round(perMinute),
    });
  for (const vary of [0.01, 0.02, 0.1])
    expect(analyseLead(heart(75, { vary }).signal, RATE)).toMatchObject({ isTest: false, quality: 'good' });
});

test('a range that ends too soon is lost signal, whether its end is known or not; a clipped tip is not', () => {
  const clipped = clean.map((value) => Math.max(-0.1, Math.min(value, 0.15)));
  expect(analyseLead(clipped, RATE)).toMatchObject({ quality: 'poor', cause: 'lost' });
  expect(
    analyseLead(
      clean.map((value) => Math.min(value, 0.9)),
      RATE,
    ),
  ).toMatchObject({ quality: 'good' });
  const wandering = over(clean, sine(clean.length, RATE, 0.2, 4)).map((value) => Math.max(-3.3, Math.min(3.3, value)));
  for (const limit of [3.297, undefined])
    expect(analyseLead(wandering, RATE, limit)).toMatchObject({ quality: 'poor', cause: 'lost', peaks: [] });
});

test('a lead that is flat in part tells the rate of its clear windows, how much that is, and where', () => {
  const signal = clean.slice();
  signal.fill(0.1, 5000, 8000);
  const found = analyseLead(signal, RATE);
  expect(found).toMatchObject({ quality: 'partly', cause: 'lost', clear: 0.6 });
  expect(Math.abs((found.heartRate ?? 0) - 75)).toBeLessThanOrEqual(2);
  expect(found.runs).toContainEqual({ from: 5000, to: 8000, kind: 'flat' });
  expect(found.peaks.some((at) => at >= 5000 && at < 8000)).toBe(false);
});

test('noise in part: beats are told of the clear part only, and the other is marked', () => {
  const signal = over(heart(75, { seconds: 60 }).signal, noise(30_000, 0.8).fill(0, 0, 20_000));
  const found = analyseLead(signal, RATE);
  expect(found).toMatchObject({ quality: 'partly', cause: 'noise' });
  expect(found.peaks.every((at) => at < 20_500)).toBe(true);
  expect(found.runs).toEqual([{ from: expect.any(Number) as number, to: 30_000, kind: 'unclear' }]);
});

test('a gap splits a recording: it is no bad signal, and no time between beats lies across it', () => {
  const before = heart(75, { seconds: 12 }).signal;
  const signal = new Float32Array(17_000).fill(Number.NaN);
  signal.set(before);
  signal.set(before.subarray(0, 5000), 12_000);
  const found = analyseLead(signal, RATE);
  expect(found).toMatchObject({ quality: 'good', clear: 1, runs: [{ from: 6000, to: 12_000, kind: 'gap' }] });
  expect(Math.abs((found.heartRate ?? 0) - 75)).toBeLessThanOrEqual(2);
  expect(found.windows.every(({ from, to }) => to <= 6000 || from >= 12_000)).toBe(true);
});

test('too little to find three beats in is said to be too little', () => {
  expect(analyseLead(clean.slice(0, 600), RATE)).toMatchObject({ quality: 'poor', cause: 'short' });
  // five seconds hold three beats, so whatever hides them is the cause
  expect(analyseLead(sine(5 * RATE, RATE, 50, 0.5), RATE)).toMatchObject({ quality: 'poor', cause: 'hum' });
});

test('the best of I, II and III speaks for a recording; the hum of another lead is named all the same', () => {
  const hum = sine(clean.length, RATE, 50, 0.5);
  const leads = [
    { name: 'II', signal: over(clean, hum) },
    { name: 'I', signal: clean },
    { name: 'III', signal: new Float32Array(clean.length) },
    { name: 'V1', signal: hum },
  ];
  expect(analyseRecord(leads, RATE)).toMatchObject({ lead: 'I', analysis: { quality: 'good' }, hum: ['II'] });
  expect(analyseRecord(leads.slice(0, 1), RATE)).toMatchObject({ lead: 'II', analysis: { quality: 'poor' } });
  const flatUntil = (seconds: number) => heart(75, { seconds: 60 }).signal.fill(0.1, 10 * RATE, seconds * RATE);
  const partly = [
    { name: 'II', signal: flatUntil(30) },
    { name: 'I', signal: flatUntil(16) },
  ];
  expect(analyseRecord(partly, RATE)).toMatchObject({ lead: 'I', analysis: { quality: 'partly' } });
  const named = (...names: readonly string[]) =>
    analyseRecord(
      names.map((name) => ({ name, signal: clean })),
      RATE,
    )?.lead;
  expect([named('V5', 'III', 'I', 'II'), named('V5', 'I'), named('V5', 'V6'), named()]).toEqual([
    'II',
    'I',
    'V5',
    undefined,
  ]);
});
