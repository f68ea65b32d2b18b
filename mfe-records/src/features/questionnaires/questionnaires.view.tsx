import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconAssessment } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import type { Questionnaire } from './questionnaire.entity.ts';
import { useQuestionnaires } from './questionnaires.api.ts';

/** The forms that the person on screen may fill in. */
export function QuestionnairesView({ level }: ScreenProps) {
  const { t } = useTranslation();
  return (
    <Screen
      title={t('screen.questionnaires')}
      menuWord={t('menu.questionnaires')}
      headingLevel={level}
      back={{ screen: 'dashboard' }}
    >
      <ListSection
        list={useQuestionnaires()}
        label={t('screen.questionnaires')}
        thing={t('screen.questionnaires').toLowerCase()}
        level={level + 1}
        empty={
          <EmptyState icon={IconAssessment} title={t('empty.questionnaires')} help={t('empty.questionnaires.help')} />
        }
      >
        {(questionnaire) => <QuestionnaireRow questionnaire={questionnaire} />}
      </ListSection>
    </Screen>
  );
}

function QuestionnaireRow({ questionnaire: { id, title, description } }: { readonly questionnaire: Questionnaire }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const name = title === '' ? t('qst.untitled') : title;
  return (
    <RecordRow
      title={name}
      lines={[description]}
      links={
        <>
          <LinkButton
            dense
            variant="primary"
            aria-label={`${t('qst.start')}: ${name}`}
            href={hrefOf(navigation, { screen: 'questionnaire-response', params: { questionnaireId: id } })}
          >
            {t('qst.start')}
          </LinkButton>
          <LinkButton
            dense
            aria-label={`${t('screen.questionnaire-responses')}: ${name}`}
            href={hrefOf(navigation, { screen: 'questionnaire-responses', params: { questionnaireId: id } })}
          >
            {t('screen.questionnaire-responses')}
          </LinkButton>
        </>
      }
    />
  );
}
