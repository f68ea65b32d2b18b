import { useSettings } from '@phr/module-kit/host';
import { IconCall } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';

/** What to do at once with a critical symptom, before any form is finished. It names no disease. */
export function UrgentSymptoms() {
  const { t } = useTranslation();
  const { emergencyNumber } = useSettings();
  return (
    <Notice
      type="error" announce="alert" title={t('rep.urgent', { number: emergencyNumber })}
      action={<LinkButton variant="primary" icon={IconCall} href={`tel:${emergencyNumber}`}>{t('urgent.call', { number: emergencyNumber })}</LinkButton>}
    />
  );
}
