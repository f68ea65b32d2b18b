import type { Level } from '@phr/clinical/levels';
import type { PartKey } from '@phr/clinical/parts';
import type { Point } from './series.model.ts';

/** A pale background band. */
export interface BandStripe {
  readonly level: Level;
  readonly low: number;
  readonly high: number;
}

/** An edge of the target, with its range in words. */
export interface TargetLine {
  readonly at: number;
  readonly label: string;
  /** True for the person's own target, which does not judge. */
  readonly isOwn?: true;
}

/** Everything around a chart's lines, as numbers and final texts. */
export interface Frame {
  readonly stripes: readonly BandStripe[];
  readonly targets: readonly TargetLine[];
  readonly axis: { readonly min: number; readonly max: number; readonly step: number };
  readonly span: { readonly start: number; readonly end: number };
  readonly marks: readonly { readonly at: number; readonly label: string }[];
  readonly formatValue: (value: number) => string;
}

/** Everything drawn for readings: the chart component decides nothing. */
export interface ChartPicture {
  readonly frame: Frame;
  readonly points: readonly Point[];
  readonly parts: readonly { readonly key: PartKey; readonly name: string }[];
  /** Point indexes of each line; lines are not connected. */
  readonly segments: readonly (readonly number[])[];
  /** Description of a point, one fact per line. */
  readonly describe: (point: Point) => string;
}
