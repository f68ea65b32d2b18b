import { useHost } from '@phr/module-kit/host';
import { isObject } from '@phr/fhir/json';
import { useMutation, useQueryClient } from '@tanstack/react-query';

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

/** Books, then tells the rest of the page and reads every list again. */
export function useCreateAppointment() {
  const { request, topics } = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: AppointmentRequest): Promise<Booked> => {
      const answer = await request.send({ service: 'phr', method: 'POST', path: '/api/phr/appointment/create', body, idempotencyKey });
      return isObject(answer.body) && answer.body['resourceType'] === 'Encounter' ? 'encounter' : 'appointment';
    },
    async onSuccess(booked, { patientId }) {
      topics.publish(booked === 'encounter' ? 'encounter.changed' : 'appointment.changed', { patientId });
      await queries.invalidateQueries({ queryKey: ['list'] });
    },
  });
}
