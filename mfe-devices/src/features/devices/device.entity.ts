import { codeableConcept, identifier, reference } from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';
import { defined, idOf, wordsOf } from '@phr/fhir/reading';
import {
  DEVICE_TYPES,
  FUNCTIONAL_TYPES,
  TECH_TYPES,
  type DeviceType,
  type FunctionalType,
} from './device-types.model.ts';
import { type DeviceProperties, propertyReader, readProperties } from './device-properties.entity.ts';

/** A device as its list and its details show it (DEV-07, DEV-08). */
export interface Device {
  readonly id: string;
  readonly name?: string;
  readonly type?: DeviceType;
  /** Text sent with an unknown type. */
  readonly typeWords?: string;
  readonly funcType?: FunctionalType;
  readonly deviceId?: string;
  readonly mac?: string;
  readonly androidId?: string;
  readonly serialNumber?: string;
  readonly manufacturer?: string;
  /** Id of the device's use statement. */
  readonly useStatement?: string;
  readonly patientId?: string;
  /** Name of the device's person, if given. */
  readonly subject?: string;
  readonly isOneHub: boolean;
  readonly isBle: boolean;
  /** The hub a meter is connected through. */
  readonly parentId?: string;
  readonly parentName?: string;
  /** The model's unique device identifier (UDI). */
  readonly udi?: string;
  readonly properties: DeviceProperties;
}

const wire = lenientObject({
  id: text,
  status: text,
  identifier: list(identifier),
  type: codeableConcept,
  manufacturer: text,
  serialNumber: text,
  patient: reference,
  parent: reference,
  udiCarrier: list(lenientObject({ deviceIdentifier: text })),
  property: propertyReader,
  deviceName: list(lenientObject({ name: text, type: text })),
  extension: list(
    lenientObject({
      url: text,
      valueCodeableConcept: codeableConcept,
      valueCoding: lenientObject({ code: text }),
      valueCode: text,
    }),
  ),
});

/** Kinds of identifiers, by the last part of their system (DEV-02). */
type IdentifierKind = 'device-id' | 'mac' | 'android-id' | 'serial-number' | 'use-statement';

/** Parses a Device resource; undefined without id, or if no longer in use (DEV-01). */
export function readDevice(resource: unknown): Device | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || (raw.status !== undefined && raw.status !== 'active')) return undefined;
  const valueOf = (kind: IdentifierKind) =>
    raw.identifier?.find(({ system }) => system?.endsWith(`/${kind}`) === true)?.value;
  const codes = new Set(raw.type?.coding?.map(({ code }) => code) ?? []);
  const type = DEVICE_TYPES.find((code) => codes.has(code));
  const names = raw.deviceName ?? [];
  return {
    id: raw.id,
    isOneHub: type === 'ONE_HUB',
    isBle: TECH_TYPES.some((code) => codes.has(code)),
    properties: readProperties(raw.property),
    ...defined({
      name: (names.find((one) => one.type === 'user-friendly-name') ?? names[0])?.name,
      type,
      typeWords: wordsOf(raw.type),
      funcType: FUNCTIONAL_TYPES.find((code) => codes.has(code)),
      deviceId: valueOf('device-id'),
      mac: valueOf('mac'),
      androidId: valueOf('android-id'),
      serialNumber: raw.serialNumber ?? valueOf('serial-number'),
      manufacturer: raw.manufacturer,
      useStatement: valueOf('use-statement'),
      patientId: idOf(raw.patient, 'Patient'),
      subject: raw.patient?.display,
      parentId: idOf(raw.parent, 'Device'),
      parentName: raw.parent?.display,
      udi: raw.udiCarrier?.[0]?.deviceIdentifier,
    }),
  };
}

/** Short device code to read out: the first 13 characters of its id in capitals, or UNK (D-78). */
export function deviceCode(id: string | undefined): string {
  return id === undefined || id.trim() === '' ? 'UNK' : id.trim().slice(0, 13).toUpperCase();
}

/** True for a host-generated device id: 12 characters A-Z and 0-9 (D-78). */
export function isDeviceId(id: string): boolean {
  return /^[A-Z0-9]{12}$/.test(id);
}
