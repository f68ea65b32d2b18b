import { devicePropertiesIn, deviceQuery } from '@phr/fhir/device-properties';
import type { Client } from '@phr/http/client';

/** What the server keeps for a login device, by name. The screens' settings are JSON texts (api.md, DeviceProperties). */
export type PropertyName =
  | 'DASHBOARD_VITALS'
  | 'DASHBOARD_FEATURES'
  | 'LATEST_INDEXES'
  | 'MONITOR_INDEXES'
  | 'GLUCOSE_UNIT';
export type Properties = Readonly<Partial<Record<PropertyName, string>>>;

const NAMES: readonly PropertyName[] = [
  'DASHBOARD_VITALS',
  'DASHBOARD_FEATURES',
  'LATEST_INDEXES',
  'MONITOR_INDEXES',
  'GLUCOSE_UNIT',
];

export interface CurrentDeviceApi {
  /** The properties of this browser's device; none when it was never registered. Rejects with AppError. */
  read(patientId: string): Promise<Properties>;
  /** Registers the device with these properties; those not named stay as they are. Rejects with AppError. */
  save(patientId: string, properties: Properties): Promise<void>;
  /** Says that a socket belongs to this device (D-110). Rejects with AppError. */
  registerSocket(patientId: string, socketId: string): Promise<void>;
}

export interface ThisDevice {
  readonly deviceId: string;
  readonly deviceName: string;
}

/** Under which id this browser is a device of a person: kept on the browser for each of them (DEV-16, D-79). */
export interface DeviceMemory {
  recall(patientId: string): string | undefined;
  remember(patientId: string, deviceId: string): void;
}

export function createCurrentDeviceApi(
  client: Client,
  thisDevice: () => ThisDevice,
  memory: DeviceMemory,
): CurrentDeviceApi {
  // A browser that has got a new id, say after its storage was cleared in part, stays the device that the person knows.
  const idFor = (patientId: string) => memory.recall(patientId) ?? thisDevice().deviceId;
  return {
    async read(patientId) {
      const { body } = await client.send({
        service: 'fhir',
        method: 'GET',
        path: '/Device',
        query: deviceQuery(patientId, idFor(patientId)),
      });
      const stored = devicePropertiesIn(body);
      return Object.fromEntries(NAMES.flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]]])));
    },
    async save(patientId, properties) {
      const { deviceName } = thisDevice();
      const deviceId = idFor(patientId);
      await client.send({
        service: 'phr',
        method: 'POST',
        path: '/api/phr/device/current/add',
        idempotencyKey: crypto.randomUUID(),
        body: { currentDevice: { deviceId, deviceName, deviceCode: deviceId, properties }, patientId },
      });
      memory.remember(patientId, deviceId);
    },
    async registerSocket(patientId, socketId) {
      await client.send({
        service: 'admin',
        method: 'POST',
        path: '/patient-app/device/register',
        body: { patientId, deviceId: idFor(patientId), socketId },
        idempotencyKey: crypto.randomUUID(),
      });
    },
  };
}
