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
  /** IANA zone of the facility; its clock is the one that counts. */
  readonly zone: string;
  /** Number in the queue, when the facility gave one. */
  readonly no?: string;
  /** What it is for: the service, else the specialty. */
  readonly subject?: string;
  readonly practitioner?: string;
  readonly location?: string;
  /** Its service, which knows the place where the appointment does not. */
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

/** The facility behind a service, with the room when it names one. */
export function placeOfService(resource: unknown): string | undefined {
  const raw = service(resource);
  const names = [raw?.providedBy?.display, raw?.location?.find(({ display }) => display !== undefined)?.display];
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? undefined : [...new Set(known)].join(', ');
}
