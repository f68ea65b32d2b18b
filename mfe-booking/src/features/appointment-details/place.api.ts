import { address, contactPoint, reference } from '@phr/fhir/datatypes';
import { formatAddress, primaryPhone } from '@phr/fhir/contacts';
import { list, lenientObject, text } from '@phr/fhir/json';
import { idOf } from '@phr/fhir/reading';
import { useHost } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import type { Appointment } from '@phr/fhir/appointment';

const service = lenientObject({
  providedBy: reference,
  location: list(reference),
  name: text,
  telecom: list(contactPoint),
});
const site = lenientObject({ name: text, address, telecom: list(contactPoint) });

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

export interface Place {
  readonly place: string | undefined;
  /** Street and town. */
  readonly address: string | undefined;
  readonly phone: string | undefined;
  /** Search text for a map. */
  readonly directions: string | undefined;
}

/** Where an appointment is: its own location, else its service's. What is still loading or unreadable is undefined. */
export function usePlace({ location, participants }: Appointment): Place {
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
      const raw = service(body);
      return {
        place: placeOf(body),
        phone: primaryPhone(raw?.telecom),
        siteId: raw?.location?.map((one) => idOf(one, 'Location')).find((id) => id !== undefined),
      };
    },
  });
  const siteId = idOfType('Location') ?? found?.siteId;
  const { data: there } = useQuery({
    queryKey: ['site', siteId],
    enabled: siteId !== undefined,
    queryFn: async ({ signal }) => {
      const body = await read(`/Location/${siteId ?? ''}`, signal);
      const raw = site(body);
      return {
        address: formatAddress(raw?.address),
        phone: primaryPhone(raw?.telecom),
        directions: directionsTo(body),
      };
    },
  });
  return {
    place: location ?? found?.place,
    address: there?.address,
    phone: there?.phone ?? found?.phone,
    directions: there?.directions,
  };
}
