import type { PartProps } from '@phr/module-kit/part';
import { ListSection } from '@phr/module-kit/list-section';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { buttonClass } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { useDay } from '@phr/ui/use-now';
import { useTranslation } from 'react-i18next';
import { EncounterRow } from '../features/encounters/encounter-row.view.tsx';
import { useEncounters } from '../features/encounters/encounters.api.ts';

/** The three newest encounters, for the dashboard. */
export function RecentEncounters({ headingLevel }: PartProps) {
  const { t } = useTranslation();
  const list = useEncounters('all', 3);
  const now = new Date(useDay());
  return (
    <Card
      flush
      title={t('dash.recentEncounters')}
      level={headingLevel}
      action={
        <ScreenLink screen="encounters" className={buttonClass({ variant: 'quiet', dense: true })}>
          {t('common.showAll')}
        </ScreenLink>
      }
    >
      <ListSection
        plain
        list={{ ...list, rows: list.rows.slice(0, 3), hasMore: false }}
        label={t('dash.recentEncounters')}
        thing={t('screen.encounters').toLowerCase()}
        level={headingLevel + 1}
        empty={<EmptyState title={t('empty.encounters')} />}
      >
        {(encounter) => <EncounterRow encounter={encounter} now={now} />}
      </ListSection>
    </Card>
  );
}
