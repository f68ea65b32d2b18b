/** State of a link request in the product's terms (LINK-09). */
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

/** Text of a Task.status; undefined if meaningless to a patient. */
export const linkStatusOf = (status: string): LinkStatus | undefined => STATUS_OF[status];
