import { Badge } from '@phr/ui/badge';
import { useTranslation } from 'react-i18next';
import type { Reading } from './reading.model.ts';

/** Says of a reading that it waits on this device, or that the server refused it; nothing of one that is stored. */
export function UnsentBadge({ reading: { unsent } }: { readonly reading: Reading }) {
  const { t } = useTranslation();
  if (unsent === undefined) return null;
  return unsent === 'refused' ? (
    <Badge tone="danger">{t('outbox.review')}</Badge>
  ) : (
    <Badge tone="warning">{t('outbox.badge')}</Badge>
  );
}
