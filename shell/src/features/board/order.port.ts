import { sharedDevice } from '../../services/host/shared-device.ts';

/** Shares the prefix of "today", so that it is deleted at sign-out. */
const keyOf = (mainId: string): string => `phr.today.order.${mainId}`;

/** Ids of the relatives in the last shown order; empty if unknown. */
export const readOrder = (mainId: string): readonly string[] =>
  (sharedDevice.persons.get(keyOf(mainId)) ?? '').split(' ').filter((id) => id !== '');

/** Stores the order for the next visit. */
export const storeOrder = (mainId: string, ids: readonly string[]): void =>
  sharedDevice.persons.set(keyOf(mainId), ids.join(' '));
