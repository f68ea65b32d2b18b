import { Button } from '@phr/ui/button';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';
import type { OwnDeviceState } from './devices.api.ts';

/** State of this browser's registration; nothing once it is listed. */
export function OwnDeviceNotice({ state, onRetry }: { readonly state: OwnDeviceState; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  if (state === 'registering') return <Notice announce="status">{t('device.registering')}</Notice>;
  if (state !== 'failed') return null;
  return (
    <Notice
      type="warning"
      announce="status"
      title={t('device.ownFailed')}
      action={
        <Button dense onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {t('device.ownFailed.help')}
    </Notice>
  );
}
