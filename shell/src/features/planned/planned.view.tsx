import { EmptyState } from '@phr/ui/empty-state';
import { Screen } from '../../app/screen.tsx';
import { useTexts } from '../../app/texts.tsx';

/** The honest answer of a path whose screen does not exist yet. */
export function PlannedScreen({ screen, backHref }: { readonly screen: string; readonly backHref: string }) {
  const { t, find } = useTexts();
  return (
    <Screen title={find(`screen.${screen}`) ?? t('planned.title')} backHref={backHref}>
      <EmptyState title={t('planned.title')} help={t('planned.body')} />
    </Screen>
  );
}
