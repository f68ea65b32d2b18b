import { isAppError } from '@phr/contract/app-error';
import type { PatientContext } from '@phr/contract/host-api';
import type { Store } from '@phr/contract/store';
import { QueryClient } from '@tanstack/react-query';

/** Worth a second try: the service was not reached, was too slow or is in trouble. A refusal never is. */
const isPassing = (error: unknown): boolean =>
  isAppError(error) && (['NETWORK', 'TIMEOUT', 'INTERRUPTED'].includes(error.code) || (error.httpStatus ?? 0) >= 502);

/** A query client of this module alone; emptied when another person's record is opened, before anything can be shown. */
export function createModuleQueries(patient: Store<PatientContext>): { client: QueryClient; dispose(): void } {
  const client = new QueryClient({
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
