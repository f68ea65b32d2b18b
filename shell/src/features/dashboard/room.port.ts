import { sharedDevice } from '../../services/host/shared-device.ts';

/** Under the prefix of what "today" keeps of a person, so that it goes with the rest at sign-out. */
const keyOf = (patientId: string): string => `phr.today.room.${patientId}`;

/** The height that "today" had at the end of the last look on a window as wide as this one, px; undefined when nobody knows. */
export function readRoom(patientId: string): number | undefined {
  const [width, height] = (sharedDevice.persons.get(keyOf(patientId)) ?? '').split(' ').map(Number);
  return width === window.innerWidth && height !== undefined && height > 0 ? height : undefined;
}

/** Keeps the height for the next look. */
export function keepRoom(patientId: string, height: number): void {
  sharedDevice.persons.set(keyOf(patientId), `${window.innerWidth} ${height}`);
}
