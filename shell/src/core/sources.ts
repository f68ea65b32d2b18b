import type { ManifestText } from '@phr/contract/registry';
import type { Offer } from '@phr/loader/resolve';

export interface PlacedSource {
  readonly module: string;
  readonly slot: string;
  readonly text: ManifestText;
  /** False if its module is switched off. */
  readonly isOn: boolean;
}

/**
 * Sources modules declare for a place, in order. Includes those of switched-off modules, so that the gap can be
 * reported.
 */
export function sourcesFor(offer: Offer, place: 'today.signals' | 'search'): readonly PlacedSource[] {
  return offer
    .flatMap(({ name, state, manifest }) =>
      manifest.slots
        .filter((slot) => slot.source === true && slot.place === place)
        .map(({ slot, order, text = {} }) => ({ module: name, slot, order, text, isOn: state === 'offered' })),
    )
    .sort((a, b) => a.order - b.order || a.module.localeCompare(b.module));
}
