import { bandPass, mainsShare } from './ecg-signal.ts';

const RATE = 500;
const wave = (hertz: number, height = 1): Float32Array =>
  Float32Array.from({ length: 20 * RATE }, (_, at) => height * Math.sin((2 * Math.PI * hertz * at) / RATE));
/** Root mean square of the middle, away from the filter's edge effects. */
const size = (signal: Float32Array): number => {
  const middle = signal.subarray(5 * RATE, 15 * RATE);
  return Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length);
};
const gain = (hertz: number): number => size(bandPass(wave(hertz), RATE, 5, 15)) / size(wave(hertz));

test('the band lets its middle pass, halves the power at its edges twice over, and keeps all else away', () => {
  expect(gain(9)).toBeGreaterThan(0.75);
  expect(gain(9)).toBeLessThan(1.001);
  // a second-order filter is 3 dB down at its edge, so forwards and backwards 6 dB: a half
  for (const edge of [5, 15]) expect(gain(edge)).toBeCloseTo(0.5, 1);
  for (const far of [0.5, 100]) expect(gain(far)).toBeLessThan(0.001);
});

test('a baseline that wanders or has shifted leaves nothing at the ends, where it would look like a beat', () => {
  const shifted = Float32Array.from({ length: 20 * RATE }, (_, at) => (at > 10 * RATE ? 1 : 0));
  for (const baseline of [wave(0.01), wave(0.2), shifted]) {
    const passed = bandPass(baseline, RATE, 5, 15);
    for (const end of [passed.subarray(0, RATE), passed.subarray(-RATE)])
      expect(Math.max(...end.map(Math.abs))).toBeLessThan(0.01);
  }
});

test('the mains are the share of 50 or 60 Hz in the power', () => {
  const sum = (...waves: readonly Float32Array[]): Float32Array =>
    Float32Array.from({ length: 20 * RATE }, (_, at) => waves.reduce((total, one) => total + (one[at] ?? 0), 0));
  for (const mains of [50, 60]) {
    expect(mainsShare(sum(wave(10), wave(mains)), RATE)).toBeCloseTo(0.5, 1);
    expect(mainsShare(sum(wave(10, 2), wave(mains)), RATE)).toBeCloseTo(0.2, 1);
  }
  expect(mainsShare(wave(10), RATE)).toBeLessThan(0.01);
});

test('a lead that is measured too seldom to hold the mains has none, and a still one neither', () => {
  const slow = Float32Array.from({ length: 900 }, (_, at) => Math.sin((2 * Math.PI * 10 * at) / 90));
  expect([mainsShare(slow, 90), mainsShare(new Float32Array(900), 90), mainsShare(new Float32Array(0), 90)]).toEqual([
    ...[0, 0, 0],
  ]);
});

test('the power that mains are a share of is that from 1 to 100 Hz', () => {
  const beside = (hertz: number): number => {
    const [mains, other] = [wave(50), wave(hertz)];
    return mainsShare(
      mains.map((value, at) => value + (other[at] ?? 0)),
      RATE,
    );
  };
  for (const inside of [1.5, 99.5]) expect(beside(inside)).toBeLessThan(0.7);
  for (const outside of [0.5, 100.5]) expect(beside(outside)).toBeGreaterThan(0.95);
});
