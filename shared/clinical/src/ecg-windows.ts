import type { Run } from './ecg-runs.ts';
import { mainsShare } from './ecg-signal.ts';

/** Why a window is poor: mains hum, a flat or clipped signal, or unreliable beats. */
export type PoorCause = 'hum' | 'lost' | 'noise';

/** A few seconds of a lead, in sample indexes, and how reliable its beats are. */
export interface EcgWindow {
  readonly from: number;
  readonly to: number;
  /** Share of beats found by both detectors among those found by either: 0 to 1. */
  readonly agreement: number;
  /** Similarity of the median beat to the typical one: 1 is identical. */
  readonly likeness: number;
  /** Share of mains hum in the power from 1 to 100 Hz: 0 to 1. */
  readonly mains: number;
  /** Absent for a clear window. */
  readonly poor?: PoorCause;
}

/** A gapless stretch of a lead, and the beats two detectors found in it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** The whole lead in millivolts; NaN where unreadable. */
  readonly signal: Float32Array;
  /** The stretch only, with unreadable parts interpolated. */
  readonly filled: Float32Array;
  /** Per sample of the whole lead: whether it is clipped. */
  readonly clipped: Uint8Array;
  readonly runs: readonly Run[];
  /** Sample indexes in the whole lead, ascending. */
  readonly peaks: readonly number[];
  readonly others: readonly number[];
}

const WINDOW_S = 10;
const STEP_S = 5;
/** Detections this close are the same beat. */
const MATCH_S = 0.1;
/** At the ends of a stretch a detector may see half a beat, so a single detection there is ignored. */
const EDGE_S = 0.25;
const BEFORE_S = 0.06;
const AFTER_S = 0.1;
export const LEAST_BEATS = 3;

/**
 * Window thresholds. Sources: detector agreement (bSQI) after Q. Li, R. G. Mark, G. D. Clifford, Physiol Meas 2008, and
 * J. Behar et al., IEEE Trans Biomed Eng 2013; the others were tuned on the records named in ADR 0063.
 */
const AGREEMENT = 0.9;
const ALIKE = 0.8;
const MOST_LOST = 0.1;
export const MOST_MAINS = 0.3;

/** Ten-second windows with 50 % overlap, spread evenly over a stretch; a short stretch is one window. */
export function windowsOf(stretch: Stretch, rate: number): readonly EcgWindow[] {
  const length = stretch.to - stretch.from;
  const size = Math.min(length, Math.round(WINDOW_S * rate));
  const steps = Math.ceil((length - size) / (STEP_S * rate));
  const matched = matches(stretch, rate);
  return Array.from({ length: steps + 1 }, (_, index) => {
    const from = stretch.from + (steps === 0 ? 0 : Math.round(((length - size) * index) / steps));
    return judged(stretch, rate, from, from + size, matched);
  });
}

/** Applies the thresholds in order: missing signal, mains hum, beats. */
function judged(stretch: Stretch, rate: number, from: number, to: number, matched: Matched): EcgWindow {
  const { signal, peaks, clipped, runs } = stretch;
  const inside = (at: number) => at >= from && at < to;
  const both = matched.both.filter(inside).length;
  const agreement = both === 0 ? 0 : both / (both + matched.one.filter(inside).length);
  const beats = peaks.filter(inside).flatMap((peak) => beatAround(signal, peak, rate) ?? []);
  const likeness = beats.length < LEAST_BEATS ? 0 : similarityOf(beats);
  const mains = mainsShare(stretch.filled.subarray(from - stretch.from, to - stretch.from), rate);
  let lost = 0;
  for (const run of runs) lost += Math.max(0, Math.min(run.to, to) - Math.max(run.from, from));
  for (let at = from; at < to; at += 1) if (clipped[at] === 1 && !Number.isNaN(signal[at])) lost += 1;
  const poor: PoorCause | undefined =
    lost > MOST_LOST * (to - from)
      ? 'lost'
      : mains > MOST_MAINS
        ? 'hum'
        : agreement < AGREEMENT || likeness < ALIKE
          ? 'noise'
          : undefined;
  return { from, to, agreement, likeness, mains, ...(poor === undefined ? {} : { poor }) };
}

interface Matched {
  /** Beats found by both detectors. */
  readonly both: readonly number[];
  /** Beats found by one detector only. */
  readonly one: readonly number[];
}

function matches({ from, to, peaks, others }: Stretch, rate: number): Matched {
  const [most, edge] = [MATCH_S * rate, EDGE_S * rate];
  const both: number[] = [];
  const one: number[] = [];
  for (let a = 0, b = 0; a < peaks.length || b < others.length; ) {
    const [first = Number.POSITIVE_INFINITY, second = Number.POSITIVE_INFINITY] = [peaks[a], others[b]];
    if (Math.abs(first - second) <= most) {
      both.push(first);
      a += 1;
      b += 1;
    } else if (first < second) {
      one.push(first);
      a += 1;
    } else {
      one.push(second);
      b += 1;
    }
  }
  return { both, one: one.filter((at) => at - from >= edge && to - at >= edge) };
}

/** The signal around a beat without its mean; undefined at the edges of the signal. */
export function beatAround(signal: Float32Array, peak: number, rate: number): Float32Array | undefined {
  const from = peak - Math.round(BEFORE_S * rate);
  const to = peak + Math.round(AFTER_S * rate) + 1;
  if (from < 0 || to > signal.length) return undefined;
  const beat = signal.slice(from, to);
  const mean = beat.reduce((sum, value) => sum + value, 0) / beat.length;
  return Number.isNaN(mean) ? undefined : beat.map((value) => value - mean);
}

/** Similarity of the median beat to the typical one: 1 is identical, 0 unrelated. */
function similarityOf(beats: readonly Float32Array[]): number {
  const length = beats[0]?.length ?? 0;
  const typical = Float32Array.from({ length }, (_, at) => medianOf(beats.map((beat) => beat[at] ?? 0)));
  const size = Math.hypot(...typical);
  return medianOf(
    beats.map((beat) => {
      const product = beat.reduce((sum, value, at) => sum + value * (typical[at] ?? 0), 0);
      const sizes = size * Math.hypot(...beat);
      return sizes === 0 ? 0 : product / sizes;
    }),
  );
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
