import { lastMoment } from '../../last-moment.ts';
import type { Consent } from './consent.entity.ts';

/** What a person sees of the state of a consent (D-56); the name of its text: `grant.status.<state>`. */
export type ConsentState =
  | 'waiting'
  | 'active'
  | 'denied'
  | 'rejected'
  | 'expired'
  | 'outOfTime'
  | 'retrieved'
  | 'unknown';

/** What the state depends on. */
export type JudgedConsent = Pick<Consent, 'status' | 'isGrant' | 'end' | 'dateTime'>;

/** The state at a moment: an unanswered request runs out, an access ends with its period, or earlier when it was taken back. */
export function stateOf(consent: JudgedConsent, now: Date): ConsentState {
  const { status, isGrant, end, dateTime } = consent;
  const over = lastMoment(end);
  const isOver = over !== undefined && now.getTime() > over;
  switch (status) {
    case 'proposed':
      return isOver ? 'outOfTime' : 'waiting';
    case 'active':
      return isOver ? 'expired' : 'active';
    case 'rejected':
      return isGrant ? 'denied' : 'rejected';
    // The server closes a grant when its period is over; whatever was closed before was taken back.
    case 'inactive':
      return over !== undefined && (dateTime === undefined ? isOver : Date.parse(dateTime) >= over)
        ? 'expired'
        : 'retrieved';
    default:
      return 'unknown';
  }
}
