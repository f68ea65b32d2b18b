import type { Medicine } from './medicine.entity.ts';

/**
 * The last prescription: orders of the newest day, without prohibited and invalid ones.
 * @param orders newest first
 */
export function newestOrders(orders: readonly Medicine[]): readonly Medicine[] {
  const usable = orders.filter(({ standing }) => standing === 'current' || standing === 'past');
  const [newest] = usable;
  return newest === undefined ? [] : usable.filter(({ when }) => when === newest.when);
}
