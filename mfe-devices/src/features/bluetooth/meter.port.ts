import { lenientObject, text } from '@phr/fhir/json';

/** The part of Web Bluetooth in use. */
interface GattCharacteristic extends EventTarget {
  readonly value?: DataView;
  startNotifications(): Promise<unknown>;
  writeValueWithResponse(value: Uint8Array<ArrayBuffer>): Promise<void>;
}
interface GattService {
  getCharacteristic(uuid: number): Promise<GattCharacteristic>;
}
interface GattServer {
  connect(): Promise<GattServer>;
  disconnect(): void;
  getPrimaryService(uuid: number): Promise<GattService>;
}
export interface BluetoothMeter extends EventTarget {
  readonly name?: string | null;
  readonly gatt?: GattServer;
}
export interface Bluetooth {
  getAvailability(): Promise<boolean>;
  requestDevice(options: {
    readonly filters: readonly { readonly services: readonly number[] }[];
  }): Promise<BluetoothMeter>;
}

declare global {
  interface Navigator {
    readonly bluetooth?: Bluetooth;
  }
}

/** Why nothing is received from a meter. Texts are `ble.problem.<code>`. */
export type MeterProblem = 'unsupported' | 'off' | 'refused' | 'none-chosen' | 'not-connected' | 'lost' | 'not-a-meter';

export class MeterError extends Error {
  readonly problem: MeterProblem;

  constructor(problem: MeterProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** A Bluetooth SIG service and its measurement characteristic; `recordsAt` is the control point for stored records. */
export interface MeterProfile {
  readonly service: number;
  readonly measurement: number;
  /** Characteristic with additional context, on some meters. */
  readonly contextAt?: number;
  readonly recordsAt?: number;
}

export const PROFILES = {
  bloodPressure: { service: 0x1810, measurement: 0x2a35 },
  glucose: { service: 0x1808, measurement: 0x2a18, contextAt: 0x2a34, recordsAt: 0x2a52 },
  thermometer: { service: 0x1809, measurement: 0x2a1c },
  oximeter: { service: 0x1822, measurement: 0x2a5e },
  scale: { service: 0x181d, measurement: 0x2a9d },
} as const satisfies Readonly<Record<string, MeterProfile>>;
export type ProfileName = keyof typeof PROFILES;

/** Step timeout, as browsers wait forever. Long enough for a pairing code. */
const STEP_MS = 30_000;

/** Source of a packet: a measurement, its context, or a response to the record request. */
export type PacketOrigin = 'measurement' | 'context' | 'records';

export interface MeterListener {
  readonly onPacket: (profile: ProfileName, from: PacketOrigin, bytes: DataView) => void;
  readonly onConnected: () => void;
  readonly onDisconnected: () => void;
}

/**
 * Lets the person select a meter with one of these profiles and listens to it. Resolves to a stop function. Rejects
 * with MeterError. Call it from a click handler: browsers require a user gesture.
 */
export async function listenToMeter(
  profiles: readonly ProfileName[],
  { onPacket, onConnected, onDisconnected }: MeterListener,
): Promise<() => void> {
  const { bluetooth } = navigator;
  if (bluetooth === undefined) throw new MeterError('unsupported');
  if (!(await bluetooth.getAvailability())) throw new MeterError('off');
  const meter = await bluetooth
    .requestDevice({ filters: profiles.map((name) => ({ services: [PROFILES[name].service] })) })
    .catch((error: unknown) => {
      throw new MeterError(problemOfChoice(error), { cause: error });
    });
  const { gatt } = meter;
  if (gatt === undefined) throw new MeterError('not-connected');
  let isOver = false;
  const lost = new Promise<never>((_, reject) => {
    meter.addEventListener(
      'gattserverdisconnected',
      () => {
        reject(new MeterError('lost'));
        if (!isOver) onDisconnected();
      },
      { once: true },
    );
  });
  lost.catch(() => undefined);
  const step = async <T>(work: Promise<T>): Promise<T> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new MeterError('not-connected')), STEP_MS);
    });
    try {
      return await Promise.race([work, lost, late]);
    } catch (error) {
      throw error instanceof MeterError ? error : new MeterError('not-connected', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  const end = (): void => {
    isOver = true;
    gatt.disconnect();
  };

  try {
    const server = await step(gatt.connect());
    const isThere = (service: GattService, at: number): Promise<boolean> =>
      step(
        service.getCharacteristic(at).then(
          () => true,
          () => false,
        ),
      );
    let found = 0;
    for (const name of profiles) {
      const { service: uuid, measurement, contextAt, recordsAt }: MeterProfile = PROFILES[name];
      const service = await step(server.getPrimaryService(uuid).catch(() => undefined));
      if (service === undefined) continue;
      found += 1;
      const listen = async (at: number, from: PacketOrigin): Promise<GattCharacteristic> => {
        const characteristic = await step(service.getCharacteristic(at));
        characteristic.addEventListener('characteristicvaluechanged', () => {
          if (characteristic.value !== undefined) onPacket(name, from, characteristic.value);
        });
        await step(characteristic.startNotifications());
        return characteristic;
      };
      // sequentially: meters handle one operation at a time
      await listen(measurement, 'measurement');
      if (contextAt !== undefined && (await isThere(service, contextAt))) await listen(contextAt, 'context');
      if (recordsAt !== undefined) await step((await listen(recordsAt, 'records')).writeValueWithResponse(REPORT_ALL));
    }
    if (found === 0) throw new MeterError('not-a-meter');
    onConnected();
    return end;
  } catch (error) {
    end();
    throw error;
  }
}

/** All records: op 1 (report), operator 1 (all), Record Access Control Point. */
const REPORT_ALL = Uint8Array.of(1, 1);

/** Shape of a browser's error. */
const failure = lenientObject({ name: text, message: text });

function problemOfChoice(error: unknown): MeterProblem {
  const { name, message = '' } = failure(error) ?? {};
  // NotFoundError means either a cancelled selection or a missing adapter
  if (name === 'NotFoundError') return /adapter|globally disabled/i.test(message) ? 'off' : 'none-chosen';
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'not-connected';
}
