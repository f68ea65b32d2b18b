import { useHost } from '@phr/module-kit/host';
import { hrefOf } from '@phr/module-kit/screens';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../readings/use-language.ts';
import { nameOf } from '../vital/vital.model.ts';

/** The forms of readings as tabs (DASH-05). They share one history entry, so that saving goes back to the screen before. */
export function FormTabs({ current }: { readonly current: string }) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { navigation } = useHost();
  const tab = (screen: 'blood-pressure-create' | 'glucose-create' | 'health-create', label: string) => ({
    label,
    href: hrefOf(navigation, { screen }),
    current: screen === current,
  });
  return (
    <TabLinks
      label={t('record.forms')}
      onFollow={(href) => navigation.replace(href)}
      tabs={[
        tab('blood-pressure-create', nameOf('bloodPressures', locale)),
        tab('glucose-create', nameOf('glucoses', locale)),
        tab('health-create', t('record.others')),
      ]}
    />
  );
}
