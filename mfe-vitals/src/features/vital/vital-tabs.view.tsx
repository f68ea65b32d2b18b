import type { VitalKey } from '@phr/clinical/codings';
import type { ScreenPlace } from '@phr/contract/screens';
import { useHost } from '@phr/module-kit/host';
import { hrefOf } from '@phr/module-kit/screens';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';

/** The board of an index; glucose and ECGs have one of their own. */
function boardOf(storeKey: VitalKey): ScreenPlace {
  if (storeKey === 'glucoses') return { screen: 'bg-board' };
  return storeKey === 'ecgs' ? { screen: 'ekg-board' } : { screen: 'health-boards', params: { name: storeKey } };
}

/** The latest reading and the course of an index are two sides of one thing, each with its own address. */
export function VitalTabs({ storeKey, current }: { readonly storeKey: VitalKey; readonly current: 'latest' | 'time' }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <TabLinks
      label={t('vital.tabs')}
      tabs={[
        {
          label: t('vital.tab.latest'),
          href: hrefOf(navigation, { screen: 'health-details', params: { name: storeKey } }),
          current: current === 'latest',
        },
        { label: t('screen.health-boards'), href: hrefOf(navigation, boardOf(storeKey)), current: current === 'time' },
      ]}
    />
  );
}
