import { useHost } from '@phr/module-kit/host';
import { hrefOf, replaceScreen } from '@phr/module-kit/screens';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../readings/use-language.ts';
import { nameOf } from '../vital/vital.model.ts';

/** A form that writes readings. */
export type FormScreen = 'blood-pressure-create' | 'glucose-create' | 'health-create';

interface FormTabsProps {
  readonly current: FormScreen;
  /** Parameters of all forms: the visit that the readings belong to. */
  readonly params: Readonly<Record<string, string>>;
}

/** The forms of readings as tabs (DASH-05). They share one history entry, so that saving goes back to the screen before. */
export function FormTabs({ current, params }: FormTabsProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { navigation } = useHost();
  const tab = (screen: FormScreen, label: string) => ({
    label,
    href: hrefOf(navigation, { screen, params }),
    current: screen === current,
    onFollow: () => replaceScreen(navigation, { screen, params }),
  });
  return (
    <TabLinks
      label={t('record.tabs')}
      tabs={[
        tab('blood-pressure-create', nameOf('bloodPressures', locale)),
        tab('glucose-create', nameOf('glucoses', locale)),
        tab('health-create', t('record.others')),
      ]}
    />
  );
}
