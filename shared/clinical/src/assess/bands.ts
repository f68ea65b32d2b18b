import type { Level } from '../levels.ts';

/**
 * One step of a scale, read upwards: it holds every value that no earlier step holds and that lies under `below` or up to `upTo`.
 * Scales built of steps have no holes, so a value between two written edges falls to a band that is chosen on purpose.
 */
export interface Step<Name extends string = string> {
  readonly level: Level;
  /** Upper edge that is not part of the step. */
  readonly below?: number;
  /** Upper edge that is part of the step. */
  readonly upTo?: number;
  /** Own name of the band where it has one, e.g. `veryLow` of glucose. */
  readonly name?: Name;
}

/** A step with both edges, for charts and for words such as '120 to under 130'. */
export interface Band<Name extends string = string> {
  readonly level: Level;
  readonly name?: Name;
  readonly low?: number;
  readonly lowIncluded: boolean;
  readonly high?: number;
  readonly highIncluded: boolean;
}

/** The step of a scale that holds the value; undefined for NaN and infinite values. */
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
