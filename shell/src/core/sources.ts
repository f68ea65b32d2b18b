import type { ManifestText } from '@phr/contract/registry';
import type { Offer } from '@phr/loader/resolve';

export interface PlacedSource {
  readonly module: string;
  readonly slot: string;
  readonly text: ManifestText;
  /** False for one of a module that is turned off. */
  readonly isOn: boolean;
}

/** The sources that modules announce for a place, in their order; one of a module that is turned off too: what is not looked after is said. */
export function sourcesFor(offer: Offer, place: 'today.signals' | 'search'): readonly PlacedSource[] {
  return offer
    .flatMap(({ name, state, manifest }) =>
      manifest.slots
        .filter((slot) => slot.source === true && slot.place === place)
        .map(({ slot, order, text = {} }) => ({ module: name, slot, order, text, isOn: state === 'offered' })),
    )
    .sort((a, b) => a.order - b.order || a.module.localeCompare(b.module));
}
