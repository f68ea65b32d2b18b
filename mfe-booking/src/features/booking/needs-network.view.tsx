import { isAppError } from '@phr/contract/app-error';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';

/** True when the service was not reached, or the answer did not come back. */
export const isOfNetwork = (error: unknown): boolean =>
  isAppError(error) && ['NETWORK', 'INTERRUPTED'].includes(error.code);

/** Says that booking needs a connection, when an error is one of the network: a booking never waits on the device (part D). */
export function NeedsNetwork({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (!isOfNetwork(error)) return null;
  return (
    <Notice type="warning" announce="status" title={t('book.needsNetwork')}>
      {t('book.needsNetwork.help')}
    </Notice>
  );
}
