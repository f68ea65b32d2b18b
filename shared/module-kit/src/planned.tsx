import { EmptyState } from '@phr/ui/empty-state';
import { useTranslation } from 'react-i18next';
import { Screen } from './screen.tsx';

/** Placeholder of a screen that is not implemented yet. */
export function PlannedScreen({ screen }: { screen: string }) {
  const { t } = useTranslation();
  return (
    <Screen title={t(`screen.${screen}`)} back={{ screen: 'dashboard' }}>
      <EmptyState title={t('planned.title')} help={t('planned.body')} />
    </Screen>
  );
}
