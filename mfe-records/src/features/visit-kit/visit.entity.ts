import { readAppointment } from '@phr/fhir/appointment';
import { reference } from '@phr/fhir/datatypes';
import { lenientObject, list } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';

/** An appointment as who gets ready for it needs it. */
export interface Visit {
  readonly id: string;
  readonly status: string;
  /** Instants, as they were sent. */
  readonly start?: string;
  readonly end?: string;
  /** IANA zone of the facility, whose clock applies. */
  readonly zone: string;
  /** Number in the queue, when the facility gave one. */
  readonly no?: string;
  /** Purpose: the service, else the specialty. */
  readonly subject?: string;
  readonly practitioner?: string;
  readonly location?: string;
  /** Its service, whose location is used if the appointment has none. */
  readonly serviceId?: string;
}

const service = lenientObject({ providedBy: reference, location: list(reference) });

/** Reads an Appointment; undefined without an id or status. */
export function readVisit(resource: unknown): Visit | undefined {
  const read = readAppointment(resource);
  if (read === undefined) return undefined;
  const { id, status, zone, start, end, no, practitioner, location, healthcareService, specialty, participants } = read;
  return {
    id,
    status,
    zone,
    ...defined({
      start,
      end,
      no,
      subject: healthcareService ?? specialty,
      practitioner,
      location,
      serviceId: participants.find(({ type, id: service }) => type === 'HealthcareService' && service !== undefined)
        ?.id,
    }),
  };
}

/** The facility of a service, with its room if named. */
export function placeOfService(resource: unknown): string | undefined {
  const raw = service(resource);
  const names = [raw?.providedBy?.display, raw?.location?.find(({ display }) => display !== undefined)?.display];
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? undefined : [...new Set(known)].join(', ');
}
