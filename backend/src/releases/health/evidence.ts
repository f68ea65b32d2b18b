/**
 * When a rollout has to stop automatically. Each minute's trials on canary devices and on devices with the current
 * version (control) form one draw: if the canary is no worse, the number of bad trials among its own is hypergeometric
 * or smaller. Each draw multiplies the evidence by the ratio of its likelihood under odds θ times as high to that under
 * equal odds. Such a product is a test martingale: if the canary is no worse, it reaches 1000 with a probability of at
 * most 1/1000, however often it is checked, and regardless of faults that affect both arms. Source: "Generic
 * E-variables for exact sequential k-sample tests that allow for optional stopping", J. Stat. Plan. Inference 230
 * (2024) 106116.
 */

/** The trials of one minute. */
export interface Drawing {
  /** All trials, of both arms. */
  readonly trials: number;
  /** Of these the canary's. */
  readonly canary: number;
  /** Bad ones, of both arms. */
  readonly bad: number;
  /** Of these the canary's. */
  readonly canaryBad: number;
}

/** Alternative odds ratios of a bad trial; the evidence is the mean over them. */
const ODDS = [2, 4, 16] as const;

/** Log of the product for each odds ratio. */
export type Products = readonly number[];
export const NO_EVIDENCE: Products = ODDS.map(() => 0);

/** A rollout with this much evidence against it stops. */
export const STOP_AT = 1_000;

/**
 * The products with one more draw.
 * @throws RangeError for impossible counts
 */
export function addDrawing(products: Products, drawing: Drawing): Products {
  const { trials, canary, bad, canaryBad } = drawing;
  const isDrawing =
    [trials, canary, bad, canaryBad].every((count) => Number.isSafeInteger(count) && count >= 0) &&
    canary <= trials &&
    bad <= trials &&
    canaryBad <= Math.min(canary, bad) &&
    bad - canaryBad <= trials - canary;
  if (!isDrawing) throw new RangeError(`No drawing: ${JSON.stringify(drawing)}`);
  // with one arm or outcome only, the factor is exactly 1
  if (canary === 0 || canary === trials || bad === 0 || bad === trials) return products;
  return ODDS.map(
    (odds, at) => (products[at] ?? 0) + canaryBad * Math.log(odds) - logExpected(drawing, Math.log(odds)),
  );
}

/** Evidence against the canary: 1 without data, below 1 if it does better. */
export function evidenceOf(products: Products): number {
  return products.reduce((sum, log) => sum + Math.exp(log), 0) / products.length;
}

/** Log of the mean of e^(X · logOdds), X hypergeometric: bad trials in the canary under random assignment. */
function logExpected({ trials, canary, bad }: Drawing, logOdds: number): number {
  const all = logChoose(trials, canary);
  const terms: number[] = [];
  for (let x = Math.max(0, canary + bad - trials); x <= Math.min(canary, bad); x += 1)
    terms.push(logChoose(bad, x) + logChoose(trials - bad, canary - x) - all + x * logOdds);
  const most = Math.max(...terms);
  return most + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - most), 0));
}

/** Cached log factorials. */
const FACTORIALS: number[] = [0];

function logFactorial(n: number): number {
  for (let next = FACTORIALS.length; next <= n; next += 1)
    FACTORIALS.push((FACTORIALS[next - 1] ?? 0) + Math.log(next));
  return FACTORIALS[n] ?? 0;
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** First trials of a canary, judged without a control. */
const FIRST = 5;

/** True if the canary's first five trials are all bad: it never starts, so no statistics are needed. */
export function failsFromStart(firstTrials: readonly boolean[]): boolean {
  return firstTrials.length >= FIRST && firstTrials.slice(0, FIRST).every((isBad) => isBad);
}
