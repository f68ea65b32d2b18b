import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import type { Repository } from '../../records/repository.ts';
import { parseReference } from '../../fhir/resource.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { TypedCode } from './fields.ts';
import type { ServiceCalls } from './service-call.ts';
import { extensionUrl, identifierSystemOf } from '../../fhir/systems.ts';

const Query = z.object({ healthcareCode: TypedCode, scheduleCode: TypedCode });
const ScheduleService = z.object({
  scheduleId: z.string(),
  scheduleStart: z.string(),
  scheduleEnd: z.string(),
  serviceName: z.string(),
  price: z.number().optional(),
  currency: z.literal('VND').optional(),
  healthcareServiceId: z.string(),
  practitionerRoleId: z.string().optional(),
});

const Money = z.object({
  url: z.string(),
  valueMoney: z.object({ value: z.number(), currency: z.literal('VND') }).optional(),
});
const Service = z.looseObject({
  name: z.string(),
  active: z.boolean().default(true),
  extension: z.array(Money).default([]),
});
const Schedule = z.looseObject({
  active: z.boolean().default(true),
  extension: z.array(Money).default([]),
  actor: z.array(z.object({ reference: z.string().optional() })),
  planningHorizon: z.object({ start: z.string(), end: z.string() }),
});

/**
 * GET /api/phr/schedule/code: service and schedule of an invitation's two codes. 404 if either is unknown, closed or
 * expired.
 */
export function registerSchedules(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.get(
    '/api/phr/schedule/code',
    described({
      service: 'phr',
      summary: 'Finds a time table by the codes of its service and itself.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      query: Query,
      answer: ScheduleService,
    }),
    (request, reply) =>
      calls.read(request, reply, async () => {
        const { healthcareCode, scheduleCode } = parseBody(Query, request.query);
        const byCode = async (type: string, kind: string, code: string) =>
          (
            await repository.search(SYSTEM_ACTOR, type, {
              identifier: `${identifierSystemOf(kind)}|${code.replaceAll(',', '\\,')}`,
              _count: '1',
            })
          ).items[0];
        const [foundService, foundSchedule] = await Promise.all([
          byCode('HealthcareService', 'service', healthcareCode),
          byCode('Schedule', 'schedule', scheduleCode),
        ]);
        if (foundService === undefined || foundSchedule === undefined) throw unknown();
        const service = Service.parse(JSON.parse(foundService.content));
        const schedule = Schedule.parse(JSON.parse(foundSchedule.content));
        const actors = schedule.actor.flatMap(({ reference }) =>
          reference === undefined ? [] : (parseReference(reference) ?? []),
        );
        const belongs = actors.some(({ type, id }) => type === 'HealthcareService' && id === foundService.id);
        if (!belongs || !service.active || !schedule.active || Date.parse(schedule.planningHorizon.end) <= Date.now())
          throw unknown();
        const price = [...schedule.extension, ...service.extension].find(
          ({ url }) => url === extensionUrl('service-price'),
        )?.valueMoney;
        const role = actors.find(({ type }) => type === 'PractitionerRole');
        return JSON.stringify({
          scheduleId: foundSchedule.id,
          scheduleStart: schedule.planningHorizon.start,
          scheduleEnd: schedule.planningHorizon.end,
          serviceName: service.name,
          ...(price === undefined ? {} : { price: price.value, currency: price.currency }),
          healthcareServiceId: foundService.id,
          ...(role === undefined ? {} : { practitionerRoleId: role.id }),
        } satisfies z.input<typeof ScheduleService>);
      }),
  );
}

function unknown(): ServerError {
  return new ServerError('NOT_FOUND', 'There is no such time table');
}
