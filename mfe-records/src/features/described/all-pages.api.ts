import type { PatientList } from '@phr/module-kit/patient-list';
import { useEffect } from 'react';

/**
 * A list that loads all pages automatically: current and dangerous entries must not wait on a later page. After a
 * failed page, `moreFailed` is set.
 */
export function useAllPages<T>(list: PatientList<T>): PatientList<T> {
  const { rows, hasMore, loadingMore, moreFailed, loadMore } = list;
  const goesOn = hasMore && !loadingMore && !moreFailed;
  useEffect(() => {
    if (goesOn) void loadMore();
    // the function is a new one with each render; whether to go on says when
    // oxlint-disable-next-line react/exhaustive-deps
  }, [goesOn, rows]);
  return list;
}
