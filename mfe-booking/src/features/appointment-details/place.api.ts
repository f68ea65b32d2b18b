import { reference } from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';
import { useHost } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import type { Appointment } from '../appointments/appointment.entity.ts';

const service = lenientObject({ providedBy: reference, location: list(reference), name: text });

/** The facility behind a service, with the room when it names one. */
export function placeOf(resource: unknown): string | undefined {
  const raw = service(resource);
  const names = [raw?.providedBy?.display, raw?.location?.find(({ display }) => display !== undefined)?.display].filter(
    (name) => name !== undefined,
  );
  return names.length === 0 ? undefined : [...new Set(names)].join(', ');
}

/** Where an appointment is: what it says itself, else the facility of its service. Undefined while that is read or cannot be. */
export function usePlace({ location, participants }: Appointment): string | undefined {
  const { request } = useHost();
  const id = participants.find(({ type }) => type === 'HealthcareService')?.id;
  const { data } = useQuery({
    queryKey: ['place', id],
    enabled: location === undefined && id !== undefined,
    queryFn: async ({ signal }) =>
      placeOf(
        (await request.send({ service: 'fhir', method: 'GET', path: `/HealthcareService/${id ?? ''}`, signal })).body,
      ) ?? null,
  });
  return location ?? data ?? undefined;
}
