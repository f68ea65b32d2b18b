import { mayChange } from '@phr/fhir/transitions';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../fhir/actor.ts';
import type { Repository } from '../fhir/repository.ts';
import type { Platform } from '../platform.ts';
import { once } from '../security/idempotency.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import { fhirCall } from './fhir-call.ts';
import { sendAnswer, wrapped } from './send.ts';

const Cancel = z.object({ appointmentId: z.string().min(1).max(64), reason: z.string().trim().min(1).max(1_000) });
const Appointment = z.looseObject({ resourceType: z.literal('Appointment'), status: z.string(), start: z.iso.datetime({ offset: true }).optional() });

/** POST /api/phr/appointment/cancel: only an appointment that is still to come, and only from the states of table T3. */
export function registerAppointments(app: FastifyInstance, platform: Platform, repository: Repository): void {
  app.post('/api/phr/appointment/cancel', async (request, reply) => {
    const caller = await platform.auth.authenticate(request);
    const { appointmentId, reason } = parseBody(Cancel, request.body);
    const answer = await once(platform.db, request, caller, (sql) => fhirCall(async () => {
      const actor = await actorOf(platform.access, caller, 'service', sql);
      const stored = await repository.read(actor, 'Appointment', appointmentId, sql);
      const before = Appointment.parse(JSON.parse(stored.content));
      const isOver = before.start !== undefined && Date.parse(before.start) <= Date.now();
      if (isOver || before.status === 'cancelled' || !mayChange('Appointment', before.status, 'cancelled', 'patient')) {
        throw new ServerError('INVALID_TRANSITION', 'This appointment cannot be cancelled');
      }
      const after = { ...before, id: stored.id, status: 'cancelled', cancelationReason: { text: reason } };
      const written = await repository.update(actor, after, { ifMatch: stored.version, sql });
      return wrapped(written.content);
    }));
    return sendAnswer(reply, answer);
  });
}
