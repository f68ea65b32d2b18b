import { isObject, number, text } from '@phr/fhir/json';

/** What the identity service gave, as it is kept. Times in seconds. */
export interface AuthToken {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly idToken?: string;
  readonly expiresIn: number;
  readonly issuedAt: number;
}

/** A token is renewed when its end is this near (D-16), in seconds. */
export const REFRESH_MARGIN = 600;

/** Reads the answer of the token endpoint; undefined when it holds no access token. `now` in seconds stands in for a missing time of issue. */
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

/** Reads a token that was kept as text; undefined when it cannot be read. */
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
 * True when a token should be renewed: from 600 seconds before its end on. A token that a renewal just gave is left alone for half of
 * its life, so that a server with short tokens is not asked before each call (D-16). `now` in seconds.
 */
export function isRefreshDue(token: AuthToken, now: number, renewed: boolean): boolean {
  const margin = token.issuedAt + token.expiresIn - REFRESH_MARGIN;
  return now >= (renewed ? Math.max(margin, token.issuedAt + token.expiresIn / 2) : margin);
}

/** True when a service would refuse the token. */
export function isExpired(token: AuthToken, now: number): boolean {
  return now >= token.issuedAt + token.expiresIn;
}
