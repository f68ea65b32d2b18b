import type { Locale } from '@phr/contract/locale';
import { isForeignToRecords } from '@phr/i18n/locale';
import { markVietnamese } from '@phr/i18n/vietnamese-parts';

/**
 * Sets `lang` on a view's parts and, if it differs from the records' language, marks Vietnamese text inside (WCAG
 * 3.1.2), since the page's `lang` does not describe shadow content. `end` stops it.
 */
export function createSpokenLanguage(parts: readonly HTMLElement[]): {
  set: (locale: Locale) => void;
  end: () => void;
} {
  let endings: readonly (() => void)[] = [];
  const end = (): void => {
    for (const stop of endings) stop();
    endings = [];
  };
  return {
    set(locale) {
      end();
      for (const part of parts) part.lang = locale;
      if (isForeignToRecords(locale)) endings = parts.map(markVietnamese);
    },
    end,
  };
}
