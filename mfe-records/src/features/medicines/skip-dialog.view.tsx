import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { RadioGroup } from '@phr/ui/radio-group';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const REASONS = ['none', 'unwell', 'told', 'other'] as const;

interface SkipDialogProps {
  /** The dose in words. */
  readonly name: string;
  readonly onClose: () => void;
  /** @param reason in words */
  readonly onSkip: (reason: string) => void;
}

/** Asks why a dose is skipped; every reason is fine, and 'other' needs no text. */
export function SkipDialog({ name, onClose, onSkip }: SkipDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<string>();
  return (
    <Dialog
      open
      title={t('med.skip.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={() => onSkip(t(`med.skip.${reason ?? 'other'}`))}>
            {t('med.skip')}
          </Button>
        </>
      }
    >
      <p>{name}</p>
      <RadioGroup
        label={t('med.skip.reason')}
        value={reason}
        onChange={setReason}
        options={REASONS.map((value) => ({ value, label: t(`med.skip.${value}`) }))}
      />
    </Dialog>
  );
}
