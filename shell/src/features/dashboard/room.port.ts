import { sharedDevice } from '../../services/host/shared-device.ts';

/** Uses the prefix of today's personal data, so that it is deleted at sign-out. */
const keyOf = (patientId: string): string => `phr.today.room.${patientId}`;

/** Height of "today" at the end of the last visit in a window of this width, px; undefined if unknown. */
export function readHeight(patientId: string): number | undefined {
  const [width, height] = (sharedDevice.persons.get(keyOf(patientId)) ?? '').split(' ').map(Number);
  return width === window.innerWidth && height !== undefined && height > 0 ? height : undefined;
}

/** Stores the height for the next visit. */
export function storeHeight(patientId: string, height: number): void {
  sharedDevice.persons.set(keyOf(patientId), `${window.innerWidth} ${height}`);
}
