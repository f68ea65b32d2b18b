import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { hrefOf } from '@phr/module-kit/screens';
import { EmptyState } from '@phr/ui/empty-state';
import { IconImmunization } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../views/add-button.tsx';
import type { ScreenProps } from '../../views/screen-props.ts';
import { ApartSection } from '../described/apart-section.view.tsx';
import { withoutApart } from '../described/described.model.ts';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import { ImmunizationRow } from './immunization-row.view.tsx';
import { useImmunizations } from './immunizations.api.ts';

/** Vaccinations, newest first; those not given are marked. */
export function ImmunizationsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const list = useImmunizations();
  return (
    <Screen
      printable
      title={t('screen.immunizations')}
      headingLevel={level}
      back={{ screen: 'dashboard' }}
      actions={
        <>
          <AddButton screen="immunizations-create" />
          <LinkButton href={hrefOf(navigation, { screen: 'vaccines-due' })}>{t('screen.vaccines-due')}</LinkButton>
        </>
      }
    >
      <WaitingRows type="Immunization" level={level + 1} onSent={() => void list.retry()} />
      <ListSection
        list={withoutApart(list)}
        label={t('screen.immunizations')}
        thing={t('screen.immunizations').toLowerCase()}
        level={level + 1}
        empty={<EmptyState icon={IconImmunization} title={t('empty.immunizations')} help={t('imm.empty.help')} />}
      >
        {(immunization) => <ImmunizationRow immunization={immunization} />}
      </ListSection>
      <ApartSection list={list} level={level + 1}>
        {(immunization) => <ImmunizationRow immunization={immunization} />}
      </ApartSection>
    </Screen>
  );
}
