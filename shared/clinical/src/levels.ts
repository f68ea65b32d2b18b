/**
 * Distance of a reading from its target, best to worst. The level's word is always shown with its colour and shape
 * (D-28). Source: clinical thresholds of the specification ("assessment levels").
 */
export const LEVELS = ['target', 'veryMild', 'mild', 'dangerous', 'veryDangerous'] as const;

export type Level = (typeof LEVELS)[number];

/** HL7 v3 ObservationInterpretation: low, normal, high. */
export type Flag = 'L' | 'N' | 'H';

/** Negative if `a` is better than `b`. */
export function compareLevels(a: Level, b: Level): number {
  return LEVELS.indexOf(a) - LEVELS.indexOf(b);
}

/** Comparator that sorts worst first; unjudged values come last. */
export function worstFirst(a: Level | undefined, b: Level | undefined): number {
  const rankOf = (level: Level | undefined): number => (level === undefined ? -1 : LEVELS.indexOf(level));
  return rankOf(b) - rankOf(a);
}

/** The worst of the given levels, ignoring absent ones. */
export function worst(...levels: readonly (Level | undefined)[]): Level | undefined {
  let result: Level | undefined;
  for (const level of levels)
    if (level !== undefined && (result === undefined || compareLevels(level, result) > 0)) result = level;
  return result;
}
