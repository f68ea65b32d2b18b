import type { PatientList } from '@phr/module-kit/patient-list';
import { useEffect } from 'react';

/**
 * A list that is read to its end by itself, page by page: what is taken, and what is dangerous, must not wait on a later page. Where a page failed there is
 * still more to read (`moreFailed`).
 */
export function useWhole<T>(list: PatientList<T>): PatientList<T> {
  const { rows, hasMore, loadingMore, moreFailed, loadMore } = list;
  const goesOn = hasMore && !loadingMore && !moreFailed;
  useEffect(() => {
    if (goesOn) void loadMore();
    // the function is a new one with each render; whether to go on says when
    // oxlint-disable-next-line react/exhaustive-deps
  }, [goesOn, rows]);
  return list;
}
