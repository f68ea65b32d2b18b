import { useHost } from '@phr/module-kit/host';
import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { useQuery } from '@tanstack/react-query';
import { placeOfService, readVisit, type Visit } from './visit.entity.ts';

/** One appointment of the person on screen, as a list of at most one. */
export const useVisit = (id: string): PatientList<Visit> => usePatientOne({ type: 'Appointment', id, read: readVisit });

/** The appointments of the person, the latest date first. */
export const useVisits = (): PatientList<Visit> =>
  usePatientList({ type: 'Appointment', query: { _sort: '-date', _count: 100 }, read: readVisit });

/** Location of an appointment: its own, else its service's facility. Undefined while loading or if unreadable. */
export function usePlace({ location, serviceId }: Visit): string | undefined {
  const { request } = useHost();
  const { data } = useQuery({
    queryKey: ['place', serviceId],
    enabled: location === undefined && serviceId !== undefined,
    queryFn: async ({ signal }) =>
      placeOfService(
        (await request.send({ service: 'fhir', method: 'GET', path: `/HealthcareService/${serviceId ?? ''}`, signal }))
          .body,
      ) ?? null,
  });
  return location ?? data ?? undefined;
}
