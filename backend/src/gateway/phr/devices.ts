import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import type { Repository, Stored } from '../../records/repository.ts';
import { textAt } from '../../fhir/resource.ts';
import { freeHub, ownerOf } from '../hub/hubs.ts';
import type { HubClaim, HubPairings, ProofState } from '../hub/pairing.ts';
import type { Sql } from '../../kit/platform.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { checkReminders, deviceOf, identifierIn, Properties, typeCodeIn, UsingModeOf } from './device-resource.ts';
import { Deleted, Id, Instant, Line, resource } from './fields.ts';
import { deleteOnce } from './fhir-call.ts';
import type { ServiceCalls, WriteCall } from './service-call.ts';
import { identifierSystemOf, refTo } from '../../fhir/systems.ts';

/** Twelve hex digits, with or without separators; stored in upper case with colons. */
const Mac = z
  .string()
  .max(17)
  .transform((text) => text.toUpperCase().replace(/[:-]/g, ''))
  .pipe(z.string().regex(/^[0-9A-F]{12}$/))
  .transform((digits) => digits.match(/../g)?.join(':') ?? digits);
const Code = z.string().regex(/^[A-Z0-9_-]{1,40}$/);
const Parent = z.object({ id: Id, mac: Mac, type: Code });

const Body = z.object({
  patientId: Id,
  name: Line,
  mac: Mac.optional(),
  androidId: z.string().trim().max(64).optional(),
  serialNumber: z.string().trim().max(64).optional(),
  manufacturer: z.string().trim().max(100).optional(),
  type: Code,
  funcType: Code.optional(),
  techType: z.literal('BLE').optional(),
  usingMode: UsingModeOf.optional(),
  properties: Properties.optional(),
  parent: Parent.optional(),
});
const HubBody = Body.extend({ parent: Parent });
const Changed = Body.extend({ id: Id });
const DeviceId = z.object({ deviceId: Id });
type DeviceBody = z.output<typeof Body>;
const Shown = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/),
});
const Proof = z.object({
  state: z.enum(['owned', 'waiting', 'none']),
  endsAt: Instant.optional(),
  presses: z.number().int().optional(),
  triesLeft: z.number().int().optional(),
  isContested: z.boolean().optional(),
});
const HUB = 'ONE_HUB';

