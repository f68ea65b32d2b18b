import * as fc from 'fast-check';
import { analyseLead, rateOf } from './ecg-analysis.ts';
import { clippedSamples, findRuns } from './ecg-runs.ts';
import { detectRPeaks } from './r-peaks.ts';

const RATE = 500;
/** A synthetic lead in millivolts: each beat has a narrow R wave, small Q and S and a slow T. */
function lead(
  beatsPerMinute: number,
  seconds = 12,
  sign = 1,
): { readonly signal: Float32Array; readonly beats: readonly number[] } {
  const step = Math.round((60 / beatsPerMinute) * RATE);
  const beats = Array.from(
    { length: Math.floor((seconds * RATE - 300) / step) + 1 },
    (_, index) => 200 + index * step,
  ).filter((at) => at < seconds * RATE - 100);
  const signal = new Float32Array(seconds * RATE);
  for (const beat of beats) {
    for (const [offset, width, height] of [
      [-14, 4, -0.09],
      [0, 5, 1.1],
      [15, 5, -0.2],
      [120, 21, 0.28],
    ] as const) {
      for (
        let at = Math.max(0, beat + offset - 5 * width);
        at < Math.min(signal.length, beat + offset + 5 * width);
        at += 1
      )
        signal[at] = (signal[at] ?? 0) + sign * height * Math.exp(-(((at - beat - offset) / width) ** 2) / 2);
    }
  }
  return { signal, beats };
}
/** Deterministic pseudo-random numbers from -1 to 1. */
const noise = (length: number, size: number) => {
  let seed = 7;
  return Float32Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return size * (seed / 1_073_741_824 - 1);
  });
};
const near = (found: readonly number[], wanted: readonly number[]) =>
  found.length === wanted.length && found.every((at, index) => Math.abs(at - (wanted[index] ?? 0)) <= 3);

test('each beat is found at its tip, at any usual rate, upright or inverted', () => {
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 160 }), fc.constantFrom(1, -1), (rate, sign) => {
      const { signal, beats } = lead(rate, 12, sign);
      expect(near(detectRPeaks(signal, RATE), beats)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('a wandering baseline and the hum of the mains hide no beat', () => {
  const { signal, beats } = lead(72);
  expect(
    near(
      detectRPeaks(
        signal.map(
          (value, at) =>
            value + Math.sin((2 * Math.PI * 0.3 * at) / RATE) + 0.1 * Math.sin((2 * Math.PI * 50 * at) / RATE),
        ),
        RATE,
      ),
      beats,
    ),
  ).toBe(true);
});

test('[ECG-04] the rate comes from the median time between beats, in beats a minute', () => {
  expect(analyseLead(lead(75).signal, RATE)).toMatchObject({
    heartRate: 75,
    quality: 'good',
    inverted: false,
    runs: [],
  });
  expect(rateOf([0, 400, 800, 1200], 500)).toBe(75);
  expect(rateOf([0, 400], 500)).toBeUndefined();
  // signal lost between two beats is not a slow beat
  const joined = (before: number, after: number) => after - before < 1000;
  expect(rateOf([0, 400, 5000, 9600, 14_200], 500, joined)).toBeUndefined();
  expect(rateOf([0, 400, 5000, 9600, 10_000, 14_600, 19_200], 500, joined)).toBe(75);
});

test('a beat counts when all of it is there, to the last sample', () => {
  const { signal, beats } = lead(75);
  const [, , third = 0] = beats;
  // a beat ends a tenth of a second after its peak
  const end = third + RATE / 10 + 1;
  expect(analyseLead(signal.slice(0, end), RATE)).toMatchObject({ quality: 'good', heartRate: 75 });
  expect(analyseLead(signal.slice(0, end - 1), RATE)).toMatchObject({ quality: 'poor' });
});

test('an inverted lead is told, and keeps its rate', () => {
  expect(analyseLead(lead(75, 12, -1).signal, RATE)).toMatchObject({ heartRate: 75, inverted: true });
});

test('a flat part, a gap and an end of the range are told with their place, and hold no beat', () => {
  const { signal } = lead(60, 12);
  signal.fill(0.31, 2000, 3500);
  signal.fill(Number.NaN, 4000, 4600);
  signal.fill(3.3, 5000, 5600);
  const { peaks } = analyseLead(signal, RATE, 3.299);
  const runs = findRuns(signal, RATE, 3.299);
  expect(runs).toEqual([
    { from: 2000, to: 3500, kind: 'flat' },
    { from: 4000, to: 4600, kind: 'gap' },
    { from: 5000, to: 5600, kind: 'saturated' },
  ]);
  expect(peaks.some((at) => runs.some(({ from, to }) => at >= from && at < to))).toBe(false);
});

test('a quiet second between two beats of a slow heart is no lost electrode when it moves at all', () => {
  const quiet = Float32Array.from({ length: 3 * RATE }, (_, at) => 0.03 * Math.sin(at / 40));
  expect(findRuns(quiet, RATE)).toEqual([]);
  const still = (seconds: number) => Float32Array.from({ length: 4 * RATE }, (_, at) => (at < seconds * RATE ? 0 : at));
  expect([findRuns(still(1.9), RATE), findRuns(still(2), RATE)]).toEqual([
    [],
    [{ from: 0, to: 2 * RATE, kind: 'flat' }],
  ]);
});

test('a lead far from zero is clipped where it is held at its end, and a quiet one is not', () => {
  const at = (height: number, middle: number): Float32Array =>
    Float32Array.from(
      { length: RATE },
      (_, index) => middle + (index % 100 < 40 ? height : -height * Math.abs(Math.sin(index))),
    );
  for (const middle of [0, 3, -3]) {
    expect(clippedSamples(at(0.5, middle), RATE, Number.POSITIVE_INFINITY).reduce((sum, one) => sum + one, 0)).toBe(
      200,
    );
    expect(Math.max(...clippedSamples(at(0.05, middle), RATE, Number.POSITIVE_INFINITY))).toBe(0);
  }
});

test('an electrode that fell off gives no rate; neither does noise, whatever is found in it', () => {
  expect(analyseLead(new Float32Array(5000), RATE)).toMatchObject({
    clear: 0,
    hum: false,
    isTest: false,
    peaks: [],
    quality: 'leadOff',
    runs: [{ from: 0, to: 5000, kind: 'flat' }],
    inverted: false,
  });
  expect(analyseLead(new Float32Array(5000), RATE).heartRate).toBeUndefined();
  const found = analyseLead(noise(10_000, 0.6), RATE);
  expect(found.quality).toBe('poor');
  expect(found.heartRate).toBeUndefined();
});

test('less than a second of signal, or nothing, is no reason to fail', () => {
  expect(detectRPeaks(new Float32Array(100), RATE)).toEqual([]);
  expect(analyseLead(new Float32Array(0), RATE)).toMatchObject({ peaks: [], quality: 'poor' });
});
