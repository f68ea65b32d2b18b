import { mayChange } from '@phr/fhir/transitions';
import type { BadgeTone } from '@phr/ui/badge';
import { type LinkStatus, linkStatusOf } from './link-state.entity.ts';

const TONES: Readonly<Record<LinkStatus, BadgeTone>> = {
  sent: 'info',
  processing: 'info',
  waiting: 'warning',
  completed: 'success',
  denied: 'danger',
  notProcessable: 'danger',
  cancelled: 'neutral',
};

/** Badge of a request by Task.status; undefined if meaningless to a patient. */
export function linkBadge(status: string): { readonly key: string; readonly tone: BadgeTone } | undefined {
  const known = linkStatusOf(status);
  return known && { key: `link.status.${known}`, tone: TONES[known] };
}

/** True while the code of six digits is waited for. */
export function awaitsCode(status: string): boolean {
  return mayChange('Task', status, 'completed', 'patient') && status !== 'completed';
}

/** True for a request that can be cancelled, or a link that can be removed. */
export function isRemovable(status: string): boolean {
  return status !== 'cancelled' && mayChange('Task', status, 'cancelled', 'patient');
}
