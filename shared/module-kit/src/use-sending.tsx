import { useTranslation } from 'react-i18next';
import { useHost } from './host.tsx';
import { type Sending, useSendingOf } from './use-sending-of.tsx';

/** Something that a screen of a module sends: once, covered while it runs, and on a failure said why. */
export function useSending(): Sending {
  const { notify } = useHost();
  const { t } = useTranslation();
  return useSendingOf({ show: notify.show, find: t });
}
