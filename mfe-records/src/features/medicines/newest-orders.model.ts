import type { Medicine } from './medicine.entity.ts';

/** The orders of the last prescription: those of the newest day, without what must not be taken and what never held. @param orders newest first */
export function newestOrders(orders: readonly Medicine[]): readonly Medicine[] {
  const usable = orders.filter(({ standing }) => standing === 'current' || standing === 'past');
  const [newest] = usable;
  return newest === undefined ? [] : usable.filter(({ when }) => when === newest.when);
}
