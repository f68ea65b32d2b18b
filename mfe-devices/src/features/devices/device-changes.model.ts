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

/** A device whose kind is one of ours: another kind would be lost in a change. */
export type KnownDevice = Device & { readonly type: DeviceType };
export const isKnown = (device: Device): device is KnownDevice => device.type !== undefined;

/** The whole device as the server takes it, with some of it changed. What is not sent of settings stays as it is there. */
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
