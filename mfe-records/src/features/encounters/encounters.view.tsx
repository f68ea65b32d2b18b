import { useHost } from '@phr/module-kit/host';
import { ListSection, Rows } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconTreatment } from '@phr/ui/icons';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { EncounterRow } from './encounter-row.tsx';
import { FILTERS, filterOf, useEncounters } from './encounters.api.ts';

/** Treatment history: encounters, newest first; the filter is part of the address. */
export function EncountersView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search] = useSearchParams();
  const filter = filterOf(search.get('filter'));
  const list = useEncounters(filter);
  const now = new Date();
  return (
    <Screen title={t('screen.encounters')} headingLevel={level} back="/dashboard">
      <TabLinks
        label={t('enc.filter.label')}
        tabs={FILTERS.map((one) => ({ label: t(`enc.filter.${one}`), href: navigation.resolve(one === 'all' ? '/encounters' : `/encounters?filter=${one}`), current: one === filter }))}
      />
      <ListSection list={list} thing={t('screen.encounters').toLowerCase()} level={level + 1} empty={<EmptyState icon={IconTreatment} title={t('empty.encounters')} />}>
        {(rows) => <Rows label={t('screen.encounters')}>{rows.map((encounter) => <EncounterRow key={encounter.id} encounter={encounter} now={now} />)}</Rows>}
      </ListSection>
    </Screen>
  );
}
