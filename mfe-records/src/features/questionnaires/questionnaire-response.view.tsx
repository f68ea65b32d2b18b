import { EntryForm, type Fields } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { ListStates } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { deviceZone } from '@phr/time/zone';
import { FieldGroup } from '@phr/ui/field-group';
import { Heading } from '@phr/ui/heading';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { answerFormOf, askedOf, checkAnswers, responseOf, type AnswerEntry, type AnswerForm } from './answers.model.ts';
import { NoQuestionnaire } from './no-questionnaire.view.tsx';
import { QuestionField } from './question-field.view.tsx';
import type { Question, Questionnaire } from './questionnaire.entity.ts';
import { sendResponse, useQuestionnaire } from './questionnaires.api.ts';

/** A form to fill in. */
export function QuestionnaireResponseView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { questionnaireId = '' } = useParams();
  const list = useQuestionnaire(questionnaireId);
  const [questionnaire] = list.rows;
  if (questionnaire !== undefined)
    return <Answering key={questionnaire.id} level={level} questionnaire={questionnaire} />;
  return (
    <Screen title={t('screen.questionnaire-response')} headingLevel={level} back={{ screen: 'questionnaires' }}>
      <ListStates
        list={list}
        skeleton={{ height: 320, lines: 1 }}
        thing={t('screen.questionnaires').toLowerCase()}
        level={level + 1}
        empty={<NoQuestionnaire />}
      >
        {() => null}
      </ListStates>
    </Screen>
  );
}

function Answering({ level, questionnaire }: { readonly level: number; readonly questionnaire: Questionnaire }) {
  const { t } = useTranslation();
  const { request } = useHost();
  const { id, title, description } = questionnaire;
  return (
    <EntryForm<AnswerForm, AnswerEntry>
      screen="questionnaire-response"
      of={id}
      params={{ questionnaireId: id }}
      level={level}
      back={{ screen: 'questionnaires' }}
      success="qst.sent"
      submitLabel={t('qst.send')}
      initial={() => ({})}
      parse={answerFormOf}
      check={(form, { zone }) => checkAnswers(questionnaire, form, zone)}
      save={(entry, { patientId, issued, idOf, queueOf }) => {
        const formId = idOf('response');
        return sendResponse(
          request,
          responseOf(entry, { questionnaireId: id, patientId, formId }),
          formId,
          queueOf(title, issued),
        );
      }}
      about={
        <>
          {title !== '' && <Heading level={level + 1}>{title}</Heading>}
          {description !== undefined && <p>{description}</p>}
        </>
      }
    >
      {(fields) => (
        <Questions
          questions={questionnaire.questions}
          asked={askedOf(questionnaire, fields.form, deviceZone())}
          fields={fields}
        />
      )}
    </EntryForm>
  );
}

interface QuestionsProps {
  readonly questions: readonly Question[];
  readonly asked: ReadonlySet<string>;
  readonly fields: Fields<AnswerForm>;
}

/** Visible questions of one level. */
function Questions({ questions, asked, fields }: QuestionsProps) {
  const { form, change, idOf, errorOf } = fields;
  return questions
    .filter(({ linkId }) => asked.has(linkId))
    .map((question) => {
      const { linkId, text, type, items } = question;
      const below = items.length > 0 && <Questions questions={items} asked={asked} fields={fields} />;
      if (type === 'group')
        return (
          <FieldGroup key={linkId} title={text}>
            {below}
          </FieldGroup>
        );
      return (
        <div key={linkId}>
          <QuestionField
            question={question}
            typed={form[linkId] ?? []}
            error={errorOf(linkId)}
            id={idOf(linkId)}
            onChange={(typed) => change((before) => ({ ...before, [linkId]: typed }))}
          />
          {below}
        </div>
      );
    });
}
