import type { StoredVersion } from '@phr/module-kit/correction';
import { useHost, useMay } from '@phr/module-kit/host';
import { tellSaved } from '@phr/module-kit/tell-saved';
import { useIdempotencyKeys } from '@phr/module-kit/use-idempotency-keys';
import { deviceZone, toZoned } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import { markMistaken } from './medicines.api.ts';

const WORDS = {
  dose: { verb: 'med.mistake', verbOf: 'med.mistakeOf', about: 'med.mistake.about' },
  medicine: { verb: 'med.delete', verbOf: 'med.deleteOf', about: 'med.delete.about' },
} as const;

interface MistakeButtonProps {
  readonly of: keyof typeof WORDS;
  readonly version: StoredVersion;
  /** The dose or medicine in words. */
  readonly name: string;
  readonly patientId: string;
  readonly onDone: () => void;
}

/** Marks a dose or a medicine as recorded by mistake, after confirmation. */
export function MistakeButton({ of, version, name, patientId, onDone }: MistakeButtonProps) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const idOf = useIdempotencyKeys();
  const queries = useQueryClient();
  const { verb, verbOf, about } = WORDS[of];
  const mayUpdate = useMay('update');
  if (!mayUpdate) return null;
  const send = async () => {
    const saved = await markMistaken(request, of, version, {
      idempotencyKey: idOf(`${version.id} ${version.version}`, 'mistake'),
      queue: {
        patientId,
        title: t('med.mistake.waiting', { name }),
        at: toZoned(Date.now(), deviceZone()),
      },
    });
    tellSaved(notify, t, saved, t('med.mistake.done'));
    // lists showing it refetch
    await queries.invalidateQueries({ refetchType: 'none' });
  };
  return (
    <Confirmed
      question={t('med.mistake.question', { name })}
      verb={t(verb)}
      about={t(about)}
      send={send}
      onDone={onDone}
    >
      {(ask) => (
        <Button dense aria-label={t(verbOf, { name })} onClick={ask}>
          {t(verb)}
        </Button>
      )}
    </Confirmed>
  );
}
