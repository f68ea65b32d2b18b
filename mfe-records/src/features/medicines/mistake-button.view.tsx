import type { StoredVersion } from '@phr/module-kit/correction';
import { useHost, useMay } from '@phr/module-kit/host';
import { tellSaved } from '@phr/module-kit/tell-saved';
import { useIdempotencyKeys } from '@phr/module-kit/use-idempotency-keys';
import { deviceZone, toZoned } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { useTranslation } from 'react-i18next';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import { markMistaken } from './medicines.api.ts';

interface MistakeButtonProps {
  readonly version: StoredVersion;
  /** The dose in words. */
  readonly name: string;
  readonly patientId: string;
  readonly onDone: () => void;
}

/** Marks an older dose record as erroneous after confirmation. */
export function MistakeButton({ version, name, patientId, onDone }: MistakeButtonProps) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const idOf = useIdempotencyKeys();
  const mayUpdate = useMay('update');
  if (!mayUpdate) return null;
  const send = async () => {
    const saved = await markMistaken(request, version, {
      idempotencyKey: idOf(`${version.id} ${version.version}`, 'mistake'),
      queue: {
        patientId,
        title: t('med.mistake.waiting', { name }),
        at: toZoned(Date.now(), deviceZone()),
      },
    });
    tellSaved(notify, t, saved, t('med.mistake.done'));
  };
  return (
    <Confirmed
      question={t('med.mistake.question', { name })}
      verb={t('med.mistake')}
      about={t('med.mistake.about')}
      send={send}
      onDone={onDone}
    >
      {(ask) => (
        <Button dense aria-label={t('med.mistakeOf', { name })} onClick={ask}>
          {t('med.mistake')}
        </Button>
      )}
    </Confirmed>
  );
}
