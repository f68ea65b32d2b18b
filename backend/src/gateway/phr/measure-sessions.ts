import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { assertAccess } from '../../access/policy.ts';
import type { Repository, Stored } from '../../records/repository.ts';
import { textAt } from '../../fhir/resource.ts';
import { ownerOf } from '../hub/hubs.ts';
import type { MeasureSessions } from '../hub/sessions.ts';
import type { Sql } from '../../kit/platform.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { identifierIn } from './device-resource.ts';
import { Id, Instant } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';

const Body = z.object({ patientId: Id, deviceId: Id, socketId: z.string().min(1).max(64) });
const MeasureSession = z.object({ id: z.uuid(), mac: z.string(), minsTimeout: z.number().int(), startedAt: Instant });

interface Parts {
  readonly repository: Repository;
  readonly sessions: MeasureSessions;
}

/** Periods in which a device's measurements belong to one patient. */
export function registerMeasureSessions(
  app: FastifyInstance,
  calls: ServiceCalls,
  { repository, sessions }: Parts,
): void {
  app.post(
    '/api/phr/health-sign-monitor/start-session',
    described({
      service: 'phr',
      summary: 'Starts a measure session with a device.',
      security: 'bearer',
      wrapped: true,
      body: Body,
      answer: MeasureSession,
      errors: ['SESSION_RUNNING'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, caller, sql }) => {
        const { patientId, deviceId, socketId } = parseBody(Body, request.body);
        assertAccess(actor, patientId, 'update');
        // the device may be another family member's, which sessions are for; since they divert its measurements, they
        // count as a change by its owner
        const device = await repository.read(actor, 'Device', deviceId, sql);
        assertAccess(actor, device.patient_id ?? undefined, 'update');
        const mac = identifierIn(device.content, 'mac');
        if (mac === undefined)
          throw new ServerError('FORM_INPUT_INVALID', 'This device does not measure', {
            detail: { message: 'deviceId' },
          });
        const hubMac = await hubOf(device, mac, sql);
        return JSON.stringify(
          await sessions.start(
            { patientId, deviceId, mac, socketId, userId: caller.userId, ...(hubMac === undefined ? {} : { hubMac }) },
            sql,
          ),
        );
      }),
  );

  app.post(
    '/api/phr/health-sign-monitor/end-session',
    described({
      service: 'phr',
      summary: 'Ends the running measure session of a device and patient.',
      security: 'bearer',
      wrapped: true,
      body: Body,
      answer: z.object({ ended: z.literal(true) }),
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { patientId, deviceId } = parseBody(Body, request.body);
        assertAccess(actor, patientId, 'update');
        await sessions.end({ patientId, deviceId }, sql);
        return '{"ended":true}';
      }),
  );

  /** The session's hub: the device itself or its parent, if its person has proved possession. */
  async function hubOf(device: Stored, mac: string, sql: Sql): Promise<string | undefined> {
    const isOf = async (hub: Stored, hubMac: string): Promise<boolean> =>
      (await ownerOf(repository, sql, hubMac))?.patientId === hub.patient_id;
    if (await isOf(device, mac)) return mac;
    const [type, id] = (textAt(JSON.parse(device.content), 'parent.reference') ?? '').split('/');
    const parent = type === 'Device' && id !== undefined ? await repository.hold('Device', id, sql) : undefined;
    const hubMac = parent?.patient_id === device.patient_id ? identifierIn(parent.content, 'mac') : undefined;
    return parent !== undefined && hubMac !== undefined && (await isOf(parent, hubMac)) ? hubMac : undefined;
  }
}
