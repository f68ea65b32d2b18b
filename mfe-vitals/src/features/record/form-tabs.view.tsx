import { useHost } from '@phr/module-kit/host';
import { hrefOf, replaceScreen } from '@phr/module-kit/screens';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';

const FORMS = ['blood-pressure-create', 'glucose-create', 'health-create'] as const;
/** A form that writes readings. */
export type FormScreen = (typeof FORMS)[number];

interface FormTabsProps {
  readonly current: FormScreen;
  /** What every one of the forms is told: the visit to which the readings belong. */
  readonly params: Readonly<Record<string, string>>;
}

/** The forms of readings as one screen with tabs. A change of tab is no step of the way back: a save leads to where the first one was opened. */
export function FormTabs({ current, params }: FormTabsProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <TabLinks
      label={t('record.tabs')}
      tabs={FORMS.map((screen) => ({
        label: t(`record.tab.${screen}`),
        href: hrefOf(navigation, { screen, params }),
        current: screen === current,
        onFollow: () => replaceScreen(navigation, { screen, params }),
      }))}
    />
  );
}
