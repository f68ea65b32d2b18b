import type { HostApi } from '@phr/contract/host-api';
import { useHost } from '@phr/module-kit/host';
import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Appointment, readAppointment } from '@phr/fhir/appointment';

/** Appointments, latest first. The default page size covers all upcoming ones. */
export function useAppointments(count = 100): PatientList<Appointment> {
  return usePatientList({ type: 'Appointment', query: { _sort: '-date', _count: count }, read: readAppointment });
}

/** One appointment of the person on screen, as a list of at most one. */
export function useAppointment(id: string): PatientList<Appointment> {
  return usePatientOne({ type: 'Appointment', id, read: readAppointment });
}

export interface Cancellation {
  readonly appointmentId: string;
  readonly reason: string;
  /** Person whose record was open. */
  readonly patientId: string;
  /** Generated with the form, so that a repeated press cancels once. */
  readonly idempotencyKey: string;
}

export async function cancelAppointment(
  host: Pick<HostApi, 'request'>,
  { appointmentId, reason, idempotencyKey }: Cancellation,
): Promise<void> {
  await host.request.send({
    service: 'phr',
    method: 'POST',
    path: '/api/phr/appointment/cancel',
    body: { appointmentId, reason },
    idempotencyKey,
  });
}

/** Cancels, then refetches all appointment lists and notifies the rest of the page. */
export function useCancelAppointment() {
  const host = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (cancellation: Cancellation) => cancelAppointment(host, cancellation),
    async onSuccess(_, { patientId }) {
      host.topics.publish('appointment.changed', { patientId });
      await queries.invalidateQueries({ queryKey: ['list'] });
    },
  });
}
