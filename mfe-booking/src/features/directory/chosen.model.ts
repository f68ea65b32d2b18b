import { defined } from '@phr/fhir/reading';
import type { HealthcareService } from './healthcare-service.entity.ts';
import type { PractitionerRole } from './practitioner-role.entity.ts';

/** What a booking keeps of a service. */
export function chosenService({ id, name, providedBy, price, zone }: HealthcareService) {
  return { id, zone, ...defined({ name, providedBy, price }) };
}

/** What a booking keeps of a doctor. */
export function chosenRole({ id, practitionerId, name }: PractitionerRole) {
  return { id, ...defined({ practitionerId, name }) };
}
