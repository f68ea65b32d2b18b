import { isAppError } from '@phr/contract/app-error';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';

/** True if the service was unreachable or the response was lost. */
export const isOfNetwork = (error: unknown): boolean =>
  isAppError(error) && ['NETWORK', 'INTERRUPTED'].includes(error.code);

/** Says that booking requires a connection, for a network error: bookings are never queued (part D). */
export function NeedsNetwork({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (!isOfNetwork(error)) return null;
  return (
    <Notice type="warning" announce="status" title={t('book.needsNetwork')}>
      {t('book.needsNetwork.help')}
    </Notice>
  );
}
