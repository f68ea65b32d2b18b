import { analyseLead, type LeadAnalysis } from './ecg-analysis.ts';
import { bandPass, mainsShare, movingAverage, withoutGaps } from './ecg-signal.ts';
import { atRatio, heart, motion, noise, over, sine } from './ecg-signals.test-support.ts';
import { detectByAverages } from './r-peaks-by-averages.ts';
import { detectRPeaks } from './r-peaks.ts';

// What is found in recordings with all that goes wrong in one, to the sample. Whoever changes an algorithm on purpose
// looks at the difference and writes down the new numbers.

const RATE = 250;
const SECONDS = 110;
const length = SECONDS * RATE;
const part = (signal: Float32Array, from: number, to: number): Float32Array =>
  signal.map((value, at) => (at >= from * RATE && at < to * RATE ? value : 0));

/** A heart with small beats after tall ones, a pause, a blow, hum, motion, a clipped second, a flat part and a gap. */
function hardRecording(): Float32Array {
  const { signal } = heart(66, { seconds: SECONDS, rate: RATE, vary: 0.12, seed: 3 });
  const uneven = signal.map((value, at) => value * (at < 9 * RATE ? 1.6 : at < 16 * RATE ? 0.55 : 1));
  uneven.fill(0, 10 * RATE, 12.5 * RATE);
  const moved = over(over(uneven, sine(length, RATE, 0.31, 0.4)), noise(length, 0.05, 9));
  const hummed = over(moved, part(sine(length, RATE, 50, 0.16), 27, 35));
  const shaken = atRatio(hummed, part(motion(length, RATE, 4), 16, 24), 16);
  shaken[5 * RATE] = 9;
  shaken.fill(2.5, 36 * RATE, 37.2 * RATE);
  shaken.fill(0.2, 38 * RATE, 40.5 * RATE);
  shaken.fill(Number.NaN, 42 * RATE, 43.5 * RATE);
  shaken.fill(Number.NaN, 47 * RATE, 47.1 * RATE);
  return shaken;
}
const signal = hardRecording();
const rounded = (values: Iterable<number>, digits: number): string =>
  Array.from(values, (value) => value.toFixed(digits)).join(' ');
const told = ({ peaks, runs, windows, ...rest }: LeadAnalysis) => ({
  ...rest,
  clear: Number(rest.clear.toFixed(4)),
  peaks: peaks.join(' '),
  runs: runs.map(({ from, to, kind }) => `${from}–${to} ${kind}`),
  windows: windows.map(
    ({ from, to, agreement, likeness, mains, poor = 'clear' }) =>
      `${from}–${to} ${agreement.toFixed(4)} ${likeness.toFixed(4)} ${mains.toFixed(4)} ${poor}`,
  ),
});

test('R waves of a hard recording are found at these samples, by both ways', () => {
  expect(detectRPeaks(signal, RATE).join(' ')).toBe(
    '75 287 531 745 983 1250 1449 1663 1874 2111 3287 3520 3756 3989 4172 4427 4539 4650 4797 4901 5115 5198 5319 5446 5525 5623 5744 5803 5949 6173 6389 6596 6817 7061 7271 7491 7736 7985 8219 8442 8686 8908 8999 9299 9339 10181 10393 11079 11287 11515 11970 12190 12399 12635 12840 13084 13292 13526 13751 13986 14201 14447 14653 14899 15120 15328 15545 15795 16009 16256 16493 16701 16948 17195 17407 17619 17873 18100 18309 18558 18759 18978 19223 19437 19679 19908 20152 20380 20598 20825 21047 21264 21484 21719 21923 22167 22398 22619 22835 23087 23287 23512 23725 23933 24179 24403 24643 24889 25090 25322 25569 25799 26047 26274 26527 26762 27001 27236 27439',
  );
  expect(detectByAverages(signal, RATE).join(' ')).toBe(
    '75 287 531 745 983 1197 1250 1449 1663 1874 2111 2344 3286 3520 3756 3989 4173 4210 4427 4539 4650 4796 4901 5115 5320 5446 5525 5622 5744 5949 6173 6389 6596 6818 7061 7271 7491 7737 7984 8219 8444 8685 8908 9003 9296 9503 10181 10394 11079 11287 11515 11970 12190 12399 12635 12840 13084 13292 13526 13750 13986 14201 14447 14654 14900 15120 15328 15545 15795 16008 16256 16493 16702 16948 17195 17407 17619 17873 18100 18309 18558 18759 18978 19223 19437 19679 19909 20152 20380 20597 20825 21047 21264 21484 21719 21923 22167 22398 22619 22835 23086 23287 23512 23725 23934 24179 24403 24643 24889 25090 25322 25569 25799 26047 26274 26527 26763 27002 27237 27439',
  );
});

