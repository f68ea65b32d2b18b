import { useSettings } from '@phr/module-kit/host';
import { IconCall } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';

/**
 * What to do at once for a severe sign, above everything else. Names no disease.
 * @param words text key with a placeholder for the number
 */
export function UrgentCall({ words }: { readonly words: 'rep.urgent' | 'enc.urgent' }) {
  const { t } = useTranslation();
  const { emergencyNumber } = useSettings();
  return (
    <Notice
      type="error"
      announce="alert"
      title={t(words, { number: emergencyNumber })}
      action={
        <LinkButton variant="primary" icon={IconCall} href={`tel:${emergencyNumber}`}>
          {t('urgent.call', { number: emergencyNumber })}
        </LinkButton>
      }
    />
  );
}
