import { useHost } from '@phr/module-kit/host';
import { isObject } from '@phr/fhir/json';
import { useQueryClient } from '@tanstack/react-query';

export interface AppointmentRequest {
  /** Person for whom the form was opened. */
  readonly patientId: string;
  /** The Appointment resource. */
  readonly body: object;
  /** The same for a repeat of one request, so that it books nothing twice. */
  readonly idempotencyKey: string;
}

/** What the server made of the request; its resource type decides (D-50). */
export type Booked = 'appointment' | 'encounter';

/** Books, then tells the rest of the page and reads every list again. Rejects with AppError. */
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
