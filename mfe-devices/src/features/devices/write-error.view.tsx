import { isAppError } from '@phr/contract/app-error';
import { errorNotice } from '@phr/http/error-notice';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';

/** Why a change failed: the rejection, or that a connection is needed. Nothing without an error. */
export function WriteError({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (error === null || error === undefined) return null;
  if (isAppError(error) && ['NETWORK', 'INTERRUPTED'].includes(error.code))
    return (
      <Notice type="warning" announce="alert" title={t('device.needsNetwork')}>
        {t('device.needsNetwork.help')}
      </Notice>
    );
  const { title, description } = errorNotice(error, t);
  return (
    <Notice type="error" announce="alert" title={title}>
      {description}
    </Notice>
  );
}
