import type { BadgeTone } from '@phr/ui/badge';
import type { TFunction } from 'i18next';

const STATUSES = new Set(['active', 'completed', 'revoked', 'on-hold', 'draft', 'entered-in-error']);

/** Badge of an order's status; none for a status without words. */
export function serviceBadge(
  status: string | undefined,
  t: TFunction,
): { readonly words: string; readonly tone: BadgeTone } | undefined {
  if (status === undefined || !STATUSES.has(status)) return undefined;
  return {
    words: t(`enc.service.${status}`),
    tone:
      status === 'completed' ? 'success' : status === 'revoked' || status === 'entered-in-error' ? 'danger' : 'neutral',
  };
}
