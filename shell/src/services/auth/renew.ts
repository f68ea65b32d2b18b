import { errorFromNetwork } from '@phr/http/error-from';
import { RefreshRefused } from './refresher.ts';
import { type AuthToken, tokenFromAnswer } from './token.ts';

const LIMIT_MS = 15_000;

/**
 * Asks the token endpoint for a new token. Throws RefreshRefused when the service says no (400, 401), AppError NETWORK otherwise:
 * a service in trouble must not sign anybody out. What the answer leaves out (refresh or id token) stays as held.
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
