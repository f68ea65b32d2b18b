import { useHost } from '@phr/module-kit/host';
import { isObject } from '@phr/fhir/json';
import { useQueryClient } from '@tanstack/react-query';

export interface AppointmentRequest {
  /** Person for whom the form was opened. */
  readonly patientId: string;
  /** The Appointment resource. */
  readonly body: object;
  /** The same for retries, so that they book once. */
  readonly idempotencyKey: string;
}

/** Result of the request, by its resource type (D-50). */
export type Booked = 'appointment' | 'encounter';

/** Books, then notifies the page and refetches all lists. Rejects with AppError. */
export function useCreateAppointment(): (request: AppointmentRequest) => Promise<Booked> {
  const { request, topics } = useHost();
  const queries = useQueryClient();
  return async ({ patientId, body, idempotencyKey }) => {
    const answer = await request.send({
      service: 'phr',
      method: 'POST',
      path: '/api/phr/appointment/create',
      body,
      idempotencyKey,
    });
    const booked: Booked =
      isObject(answer.body) && answer.body['resourceType'] === 'Encounter' ? 'encounter' : 'appointment';
    topics.publish(booked === 'encounter' ? 'encounter.changed' : 'appointment.changed', { patientId });
    await queries.invalidateQueries({ queryKey: ['list'] });
    return booked;
  };
}
