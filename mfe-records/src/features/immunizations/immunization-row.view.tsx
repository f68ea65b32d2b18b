import { hrefOf } from '@phr/module-kit/screens';
import { useHost, useMay, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { LinkButton } from '@phr/ui/link-button';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import { DescribedRow } from '../described/described-row.view.tsx';
import type { Immunization } from './immunization.entity.ts';
import { deleteImmunization } from './immunizations.api.ts';

/** One vaccination; the person's own can be corrected and deleted. */
export function ImmunizationRow({ immunization }: { readonly immunization: Immunization }) {
  const { t } = useTranslation();
  const { request, notify, navigation } = useHost();
  const queries = useQueryClient();
  const person = usePatient().viewed?.name;
  const mayUpdate = useMay('update');
  const mayDelete = useMay('delete');
  if (!immunization.isOwn) return <DescribedRow described={immunization} />;
  const { id, title, when, isGiven } = immunization;
  const name = when === undefined ? title : t('imm.named', { name: title, date: when });
  return (
    <Confirmed
      question={t('imm.deleteConfirm', { name })}
      verb={t('common.delete')}
      person={person}
      send={() => deleteImmunization(request, id)}
      onDone={() => {
        notify.show({ type: 'success', title: t('imm.deleted') });
        void queries.invalidateQueries({ queryKey: ['list'] });
      }}
    >
      {(ask) => (
        <DescribedRow
          described={immunization}
          links={
            <>
              {isGiven && mayUpdate && (
                <LinkButton
                  dense
                  href={hrefOf(navigation, { screen: 'immunizations-edit', params: { id } })}
                  aria-label={t('imm.edit', { name })}
                >
                  {t('common.edit')}
                </LinkButton>
              )}
              {mayDelete && (
                <Button dense onClick={ask} aria-label={t('imm.delete', { name })}>
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
