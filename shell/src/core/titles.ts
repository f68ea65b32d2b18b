import type { ManifestText } from '@phr/contract/registry';
import { wordsIn } from '@phr/i18n/localized';
import { useMemo } from 'react';
import type { RouteTable } from './routes.ts';
import { useShell, useStore } from './shell.tsx';
import { type TextKey, type Texts, useTexts } from './texts.tsx';

/** Screen titles in a language: from module manifests and the shell's texts. */
export const titlesIn =
  ({ routes }: RouteTable, { find, locale }: Pick<Texts, 'find' | 'locale'>) =>
  (screen: string): string | undefined => {
    const title = routes.find((route) => route.screen === screen)?.title;
    return title === undefined ? find(`screen.${screen}`) : wordsIn(title, locale);
  };

/** The same in the current language. */
export function useTitles(): (screen: string) => string | undefined {
  const texts = useTexts();
  const table = useStore(useShell().routes);
  return useMemo(() => titlesIn(table, texts), [table, texts]);
}

/** Shell text by key, or manifest text, in the current language. */
export function useWords(): (text: TextKey | ManifestText) => string {
  const { t, locale } = useTexts();
  return (text) => (typeof text === 'string' ? t(text) : (wordsIn(text, locale) ?? ''));
}
