import type { Locale, Settings } from '@phr/contract/host-api';
import { LOCALES } from '@phr/contract/locale';
import type { Store } from '@phr/contract/store';
import { loadUiTexts, type UiTexts } from '@phr/ui/ui-text';
import { createInstance, type i18n } from 'i18next';

export type Texts = Readonly<Record<string, string>>;
/** Loads the texts of a language: for each a function that imports its file. */
export type TextLoaders = Readonly<Record<Locale, () => Promise<{ default: Texts }>>>;

interface ShownTexts {
  readonly locale: Locale;
  readonly texts: UiTexts;
}

export interface ModuleTexts {
  readonly i18n: i18n;
  /** The language that is shown, and the texts of the shared components in it. */
  shown(): ShownTexts;
  /** Resolves when the texts of the first language are there. */
  readonly ready: Promise<void>;
  dispose(): void;
}

/**
 * An i18next instance of this module alone; follows the host's language, and changes only when the new texts are there.
 * `onFault` is told when they did not come: the module goes on in the language that it has.
 */
export function createModuleTexts(
  settings: Store<Settings>,
  loaders: TextLoaders,
  onFault: (error: unknown) => void,
): ModuleTexts {
  const instance = createInstance();
  const loaded = new Map<string, ShownTexts>();

  // A host of a later release may have a language that this module was built without.
  const spoken = (): Locale => (settings.get().locale in loaders ? settings.get().locale : LOCALES[0]);

  async function show(locale: Locale): Promise<void> {
    if (!instance.hasResourceBundle(locale, 'translation')) {
      const [own, ui] = await Promise.all([loaders[locale](), loadUiTexts(locale)]);
      loaded.set(locale, { locale, texts: ui });
      // The shared texts (errors, lists, states) are there under the same keys, so that a module never writes its own version.
      instance.addResourceBundle(locale, 'translation', { ...ui, ...own.default });
    }
    await instance.changeLanguage(locale);
  }

  const ready = instance
    .init({
      lng: spoken(),
      fallbackLng: false,
      keySeparator: false,
      nsSeparator: false,
      interpolation: { prefix: '{', suffix: '}', escapeValue: false },
      resources: {},
    })
    .then(() => show(spoken()));
  let shown = spoken();
  const stop = settings.subscribe(() => {
    const locale = spoken();
    if (locale === shown) return;
    shown = locale;
    ready.then(() => show(locale)).catch(onFault);
  });

  return { i18n: instance, shown: () => shownIn(loaded, instance.language), ready, dispose: stop };
}

function shownIn(loaded: ReadonlyMap<string, ShownTexts>, language: string): ShownTexts {
  const shown = loaded.get(language);
  if (!shown) throw new Error('Texts are asked for before they are ready');
  return shown;
}
