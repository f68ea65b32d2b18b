import { isAppError } from '@phr/contract/app-error';
import type { PatientContext } from '@phr/contract/host-api';
import type { Store } from '@phr/contract/store';
import { type InvalidateOptions, type InvalidateQueryFilters, notifyManager, QueryClient } from '@tanstack/react-query';

/** Worth a second try: the service was not reached, was too slow or is in trouble. A refusal never is. */
const isPassing = (error: unknown): boolean =>
  isAppError(error) && (['NETWORK', 'TIMEOUT', 'INTERRUPTED'].includes(error.code) || (error.httpStatus ?? 0) >= 502);

/**
 * A first answer that is on its way may have been given before the change that makes it old, and react-query asks nothing beside it and takes it for new: here it is
 * shown, and asked for once more.
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

/** Answers that came together are told together: told one by one, each would have all that follows from them computed and drawn anew. */
function tellTogether(tell: () => void): void {
  if (due.length === 0)
    setTimeout(() => {
      const batch = due;
      due = [];
      // one that throws takes no other along
      for (const one of batch) queueMicrotask(one);
    });
  due.push(tell);
}

/** A query client of this module alone; emptied when another person's record is opened, before anything can be shown. */
export function createModuleQueries(patient: Store<PatientContext>): { client: QueryClient; dispose(): void } {
  notifyManager.setScheduler(tellTogether);
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
