const ROOT_3 = Math.sqrt(3);

/** Seeded random numbers for generated data, identical on every machine. Not for security. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `low` to `high`, inclusive. */
  int(low: number, high: number): number;
  /** Roughly normal around `mean`; two thirds of values lie within `deviation`. */
  normal(mean: number, deviation: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
}

/** 32-bit FNV-1a of a text, for use as a seed. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** An independent generator per name, so that adding data in one place changes nothing elsewhere (mulberry32). */
export function randomOf(name: string): Random {
  let state = seedOf(name);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    // the sum of four uniform numbers approximates a bell curve without outliers
    normal: (mean, deviation) => mean + (next() + next() + next() + next() - 2) * ROOT_3 * deviation,
    chance: (probability) => next() < probability,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  };
}
