import { detectRPeaks } from './r-peaks.ts';

/** A part of a lead that is no heart signal, in sample numbers; `to` is the first sample after it. */
export interface Run {
  readonly from: number;
  readonly to: number;
  /** No value at all, no movement (an electrode that fell off), or at the end of the converter's range. */
  readonly kind: 'gap' | 'flat' | 'saturated';
}

/** `leadOff`: more than half of the lead is no heart signal. `poor`: beats do not look alike, so what was found may be noise. */
export type EcgQuality = 'good' | 'poor' | 'leadOff';

export interface LeadAnalysis {
  /** Sample numbers of the R waves; none where the signal is not usable. */
  readonly peaks: readonly number[];
  /** Beats per minute, from the median time between beats; absent with fewer than three beats or a signal that is not good. */
  readonly heartRate?: number;
  readonly quality: EcgQuality;
  readonly runs: readonly Run[];
  /** True when most R waves point down: in leads I and II the electrodes may have changed places. */
  readonly inverted: boolean;
}

const RUN_S = 1;
/** A living lead moves more than this within a second, in millivolts. */
const FLAT_MV = 0.02;
const BEFORE_S = 0.06;
const AFTER_S = 0.1;
/** Likeness of the middle beat to the typical one: records of good and of fair quality have 0.97 and more, noise that hides the beats 0.65 and less. */
const ALIKE = 0.8;
const LEAST_BEATS = 3;

/**
 * Looks for beats in one lead and says how far they can be trusted. This describes the drawing and is no diagnosis.
 * @param signal millivolts; NaN where there is no value
 * @param rate samples a second
 * @param limit millivolts at which the converter ends, either side
 */
export function analyseLead(signal: Float32Array, rate: number, limit = Number.POSITIVE_INFINITY): LeadAnalysis {
  const runs = findRuns(signal, rate, limit);
  const lost = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  if (lost > signal.length / 2) return { peaks: [], quality: 'leadOff', runs, inverted: false };
  const usable = signal.slice();
  for (const { from, to } of runs) usable.fill(Number.NaN, from, to);
  const peaks = detectRPeaks(usable, rate);
  const beats = peaks.map((peak) => beatAround(usable, peak, rate)).filter((beat) => beat !== undefined);
  if (beats.length < LEAST_BEATS) return { peaks, quality: 'poor', runs, inverted: false };
  const quality = likeness(beats) < ALIKE ? 'poor' : 'good';
  const inverted = beats.filter(pointsDown).length > beats.length / 2;
  const heartRate = quality === 'good' ? rateOf(peaks, rate) : undefined;
  return { peaks, quality, runs, inverted, ...(heartRate === undefined ? {} : { heartRate }) };
}

/** Parts of a lead of a second or longer that hold no heart signal. */
export function findRuns(signal: Float32Array, rate: number, limit = Number.POSITIVE_INFINITY): Run[] {
  const kindAt = (at: number): Run['kind'] | undefined => {
    const value = signal[at] ?? Number.NaN;
    if (Number.isNaN(value)) return 'gap';
    return Math.abs(value) >= limit ? 'saturated' : undefined;
  };
  const least = Math.round(RUN_S * rate);
  const runs: Run[] = [];
  let from = 0;
  let kind: Run['kind'] | undefined;
  let low = 0;
  let high = 0;
  const end = (to: number) => {
    if (to - from >= least && (kind !== 'flat' || high - low < FLAT_MV)) runs.push({ from, to, kind: kind ?? 'flat' });
  };
  for (let at = 0; at <= signal.length; at += 1) {
    const value = signal[at] ?? Number.NaN;
    const now = at === signal.length ? undefined : (kindAt(at) ?? 'flat');
    const moves = now === 'flat' && kind === 'flat' && Math.max(high, value) - Math.min(low, value) >= FLAT_MV;
    if (now === kind && !moves) {
      if (now === 'flat') {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      continue;
    }
    if (at > 0) end(at);
    from = at;
    kind = now;
    low = value;
    high = value;
  }
  return runs;
}

/** Median rate between beats, beats per minute; undefined with fewer than three beats. Pauses of lost signal do not count as slow beats. */
export function rateOf(peaks: readonly number[], rate: number): number | undefined {
  if (peaks.length < LEAST_BEATS) return undefined;
  const gaps = peaks
    .slice(1)
    .map((peak, index) => peak - (peaks[index] ?? 0))
    .sort((a, b) => a - b);
  const middle = gaps[Math.floor(gaps.length / 2)];
  return middle === undefined || middle <= 0 ? undefined : Math.round((60 * rate) / middle);
}

/** The signal around a beat without its mean; undefined at the edges of the signal. */
function beatAround(signal: Float32Array, peak: number, rate: number): Float32Array | undefined {
  const from = peak - Math.round(BEFORE_S * rate);
  const to = peak + Math.round(AFTER_S * rate) + 1;
  if (from < 0 || to > signal.length) return undefined;
  const beat = signal.slice(from, to);
  const mean = beat.reduce((sum, value) => sum + value, 0) / beat.length;
  return Number.isNaN(mean) ? undefined : beat.map((value) => value - mean);
}

/** How much the middle beat is like the typical one: 1 is equal in form, 0 unrelated. */
function likeness(beats: readonly Float32Array[]): number {
  const length = beats[0]?.length ?? 0;
  const typical = Float32Array.from({ length }, (_, at) => median(beats.map((beat) => beat[at] ?? 0)));
  const size = Math.hypot(...typical);
  return median(
    beats.map((beat) => {
      const product = beat.reduce((sum, value, at) => sum + value * (typical[at] ?? 0), 0);
      const sizes = size * Math.hypot(...beat);
      return sizes === 0 ? 0 : product / sizes;
    }),
  );
}

/** True when the beat's deepest point is further from its mean than its highest. */
const pointsDown = (beat: Float32Array): boolean => -Math.min(...beat) > Math.max(...beat);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
