/** What one column of pixels shows of a lead: from `low` to `high` millivolts; NaN where there is no value. */
export interface Columns {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/**
 * The lowest and the highest value under each column: no spike is lost however many samples a column holds.
 * @param from place of the first column, in samples (may be a fraction)
 * @param step samples for one column, at least 1
 */
export function columnsOf(signal: Float32Array, from: number, step: number, count: number): Columns {
  const low = new Float32Array(count).fill(Number.NaN);
  const high = new Float32Array(count).fill(Number.NaN);
  for (let column = 0; column < count; column += 1) {
    const begin = Math.max(0, Math.floor(from + column * step));
    // One sample of the next column closes the line between them.
    const end = Math.min(signal.length, Math.floor(from + (column + 1) * step) + 1);
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let at = begin; at < end; at += 1) {
      const value = signal[at] ?? Number.NaN;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (most >= least) {
      low[column] = least;
      high[column] = most;
    }
  }
  return { low, high };
}

const known = new WeakMap<Float32Array, { readonly step: number; readonly columns: Columns }>();

/** The columns of a whole lead, worked out once for each scale: a strip that moves takes its part of them. @param step samples for one column, at least 1 */
export function wholeColumns(signal: Float32Array, step: number): Columns {
  const found = known.get(signal);
  if (found?.step === step) return found.columns;
  const columns = columnsOf(signal, 0, step, Math.ceil(signal.length / step));
  known.set(signal, { step, columns });
  return columns;
}
