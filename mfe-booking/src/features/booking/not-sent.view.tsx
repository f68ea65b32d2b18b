import type { Refusal } from '@phr/module-kit/use-sending-of';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';
import { isOfNetwork, NeedsNetwork } from './needs-network.view.tsx';

/** Why a booking (or what `title` names) failed; nothing without an error. */
export function NotSent({ refused, title }: { readonly refused: Refusal | undefined; readonly title?: string }) {
  const { t } = useTranslation();
  if (refused === undefined) return null;
  return isOfNetwork(refused.error) ? (
    <NeedsNetwork error={refused.error} />
  ) : (
    <Notice type="error" announce="alert" title={title ?? t('book.notSent')}>
      {refused.notice.title}
    </Notice>
  );
}
