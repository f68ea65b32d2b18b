import { formatDate } from '@phr/fhir/dates';
import { useHost, useMay, usePatient } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { useIdempotencyKeys } from '@phr/module-kit/use-idempotency-keys';
import { useSending } from '@phr/module-kit/use-sending';
import { Button } from '@phr/ui/button';
import { Notice } from '@phr/ui/notice';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../reports/result.entity.ts';
import { saveQuestion, removeQuestion } from './visit-questions.api.ts';

interface Kept {
  readonly text: string;
  /** Absent while queued. */
  readonly id?: string;
}

/**
 * "Ask the doctor about this": saves a question for the next visit, with undo. Not available in a linked hospital
 * record.
 */
export function AskDoctor({ result, name }: { readonly result: Result; readonly name: string }) {
  const { t } = useTranslation();
  const { request } = useHost();
  const { viewed } = usePatient();
  const mayCreate = useMay('create');
  const isLinked = useLinked() !== undefined;
  const queries = useQueryClient();
  const idOf = useIdempotencyKeys();
  const sending = useSending();
  const [kept, setKept] = useState<Kept>();
  if (viewed === undefined || !mayCreate || isLinked) return null;

  const date = formatDate(result.details?.at, { time: false });
  const what = [name, result.value, date && `(${date})`].filter((part) => part !== undefined).join(' ');
  const text = t('ask.question', { what });
  const refresh = () => queries.invalidateQueries({ queryKey: ['list', viewed.id, 'QuestionnaireResponse'] });
  const keep = async () => {
    const askedAt = new Date().toISOString();
    const { observationId } = result;
    const question = {
      patientId: viewed.id,
      text,
      observationId,
      asked: askedAt,
      formId: idOf(observationId, 'question'),
    };
    const { id } = await saveQuestion(request, question, { patientId: viewed.id, title: text, at: askedAt });
    setKept({ text, ...(id === undefined ? {} : { id }) });
    await refresh();
  };
  const undo = async (id: string) => {
    await removeQuestion(request, id);
    setKept(undefined);
    await refresh();
  };
  return (
    <div>
      {sending.refused !== undefined && <Notice type="error">{sending.refused.notice.title}</Notice>}
      {kept === undefined ? (
        <Button
          dense
          busy={sending.isBusy}
          aria-label={t('ask.about', { name })}
          onClick={() => void sending.send(keep)}
        >
          {t('ask.button')}
        </Button>
      ) : (
        <Notice
          type="success"
          announce="status"
          action={
            kept.id !== undefined && (
              <Button dense busy={sending.isBusy} onClick={() => void sending.send(() => undo(kept.id ?? ''))}>
                {t('ask.undo')}
              </Button>
            )
          }
        >
          {t(kept.id === undefined ? 'ask.waiting' : 'ask.kept', { question: kept.text })}
        </Notice>
      )}
    </div>
  );
}
