import { useHost, usePatient } from '@phr/module-kit/host';
import { useIdempotencyKeys } from '@phr/module-kit/use-idempotency-keys';
import { Button } from '@phr/ui/button';
import { useTranslation } from 'react-i18next';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import { keepNoAllergy } from './no-allergy.api.ts';

/** Keeps the fact that the person knows of no allergy; asked first, for a doctor relies on it. */
export function NoAllergy({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const host = useHost();
  const { viewed } = usePatient();
  const idOf = useIdempotencyKeys();
  if (viewed === undefined) return null;
  const send = async () => {
    const saved = await keepNoAllergy(host, viewed.id, idOf(viewed.id, 'none'));
    host.notify.show(
      saved.isWaiting
        ? { type: 'info', title: t('outbox.saved') }
        : { type: 'success', title: t('alg.noneKnown.done') },
    );
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
