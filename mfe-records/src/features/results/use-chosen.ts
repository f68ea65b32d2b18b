import type { PatientList } from '@phr/module-kit/patient-list';
import { useEffect } from 'react';

/** Rows to find before asking the person to load more. */
const ENOUGH = 10;

/**
 * Client-side filter of a paged list: loads pages until there are some rows; shows loading, never empty, while more
 * pages may match.
 * @param canTell false while the filter is not known yet
 */
export function useChosen<T>(
  list: PatientList<T>,
  isChosen: ((row: T) => boolean) | undefined,
  canTell: boolean,
): PatientList<T> {
  const rows = isChosen === undefined ? list.rows : list.rows.filter(isChosen);
  const looksOn =
    isChosen !== undefined && canTell && list.hasMore && !list.loadingMore && !list.moreFailed && rows.length < ENOUGH;
  const { loadMore } = list;
  useEffect(() => {
    if (looksOn) void loadMore();
    // the function is a new one with each render; whether to look on says when
    // oxlint-disable-next-line react/exhaustive-deps
  }, [looksOn, list.rows.length]);
  if (isChosen === undefined) return list;
  const isSearching = !canTell || (rows.length === 0 && list.hasMore && !list.moreFailed);
  return {
    ...list,
    rows,
    total: list.hasMore ? undefined : rows.length,
    state: list.state === 'ready' && isSearching ? 'loading' : list.state,
  };
}
