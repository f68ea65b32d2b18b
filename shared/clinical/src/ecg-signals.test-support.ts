/** Synthetic signals for tests: a lead in millivolts with known beats, plus disturbances. */

/** Waves of a beat: offset from the R wave in seconds, width in seconds, height in millivolts. */
const WAVES = [
  [-0.17, 0.022, 0.12],
  [-0.028, 0.008, -0.09],
  [0, 0.01, 1.1],
  [0.03, 0.01, -0.2],
  [0.24, 0.042, 0.28],
] as const;

export interface MadeLead {
  readonly signal: Float32Array;
  /** Times of the R waves in seconds. */
  readonly beats: readonly number[];
}

/** Deterministic pseudo-random numbers from -1 to 1. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 1_073_741_824 - 1;
  };
}

/** A regular heart rhythm; `vary` is the relative variation of beat interval and amplitude. */
export function heart(
  perMinute: number,
  {
    seconds = 30,
    rate = 500,
    vary = 0.04,
    seed = 11,
  }: {
    readonly seconds?: number;
    readonly rate?: number;
    readonly vary?: number;
    readonly seed?: number;
  } = {},
): MadeLead {
  const next = chance(seed);
  const signal = new Float32Array(seconds * rate);
  const beats: number[] = [];
  for (let time = 0.3; time < seconds - 0.1; time += (60 / perMinute) * (1 + vary * next())) {
    beats.push(time);
    const height = 1 + vary * next();
    // At a high rate the T wave has less time.
    const squeeze = Math.min(1, Math.sqrt(75 / perMinute));
    for (const [offset, width, size] of WAVES) {
      const middle = time + offset * squeeze;
      for (
        let at = Math.max(0, Math.ceil((middle - 5 * width) * rate));
        at <= Math.min(signal.length - 1, (middle + 5 * width) * rate);
        at += 1
      )
        signal[at] = (signal[at] ?? 0) + height * size * Math.exp(-(((at / rate - middle) / width) ** 2) / 2);
    }
  }
  return { signal, beats };
}

/** A sine wave. */
export const sine = (length: number, rate: number, hertz: number, size: number): Float32Array =>
  Float32Array.from({ length }, (_, at) => size * Math.sin((2 * Math.PI * hertz * at) / rate));

/** White noise in the band of muscle and motion artefacts. */
export function noise(length: number, size: number, seed = 7): Float32Array {
  const next = chance(seed);
  return Float32Array.from({ length }, () => size * next());
}

/** Random pulses from beat-wide to step-wide, up or down: motion artefacts, which resemble beats most. */
export function motion(length: number, rate: number, seed = 5): Float32Array {
  const next = chance(seed);
  const moved = new Float32Array(length);
  for (let time = 0; time < length / rate; time += 0.15 * (1 + next())) {
    const width = 0.012 * 8 ** ((1 + next()) / 2);
    const height = next();
    for (
      let at = Math.max(0, Math.ceil((time - 4 * width) * rate));
      at <= Math.min(length - 1, (time + 4 * width) * rate);
      at += 1
    )
      moved[at] = (moved[at] ?? 0) + height * Math.exp(-(((at / rate - time) / width) ** 2) / 2);
  }
  return moved;
}

/** Sum of two signals. */
export const over = (one: Float32Array, other: Float32Array): Float32Array =>
  one.map((value, at) => value + (other[at] ?? 0));

/**
 * Scales a disturbance to a signal-to-noise ratio in decibels, with peak-to-peak beat power (as in the MIT noise stress
 * test).
 */
export function atRatio(signal: Float32Array, disturbance: Float32Array, decibels: number): Float32Array {
  const powerOf = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0) / values.length;
  // S is the mean power of the QRS complexes: an eighth of their squared peak-to-peak height (G. B. Moody et al.,
  // 1984).
  const height =
    signal.reduce((most, value) => Math.max(most, value), 0) -
    signal.reduce((least, value) => Math.min(least, value), 0);
  const scale = Math.sqrt((height * height) / 8 / 10 ** (decibels / 10) / powerOf(disturbance));
  return over(
    signal,
    disturbance.map((value) => scale * value),
  );
}

/**
 * A strictly periodic waveform.
 * @param shape amplitude from 0 to 1 at a phase from 0 to 1
 */
export const repeated = (perMinute: number, shape: (place: number) => number, seconds = 30, rate = 500): Float32Array =>
  Float32Array.from({ length: seconds * rate }, (_, at) => shape(((at * perMinute) / 60 / rate) % 1));

export const triangle = (place: number): number => 1 - Math.abs(2 * place - 1);
export const ramp = (place: number): number => place;
