import { contactPoint, humanName, reference } from '@phr/fhir/datatypes';
import { contactValues, primaryPhone } from '@phr/fhir/contacts';
import { anything, flag, list, lenientObject, text } from '@phr/fhir/json';
import { defined, idOf } from '@phr/fhir/reading';
import { type AvailableTime, readAvailableTime } from './availability.entity.ts';
import { specialties, specialtiesOf, type Specialty } from './specialty.entity.ts';

/** A doctor at one service. */
export interface PractitionerRole {
  readonly id: string;
  readonly practitionerId?: string;
  readonly name?: string;
  readonly organization?: string;
  readonly specialties: readonly Specialty[];
  readonly phone?: string;
  readonly email?: string;
  readonly availableTime: readonly AvailableTime[];
  readonly availabilityExceptions?: string;
}

const wire = lenientObject({
  id: text,
  active: flag,
  practitioner: reference,
  organization: reference,
  specialty: specialties,
  telecom: list(contactPoint),
  availabilityExceptions: text,
  availableTime: list(anything),
});
const practitioner = lenientObject({ name: list(humanName) });

/** Parses a PractitionerRole; undefined without id, or if inactive. */
export function readPractitionerRole(resource: unknown): PractitionerRole | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || raw.active === false) return undefined;
  return {
    id: raw.id,
    specialties: specialtiesOf(raw.specialty),
    availableTime: readAvailableTime(raw.availableTime),
    ...defined({
      practitionerId: idOf(raw.practitioner, 'Practitioner'),
      name: raw.practitioner?.display ?? practitioner(raw.practitioner?.resource)?.name?.[0]?.text,
      organization: raw.organization?.display,
      phone: primaryPhone(raw.telecom),
      email: contactValues(raw.telecom, 'email')[0],
      availabilityExceptions: raw.availabilityExceptions,
    }),
  };
}
