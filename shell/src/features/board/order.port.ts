import { sharedDevice } from '../../services/host/shared-device.ts';

/** Under the prefix of what "today" keeps of a person, so that it goes with the rest at sign-out. */
const keyOf = (mainId: string): string => `phr.today.order.${mainId}`;

/** The ids of the relatives in the order of the last look; empty when nobody knows. */
export const readOrder = (mainId: string): readonly string[] =>
  (sharedDevice.persons.get(keyOf(mainId)) ?? '').split(' ').filter((id) => id !== '');

/** Keeps the order for the next look. */
export const keepOrder = (mainId: string, ids: readonly string[]): void =>
  sharedDevice.persons.set(keyOf(mainId), ids.join(' '));
