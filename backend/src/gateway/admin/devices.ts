import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { assertAccess } from '../../access/policy.ts';
import { Id } from '../phr/fields.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { parseBody } from '../../kit/parse.ts';
import { described } from '../../kit/route-schema.ts';

const Body = z.object({
  patientId: Id,
  deviceId: z.string().regex(/^[\w.-]{1,64}$/),
  socketId: z.string().min(1).max(64),
});

/** POST /patient-app/device/register: links a socket to a browser, repeated after each connection (D-110). */
export function registerDeviceSockets(app: FastifyInstance, calls: ServiceCalls): void {
  app.post(
    '/patient-app/device/register',
    described({
      service: 'admin',
      summary: 'Says which device a socket belongs to.',
      security: 'bearer',
      wrapped: true,
      body: Body,
      answer: z.object({ registered: z.literal(true) }),
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, caller, sql }) => {
        const { patientId, deviceId, socketId } = parseBody(Body, request.body);
        assertAccess(actor, patientId, 'read');
        // a device has one socket at a time, so drop older ones
        await sql.query(
          `delete from device_socket where (device_id = $1 and user_id = $2) or registered_at < now() - interval '1 day'`,
          [deviceId, caller.userId],
        );
        await sql.query(
          `insert into device_socket (socket_id, device_id, patient_id, user_id) values ($1, $2, $3, $4)
       on conflict (socket_id) do update set device_id = excluded.device_id, patient_id = excluded.patient_id, user_id = excluded.user_id, registered_at = now()
       where device_socket.user_id = excluded.user_id`,
          [socketId, deviceId, patientId, caller.userId],
        );
        return '{"registered":true}';
      }),
  );
}
