import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconImmunization } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { DescribedRow } from '../described/described-row.tsx';
import { useDescribed } from '../described/described.api.ts';

/** Vaccinations, newest first; one that was not given says so. */
export function ImmunizationsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const list = useDescribed('Immunization');
  return (
    <Screen title={t('screen.immunizations')} headingLevel={level} back="/dashboard">
      <ListSection list={list} label={t('screen.immunizations')} thing={t('screen.immunizations').toLowerCase()} level={level + 1} empty={<EmptyState icon={IconImmunization} title={t('empty.immunizations')} />}>
        {(described) => <DescribedRow described={described} />}
      </ListSection>
    </Screen>
  );
}
