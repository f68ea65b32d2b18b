import { createContext, use, useMemo, type ReactNode } from 'react';
import type { Locale } from '@phr/contract/host-api';
import { createCatalog, type Catalog } from '@phr/i18n/catalog';
import { useDay } from '@phr/ui/use-now';
import type vi from './locales/vi-VN.json';

/** The keys of the shared texts (src/locales). */
export type UiTextKey = keyof typeof vi;
export type UiTexts = Readonly<Record<UiTextKey, string>>;

/** Looks up a shared text and fills its `{placeholders}`. */
export type Text = Catalog<UiTextKey>['t'];

export interface UiContext {
  readonly locale: Locale;
  readonly text: Text;
  /** Container of dialogs inside the mount's style root; undefined renders them in place. */
  readonly overlayRoot: HTMLElement | undefined;
  /** Navigates within the app; undefined leaves links to the browser. */
  readonly navigate: ((href: string) => void) | undefined;
  /** A moment of the day on screen, in milliseconds. Another day draws everything again that is here for its words: "yesterday" is of today. */
  readonly day: number;
}

const Context = createContext<UiContext | undefined>(undefined);

export interface UiProviderProps {
  readonly locale: Locale;
  readonly texts: UiTexts;
  readonly overlayRoot?: HTMLElement | undefined;
  readonly navigate?: ((href: string) => void) | undefined;
  readonly children: ReactNode;
}

/** Provides language, texts, overlay container and navigation to shared components. One per mount. */
export function UiProvider({ locale, texts, overlayRoot, navigate, children }: UiProviderProps) {
  const day = useDay();
  const value = useMemo<UiContext>(
    () => ({ locale, text: createCatalog(locale, texts).t, overlayRoot, navigate, day }),
    [locale, texts, overlayRoot, navigate, day],
  );
  return <Context value={value}>{children}</Context>;
}

/**
 * The mount's UI context.
 * @throws outside a UiProvider
 */
export function useUi(): UiContext {
  const value = use(Context);
  if (value === undefined) throw new Error('@phr/ui components need a <UiProvider> around them');
  return value;
}

/** The shared texts in the mount's language. */
export function useUiText(): Text {
  return useUi().text;
}

const LOADERS: Readonly<Record<Locale, () => Promise<{ readonly default: UiTexts }>>> = {
  'vi-VN': () => import('./locales/vi-VN.json', { with: { type: 'json' } }),
  'en-US': () => import('./locales/en-US.json', { with: { type: 'json' } }),
};

/** Loads the shared texts of a language. */
export async function loadUiTexts(locale: Locale): Promise<UiTexts> {
  return (await LOADERS[locale]()).default;
}
