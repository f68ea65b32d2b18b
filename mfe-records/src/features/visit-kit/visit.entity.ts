import { codeableConcept, extension, identifier, primitiveMeta, reference } from '@phr/fhir/datatypes';
import { parseDate } from '@phr/fhir/dates';
import { zoneIn } from '@phr/fhir/facility-zone';
import { lenientObject, list, text } from '@phr/fhir/json';
import { defined, idOf, wordsOf } from '@phr/fhir/reading';

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

/** A longer identifier is none that people call out. */
const LONGEST_NUMBER = 12;

const wire = lenientObject({
  id: text,
  status: text,
  start: text,
  end: text,
  _start: primitiveMeta,
  extension: list(extension),
  identifier: list(identifier),
  participant: list(lenientObject({ actor: reference })),
  specialty: list(codeableConcept),
  serviceType: list(codeableConcept),
  description: text,
});
const service = lenientObject({ providedBy: reference, location: list(reference) });

/** Reads an Appointment; undefined without an id or status. */
export function readVisit(resource: unknown): Visit | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || raw.status === undefined) return undefined;
  const actors = raw.participant?.map(({ actor }) => actor) ?? [];
  const nameOf = (...types: readonly string[]) =>
    types
      .map((type) => actors.find((one) => idOf(one, type) !== undefined && one?.display !== undefined)?.display)
      .find((name) => name !== undefined);
  const first = (concepts: typeof raw.specialty) => concepts?.map(wordsOf).find((words) => words !== undefined);
  return {
    id: raw.id,
    status: raw.status,
    zone: zoneIn([...(raw._start?.extension ?? []), ...(raw.extension ?? [])]),
    ...defined({
      start: instant(raw.start),
      end: instant(raw.end),
      no: raw.identifier?.find(({ value }) => value !== undefined && value.length <= LONGEST_NUMBER)?.value,
      subject: nameOf('HealthcareService') ?? first(raw.serviceType) ?? raw.description ?? first(raw.specialty),
      practitioner: nameOf('PractitionerRole', 'Practitioner'),
      location: nameOf('Location'),
      serviceId: actors.map((one) => idOf(one, 'HealthcareService')).find((id) => id !== undefined),
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

const instant = (value: string | undefined): string | undefined =>
  parseDate(value)?.precision === 'instant' ? value : undefined;