/** Request and response schemas. */
const ROUTES = {
  add: described({
    service: 'phr',
    summary: 'Adds a device to a patient. A hub is to be proven then.',
    security: 'bearer',
    wrapped: true,
    body: Body,
    answer: resource('Device'),
    errors: ['ALREADY_PAIRED', 'DUPLICATE_REMINDER', 'REMINDER_LIMIT', 'TOO_MANY_REQUESTS'],
  }),
  addThroughHub: described({
    service: 'phr',
    summary: 'Pairs a Bluetooth meter through a hub of the patient.',
    security: 'bearer',
    wrapped: true,
    body: HubBody,
    answer: resource('Device'),
    errors: ['ALREADY_PAIRED', 'DUPLICATE_REMINDER', 'REMINDER_LIMIT'],
  }),
  change: described({
    service: 'phr',
    summary: 'Changes the name, settings or reminders of a device.',
    security: 'bearer',
    wrapped: true,
    body: Changed,
    answer: resource('Device'),
    errors: ['ALREADY_PAIRED', 'DUPLICATE_REMINDER', 'REMINDER_LIMIT'],
  }),
  remove: described({
    service: 'phr',
    summary: 'Ends the pairing of a device; with a hub that of its meters too.',
    security: 'bearer',
    wrapped: true,
    params: DeviceId,
    answer: Deleted,
  }),
  proof: described({
    service: 'phr',
    summary: 'Where the proof stands that a person has a hub. Says nothing of the hub itself.',
    security: 'bearer',
    wrapped: true,
    params: DeviceId,
    answer: Proof,
  }),
  beginProof: described({
    service: 'phr',
    summary: 'Begins to prove that a person has a hub.',
    security: 'bearer',
    wrapped: true,
    params: DeviceId,
    body: z.object({}),
    answer: Proof,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  prove: described({
    service: 'phr',
    summary: 'Takes the code that a hub shows. A wrong one leaves the state as it is, with one try less.',
    security: 'bearer',
    wrapped: true,
    params: DeviceId,
    body: Shown,
    answer: Proof,
  }),
};

/**
 * A patient's hubs and meters. A device's MAC is what a person typed: two records may state the same, and it grants
 * nothing. A hub belongs to the record whose person proved possession.
 */
export function registerDevices(
  app: FastifyInstance,
  calls: ServiceCalls,
  { repository, pairings }: { readonly repository: Repository; readonly pairings: HubPairings },
  most: { readonly reminders: number },
): void {
  app.post('/api/phr/device', ROUTES.add, (request, reply) =>
    calls.write(request, reply, (call) => pair(call, parseBody(Body, request.body))),
  );

  app.post('/api/phr/device/hub-ble', ROUTES.addThroughHub, (request, reply) =>
    calls.write(request, reply, (call) => pair(call, { techType: 'BLE', ...parseBody(HubBody, request.body) })),
  );

  app.put('/api/phr/device', ROUTES.change, (request, reply) =>
    calls.write(request, reply, async (call) => {
      const { id, ...body } = parseBody(Changed, request.body);
      const { actor, sql } = call;
      assertAccess(actor, body.patientId, 'update');
      const before = await ownDevice(actor, id, body.patientId, sql);
      const device = await deviceFrom(call, body, id, before);
      return (await repository.update(actor, { ...device, id }, { sql })).content;
    }),
  );

  app.delete('/api/phr/device/:deviceId', ROUTES.remove, (request, reply) =>
    calls.write(request, reply, async ({ actor, sql }) => {
      const { deviceId: id } = parseBody(DeviceId, request.params);
      await deleteOnce(
        () => repository.read(actor, 'Device', id, sql),
        (stored) => unpair(actor, stored, sql),
      );
      return JSON.stringify({ id });
    }),
  );

  app.get('/api/phr/hub/:deviceId/pairing', ROUTES.proof, (request, reply) =>
    calls.read(request, reply, async ({ actor, caller }) =>
      proofText(
        await pairings.stateOf(await claimOf(actor, caller.userId, parseBody(DeviceId, request.params).deviceId)),
      ),
    ),
  );

  app.post('/api/phr/hub/:deviceId/pairing', ROUTES.beginProof, (request, reply) =>
    calls.write(request, reply, async ({ actor, caller, sql }) =>
      proofText(
        await pairings.begin(
          await claimOf(actor, caller.userId, parseBody(DeviceId, request.params).deviceId, sql),
          sql,
        ),
      ),
    ),
  );

  app.post('/api/phr/hub/:deviceId/pairing/code', ROUTES.prove, (request, reply) =>
    calls.write(request, reply, async ({ actor, caller, sql }) =>
      proofText(
        await pairings.prove(
          await claimOf(actor, caller.userId, parseBody(DeviceId, request.params).deviceId, sql),
          parseBody(Shown, request.body).code,
          sql,
        ),
      ),
    ),
  );

  /** The hub of a recorded device, as claimed by someone with write access. */
  async function claimOf(actor: Actor, userId: string, deviceId: string, sql?: Sql): Promise<HubClaim> {
    const { patient_id, content } = await repository.read(actor, 'Device', deviceId, sql);
    const patientId = patient_id ?? '';
    assertAccess(actor, patientId, 'update');
    const mac = identifierIn(content, 'mac');
    if (mac === undefined || !isHub(content))
      throw new ServerError('FORM_INPUT_INVALID', 'This device is no hub', { detail: { message: 'deviceId' } });
    return { deviceId, patientId, userId, mac };
  }

  async function unpair(actor: Actor, { id, patient_id }: Stored, sql: Sql): Promise<void> {
    const patientId = patient_id ?? '';
    assertAccess(actor, patientId, 'update');
    const all = await repository.search(actor, 'Device', { _count: '1000' }, { patientId, sql });
    const meters = all.items.filter(
      ({ content }) => textAt(JSON.parse(content), 'parent.reference') === `Device/${id}`,
    );
    for (const device of [...meters.map((meter) => meter.id), id]) {
      const uses = await repository.search(
        actor,
        'DeviceUseStatement',
        { device: `Device/${device}`, _count: '1000' },
        { patientId, sql },
      );
      for (const use of uses.items) await repository.delete(actor, 'DeviceUseStatement', use.id, { sql });
      await repository.delete(actor, 'Device', device, { sql });
    }
    await freeHub(sql, id);
  }

  async function pair(call: WriteCall, body: DeviceBody): Promise<string> {
    const { actor, caller, sql } = call;
    assertAccess(actor, body.patientId, 'update');
    const written = await repository.create(actor, await deviceFrom(call, body), { sql });
    const now = new Date().toISOString();
    await repository.create(
      actor,
      {
        resourceType: 'DeviceUseStatement',
        status: 'active',
        subject: refTo('Patient', body.patientId),
        device: refTo('Device', written.id, body.name),
        recordedOn: now,
        timingPeriod: { start: now },
      },
      { sql },
    );
    if (body.type === HUB && body.mac !== undefined) {
      await pairings.begin(
        { deviceId: written.id, patientId: body.patientId, userId: caller.userId, mac: body.mac },
        sql,
      );
    }
    return written.content;
  }

  async function deviceFrom({ actor, sql }: WriteCall, body: DeviceBody, id?: string, before?: Stored) {
    const properties = { ...body.properties, ...(body.usingMode === undefined ? {} : { USING_MODE: body.usingMode }) };
    checkReminders(properties, most.reminders);
    if (body.mac !== undefined) await refusePaired(actor, body.patientId, body.mac, sql, id);
    if (before !== undefined && isHub(before.content)) refuseOtherMac(body, before);
    const parent = body.parent === undefined ? undefined : await hubOf(actor, body.parent, body.patientId, sql);
    const storedIdentifier = (kind: 'mac' | 'android-id' | 'serial-number' | 'device-id') =>
      before === undefined ? undefined : identifierIn(before.content, kind);
    const keptCode = (kind: 'device-function' | 'device-technology') =>
      before === undefined ? undefined : typeCodeIn(before.content, kind);
    const identifiers = {
      'device-id': storedIdentifier('device-id'),
      mac: body.mac ?? storedIdentifier('mac'),
      'android-id': body.androidId ?? storedIdentifier('android-id'),
      'serial-number': body.serialNumber ?? storedIdentifier('serial-number'),
    };
    const given = Object.fromEntries(
      Object.entries(identifiers).filter(([, value]) => value !== undefined && value !== ''),
    );
    const keptParent = before === undefined ? undefined : parentOf(before.content);
    return deviceOf(
      {
        patientId: body.patientId,
        name: body.name,
        identifiers: given,
        manufacturer:
          body.manufacturer ?? (before === undefined ? undefined : textAt(JSON.parse(before.content), 'manufacturer')),
        type: body.type,
        funcType: body.funcType ?? keptCode('device-function'),
        techType: body.techType ?? keptCode('device-technology'),
        parent: parent ?? keptParent,
        properties,
      },
      before?.content,
    );
  }

  /** Rejects a MAC already in this record; other records are not considered. */
  async function refusePaired(
    actor: Actor,
    patientId: string,
    mac: string,
    sql: Sql,
    exceptId: string | undefined,
  ): Promise<void> {
    // the same device added twice at once: the second waits here
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [`${patientId} ${mac}`]);
    const paired = await repository.search(
      actor,
      'Device',
      { identifier: `${identifierSystemOf('mac')}|${mac}`, _count: '2' },
      { patientId, sql },
    );
    if (paired.items.some(({ id }) => id !== exceptId))
      throw new ServerError('ALREADY_PAIRED', 'This device is paired already');
  }

  async function ownDevice(actor: Actor, id: string, patientId: string, sql: Sql): Promise<Stored> {
    const stored = await repository.read(actor, 'Device', id, sql);
    if (stored.patient_id !== patientId) throw new ServerError('ACCESS_DENIED', 'Access denied');
    return stored;
  }

  /** A meter's hub: the same patient's device with that MAC. */
  async function hubOf(
    actor: Actor,
    { id, mac }: z.output<typeof Parent>,
    patientId: string,
    sql: Sql,
  ): Promise<{ id: string; display?: string }> {
    const hub = await ownDevice(actor, id, patientId, sql);
    if (identifierIn(hub.content, 'mac') !== mac)
      throw new ServerError('FORM_INPUT_INVALID', 'The hub has another mac', { detail: { message: 'parent.mac' } });
    if ((await ownerOf(repository, sql, mac))?.id !== id)
      throw new ServerError('FORM_INPUT_INVALID', 'Nobody has proven to have this hub', {
        detail: { message: 'parent.mac' },
      });
    const display = textAt(JSON.parse(hub.content), 'deviceName.name');
    return { id, ...(display === undefined ? {} : { display }) };
  }
}

/** The proof was for one MAC: another hub is another device. */
function refuseOtherMac({ mac, type }: DeviceBody, before: Stored): void {
  if (type !== HUB) throw new ServerError('FORM_INPUT_INVALID', 'A hub stays a hub', { detail: { message: 'type' } });
  if (mac !== undefined && mac !== identifierIn(before.content, 'mac'))
    throw new ServerError('FORM_INPUT_INVALID', 'A hub keeps its mac', { detail: { message: 'mac' } });
}

function isHub(content: string): boolean {
  return typeCodeIn(content, 'device-type') === HUB;
}

function proofText(state: ProofState): string {
  return JSON.stringify(state);
}

function parentOf(content: string): { id: string; display?: string } | undefined {
  const value: unknown = JSON.parse(content);
  const reference = textAt(value, 'parent.reference');
  const display = textAt(value, 'parent.display');
  return reference === undefined
    ? undefined
    : { id: reference.replace('Device/', ''), ...(display === undefined ? {} : { display }) };
}
