import { ListSection } from '@phr/module-kit/list-section';
import type { PartProps } from '@phr/module-kit/part';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { useTranslation } from 'react-i18next';
import { useGoals } from '../features/list/goals.api.ts';

/** The three newest, for the dashboard. */
export function Newest({ headingLevel }: PartProps) {
  const { t } = useTranslation();
  const list = useGoals();
  return (
    <Card flush title={t('screen.__screen__')} level={headingLevel}>
      <ListSection
        plain
        list={{ ...list, rows: list.rows.slice(0, 3), hasMore: false }}
        label={t('screen.__screen__')}
        thing={t('thing')}
        level={headingLevel + 1}
        empty={<EmptyState title={t('empty')} />}
      >
        {({ words }) => words}
      </ListSection>
    </Card>
  );
}
