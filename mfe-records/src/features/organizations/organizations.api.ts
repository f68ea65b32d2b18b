import { AppError } from '@phr/contract/app-error';
import { readSearchset } from '@phr/fhir/bundle';
import { useHost } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import { type Organization, readOrganization } from './organization.entity.ts';

/** Healthcare providers, newest first (ORG-01). */
export function useProviders() {
  const { request } = useHost();
  return useQuery({
    queryKey: ['providers'],
    queryFn: async ({ signal }): Promise<readonly Organization[]> => {
      const { body } = await request.send({
        service: 'fhir',
        method: 'GET',
        path: '/Organization',
        query: { type: 'prov', _sort: '-_lastUpdated', _count: 200 },
        signal,
      });
      return readSearchset(body, readOrganization, 'Organization').resources;
    },
  });
}

/** One provider by id. Fails with NOT_FOUND if it has no name. */
export function useProvider(id: string | undefined) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['provider', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<Organization> => {
      const { body } = await request.send({ service: 'fhir', method: 'GET', path: `/Organization/${id}`, signal });
      const organization = readOrganization(body);
      if (organization === undefined)
        throw new AppError({ code: 'NOT_FOUND', source: 'FHIR_SERVER', message: 'The organisation has no name' });
      return organization;
    },
  });
}
