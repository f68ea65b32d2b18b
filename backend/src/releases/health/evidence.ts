/**
 * When a rollout has to stop by itself. Each minute's trials of devices in the share (canary) and of devices on the current version (control) are one drawing: if
 * the canary is no worse, the number of bad ones among its trials is hypergeometric or smaller. Each drawing multiplies the evidence by its likelihood under odds
 * θ times as high over that under equal odds. Such a product is a test martingale: if the canary is no worse, it ever reaches 1000 with chance 1/1000 at most, however
 * often one looks, and whatever meets both arms alike. Source: "Generic E-variables for exact sequential k-sample tests that allow for optional stopping",
 * J. Stat. Plan. Inference 230 (2024) 106116.
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

/** How many times as high the odds of a bad trial may be; the evidence is the mean over these. */
const ODDS = [2, 4, 16] as const;

/** Natural logarithm of the product for each of the odds, in their order. */
export type Products = readonly number[];
export const NO_EVIDENCE: Products = ODDS.map(() => 0);

/** A rollout with this much evidence against it stops. */
export const STOP_AT = 1_000;

/** The products with one more drawing. Throws RangeError for counts that no drawing has. */
export function addDrawing(products: Products, drawing: Drawing): Products {
  const { trials, canary, bad, canaryBad } = drawing;
  const isDrawing =
    [trials, canary, bad, canaryBad].every((count) => Number.isSafeInteger(count) && count >= 0) &&
    canary <= trials &&
    bad <= trials &&
    canaryBad <= Math.min(canary, bad) &&
    bad - canaryBad <= trials - canary;
  if (!isDrawing) throw new RangeError(`No drawing: ${JSON.stringify(drawing)}`);
  // one arm alone, or one outcome alone, tells nothing: the factor is 1, and stays exactly that
  if (canary === 0 || canary === trials || bad === 0 || bad === trials) return products;
  return ODDS.map(
    (odds, at) => (products[at] ?? 0) + canaryBad * Math.log(odds) - logExpected(drawing, Math.log(odds)),
  );
}

/** The evidence against the canary: 1 where nothing was seen, below that where it does better. */
export function evidenceOf(products: Products): number {
  return products.reduce((sum, log) => sum + Math.exp(log), 0) / products.length;
}

/** Logarithm of the mean of e^(X · logOdds), X hypergeometric: bad ones among the canary's when all are dealt out blindly. */
function logExpected({ trials, canary, bad }: Drawing, logOdds: number): number {
  const all = logChoose(trials, canary);
  const terms: number[] = [];
  for (let x = Math.max(0, canary + bad - trials); x <= Math.min(canary, bad); x += 1)
    terms.push(logChoose(bad, x) + logChoose(trials - bad, canary - x) - all + x * logOdds);
  const most = Math.max(...terms);
  return most + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - most), 0));
}

/** Logarithms of factorials, as far as they were asked for. */
const FACTORIALS: number[] = [0];

function logFactorial(n: number): number {
  for (let next = FACTORIALS.length; next <= n; next += 1)
    FACTORIALS.push((FACTORIALS[next - 1] ?? 0) + Math.log(next));
  return FACTORIALS[n] ?? 0;
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** The first trials of a canary that are looked at before there is anything to compare with. */
const FIRST = 5;

/** True when the canary's first five trials are all bad: no statistics are needed for a version that never starts. */
export function startsDead(firstTrials: readonly boolean[]): boolean {
  return firstTrials.length >= FIRST && firstTrials.slice(0, FIRST).every((isBad) => isBad);
}
