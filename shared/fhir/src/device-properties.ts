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

/** What the monitor of vital signs shows on a device where nothing was chosen: LATEST_INDEXES and MONITOR_INDEXES. */
export const DEFAULT_INDEXES: Readonly<Record<'latest' | 'monitored', readonly VitalKey[]>> = {
  latest: ['bloodPressures', 'glucoses', 'temperatures', 'weights'],
  monitored: ['heartRates', 'spo2s', 'respiratoryRates'],
};

/** The search that finds a login device of a patient's account by the code that the device made for itself. */
export function deviceQuery(patientId: string, deviceId: string): Readonly<Record<string, string | number>> {
  return { patient: patientId, identifier: `${IDENTIFIER_BASE}/device-id|${deviceId}`, _count: 1 };
}

/** What the record server keeps for the device found, by name; nothing when it was never registered. Throws AppError when the answer is no list. */
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
