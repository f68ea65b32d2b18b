import { NOTHING, type Result } from './result.entity.ts';

/** High, low or abnormal by the laboratory's word or range; off target by any other judge. */
export function isOutside({ place, severity, details }: Result): boolean {
  if (place === 'high' || place === 'low' || severity !== undefined) return true;
  const { level, isNeutral, trace } = details?.verdict ?? {};
  return trace?.judge !== 'facility' && level !== undefined && level !== 'target' && isNeutral !== true;
}

/** Judged and not outside. A laboratory's "positive" concerns no range: it is neither. */
export function isWithin(result: Result): boolean {
  const { level, said } = result.details?.verdict ?? {};
  return level !== undefined && !(said === 'other' && level !== 'target') && !isOutside(result);
}

/** Counts by position. */
export interface Counts {
  readonly outside: number;
  readonly within: number;
  readonly unjudged: number;
}

/** Counts results in the record, excluding withdrawn ones. */
export function countsOf(results: readonly Result[]): Counts {
  const known = results.filter(({ details }) => details !== undefined);
  const outside = known.filter(isOutside).length;
  const within = known.filter(isWithin).length;
  return { outside, within, unjudged: known.length - outside - within };
}

/** Reading order: outside (most serious first), unjudged, then the rest; otherwise in report order. */
export function sortedResults(results: readonly Result[]): {
  readonly outside: readonly Result[];
  readonly unjudged: readonly Result[];
  readonly within: readonly Result[];
} {
  const isSerious = ({ severity, details }: Result) =>
    severity === 'critical' || details?.verdict.level === 'veryDangerous';
  const outside = results.filter(isOutside);
  return {
    outside: [...outside.filter(isSerious), ...outside.filter((result) => !isSerious(result))],
    unjudged: results.filter((result) => !isOutside(result) && !isWithin(result)),
    within: results.filter(isWithin),
  };
}

/** A report's results in its order; those missing on the server show their name only. */
export function resultsOf(
  named: readonly { readonly id?: string; readonly display?: string }[],
  known: readonly Result[],
): readonly Result[] {
  return named.flatMap(({ id, display }, index): readonly Result[] => {
    const found = id === undefined ? [] : known.filter(({ observationId }) => observationId === id);
    if (found.length > 0) return found;
    return display === undefined
      ? []
      : [{ id: `named-${index}`, observationId: id ?? '', name: display, ...NOTHING, status: undefined }];
  });
}
