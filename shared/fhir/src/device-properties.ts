import type { VitalKey } from '@phr/clinical/codings';
import { readSearchset } from './bundle.ts';
import { IDENTIFIER_BASE } from './identifiers.ts';
import { list, lenientObject, text } from './json.ts';

const device = lenientObject({
  property: list(
    lenientObject({
      type: lenientObject({ coding: list(lenientObject({ code: text })) }),
      valueCode: list(lenientObject({ text })),
    }),
  ),
});

/** Default indexes of a device's vital-sign monitor: LATEST_INDEXES and MONITOR_INDEXES. */
export const DEFAULT_INDEXES: Readonly<Record<'latest' | 'monitored', readonly VitalKey[]>> = {
  latest: ['bloodPressures', 'glucoses', 'temperatures', 'weights'],
  monitored: ['heartRates', 'spo2s', 'respiratoryRates'],
};

/** Search for a login device of the patient's account, by the device's self-generated code. */
export function deviceQuery(patientId: string, deviceId: string): Readonly<Record<string, string | number>> {
  return { patient: patientId, identifier: `${IDENTIFIER_BASE}/device-id|${deviceId}`, _count: 1 };
}

/**
 * Stored properties of the device found, by name; empty if it was never registered.
 * @throws AppError if the response is not a searchset.
 */
export function devicePropertiesIn(searchset: unknown): Readonly<Record<string, string>> {
  const properties = readSearchset(searchset, device, 'Device').resources[0]?.property ?? [];
  return Object.fromEntries(
    properties.flatMap(({ type, valueCode }) => {
      const name = type?.coding?.find(({ code }) => code !== undefined)?.code;
      const value = valueCode?.[0]?.text;
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}
