import { LOCALES, type Locale } from '@phr/contract/locale';
import { useTranslation } from 'react-i18next';
import type { Texts } from './i18n.tsx';

/** Adds a screen's own texts to its module, so that other screens need not load them. */
export function useScreenTexts(texts: Readonly<Record<Locale, Texts>>): void {
  const { i18n } = useTranslation();
  for (const locale of LOCALES) {
    const [key = ''] = Object.keys(texts[locale]);
    // the module loads a new language first
    if (i18n.hasResourceBundle(locale, 'translation') && i18n.getResource(locale, 'translation', key) === undefined)
      i18n.addResourceBundle(locale, 'translation', texts[locale], true);
  }
}
