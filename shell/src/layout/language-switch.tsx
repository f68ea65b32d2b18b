import type { Locale } from '@phr/contract/host-api';
import { Segmented } from '@phr/ui/segmented';
import { useShell, useStore } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';

/** Vietnamese or English, each in its own language so that it is found in the wrong one. */
export function LanguageSwitch() {
  const t = useT();
  const { settings } = useShell();
  const { locale } = useStore(settings.settings);
  return (
    <Segmented<Locale>
      label={t('nav.language')}
      value={locale}
      onChange={(next) => settings.choose({ locale: next })}
      segments={[
        { value: 'vi-VN', label: 'VI', name: 'Tiếng Việt' },
        { value: 'en-US', label: 'EN', name: 'English' },
      ]}
    />
  );
}
