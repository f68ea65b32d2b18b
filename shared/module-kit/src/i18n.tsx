import type { Locale, Settings } from '@phr/contract/host-api';
import { LOCALES } from '@phr/contract/locale';
import type { Store } from '@phr/contract/store';
import { loadUiTexts, type UiTexts } from '@phr/ui/ui-text';
import { createInstance, type i18n } from 'i18next';

export type Texts = Readonly<Record<string, string>>;
/** Text loaders by language: functions that import a file. */
export type TextLoaders = Readonly<Record<Locale, () => Promise<{ default: Texts }>>>;

interface ShownTexts {
  readonly locale: Locale;
  readonly texts: UiTexts;
}

export interface ModuleTexts {
  readonly i18n: i18n;
  /** The current language, with the shared components' texts. */
  shown(): ShownTexts;
  /** Resolves when the texts of the first language are loaded. */
  readonly ready: Promise<void>;
  dispose(): void;
}

/**
 * An i18next instance private to this module. Follows the host's language once its texts are loaded. `onFault` is
 * called if they fail to load: the module keeps its language.
 */
export function createModuleTexts(
  settings: Store<Settings>,
  loaders: TextLoaders,
  onFault: (error: unknown) => void,
): ModuleTexts {
  const instance = createInstance();
  const loaded = new Map<string, ShownTexts>();

  // a newer host may use a language this module was built without
  const spoken = (): Locale => (settings.get().locale in loaders ? settings.get().locale : LOCALES[0]);

  async function show(locale: Locale): Promise<void> {
    if (!instance.hasResourceBundle(locale, 'translation')) {
      const [own, ui] = await Promise.all([loaders[locale](), loadUiTexts(locale)]);
      loaded.set(locale, { locale, texts: ui });
      // shared texts (errors, lists, states) have the same keys, so modules need no version of their own
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
