import { clippedSamples, findRuns, type Run } from './ecg-runs.ts';
import { withoutGaps } from './ecg-signal.ts';
import { isCycle, repeatsItself } from './ecg-test-signal.ts';
import {
  beatAround,
  LEAST_BEATS,
  MOST_MAINS,
  windowsOf,
  type EcgWindow,
  type PoorCause,
  type Stretch,
} from './ecg-windows.ts';
import { detectByAverages } from './r-peaks-by-averages.ts';
import { detectRPeaks } from './r-peaks.ts';

/**
 * `good`: less than a tenth of the windows is poor. `partly`: up to half; the rate is from the clear ones. `poor`: more
 * than half, no rate. `leadOff`: more than half of the lead has no signal.
 */
export type EcgQuality = 'good' | 'partly' | 'poor' | 'leadOff';

export interface LeadAnalysis {
  /** Sample indexes of R waves in the clear parts; empty if the signal is unusable. */
  readonly peaks: readonly number[];
  /**
   * Beats per minute, from the median beat interval in the clear parts; absent with fewer than three beats or in a poor
   * lead.
   */
  readonly heartRate?: number;
  readonly quality: EcgQuality;
  /** Main cause of the poor windows. `short`: too short to find three beats. */
  readonly cause?: PoorCause | 'short';
  /** Share of clear windows: 0 to 1. */
  readonly clear: number;
  readonly windows: readonly EcgWindow[];
  /** Parts without a signal; in a good or partly good lead also those without reliable beats. */
  readonly runs: readonly Run[];
  /** True if most R waves point down: in leads I and II the electrodes may be swapped. */
  readonly inverted: boolean;
  /** Mains hum in some part of the lead. */
  readonly hum: boolean;
  /** The signal repeats more exactly than a heart can: it comes from a simulator. */
  readonly isTest: boolean;
}

const GOOD = 0.1;
const PARTLY = 0.5;
/** Shorter stretches between two gaps contain no window. */
const LEAST_STRETCH_S = 1;

/**
 * Finds beats in one lead and rates how reliable they are. Describes the recording; not a diagnosis.
 * @param signal millivolts; NaN for no value
 * @param rate samples per second
 * @param limit millivolts at which the converter clips, on either side
 */
export function analyseLead(signal: Float32Array, rate: number, limit = Number.POSITIVE_INFINITY): LeadAnalysis {
  const runs = findRuns(signal, rate, limit);
  const stretches = stretchesOf(signal, rate, limit, runs);
  const windows = stretches.flatMap((stretch) => windowsOf(stretch, rate));
  const poor = windows.filter((window) => window.poor !== undefined);
  const clear = windows.length === 0 ? 0 : 1 - poor.length / windows.length;
  const hum = windows.some(({ mains }) => mains > MOST_MAINS);
  const rest = { clear, windows, hum, isTest: !hum && repeatsItself(signal, rate) };
  if (isOff(signal, runs)) return { ...rest, peaks: [], quality: 'leadOff', runs, inverted: false };
  const all = stretches.flatMap(({ peaks }) => peaks);
  const cause: LeadAnalysis['cause'] =
    all.length < LEAST_BEATS && signal.length < 2 * LEAST_BEATS * rate ? 'short' : mostOf(poor);
  const causeOrNone = cause === undefined ? {} : { cause };
  if (1 - clear > PARTLY || windows.length === 0)
    return { ...rest, ...causeOrNone, peaks: [], quality: 'poor', runs, inverted: false };
  const clearWindows = windows.filter((window) => window.poor === undefined);
  const isClear = (...places: readonly number[]) =>
    clearWindows.some(({ from, to }) => places.every((at) => at >= from && at < to));
  const peaks = all.filter((at) => isClear(at));
  const counted = rateOf(peaks, rate, isClear);
  // A triangle wave yields two edges a cycle, so the counted beats are not beats.
  const heartRate =
    counted !== undefined && rest.isTest && !isCycle(signal, Math.round((60 * rate) / counted)) ? undefined : counted;
  const beats = peaks.flatMap((peak) => beatAround(signal, peak, rate) ?? []);
  return {
    ...rest,
    ...(poor.length === 0 ? {} : causeOrNone),
    peaks,
    quality: 1 - clear < GOOD ? 'good' : 'partly',
    runs: [...runs, ...unclear(windows, clearWindows)],
    inverted: beats.filter(pointsDown).length > beats.length / 2,
    ...(heartRate === undefined ? {} : { heartRate }),
  };
}

/** Result for all leads of a recording together. */
export interface RecordAnalysis {
  /** The representative lead, and its analysis. */
  readonly lead: string;
  readonly analysis: LeadAnalysis;
  /** All leads with mains hum. */
  readonly hum: readonly string[];
}

