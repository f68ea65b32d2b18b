import type { PartProps } from '@phr/module-kit/define-module';
import { ListSection, Rows } from '@phr/module-kit/list-section';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { useTranslation } from 'react-i18next';
import { EncounterRow } from '../features/encounters/encounter-row.tsx';
import { useEncounters } from '../features/encounters/encounters.api.ts';

/** The three newest encounters, for the dashboard. */
export function RecentEncounters({ headingLevel }: PartProps) {
  const { t } = useTranslation();
  const list = useEncounters('all', 3);
  const now = new Date();
  return (
    <Card title={t('dash.recentEncounters')} level={headingLevel} action={<ScreenLink screen="encounters">{t('common.showAll')}</ScreenLink>}>
      <ListSection plain list={list} thing={t('screen.encounters').toLowerCase()} level={headingLevel + 1} empty={<EmptyState title={t('empty.encounters')} />}>
        {(rows) => <Rows label={t('dash.recentEncounters')}>{rows.slice(0, 3).map((encounter) => <EncounterRow key={encounter.id} encounter={encounter} now={now} />)}</Rows>}
      </ListSection>
    </Card>
  );
}
