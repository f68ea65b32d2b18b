/**
 * A distribution at one age, by Cole's LMS method: power L, median M, coefficient of variation S. Source of the
 * formulas: WHO Child Growth Standards, Methods and development (2006), chapter 7, "Computation of centiles and
 * z-scores".
 */
export interface Lms {
  readonly l: number;
  readonly m: number;
  readonly s: number;
}

/** Standard deviations of a value from the median. */
export function zScore(value: number, { l, m, s }: Lms): number {
  return l === 0 ? Math.log(value / m) / s : ((value / m) ** l - 1) / (l * s);
}

/** The value at a z-score: a curve of the chart. */
export function valueAt(z: number, { l, m, s }: Lms): number {
  return l === 0 ? m * Math.exp(s * z) : m * (1 + l * s * z) ** (1 / l);
}

/** WHO trusts the skewed curve of weight and body mass index up to this many standard deviations. */
const TRUSTED = 3;

/**
 * Z-score of a skewed measure (weight, body mass index). Beyond ±3 standard deviations each further one is as wide as
 * that between 2 and 3, as the data do not support the curve there: WHO's restricted application of the LMS method.
 */
export function restrictedZScore(value: number, lms: Lms): number {
  const z = zScore(value, lms);
  if (Math.abs(z) <= TRUSTED) return z;
  const side = Math.sign(z);
  const edge = valueAt(side * TRUSTED, lms);
  const width = Math.abs(edge - valueAt(side * (TRUSTED - 1), lms));
  return side * TRUSTED + (value - edge) / width;
}
