import type { VitalKey } from '@phr/clinical/codings';
import type { ScreenPlace } from '@phr/contract/screens';
import { useHost } from '@phr/module-kit/host';
import { hrefOf } from '@phr/module-kit/screens';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';

/** An index's board; glucose and ECGs have their own. */
function boardOf(vitalKey: VitalKey): ScreenPlace {
  if (vitalKey === 'glucoses') return { screen: 'bg-board' };
  return vitalKey === 'ecgs' ? { screen: 'ekg-board' } : { screen: 'health-boards', params: { name: vitalKey } };
}

/** Tabs between an index's latest reading and its course, each with a URL. */
export function VitalTabs({ vitalKey, current }: { readonly vitalKey: VitalKey; readonly current: 'latest' | 'time' }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <TabLinks
      label={t('vital.tabs')}
      tabs={[
        {
          label: t('vital.tab.latest'),
          href: hrefOf(navigation, { screen: 'health-details', params: { name: vitalKey } }),
          current: current === 'latest',
        },
        { label: t('screen.health-boards'), href: hrefOf(navigation, boardOf(vitalKey)), current: current === 'time' },
      ]}
    />
  );
}
