import type { Locale } from '@phr/contract/locale';
import { isForeignToRecords } from '@phr/i18n/locale';
import { markVietnamese } from '@phr/i18n/vietnamese-parts';

/**
 * Says in which language the parts of a view are, and, where that is another one than that of the records, which of their words are Vietnamese (WCAG 3.1.2):
 * the page of a partner says nothing of what stands in a shadow root. `end` gives up.
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
