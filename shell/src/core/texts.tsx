import type { Locale } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import { createCatalog, type Catalog } from '@phr/i18n/catalog';
import { loadUiTexts, type UiTexts, UiProvider } from '@phr/ui/ui-text';
import { createContext, type ReactNode, use } from 'react';
import type vi from '../locales/vi-VN.json';

export type TextKey = keyof typeof vi | keyof UiTexts;
export type Translate = Catalog<TextKey>['t'];

/** Texts of one language: the shell's own and the shared components'. */
export interface Texts extends Catalog<TextKey> {
  readonly locale: Locale;
  readonly ui: UiTexts;
}

const LOADERS: Readonly<
  Record<Locale, () => Promise<{ readonly default: Readonly<Record<keyof typeof vi, string>> }>>
> = {
  'vi-VN': () => import(/* webpackChunkName: "texts-vi-VN" */ '../locales/vi-VN.json', { with: { type: 'json' } }),
  'en-US': () => import(/* webpackChunkName: "texts-en-US" */ '../locales/en-US.json', { with: { type: 'json' } }),
};

/** Loads the texts of a language. Rejects if they cannot be fetched. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  const [ui, own] = await Promise.all([loadUiTexts(locale), LOADERS[locale]()]);
  return { locale, ui, ...createCatalog(locale, { ...ui, ...own.default }) };
}

/** The current texts; a new language applies once its texts are loaded. */
export function createTexts(
  first: Texts,
  settings: Store<{ readonly locale: Locale }>,
  onFailure: (error: unknown) => void,
): Store<Texts> {
  const texts = createStore(first);
  settings.subscribe(() => {
    const { locale } = settings.get();
    if (locale === texts.get().locale) return;
    loadTexts(locale).then((loaded) => {
      if (settings.get().locale === locale) texts.set(loaded);
    }, onFailure);
  });
  return texts;
}

const Context = createContext<Texts | undefined>(undefined);

/** Provides texts and the shared components' context. */
export function TextsProvider({
  texts,
  overlayRoot,
  navigate,
  children,
}: {
  readonly texts: Texts;
  readonly overlayRoot: HTMLElement;
  readonly navigate: (href: string) => void;
  readonly children: ReactNode;
}) {
  return (
    <Context value={texts}>
      <UiProvider locale={texts.locale} texts={texts.ui} overlayRoot={overlayRoot} navigate={navigate}>
        {children}
      </UiProvider>
    </Context>
  );
}

/** The current texts. */
export function useTexts(): Texts {
  const texts = use(Context);
  if (texts === undefined) throw new Error('No texts: render inside <TextsProvider>');
  return texts;
}

export const useT = (): Translate => useTexts().t;
