import { useHost } from '@phr/module-kit/host';
import { hrefOf } from '@phr/module-kit/screens';
import { EmptyState } from '@phr/ui/empty-state';
import { IconAssessment } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';

/** Shown if the URL names a form that the server does not have; links to the existing ones. */
export function NoQuestionnaire() {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <EmptyState
      icon={IconAssessment}
      title={t('qst.notFound')}
      help={t('qst.notFound.help')}
      action={
        <LinkButton href={hrefOf(navigation, { screen: 'questionnaires' })}>{t('screen.questionnaires')}</LinkButton>
      }
    />
  );
}
