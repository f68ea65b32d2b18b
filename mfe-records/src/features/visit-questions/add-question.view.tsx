import { useHost, usePatient } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { useIdempotencyKeys } from '@phr/module-kit/use-idempotency-keys';
import { useSending } from '@phr/module-kit/use-sending';
import { Button } from '@phr/ui/button';
import { formColumn } from '@phr/ui/field-group';
import { Notice } from '@phr/ui/notice';
import { TextArea } from '@phr/ui/text-area';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST_QUESTION } from './visit-question.entity.ts';
import { saveQuestion } from './visit-questions.api.ts';

/** Adds a question for the next visit. Not available in a linked hospital record. */
export function AddQuestion() {
  const { t } = useTranslation();
  const { request } = useHost();
  const { viewed } = usePatient();
  const isLinked = useLinked() !== undefined;
  const queries = useQueryClient();
  const idOf = useIdempotencyKeys();
  const sending = useSending();
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  // asking the same question again requires a new key
  const [count, setCount] = useState(0);
  if (viewed === undefined || isLinked) return null;

  const keep = async () => {
    const askedAt = new Date().toISOString();
    const question = {
      patientId: viewed.id,
      text: text.trim(),
      asked: askedAt,
      formId: idOf(text.trim(), `question ${count}`),
    };
    await saveQuestion(request, question, { patientId: viewed.id, title: question.text, at: askedAt });
    setText('');
    setCount(count + 1);
    await queries.invalidateQueries({ queryKey: ['list', viewed.id, 'QuestionnaireResponse'] });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setIsMissing(text.trim() === '');
    if (text.trim() !== '') void sending.send(keep);
  };
  return (
    <form className={formColumn} noValidate onSubmit={submit}>
      {sending.refused !== undefined && <Notice type="error">{sending.refused.notice.title}</Notice>}
      <TextArea
        label={t('visit.question')}
        rows={2}
        maxLength={LONGEST_QUESTION}
        value={text}
        {...(isMissing && text.trim() === '' && { error: t('visit.question.missing') })}
        onChange={setText}
      />
      <div>
        <Button type="submit" busy={sending.isBusy}>
          {t('visit.question.add')}
        </Button>
      </div>
    </form>
  );
}
