import { Badge } from '@phr/ui/badge';
import { useTranslation } from 'react-i18next';
import type { Reading } from './reading.model.ts';

/** Badge of a queued or rejected reading; nothing if stored. */
export function UnsentBadge({ reading: { unsent } }: { readonly reading: Reading }) {
  const { t } = useTranslation();
  if (unsent === undefined) return null;
  return unsent === 'refused' ? (
    <Badge tone="danger">{t('outbox.review')}</Badge>
  ) : (
    <Badge tone="warning">{t('outbox.badge')}</Badge>
  );
}
