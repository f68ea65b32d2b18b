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
  /** Texts of the screens; `slotTexts` are included. */
  readonly texts: TextLoaders;
  /** Texts of the slots only, for modules with large screen texts: a dashboard loads just these. */
  readonly slotTexts?: TextLoaders;
  readonly views: Readonly<Record<string, PartLoader>>;
  readonly slots?: Readonly<Record<string, PartLoader>>;
  /** Signal sources by manifest name; they use the slots' texts. */
  readonly signals?: Readonly<Record<string, TellerLoader>>;
  /** Searchable entries of a record. */
  readonly search?: FinderLoader;
}

/** Creates a remote's export. Each instance has its own texts, queries and lifecycles; instances share nothing. */
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
      // sheets are registered under the package's name: the module's name with our scope
      const parts = (
        kind: 'view' | 'slot',
        loaders: Readonly<Record<string, PartLoader>>,
        texts: TextLoaders,
      ): Record<string, Lifecycles> => {
        // texts are loaded with the first part that needs them
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

/** Merges two text files per language, loaded in parallel. */
function joined(first: TextLoaders, second: TextLoaders): TextLoaders {
  return perLocale((locale) => async () => {
    const [slot, screens] = await Promise.all([first[locale](), second[locale]()]);
    return { default: { ...slot.default, ...screens.default } };
  });
}
