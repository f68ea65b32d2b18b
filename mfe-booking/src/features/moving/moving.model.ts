import type { Appointment } from '@phr/fhir/appointment';
import { mayCancel } from '../appointments/cancelling.model.ts';

/** What does not change when an appointment is moved. */
export interface Movable {
  readonly serviceId: string;
  readonly role: { readonly id: string; readonly name?: string };
}

/** An appointment can be moved while it can be cancelled, if its doctor's schedule is known. */
export function movableOf(appointment: Appointment, now: Date): Movable | undefined {
  const find = (type: string) => appointment.participants.find((one) => one.type === type);
  const [service, role] = [find('HealthcareService'), find('PractitionerRole')];
  if (service?.id === undefined || role?.id === undefined || !mayCancel(appointment, now)) return undefined;
  return { serviceId: service.id, role: { id: role.id, ...(role.name !== undefined && { name: role.name }) } };
}
