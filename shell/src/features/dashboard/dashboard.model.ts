import type { SlotEntry, SlotSettings } from '@phr/contract/registry';
import type { Offer } from '@phr/loader/resolve';

export interface PlacedSlot {
  readonly module: string;
  readonly slot: string;
  readonly order: number;
  /** Height kept free while it loads, px. */
  readonly height: number;
  /** A phone goes without it. */
  readonly wideOnly: boolean;
  readonly settings?: SlotSettings;
}

/** Kept free for a slot that does not say how high it is, px. */
const USUAL_HEIGHT = 200;

/** The slots that modules offer for a place, in their order; modules of equal order by name. One that is turned off leaves its card. @param width of the window, px */
export function slotsFor(offer: Offer, place: string, width: number): readonly PlacedSlot[] {
  return offer
    .flatMap(({ name, manifest }) =>
      manifest.slots
        .filter((slot) => slot.place === place)
        .map(({ slot, order, wideOnly = false, settings, ...heights }) => ({
          module: name,
          slot,
          order,
          height: heightAt(heights, width),
          wideOnly,
          ...(settings && { settings }),
        })),
    )
    .sort((a, b) => a.order - b.order || a.module.localeCompare(b.module));
}

/** Height kept free for a slot in a window of a width, both px: a slot that needs less where there is more room says so. */
function heightAt({ height = USUAL_HEIGHT, heights = [] }: Pick<SlotEntry, 'height' | 'heights'>, width: number) {
  return heights.find(({ upTo = Number.POSITIVE_INFINITY }) => width <= upTo)?.px ?? height;
}

/** The name by which a Vietnamese person is addressed: the last word, with only its first letter large ("TRẦN MINH CHÂU": "Châu"). */
export function calledName(name: string): string {
  const last = name.trim().split(/\s+/).at(-1) ?? '';
  return last.charAt(0).toLocaleUpperCase('vi') + last.slice(1).toLocaleLowerCase('vi');
}
