import type { HostApi } from '@phr/contract/host-api';
import type { Lifecycles, ModuleInstance, PhrModule } from '@phr/contract/phr-module';
import type { ModuleManifest } from '@phr/contract/registry';
import type { SignalSource } from '@phr/contract/today';
import { perLocale } from '@phr/i18n/localized';
import { createModuleTexts, type ModuleTexts, type TextLoaders } from './i18n.tsx';
import type { PartLoader } from './part.tsx';
import { createLifecycles, type ModuleScope } from './lifecycles.tsx';
import { followChanges } from './follow-changes.tsx';
import { createModuleQueries } from './query.tsx';
import { type FinderLoader, openSearch } from './search-source.tsx';
import { openFeed, type TellerLoader } from './signal-source.tsx';

export interface ModuleDefinition {
  readonly manifest: Pick<ModuleManifest, 'name' | 'contract'>;
  readonly version: string;
  /** Texts of the screens; those of `slotTexts` belong to them, too. */
  readonly texts: TextLoaders;
  /** The few texts of the slots, for a module whose screens have many: a dashboard waits for no more than these. */
  readonly slotTexts?: TextLoaders;
  readonly views: Readonly<Record<string, PartLoader>>;
  readonly slots?: Readonly<Record<string, PartLoader>>;
  /** Sources of signals by their names in the manifest; their texts are those of the slots. */
  readonly signals?: Readonly<Record<string, TellerLoader>>;
  /** What of a record is found by its words. */
  readonly search?: FinderLoader;
}

/** Makes what a remote exposes. Each instance has its own texts, queries and lifecycles; nothing is shared between two of them. */
export function defineModule(definition: ModuleDefinition): PhrModule {
  const { manifest, version, search, slotTexts = definition.texts } = definition;
  const texts = definition.slotTexts === undefined ? definition.texts : joined(slotTexts, definition.texts);
  return {
    name: manifest.name,
    version,
    contract: manifest.contract,
    create(host: HostApi): ModuleInstance {
      const made = new Map<TextLoaders, ModuleTexts>();
      const textsOf = (loaders: TextLoaders): ModuleTexts => {
        const known =
          made.get(loaders) ??
          createModuleTexts(host.settings, loaders, (error) => host.log.error('module.texts', error));
        made.set(loaders, known);
        return known;
      };
      const queries = createModuleQueries(host.patient);
      const stopFollowing = followChanges(queries.client, host.topics);
      // Sheets are registered under the package's name, which is the module's with our scope.
      const parts = (
        kind: 'view' | 'slot',
        loaders: Readonly<Record<string, PartLoader>>,
        texts: TextLoaders,
      ): Record<string, Lifecycles> => {
        // Texts are fetched with the first part that needs them.
        const scope: ModuleScope = {
          owner: `@phr/${manifest.name}`,
          host,
          queries: queries.client,
          get texts() {
            return textsOf(texts);
          },
        };
        return Object.fromEntries(
          Object.entries(loaders).map(([name, load]) => [name, createLifecycles(scope, load, kind)]),
        );
      };
      const sourceScope = () => ({ host, queries: queries.client, texts: textsOf(slotTexts) });
      const signals = Object.entries(definition.signals ?? {}).map(([name, load]): [string, SignalSource] => [
        name,
        (asked) => openFeed(sourceScope(), load, asked),
      ]);
      return {
        sources: {
          signals: Object.fromEntries(signals),
          ...(search && { search: (patientId) => openSearch(sourceScope(), search)(patientId) }),
        },
        views: parts('view', definition.views, texts),
        slots: parts('slot', definition.slots ?? {}, slotTexts),
        dispose() {
          stopFollowing();
          for (const texts of made.values()) texts.dispose();
          queries.dispose();
        },
      };
    },
  };
}

/** The texts of two files of each language, loaded beside each other. */
function joined(first: TextLoaders, second: TextLoaders): TextLoaders {
  return perLocale((locale) => async () => {
    const [slot, screens] = await Promise.all([first[locale](), second[locale]()]);
    return { default: { ...slot.default, ...screens.default } };
  });
}
