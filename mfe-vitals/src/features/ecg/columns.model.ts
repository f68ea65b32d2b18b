/** A pixel column of a lead: `low` to `high` millivolts; NaN without values. */
export interface Columns {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/**
 * Minimum and maximum per pixel column, so that no spike is lost at any scale.
 * @param from first column in samples (may be fractional)
 * @param step samples per column, at least 1
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

/**
 * Columns of a whole lead, computed once per scale; a moving strip takes its part.
 * @param step samples per column, at least 1
 */
export function wholeColumns(signal: Float32Array, step: number): Columns {
  const found = known.get(signal);
  if (found?.step === step) return found.columns;
  const columns = columnsOf(signal, 0, step, Math.ceil(signal.length / step));
  known.set(signal, { step, columns });
  return columns;
}
