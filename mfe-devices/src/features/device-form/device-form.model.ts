import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { DEVICE_TYPES, type DeviceType, type FunctionalType } from '../devices/device-types.model.ts';
import type { DeviceBody } from '../devices/device-writes.api.ts';

/** Form input for a new device. */
export interface DeviceForm {
  readonly type: string;
  readonly name: string;
  readonly mac: string;
  readonly serialNumber: string;
  readonly manufacturer: string;
}

export const EMPTY_FORM: DeviceForm = { type: '', name: '', mac: '', serialNumber: '', manufacturer: '' };

/** Types a person can add; browsers register themselves. */
export const ADDABLE_TYPES: readonly DeviceType[] = DEVICE_TYPES.filter((type) => type !== 'AUTH');

/** What each kind of meter measures, if implied by the kind (D-77). */
export const FUNCTIONS: Readonly<Partial<Record<DeviceType, FunctionalType>>> = {
  EB_GKUC: 'BMS-GKUC',
  ACCU_CHEK: 'BMS-G',
  CARESENS_BGM: 'BMS-G',
  NONIN_3230: 'BOM',
};

/** Normalizes a printed MAC address to AA:BB:CC:DD:EE:FF; undefined if invalid. */
export function macOf(typed: string): string | undefined {
  const digits = typed
    .trim()
    .toUpperCase()
    .replaceAll(/[\s:.-]/g, '');
  return /^[0-9A-F]{12}$/.test(digits) ? digits.match(/../g)?.join(':') : undefined;
}

/** Validates the form: kind and name are required, a MAC must be valid, and a hub requires one. */
export function checkForm(form: DeviceForm, patientId: string): ParseResult<DeviceBody> {
  const type = ADDABLE_TYPES.find((one) => one === form.type);
  const mac = macOf(form.mac);
  const faults: FieldError[] = [
    ...(type === undefined ? [{ field: 'type', message: 'device.err.type' }] : []),
    ...(form.name.trim() === '' ? [{ field: 'name', message: 'device.err.name' }] : []),
    ...(form.mac.trim() !== '' && mac === undefined ? [{ field: 'mac', message: 'device.err.mac' }] : []),
    ...(form.mac.trim() === '' && type === 'ONE_HUB' ? [{ field: 'mac', message: 'device.err.hubMac' }] : []),
  ];
  if (faults.length > 0 || type === undefined) return { ok: false, faults };
  const [funcType, serialNumber, manufacturer] = [FUNCTIONS[type], form.serialNumber.trim(), form.manufacturer.trim()];
  return {
    ok: true,
    entry: {
      patientId,
      type,
      name: form.name.trim(),
      usingMode: type === 'ONE_HUB' ? 2 : 1,
      ...(funcType === undefined ? {} : { funcType }),
      ...(mac === undefined ? {} : { mac }),
      ...(serialNumber === '' ? {} : { serialNumber }),
      ...(manufacturer === '' ? {} : { manufacturer }),
    },
  };
}
