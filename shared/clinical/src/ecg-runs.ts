/** A part of a lead without heart signal, in sample indexes; `to` is exclusive. */
export interface Run {
  readonly from: number;
  readonly to: number;
  /** No value, no movement (a detached electrode), clipped at the converter's range, or no reliable beats. */
  readonly kind: 'gap' | 'flat' | 'saturated' | 'unclear';
}

const RUN_S = 1;
/** Longer than a slow heart's pause between two beats. */
const FLAT_S = 2;
/** A live lead moves more than this within that time, in millivolts. */
const FLAT_MV = 0.02;

/** Parts of a lead without heart signal: flat for at least two seconds, or lost or clipped for at least one. */
export function findRuns(signal: Float32Array, rate: number, limit = Number.POSITIVE_INFINITY): Run[] {
  const kindAt = (at: number): Run['kind'] | undefined => {
    const value = signal[at] ?? Number.NaN;
    if (Number.isNaN(value)) return 'gap';
    return Math.abs(value) >= limit ? 'saturated' : undefined;
  };
  const runs: Run[] = [];
  let from = 0;
  let kind: Run['kind'] | undefined;
  let low = 0;
  let high = 0;
  const end = (to: number) => {
    const least = Math.round((kind === 'flat' ? FLAT_S : RUN_S) * rate);
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
    end(at);
    from = at;
    kind = now;
    low = value;
    high = value;
  }
  return runs;
}

/** A clipping converter stays at its limit this long: at least three samples. */
const CLIPPED_S = 0.02;
/** A limit lies at least this far from the middle, in millivolts, so that a quiet lead at zero is not taken for one. */
const CLIPPED_MV = 0.1;

/** Marks samples held at the end of a range: the converter's, or the lead's own maximum and minimum. */
export function clippedSamples(signal: Float32Array, rate: number, limit: number): Uint8Array {
  let [lowest, highest, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const value of signal) {
    if (Number.isNaN(value)) continue;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
    sum += value;
    count += 1;
  }
  const middle = sum / count;
  const isEnd = (value: number) =>
    Math.abs(value) >= limit || ((value === lowest || value === highest) && Math.abs(value - middle) > CLIPPED_MV);
  const least = Math.max(3, Math.round(CLIPPED_S * rate));
  const clipped = new Uint8Array(signal.length);
  let from = 0;
  for (let at = 0; at <= signal.length; at += 1) {
    if (at < signal.length && isEnd(signal[at] ?? Number.NaN)) continue;
    if (at - from >= least) clipped.fill(1, from, at);
    from = at + 1;
  }
  return clipped;
}
