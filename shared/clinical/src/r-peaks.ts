import { movingAverage, numberAt, withoutGaps } from './ecg-signal.ts';

/**
 * Filter and rule times in seconds. Source: slope energy with two running thresholds after Pan and Tompkins, IEEE Trans
 * Biomed Eng 1985.
 */
const SMOOTH_S = 0.03;
const BASELINE_S = 0.2;
const ENERGY_S = 0.12;
/** Refractory period: no second beat within this time. */
const REFRACTORY_S = 0.25;
/** A wave's peak is this close to its steepest slopes. */
const TIP_S = 0.06;
/** Threshold position between noise level (0) and beat level (1). */
const SHARE = 0.3;
const LEARN_S = 4;

/**
 * R waves of one lead, as ascending sample indexes. Handles inverted leads, baseline wander and mains hum.
 * @param signal voltage in any unit; NaN for no value, where no beat is found
 * @param rate samples per second
 */
export function detectRPeaks(signal: Float32Array, rate: number): number[] {
  const count = signal.length;
  if (count < rate) return [];
  const filled = withoutGaps(signal);
  const smooth = movingAverage(filled, SMOOTH_S * rate);
  const baseline = movingAverage(filled, BASELINE_S * rate);
  const slope = new Float32Array(count);
  for (let at = 1; at < count - 1; at += 1) {
    const rise =
      numberAt(smooth, at + 1) - numberAt(baseline, at + 1) - (numberAt(smooth, at - 1) - numberAt(baseline, at - 1));
    slope[at] = rise * rise;
  }
  const energy = movingAverage(slope, ENERGY_S * rate);
  const learned = Array.from(energy.subarray(0, Math.min(count, Math.round(LEARN_S * rate)))).sort((a, b) => a - b);
  let beatLevel = numberAt(learned, Math.floor(learned.length * 0.98));
  let noiseLevel = numberAt(learned, Math.floor(learned.length * 0.5));

  const found: { at: number; height: number }[] = [];
  for (let at = 1; at < count - 1; at += 1) {
    const height = numberAt(energy, at);
    if (height <= numberAt(energy, at - 1) || height < numberAt(energy, at + 1)) continue;
    const last = found.at(-1);
    if (height <= noiseLevel + SHARE * (beatLevel - noiseLevel) || height < Number.EPSILON)
      noiseLevel += 0.1 * (height - noiseLevel);
    else if (last === undefined || at - last.at > REFRACTORY_S * rate) {
      found.push({ at, height });
      // One artefact must not raise the threshold for all later beats.
      beatLevel += 0.125 * (Math.min(height, 4 * beatLevel) - beatLevel);
    } else if (height > last.height) Object.assign(last, { at, height });
    // After a pause the threshold decays, so smaller beats are found again.
    if (last !== undefined && at - last.at > 2 * rate) beatLevel *= 0.98;
  }
  const reach = Math.round(TIP_S * rate);
  return found
    .map(({ at }) => tip(filled, baseline, at, reach))
    .filter((at) => !Number.isNaN(signal[at] ?? Number.NaN));
}

/** Largest deviation from the baseline near a position: upwards or, in an inverted lead, downwards. */
function tip(signal: Float32Array, baseline: Float32Array, near: number, reach: number): number {
  let best = near;
  let most = -1;
  for (let at = Math.max(0, near - reach); at <= Math.min(signal.length - 1, near + reach); at += 1) {
    const distance = Math.abs(numberAt(signal, at) - numberAt(baseline, at));
    if (distance > most) {
      most = distance;
      best = at;
    }
  }
  return best;
}
