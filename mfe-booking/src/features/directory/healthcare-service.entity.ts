import { address, attachment, contactPoint, extension, reference } from '@phr/fhir/datatypes';
import { contactValues, formatAddress, primaryPhone } from '@phr/fhir/contacts';
import { anything, flag, list, lenientObject, text } from '@phr/fhir/json';
import { defined, idOf } from '@phr/fhir/reading';
import { zoneIn } from '@phr/fhir/facility-zone';
import { type AvailableTime, readAvailableTime } from './availability.entity.ts';
import { priceOf } from './price.entity.ts';
import { specialties, specialtiesOf, type Specialty } from './specialty.entity.ts';

/** A bookable service. */
export interface HealthcareService {
  readonly id: string;
  readonly name?: string;
  /** Facility offering it. */
  readonly providedBy?: string;
  readonly providedById?: string;
  /** Picture as a data URL. */
  readonly photo?: string;
  readonly specialties: readonly Specialty[];
  readonly phone?: string;
  readonly email?: string;
  readonly address?: string;
  readonly location?: string;
  readonly availableTime: readonly AvailableTime[];
  readonly availabilityExceptions?: string;
  /** In dong. */
  readonly price?: number;
  /** IANA zone of the facility. */
  readonly zone: string;
}

const wire = lenientObject({
  id: text,
  active: flag,
  name: text,
  providedBy: reference,
  photo: attachment,
  specialty: specialties,
  telecom: list(contactPoint),
  location: list(reference),
  availabilityExceptions: text,
  availableTime: list(anything),
  extension: list(anything),
});
const place = lenientObject({ name: text, address });

/** Parses a HealthcareService; undefined without id, or if no longer offered. */
export function readHealthcareService(resource: unknown): HealthcareService | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || raw.active === false) return undefined;
  const [where] = raw.location ?? [];
  return {
    id: raw.id,
    specialties: specialtiesOf(raw.specialty),
    availableTime: readAvailableTime(raw.availableTime),
    zone: zoneIn(list(extension)(raw.extension)),
    ...defined({
      name: raw.name,
      providedBy: raw.providedBy?.display,
      providedById: idOf(raw.providedBy, 'Organization'),
      photo: photoOf(raw.photo),
      phone: primaryPhone(raw.telecom),
      email: contactValues(raw.telecom, 'email')[0],
      address: formatAddress(place(where?.resource)?.address),
      location: where?.display ?? place(where?.resource)?.name,
      availabilityExceptions: raw.availabilityExceptions,
      price: priceOf(raw.extension),
    }),
  };
}

/** Embedded pictures only: a foreign URL would reveal who is looking. */
function photoOf(photo: ReturnType<typeof attachment>): string | undefined {
  return photo?.data !== undefined && /^image\/(?:png|jpeg|webp)$/.test(photo.contentType ?? '')
    ? `data:${photo.contentType ?? ''};base64,${photo.data}`
    : undefined;
}
