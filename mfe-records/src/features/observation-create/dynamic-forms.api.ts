import { useHost, useSettings } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import { loaderOf } from '../form/loader-of.api.ts';
import { type DynamicForm, readDynamicForms, readStoredObservation } from './dynamic-form.entity.ts';

/** One result for its form; undefined if the person has none with this id. Rejects with AppError. */
export const loadObservation = loaderOf('Observation', readStoredObservation);

/** Server-defined result forms, in the current language. */
export function useDynamicForms() {
  const { request } = useHost();
  const { locale } = useSettings();
  return useQuery({
    queryKey: ['dynamic-forms', locale],
    staleTime: 600_000,
    queryFn: async ({ signal }): Promise<readonly DynamicForm[]> =>
      readDynamicForms(
        (
          await request.send({
            service: 'phr',
            method: 'GET',
            path: '/api/phr/phrObservationDynamicForm/listConfig',
            signal,
          })
        ).body,
      ),
  });
}
