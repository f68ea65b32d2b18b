import { useTranslation } from 'react-i18next';
import { useHost } from './host.tsx';
import { type Sending, useSendingOf } from './use-sending-of.tsx';

/** A submission by a module's screen: single, with a busy state, and an explained failure. */
export function useSending(): Sending {
  const { notify } = useHost();
  const { t } = useTranslation();
  return useSendingOf({ show: notify.show, find: t });
}