/** Leads that may represent a recording, in order of preference. */
const SPEAKERS = ['II', 'I', 'III'];
const ORDER: readonly EcgQuality[] = ['good', 'partly', 'poor', 'leadOff'];
/** In recordings longer than this, stop at the first good lead. */
const LONG_S = 300;

/** Represented by the best of leads I, II and III, or of all leads if none has these names. Undefined without leads. */
export function analyseRecord(
  leads: readonly { readonly name: string; readonly signal: Float32Array }[],
  rate: number,
  limit?: number,
): RecordAnalysis | undefined {
  const named = SPEAKERS.flatMap((speaker) => leads.find(({ name }) => name === speaker) ?? []);
  const found: { readonly lead: string; readonly analysis: LeadAnalysis }[] = [];
  for (const { name, signal } of named.length > 0 ? named : leads) {
    if (signal.length > LONG_S * rate && found.some(({ analysis }) => analysis.quality === 'good')) break;
    found.push({ lead: name, analysis: analyseLead(signal, rate, limit) });
  }
  const [best] = found.toSorted(
    (a, b) =>
      ORDER.indexOf(a.analysis.quality) - ORDER.indexOf(b.analysis.quality) || b.analysis.clear - a.analysis.clear,
  );
  return best && { ...best, hum: found.filter(({ analysis }) => analysis.hum).map(({ lead }) => lead) };
}

/** True if more than half of the recorded samples in the range are unusable. */
function isOff(signal: Float32Array, runs: readonly Run[]): boolean {
  let recorded = 0;
  for (const value of signal) if (!Number.isNaN(value)) recorded += 1;
  const lost = runs.filter(({ kind }) => kind !== 'gap').reduce((sum, { from, to }) => sum + to - from, 0);
  return signal.length > 0 && lost >= recorded / 2 && (lost > recorded / 2 || recorded === 0);
}

/** Splits a recording at its gaps; nothing is inferred across them. */
function stretchesOf(signal: Float32Array, rate: number, limit: number, runs: readonly Run[]): readonly Stretch[] {
  const usable = signal.slice();
  for (const { from, to } of runs) usable.fill(Number.NaN, from, to);
  const clipped = clippedSamples(usable, rate, limit);
  const gaps = runs.filter(({ kind }) => kind === 'gap');
  const starts = [0, ...gaps.map(({ to }) => to)];
  return starts.flatMap((from, index): readonly Stretch[] => {
    const to = gaps[index]?.from ?? signal.length;
    if (to - from < LEAST_STRETCH_S * rate) return [];
    const part = usable.subarray(from, to);
    const inWhole = (places: readonly number[]) => places.map((at) => at + from);
    return [
      {
        from,
        to,
        signal: usable,
        filled: withoutGaps(part),
        clipped,
        runs,
        peaks: inWhole(detectRPeaks(part, rate)),
        others: inWhole(detectByAverages(part, rate)),
      },
    ];
  });
}

/** The most frequent cause among poor windows. */
function mostOf(poor: readonly EcgWindow[]): PoorCause | undefined {
  const causes = poor.flatMap((window) => window.poor ?? []);
  const countOf = (cause: PoorCause) => causes.filter((one) => one === cause).length;
  return [...new Set(causes)].sort((a, b) => countOf(b) - countOf(a))[0];
}

/** Parts covered by poor windows only. */
function unclear(windows: readonly EcgWindow[], clear: readonly EcgWindow[]): Run[] {
  const runs: Run[] = [];
  for (const { from, to, poor } of windows) {
    if (poor === undefined) continue;
    const begin = clear.reduce((at, one) => (one.from <= at && one.to > at ? one.to : at), from);
    const end = clear.reduceRight((at, one) => (one.to >= at && one.from < at ? one.from : at), to);
    const last = runs.at(-1);
    if (begin >= end) continue;
    if (last !== undefined && last.to >= begin) runs[runs.length - 1] = { ...last, to: end };
    else runs.push({ from: begin, to: end, kind: 'unclear' });
  }
  return runs;
}

/**
 * Median heart rate in beats per minute; undefined with fewer than three beats. Lost signal does not count as a slow
 * beat.
 * @param counts whether no signal is lost between two beats
 */
export function rateOf(
  peaks: readonly number[],
  rate: number,
  counts: (before: number, after: number) => boolean = () => true,
): number | undefined {
  const gaps = peaks
    .slice(1)
    .map((peak, index) => ({ before: peaks[index] ?? 0, after: peak }))
    .filter(({ before, after }) => counts(before, after))
    .map(({ before, after }) => after - before)
    .sort((a, b) => a - b);
  const middle = gaps[Math.floor(gaps.length / 2)];
  return gaps.length + 1 < LEAST_BEATS || middle === undefined || middle <= 0
    ? undefined
    : Math.round((60 * rate) / middle);
}

/** True if the beat's lowest point is further from its mean than its highest. */
const pointsDown = (beat: Float32Array): boolean => -Math.min(...beat) > Math.max(...beat);
