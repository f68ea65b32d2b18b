import { readSearchset } from '@phr/fhir/bundle';
import { useHost, useSettings } from '@phr/module-kit/host';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Catalogue, type Concept, readConcept } from './concept.entity.ts';

/** Terms per request (COND-06). */
const PAGE = 20;

/** Catalogue terms containing the query, ignoring accents; the first ones for an empty query. */
export function useConcepts(catalogue: Catalogue, typed: string) {
  const { request } = useHost();
  const locale = useSettings().locale;
  return useQuery({
    queryKey: ['concepts', catalogue, typed, locale],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly Concept[]> => {
      const { body } = await request.send({
        service: 'fhir',
        method: 'GET',
        path: '/Concept',
        query: { valueset: catalogue, _count: PAGE, ...(typed === '' ? {} : { display: typed }) },
        signal,
      });
      return readSearchset(body, (resource) => readConcept(resource, locale), 'Concept').resources;
    },
  });
}
