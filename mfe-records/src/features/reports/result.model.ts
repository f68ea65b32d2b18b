import { NOTHING, type Result } from './result.entity.ts';

/** High or low, by the laboratory's word or by the range, or abnormal by its word alone. */
export function isOutside({ place, severity }: Result): boolean {
  return place === 'high' || place === 'low' || severity !== undefined;
}

/** The results of a report in its own order; one that the server does not have is shown by its name alone. */
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
