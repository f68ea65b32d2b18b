import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { useTranslation } from 'react-i18next';
import { useGoals } from './goals.api.ts';

/** The goals of the person on screen. */
export function GoalList({ level }: { readonly level: number }) {
  const { t } = useTranslation();
  const list = useGoals();
  return (
    <Screen title={t('screen.__screen__')} headingLevel={level}>
      <ListSection
        list={list}
        label={t('screen.__screen__')}
        thing={t('thing')}
        empty={<EmptyState title={t('empty')} />}
      >
        {({ words }) => words}
      </ListSection>
    </Screen>
  );
}
