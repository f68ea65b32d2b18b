import { errorFromNetwork } from '@phr/http/error-from';
import { RefreshRefused } from './refresher.ts';
import { type AuthToken, tokenFromAnswer } from './token.ts';

const LIMIT_MS = 15_000;

/**
 * Requests a new token from the token endpoint.
 * @throws RefreshRefused if rejected (400, 401)
 * @throws AppError NETWORK otherwise: a failing service must not sign anyone out. Refresh and id token missing from the
 * response are kept from the old token.
 */
export async function renewToken(
  endpoint: string,
  clientId: string,
  held: AuthToken & { readonly refreshToken: string },
  now: () => number,
): Promise<AuthToken> {
  let status: number;
  let body: unknown;
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(LIMIT_MS),
      body: new URLSearchParams({ client_id: clientId, refresh_token: held.refreshToken, grant_type: 'refresh_token' }),
    });
    status = answer.status;
    body = answer.ok ? await answer.json() : undefined;
  } catch (cause) {
    throw errorFromNetwork('identity', cause);
  }
  if (status === 400 || status === 401) throw new RefreshRefused();
  const fresh = tokenFromAnswer(body, now());
  if (fresh === undefined) throw errorFromNetwork('identity', new Error(`Token endpoint answered ${status}`));
  const idToken = fresh.idToken ?? held.idToken;
  return {
    ...fresh,
    refreshToken: fresh.refreshToken ?? held.refreshToken,
    ...(idToken === undefined ? {} : { idToken }),
  };
}
