import type { BadgeTone } from '@phr/ui/badge';
import type { TFunction } from 'i18next';

const STATUSES = new Set(['active', 'completed', 'revoked', 'on-hold', 'draft', 'entered-in-error']);

/** Badge of an order's status; none without a text. Prohibitions say so instead. */
export function serviceBadge(
  { status, isForbidden }: { readonly status?: string; readonly isForbidden?: true },
  t: TFunction,
): { readonly words: string; readonly tone: BadgeTone } | undefined {
  if (isForbidden) return { words: t('hist.group.mustNot'), tone: 'danger' };
  if (status === undefined || !STATUSES.has(status)) return undefined;
  return {
    words: t(`enc.service.${status}`),
    tone:
      status === 'completed' ? 'success' : status === 'revoked' || status === 'entered-in-error' ? 'danger' : 'neutral',
  };
}
