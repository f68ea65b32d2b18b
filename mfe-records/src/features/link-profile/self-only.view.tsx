import { ScreenLink } from '@phr/module-kit/screen-link';
import { buttonClass } from '@phr/ui/button';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';

/** Why a relative's profile cannot be linked here, and the alternative. */
export function SelfOnly() {
  const { t } = useTranslation();
  return (
    <Notice
      title={t('link.selfOnly')}
      action={
        <ScreenLink screen="family" className={buttonClass({ dense: true })}>
          {t('link.toFamily')}
        </ScreenLink>
      }
    />
  );
}
