import { randomInt } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';

/** A Bluetooth meter near a simulated hub. `pairing` says what happens when the hub pairs with it. */
export interface SimulatedMeter {
  readonly mac: string;
  readonly name: string;
  readonly type: string;
  readonly pairing: 'free' | 'passkey' | 'silent';
}

export interface SimulatedHubOptions {
  /** Address of the broker, e.g. mqtt://localhost:4003. */
  readonly url: string;
  readonly mac: string;
  readonly secret: string;
  readonly meters?: readonly SimulatedMeter[];
  /** True by default. A hub without a display is proven by its button alone. */
  readonly hasDisplay?: boolean;
  /** Milliseconds between two meters of a scan, and after which a silent meter counts as gone. */
  readonly pace?: number;
  /** Told of everything that comes and goes, for a person who watches. */
  readonly tell?: (line: string) => void;
}

/** A reading without its number, which the hub gives. */
export interface SimulatedReading {
  readonly kind: string;
  readonly value: number | { readonly systolic: number; readonly diastolic: number; readonly pulse?: number };
  readonly unit: string;
  /** Now by default. */
  readonly measuredAt?: string;
  /** Mac of the meter; the hub's first meter by default. */
  readonly meter?: string;
}

export interface SimulatedHub {
  readonly mac: string;
  readonly meters: readonly SimulatedMeter[];
  state(): {
    readonly pairing: string;
    readonly online: boolean;
    readonly mode: number;
    readonly bonds: readonly string[];
  };
  /** Comes online. Rejects when the broker refuses the hub. */
  connect(): Promise<void>;
  /** Sends a reading; resolves with its id when the server has taken it, at once while the hub is offline and keeps it. `again` repeats an earlier one under its id. */
  measure(reading: SimulatedReading, again?: string): Promise<string>;
  /** The person confirms the passkey on the meter. False when none is being asked for. */
  press(): Promise<boolean>;
  /** Somebody wants to prove that they have this hub: its light says so. */
  isAsked(): boolean;
  /** What the hub's display shows: the code that proves who has it. Undefined while it shows nothing, and for a hub without one. */
  display(): string | undefined;
  /** The hub's own button, pressed so often in a row. False when that is not what the hub was asked for. */
  pressButton(times: number): Promise<boolean>;
  /** The power goes: no goodbye, the broker tells by the last will. */
  cutPower(): void;
  /** Leaves the broker in good order. */
  close(): Promise<void>;
}

export const SIMULATED_METERS: readonly SimulatedMeter[] = [
  { mac: '5C:31:3E:00:00:02', name: 'Beurer BM57', type: 'BEURER_BPM', pairing: 'free' },
  { mac: '5C:31:3E:00:00:03', name: 'CareSens N', type: 'CARESENS_BGM', pairing: 'passkey' },
  { mac: '5C:31:3E:00:00:04', name: 'Nonin 3230', type: 'NONIN_3230', pairing: 'free' },
  { mac: '5C:31:3E:00:00:05', name: 'EB GKUC', type: 'EB_GKUC', pairing: 'silent' },
];

const PASSKEY = '482915';
const FIRMWARE = '1.4.2';
const REMEMBERED = 50;
/** How long a person may take to confirm a passkey, whatever the pace. */
const PERSON_MS = 30_000;
/** How long a code stays on the display. */
const DISPLAY_MS = 300_000;

interface Message {
  readonly id: string;
  readonly cmd: string;
  readonly exp?: string;
  readonly mac?: string;
  readonly seconds?: number;
  readonly mode?: number;
  readonly passkey?: string;
  readonly ssid?: string;
}
type Answer = Readonly<Record<string, unknown>>;

