import { randomInt } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';

/** A Bluetooth meter near a simulated hub. `pairing` is the outcome of pairing. */
export interface SimulatedMeter {
  readonly mac: string;
  readonly name: string;
  readonly type: string;
  readonly pairing: 'free' | 'passkey' | 'silent';
}

export interface SimulatedHubOptions {
  /** Broker URL, e.g. mqtt://localhost:4003. */
  readonly url: string;
  readonly mac: string;
  readonly secret: string;
  readonly meters?: readonly SimulatedMeter[];
  /** True by default. A hub without display is verified by its button only. */
  readonly hasDisplay?: boolean;
  /** Milliseconds between two meters of a scan, and until a silent meter counts as gone. */
  readonly pace?: number;
  /** Logs all traffic for an observer. */
  readonly tell?: (line: string) => void;
}

/** A reading without its number, which the hub assigns. */
export interface SimulatedReading {
  readonly kind: string;
  readonly value: number | { readonly systolic: number; readonly diastolic: number; readonly pulse?: number };
  readonly unit: string;
  /** Defaults to now. */
  readonly measuredAt?: string;
  /** MAC of the meter; defaults to the hub's first. */
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
  /** Goes online. Rejects if the broker refuses the hub. */
  connect(): Promise<void>;
  /**
   * Sends a reading; resolves to its id once accepted by the server, or at once while the hub is offline and stores it.
   * `again` resends an earlier one under its id.
   */
  measure(reading: SimulatedReading, again?: string): Promise<string>;
  /** The person confirms the passkey on the meter. False if none is requested. */
  press(): Promise<boolean>;
  /** Someone is proving possession of this hub: its light signals it. */
  isAsked(): boolean;
  /** The proof code on the display; undefined if none, and for a hub without display. */
  display(): string | undefined;
  /** Presses the hub's button that many times. False if that was not requested. */
  pressButton(times: number): Promise<boolean>;
  /** Power failure: the broker publishes the last will. */
  cutPower(): void;
  /** Disconnects cleanly. */
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
/** How long a person may take to confirm a passkey, regardless of pace. */
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

/** A measuring hub as seen by the server: same topics, states and responses, without hardware. */
export function createSimulatedHub({
  url,
  mac,
  secret,
  meters = SIMULATED_METERS,
  hasDisplay = true,
  pace = 500,
  tell = () => undefined,
}: SimulatedHubOptions): SimulatedHub {
  // broker user name: a colon would end it in a password file
  const name = mac.replaceAll(':', '');
  const root = `one_hub/device/${name}`;
  let client: MqttClient | undefined;
  let pairing = 'INIT';
  let mode = 2;
  let sequence = Date.now();
  let scan: { id: string; timers: NodeJS.Timeout[] } | undefined;
  let command: { id: string; cmd: string; meter: SimulatedMeter; timer: NodeJS.Timeout } | undefined;
  /** Pending proof of possession of this hub. */
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
    // a code unknown to the server would count as wrong
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
    // received data is neither shown nor stored
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
      // publish the state on every reconnect
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
      // drop the connection first: ending the client would disconnect cleanly
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
