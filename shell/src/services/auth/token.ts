import { isObject, number, text } from '@phr/fhir/json';

/** Stored tokens. Times in seconds. */
export interface AuthToken {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly idToken?: string;
  readonly expiresIn: number;
  readonly issuedAt: number;
}

/** Seconds before expiry at which a token is renewed (D-16). */
export const REFRESH_MARGIN = 600;

/** Parses a token response; undefined without an access token. `now` in seconds replaces a missing issue time. */
export function tokenFromAnswer(answer: unknown, now: number): AuthToken | undefined {
  if (!isObject(answer)) return undefined;
  return assemble(
    answer['access_token'],
    answer['refresh_token'],
    answer['id_token'],
    answer['expires_in'],
    answer['issued_at'],
    now,
  );
}

/** Parses a stored token; undefined if unreadable. */
export function tokenFromText(kept: string | undefined, now: number): AuthToken | undefined {
  if (kept === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(kept);
    return isObject(value)
      ? assemble(
          value['accessToken'],
          value['refreshToken'],
          value['idToken'],
          value['expiresIn'],
          value['issuedAt'],
          now,
        )
      : undefined;
  } catch {
    return undefined;
  }
}

function assemble(
  access: unknown,
  refresh: unknown,
  id: unknown,
  life: unknown,
  issued: unknown,
  now: number,
): AuthToken | undefined {
  const accessToken = text(access);
  if (accessToken === undefined) return undefined;
  const refreshToken = text(refresh);
  const idToken = text(id);
  return {
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(idToken === undefined ? {} : { idToken }),
    expiresIn: number(life) ?? 0,
    issuedAt: number(issued) ?? now,
  };
}

/**
 * True if a token should be renewed: within 600 seconds of expiry, but not before half its life, so that short-lived
 * tokens are not renewed before each call (D-16). `now` in seconds.
 */
export function isRefreshDue(token: AuthToken, now: number, renewed: boolean): boolean {
  const margin = token.issuedAt + token.expiresIn - REFRESH_MARGIN;
  return now >= (renewed ? Math.max(margin, token.issuedAt + token.expiresIn / 2) : margin);
}

/** True if a service would reject the token. */
export function isExpired(token: AuthToken, now: number): boolean {
  return now >= token.issuedAt + token.expiresIn;
}