/** A measuring hub as the server sees it: the same topics, states and answers, without the hardware. */
export function createSimulatedHub({
  url,
  mac,
  secret,
  meters = SIMULATED_METERS,
  hasDisplay = true,
  pace = 500,
  tell = () => undefined,
}: SimulatedHubOptions): SimulatedHub {
  // its name at the broker: a colon would end a user name in a password file
  const name = mac.replaceAll(':', '');
  const root = `one_hub/device/${name}`;
  let client: MqttClient | undefined;
  let pairing = 'INIT';
  let mode = 2;
  let sequence = Date.now();
  let scan: { id: string; timers: NodeJS.Timeout[] } | undefined;
  let command: { id: string; cmd: string; meter: SimulatedMeter; timer: NodeJS.Timeout } | undefined;
  /** Somebody wants to prove that they have this hub. */
  let proof:
    | { id: string; cmd: string; code: string; isShown: boolean; presses: number; timer: NodeJS.Timeout }
    | undefined;
  const bonds = new Set<string>();
  const stored: object[] = [];
  const answered = new Map<string, Answer[]>();

  const publish = async (topic: string, message: object, retain = false): Promise<void> => {
    await client?.publishAsync(`${root}/${topic}`, JSON.stringify(message), { qos: 1, retain });
  };
  const stateOf = (connection: 'CONNECTED' | 'DISCONNECTED'): object => ({
    v: 1,
    pairing: connection === 'CONNECTED' ? pairing : 'INIT',
    connection,
    fw: FIRMWARE,
    mode,
    at: new Date().toISOString(),
  });
  const enter = async (next: string): Promise<void> => {
    pairing = next;
    tell(`state: ${next}`);
    await publish('state', stateOf('CONNECTED'), true);
  };
  const reply = async ({ id, cmd }: { id: string; cmd: string }, answer: Answer): Promise<void> => {
    const list = answered.get(id) ?? [];
    answered.set(id, [...list, answer]);
    const oldest = answered.size > REMEMBERED ? answered.keys().next().value : undefined;
    if (oldest !== undefined) answered.delete(oldest);
    tell(`reply to ${cmd}: ${JSON.stringify(answer)}`);
    await publish('reply', { v: 1, id, cmd, ...answer });
  };
  const failed = (message: Message, code: string): Promise<void> => reply(message, { result: 'failed', code });

  const endScan = async (reason: 'USER' | 'TIMEOUT'): Promise<void> => {
    const running = scan;
    if (running === undefined) return;
    scan = undefined;
    running.timers.forEach(clearTimeout);
    await enter('STANDBY');
    await reply({ id: running.id, cmd: 'scan' }, { result: 'stop', reason });
  };
  const askProof = async ({ id, cmd, passkey = '' }: Message): Promise<void> => {
    endProof();
    const request = {
      id,
      cmd,
      code: String(randomInt(0, 1_000_000)).padStart(6, '0'),
      isShown: false,
      presses: Number(passkey),
      timer: setTimeout(endProof, DISPLAY_MS).unref(),
    };
    proof = request;
    if (!hasDisplay) return;
    await publish('reply', { v: 1, id, cmd, result: 'passkey', passkey: request.code });
    // a code that the server does not know yet would be a wrong one
    request.isShown = true;
    tell(`display: ${request.code}`);
  };
  const endProof = (): void => {
    clearTimeout(proof?.timer);
    proof = undefined;
  };
  const bond = async (message: { id: string; cmd: string }, meter: SimulatedMeter): Promise<void> => {
    bonds.add(meter.mac);
    await enter('STANDBY');
    await reply(message, { result: 'success', mac: meter.mac });
  };

  const commands: Readonly<Record<string, (message: Message) => Promise<void>>> = {
    async scan(message) {
      if (pairing !== 'STANDBY') return failed(message, 'BUSY');
      await enter('SCANNING');
      const timers = meters.map((meter, place) =>
        setTimeout(
          () => {
            tell(`found ${meter.name} ${meter.mac}`);
            void publish('found', {
              id: message.id,
              mac: meter.mac,
              name: meter.name,
              type: meter.type,
              rssi: -50 - 7 * place,
            });
          },
          pace * (place + 1),
        ),
      );
      timers.push(
        setTimeout(
          () => {
            void endScan('TIMEOUT');
          },
          (message.seconds ?? 30) * 1_000,
        ),
      );
      scan = { id: message.id, timers };
    },
    async 'stop-scan'(message) {
      if (scan === undefined) return failed(message, 'NOT_SCANNING');
      await endScan('USER');
      return reply(message, { result: 'success' });
    },
    async pair(message) {
      if (message.mac === mac) return askProof(message);
      const meter = meters.find((one) => one.mac === message.mac);
      if (pairing === 'PAIRING') return failed(message, 'BUSY');
      if (scan !== undefined) await endScan('USER');
      if (meter === undefined) return failed(message, 'NOT_FOUND');
      if (bonds.has(meter.mac)) return failed(message, 'ALREADY_BONDED');
      await enter('PAIRING');
      if (meter.pairing === 'free') return bond(message, meter);
      const timer = setTimeout(
        () => {
          command = undefined;
          void enter('STANDBY').then(() => failed(message, 'TIMEOUT'));
        },
        meter.pairing === 'passkey' ? PERSON_MS : pace * 60,
      );
      command = { id: message.id, cmd: message.cmd, meter, timer };
      if (meter.pairing === 'passkey') await reply(message, { result: 'passkey', passkey: PASSKEY });
    },
    async restart(message) {
      await reply(message, { result: 'success' });
      await enter('INIT');
      await enter('STANDBY');
    },
    'rs -wf': (message) => reply(message, { result: 'success' }),
    async 'rs -all'(message) {
      bonds.clear();
      mode = 0;
      await reply(message, { result: 'success' });
      await enter('INIT');
      await enter('STANDBY');
    },
    'rs -bond': (message) =>
      bonds.delete(message.mac ?? '')
        ? reply(message, { result: 'success', ...(message.mac === undefined ? {} : { mac: message.mac }) })
        : failed(message, 'NOT_FOUND'),
    async 'rs -abond'(message) {
      bonds.clear();
      await reply(message, { result: 'success' });
    },
    async 'up -mode'(message) {
      mode = message.mode ?? mode;
      await reply(message, { result: 'success' });
      await enter(pairing);
    },
    // what was sent is neither shown nor kept
    'up -wf': (message) => reply(message, { result: 'success' }),
    async 'rda-bg'(message) {
      const meter = meters.find(({ type }) => type === 'CARESENS_BGM')?.mac ?? mac;
      for (const value of [5.4, 7.9])
        await hub.measure({
          kind: 'glucose',
          value,
          unit: 'mmol/L',
          measuredAt: new Date(Date.now() - 3_600_000 * value).toISOString(),
          meter,
        });
      await reply(message, { result: 'success' });
    },
  };

  const take = async (text: string): Promise<void> => {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      return publish('reply', { v: 1, id: '', cmd: '', result: 'failed', code: 'BAD_JSON' });
    }
    const before = answered.get(message.id);
    if (before !== undefined) {
      for (const answer of before) await publish('reply', { v: 1, id: message.id, cmd: message.cmd, ...answer });
      return;
    }
    tell(`command: ${message.cmd}`);
    if (message.exp !== undefined && Date.parse(message.exp) < Date.now()) return failed(message, 'EXPIRED');
    await (commands[message.cmd] ?? ((unknown: Message) => failed(unknown, 'UNKNOWN_COMMAND')))(message);
  };

  const hub: SimulatedHub = {
    mac,
    meters,
    state: () => ({ pairing, online: client?.connected === true, mode, bonds: [...bonds] }),
    async connect() {
      client = await connectAsync(
        url,
        {
          clientId: name,
          username: name,
          password: secret,
          protocolVersion: 4,
          clean: false,
          reconnectPeriod: 1_000,
          keepalive: 20,
          will: {
            topic: `${root}/state`,
            payload: Buffer.from(JSON.stringify(stateOf('DISCONNECTED'))),
            qos: 1,
            retain: true,
          },
        },
        false,
      );
      client.on('error', (error) => tell(`broker: ${error.message}`));
      client.on('message', (_topic, payload) => {
        take(payload.toString()).catch((error: unknown) => tell(String(error)));
      });
      // each return of the broker hears the state again
      client.on('connect', () => {
        void enter(pairing);
      });
      await client.subscribeAsync(`${root}/command`, { qos: 1 });
      await enter('STANDBY');
      for (const message of stored.splice(0)) await publish('data', message);
    },
    async measure({ kind, value, unit, measuredAt = new Date().toISOString(), meter = meters[0]?.mac ?? mac }, again) {
      sequence += 1;
      const rid = again ?? `${meter}:${sequence}`;
      const message = {
        rid,
        mac: meter,
        kind,
        value,
        unit,
        measuredAt,
        seq: Number(rid.slice(rid.lastIndexOf(':') + 1)),
      };
      if (client === undefined) stored.push(message);
      else await publish('data', message);
      return rid;
    },
    async press() {
      const open = command;
      if (open === undefined) return false;
      clearTimeout(open.timer);
      command = undefined;
      await bond(open, open.meter);
      return true;
    },
    isAsked: () => proof !== undefined,
    display: () => (proof?.isShown === true ? proof.code : undefined),
    async pressButton(times) {
      if (proof === undefined || times !== proof.presses) return false;
      await reply(proof, { result: 'success', mac });
      return true;
    },
    cutPower() {
      endProof();
      scan?.timers.forEach(clearTimeout);
      clearTimeout(command?.timer);
      scan = command = undefined;
      pairing = 'INIT';
      const gone = client;
      client = undefined;
      // the connection first: ending the client would say goodbye
      gone?.stream.destroy();
      gone?.end(true);
    },
    async close() {
      endProof();
      scan?.timers.forEach(clearTimeout);
      clearTimeout(command?.timer);
      if (client?.connected === true) await publish('state', stateOf('DISCONNECTED'), true);
      await client?.endAsync(client.connected !== true);
      client = undefined;
    },
  };
  return hub;
}
