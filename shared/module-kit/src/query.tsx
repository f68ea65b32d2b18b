import { isAppError } from '@phr/contract/app-error';
import type { PatientContext } from '@phr/contract/host-api';
import type { Store } from '@phr/contract/store';
import { type InvalidateOptions, type InvalidateQueryFilters, notifyManager, QueryClient } from '@tanstack/react-query';

/** True for transient failures worth a retry: unreachable, timeout, server error; never for a rejection. */
const isPassing = (error: unknown): boolean =>
  isAppError(error) && (['NETWORK', 'TIMEOUT', 'INTERRUPTED'].includes(error.code) || (error.httpStatus ?? 0) >= 502);

/**
 * If an invalidation hits a query whose first fetch is pending, that response may predate the change, but react-query
 * treats it as fresh. This client shows it and fetches again.
 */
class ModuleQueries extends QueryClient {
  override invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    for (const query of first) {
      const again = (): Promise<void> =>
        super.invalidateQueries({ ...filters, predicate: (one) => one === query }, options);
      query.promise?.then(again, again);
    }
    return super.invalidateQueries(filters, options);
  }
}

let due: (() => void)[] = [];

/**
 * Batches notifications of responses that arrive together: one by one, each would recompute and re-render its
 * dependents.
 */
function batchNotification(tell: () => void): void {
  if (due.length === 0)
    setTimeout(() => {
      const batch = due;
      due = [];
      // one throwing listener must not affect the others
      for (const one of batch) queueMicrotask(one);
    });
  due.push(tell);
}

/** This module's own query client; cleared when another person's record opens, before anything is rendered. */
export function createModuleQueries(patient: Store<PatientContext>): { client: QueryClient; dispose(): void } {
  notifyManager.setScheduler(batchNotification);
  const client = new ModuleQueries({
    defaultOptions: {
      queries: { retry: (count, error) => count < 1 && isPassing(error), staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  let epoch = patient.get().epoch;
  const stop = patient.subscribe(() => {
    if (patient.get().epoch === epoch) return;
    epoch = patient.get().epoch;
    void client.cancelQueries();
    client.clear();
  });
  return {
    client,
    dispose: () => {
      stop();
      client.clear();
    },
  };
}
