import { IDENTIFIER_BASE } from '@phr/fhir/identifiers';
import { readSearchset } from '@phr/fhir/bundle';
import { list, shape, text } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';

/** What the server keeps for a login device, by name. The screens' settings are JSON texts (api.md, DeviceProperties). */
export type PropertyName = 'DASHBOARD_VITALS' | 'DASHBOARD_FEATURES' | 'GLUCOSE_UNIT';
export type Properties = Readonly<Partial<Record<PropertyName, string>>>;

const NAMES: readonly PropertyName[] = ['DASHBOARD_VITALS', 'DASHBOARD_FEATURES', 'GLUCOSE_UNIT'];

const device = shape({ id: text, property: list(shape({ type: shape({ coding: list(shape({ code: text })) }), valueCode: list(shape({ text })) })) });

export interface CurrentDeviceApi {
  /** The properties of this browser's device; none when it was never registered. Rejects with AppError. */
  read(patientId: string): Promise<Properties>;
  /** Registers the device with these properties; those not named stay as they are. Rejects with AppError. */
  save(patientId: string, properties: Properties): Promise<void>;
}

export interface ThisDevice { readonly deviceId: string; readonly deviceName: string }

export function createCurrentDeviceApi(client: Client, thisDevice: () => ThisDevice): CurrentDeviceApi {
  return {
    async read(patientId) {
      const { body } = await client.send({ service: 'fhir', method: 'GET', path: '/Device', query: { patient: patientId, identifier: `${IDENTIFIER_BASE}/device-id|${thisDevice().deviceId}`, _count: 1 } });
      const kept = readSearchset(body, device, 'Device').resources[0]?.property ?? [];
      return Object.fromEntries(kept.flatMap(({ type, valueCode }) => {
        const name = NAMES.find((known) => type?.coding?.some(({ code }) => code === known) === true);
        const value = valueCode?.[0]?.text;
        return name === undefined || value === undefined ? [] : [[name, value]];
      }));
    },
    async save(patientId, properties) {
      const { deviceId, deviceName } = thisDevice();
      await client.send({
        service: 'phr', method: 'POST', path: '/api/phr/device/current/add', idempotencyKey: crypto.randomUUID(),
        body: { currentDevice: { deviceId, deviceName, deviceCode: deviceId, properties }, patientId },
      });
    },
  };
}
