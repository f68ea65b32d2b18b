import { devicePropertiesIn, deviceQuery } from '@phr/fhir/device-properties';
import type { Client } from '@phr/http/client';

/** Properties stored per login device. Screen settings are JSON strings (api.md, DeviceProperties). */
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
  /** Properties of this browser's device; empty if it was never registered. Rejects with AppError. */
  read(patientId: string): Promise<Properties>;
  /** Registers the device with these properties; others are unchanged. Rejects with AppError. */
  save(patientId: string, properties: Properties): Promise<void>;
  /** Links a socket to this device (D-110). Rejects with AppError. */
  registerSocket(patientId: string, socketId: string): Promise<void>;
}

export interface ThisDevice {
  readonly deviceId: string;
  readonly deviceName: string;
}

/** This browser's device id per person, stored in the browser (DEV-16, D-79). */
export interface DeviceMemory {
  recall(patientId: string): string | undefined;
  remember(patientId: string, deviceId: string): void;
}

export function createCurrentDeviceApi(
  client: Client,
  thisDevice: () => ThisDevice,
  memory: DeviceMemory,
): CurrentDeviceApi {
  // A browser with a new id (its storage was partly cleared) remains the device the person knows.
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
