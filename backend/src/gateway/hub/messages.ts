import { VITALS, type HubKind } from '@phr/clinical/vitals/index';
import { z } from 'zod';

/** Topic root (D-75): one_hub/device/{mac}/command, reply, state, found, data. */
export const TOPIC_ROOT = 'one_hub/device';
/** Topics that hubs publish to. */
export const HUB_TOPICS = ['reply', 'state', 'found', 'data'] as const;
export type HubTopic = (typeof HUB_TOPICS)[number];

const MAC = /^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/;
/** A mac in the one spelling that topics and records use. */
export const Mac = z
  .string()
  .max(17)
  .transform((value) => value.toUpperCase().replaceAll('-', ':'))
  .pipe(z.string().regex(MAC));

const METER = { meterMac: Mac };
const none = z
  .object({})
  .loose()
  .transform(() => ({}))
  .optional()
  .default({});
const simple = <const C extends string>(command: C) => z.object({ mac: Mac, command: z.literal(command), args: none });

/** hub:command of a socket (api.md §8). */
export const Command = z.discriminatedUnion('command', [
  simple('stop-scan'),
  simple('scan'),
  simple('restart'),
  simple('rs -wf'),
  simple('rs -all'),
  simple('rs -abond'),
  simple('rda-bg'),
  z.object({
    mac: Mac,
    command: z.literal('pair'),
    args: z.object({
      ...METER,
      passkey: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
  }),
  z.object({ mac: Mac, command: z.literal('rs -bond'), args: z.object(METER) }),
  z.object({
    mac: Mac,
    command: z.literal('up -mode'),
    args: z.object({ mode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]) }),
  }),
  z.object({
    mac: Mac,
    command: z.literal('up -wf'),
    args: z.object({ ssid: z.string().min(1).max(32), password: z.string().min(8).max(63) }),
  }),
]);
export type Command = z.output<typeof Command>;

/** Seconds that a scan lasts. */
export const SCAN_SECONDS = 60;
/** Commands arriving later than this are rejected by the hub as EXPIRED. */
const COMMAND_LIFE_SECONDS = 30;

/** Message to the hub for a command. */
export function commandMessage(id: string, { command, args }: Command, now: Date): object {
  const more =
    command === 'scan'
      ? { seconds: SCAN_SECONDS }
      : command === 'pair' || command === 'rs -bond'
        ? { mac: args.meterMac, ...('passkey' in args && args.passkey !== undefined ? { passkey: args.passkey } : {}) }
        : command === 'up -mode'
          ? { mode: args.mode }
          : command === 'up -wf'
            ? { ssid: args.ssid, secret: args.password }
            : {};
  return { v: 1, id, cmd: command, exp: expiryFrom(now), ...more };
}

/** True for an expired command. */
export function isExpired(payload: Buffer | string, now: Date): boolean {
  const { exp } = Lifetime.parse(jsonOf(payload));
  return exp !== undefined && Date.parse(exp) < now.getTime();
}

const Lifetime = z.object({ exp: z.string().optional() }).catch({});

/** The value of a JSON text; undefined for any other. */
export function jsonOf(payload: Buffer | string): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Asks an unowned hub for proof: to show a code, or to be pressed `presses` times. */
export function ownPairMessage(id: string, mac: string, presses: number, now: Date): object {
  return { v: 1, id, cmd: 'pair', exp: expiryFrom(now), mac, passkey: String(presses) };
}

const expiryFrom = (now: Date): string => new Date(now.getTime() + COMMAND_LIFE_SECONDS * 1_000).toISOString();

const text = z.string().max(200);

export const Reply = z.object({
  id: z.string().max(64),
  cmd: text,
  result: z.enum(['passkey', 'success', 'failed', 'stop']),
  code: text.optional(),
  reason: text.optional(),
  passkey: z.string().max(12).optional(),
  mac: Mac.optional(),
});
export type Reply = z.output<typeof Reply>;

export const State = z.object({
  pairing: z.enum(['INIT', 'STANDBY', 'SCANNING', 'PAIRING']),
  connection: z.enum(['CONNECTED', 'DISCONNECTED']),
});

export const Found = z.object({ id: z.string().max(64), mac: Mac, name: text, type: text });

const measured = { rid: z.string().min(1).max(80), mac: Mac, measuredAt: z.iso.datetime({ offset: true }) };

/** Blood pressure has several numbers, and may include the pulse. */
const Pressure = z.object({
  ...measured,
  kind: z.literal('blood-pressure'),
  unit: z.literal('mmHg'),
  value: z.object({ systolic: z.number(), diastolic: z.number(), pulse: z.number().optional() }),
});

/** Single-number message kinds, with units as spelled by hubs. */
const SINGLES = VITALS.flatMap(({ hub, parts }) => (hub === undefined || parts.length > 1 ? [] : [hub]));
const Single = z
  .object({
    ...measured,
    kind: z.enum(SINGLES.map(({ kind }) => kind as Exclude<HubKind, 'blood-pressure'>)),
    value: z.number(),
    unit: z.string(),
  })
  .refine(({ kind, unit }) => SINGLES.some((one) => one.kind === kind && one.units.includes(unit)), {
    path: ['unit'],
    message: 'Not a unit of this kind',
  });

/** A meter's reading of a known vital sign. `rid` identifies it permanently. */
export const Reading = z.union([Pressure, Single]);
export type Reading = z.output<typeof Reading>;

/** Name of a hub at the broker and in topics: its MAC without colons, which password files cannot hold. */
export function hubName(mac: string): string {
  return mac.replaceAll(':', '');
}

/** MAC of a hub's name; undefined if invalid. */
export function macOf(name: string): string | undefined {
  return /^[0-9A-F]{12}$/.test(name) ? name.match(/../g)?.join(':') : undefined;
}

/** Hub and kind of a topic below the root; undefined for others. */
export function readTopic(topic: string): { readonly mac: string; readonly kind: string } | undefined {
  const [first, second, name = '', kind = '', ...rest] = topic.split('/');
  const mac = macOf(name);
  return `${first}/${second}` !== TOPIC_ROOT || mac === undefined || rest.length > 0 ? undefined : { mac, kind };
}

/** Command topic of a hub. */
export function commandTopic(mac: string): string {
  return `${TOPIC_ROOT}/${hubName(mac)}/command`;
}

export function isHubTopic(kind: string): kind is HubTopic {
  return HUB_TOPICS.some((topic) => topic === kind);
}
