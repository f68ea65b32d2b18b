import { concept, identifier, idOf, PHR_BASE, refTo } from './build.ts';
import type { DemoResource } from './build.ts';
import { DEMO } from './people.ts';

const TYPES = `${PHR_BASE}/fhir/CodeSystem/device-type`;
const property = (key: string, text: string): object => ({
  type: { coding: [{ system: `${PHR_BASE}/fhir/CodeSystem/device-property`, code: key }] },
  valueCode: [{ text }],
});
const owner = refTo('Patient', DEMO.chau.id, DEMO.chau.name);

interface Meter {
  readonly key: string;
  readonly type: string;
  readonly typeName: string;
  readonly funcType?: readonly [code: string, text: string];
  readonly name: string;
  readonly mac: string;
  readonly serial: string;
  readonly manufacturer: string;
}

const METERS: readonly Meter[] = [
  {
    key: 'pressure',
    type: 'BEURER_BPM',
    typeName: 'Máy đo huyết áp Beurer',
    name: 'Máy đo huyết áp của mẹ',
    mac: '5C:31:3E:00:00:02',
    serial: 'BM57-000002',
    manufacturer: 'Beurer',
  },
  {
    key: 'glucose',
    type: 'CARESENS_BGM',
    typeName: 'Máy đo đường huyết Caresens',
    funcType: ['BMS-G', 'Máy đo đường huyết'],
    name: 'Máy đo đường huyết',
    mac: '5C:31:3E:00:00:03',
    serial: 'CSN-000003',
    manufacturer: 'i-SENS',
  },
];

/**
 * A hub of the main patient with two Bluetooth meters. Browser devices are missing, as browsers register themselves.
 */
export function deviceResources(): readonly DemoResource[] {
  const hub = idOf('device/hub');
  return [
    {
      resourceType: 'Device',
      id: hub,
      identifier: [
        identifier('device-id', 'HUB0A1B2C3D4'),
        identifier('mac', '5C:31:3E:00:00:01'),
        identifier('serial-number', 'OH-2026-000001'),
      ],
      udiCarrier: [{ deviceIdentifier: 'OH-2026' }],
      status: 'active',
      manufacturer: 'ONE-HUB',
      serialNumber: 'OH-2026-000001',
      deviceName: [{ name: 'Bộ thu tại nhà', type: 'user-friendly-name' }],
      type: concept(TYPES, 'ONE_HUB', 'Bộ thu ONE-HUB'),
      patient: owner,
      property: [
        property('USING_MODE', '2'),
        property('NOTY_MODE', '1'),
        property('FW_VERSION', '1.4.2'),
        property(
          'REMINDERS',
          JSON.stringify([
            { label: 'Đo huyết áp buổi sáng', minutesOfDay: 390 },
            { label: 'Đo huyết áp buổi tối', minutesOfDay: 1170 },
          ]),
        ),
      ],
    },
    ...METERS.map(
      ({ key, type, typeName, funcType, name, mac, serial, manufacturer }): DemoResource => ({
        resourceType: 'Device',
        id: idOf(`device/${key}`),
        identifier: [identifier('mac', mac), identifier('serial-number', serial)],
        status: 'active',
        manufacturer,
        serialNumber: serial,
        deviceName: [{ name, type: 'user-friendly-name' }],
        type: {
          coding: [
            { system: TYPES, code: type, display: typeName },
            ...(funcType === undefined
              ? []
              : [{ system: `${PHR_BASE}/fhir/CodeSystem/device-function`, code: funcType[0], display: funcType[1] }]),
            { system: `${PHR_BASE}/fhir/CodeSystem/device-technology`, code: 'BLE', display: 'BLE' },
          ],
          text: typeName,
        },
        patient: owner,
        parent: refTo('Device', hub, 'Bộ thu tại nhà'),
        property: [property('USING_MODE', '3')],
      }),
    ),
  ];
}