test('a hard recording is judged window by window', () => {
  expect(told(analyseLead(signal, RATE, 2.5))).toEqual({
    cause: 'noise',
    clear: 0.6667,
    heartRate: 66,
    hum: true,
    inverted: false,
    isTest: false,
    peaks:
      '5744 5803 5949 6173 6389 6596 6817 7061 7271 7491 7736 7985 11079 11287 11515 11970 12190 12399 12635 12840 13084 13292 13526 13751 13986 14201 14447 14653 14899 15120 15328 15545 15795 16009 16256 16493 16701 16948 17195 17407 17619 17873 18100 18309 18558 18759 18978 19223 19437 19679 19908 20152 20380 20598 20825 21047 21264 21484 21719 21923 22167 22398 22619 22835 23087 23287 23512 23725 23933 24179 24403 24643 24889 25090 25322 25569 25799 26047 26274 26527 26762 27001 27236 27439',
    quality: 'partly',
    runs: ['9000–9300 saturated', '9500–10125 flat', '10500–10875 gap', '0–5714 unclear', '8214–10500 unclear'],
    windows: [
      '0–2500 0.8333 0.9938 0.0106 noise',
      '1143–3643 0.7778 0.9821 0.0006 noise',
      '2286–4786 0.8000 0.9197 0.0007 noise',
      '3429–5929 0.8333 0.8383 0.0001 noise',
      '4571–7071 0.8824 0.9040 0.0001 noise',
      '5714–8214 0.9167 0.9642 0.2488 clear',
      '6857–9357 1.0000 0.9713 0.3053 lost',
      '8000–10500 1.0000 0.9763 0.0620 lost',
      '10875–13375 1.0000 0.9898 0.0007 clear',
      '12052–14552 1.0000 0.9875 0.0006 clear',
      '13229–15729 1.0000 0.9884 0.0006 clear',
      '14406–16906 1.0000 0.9881 0.0005 clear',
      '15583–18083 1.0000 0.9906 0.0006 clear',
      '16760–19260 1.0000 0.9919 0.0007 clear',
      '17938–20438 1.0000 0.9904 0.0006 clear',
      '19115–21615 1.0000 0.9921 0.0006 clear',
      '20292–22792 1.0000 0.9881 0.0006 clear',
      '21469–23969 1.0000 0.9888 0.0007 clear',
      '22646–25146 1.0000 0.9903 0.0006 clear',
      '23823–26323 1.0000 0.9902 0.0006 clear',
      '25000–27500 1.0000 0.9885 0.0006 clear',
    ],
  });
});

test('a short recording at an odd rate is judged as a whole', () => {
  const short = over(heart(118, { seconds: 9, rate: 173, seed: 8 }).signal, noise(9 * 173, 0.1, 2));
  expect(told(analyseLead(short, 173))).toEqual({
    clear: 1,
    heartRate: 118,
    hum: false,
    inverted: false,
    isTest: false,
    peaks: '52 142 227 315 402 493 584 670 761 849 934 1020 1107 1195 1281 1371 1458',
    quality: 'good',
    runs: [],
    windows: ['0–1557 1.0000 0.9806 0.0039 clear'],
  });
});

test('what only one way finds near the ends counts, but not what may be half a beat', () => {
  const { signal: whole } = heart(75, { seconds: 11, rate: RATE, seed: 21 });
  const blow = (second: number) =>
    analyseLead(
      whole.map((value, at) => value + 0.9 * Math.exp(-(((at / RATE - second) / 0.014) ** 2) / 2)),
      RATE,
    ).windows.map(({ agreement }) => agreement.toFixed(3));
  expect([0.15, 10.2, 10.9].map(blow)).toEqual([
    ['1.000', '1.000'],
    ['1.000', '0.929'],
    ['1.000', '1.000'],
  ]);
});

test('filters and averages give these values', () => {
  const step = Float32Array.from({ length: 40 }, (_, at) => (at < 12 ? 1 : at % 5));
  expect(rounded(bandPass(step, 100, 5, 15), 4)).toBe(
    '0.0255 0.0334 0.0333 0.0241 0.0041 -0.0323 -0.0949 -0.1906 -0.3062 -0.3830 -0.3118 -0.0073 0.4294 0.6548 0.3972 -0.1028 -0.2882 -0.0090 0.2882 0.1622 -0.2289 -0.3440 -0.0222 0.3027 0.1970 -0.1791 -0.2839 0.0428 0.3667 0.2533 -0.1374 -0.2654 0.0263 0.2965 0.0991 -0.4158 -0.6968 -0.5221 -0.1972 -0.0290',
  );
  expect(
    rounded(
      movingAverage(
        step.slice(0, 12).map((_, at) => at * at),
        5,
      ),
      3,
    ),
  ).toBe('3.500 6.000 9.167 13.000 20.000 29.000 40.000 53.000 68.000 75.167 83.000 91.500');
  const holes = Float32Array.of(NaN, NaN, 2, NaN, NaN, NaN, 4, 5, NaN);
  expect(rounded(withoutGaps(Float32Array.of(1, 2, NaN, 4)), 1)).toBe('1.0 2.0 3.0 4.0');
  expect(rounded(withoutGaps(holes), 1)).toBe('2.0 2.0 2.0 2.5 3.0 3.5 4.0 5.0 5.0');
  expect(rounded(withoutGaps(Float32Array.of(NaN, NaN)), 1)).toBe('0.0 0.0');
  const hum = (rate: number) => mainsShare(over(sine(3000, rate, 50, 1), noise(3000, 2, 6)), rate);
  expect(rounded([110, 125, 360, 400, 1000].map(hum), 5)).toBe('0.31177 0.30395 0.44398 0.38840 0.63218');
});
