import type { Extension } from './datatypes.ts';

/** Extension of an Observation: what the meter itself said about the measurement; once for each status. */
export const DEVICE_STATUS_URL = 'https://phr.example/fhir/StructureDefinition/device-status';

/** Statuses that leave the value as good as it is. */
export const HARMLESS_STATUSES: readonly string[] = [
  'irregularPulse',
  'batteryLow',
  'validatedData',
  'fullyQualifiedData',
  'fromStorage',
  'displayUpdateOngoing',
];

/** True when the meter doubts its own measurement, also by a status that is not known: shown, and outside means, charts and notices. */
export function isDoubted(statuses: readonly string[] = []): boolean {
  return statuses.some((status) => !HARMLESS_STATUSES.includes(status));
}

/** The statuses as an Observation keeps them; all of them, also the quiet ones. */
export function statusExtensions(statuses: readonly string[]): readonly Extension[] {
  return statuses.map((status) => ({ url: DEVICE_STATUS_URL, valueCode: status }));
}

/** The statuses that an Observation keeps. */
export function statusesIn(extensions: readonly Extension[] | undefined): readonly string[] {
  return (extensions ?? []).flatMap(({ url, valueCode }) =>
    url === DEVICE_STATUS_URL && valueCode !== undefined ? [valueCode] : [],
  );
}
