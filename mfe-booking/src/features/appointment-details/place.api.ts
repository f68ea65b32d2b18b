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
function placeOf(raw: ReturnType<typeof service>): string | undefined {
  const names = [raw?.providedBy?.display, raw?.location?.find(({ display }) => display !== undefined)?.display].filter(
    (name) => name !== undefined,
  );
  return names.length === 0 ? undefined : [...new Set(names)].join(', ');
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
      const raw = service(await read(`/HealthcareService/${serviceId ?? ''}`, signal));
      return {
        place: placeOf(raw),
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
      const raw = site(await read(`/Location/${siteId ?? ''}`, signal));
      const where = formatAddress(raw?.address);
      return {
        address: where,
        phone: primaryPhone(raw?.telecom),
        // none without an address, as hospital names are ambiguous
        directions: where && [raw?.name, where].filter((part) => part !== undefined).join(', '),
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
