import { defined } from '@phr/fhir/reading';
import type { Reminder, UsingMode } from './device-properties.entity.ts';
import type { Device } from './device.entity.ts';
import type { DeviceType } from './device-types.model.ts';
import type { DeviceBody } from './device-writes.api.ts';

export interface DeviceChanges {
  readonly name?: string;
  readonly usingMode?: UsingMode;
  readonly reminders?: readonly Reminder[];
}

/** A device of a known kind: an unknown kind would be lost in an update. */
export type KnownDevice = Device & { readonly type: DeviceType };
export const isKnown = (device: Device): device is KnownDevice => device.type !== undefined;

/** The complete device in the server's format with changes applied. Omitted settings stay unchanged on the server. */
export function changedDevice(
  device: KnownDevice,
  patientId: string,
  { name, usingMode, reminders }: DeviceChanges,
): DeviceBody & { readonly id: string } {
  return {
    id: device.id,
    patientId,
    name: name ?? device.name ?? device.type,
    type: device.type,
    ...(device.isBle ? { techType: 'BLE' as const } : {}),
    ...defined({
      funcType: device.funcType,
      mac: device.mac,
      serialNumber: device.serialNumber,
      manufacturer: device.manufacturer,
      usingMode,
      properties: reminders && { REMINDERS: reminders },
    }),
  };
}
