import type { Locale } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import { loadUiTexts, type UiTexts, UiProvider } from '@phr/ui/ui-text';
import { createContext, type ReactNode, use } from 'react';
import type vi from '../locales/vi.json';

export type TextKey = keyof typeof vi | keyof UiTexts;
export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The words of one language: the shell's own and the shared ones. */
export interface Texts {
  readonly locale: Locale;
  readonly ui: UiTexts;
  readonly t: Translate;
  /** The words of a key made from data, e.g. a screen's name; undefined when there are none. */
  readonly find: (key: string) => string | undefined;
}

/** Places that count something: for one of it a text may have other words, under its key with `_one`. */
const COUNTS = ['n', 'count', 'seconds'] as const;

/** Loads the words of a language. Rejects when they cannot be fetched. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  const [ui, own] = await Promise.all([
    loadUiTexts(locale),
    locale === 'vi-VN'
      ? import(/* webpackChunkName: "texts-vi" */ '../locales/vi.json', { with: { type: 'json' } })
      : import(/* webpackChunkName: "texts-en" */ '../locales/en.json', { with: { type: 'json' } }),
  ]);
  const words = new Map<string, string>(Object.entries({ ...ui, ...own.default }));
  const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
    template.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
  const isOne = (values: Readonly<Record<string, string | number>>): boolean =>
    COUNTS.some((place) => values[place] === 1);
  return {
    locale,
    ui,
    t: (key, values = {}) =>
      fill((isOne(values) ? words.get(`${key}_one`) : undefined) ?? words.get(key) ?? '', values),
    find: (key) => words.get(key),
  };
}

/** The words in use; a new language is shown when its words are there. */
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

/** Gives words and the shared components' surroundings to everything below. */
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

/** The words in use. */
export function useTexts(): Texts {
  const texts = use(Context);
  if (texts === undefined) throw new Error('No texts: render inside <TextsProvider>');
  return texts;
}

export const useT = (): Translate => useTexts().t;
