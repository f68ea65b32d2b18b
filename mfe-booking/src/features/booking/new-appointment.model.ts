import type { PatientSummary } from '@phr/contract/host-api';

/** The reason of a person who gives none, in the language of the facilities (BOOK-17). */
const DEFAULT_REASON = 'Khám bệnh';

export interface Booking {
  readonly patient: Pick<PatientSummary, 'id' | 'name'>;
  readonly service: { readonly id: string; readonly name?: string };
  readonly role: { readonly id: string; readonly practitionerId?: string; readonly name?: string };
  readonly slot: { readonly id: string; readonly start: string; readonly end: string };
  readonly reason: string;
  readonly note: string;
}

/** The Appointment that is asked for: pending, accepted by the patient, to be answered by the others (BOOK-14, BOOK-15). */
export function appointmentOf({ patient, service, role, slot, reason, note }: Booking) {
  const actor = (type: string, id: string, display: string | undefined) => ({
    reference: `${type}/${id}`,
    ...(display === undefined ? {} : { display }),
  });
  const participant = (type: string, id: string, display: string | undefined) => ({
    actor: actor(type, id, display),
    status: 'needs-action',
  });
  return {
    resourceType: 'Appointment',
    status: 'pending',
    start: slot.start,
    end: slot.end,
    slot: [{ reference: `Slot/${slot.id}` }],
    reasonCode: [{ text: reason.trim() === '' ? DEFAULT_REASON : reason.trim() }],
    ...(note.trim() === '' ? {} : { comment: note.trim() }),
    participant: [
      { actor: actor('Patient', patient.id, patient.name), status: 'accepted' },
      ...(role.practitionerId === undefined ? [] : [participant('Practitioner', role.practitionerId, role.name)]),
      participant('PractitionerRole', role.id, role.name),
      participant('HealthcareService', service.id, service.name),
    ],
  };
}
