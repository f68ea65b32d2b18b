import type { Level } from '../levels.ts';

/**
 * One step of a scale, read upwards: holds every value not held by an earlier step and below `below` (or up to `upTo`).
 * Scales of steps have no gaps, so the band of a value between two published edges is always an explicit choice.
 */
export interface Step<Name extends string = string> {
  readonly level: Level;
  /** Exclusive upper edge. */
  readonly below?: number;
  /** Inclusive upper edge. */
  readonly upTo?: number;
  /** The band's own name if it has one, e.g. `veryLow` of glucose. */
  readonly name?: Name;
}

/** A step with both edges, for charts and phrases like '120 to under 130'. */
export interface Band<Name extends string = string> {
  readonly level: Level;
  readonly name?: Name;
  readonly low?: number;
  readonly lowIncluded: boolean;
  readonly high?: number;
  readonly highIncluded: boolean;
}

/** The step that holds the value; undefined for NaN and infinities. */
export function stepOf<S extends Step>(scale: readonly S[], value: number): S | undefined {
  if (!Number.isFinite(value)) return undefined;
  return scale.find(
    (step) =>
      (step.below === undefined && step.upTo === undefined) ||
      value < (step.below ?? -Infinity) ||
      value <= (step.upTo ?? -Infinity),
  );
}

/** True when a value lies in a band. */
export function holds({ low, lowIncluded, high, highIncluded }: Omit<Band, 'level'>, value: number): boolean {
  return (
    (low === undefined || value > low || (lowIncluded && value === low)) &&
    (high === undefined || value < high || (highIncluded && value === high))
  );
}

/** The bands of a scale with both edges. */
export function bandsOf<Name extends string>(scale: readonly Step<Name>[]): readonly Band<Name>[] {
  return scale.map((step, index) => {
    const previous = scale[index - 1];
    const low = previous?.below ?? previous?.upTo;
    const high = step.below ?? step.upTo;
    return {
      level: step.level,
      ...(step.name === undefined ? {} : { name: step.name }),
      ...(low === undefined ? {} : { low }),
      lowIncluded: previous?.below !== undefined,
      ...(high === undefined ? {} : { high }),
      highIncluded: step.upTo !== undefined,
    };
  });
}
