import { ECDH } from 'node:crypto';
import { LOCALES } from '@phr/contract/locale';
import { parseZone } from '@phr/time/zone';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PushSettings } from '../../kit/config.ts';
import { parseBody } from '../../kit/parse.ts';
import { described } from '../../kit/route-schema.ts';
import { ServerError } from '../../kit/server-error.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { KINDS } from '../inbox/inbox-event.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import type { Device, Devices } from './devices.ts';
import { isPushEndpoint } from './endpoint.ts';
import { PUSH_KINDS } from './kinds.ts';
import type { Messages } from './messages.ts';

const Endpoint = z.string().min(1).max(2_000);
const Zone = z
  .string()
  .max(64)
  .refine((name) => parseZone(name) !== undefined);
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** True for a point on the curve: invalid keys cannot be encrypted for, and would be retried forever. */
const isPoint = (key: string): boolean => {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
};
const Kinds = z.array(z.enum(PUSH_KINDS)).max(PUSH_KINDS.length);
const Choices = z.object({
  locale: z.enum(LOCALES),
  zone: Zone.meta({ description: 'IANA name of the zone whose clock the quiet hours and doses are by' }),
  quiet: z.object({ from: Time, to: Time }).nullable(),
  kinds: Kinds,
  urgent: Kinds.meta({ description: 'Kinds that pass the quiet hours' }),
});
const Kept = z.strictObject({
  ...Choices.shape,
  name: z.string().trim().min(1).max(80),
  endpoint: Endpoint,
  keys: z.strictObject({
    p256dh: z
      .string()
      .regex(/^B[\w-]{86}=?$/)
      .refine(isPoint),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/),
  }),
});
const Seen = z.strictObject({ endpoint: Endpoint, locale: Choices.shape.locale, zone: Choices.shape.zone });
const End = z.union([z.strictObject({ endpoint: Endpoint }), z.strictObject({ id: z.uuid() })]);
const Offer = z.object({
  publicKey: z.string().meta({ description: 'applicationServerKey of PushManager.subscribe, base64url' }),
  devices: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      endpoint: z.string().meta({ description: 'By which a device finds itself' }),
      ...Choices.shape,
    }),
  ),
});
const Nothing = z.object({});
const Opened = z.object({
  kind: z.enum(PUSH_KINDS).optional(),
  entry: z
    .object({
      id: z.string(),
      patientId: z.string(),
      kind: z.enum(KINDS),
      reference: z.string(),
      createdAt: z.iso.datetime(),
      read: z.boolean(),
    })
    .optional(),
});

export interface PushParts {
  readonly settings: PushSettings;
  readonly devices: Devices;
  readonly messages: Messages;
  /** Whether a session is on a shared device. */
  readonly isShared: (sessionId: string) => Promise<boolean>;
  readonly inbox: Pick<Inbox, 'find'>;
}

/**
 * Push notification settings. Beyond the catalogue, so clients must work without them, as on this server without keys.
 */
export function registerPush(
  app: FastifyInstance,
  calls: ServiceCalls,
  { settings, devices, messages, isShared, inbox }: PushParts,
): void {
  const beyond = 'Not in the catalogue: an addition of this product.';
  const common = { service: 'phr', security: 'bearer', access: 'user', wrapped: true } as const;

  app.get(
    '/api/phr/push',
    described({
      ...common,
      summary: `The server's key, and the caller's devices that are told. ${beyond}`,
      answer: Offer,
    }),
    (request, reply) =>
      calls.read(request, reply, async ({ caller: { userId } }) =>
        JSON.stringify({ publicKey: settings.publicKey, devices: (await devices.list(userId)).map(shownOf) }),
      ),
  );
  app.put(
    '/api/phr/push',
    described({
      ...common,
      summary: `Keeps the device's subscription and what the caller chose for it; refused on a device of many people. ${beyond}`,
      body: Kept,
      answer: Nothing,
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ caller: { userId, sessionId }, sql }) => {
        const { keys, ...device } = parseBody(Kept, request.body);
        if (!isPushEndpoint(device.endpoint, settings.origins))
          throw new ServerError('FORM_INPUT_INVALID', 'The address is none of a known push service', {
            detail: { message: 'endpoint' },
          });
        if (sessionId !== undefined && (await isShared(sessionId)))
          throw new ServerError('ACCESS_DENIED', 'Nobody is told on a device of many people');
        await devices.keep(sql, { ...device, ...keys, userId }, sessionId);
        return '{}';
      }),
  );
  app.post(
    '/api/phr/push/seen',
    described({
      ...common,
      summary: `Says that the caller is signed in on a device, in which language and zone; \`known\` is false when its subscription is not the caller's. ${beyond}`,
      body: Seen,
      answer: z.object({ known: z.boolean() }),
    }),
    (request, reply) =>
      calls.read(request, reply, async ({ caller: { userId, sessionId } }) => {
        const body = parseBody(Seen, request.body);
        return JSON.stringify({ known: await devices.seen({ userId, ...body }, sessionId) });
      }),
  );
  app.post(
    '/api/phr/push/end',
    described({
      ...common,
      summary: `Ends what is told to one of the caller's devices. ${beyond}`,
      body: End,
      answer: Nothing,
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ caller: { userId }, sql }) => {
        await devices.end(sql, userId, parseBody(End, request.body));
        return '{}';
      }),
  );
  app.get(
    '/api/phr/push/messages/:id',
    described({
      ...common,
      summary: `What a message was about: an entry of the caller's inbox, or the kind alone. ${beyond}`,
      params: z.object({ id: z.uuid() }),
      answer: Opened,
      errors: ['NOT_FOUND'],
    }),
    (request, reply) =>
      calls.read(request, reply, async ({ caller: { userId } }) => {
        const { id } = parseBody(z.object({ id: z.uuid() }), request.params);
        const about = await messages.opened(userId, id);
        if (about === undefined) return '{}';
        const entry = about.kind === 'doses' ? undefined : await inbox.find(userId, about.ref);
        return JSON.stringify({ kind: about.kind, ...(entry === undefined ? {} : { entry }) });
      }),
  );
}

/** A device as its owner's screens see it: without the keys. */
const shownOf = ({ id, name, endpoint, locale, zone, quiet, kinds, urgent }: Device) => ({
  id,
  name,
  endpoint,
  locale,
  zone,
  quiet,
  kinds,
  urgent,
});
