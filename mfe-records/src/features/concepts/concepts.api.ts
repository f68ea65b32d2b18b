import { readSearchset } from '@phr/fhir/bundle';
import { useHost, useSettings } from '@phr/module-kit/host';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Catalogue, type Concept, readConcept } from './concept.entity.ts';

/** So many words of a catalogue at once (COND-06). */
const PAGE = 20;

/** Words of a catalogue that hold what was typed, without regard to accents; the first ones when nothing was. */
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
