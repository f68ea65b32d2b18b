import { goBack, hrefOf } from '@phr/module-kit/screens';
import { useHost, useMay, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { IconDelete, IconEdit } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Actions } from '@phr/ui/page';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import type { Encounter } from '../encounters/encounter.entity.ts';
import { titleOf } from '../encounters/encounter.words.ts';

/** Corrects and deletes the person's own entry (ENC-33); after deletion returns to the previous screen (NAV-14). */
export function OwnActions({ encounter }: { readonly encounter: Encounter }) {
  const { t } = useTranslation();
  const { request, notify, navigation, topics } = useHost();
  const queries = useQueryClient();
  const patient = usePatient().viewed;
  const mayUpdate = useMay('update');
  const mayDelete = useMay('delete');
  async function leave() {
    notify.show({ type: 'success', title: t('enc.deleted') });
    if (patient !== undefined) topics.publish('encounter.changed', { patientId: patient.id });
    // the list reloads from the server; leave this page as it is
    await queries.invalidateQueries({ refetchType: 'none' });
    goBack(navigation, { screen: 'encounters' });
  }
  return (
    <Confirmed
      question={t('enc.deleteConfirm', { name: titleOf(encounter, t) })}
      verb={t('common.delete')}
      person={patient?.name}
      about={t('enc.deleteAbout')}
      send={() => request.send({ service: 'admin', method: 'DELETE', path: `/patient-app/encounter/${encounter.id}` })}
      onDone={() => void leave()}
    >
      {(ask) => (
        <Actions>
          {encounter.isTyped && mayUpdate && (
            <LinkButton
              icon={IconEdit}
              href={hrefOf(navigation, { screen: 'encounter-create', params: { id: encounter.id } })}
            >
              {t('enc.fix')}
            </LinkButton>
          )}
          {mayDelete && (
            <Button icon={IconDelete} onClick={ask}>
              {t('enc.delete')}
            </Button>
          )}
        </Actions>
      )}
    </Confirmed>
  );
}
