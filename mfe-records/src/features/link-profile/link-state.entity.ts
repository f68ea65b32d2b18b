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

/** The words for a Task.status; undefined for one that says nothing to a patient. */
export const linkStatusOf = (status: string): LinkStatus | undefined => STATUS_OF[status];
