import { bandPass, movingAverage, numberAt, withoutGaps } from './ecg-signal.ts';

/**
 * Times in seconds and frequencies in Hz. Source: M. Elgendi, M. Jonkman, F. De Boer, "Frequency bands effects on QRS
 * detection", BIOSIGNALS 2010; M. Elgendi, "Fast QRS detection with an optimized knowledge-based method", PLoS ONE
 * 2013.
 */
const BAND = { low: 8, high: 20 } as const;
const QRS_S = 0.097;
const BEAT_S = 0.611;
/** A beat exceeds the energy of its neighbourhood by this share of the mean energy over some seconds. */
const OFFSET = 0.08;
const MEAN_S = 10;

/**
 * R waves of one lead by two moving averages, as ascending sample indexes. Independent of `detectRPeaks`: where both
 * agree, the beats are real.
 * @param signal voltage in any unit; NaN for no value
 * @param rate samples per second
 */
export function detectByAverages(signal: Float32Array, rate: number): number[] {
  if (signal.length < rate) return [];
  const filtered = bandPass(withoutGaps(signal), rate, BAND.low, BAND.high);
  const energy = filtered.map((value) => value * value);
  const qrs = movingAverage(energy, QRS_S * rate);
  const beat = movingAverage(energy, BEAT_S * rate);
  const around = movingAverage(energy, MEAN_S * rate);
  const least = QRS_S * rate;
  const found: number[] = [];
  let from = -1;
  for (let at = 0; at <= signal.length; at += 1) {
    const isHigh = numberAt(qrs, at) > numberAt(beat, at) + OFFSET * numberAt(around, at);
    if (isHigh && from < 0) from = at;
    if (isHigh || from < 0) continue;
    if (at - from >= least) found.push(highest(energy, from, at));
    from = -1;
  }
  return found.filter((at) => !Number.isNaN(signal[at] ?? Number.NaN));
}

function highest(values: Float32Array, from: number, to: number): number {
  let best = from;
  for (let at = from; at < to; at += 1) if (numberAt(values, at) > numberAt(values, best)) best = at;
  return best;
}
