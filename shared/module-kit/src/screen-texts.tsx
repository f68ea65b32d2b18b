import { LOCALES, type Locale } from '@phr/contract/locale';
import { useTranslation } from 'react-i18next';
import type { Texts } from './i18n.tsx';

/** Adds the texts that came with a screen to those of its module, so that no other screen loads them. */
export function useScreenTexts(texts: Readonly<Record<Locale, Texts>>): void {
  const { i18n } = useTranslation();
  for (const locale of LOCALES) {
    const [key = ''] = Object.keys(texts[locale]);
    // A language that was not asked for yet is loaded by the module first.
    if (i18n.hasResourceBundle(locale, 'translation') && i18n.getResource(locale, 'translation', key) === undefined)
      i18n.addResourceBundle(locale, 'translation', texts[locale], true);
  }
}
