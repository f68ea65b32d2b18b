import { useHost, usePatient } from '@phr/module-kit/host';
import { saveVersion } from '@phr/module-kit/correction';
import { useIdempotencyKeys } from '@phr/module-kit/use-idempotency-keys';
import { tellSaved } from '@phr/module-kit/tell-saved';
import { useSending } from '@phr/module-kit/use-sending';
import { hrefOf } from '@phr/module-kit/screens';
import { deviceZone, toZoned } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirmedStatement } from './medicine-form.model.ts';
import type { Medicine } from './medicine.entity.ts';

interface ConfirmPlanProps {
  readonly medicine: Medicine;
  readonly onDone: () => void;
}

/**
 * Proposed dose times awaiting confirmation, before which no dose is planned. Without times explains where they come
 * from.
 */
export function ConfirmPlan({ medicine, onDone }: ConfirmPlanProps) {
  const { t } = useTranslation();
  const { request, navigation, notify } = useHost();
  const patientId = usePatient().viewed?.id;
  const queries = useQueryClient();
  const idOf = useIdempotencyKeys();
  const { isBusy, refused, send } = useSending();
  const { id, title, plan, confirmed, isOwn, version, doses } = medicine;
  if (confirmed !== undefined || patientId === undefined) return null;
  if (plan === undefined) return isOwn ? <Notice>{t('med.noPlan')}</Notice> : null;
  const confirm = async () => {
    const at = toZoned(Date.now(), deviceZone());
    const saved = await saveVersion(request, 'MedicationStatement', version, confirmedStatement(medicine, at), {
      idempotencyKey: idOf(`${id} ${version.version}`, 'confirm'),
      queue: { patientId, title: t('med.confirm.waiting', { name: title }), at },
    });
    tellSaved(notify, t, saved, t('med.confirm.done'));
    // the list of medicines plans doses by it; this screen refetches itself
    await queries.invalidateQueries({ queryKey: ['list', patientId, 'MedicationStatement'], refetchType: 'none' });
    onDone();
  };
  const action = isOwn ? (
    <Button variant="primary" busy={isBusy} onClick={() => void send(confirm)}>
      {t('med.confirm')}
    </Button>
  ) : (
    <LinkButton variant="primary" href={hrefOf(navigation, { screen: 'medicine-create', params: { statement: id } })}>
      {t('med.confirm.see')}
    </LinkButton>
  );
  return (
    <Notice type="warning" title={t('med.proposal')} action={action}>
      {refused === undefined ? doses.join(' ') : refused.notice.title}
    </Notice>
  );
}
