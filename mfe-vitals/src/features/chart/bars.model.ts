import type { PartKey } from '@phr/clinical/parts';
import type { Point } from './series.model.ts';

/** An upright bar of a chart, from one value to another. */
export interface Bar {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The bars behind a part of the points. In a chart of days each joins the lowest and the highest reading of this part on that day, and a day with one
 * reading has none; in a chart of single readings one joins both numbers of a blood pressure, drawn with the first of them.
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
