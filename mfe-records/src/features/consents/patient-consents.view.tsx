import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconConsent } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';
import { lastMoment } from '../../last-moment.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { ConsentRow } from './consent-row.view.tsx';
import { useConsents } from './consents.api.ts';
import { useNow } from './use-now.ts';

/** Privacy: access requests and grants, newest first. */
export function PatientConsentsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const list = useConsents();
  const now = useNow(list.rows.flatMap(({ end }) => lastMoment(end) ?? []));
  return (
    <Screen title={t('screen.patient-consents')} headingLevel={level} back={{ screen: 'dashboard' }}>
      <p>{t('consent.intro')}</p>
      <ListSection
        list={list}
        label={t('screen.patient-consents')}
        thing={t('consent.many')}
        level={level + 1}
        empty={<EmptyState icon={IconConsent} title={t('empty.consents')} help={t('consent.empty.help')} />}
      >
        {(consent) => <ConsentRow consent={consent} now={now} />}
      </ListSection>
    </Screen>
  );
}
