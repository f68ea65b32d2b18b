import { LOCALES } from '@phr/contract/locale';
import { languageOf, LOCALE_NAMES } from '@phr/i18n/locale';
import type { Locale } from '@phr/contract/host-api';
import { Segmented } from '@phr/ui/segmented';
import { useShell, useStore } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';

/** The languages, each named in itself so that it is recognizable in any language. */
export function LanguageSwitch() {
  const t = useT();
  const { settings } = useShell();
  const { locale } = useStore(settings.settings);
  return (
    <Segmented<Locale>
      label={t('nav.language')}
      value={locale}
      onChange={(next) => settings.choose({ locale: next })}
      segments={LOCALES.map((value) => ({
        value,
        label: languageOf(value).toUpperCase(),
        name: LOCALE_NAMES[value],
      }))}
    />
  );
}
