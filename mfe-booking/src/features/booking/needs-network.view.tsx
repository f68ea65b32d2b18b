import { isAppError } from '@phr/contract/app-error';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';

/** Says that booking needs a connection, when an error is one of the network: a booking never waits on the device (part D). */
export function NeedsNetwork({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (!isAppError(error) || !['NETWORK', 'INTERRUPTED'].includes(error.code)) return null;
  return <Notice type="warning" announce="status" title={t('book.needsNetwork')}>{t('book.needsNetwork.help')}</Notice>;
}
