import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Repository } from '../../records/repository.ts';
import { parseBody } from '../../kit/parse.ts';
import { described } from '../../kit/route-schema.ts';
import { deviceOf, Properties } from './device-resource.ts';
import { Id, Line, resource } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';
import { identifierSystemOf } from '../../fhir/systems.ts';

const Body = z.object({
  patientId: Id,
  currentDevice: z.object({
    deviceId: z.string().regex(/^[A-Z0-9]{12}$/),
    deviceName: Line,
    deviceCode: z.string().max(13).optional(),
    properties: Properties.optional(),
  }),
});

/**
 * POST /api/phr/device/current/add: stores this browser as a login device with settings. Repeating it updates the same
 * device.
 */
export function registerCurrentDevice(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.post(
    '/api/phr/device/current/add',
    described({
      service: 'phr',
      summary: 'Stores this browser as a login device of a patient, with its settings.',
      security: 'bearer',
      wrapped: true,
      body: Body,
      answer: resource('Device'),
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { patientId, currentDevice } = parseBody(Body, request.body);
        // two tabs of one browser register at the same time
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [
          `${patientId} ${currentDevice.deviceId}`,
        ]);
        const found = await repository.search(
          actor,
          'Device',
          { identifier: `${identifierSystemOf('device-id')}|${currentDevice.deviceId}`, _count: '1' },
          { patientId, sql },
        );
        const before = found.items[0];
        const device = deviceOf(
          {
            patientId,
            name: currentDevice.deviceName,
            identifiers: { 'device-id': currentDevice.deviceId },
            type: 'AUTH',
            properties: currentDevice.properties ?? {},
          },
          before?.content,
        );
        const written =
          before === undefined
            ? await repository.create(actor, device, { sql })
            : await repository.update(actor, { ...device, id: before.id }, { sql });
        return written.content;
      }),
  );
}
