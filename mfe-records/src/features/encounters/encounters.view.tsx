import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconTreatment } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { TabLinks } from '@phr/ui/tab-links';
import { useDay } from '@phr/ui/use-now';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AddButton } from '../../views/add-button.tsx';
import type { ScreenProps } from '../../views/screen-props.ts';
import type { WritePredicate } from '../waiting/use-waiting.ts';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import { withoutExpired } from './encounter-state.model.ts';
import { EncounterRow } from './encounter-row.view.tsx';
import { FILTERS, filterOf, useEncounters } from './encounters.api.ts';

/** A queued treatment, as sent by its form. */
const isTreatment: WritePredicate = (body) => 'hospital' in body && 'diagnosis' in body;

/** Treatment history: encounters, newest first; the filter is in the URL. */
export function EncountersView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search] = useSearchParams();
  const filter = filterOf(search.get('filter'));
  const now = new Date(useDay());
  const found = useEncounters(filter);
  const list = filter === 'ongoing' ? withoutExpired(found, now) : found;
  return (
    <Screen
      printable
      title={t('screen.encounters')}
      menuWord={t('menu.encounters')}
      headingLevel={level}
      back={{ screen: 'dashboard' }}
      actions={
        <>
          <LinkButton href={hrefOf(navigation, { screen: 'results' })}>{t('screen.results')}</LinkButton>
          <AddButton screen="encounter-create" />
        </>
      }
    >
      <TabLinks
        label={t('enc.filter.label')}
        tabs={FILTERS.map((one) => ({
          label: t(`enc.filter.${one}`),
          href: hrefOf(navigation, { screen: 'encounters', ...(one !== 'all' && { params: { filter: one } }) }),
          current: one === filter,
        }))}
      />
      <WaitingRows type={isTreatment} level={level + 1} onSent={() => void list.retry()} />
      <ListSection
        list={list}
        label={t('screen.encounters')}
        thing={t('screen.encounters').toLowerCase()}
        level={level + 1}
        empty={<EmptyState icon={IconTreatment} title={t('empty.encounters')} help={t('enc.empty.help')} />}
      >
        {(encounter) => <EncounterRow encounter={encounter} now={now} />}
      </ListSection>
    </Screen>
  );
}
