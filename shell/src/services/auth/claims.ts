import { isObject, number, text } from '@phr/fhir/json';

/** Claims the browser uses itself, unverified: servers decide by verifying the token. */
export interface Claims {
  readonly sub?: string;
  /** Session id at the identity service, the same in all tabs. */
  readonly sid?: string;
  /** When the person signed in and when the token was issued, in seconds of the identity service's clock. */
  readonly authTime?: number;
  readonly issuedAt?: number;
  /** Set if the identity service's session is on a shared device. */
  readonly isOnSharedDevice?: true;
  /** Cohorts for early releases: 'staff', 'team:<id>'. */
  readonly cohorts?: readonly string[];
}

/** Reads the claims of a JWT; empty for any other text. */
export function claimsOf(token: string | undefined): Claims {
  const payload = token?.split('.')[1];
  if (payload === undefined) return {};
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isObject(value)) return {};
    const [sub, sid, authTime, issuedAt] = [
      text(value['sub']),
      text(value['sid']),
      number(value['auth_time']),
      number(value['iat']),
    ];
    return {
      ...(sub && { sub }),
      ...(sid && { sid }),
      ...(authTime && { authTime }),
      ...(issuedAt && { issuedAt }),
      ...(value['shared_device'] === true && { isOnSharedDevice: true as const }),
      ...(Array.isArray(value['phr_cohorts']) && { cohorts: value['phr_cohorts'].map(String) }),
    };
  } catch {
    return {};
  }
}
