import { nextStatuses } from '@phr/fhir/transitions';
import type { BadgeTone } from '@phr/ui/badge';
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

type Judged = Pick<Consent, 'status' | 'isGrant' | 'end' | 'dateTime'>;

/** The state at a moment: an unanswered request runs out, an access ends with its period, or earlier when it was taken back. */
export function stateOf(consent: Judged, now: Date): ConsentState {
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

const TONES: Readonly<Record<ConsentState, BadgeTone>> = {
  waiting: 'warning',
  active: 'success',
  denied: 'neutral',
  rejected: 'neutral',
  expired: 'neutral',
  outOfTime: 'neutral',
  retrieved: 'neutral',
  unknown: 'neutral',
};

/** The badge of a state; unknown ones say so. */
export function badgeOf(state: ConsentState): { readonly key: string; readonly tone: BadgeTone } {
  return { key: state === 'unknown' ? 'common.unknown' : `grant.status.${state}`, tone: TONES[state] };
}

/** What a person can do about a consent, each leading to a status (D-57). */
export type ConsentAction = 'accept' | 'reject' | 'deny' | 'revoke' | 'retrieve';

/** Buttons in their order: answers only while it waits and its time is not over, taking back only while it is active (CONS-05). A grant is denied and retrieved (GRANT-04). */
export function actionsOf(consent: Judged, now: Date): readonly ConsentAction[] {
  const state = stateOf(consent, now);
  if (state !== 'waiting' && state !== 'active') return [];
  const next = new Set(nextStatuses('Consent', consent.status, 'patient'));
  const all: readonly ConsentAction[] = consent.isGrant
    ? ['accept', 'deny', 'retrieve']
    : ['accept', 'reject', 'revoke'];
  return all.filter((action) => next.has(STATUS_AFTER[action]));
}

/** The FHIR status to which an action leads. */
export const STATUS_AFTER: Readonly<Record<ConsentAction, string>> = {
  accept: 'active',
  reject: 'rejected',
  deny: 'rejected',
  revoke: 'inactive',
  retrieve: 'inactive',
};
