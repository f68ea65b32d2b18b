/**
 * How far a reading is from its target, from best to worst. The word of the level always stands beside its colour and shape (D-28).
 * Source: clinical thresholds of the specification ("assessment levels").
 */
export const LEVELS = ['target', 'veryMild', 'mild', 'dangerous', 'veryDangerous'] as const;

export type Level = (typeof LEVELS)[number];

/** HL7 v3 ObservationInterpretation: low, normal, high. */
export type Flag = 'L' | 'N' | 'H';

/** What is said about one reading. */
export interface Assessment {
  /** The band of the value; absent when no band exists for this person or this value. */
  readonly level?: Level;
  /** The level whose colour is shown; never milder than `level`. Absent: neutral. */
  readonly shownAs?: Level;
  /** Written interpretation; absent when the documents give no reference for this vital. */
  readonly flag?: Flag;
  /** True when bands were left out because they are for adults (D-31, D-34): the note 'reference ranges are for adults' is shown. */
  readonly adultsOnly: boolean;
}

/** Negative when `a` is better than `b`. */
export function compareLevels(a: Level, b: Level): number {
  return LEVELS.indexOf(a) - LEVELS.indexOf(b);
}

/** The worst of the levels given; absent ones do not count. */
export function worst(...levels: readonly (Level | undefined)[]): Level | undefined {
  let result: Level | undefined;
  for (const level of levels)
    if (level !== undefined && (result === undefined || compareLevels(level, result) > 0)) result = level;
  return result;
}
