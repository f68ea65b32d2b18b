import type { ManifestText, Registry } from '@phr/contract/registry';

export interface PlacedSource {
  readonly module: string;
  readonly slot: string;
  readonly text: ManifestText;
  /** False for one of a module that is turned off. */
  readonly isOn: boolean;
}

/** The sources that modules announce for a place, in their order; one of a module that is turned off too: what is not looked after is said. */
export function sourcesFor({ modules }: Registry, place: 'today.signals' | 'search'): readonly PlacedSource[] {
  return modules
    .flatMap(({ name, enabled, current }) =>
      current.manifest.slots
        .filter((slot) => slot.source === true && slot.place === place)
        .map(({ slot, order, text = {} }) => ({ module: name, slot, order, text, isOn: enabled })),
    )
    .sort((a, b) => a.order - b.order || a.module.localeCompare(b.module));
}
