import {
  addDrawing,
  type Drawing,
  evidenceOf,
  NO_EVIDENCE,
  type Products,
  failsFromStart,
  STOP_AT,
} from './evidence.ts';

const NIGHTLY = process.env['NIGHTLY'] === '1';

/** Random numbers from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Simulated {
  readonly share: number;
  readonly control: number;
  readonly canary: number;
  /** Trials in a minute. */
  readonly perMinute: number;
  readonly minutes: number;
  /** Chance of a failed trial in both arms in this minute, added to their own: an outage that affects everybody. */
  readonly outage?: (minute: number) => number;
}

/** Canary's trials until the stop; undefined when the rollout completes. */
function stopsAfter({ share, control, canary, perMinute, minutes, outage = () => 0 }: Simulated, random: () => number) {
  let products: Products = NO_EVIDENCE;
  let seen = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const drawing = { trials: perMinute, canary: 0, bad: 0, canaryBad: 0 };
    for (let trial = 0; trial < perMinute; trial += 1) {
      const isCanary = random() < share;
      const isBad = random() < Math.max(outage(minute), isCanary ? canary : control);
      if (isCanary) drawing.canary += 1;
      if (isBad) drawing.bad += 1;
      if (isCanary && isBad) drawing.canaryBad += 1;
    }
    products = addDrawing(products, drawing);
    seen += drawing.canary;
    if (evidenceOf(products) >= STOP_AT) return seen;
  }
  return undefined;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

// computed by hand from the definition: sums over all distributions, with fractions
test.each<readonly [Drawing, number]>([
  // one bad of two, the canary's: θ / ((1 + θ) / 2) for 2, 4, 16 = 4/3, 8/5, 32/17
  [{ trials: 2, canary: 1, bad: 1, canaryBad: 1 }, (4 / 3 + 8 / 5 + 32 / 17) / 3],
  // the same with the control's: 1 / ((1 + θ) / 2)
  [{ trials: 2, canary: 1, bad: 1, canaryBad: 0 }, (2 / 3 + 2 / 5 + 2 / 17) / 3],
  // two bad of four, both the canary's two: θ² / ((1 + 4θ + θ²) / 6)
  [{ trials: 4, canary: 2, bad: 2, canaryBad: 2 }, (24 / 13 + 96 / 33 + 1_536 / 321) / 3],
  // all bad, none bad, one arm only: no evidence
  [{ trials: 9, canary: 4, bad: 9, canaryBad: 4 }, 1],
  [{ trials: 9, canary: 4, bad: 0, canaryBad: 0 }, 1],
  [{ trials: 9, canary: 9, bad: 3, canaryBad: 3 }, 1],
  [{ trials: 0, canary: 0, bad: 0, canaryBad: 0 }, 1],
])('the evidence of %j', (drawing, expected) => {
  expect(evidenceOf(addDrawing(NO_EVIDENCE, drawing))).toBeCloseTo(expected, 10);
});

test('drawings multiply for each of the odds, and the mean is taken of the products', () => {
  const drawing = { trials: 2, canary: 1, bad: 1, canaryBad: 1 };
  const twice = addDrawing(addDrawing(NO_EVIDENCE, drawing), drawing);
  expect(evidenceOf(twice)).toBeCloseTo(((4 / 3) ** 2 + (8 / 5) ** 2 + (32 / 17) ** 2) / 3, 10);
});

test('the mean of a factor over all ways to deal out is 1: nothing is won by looking', () => {
  for (const [trials, canary, bad] of [
    [10, 4, 3],
    [40, 2, 20],
    [7, 6, 6],
  ] as const) {
    let mean = 0;
    let ways = 0;
    const choose = (n: number, k: number): number =>
      k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
    for (let canaryBad = 0; canaryBad <= Math.min(canary, bad); canaryBad += 1) {
      const way = choose(bad, canaryBad) * choose(trials - bad, canary - canaryBad);
      if (way === 0) continue;
      ways += way;
      mean += way * evidenceOf(addDrawing(NO_EVIDENCE, { trials, canary, bad, canaryBad }));
    }
    expect(mean / ways).toBeCloseTo(1, 10);
  }
});

test('numbers of a large installation neither overflow nor lose their precision', () => {
  const products = addDrawing(NO_EVIDENCE, { trials: 1_000_000, canary: 50_000, bad: 5_000, canaryBad: 250 });
  expect(products.every(Number.isFinite)).toBe(true);
  expect(evidenceOf(products)).toBeLessThan(1);
  const worse = addDrawing(NO_EVIDENCE, { trials: 1_000_000, canary: 50_000, bad: 5_000, canaryBad: 900 });
  expect(evidenceOf(worse)).toBeGreaterThan(STOP_AT);
});

test.each<Drawing>([
  { trials: 3, canary: 4, bad: 0, canaryBad: 0 },
  { trials: 3, canary: 1, bad: 2, canaryBad: 2 },
  { trials: 3, canary: 3, bad: 2, canaryBad: 1 },
  { trials: 3, canary: 1, bad: -1, canaryBad: 0 },
  { trials: 2.5, canary: 1, bad: 1, canaryBad: 0 },
])('%j is no drawing', (drawing) => {
  expect(() => addDrawing(NO_EVIDENCE, drawing)).toThrow(RangeError);
});

const RUNS = NIGHTLY ? 2_000 : 60;
const DAY = { perMinute: 20, minutes: NIGHTLY ? 600 : 150 };

test.each([0.05, 0.5])('a version that is no worse is not stopped, at a share of %d, in an outage neither', (share) => {
  const random = randomOf(20_260_105);
  const outage = (minute: number) => (minute % 50 < 5 ? 0.6 : 0);
  let stopped = 0;
  for (let run = 0; run < RUNS; run += 1)
    if (stopsAfter({ ...DAY, share, control: 0.02, canary: 0.02, outage }, random) !== undefined) stopped += 1;
  // one in a thousand at most, with tolerance for chance in 2,000 runs (four are expected less often than one time in seven)
  expect(stopped).toBeLessThanOrEqual(NIGHTLY ? 4 : 1);
});

test('a faulty version is stopped after so many of its loads', () => {
  const random = randomOf(7);
  const runs = NIGHTLY ? 400 : 15;
  const loads = (simulated: Omit<Simulated, 'minutes'>) =>
    median(
      Array.from(
        { length: runs },
        () => stopsAfter({ ...simulated, minutes: 3_000 }, random) ?? Number.POSITIVE_INFINITY,
      ),
    );
  expect(loads({ perMinute: 100, share: 0.05, control: 0.002, canary: 0.02 })).toBeLessThan(600);
  const dead = loads({ perMinute: 40, share: 0.25, control: 0.005, canary: 1 });
  expect([dead > 2, dead < 30]).toEqual([true, true]);
});

test('a version that never starts needs no comparison', () => {
  expect(failsFromStart([true, true, true, true])).toBe(false);
  expect(failsFromStart([true, true, true, true, true, false])).toBe(true);
  expect(failsFromStart([true, true, true, true, false, true])).toBe(false);
});
