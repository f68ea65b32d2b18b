/** Two points on the strip: seconds from the start, and millivolts. */
export interface Caliper {
  readonly from: Mark;
  readonly to: Mark;
}

export interface Mark {
  readonly seconds: number;
  readonly millivolts: number;
}

export interface Measured {
  /** Whole milliseconds between the two. */
  readonly ms: number;
  /** Millivolts from the first to the second, two places. */
  readonly mV: number;
  /** Heart rate if this were a beat interval; absent if both are at one position. */
  readonly perMinute?: number;
}

export function measure({ from, to }: Caliper): Measured {
  const ms = Math.round(Math.abs(to.seconds - from.seconds) * 1000);
  const mV = Math.round((to.millivolts - from.millivolts) * 100) / 100;
  return { ms, mV: mV === 0 ? 0 : mV, ...(ms === 0 ? {} : { perMinute: Math.round(60_000 / ms) }) };
}
