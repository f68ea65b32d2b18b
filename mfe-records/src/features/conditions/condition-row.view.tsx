import { useHost, useMay, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import { DescribedRow } from '../described/described-row.view.tsx';
import { CorrectLink } from '../form/correct-link.view.tsx';
import type { Condition } from './condition.entity.ts';
import { deleteCondition } from './conditions.api.ts';

/** One disease; the person's own can be corrected and deleted (COND-05). */
export function ConditionRow({ condition }: { readonly condition: Condition }) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const queries = useQueryClient();
  const person = usePatient().viewed?.name;
  const mayDelete = useMay('delete');
  if (!condition.isOwn) return <DescribedRow described={condition} />;
  const { id, title, isCorrectable } = condition;
  return (
    <Confirmed
      question={t('cond.deleteConfirm', { name: title })}
      verb={t('common.delete')}
      person={person}
      send={() => deleteCondition(request, id)}
      onDone={() => {
        notify.show({ type: 'success', title: t('cond.deleted') });
        void queries.invalidateQueries({ queryKey: ['list'] });
      }}
    >
      {(ask) => (
        <DescribedRow
          described={condition}
          links={
            <>
              {isCorrectable && <CorrectLink to={{ screen: 'condition-create', params: { id } }} name={title} />}
              {mayDelete && (
                <Button dense onClick={ask} aria-label={t('cond.delete', { name: title })}>
                  {t('common.delete')}
                </Button>
              )}
            </>
          }
        />
      )}
    </Confirmed>
  );
}
