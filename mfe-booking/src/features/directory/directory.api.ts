import { isAppError } from '@phr/contract/app-error';
import { useHost } from '@phr/module-kit/host';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { useQuery } from '@tanstack/react-query';
import { type HealthcareService, readHealthcareService } from './healthcare-service.entity.ts';
import { type PractitionerRole, readPractitionerRole } from './practitioner-role.entity.ts';

/** Rows of one page of services (BOOK-19). */
const PAGE = 10;

const search = (typed: string) => (typed.trim() === '' ? {} : { _ilike: typed.trim() });

/** Services matching a query by name, specialty or facility, ignoring accents. A new query starts at the first page. */
export function useServices(typed: string): PatientList<HealthcareService> {
  return usePatientList({
    type: 'HealthcareService',
    path: () => '/HealthcareService',
    query: { ...search(typed), _count: PAGE },
    read: readHealthcareService,
  });
}

/** The active doctors of a service (BOOK-25). */
export function usePractitioners(serviceId: string, typed: string, enabled = true): PatientList<PractitionerRole> {
  return usePatientList({
    enabled,
    type: 'PractitionerRole',
    path: () => '/PractitionerRole',
    read: readPractitionerRole,
    query: { service: `HealthcareService/${serviceId}`, role: 'doctor', active: true, ...search(typed), _count: 50 },
  });
}

export const useService = (id: string): PatientList<HealthcareService> =>
  useOne('HealthcareService', id, readHealthcareService);

export const usePractitioner = (id: string): PatientList<PractitionerRole> =>
  useOne('PractitionerRole', id, readPractitionerRole);

/** One directory entry as a list of at most one, with a list's states. */
function useOne<T>(type: string, id: string, read: (resource: unknown) => T | undefined): PatientList<T> {
  const { request } = useHost();
  const result = useQuery({
    queryKey: ['directory', type, id],
    queryFn: async ({ signal }) => {
      try {
        const answer = await request.send({
          service: 'fhir',
          method: 'GET',
          path: `/${type}/${encodeURIComponent(id)}`,
          signal,
        });
        const one = read(answer.body);
        return { rows: one === undefined ? [] : [one], receivedAt: answer.receivedAt };
      } catch (error) {
        if (isAppError(error) && (error.httpStatus === 404 || error.httpStatus === 410))
          return { rows: [], receivedAt: undefined };
        throw error;
      }
    },
  });
  return {
    state: result.data !== undefined ? 'ready' : result.isError ? 'failed' : 'loading',
    rows: result.data?.rows ?? [],
    total: result.data?.rows.length,
    updatedAt: result.data?.receivedAt,
    stale: result.isRefetchError,
    error: result.error,
    failures: result.errorUpdateCount,
    hasMore: false,
    loadingMore: false,
    moreFailed: false,
    loadMore: () => Promise.resolve(false),
    retry: () => result.refetch(),
  };
}
