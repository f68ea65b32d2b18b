/** Signal processing: averages, filters, spectra; independent of the values' unit. */

/** A value of a list; beyond its ends there is 0. */
export const numberAt = (values: ArrayLike<number>, at: number): number => values[at] ?? 0;

/**
 * Moving average around each sample.
 * @param width samples
 */
export function movingAverage(signal: Float32Array, width: number): Float32Array {
  const half = Math.max(0, Math.round(width / 2));
  const average = new Float32Array(signal.length);
  let sum = 0;
  let from = 0;
  let to = 0;
  for (let at = 0; at < signal.length; at += 1) {
    for (; to < signal.length && to <= at + half; to += 1) sum += numberAt(signal, to);
    for (; from < at - half; from += 1) sum -= numberAt(signal, from);
    average[at] = sum / (to - from);
  }
  return average;
}

/** Fills gaps (NaN) with a straight line between their neighbours: no steep slope, so no false beat. */
export function withoutGaps(signal: Float32Array): Float32Array {
  const filled = signal.slice();
  let last = -1;
  for (let at = 0; at <= filled.length; at += 1) {
    if (at < filled.length && Number.isNaN(filled[at])) continue;
    if (at - last > 1) bridge(filled, last, at);
    last = at;
  }
  return filled;
}

/** Interpolates between two positions; at an end of the signal repeats the only neighbour. */
function bridge(signal: Float32Array, before: number, after: number): void {
  const [left, right] = [signal[before], signal[after]];
  const [from, to] = [left ?? right ?? 0, right ?? left ?? 0];
  for (let at = before + 1; at < after; at += 1) signal[at] = from + ((to - from) * (at - before)) / (after - before);
}

/**
 * Band-pass between two frequencies in Hz: second-order Butterworth filters run forwards and backwards, so there is no
 * phase shift.
 */
export function bandPass(signal: Float32Array, rate: number, low: number, high: number): Float32Array {
  const first = numberAt(signal, 0);
  const passed = signal.map((value) => value - first);
  for (const [kind, frequency] of [
    ['high', low],
    ['low', high],
  ] as const) {
    filter(passed, rate, kind, frequency);
    passed.reverse();
    filter(passed, rate, kind, frequency);
    passed.reverse();
  }
  return passed;
}

/** One second-order Butterworth filter, in place. Coefficients: R. Bristow-Johnson, Audio EQ Cookbook. */
function filter(signal: Float32Array, rate: number, kind: 'low' | 'high', frequency: number): void {
  const turn = (2 * Math.PI * frequency) / rate;
  const alpha = Math.sin(turn) * Math.SQRT1_2;
  const cosine = Math.cos(turn);
  const scale = 1 / (1 + alpha);
  const edge = (kind === 'low' ? (1 - cosine) / 2 : (1 + cosine) / 2) * scale;
  const middle = kind === 'low' ? 2 * edge : -2 * edge;
  const [back, backTwo] = [-2 * cosine * scale, (1 - alpha) * scale];
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let at = 0; at < signal.length; at += 1) {
    const x = numberAt(signal, at);
    const y = edge * (x + x2) + middle * x1 - back * y1 - backTwo * y2;
    signal[at] = y;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
  }
}

/** Mains frequencies in Hz, and their tolerance. */
const MAINS = [50, 60] as const;
const MAINS_WIDTH = 1;
const BAND = { low: 1, high: 100 } as const;

/**
 * Share of mains hum (50 or 60 Hz, whichever is stronger) in the power from 1 to 100 Hz: 0 to 1.
 * @param signal without gaps
 */
export function mainsShare(signal: Float32Array, rate: number): number {
  // Halve the rate: frequencies above the band only cost time.
  if (rate / 2 >= 2 * BAND.high) return mainsShare(halved(signal), rate / 2);
  const { power, step } = spectrumOf(signal, rate);
  const between = (low: number, high: number) => {
    let sum = 0;
    for (let at = Math.ceil(low / step); at <= Math.min(power.length - 1, high / step); at += 1)
      sum += numberAt(power, at);
    return sum;
  };
  const all = between(BAND.low, BAND.high);
  const mains = MAINS.filter((hertz) => hertz + MAINS_WIDTH < rate / 2).map((hertz) =>
    between(hertz - MAINS_WIDTH, hertz + MAINS_WIDTH),
  );
  return all > 0 ? Math.max(0, ...mains) / all : 0;
}

/** Halves the sample rate by averaging pairs. */
const halved = (signal: Float32Array): Float32Array =>
  Float32Array.from(
    { length: signal.length >> 1 },
    (_, at) => (numberAt(signal, 2 * at) + numberAt(signal, 2 * at + 1)) / 2,
  );

/** Power spectrum from 0 Hz in steps of `step` Hz, windowed to avoid leakage. */
function spectrumOf(signal: Float32Array, rate: number): { readonly power: Float64Array; readonly step: number } {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, signal.length)));
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  const mean = signal.reduce((sum, value) => sum + value, 0) / Math.max(1, signal.length);
  signal.forEach((value, at) => {
    real[at] = (value - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / signal.length));
  });
  transform(real, imaginary);
  const power = new Float64Array(size / 2).map((_, at) => numberAt(real, at) ** 2 + numberAt(imaginary, at) ** 2);
  return { power, step: rate / size };
}

const circles = new Map<number, { readonly cosines: Float64Array; readonly sines: Float64Array }>();

/** Twiddle factors (cosines and sines of half a circle) for transforms of this length. */
function circle(size: number) {
  const known = circles.get(size);
  if (known !== undefined) return known;
  const angle = (turn: number) => (2 * Math.PI * turn) / size;
  const made = {
    cosines: new Float64Array(size / 2).map((_, turn) => Math.cos(angle(turn))),
    sines: new Float64Array(size / 2).map((_, turn) => -Math.sin(angle(turn))),
  };
  circles.set(size, made);
  return made;
}

/**
 * In-place radix-2 FFT; the length must be a power of two. The inner loop allocates nothing: arrays would cost ten
 * times as much.
 */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let at = 1, mirrored = 0; at < size; at += 1) {
    let bit = size >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (at >= mirrored) continue;
    // The imaginary part is all zero so far.
    const value = numberAt(real, at);
    real[at] = numberAt(real, mirrored);
    real[mirrored] = value;
  }
  const { cosines, sines } = circle(size);
  for (let half = 1; half < size; half *= 2) {
    const step = size / (2 * half);
    for (let block = 0; block < size; block += 2 * half) {
      for (let turn = 0; turn < half; turn += 1) {
        const at = block + turn;
        const other = at + half;
        const cosine = numberAt(cosines, turn * step);
        const sine = numberAt(sines, turn * step);
        const a = numberAt(real, other);
        const b = numberAt(imaginary, other);
        const x = a * cosine - b * sine;
        const y = a * sine + b * cosine;
        const p = numberAt(real, at);
        const q = numberAt(imaginary, at);
        real[other] = p - x;
        imaginary[other] = q - y;
        real[at] = p + x;
        imaginary[at] = q + y;
      }
    }
  }
}
