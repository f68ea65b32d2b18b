import type { SlotEntry, SlotSettings } from '@phr/contract/registry';
import type { Offer } from '@phr/loader/resolve';

export interface PlacedSlot {
  readonly module: string;
  readonly slot: string;
  readonly order: number;
  /** Height reserved while loading, px. */
  readonly height: number;
  /** Omitted on phones. */
  readonly wideOnly: boolean;
  readonly settings?: SlotSettings;
}

/** Reserved for a slot without declared height, px. */
const USUAL_HEIGHT = 200;

/**
 * The slots modules offer for a place, by order, then name. A switched-off module leaves an error card.
 * @param width of the window, px
 */
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

/** Height reserved for a slot at a window width, both px. */
function heightAt({ height = USUAL_HEIGHT, heights = [] }: Pick<SlotEntry, 'height' | 'heights'>, width: number) {
  return heights.find(({ upTo = Number.POSITIVE_INFINITY }) => width <= upTo)?.px ?? height;
}

/** Short form of a Vietnamese name: the last word, capitalized ("TRẦN MINH CHÂU": "Châu"). */
export function calledName(name: string): string {
  const last = name.trim().split(/\s+/).at(-1) ?? '';
  return last.charAt(0).toLocaleUpperCase('vi') + last.slice(1).toLocaleLowerCase('vi');
}
