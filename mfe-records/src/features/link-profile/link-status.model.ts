import { mayChange } from '@phr/fhir/transitions';
import type { BadgeTone } from '@phr/ui/badge';

/** Where a link request stands, in the words of the product (LINK-09). */
export type LinkStatus = 'sent' | 'processing' | 'waiting' | 'completed' | 'denied' | 'notProcessable' | 'cancelled';

// Decision D-58.
const STATUS_OF: Readonly<Record<string, LinkStatus>> = {
  requested: 'sent',
  received: 'processing',
  accepted: 'processing',
  'in-progress': 'processing',
  'on-hold': 'waiting',
  ready: 'waiting',
  completed: 'completed',
  rejected: 'denied',
  failed: 'notProcessable',
  cancelled: 'cancelled',
};
const TONES: Readonly<Record<LinkStatus, BadgeTone>> = {
  sent: 'info',
  processing: 'info',
  waiting: 'warning',
  completed: 'success',
  denied: 'danger',
  notProcessable: 'danger',
  cancelled: 'neutral',
};

/** The badge of a request by its Task.status; undefined for a status that says nothing to a patient. */
export function linkBadge(status: string): { readonly key: string; readonly tone: BadgeTone } | undefined {
  const known = STATUS_OF[status];
  return known && { key: `link.status.${known}`, tone: TONES[known] };
}

/** True while the code of six digits is waited for. */
export function takesCode(status: string): boolean {
  return mayChange('Task', status, 'completed', 'patient') && status !== 'completed';
}

/** True for a request that can be taken back, and for a link that can be undone. */
export function isRemovable(status: string): boolean {
  return status !== 'cancelled' && mayChange('Task', status, 'cancelled', 'patient');
}
