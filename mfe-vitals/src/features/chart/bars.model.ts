import type { PartKey } from '@phr/clinical/parts';
import type { Point } from './series.model.ts';

/** An upright bar of a chart, from one value to another. */
export interface Bar {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Vertical bars behind points. In charts by day: from the lowest to the highest reading of this part, if there are
 * several. In charts of single readings: between both numbers of a blood pressure, drawn with the first part.
 */
export function barsOf(points: readonly Point[], part: PartKey): readonly Bar[] {
  const isOfDays = points.some(({ values }) => values.some(({ low }) => low !== undefined));
  return points.flatMap(({ at, values }): readonly Bar[] => {
    if (isOfDays)
      return values.flatMap(({ key, low, high }) =>
        key !== part || low === undefined || high === undefined ? [] : [{ at, from: low, to: high }],
      );
    const [first, second] = values;
    return first?.key !== part || second === undefined ? [] : [{ at, from: first.value, to: second.value }];
  });
}
