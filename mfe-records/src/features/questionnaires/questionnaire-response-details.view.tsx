import { formatDate } from '@phr/fhir/dates';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { FactList } from '@phr/ui/fact-list';
import { IconAssessment } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import type { QuestionnaireResponse } from './questionnaire-response.entity.ts';
import { flat } from './questionnaire.entity.ts';
import { useQuestionnaire, useResponse } from './questionnaires.api.ts';

/** One saved response: each question with its answer. */
export function QuestionnaireResponseDetailsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const found = useResponse(id);
  return (
    <DetailScreen
      printable
      title={t('screen.questionnaire-response-details')}
      level={level}
      back={{ screen: 'questionnaires' }}
      found={found}
      missing={
        <EmptyState icon={IconAssessment} title={t('qst.responseNotFound')} help={t('qst.responseNotFound.help')} />
      }
    >
      {(response) => <Answers response={response} level={level + 1} />}
    </DetailScreen>
  );
}

function Answers({
  response: { authored, questionnaireId = '', lines },
  level,
}: {
  readonly response: QuestionnaireResponse;
  readonly level: number;
}) {
  const { t } = useTranslation();
  const [form] = useQuestionnaire(questionnaireId).rows;
  // Responses may omit question texts, which are then taken from the form.
  const questions = new Map(flat(form?.questions ?? []).map(({ linkId, text }) => [linkId, text]));
  return (
    <Card title={form?.title ?? t('screen.questionnaire-response-details')} level={level}>
      <FactList
        facts={[
          { key: 'when', name: t('common.time'), content: formatDate(authored) },
          ...lines
            .filter(({ isGroup }) => !isGroup)
            .map(({ key, linkId, text, answers }) => ({
              key,
              name: text ?? questions.get(linkId) ?? t('qst.question'),
              content: answers.join(', '),
            })),
        ]}
      />
    </Card>
  );
}
