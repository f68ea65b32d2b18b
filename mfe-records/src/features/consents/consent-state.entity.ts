import { lastMoment } from '../../last-moment.ts';
import type { Consent } from './consent.entity.ts';

/** Displayed state of a consent (D-56); completes the text key `grant.status.<state>`. */
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

/** The state at a time: unanswered requests expire, grants end with their period or by revocation. */
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
    // The server closes a grant at the end of its period; closed earlier means revoked.
    case 'inactive':
      return over !== undefined && (dateTime === undefined ? isOver : Date.parse(dateTime) >= over)
        ? 'expired'
        : 'retrieved';
    default:
      return 'unknown';
  }
}
