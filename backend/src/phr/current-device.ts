import { IDENTIFIER_BASE } from '@phr/fhir/identifiers';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../fhir/actor.ts';
import type { Repository } from '../fhir/repository.ts';
import type { Resource } from '../fhir/resource.ts';
import type { Platform } from '../platform.ts';
import { once } from '../security/idempotency.ts';
import { parseBody } from '../security/parse.ts';
import { fhirCall } from './fhir-call.ts';
import { sendAnswer, wrapped } from './send.ts';

const DEVICE_ID_SYSTEM = `${IDENTIFIER_BASE}/device-id`;
const DEVICE_TYPE_SYSTEM = `${IDENTIFIER_BASE}/device-type`;
const PROPERTY_SYSTEM = `${IDENTIFIER_BASE}/device-property`;

/** Settings that a login device keeps; the screens' settings are JSON texts. */
const json = z.string().max(20_000).optional();
const Properties = z.strictObject({
  NOTY_MODE: z.string().max(40).optional(),
  USING_MODE: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).optional(),
  GLUCOSE_UNIT: z.enum(['mmol/L', 'mg/dL']).optional(),
  DASHBOARD_VITALS: json, DASHBOARD_FEATURES: json, LATEST_INDEXES: json, MONITOR_INDEXES: json, DASHBOARD_REPORTS: json, LATEST_REPORTS: json,
});

const Body = z.object({
  patientId: z.string().min(1).max(64),
  currentDevice: z.object({
    deviceId: z.string().regex(/^[A-Z0-9]{12}$/),
    deviceName: z.string().trim().min(1).max(200),
    deviceCode: z.string().max(13).optional(),
    properties: Properties.optional(),
  }),
});

/** POST /api/phr/device/current/add: stores this browser as a login device of a patient, with its settings. Repeating it updates the same device. */
export function registerCurrentDevice(app: FastifyInstance, platform: Platform, repository: Repository): void {
  app.post('/api/phr/device/current/add', async (request, reply) => {
    const caller = await platform.auth.authenticate(request);
    const { patientId, currentDevice } = parseBody(Body, request.body);
    const answer = await once(platform.db, request, caller, (sql) => fhirCall(async () => {
      const actor = await actorOf(platform.access, caller, 'service', sql);
      // two tabs of one browser register at the same time
      await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [`${patientId} ${currentDevice.deviceId}`]);
      const found = await repository.search(actor, 'Device', { identifier: `${DEVICE_ID_SYSTEM}|${currentDevice.deviceId}`, _count: '1' }, { patientId });
      const before = found.items[0];
      const device = deviceOf(patientId, currentDevice, before === undefined ? undefined : propertiesOf(before.content));
      const written = before === undefined
        ? await repository.create(actor, device, { sql })
        : await repository.update(actor, { ...device, id: before.id }, { sql });
      return wrapped(written.content);
    }));
    return sendAnswer(reply, answer);
  });
}

type CurrentDevice = z.output<typeof Body>['currentDevice'];

/** Settings that are not sent stay as they were. */
function deviceOf(patientId: string, device: CurrentDevice, before: Readonly<Record<string, string>> = {}): Resource {
  const sent = Object.entries(device.properties ?? {}).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)] as const);
  const property = Object.entries({ ...before, ...Object.fromEntries(sent) })
    .map(([code, text]) => ({ type: { coding: [{ system: PROPERTY_SYSTEM, code }] }, valueCode: [{ text }] }));
  return {
    resourceType: 'Device',
    identifier: [{ system: DEVICE_ID_SYSTEM, value: device.deviceId }],
    status: 'active',
    type: { coding: [{ system: DEVICE_TYPE_SYSTEM, code: 'AUTH' }] },
    deviceName: [{ name: device.deviceName, type: 'user-friendly-name' }],
    patient: { reference: `Patient/${patientId}` },
    ...(property.length === 0 ? {} : { property }),
  };
}

const StoredDevice = z.object({
  property: z.array(z.object({ type: z.object({ coding: z.array(z.object({ code: z.string() })).min(1) }), valueCode: z.array(z.object({ text: z.string() })).min(1) })).default([]),
});

function propertiesOf(content: string): Record<string, string> {
  const stored = StoredDevice.safeParse(JSON.parse(content));
  if (!stored.success) return {};
  return Object.fromEntries(stored.data.property.flatMap(({ type, valueCode }) => {
    const [coding] = type.coding;
    const [value] = valueCode;
    return coding === undefined || value === undefined ? [] : [[coding.code, value.text] as const];
  }));
}
