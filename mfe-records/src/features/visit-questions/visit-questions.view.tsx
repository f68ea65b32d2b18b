import { formatDate } from '@phr/fhir/dates';
import { useHost, useMay } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { ListSection } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { useSending } from '@phr/module-kit/use-sending';
import { AccordionSection } from '@phr/ui/accordion-section';
import { Button } from '@phr/ui/button';
import { useTranslation } from 'react-i18next';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import { isVisitQuestion, type VisitQuestion } from './visit-question.entity.ts';
import { removeQuestion, useVisitQuestions } from './visit-questions.api.ts';

interface VisitQuestionsProps {
  readonly level: number;
  /** All of them are shown, without a heading of their own. */
  readonly plain?: boolean;
}

/** Questions for the next visit, each with a button to withdraw it; hidden in a linked hospital record. */
export function VisitQuestions(props: VisitQuestionsProps) {
  const isLinked = useLinked() !== undefined;
  return isLinked ? null : <Questions {...props} />;
}

function Questions({ level, plain = false }: VisitQuestionsProps) {
  const { t } = useTranslation();
  const list = useVisitQuestions();
  const rows = (
    <ListSection plain list={list} label={t('ask.title')} thing={t('ask.title').toLowerCase()} empty={null}>
      {(question) => <Question question={question} onGone={() => void list.retry()} />}
    </ListSection>
  );
  return (
    <>
      <WaitingRows type={isVisitQuestion} level={level} onSent={() => void list.retry()} />
      {(list.state === 'failed' || list.rows.length > 0) &&
        (plain ? (
          rows
        ) : (
          <AccordionSection title={t('ask.title')} level={level} count={list.total}>
            {rows}
          </AccordionSection>
        ))}
    </>
  );
}

function Question({ question, onGone }: { readonly question: VisitQuestion; readonly onGone: () => void }) {
  const { t } = useTranslation();
  const { request } = useHost();
  const mayDelete = useMay('delete');
  const { isBusy, send } = useSending();
  const remove = async () => {
    await removeQuestion(request, question.id);
    onGone();
  };
  return (
    <RecordRow
      title={question.text}
      lines={[formatDate(question.asked)]}
      {...(mayDelete && {
        links: (
          <Button
            dense
            busy={isBusy}
            aria-label={t('ask.removeOf', { question: question.text })}
            onClick={() => void send(remove)}
          >
            {t('ask.remove')}
          </Button>
        ),
      })}
    />
  );
}
