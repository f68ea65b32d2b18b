import type { PatientList } from '@phr/module-kit/patient-list';
import { useEffect } from 'react';

/** Rows that are looked for before the person is asked for more. */
const ENOUGH = 10;

/**
 * A list of what of another one is meant, where the server cannot choose it: pages are fetched until there are some rows to show, and it is loading, never
 * empty, while the next page may have one.
 * @param canTell false while it is not known yet which rows are meant
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
