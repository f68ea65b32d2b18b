import { address, reference } from '@phr/fhir/datatypes';
import { formatAddress } from '@phr/fhir/contacts';
import { list, lenientObject, text } from '@phr/fhir/json';
import { idOf } from '@phr/fhir/reading';
import { useHost } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import type { Appointment } from '@phr/fhir/appointment';

const service = lenientObject({ providedBy: reference, location: list(reference), name: text });
const site = lenientObject({ name: text, address });

/** The facility of a service, with its room if named. */
export function placeOf(resource: unknown): string | undefined {
  const raw = service(resource);
  const names = [raw?.providedBy?.display, raw?.location?.find(({ display }) => display !== undefined)?.display].filter(
    (name) => name !== undefined,
  );
  return names.length === 0 ? undefined : [...new Set(names)].join(', ');
}

/** Search text for a map: name and address. None without an address, as hospital names are ambiguous. */
export function directionsTo(location: unknown): string | undefined {
  const raw = site(location);
  const where = formatAddress(raw?.address);
  return where === undefined ? undefined : [raw?.name, where].filter((part) => part !== undefined).join(', ');
}

/**
 * Location of an appointment: its own, else its service's facility, and a map search text. Both undefined while loading
 * or if unreadable.
 */
export function usePlace({ location, participants }: Appointment): {
  readonly place: string | undefined;
  readonly directions: string | undefined;
} {
  const { request } = useHost();
  const idOfType = (type: string) => participants.find((one) => one.type === type)?.id;
  const serviceId = idOfType('HealthcareService');
  const read = async (path: string, signal: AbortSignal) =>
    (await request.send({ service: 'fhir', method: 'GET', path, signal })).body;
  const { data: found } = useQuery({
    queryKey: ['place', serviceId],
    enabled: serviceId !== undefined,
    queryFn: async ({ signal }) => {
      const body = await read(`/HealthcareService/${serviceId ?? ''}`, signal);
      return {
        place: placeOf(body),
        siteId: service(body)
          ?.location?.map((one) => idOf(one, 'Location'))
          .find((id) => id !== undefined),
      };
    },
  });
  const siteId = idOfType('Location') ?? found?.siteId;
  const { data: directions } = useQuery({
    queryKey: ['site', siteId],
    enabled: siteId !== undefined,
    queryFn: async ({ signal }) => directionsTo(await read(`/Location/${siteId ?? ''}`, signal)) ?? null,
  });
  return { place: location ?? found?.place, directions: directions ?? undefined };
}
