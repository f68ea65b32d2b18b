import { useHost, usePatient } from '@phr/module-kit/host';
import { tellSaved } from '@phr/module-kit/tell-saved';
import { useIdempotencyKeys } from '@phr/module-kit/use-idempotency-keys';
import { Button } from '@phr/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import { recordNoKnownAllergy } from './no-allergy.api.ts';

/** Records "no known allergy" after confirmation, as doctors rely on it. */
export function NoAllergy({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const host = useHost();
  const { viewed } = usePatient();
  const idOf = useIdempotencyKeys();
  const queries = useQueryClient();
  if (viewed === undefined) return null;
  const send = async () => {
    const saved = await recordNoKnownAllergy(host, viewed.id, idOf(viewed.id, 'none'));
    tellSaved(host.notify, t, saved, t('alg.noneKnown.done'));
    // refetch, so that the statement is not offered again
    await queries.invalidateQueries({ queryKey: ['list', viewed.id, 'AllergyIntolerance'], refetchType: 'none' });
  };
  return (
    <Confirmed
      danger={false}
      question={t('alg.noneKnown.question')}
      verb={t('alg.noneKnown.confirm')}
      person={viewed.name}
      send={send}
      onDone={onDone}
    >
      {(ask) => <Button onClick={ask}>{t('alg.noneKnown')}</Button>}
    </Confirmed>
  );
}
