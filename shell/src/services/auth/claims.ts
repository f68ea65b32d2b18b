import { isObject, number, text } from '@phr/fhir/json';

/** What the browser reads of a token, for its own order only: servers decide by checking it. */
export interface Claims {
  readonly sub?: string;
  /** The session at the identity service, the same for all tabs. */
  readonly sid?: string;
  /** When the person signed in and when the token was made, seconds of the identity service's clock. */
  readonly authTime?: number;
  readonly issuedAt?: number;
  /** The identity service's session is one of a device that many people use. */
  readonly isOnSharedDevice?: true;
  /** Groups that a release may go to first: 'staff', 'team:<id>'. */
  readonly cohorts?: readonly string[];
}

/** Reads the claims of a JWT; nothing for any other text. */
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
