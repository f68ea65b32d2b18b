import type { Offer } from '@phr/loader/resolve';

export interface PlacedSlot {
  readonly module: string;
  readonly slot: string;
  readonly order: number;
  /** Height kept free while it loads, px. */
  readonly height: number;
  /** A phone goes without it. */
  readonly wideOnly: boolean;
}

/** Kept free for a slot that does not say how high it is, px. */
const USUAL_HEIGHT = 200;

/** The slots that modules offer for a place, in their order; modules of equal order by name. One that is turned off leaves its card. */
export function slotsFor(offer: Offer, place: string): readonly PlacedSlot[] {
  return offer
    .flatMap(({ name, manifest }) =>
      manifest.slots
        .filter((slot) => slot.place === place)
        .map(({ slot, order, height = USUAL_HEIGHT, wideOnly = false }) => ({
          module: name,
          slot,
          order,
          height,
          wideOnly,
        })),
    )
    .sort((a, b) => a.order - b.order || a.module.localeCompare(b.module));
}

/** Two tiles stand beside each other, and all four in one row, from these widths of the window on; the menu beside them takes that room again, px. */
const [TWO_BY_TWO, IN_A_ROW, BESIDE_MENU] = [480, 752, 992] as const;

/** Height kept free for the four tiles of vital signs, px: a slot says its height for a phone, and tiles need less where there is more room. @param width of the window, px */
export function tilesHeight(onPhone: number, width: number): number {
  if (width < TWO_BY_TWO) return onPhone;
  return width >= IN_A_ROW && width < BESIDE_MENU ? 352 : 560;
}

/** The name by which a Vietnamese person is addressed: the last word, with only its first letter large ("TRẦN MINH CHÂU": "Châu"). */
export function calledName(name: string): string {
  const last = name.trim().split(/\s+/).at(-1) ?? '';
  return last.charAt(0).toLocaleUpperCase('vi') + last.slice(1).toLocaleLowerCase('vi');
}
