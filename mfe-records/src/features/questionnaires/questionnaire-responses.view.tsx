import { hrefOf } from '@phr/module-kit/screens';
import { formatDate } from '@phr/fhir/dates';
import { useHost } from '@phr/module-kit/host';
import { ListSection, ListStates } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { Heading } from '@phr/ui/heading';
import { IconAdd, IconAssessment } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import { NoQuestionnaire } from './no-questionnaire.view.tsx';
import { useQuestionnaire, useResponses } from './questionnaires.api.ts';

/** When the person on screen has filled in one form. */
export function QuestionnaireResponsesView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const { questionnaireId = '' } = useParams();
  const forms = useQuestionnaire(questionnaireId);
  const [form] = forms.rows;
  const list = useResponses(questionnaireId, form?.url, forms.state === 'ready');
  const thing = t('screen.questionnaire-responses').toLowerCase();
  const start = form !== undefined && (
    <LinkButton
      variant="primary"
      icon={IconAdd}
      href={hrefOf(navigation, { screen: 'questionnaire-response', params: { questionnaireId } })}
    >
      {t('qst.start')}
    </LinkButton>
  );
  return (
    <Screen
      printable
      title={t('screen.questionnaire-responses')}
      headingLevel={level}
      back={{ screen: 'questionnaires' }}
      actions={list.rows.length > 0 && start}
    >
      {form !== undefined && <Heading level={level + 1}>{form.title === '' ? t('qst.untitled') : form.title}</Heading>}
      <WaitingRows type="QuestionnaireResponse" level={level + 1} onSent={() => void list.retry()} />
      <ListStates list={forms} thing={thing} level={level + 1} empty={<NoQuestionnaire />}>
        {() => (
          <ListSection
            list={list}
            label={t('screen.questionnaire-responses')}
            thing={thing}
            level={level + 1}
            empty={<EmptyState icon={IconAssessment} title={t('qst.noResponses')} action={start} />}
          >
            {({ id, authored, status, lines }) => (
              <RecordRow
                title={formatDate(authored) ?? t('common.unknown')}
                lines={[t('qst.count', { count: lines.filter(({ answers }) => answers.length > 0).length })]}
                badge={status === 'completed' ? { words: t('qst.answered'), tone: 'success' } : undefined}
                to={{ screen: 'questionnaire-response-details', params: { id } }}
              />
            )}
          </ListSection>
        )}
      </ListStates>
    </Screen>
  );
}
