import { nextStatuses } from '@phr/fhir/transitions';
import type { BadgeTone } from '@phr/ui/badge';
import { type ConsentState, type JudgedConsent, stateOf } from './consent-state.entity.ts';

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

/** Badge of a state; unknown ones say so. */
export function badgeOf(state: ConsentState): { readonly key: string; readonly tone: BadgeTone } {
  return { key: state === 'unknown' ? 'common.unknown' : `grant.status.${state}`, tone: TONES[state] };
}

/** Actions on a consent, each leading to a status (D-57). */
export type ConsentAction = 'accept' | 'reject' | 'deny' | 'revoke' | 'retrieve';

/**
 * Actions in order: answers only while pending and unexpired, revoking only while active (CONS-05). Grants can be
 * denied and revoked (GRANT-04).
 */
export function actionsOf(consent: JudgedConsent, now: Date): readonly ConsentAction[] {
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
