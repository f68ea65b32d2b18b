import type { Level } from '@phr/clinical/levels';
import type { PartKey } from '@phr/clinical/parts';
import type { Point } from './series.model.ts';

/** A pale stripe behind the lines. */
export interface BandStripe {
  readonly level: Level;
  readonly low: number;
  readonly high: number;
}

/** The border of the target, with its range in words. */
export interface TargetLine {
  readonly at: number;
  readonly label: string;
  /** True for what the person set themselves, which judges nothing. */
  readonly isOwn?: true;
}

/** What stands around the lines of a chart, in numbers and finished words. */
export interface Frame {
  readonly stripes: readonly BandStripe[];
  readonly targets: readonly TargetLine[];
  readonly axis: { readonly min: number; readonly max: number; readonly step: number };
  readonly span: { readonly start: number; readonly end: number };
  readonly marks: readonly { readonly at: number; readonly label: string }[];
  readonly formatValue: (value: number) => string;
}

/** Everything that is drawn of readings: the chart itself decides nothing. */
export interface ChartPicture {
  readonly frame: Frame;
  readonly points: readonly Point[];
  readonly parts: readonly { readonly key: PartKey; readonly name: string }[];
  /** Indexes of the points of each line; points of different lines are not joined. */
  readonly segments: readonly (readonly number[])[];
  /** What is said about a point, one thought a line. */
  readonly describe: (point: Point) => string;
}
