import { useHost, useMay, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import { deleteObservation } from './observations.api.ts';

interface DeleteResultProps {
  readonly id: string;
  /** The result in words, as in its row. */
  readonly what: string;
  readonly codes: readonly string[];
}

/** Deletes the patient's own result after confirmation; hidden if not allowed. */
export function DeleteResult({ id, what, codes }: DeleteResultProps) {
  const { t } = useTranslation();
  const { request, notify, topics } = useHost();
  const queries = useQueryClient();
  const { viewed } = usePatient();
  if (!useMay('delete')) return null;
  return (
    <Confirmed
      question={t('obs.deleteConfirm', { what })}
      verb={t('common.delete')}
      person={viewed?.name}
      send={() => deleteObservation(request, id)}
      onDone={() => {
        notify.show({ type: 'success', title: t('toast.resultDelete') });
        topics.publish('observation.changed', { patientId: viewed?.id ?? '', codes });
        void queries.invalidateQueries();
      }}
    >
      {(ask) => (
        <Button dense aria-label={`${t('common.delete')}: ${what}`} onClick={ask}>
          {t('common.delete')}
        </Button>
      )}
    </Confirmed>
  );
}
