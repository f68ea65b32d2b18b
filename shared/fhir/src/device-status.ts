import type { Extension } from './datatypes.ts';

/** Extension of an Observation: one status reported by the meter itself; repeats. */
export const DEVICE_STATUS_URL = 'https://phr.example/fhir/StructureDefinition/device-status';

/** Statuses that do not affect the value. */
export const HARMLESS_STATUSES: readonly string[] = [
  'irregularPulse',
  'batteryLow',
  'validatedData',
  'fullyQualifiedData',
  'fromStorage',
  'displayUpdateOngoing',
];

/**
 * True if the meter doubts its own measurement (unknown statuses count): displayed, but excluded from means, charts and
 * notices.
 */
export function isDoubted(statuses: readonly string[] = []): boolean {
  return statuses.some((status) => !HARMLESS_STATUSES.includes(status));
}

/** The statuses as Observation extensions, including quiet ones. */
export function statusExtensions(statuses: readonly string[]): readonly Extension[] {
  return statuses.map((status) => ({ url: DEVICE_STATUS_URL, valueCode: status }));
}

/** The statuses stored in an Observation. */
export function statusesIn(extensions: readonly Extension[] | undefined): readonly string[] {
  return (extensions ?? []).flatMap(({ url, valueCode }) =>
    url === DEVICE_STATUS_URL && valueCode !== undefined ? [valueCode] : [],
  );
}
