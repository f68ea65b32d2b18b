import { LOCALES, type Locale } from '@phr/contract/locale';
import type { PartProps } from '@phr/module-kit/part';
import { useTranslation } from 'react-i18next';
import { GlucoseImport } from '../features/glucose-import/glucose-import.view.tsx';
import en from '../locales/import.en-US.json' with { type: 'json' };
import vi from '../locales/import.vi-VN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Locale, Readonly<Record<keyof typeof vi, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** The screen of an import, with texts of its own: no other screen loads them. */
export function GlucoseImportScreen({ headingLevel }: Pick<PartProps, 'headingLevel'>) {
  const { i18n } = useTranslation();
  for (const locale of LOCALES) {
    // A language that was not asked for yet is loaded by the module first.
    if (
      i18n.hasResourceBundle(locale, 'translation') &&
      i18n.getResource(locale, 'translation', 'import.format') === undefined
    )
      i18n.addResourceBundle(locale, 'translation', TEXTS[locale], true);
  }
  return <GlucoseImport headingLevel={headingLevel} />;
}
